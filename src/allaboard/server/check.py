"""Consistency check of a database: its file, its schema, the events of every table, and the index of tables."""

from collections.abc import Iterator
from itertools import groupby

from sqlalchemy import Connection, select, text

from allaboard.server import snapshots
from allaboard.server.migrations import VERSION, version_of
from allaboard.server.schema import EVENTS, NOTICES, SNAPSHOTS, TABLES


def check(connection: Connection) -> Iterator[str]:
    """The problems found, one sentence each."""
    if connection.dialect.name == "sqlite":
        for (found,) in connection.execute(text("PRAGMA integrity_check")):
            if found != "ok":
                yield f"the file is damaged: {found}"
    version = version_of(connection)
    if version != VERSION:
        yield f"the schema has version {version}, not {VERSION}; run `allaboard db upgrade`"
        return
    yield from _tables(connection)
    for row in connection.execute(select(NOTICES).where(NOTICES.c.what == "unreadable")):
        yield f"{row.table_id} was found unreadable by a server: {row.why}"


def _tables(connection: Connection) -> Iterator[str]:
    phases = {row.id: row.phase for row in connection.execute(select(TABLES.c.id, TABLES.c.phase))}
    query = select(EVENTS.c.table_id, EVENTS.c.seq, EVENTS.c.at, EVENTS.c.body)
    rows = connection.execute(query.order_by(EVENTS.c.table_id, EVENTS.c.seq), execution_options={"yield_per": 5000})
    for table, group in groupby(rows, key=lambda row: row.table_id):
        listed = phases.pop(table, None)
        try:
            phase = _phase(connection, table, [(row.seq, row.at, row.body.encode()) for row in group])
        except snapshots.Incomplete as incomplete:
            yield f"{table}: {incomplete}"
        except Exception as error:
            yield f"{table}: its events cannot be applied: {type(error).__name__}: {error}"
        else:
            if listed != phase:
                yield f"{table}: it is listed as {listed or 'nothing'}, and its events say {phase}"
    for table in phases:
        yield f"{table}: it is listed and has no events"


def _phase(connection: Connection, table: str, rows: list[snapshots.Row]) -> str:
    """The phase of a table according to its events and its snapshot."""
    query = select(SNAPSHOTS.c.seq, SNAPSHOTS.c.body).where(SNAPSHOTS.c.table_id == table)
    kept = connection.execute(query).first()
    numbers = {seq for seq, _, _ in rows}
    first = 0 if kept is None else kept.seq - 1  # events before a snapshot may have been deleted
    for number in range(first, rows[-1][0] + 1):
        if number not in numbers:
            raise snapshots.Incomplete(f"event {number} is missing")
    return snapshots.fold(table, None if kept is None else kept.body.encode(), rows).phase
