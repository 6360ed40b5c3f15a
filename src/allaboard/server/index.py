"""The index of tables for lists, history and leaderboards. It is derived from the events."""

import copy
from collections.abc import Sequence

from sqlalchemy import delete, insert, update

from allaboard.bots.levels import with_percent
from allaboard.game import State
from allaboard.server import tableevents
from allaboard.server.draws import drawn
from allaboard.server.schema import DRAWS, SITTERS, SUBSCRIPTIONS, TABLES, UNRATED
from allaboard.server.store import Statement, Values
from allaboard.server.table import Line, Sitter, Step, Table

SEATING = (
    tableevents.Joined,
    tableevents.BotSeated,
    tableevents.SeatFreed,
    tableevents.HostChanged,
    tableevents.Shuffled,
    tableevents.Started,
)


def statements(table: Table, kept: list[tableevents.TableEvent], steps: list[Step] | None, at: int) -> list[Statement]:
    """The changes to the index for these events. Call it before the events are applied."""
    for event in kept:
        if isinstance(event, SEATING):
            return _seated(_after(table, kept, at))
    if steps and not steps[-1].after.actors:
        played = [(step.actor, table.game.say(step.actor, step.action)) for step in steps]
        return [*_ended(table, steps[-1].after.state, at), *_unrated(table, at), *_drawn(table, played)]
    return []


def entered(table: Table, at: int) -> list[Statement]:
    """The rows of a finished game that was played elsewhere."""
    return [*_ended(table, table.state, at), *_drawn(table, [], device=True)]


def opened(table: Table) -> list[Statement]:
    """The rows of a new table."""
    row = {
        "id": table.id,
        "game": table.game.name,
        "seats": table.settings.seats,
        "taken": 0,
        "phase": table.phase,
        "public": table.settings.public,
        "spectators": table.settings.spectators,
        "standard": not table.settings.options,
        "clock": table.settings.clock,
        "host": "",
        "daily": table.daily,
        "created": table.created,
        "ended": None,
    }
    return [(insert(TABLES), row | _summary(table)), *_sitters(table)]


def _drawn(table: Table, played: Sequence[Line], device: bool = False) -> list[Statement]:
    if table.settings.seats > 1 or table.game.declaration.solo is None:
        return []
    dice = drawn(table.game.name, [*table.lines, *played])
    return [(insert(DRAWS), {"table_id": table.id, "drawn": dice, "device": device})]


def _after(table: Table, kept: list[tableevents.TableEvent], at: int) -> Table:
    """A copy of the table's seating with the events applied. The game itself is not played."""
    after = copy.copy(table)
    after.sitters = [copy.copy(sitter) for sitter in table.sitters]
    after.kicked = set(table.kicked)
    after.answered = {}
    for event in kept:
        if isinstance(event, tableevents.Started):
            after.phase = "playing"
        else:
            after.apply(event, at)
    return after


def _summary(table: Table) -> dict[str, object]:
    host = table.sitters[table.host]
    return {
        "taken": sum(sitter is not None for sitter in table.sitters),
        "phase": table.phase,
        "host": host.name if host else "",
    }


def _seated(table: Table) -> list[Statement]:
    return [
        (update(TABLES).where(TABLES.c.id == table.id).values(_summary(table)), None),
        (delete(SITTERS).where(SITTERS.c.table_id == table.id), None),
        *_sitters(table),
    ]


def _sitters(table: Table) -> list[Statement]:
    rows: list[Values] = [
        {"table_id": table.id, "seat": seat, "name": s.name, "bot": _bot(s), "browser": s.browser}
        for seat, s in enumerate(table.sitters)
        if s
    ]
    return [(insert(SITTERS), rows)] if rows else []


def _bot(sitter: Sitter) -> str | None:
    return with_percent(sitter.bot, sitter.percent) if sitter.bot else None


def _unrated(table: Table, at: int) -> list[Statement]:
    """The row that marks a try at the daily challenge as not rated. It is written at the end of the game."""
    why = table.unrated_at(at)
    return [(insert(UNRATED), {"table_id": table.id, "why": why})] if why else []


def _ended(table: Table, state: State, at: int) -> list[Statement]:
    made: list[Statement] = [
        (update(TABLES).where(TABLES.c.id == table.id).values(phase="over", ended=at), None),
        (delete(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.table_id == table.id), None),
    ]
    for seat, (score, rank) in enumerate(zip(table.game.scores(state), table.game.ranks(state), strict=True)):
        which = (SITTERS.c.table_id == table.id) & (SITTERS.c.seat == seat)
        made.append((update(SITTERS).where(which).values(score=score, rank=rank), None))
    return made
