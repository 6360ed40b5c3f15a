"""The HTTP side: tables, games, the daily challenge, rules. OpenAPI follows from the types of forms.py."""

from typing import Annotated, Any

from litestar import Request, Router, get, post
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import HeaderParameter, JSONBody, PathParameter, QueryParameter
from litestar.response import Response

from allaboard import fair, game_names, notation
from allaboard.bots.levels import LEVELS
from allaboard.game import ALL_SEEING, CHANCE, load
from allaboard.server import archive, daily, forms, showing
from allaboard.server.codes import hashed
from allaboard.server.limits import Buckets
from allaboard.server.lobby import Lobby
from allaboard.server.protocol import TableInfo
from allaboard.server.refusal import Refused
from allaboard.server.rulespage import rules_page
from allaboard.server.table import Table

Browser = Annotated[
    str,
    HeaderParameter(
        name="Allaboard-Browser",
        max_length=128,
        description="The browser's own secret: 16 to 128 characters that it made up. Only a hash of it is kept.",
    ),
]
Game = Annotated[str, PathParameter(max_length=20, description="hachi, miyajima or runaway")]
OneGame = Annotated[str, QueryParameter(max_length=20, description="Only this game")]
TableId = Annotated[str, PathParameter(max_length=40, description="A table's id, which is also its code to read aloud")]
Asked = Request[Any, Any, Any]
TheLobby = NamedDependency[Lobby]
Viewer = Annotated[int, QueryParameter(ge=-1, le=7, description="A seat; -1: all hands open")]
Limit = Annotated[int, QueryParameter(ge=1, le=200)]

PROBLEMS: dict[int, ResponseSpec] = {
    status: ResponseSpec(forms.Problem, generate_examples=False, description=why)
    for status, why in {
        400: "Not a request of this API",
        404: "There is no such thing",
        409: "Not now: the table is in another phase, full, or not over",
        413: "Too big",
        422: "Understood, but no game can be played like that",
        429: "Too fast",
        503: "The server restarts, or cannot reach its database; try again",
    }.items()
}

_opening = Buckets(rate=0.5, most=40)  # tables that an address may open or join


def _who(browser: str) -> str | None:
    """The hash of a browser's secret, if it sent one."""
    if browser and len(browser) < 16:
        raise Refused("bad_request", "the browser's secret has 16 to 128 characters")
    return hashed(browser) if browser else None


def _need_who(browser: str) -> str:
    if (who := _who(browser)) is None:
        raise Refused("bad_request", "the Allaboard-Browser header says who asks")
    return who


def _slowly(request: Asked, lobby: Lobby) -> None:
    address = request.client.host if request.client else ""
    if lobby.config.rates and not _opening.take(address):
        raise Refused("too_fast", "too many tables from one address; wait a moment")


@get("/games", responses=PROBLEMS)
async def games() -> list[forms.GameInfo]:
    """What can be played."""
    return [_game_info(name) for name in game_names()]


def _game_info(name: str) -> forms.GameInfo:
    game = load(name)
    options = {key: value if isinstance(value, int) else list(value) for key, value in game.words.OPTIONS.items()}
    return forms.GameInfo(name, game.title, game.seats.start, game.seats.stop - 1, options, list(LEVELS))  # type: ignore[arg-type]


@post("/tables", responses=PROBLEMS)
async def open_table(
    request: Asked, data: JSONBody[forms.NewTable], lobby: TheLobby, browser: Browser = ""
) -> forms.Seated:
    """Open a table; you are its host."""
    _slowly(request, lobby)
    return await lobby.open(data, _who(browser))


@get("/tables", responses=PROBLEMS)
async def public_tables(lobby: TheLobby, game: OneGame = "", limit: Limit = 50) -> list[forms.Listed]:
    """Public tables, those that still gather first."""
    return await archive.public_tables(lobby.store, game, limit)


@get("/tables/by-code/{code:str}", responses=PROBLEMS)
async def by_code(code: Annotated[str, PathParameter(max_length=60)], lobby: TheLobby) -> TableInfo:
    """A table by its code, however it is typed."""
    return await _info(code, lobby)


@get("/tables/{table_id:str}", responses=PROBLEMS)
async def one_table(table_id: TableId, lobby: TheLobby) -> TableInfo:
    """A table as everyone may know it."""
    return await _info(table_id, lobby)


async def _info(table_id: str, lobby: Lobby) -> TableInfo:
    table = await lobby.look(table_id)
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
    """Sit down; the same browser gets its own seat back."""
    _slowly(request, lobby)
    return await lobby.join(table_id, data.name, _who(browser))


@post("/solo", responses=PROBLEMS)
async def solo(request: Asked, data: JSONBody[forms.NewSolo], lobby: TheLobby, browser: Browser = "") -> forms.Seated:
    """A game that starts at once: alone, or against bots."""
    _slowly(request, lobby)
    return await lobby.solo(data, _who(browser))


