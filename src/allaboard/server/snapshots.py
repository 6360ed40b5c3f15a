"""Tables as they are, written down: so a table is loaded as quickly after a million events as after a hundred.

A snapshot replaces the events before it, and they are deleted: a choice that was changed, an action that was undone, a
seat that was taken and left again do not stay for ever. The last event before it stays, since it tells which run wrote
it.
"""

from collections import OrderedDict

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, delete, insert, select

from allaboard import fair
from allaboard.game import CHANCE
from allaboard.server import tableevents
from allaboard.server.protocol import Level, Phase, Unrated
from allaboard.server.schema import EVENTS, RUNS, SNAPSHOTS
from allaboard.server.store import ALIVE_MS, Change, Store
from allaboard.server.table import Line, Sitter, Table, steps_of

EVERY = 512
"""Events after which a snapshot is taken."""
SAFE_MS = 10 * 60 * 1000
"""With several workers, events of the last minutes stay: a worker that has slept must find that others were first."""

Row = tuple[int, int, bytes]
"""An event as it is kept: its number, its time, its body."""


class Seat(Struct, frozen=True, omit_defaults=True):
    """A person or a bot on a seat."""

    name: str
    bot: Level | None
    tokens: list[str]
    browser: str | None
    autopilot: bool
    who: str
    nonce: str | None = None
    ready: bool = False
    edge: int = 0


class Snapshot(Struct, frozen=True, omit_defaults=True):
    """A whole table. The position follows from the lines."""

    seq: int
    opened: tableevents.Opened
    created: int
    phase: Phase
    seats: list[Seat | None]
    host: int
    lines: list[Line]
    plies: list[int]
    ply: int
    undone: int
    pending: dict[int, str]
    undoable: int | None
    undoer: int | None
    undos: int
    answered: list[tuple[str, str, int]]
    following: str | None
    began: int
    began_before: int
    paused_ms: int | None
    unrated: Unrated | None = None
    kicked: list[str | None] = []


encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Snapshot).decode


def of(table: Table) -> Snapshot:
    """A table, written down."""
    opened = tableevents.Opened(
        table.settings,
        table.seed.hex(),
        table.daily,
        table.after,
        table.chain,
        again=table.unrated == "again",
        rules=table.game.declaration.rules_version,
    )
    return Snapshot(
        seq=table.seq,
        opened=opened,
        created=table.created,
        phase=table.phase,
        seats=[
            Seat(s.name, s.bot, list(s.tokens), s.browser, s.autopilot, s.who, s.nonce, s.ready, s.edge) if s else None
            for s in table.sitters
        ],
        host=table.host,
        lines=list(table.lines),
        plies=list(table.plies),
        ply=table.ply,
        undone=table.undone,
        pending=dict(table.pending),
        undoable=table.undoable,
        undoer=table.undoer,
        undos=table.undos,
        answered=[(who, command, ply) for (who, command), ply in table.answered.items()],
        following=table.following,
        began=table.began,
        began_before=table.began_before,
        paused_ms=table.paused_ms,
        unrated=table.unrated,
        kicked=sorted(table.kicked, key=str),
    )


def table_of(table_id: str, kept: Snapshot) -> Table:
    """The table again."""
    table = Table(table_id, kept.opened, kept.created)
    table.seq, table.phase, table.host = kept.seq, kept.phase, kept.host
    table.kicked = set(kept.kicked)
    table.sitters = [
        Sitter(s.name, s.bot, list(s.tokens), s.browser, s.autopilot, s.who, s.nonce, s.ready, s.edge) if s else None
        for s in kept.seats
    ]
    table.key = fair.shared(table.seed, table.nonces)
    table.lines, table.plies = list(kept.lines), list(kept.plies)
    table.ply, table.undone = kept.ply, kept.undone
    for step in steps_of(table.now, table.plies, table.lines):
        table.now, table.before = step.after, step.before
    table.before = table.before if kept.undoable is not None else None
    table.draws = sum(actor == CHANCE for actor, _ in table.lines)
    table.pending, table.undoable = dict(kept.pending), kept.undoable
    table.undoer, table.undos = kept.undoer, kept.undos
    table.answered = OrderedDict(((who, command), ply) for who, command, ply in kept.answered)
    table.following, table.paused_ms, table.unrated = kept.following, kept.paused_ms, kept.unrated
    table.began, table.began_before = kept.began, kept.began_before
    return table


def fold(table_id: str, kept: bytes | None, rows: list[Row]) -> Table:
    """A table from its snapshot, if there is one, and the events since."""
    if kept is None:
        _, at, body = rows[0]
        opened = tableevents.decode(body)
        assert isinstance(opened, tableevents.Opened)
        table = Table(table_id, opened, at)
    else:
        table = table_of(table_id, decode(kept))
    for seq, at, body in rows:
        if seq >= table.seq:
            table.apply(tableevents.decode(body), at)
            table.seq = seq + 1
    return table


async def load(store: Store, table_id: str, start: int = 0) -> tuple[bytes | None, list[Row]]:
    """What is kept of a table from an event on; with a snapshot where the events themselves are gone."""
    while True:
        kept, since, rows = await store.read(lambda connection: _ask(connection, table_id, start))
        if not rows or rows[0][0] <= since:
            return kept, rows
        # another snapshot was taken between the two questions: ask again


def _ask(connection: Connection, table_id: str, start: int) -> tuple[bytes | None, int, list[Row]]:
    query = select(SNAPSHOTS.c.seq, SNAPSHOTS.c.body).where(SNAPSHOTS.c.table_id == table_id)
    found = connection.execute(query).first()
    kept = None if found is None or found.seq <= start else found
    since = start if kept is None else kept.seq - 1  # the last one before it tells when it was written
    rows = select(EVENTS.c.seq, EVENTS.c.at, EVENTS.c.body).where(EVENTS.c.table_id == table_id, EVENTS.c.seq >= since)
    got = [(seq, at, body.encode()) for seq, at, body in connection.execute(rows.order_by(EVENTS.c.seq)).all()]
    return kept and kept.body.encode(), since, got


def change(table: Table, at: int, *, alone: bool) -> Change:
    """Write the snapshot of a table, and delete what it replaces."""
    row: dict[str, object] = {"table_id": table.id, "seq": table.seq, "at": at, "body": encode(of(table)).decode()}
    replaced = (EVENTS.c.table_id == table.id) & (EVENTS.c.seq < table.seq - 1)
    if not alone:
        # Workers of version 0.1 cannot read snapshots. They do not tell which events they know.
        older = select(RUNS.c.id).where(RUNS.c.alive > at - ALIVE_MS, RUNS.c.events.is_(None))
        replaced &= (EVENTS.c.at < at - SAFE_MS) & ~older.exists()
    return Change(
        statements=[
            (delete(SNAPSHOTS).where(SNAPSHOTS.c.table_id == table.id, SNAPSHOTS.c.seq <= table.seq), None),
            (insert(SNAPSHOTS), row),
            (delete(EVENTS).where(replaced), None),
        ]
    )
