"""The HTTP side: tables, games, the daily challenge, rules. OpenAPI follows from the types of forms.py."""

from typing import Annotated, Any

from litestar import Request, Router, get, post
from litestar.di import NamedDependency
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
    str | None,
    HeaderParameter(
        name="Allaboard-Browser",
        min_length=16,
        max_length=128,
        description="The browser's own secret: 16 to 128 characters that it made up. Only a hash of it is kept.",
    ),
]
Game = Annotated[str, PathParameter(max_length=20, description="hachi, miyajima or runaway")]
OneGame = Annotated[str | None, QueryParameter(max_length=20)]
TableId = Annotated[str, PathParameter(max_length=40, description="A table's id, which is also its code to read aloud")]
Asked = Request[Any, Any, Any]
TheLobby = NamedDependency[Lobby]
Limit = Annotated[int, QueryParameter(ge=1, le=200)]

_opening = Buckets(rate=0.5, most=40)  # tables that an address may open or join


def _who(browser: str | None) -> str | None:
    return None if browser is None else hashed(browser)


def _slowly(request: Asked, lobby: Lobby) -> None:
    address = request.client.host if request.client else ""
    if lobby.config.rates and not _opening.take(address):
        raise Refused("too_fast", "too many tables from one address; wait a moment")


@get("/games")
async def games() -> list[forms.GameInfo]:
    """What can be played."""
    return [_game_info(name) for name in game_names()]


def _game_info(name: str) -> forms.GameInfo:
    game = load(name)
    options = {key: value if isinstance(value, int) else list(value) for key, value in game.words.OPTIONS.items()}
    return forms.GameInfo(name, game.title, game.seats.start, game.seats.stop - 1, options, list(LEVELS))  # type: ignore[arg-type]


@post("/tables")
async def open_table(
    request: Asked, data: JSONBody[forms.NewTable], lobby: TheLobby, browser: Browser = None
) -> forms.Seated:
    """Open a table; you are its host."""
    _slowly(request, lobby)
    return await lobby.open(data, _who(browser))


@get("/tables")
async def public_tables(lobby: TheLobby, game: OneGame = None, limit: Limit = 50) -> list[forms.Listed]:
    """Public tables, those that still gather first."""
    return await archive.public_tables(lobby.store, game, limit)


@get("/tables/by-code/{code:str}")
async def by_code(code: Annotated[str, PathParameter(max_length=60)], lobby: TheLobby) -> TableInfo:
    """A table by its code, however it is typed."""
    return await _info(code, lobby)


@get("/tables/{table_id:str}")
async def one_table(table_id: TableId, lobby: TheLobby) -> TableInfo:
    """A table as everyone may know it."""
    return await _info(table_id, lobby)


async def _info(table_id: str, lobby: Lobby) -> TableInfo:
    table = await lobby.look(table_id)
    room = lobby.rooms.get(table.id)
    return room.info() if room else showing.info(table, set(), 0)


@post("/tables/{table_id:str}/join")
async def join(
    request: Asked,
    table_id: TableId,
    data: JSONBody[forms.Join],
    lobby: TheLobby,
    browser: Browser = None,
) -> forms.Seated:
    """Sit down; the same browser gets its own seat back."""
    _slowly(request, lobby)
    return await lobby.join(table_id, data.name, _who(browser))


@post("/solo")
async def solo(request: Asked, data: JSONBody[forms.NewSolo], lobby: TheLobby, browser: Browser = None) -> forms.Seated:
    """A game that starts at once: alone, or against bots."""
    _slowly(request, lobby)
    return await lobby.solo(data, _who(browser))


# ---- finished games


async def _finished(game_id: str, lobby: Lobby) -> Table:
    table = await lobby.look(game_id)
    if table.phase != "over":
        raise Refused("not_over", "the game is not over yet")
    return table


@get("/games/{game_id:str}/record", media_type="text/plain")
async def record(game_id: TableId, lobby: TheLobby) -> Response[str]:
    """A finished game's record, to keep and to check with `allaboard verify`."""
    table = await _finished(game_id, lobby)
    text = str(showing.record(table, lobby.seed_of(table), archive.date_text(table.created)))
    name = f'attachment; filename="{table.game.name}-{table.id}.txt"'
    return Response(text, media_type="text/plain; charset=utf-8", headers={"Content-Disposition": name})


@get("/games/{game_id:str}/replay")
async def replay(
    game_id: TableId, lobby: TheLobby, seat: Annotated[int | None, QueryParameter(ge=0, le=7)] = None
) -> forms.Replay:
    """A finished game step by step: as a seat saw it, or with all hands open."""
    table = await _finished(game_id, lobby)
    if seat is not None and seat >= table.settings.seats:
        raise Refused("bad_request", f"this game has seats 0 to {table.settings.seats - 1}")
    viewer = ALL_SEEING if seat is None else seat
    steps = showing.steps_of(table)
    told = showing.told_openly(table, steps) if seat is None else showing.told(table, seat, steps)
    shown = [
        forms.Step(e.ply, e.actor, e.action, e.sentences, showing.seen_by(table, s.after, viewer))
        for e, s in zip(told, steps, strict=True)
    ]
    first = showing.seen_by(table, steps[0].before, viewer) if steps else {}
    scores, ranks = table.game.scores(table.state), table.game.ranks(table.state)
    info = showing.info(table, set(), 0)
    return forms.Replay(info, seat, first, shown, scores, ranks, lobby.seed_of(table))


@get("/games/{game_id:str}/verify")
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


@get("/history")
async def history(lobby: TheLobby, browser: Browser = None, limit: Limit = 50) -> list[forms.Played]:
    """The games of this browser."""
    if browser is None:
        raise Refused("bad_request", "the Allaboard-Browser header says whose history is asked for")
    return await archive.history(lobby.store, hashed(browser), limit)


@get("/leaderboard/miyajima")
async def leaderboard(lobby: TheLobby, limit: Limit = 50) -> list[forms.Place]:
    """The best games of Fast Train to Miyajima alone."""
    return await archive.solo_best(lobby.store, "miyajima", limit)


# ---- the daily challenge


@get("/daily/{game:str}")
async def daily_page(
    game: Game,
    lobby: TheLobby,
    browser: Browser = None,
    date: Annotated[str | None, QueryParameter(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$")] = None,
) -> forms.Daily:
    """A day's challenge, its best tries, and one's own."""
    settings, day = daily.settings(game), date or daily.today()
    if day > daily.today():
        raise Refused("not_found", "that day has not come yet")
    seed = daily.seed(lobby.daily_secret, game, day)
    own = await daily.tried(lobby.store, game, day, hashed(browser)) if browser else None
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


@post("/daily/{game:str}")
async def daily_try(
    request: Asked, game: Game, data: JSONBody[forms.NewDaily], lobby: TheLobby, browser: Browser = None
) -> forms.Seated:
    """Begin today's challenge, or go on with it."""
    _slowly(request, lobby)
    if browser is None:
        raise Refused("bad_request", "the Allaboard-Browser header says whose try this is")
    return await lobby.daily(game, data.name, hashed(browser))


@get("/rules/{game:str}")
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
