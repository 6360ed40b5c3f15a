"""Results over HTTP: the history and figures of a browser, leaderboards, the daily challenge."""

from typing import Annotated

from litestar import get, post
from litestar.params import JSONBody, QueryParameter
from msgspec.structs import replace

from allaboard import fair
from allaboard.server import archive, daily, entering, forms, openings
from allaboard.server.games import declared
from allaboard.server.lobby import Lobby
from allaboard.server.refusal import Refused
from allaboard.server.requests import (
    PROBLEMS,
    Asked,
    Browser,
    Game,
    Limit,
    TheLobby,
    browser_of,
    limited_visitor,
    need_browser,
    visitor_of,
)
from allaboard.server.store import StoreDown
from allaboard.server.visitors import Visitor

MOST_LOOKED_AT = 6
"""The number of unfinished games whose turn the history reports: each may have to be loaded."""


@get("/history", responses=PROBLEMS)
async def history(request: Asked, lobby: TheLobby, browser: Browser = "", limit: Limit = 50) -> list[forms.Played]:
    """The games of this browser. For unfinished ones it says whether it is this browser's turn."""
    found = await archive.history(lobby.store, need_browser(browser), limit)
    playing = [game for game in found if game.phase == "playing"][:MOST_LOOKED_AT]
    waits = {game.id for game in playing if await _waits_for(game, lobby, visitor_of(request, lobby))}
    return [replace(game, turn=game.id in waits) for game in found]


async def _waits_for(game: forms.Played, lobby: Lobby, visitor: Visitor) -> bool:
    """Whether it is this browser's turn; False if the table cannot be read or the budget is used up."""
    try:
        table = await lobby.look(game.id, visitor)
    except (Refused, StoreDown):
        return False
    return game.seat in table.undecided()


@get("/figures", responses=PROBLEMS)
async def figures(lobby: TheLobby, browser: Browser = "") -> list[forms.OwnFigures]:
    """The results of this browser, by game and number of seats."""
    return await archive.own_figures(lobby.store, need_browser(browser))


@get("/leaderboard/{game:str}", responses=PROBLEMS)
async def leaderboard(game: Game, lobby: TheLobby, limit: Limit = 50) -> list[forms.Place]:
    """The best solo games. For games without solo play: the most daily challenges won in the last 30 days."""
    known = declared(game)
    if known.solo is None:
        return await archive.daily_wins(lobby.store, known, daily.today(), limit)
    return await archive.solo_best(lobby.store, known, limit)


@post("/leaderboard", responses=PROBLEMS, request_max_body_size=4 * forms.MOST_RECORD)
async def enter(
    request: Asked, data: JSONBody[forms.NewEntry], lobby: TheLobby, browser: Browser = ""
) -> forms.Entered:
    """Enter a solo game that was played on a device. The server replays its record. Each game can be entered once."""
    return await entering.enter(lobby, data, browser_of(browser), limited_visitor(request, lobby))


# ---- the daily challenge


@get("/daily/{game:str}", responses=PROBLEMS)
async def daily_page(
    request: Asked,
    game: Game,
    lobby: TheLobby,
    browser: Browser = "",
    date: Annotated[str, QueryParameter(pattern=r"^([0-9]{4}-[0-9]{2}-[0-9]{2})?$", description="Default: today")] = "",
) -> forms.Daily:
    """The challenge of a day, its best results, and your own."""
    settings, day = daily.settings(game), date or daily.today()
    if day > daily.today():
        raise Refused("not_found", "day-to-come")
    seed = daily.seed(lobby.daily_secret, game, day)
    who = browser_of(browser)
    own = await daily.tried(lobby.store, game, day, who) if who else None
    mine = await lobby.look(own, visitor_of(request, lobby)) if own else None
    return forms.Daily(
        game=game,
        date=day,
        seats=settings.seats,
        level=settings.level if settings.seats > 1 else None,
        commitment=fair.commitment(seed),
        seed=seed.hex() if day < daily.today() else None,
        table=own,
        unrated=mine.unrated if mine else None,
        finished=mine is not None and mine.phase == "over",
        best=await archive.daily_best(lobby.store, declared(game), day),
        streak=await archive.streak(lobby.store, game, who, daily.today()) if who else 0,
        next_ms=daily.until_tomorrow_ms(),
    )


@post("/daily/{game:str}", responses=PROBLEMS)
async def daily_try(
    request: Asked, game: Game, data: JSONBody[forms.NewDaily], lobby: TheLobby, browser: Browser = ""
) -> forms.Seated:
    """Start today's challenge, or continue it."""
    visitor = limited_visitor(request, lobby)
    return await openings.daily_try(lobby, game, data.name, need_browser(browser), data.again, visitor)


ROUTES = (history, figures, leaderboard, enter, daily_page, daily_try)
