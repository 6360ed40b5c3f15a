"""The HTTP API: games, tables and rules, and all routes. OpenAPI is generated from the types of forms.py."""

from typing import Annotated

from litestar import Router, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter
from litestar.response import Response

from allaboard.catalog import game_text, message_of
from allaboard.declaration import Declaration
from allaboard.events import Acted, GameIsOver, NotItsTurn, NotLegal, fields_of
from allaboard.game import Game as AnyGame
from allaboard.game import State, load
from allaboard.registry import available, is_shipped
from allaboard.server import archive, finished, forms, openings, pushroutes, showing, standings
from allaboard.server.games import declared, gives_hints
from allaboard.server.lobby import Lobby
from allaboard.server.protocol import TableInfo
from allaboard.server.requests import (
    PROBLEMS,
    Asked,
    Browser,
    Game,
    Limit,
    OneGame,
    TableId,
    TheLobby,
    browser_of,
    limited_visitor,
    visitor_of,
)
from allaboard.server.rulespage import rules_page
from allaboard.server.visitors import Visitor


@get("/games", responses=PROBLEMS)
async def games() -> list[forms.GameInfo]:
    """The games that can be played."""
    return [game_info(game) for game in available()]


def game_info(game: Declaration[State]) -> forms.GameInfo:
    """What a client must know about a game to open a table."""
    options = {key: value if isinstance(value, int) else list(value) for key, value in load(game).OPTIONS.items()}
    return forms.GameInfo(
        name=game.name,
        title=game.title,
        least=game.seats.start,
        most=game.seats.stop - 1,
        usual=game.usual_seats,
        options=options,
        levels=list(game.all_levels),  # type: ignore[arg-type]
        solo=game.solo is not None,
        aid=game.aid,
        hints=gives_hints(game),
        board=is_shipped(game.name),
        rulebook=game.text("rulebook.md") is not None,
        ranks=list(game.solo.ranks) if game.solo else [],
        roles={} if is_shipped(game.name) else roles_of(load(game)),
    )


def roles_of(game: AnyGame[State]) -> dict[str, dict[str, str]]:
    """By event and refusal: the roles of the fields that a sentence does not show unchanged."""
    kinds = (Acted, NotLegal, NotItsTurn, GameIsOver) if game.told is None else (*game.told.EVENTS, *game.told.REASONS)
    special = ("seat", "seats", "place", "list")
    return {
        message_of(kind): {name: role for name, (role, _) in fields_of(kind).items() if role in special}
        for kind in kinds
    }


@get("/games/{game:str}/messages/{language:str}", responses=PROBLEMS, media_type="text/plain")
async def messages(game: Game, language: Annotated[str, PathParameter(max_length=8)]) -> Response[str]:
    """The messages of a game in a language, as a Fluent resource; empty if it has none in this language."""
    return Response(game_text(declared(game), language), media_type="text/plain; charset=utf-8")


@post("/tables", responses=PROBLEMS)
async def open_table(
    request: Asked, data: JSONBody[forms.NewTable], lobby: TheLobby, browser: Browser = ""
) -> forms.Seated:
    """Open a table. You become its host."""
    limited_visitor(request, lobby)
    return await openings.open_table(lobby, data, browser_of(browser))


@get("/tables", responses=PROBLEMS)
async def public_tables(lobby: TheLobby, game: OneGame = "", limit: Limit = 50) -> list[forms.Listed]:
    """Public tables. Tables that have not started come first."""
    if game and game not in {known.name for known in available()}:
        return []  # the database is not asked: PostgreSQL would raise an error for some texts
    return await archive.public_tables(lobby.store, game, limit)


@get("/tables/by-code/{code:str}", responses=PROBLEMS)
async def by_code(request: Asked, code: Annotated[str, PathParameter(max_length=60)], lobby: TheLobby) -> TableInfo:
    """A table by its code; case and separators do not matter."""
    return await _info(code, lobby, visitor_of(request, lobby))


@get("/tables/{table_id:str}", responses=PROBLEMS)
async def one_table(request: Asked, table_id: TableId, lobby: TheLobby) -> TableInfo:
    """The public information about a table."""
    return await _info(table_id, lobby, visitor_of(request, lobby))


async def _info(table_id: str, lobby: Lobby, visitor: Visitor) -> TableInfo:
    table = await lobby.look(table_id, visitor)
    room = lobby.rooms.get(table.id)
    return room.info() if room else showing.info(table, set(), 0)


@post("/tables/{table_id:str}/join", responses=PROBLEMS)
async def join(
    request: Asked,
    table_id: TableId,
    data: JSONBody[forms.Join],
    lobby: TheLobby,
    browser: Browser = "",
) -> forms.Seated:
    """Take a seat. The same browser gets its own seat back."""
    visitor = limited_visitor(request, lobby)
    return await lobby.join(table_id, data.name, browser_of(browser), visitor)


@post("/solo", responses=PROBLEMS)
async def solo(request: Asked, data: JSONBody[forms.NewSolo], lobby: TheLobby, browser: Browser = "") -> forms.Seated:
    """Start a solo game or a game against bots."""
    limited_visitor(request, lobby)
    return await openings.solo(lobby, data, browser_of(browser))


@get("/rules/{game:str}", responses=PROBLEMS)
async def rules(
    game: Game, language: Annotated[str, QueryParameter(pattern="^[a-z]{2}$", description="en or ja")] = "en"
) -> forms.RulesPage:
    """The rules of a game, by clause."""
    return rules_page(game, language)


ROUTES = (
    *(games, open_table, public_tables, by_code, one_table, join, solo, messages, rules),
    *finished.ROUTES,
    *standings.ROUTES,
    *pushroutes.ROUTES,
)


def router() -> Router:
    """All routes under /api."""
    return Router("/api", route_handlers=list(ROUTES))
