"""The version of a database's schema, and the steps from one version to the next.

A step is a function on a connection. All missing steps run in one transaction, so a database has either its old
schema or its new one. Steps only add, so workers of the previous version can go on while they are replaced one by one.
Alembic was the alternative. Its branches, generated scripts and configuration help with large schemas that many people
change; for a dozen tables a list is enough.
"""

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, Engine, func, insert, inspect, select, text

from allaboard import __version__
from allaboard.server import backup, draws
from allaboard.server.logs import log
from allaboard.server.schema import SUBSCRIPTIONS, VERSIONS, metadata
from allaboard.server.setuperror import SetupError
from allaboard.server.sqlitefile import path_of

Step = Callable[[Connection], None]
ADVISORY_LOCK: Final = 5_208_274_517
"""The key of the advisory lock in PostgreSQL that protects changes of the schema."""


def _add_metrics_to_runs(connection: Connection) -> None:
    connection.execute(text("ALTER TABLE runs ADD COLUMN metrics TEXT"))


def _add_events_to_runs(connection: Connection) -> None:
    connection.execute(text("ALTER TABLE runs ADD COLUMN events INTEGER"))


def _subscriptions(connection: Connection) -> None:
    """A version of its own, because an earlier release could not delete a player's subscriptions."""
    SUBSCRIPTIONS.create(connection)


STEPS: Final[Mapping[int, Step]] = {
    2: _add_metrics_to_runs,
    3: _add_events_to_runs,
    4: draws.fill,
    5: _subscriptions,
}
"""By version: the step that leads to it. Version 1 did not store its version."""
VERSION: Final = max(STEPS)


def version_of(connection: Connection) -> int:
    """The schema version of a database; 0 if it is empty."""
    tables = set(inspect(connection).get_table_names())
    if VERSIONS.name in tables:
        found = connection.execute(select(func.max(VERSIONS.c.version))).scalar()
        return int(found or 1)
    return 1 if "events" in tables else 0


def migrate(engine: Engine, steps: Mapping[int, Step] = STEPS, keep_backup: bool = True) -> tuple[int, int]:
    """Migrate a database to the newest version, after a copy of an SQLite file. Returns both versions."""
    newest = max(steps)
    with engine.connect() as connection:
        before = version_of(connection)
    _need_known(before, newest)
    if 0 < before < newest and keep_backup and (file := path_of(engine.url)):
        copied = backup.copy_sqlite(file, _free_name(file, before))
        log("migration", state="backup", file=str(copied))
    with _alone(engine) as connection:
        found = version_of(connection)  # another worker may have migrated it meanwhile
        _need_known(found, newest)
        for version in range(found + 1, newest + 1) if found else ():
            steps[version](connection)
        metadata.create_all(connection)
        for version in range(found + 1, newest + 1):
            row = {"version": version, "at": time.time_ns() // 1_000_000, "release": __version__}
            connection.execute(insert(VERSIONS), row)
    if 0 < found < newest:
        log("migration", state="done", before=found, after=newest)
    return before, newest


def _need_known(version: int, newest: int) -> None:
    if version > newest:
        raise SetupError(
            f"the database has version {version} of the schema, and allaboard {__version__} knows versions up to "
            f"{newest}; install a newer allaboard, or restore a backup"
        )


def _free_name(file: Path, version: int) -> Path:
    name = file.with_name(f"{file.name}.version-{version}")
    return next(one for n in count(1) if not (one := name if n == 1 else Path(f"{name}-{n}")).exists())


@contextmanager
def _alone(engine: Engine) -> Iterator[Connection]:
    """A transaction in which nobody else can change the schema."""
    if engine.url.get_backend_name() != "sqlite":
        with engine.begin() as connection:
            connection.execute(select(func.pg_advisory_xact_lock(ADVISORY_LOCK)))
            yield connection
        return
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text("BEGIN IMMEDIATE"))  # Python's driver starts no transaction for such statements
        try:
            yield connection
        except BaseException:
            connection.execute(text("ROLLBACK"))
            raise
        connection.execute(text("COMMIT"))
