"""Snapshots of tables: a table is loaded as quickly after a million events as after a hundred.

A snapshot replaces the events before it, and they are deleted: changed choices, undone actions and seats that were
taken and left again are not kept for ever. The last event before it stays, because it says which run wrote it.
"""

from typing import Final

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, Executable, bindparam, delete, func, insert, literal, select, union_all

from allaboard import fair
from allaboard.bots.personas import Face
from allaboard.game import CHANCE
from allaboard.server import tableevents
from allaboard.server.protocol import Level, Phase, Unrated
from allaboard.server.refusal import ServerError
from allaboard.server.schema import EVENTS, RUNS, SNAPSHOTS
from allaboard.server.store import ALIVE_MS, Change
from allaboard.server.table import Line, Sitter, Table, steps_of
from allaboard.server.undoing import Mark

EVERY = 512
"""The number of events after which a snapshot is taken."""
SAFE_MS = 10 * 60 * 1000
"""With several workers, events stay for this long: a worker that was suspended must notice that it missed them."""

Row = tuple[int, int, bytes]
"""A stored event: its number, its time, its body."""


class Incomplete(ServerError):
    """An event is missing."""


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
    percent: int = msgspec.field(default=0, name="edge")  # stored under its former name
    face: Face | None = None


class Snapshot(Struct, frozen=True, omit_defaults=True):
    """A whole table. Its position is computed from the lines."""

    seq: int
    opened: tableevents.Opened
    created: int
    phase: Phase
    seats: list[Seat | None]
    host: int
    lines: list[Line]
    plies: list[int]
    ply: int
    undone: int | list[int]
    pending: dict[int, str]
    undoer: int | None
    undos: int
    answered: list[tuple[str, str, int]]
    following: str | None
    began: int
    began_before: int
    paused_ms: int | None
    unrated: Unrated | None = None
    kicked: list[str | None] = []
    undoable: int | None = None
    """In older snapshots, without `marks`: the seat that could undo the last line."""
    marks: list[int] = []
    """The number of lines before each action that can be undone."""


encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Snapshot).decode


def of(table: Table) -> Snapshot:
    """The snapshot of a table."""
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
            Seat(s.name, s.bot, list(s.tokens), s.browser, s.autopilot, s.who, s.nonce, s.ready, s.percent, s.face)
            if s
            else None
            for s in table.sitters
        ],
        host=table.host,
        lines=list(table.lines),
        plies=list(table.plies),
        ply=table.ply,
        undone=table.undone,
        pending=dict(table.pending),
        undoer=table.undoing.seat,
        undos=table.undoing.undos,
        marks=[mark.lines for mark in table.undoing.marks],
        answered=[(who, command, ply) for who, own in table.answered.items() for command, ply in own.items()],
        following=table.following,
        began=table.began,
        began_before=table.began_before,
        paused_ms=table.paused_ms,
        unrated=table.unrated,
        kicked=sorted(table.kicked, key=str),
    )


def table_of(table_id: str, kept: Snapshot) -> Table:
    """The table of a snapshot."""
    table = Table(table_id, kept.opened, kept.created)
    table.seq, table.phase, table.host = kept.seq, kept.phase, kept.host
    table.kicked = set(kept.kicked)
    table.sitters = [
        Sitter(s.name, s.bot, list(s.tokens), s.browser, s.autopilot, s.who, s.nonce, s.ready, s.percent, s.face)
        if s
        else None
        for s in kept.seats
    ]
    table.key = fair.shared(table.seed, table.nonces)
    table.lines, table.plies = list(kept.lines), list(kept.plies)
    table.ply, table.undone = kept.ply, kept.undone if isinstance(kept.undone, list) else [kept.undone]
    marks = kept.marks or ([] if kept.undoable is None else [len(kept.lines) - 1])
    for number, step in enumerate(steps_of(table.now, table.plies, table.lines)):
        table.now = step.after
        if number in marks:
            table.undoing.marks.append(Mark(number, step.before))
    table.draws = sum(actor == CHANCE for actor, _ in table.lines)
    table.pending = dict(kept.pending)
    table.undoing.seat, table.undoing.undos = kept.undoer, kept.undos
    for who, command, ply in kept.answered:
        table.answered.setdefault(who, {})[command] = ply
    table.following, table.paused_ms, table.unrated = kept.following, kept.paused_ms, kept.unrated
    table.began, table.began_before = kept.began, kept.began_before
    return table


def fold(table_id: str, kept: bytes | None, rows: list[Row]) -> Table:
    """Build a table from its snapshot, if there is one, and later events."""
    if kept is None:
        _, at, body = rows[0]
        opened = tableevents.decode(body)
        assert isinstance(opened, tableevents.Opened)
        table = Table(table_id, opened, at)
    else:
        table = table_of(table_id, decode(kept))
    for seq, at, body in rows:
        if seq > table.seq:
            raise Incomplete(f"event {table.seq} is missing")
        if seq == table.seq:
            table.apply(tableevents.decode(body), at)
    return table


def _asking() -> Executable:
    table, start = bindparam("table", type_=EVENTS.c.table_id.type), bindparam("start", type_=EVENTS.c.seq.type)
    one = (SNAPSHOTS.c.table_id == table) & (SNAPSHOTS.c.seq > start)
    since = select(SNAPSHOTS.c.seq - 1).where(one).scalar_subquery()  # the event before it says when it was written
    kept = select(literal(0).label("kind"), SNAPSHOTS.c.seq, SNAPSHOTS.c.at, SNAPSHOTS.c.body).where(one)
    rows = select(literal(1), EVENTS.c.seq, EVENTS.c.at, EVENTS.c.body).where(
        EVENTS.c.table_id == table, EVENTS.c.seq >= func.coalesce(since, start)
    )
    return union_all(kept, rows).order_by("kind", "seq")


_ASK: Final = _asking()
"""The query is made once, because making it takes longer than running it."""


def ask(connection: Connection, table_id: str, start: int = 0) -> tuple[bytes | None, list[Row]]:
    """Read the events of a table from a number on, with a snapshot if some of those events were deleted.

    One query reads both, because a snapshot may be taken between two.
    """
    found = connection.execute(_ASK, {"table": table_id, "start": start}).all()
    first = found[0].body.encode() if found and not found[0].kind else None
    return first, [(seq, at, body.encode()) for kind, seq, at, body in found if kind]


def change(table: Table, at: int, *, alone: bool) -> Change:
    """The change that writes the snapshot of a table and deletes what it replaces."""
    row: dict[str, object] = {"table_id": table.id, "seq": table.seq, "at": at, "body": encode(of(table)).decode()}
    replaced = (EVENTS.c.table_id == table.id) & (EVENTS.c.seq < table.seq - 1)
    if not alone:
        # Workers of version 0.1 cannot read snapshots. They do not announce which events they know.
        older = select(RUNS.c.id).where(RUNS.c.alive > at - ALIVE_MS, RUNS.c.events.is_(None))
        replaced &= (EVENTS.c.at < at - SAFE_MS) & ~older.exists()
    return Change(
        statements=[
            (delete(SNAPSHOTS).where(SNAPSHOTS.c.table_id == table.id, SNAPSHOTS.c.seq <= table.seq), None),
            (insert(SNAPSHOTS), row),
            (delete(EVENTS).where(replaced), None),
        ]
    )
