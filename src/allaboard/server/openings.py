"""Opens tables: for people, for one person and bots, for the daily challenge, and for a rematch."""

from typing import TYPE_CHECKING, cast

from msgspec.structs import replace

from allaboard import fair
from allaboard.board import differing, read_board
from allaboard.bots.levels import parts
from allaboard.bots.matching import MATCH, MOST, bot_for
from allaboard.game import GameError, load
from allaboard.server import archive, daily, decide, protocol, readiness, tableevents
from allaboard.server.codes import hashed, new_token
from allaboard.server.forms import NewSolo, NewTable, Seated
from allaboard.server.games import declared
from allaboard.server.names import clean_name
from allaboard.server.refusal import Refused
from allaboard.server.store import Conflict
from allaboard.server.table import Table, options_of
from allaboard.server.visitors import NOBODY, Visitor

if TYPE_CHECKING:
    from allaboard.server.lobby import Lobby


async def open_table(lobby: "Lobby", new: NewTable, browser: str | None) -> Seated:
    """Open a table and seat its host."""
    await readiness.rules_of(new.settings.game)
    settings = checked(_read_board(new.settings, new.board) if new.board else _on_board(lobby, new.settings))
    if len(new.bots) >= settings.seats:
        raise Refused("bad_settings", "too-many-bots", most=settings.seats - 1, bots=len(new.bots))
    token = new_token()
    seating: list[tableevents.TableEvent] = [tableevents.Joined(0, clean_name(new.name), [hashed(token)], browser)]
    first_bot = settings.seats - len(new.bots)
    for level in new.bots:
        decide.need_level(declared(settings.game), level)
    seating += [tableevents.BotSeated(first_bot + i, level) for i, level in enumerate(new.bots)]
    table = await lobby.found(_opened(settings), seating, begin=False)
    return lobby.seated(table, 0, token)


async def solo(lobby: "Lobby", new: NewSolo, browser: str | None) -> Seated:
    """Start a game with bots on all other seats."""
    await readiness.rules_of(new.game)
    seats = new.seats or _usual_seats(new.game)
    level, percent = await _fitting(lobby, new.game, browser) if new.level == MATCH else (new.level, 0)
    settings = checked(
        _on_board(
            lobby,
            protocol.Settings(
                new.game,
                seats,
                new.options,
                level=level,
                spectators=False,
                memory_aid=new.memory_aid,
                hints=new.hints,
            ),
        )
    )
    token = new_token()
    person = tableevents.Joined(0, clean_name(new.name), [hashed(token)], browser)
    table = await lobby.found(_opened(settings), _with_bots(settings, person, percent), begin=new.begin)
    return lobby.seated(table, 0, token)


async def _fitting(lobby: "Lobby", game: str, browser: str | None) -> tuple[protocol.Level, int]:
    """The level, and the percentage above or below it, of bots as strong as a browser, judged by its finished games."""
    _usual_seats(game)  # refuses unknown games
    played = await archive.against_bots(lobby.store, game, browser, MOST) if browser else []
    said = parts(bot_for(game, played))
    return cast(protocol.Level, said.level), said.percent


def _on_board(lobby: "Lobby", settings: protocol.Settings) -> protocol.Settings:
    """The settings with the server's own board for the game, if the host chose no options."""
    return settings if settings.options else replace(settings, options=lobby.config.boards.get(settings.game, {}))


def _read_board(settings: protocol.Settings, text: str) -> protocol.Settings:
    """The settings with the options of a board file. Raises Refused with the reason if it cannot be read."""
    game = load(declared(settings.game, "bad_settings").name)
    try:
        options = differing(read_board(text, game), game.OPTIONS)
    except GameError as error:
        raise Refused("bad_settings", "board", why=str(error)) from None
    chosen = {name: value if isinstance(value, int) else list(value) for name, value in options.items()}
    return replace(settings, options=chosen)


async def daily_try(
    lobby: "Lobby", game: str, name: str, browser: str, again: bool = False, visitor: Visitor = NOBODY
) -> Seated:
    """Start today's challenge. A second request returns the same table, or with `again` a new one that is not rated.

    A new one is opened only after the first is over. Otherwise a player could see the dice there first.
    """
    await readiness.rules_of(game)
    date = daily.today()
    own = await daily.tried(lobby.store, game, date, browser)
    again = again and own is not None and (await lobby.look(own, visitor)).phase == "over"
    if own is not None and not again:
        return await lobby.join(own, name, browser, visitor)
    settings = daily.settings(game)
    token = new_token()
    seating = _with_bots(settings, tableevents.Joined(0, clean_name(name), [hashed(token)], browser))
    seed = daily.seed(lobby.daily_secret, game, date).hex()
    opened = tableevents.Opened(settings, seed, date, again=again)
    try:
        table = await lobby.found(opened, seating, begin=True, browser=browser)
    except Conflict:  # the same browser in two tabs
        own = await daily.tried(lobby.store, game, date, browser)
        assert own is not None
        return await lobby.join(own, name, browser, visitor)
    return lobby.seated(table, 0, token)


def checked(settings: protocol.Settings) -> protocol.Settings:
    """Check the settings of a table. A level that the game does not have becomes the next lower one."""
    game = load(declared(settings.game, "bad_settings").name)
    least, most = game.seats[0], game.seats[-1]
    if settings.seats not in game.seats:
        key = "seats" if least < most else "seats-exactly"
        raise Refused("bad_settings", key, game=game.title, least=least, most=most, seats=settings.seats)
    try:
        game.start(settings.seats, options_of(settings))
    except (GameError, OverflowError) as error:
        raise Refused("bad_settings", "board", why=str(error)) from None
    return replace(settings, level=game.declaration.nearest_level(settings.level))


def _opened(settings: protocol.Settings) -> tableevents.Opened:
    """A table with a new seed, and a chain of seeds for its rematches."""
    last = fair.new_seed()
    return tableevents.Opened(settings, fair.first_of(last).hex(), chain=last.hex())


def rematch(table: Table) -> tuple[tableevents.Opened, list[tableevents.TableEvent]]:
    """The events of a rematch: the same people, rotated by one seat. They keep their nonces if the seed was fixed."""
    seed = fair.after(table.seed, bytes.fromhex(table.chain)) if table.chain else None
    fresh = _opened(table.settings)
    opened = (
        replace(fresh, after=table.id)
        if seed is None
        else replace(fresh, seed=seed.hex(), chain=table.chain, after=table.id)
    )
    count = table.settings.seats
    seating: list[tableevents.TableEvent] = []
    for place in range(count):
        sitter = table.sitters[(place + 1) % count]
        assert sitter is not None
        if sitter.bot:
            seating.append(tableevents.BotSeated(place, sitter.bot, percent=sitter.percent, name=sitter.name))
        else:
            nonce = None if seed is None else sitter.nonce
            seating.append(tableevents.Joined(place, sitter.name, sitter.tokens, sitter.browser, nonce, sitter.face))
    return opened, seating


def _usual_seats(game: str) -> int:
    return declared(game, "bad_settings").seats_against_bots


def _with_bots(
    settings: protocol.Settings, person: tableevents.Joined, percent: int = 0
) -> list[tableevents.TableEvent]:
    bots = (tableevents.BotSeated(seat, settings.level, percent=percent) for seat in range(1, settings.seats))
    return [person, *bots]
