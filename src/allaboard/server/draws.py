"""The dice of solo games. A game is recognised by its dice, because a record can claim any seed."""

import hashlib
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec
from sqlalchemy import Connection, insert, select

from allaboard.events import CHANCE
from allaboard.server import tableevents
from allaboard.server.schema import DRAWS, EVENTS, SNAPSHOTS, TABLES

TOLD_APART: Final = 24
"""The number of dice by which a game is recognised. Two games never have that many equal dice by chance."""

Line = tuple[int, str]


class _Lines(msgspec.Struct):
    """The part of a snapshot that is needed here."""

    lines: list[Line]


def drawn(game: str, lines: Sequence[Line]) -> str:
    """A hash of a game's first dice, which do not depend on how the game was played."""
    draws = [text for actor, text in lines if actor == CHANCE][:TOLD_APART]
    return hashlib.sha256(" ".join([game, *draws]).encode()).hexdigest()


def fill(connection: Connection) -> None:
    """Store the dice of the solo games that were finished before dice were stored."""
    DRAWS.create(connection, checkfirst=True)
    SNAPSHOTS.create(connection, checkfirst=True)
    solo = select(TABLES.c.id, TABLES.c.game).where(TABLES.c.seats == 1, TABLES.c.phase == "over")
    missing = solo.where(TABLES.c.id.not_in(select(DRAWS.c.table_id)))
    for table, game in connection.execute(missing).all():
        try:
            dice = drawn(game, list(_lines(connection, table)))
        except msgspec.MsgspecError:  # a damaged table is not shown either
            continue
        connection.execute(insert(DRAWS), {"table_id": table, "drawn": dice, "device": False})


def _lines(connection: Connection, table: str) -> Iterator[Line]:
    """The lines of a table. Undone actions are among them, but in games of that time dice were never undone."""
    kept = connection.execute(select(SNAPSHOTS).where(SNAPSHOTS.c.table_id == table)).first()
    if kept is not None:
        yield from msgspec.json.decode(kept.body, type=_Lines).lines
    events = select(EVENTS.c.body).where(EVENTS.c.table_id == table, EVENTS.c.seq >= (kept.seq if kept else 0))
    for (body,) in connection.execute(events.order_by(EVENTS.c.seq)):
        event = tableevents.decode(body)
        if isinstance(event, tableevents.Started | tableevents.Acted):
            yield from event.lines
