"""Enters a solo game that was played on a device into the leaderboard, after replaying its record.

The server cannot know how often the player started again: the device makes the seed, so a player can choose among
many seeds or look at future dice. The leaderboard marks such games. The server does check that the dice were not
entered before and were not rolled here, so nobody enters a game twice or enters somebody else's game.
"""

from functools import partial

from msgspec import Struct
from sqlalchemy import select

from allaboard import notation
from allaboard.game import GameError
from allaboard.registry import is_shipped
from allaboard.server import draws, forms, index, readiness, tableevents
from allaboard.server.codes import hashed, new_token, pronounceable
from allaboard.server.lobby import Lobby
from allaboard.server.metrics import METRICS
from allaboard.server.names import clean_name
from allaboard.server.protocol import Settings
from allaboard.server.refusal import Refused
from allaboard.server.schema import DRAWS
from allaboard.server.store import Change, Conflict, now_ms
from allaboard.server.table import Line, Table
from allaboard.server.visitors import Visitor


class _Solo(Struct, frozen=True):
    """A finished solo game with a valid record."""

    opened: tableevents.Opened
    lines: list[Line]


async def enter(lobby: Lobby, new: forms.NewEntry, browser: str | None, visitor: Visitor) -> forms.Entered:
    """Check a record on the visitor's budget, and store its game as a finished table."""
    lobby.need_open()
    await readiness.rules_of()
    name = clean_name(new.name)
    read = partial(_read, new.record)
    found = await lobby.stories.work(visitor.host, visitor.budget, hashed(new.record), "enter", read)
    if isinstance(found, Refused):
        raise found
    drawn = draws.drawn(found.opened.settings.game, found.lines)
    known = select(DRAWS.c.table_id).where(DRAWS.c.drawn == drawn).limit(1)
    if await lobby.store.read(lambda connection: connection.execute(known).first()):
        raise Refused("already_played", "entered-before")
    at = now_ms()
    # The id depends on the dice, so the database refuses the second of two simultaneous requests.
    table = Table(pronounceable(int(drawn[:16], 16)), found.opened, at)
    person = tableevents.Joined(0, name, [hashed(new_token())], browser)
    kept: list[tableevents.TableEvent] = [found.opened, person, tableevents.Started(found.lines)]
    for event in kept[1:]:
        table.apply(event, at)
    rows = [lobby.store.row(table.id, seq, at, tableevents.encode(event)) for seq, event in enumerate(kept)]
    try:
        await lobby.store.keep(Change(rows, [*index.opened(table), *index.entered(table, at)]))
    except Conflict:
        raise Refused("already_played", "entered-before") from None
    METRICS.count("tables", table.game.name)
    return forms.Entered(table.id, table.game.scores(table.state)[0])


def _read(text: str) -> _Solo | Refused:
    """Replay a record. Returns the game, or the reason why it cannot be entered."""
    try:
        records = notation.read_records(text)
        if len(records) != 1:
            return Refused("bad_request", "one-record")
        (record,) = records
        game, seats, board = notation.setting(record)
        if seats != 1 or game.declaration.solo is None or not is_shipped(game.name) or board:
            return Refused("bad_request", "enter-solo")
        if not record.tail:
            return Refused("not_over", "enter-unfinished")
        seed = record.value("seed")
        if seed is None or record.value("commitment") is None or record.value("nonce") is not None:
            return Refused("bad_request", "enter-chance")
        if wrong := notation.verify(record):
            return Refused("bad_request", "record-fails", reason=str(wrong))
    except GameError as error:
        return Refused("bad_request", "record-fails", reason=str(error))
    settings = Settings(game.name, 1, spectators=False)
    opened = tableevents.Opened(settings, seed, rules=game.declaration.rules_version)
    return _Solo(opened, [(line.actor, line.text) for line in record.lines])