# ---- finished games


async def _finished(game_id: str, lobby: Lobby) -> Table:
    table = await lobby.look(game_id)
    if table.phase != "over":
        raise Refused("not_over", "the game is not over yet")
    return table


@get("/games/{game_id:str}/record", responses=PROBLEMS, media_type="text/plain")
async def record(game_id: TableId, lobby: TheLobby) -> Response[str]:
    """A finished game's record, to keep and to check with `allaboard verify`."""
    table = await _finished(game_id, lobby)
    text = str(showing.record(table, lobby.seed_of(table), archive.date_text(table.created)))
    name = f'attachment; filename="{table.game.name}-{table.id}.txt"'
    return Response(text, media_type="text/plain; charset=utf-8", headers={"Content-Disposition": name})


@get("/games/{game_id:str}/replay", responses=PROBLEMS)
async def replay(game_id: TableId, lobby: TheLobby, seat: Viewer = ALL_SEEING) -> forms.Replay:
    """A finished game step by step: as a seat saw it, or with all hands open."""
    table = await _finished(game_id, lobby)
    if seat >= table.settings.seats:
        raise Refused("bad_request", f"this game has seats 0 to {table.settings.seats - 1}")
    steps = table.steps()
    told = showing.told(table, seat, steps)
    shown = [
        forms.Step(e.ply, e.actor, e.action, e.sentences, e.facts, showing.seen_by(s.after, seat))
        for e, s in zip(told, steps, strict=True)
    ]
    first = showing.seen_by(steps[0].before, seat) if steps else {}
    scores, ranks = table.game.scores(table.state), table.game.ranks(table.state)
    info = showing.info(table, set(), 0)
    return forms.Replay(info, None if seat == ALL_SEEING else seat, first, shown, scores, ranks, lobby.seed_of(table))


@get("/games/{game_id:str}/verify", responses=PROBLEMS)
async def verify(game_id: TableId, lobby: TheLobby) -> forms.Verdict:
    """Replay a finished game and check its chance against the commitment made before the first roll."""
    table = await _finished(game_id, lobby)
    seed = lobby.seed_of(table)
    (written,) = notation.read(str(showing.record(table, seed, archive.date_text(table.created))))
    error = notation.verify(written)
    draws = sum(actor == CHANCE for actor, _ in table.lines)
    if error:
        return forms.Verdict(False, table.commitment, seed, draws, error.reason, error.line)
    return forms.Verdict(True, table.commitment, seed, draws)


@get("/history", responses=PROBLEMS)
async def history(lobby: TheLobby, browser: Browser = "", limit: Limit = 50) -> list[forms.Played]:
    """The games of this browser."""
    return await archive.history(lobby.store, _need_who(browser), limit)


@get("/leaderboard/miyajima", responses=PROBLEMS)
async def leaderboard(lobby: TheLobby, limit: Limit = 50) -> list[forms.Place]:
    """The best games of Fast Train to Miyajima alone."""
    return await archive.solo_best(lobby.store, "miyajima", limit)


# ---- the daily challenge


@get("/daily/{game:str}", responses=PROBLEMS)
async def daily_page(
    game: Game,
    lobby: TheLobby,
    browser: Browser = "",
    date: Annotated[str, QueryParameter(pattern=r"^([0-9]{4}-[0-9]{2}-[0-9]{2})?$", description="Default: today")] = "",
) -> forms.Daily:
    """A day's challenge, its best tries, and one's own."""
    settings, day = daily.settings(game), date or daily.today()
    if day > daily.today():
        raise Refused("not_found", "that day has not come yet")
    seed = daily.seed(lobby.daily_secret, game, day)
    who = _who(browser)
    own = await daily.tried(lobby.store, game, day, who) if who else None
    return forms.Daily(
        game=game,
        date=day,
        seats=settings.seats,
        level=settings.level if settings.seats > 1 else None,
        commitment=fair.commitment(seed),
        seed=seed.hex() if day < daily.today() else None,
        table=own,
        best=await archive.daily_best(lobby.store, game, day),
    )


@post("/daily/{game:str}", responses=PROBLEMS)
async def daily_try(
    request: Asked, game: Game, data: JSONBody[forms.NewDaily], lobby: TheLobby, browser: Browser = ""
) -> forms.Seated:
    """Begin today's challenge, or go on with it."""
    _slowly(request, lobby)
    return await lobby.daily(game, data.name, _need_who(browser))


@get("/rules/{game:str}", responses=PROBLEMS)
async def rules(game: Game) -> forms.RulesPage:
    """A game's rules, by clause."""
    return rules_page(game)


ROUTES = [
    games,
    open_table,
    public_tables,
    by_code,
    one_table,
    join,
    solo,
    record,
    replay,
    verify,
    history,
    leaderboard,
    daily_page,
    daily_try,
    rules,
]


def router() -> Router:
    """Everything under /api."""
    return Router("/api", route_handlers=list(ROUTES))
