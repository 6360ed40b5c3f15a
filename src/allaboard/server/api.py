"""The HTTP side: tables, games, the daily challenge, rules. OpenAPI follows from the types of forms.py."""

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any

from litestar import Request, Router, get, post
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import HeaderParameter, JSONBody, PathParameter, QueryParameter
from litestar.response import Response
from msgspec.structs import replace

from allaboard import fair, notation
from allaboard.bots.advice import gives_advice
from allaboard.catalog import game_text, message_of
from allaboard.declaration import Declaration
from allaboard.events import Acted, fields_of
from allaboard.game import ALL_SEEING, CHANCE, GameError, State, load
from allaboard.game import Game as AnyGame
from allaboard.record import row
from allaboard.registry import available, is_shipped
from allaboard.reviews.findings import Review
from allaboard.reviews.review import review as reviewed
from allaboard.server import archive, daily, entering, forms, showing
from allaboard.server.codes import hashed, heard
from allaboard.server.games import declared
from allaboard.server.limits import need
from allaboard.server.lobby import Lobby, Visitor
from allaboard.server.protocol import TableInfo, encode
from allaboard.server.refusal import Refused
from allaboard.server.rulespage import rules_page
from allaboard.server.store import StoreDown
from allaboard.server.stories import MOST_WAITING
from allaboard.server.table import Table

MOST_LOOKED_AT = 6
"""Of how many games that are under way the history says whose turn it is: each may have to be folded."""

Browser = Annotated[
    str,
    HeaderParameter(
        name="Allaboard-Browser",
        max_length=128,
        description="The browser's own secret: 16 to 128 characters that it made up. Only a hash of it is kept.",
    ),
]
Game = Annotated[str, PathParameter(max_length=20, description="A game's name")]
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
        403: "Not for you: the host has sent you away, or a page of another site asks",
        404: "There is no such thing",
        409: "Not now: the table is in another phase, full, or not over",
        410: "The table was closed, or cannot be read",
        413: "Too big",
        422: "Understood, but no game can be played like that",
        429: "Too fast",
        503: "The server restarts, or cannot reach its database; try again",
    }.items()
}


def _who(browser: str) -> str | None:
    """The hash of a browser's secret, if it sent one."""
    if browser and len(browser) < 16:
        raise Refused("bad_request", "browser-secret")
    return hashed(browser) if browser else None


def _need_who(browser: str) -> str:
    if (who := _who(browser)) is None:
        raise Refused("bad_request", "browser-needed")
    return who


def _visitor(request: Asked, lobby: Lobby) -> Visitor:
    return lobby.visitor(request.client.host if request.client else "")


def _slowly(request: Asked, lobby: Lobby) -> Visitor:
    """Who opens or joins a table, if they may."""
    visitor = _visitor(request, lobby)
    need("tables", visitor.budget)
    return visitor


@get("/games", responses=PROBLEMS)
async def games() -> list[forms.GameInfo]:
    """The games that can be played."""
    return [game_info(game) for game in available()]


def game_info(game: Declaration[State]) -> forms.GameInfo:
    """What a client must know about a game before a table is opened."""
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
        hints=gives_advice(game),
        board=is_shipped(game.name),
        roles={} if is_shipped(game.name) else roles_of(load(game)),
    )


def roles_of(game: AnyGame[State]) -> dict[str, dict[str, str]]:
    """How the fields of a game's events and refusals read in sentences, for those that do not stand for themselves."""
    kinds = (Acted,) if game.told is None else (*game.told.EVENTS, *game.told.REASONS)
    special = ("seat", "seats", "place", "list")
    return {
        message_of(kind): {name: role for name, (role, _) in fields_of(kind).items() if role in special}
        for kind in kinds
    }


@get("/games/{game:str}/messages/{language:str}", responses=PROBLEMS, media_type="text/plain")
async def messages(game: Game, language: Annotated[str, PathParameter(max_length=8)]) -> Response[str]:
    """The messages of a game in a language, as a Fluent resource. English if the language is missing."""
    return Response(game_text(declared(game), language), media_type="text/plain; charset=utf-8")


@post("/tables", responses=PROBLEMS)
async def open_table(
    request: Asked, data: JSONBody[forms.NewTable], lobby: TheLobby, browser: Browser = ""
) -> forms.Seated:
    """Open a table; you are its host."""
    _slowly(request, lobby)
    return await lobby.open(data, _who(browser))


@get("/tables", responses=PROBLEMS)
async def public_tables(lobby: TheLobby, game: OneGame = "", limit: Limit = 50) -> list[forms.Listed]:
    """Public tables. Tables that have not started come first."""
    return await archive.public_tables(lobby.store, game, limit)


@get("/tables/by-code/{code:str}", responses=PROBLEMS)
async def by_code(request: Asked, code: Annotated[str, PathParameter(max_length=60)], lobby: TheLobby) -> TableInfo:
    """A table by its code; case and separators do not matter."""
    return await _info(code, lobby, _visitor(request, lobby))


@get("/tables/{table_id:str}", responses=PROBLEMS)
async def one_table(request: Asked, table_id: TableId, lobby: TheLobby) -> TableInfo:
    """A table, with what everybody may know about it."""
    return await _info(table_id, lobby, _visitor(request, lobby))


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
    visitor = _slowly(request, lobby)
    return await lobby.join(table_id, data.name, _who(browser), visitor)


@post("/solo", responses=PROBLEMS)
async def solo(request: Asked, data: JSONBody[forms.NewSolo], lobby: TheLobby, browser: Browser = "") -> forms.Seated:
    """Start a solo game or a game against bots at once."""
    _slowly(request, lobby)
    return await lobby.solo(data, _who(browser))


# ---- finished games


async def _finished(game_id: str, lobby: Lobby, visitor: Visitor) -> Table:
    table = await lobby.look(game_id, visitor)
    if table.phase != "over":
        raise Refused("not_over", "not-over")
    if table.daily and table.daily >= daily.today():
        raise Refused("not_now", "day-not-over", date=table.daily)
    return table


async def _told(
    request: Asked, lobby: Lobby, game_id: str, kind: str, seat: int, make: Callable[[Table], bytes]
) -> bytes:
    """What is told of a finished game, which does not change any more: it is made once, on the visitor's budget."""
    key = kind, heard(game_id), seat
    if told := lobby.stories.kept.get(key):
        return told
    visitor = _visitor(request, lobby)
    table = await _finished(game_id, lobby, visitor)
    if seat >= table.settings.seats:
        raise Refused("bad_request", "no-such-seat", last=table.settings.seats - 1)
    told = await lobby.stories.work(visitor.host, visitor.budget, table.id, kind, partial(make, table))
    lobby.stories.kept.put(key, told)
    return told


@get("/games/{game_id:str}/record", responses=PROBLEMS, media_type="text/plain")
async def record(request: Asked, game_id: TableId, lobby: TheLobby) -> Response[str]:
    """The record of a finished game. `allaboard verify` checks it."""

    def write(table: Table) -> bytes:
        return str(_record(table, lobby)).encode()

    text = (await _told(request, lobby, game_id, "record", -1, write)).decode()
    game = text.split("\n", 2)[1].removeprefix("game ")
    name = f'attachment; filename="{game}-{heard(game_id)}.txt"'
    return Response(text, media_type="text/plain; charset=utf-8", headers={"Content-Disposition": name})


def _record(table: Table, lobby: Lobby) -> notation.GameRecord:
    return showing.record(table, lobby.seed_of(table), archive.date_text(table.created))


@get("/games/{game_id:str}/replay", responses=PROBLEMS)
async def replay(
    request: Asked, game_id: TableId, lobby: TheLobby, seat: Viewer = ALL_SEEING
) -> Response[forms.Replay]:
    """A finished game step by step: as a seat saw it, or with all hands open."""

    def write(table: Table) -> bytes:
        return encode(_replay(table, seat, lobby.seed_of(table)))

    told: Any = await _told(request, lobby, game_id, "replay", seat, write)
    return Response(told, media_type="application/json")  # encoded already


def _replay(table: Table, seat: int, seed: str | None) -> forms.Replay:
    steps = table.steps()
    told = showing.told(table, seat, steps)
    shown = [
        forms.ReplayStep(e.ply, e.actor, e.action, e.events, showing.seen_by(s.after, seat))
        for e, s in zip(told, steps, strict=True)
    ]
    first = showing.seen_by(steps[0].before, seat) if steps else {}
    scores, ranks = table.game.scores(table.state), table.game.ranks(table.state)
    moments = [*(step.before for step in steps[:1]), *(step.after for step in steps)]
    texts = None if is_shipped(table.game.name) else [table.game.show(row(one.view(seat))) for one in moments]
    return forms.Replay(
        table=showing.info(table, set(), 0),
        seat=None if seat == ALL_SEEING else seat,
        first=first,
        steps=shown,
        scores=scores,
        ranks=ranks,
        seed=seed,
        texts=texts,
    )


@get("/games/{game_id:str}/review", responses=PROBLEMS)
async def review(
    request: Asked,
    game_id: TableId,
    lobby: TheLobby,
    seat: Annotated[int, QueryParameter(ge=0, le=7, description="Whose decisions are priced")] = 0,
    language: Annotated[str, QueryParameter(pattern="^(en|ja)$", description="en or ja")] = "en",
) -> Response[Review]:
    """What was luck and what was decided well or badly, for one seat of a finished game; thought out once."""
    key = "review", heard(game_id), seat, language
    told: Any = lobby.stories.kept.get(key)
    if told is None:
        visitor = _visitor(request, lobby)
        table = await _finished(game_id, lobby, visitor)
        if seat >= table.settings.seats:
            raise Refused("bad_request", "no-such-seat", last=table.settings.seats - 1)

        def think() -> bytes:
            return encode(reviewed(_record(table, lobby), seat, language=language))

        told = await _thought(lobby, visitor, key, table.game.name, think)
    return Response(told, media_type="application/json")


@post("/review", responses=PROBLEMS, status_code=200, request_max_body_size=4 * forms.MOST_RECORD)
async def review_record(request: Asked, data: JSONBody[forms.NewReview], lobby: TheLobby) -> Response[Review]:
    """The same for a game that was played elsewhere, such as on a device without a network; its record is not kept."""
    key = "review", hashed(data.record), data.seat, data.language
    told: Any = lobby.stories.kept.get(key)
    if told is None:
        told = await _thought(lobby, _visitor(request, lobby), key, "", partial(_sent, data))
    return Response(told, media_type="application/json")


def _sent(data: forms.NewReview) -> bytes | Refused:
    """The review of a record that somebody has sent, or why there is none: both take time that is paid for."""
    try:
        records = notation.read_records(data.record)
        if len(records) != 1:
            return Refused("bad_request", "one-record")
        game, seats, board = notation.setting(records[0])
        if board or not is_shipped(game.name):
            return Refused("bad_request", "usual-board")
        if data.seat >= seats:
            return Refused("bad_request", "no-such-seat", last=seats - 1)
        if wrong := notation.verify(records[0]):
            return Refused("bad_request", "record-fails", reason=str(wrong))
        return encode(reviewed(records[0], data.seat, language=data.language))
    except GameError as error:
        return Refused("bad_request", "record-fails", reason=str(error))


async def _thought(
    lobby: Lobby, visitor: Visitor, key: tuple[object, ...], game: str, think: Callable[[], bytes | Refused]
) -> bytes:
    """A review, thought out once, on the visitor's budget."""
    need("thinking", visitor.budget, price=0)
    if lobby.thinkers.waiting(visitor.host) >= MOST_WAITING:
        raise Refused("too_fast", "too-fast", seconds=1)
    told, took = await lobby.thinkers.do(visitor.host, str(key[1]), (game, "review"), think)
    visitor.budget.spend("thinking", took)
    if isinstance(told, Refused):
        raise told
    lobby.stories.kept.put(key, told)
    return told


@get("/games/{game_id:str}/verify", responses=PROBLEMS)
async def verify(request: Asked, game_id: TableId, lobby: TheLobby) -> Response[forms.Verdict]:
    """Replay a finished game and check its chance against the commitment made before the first roll."""

    def write(table: Table) -> bytes:
        return encode(_verdict(table, lobby))

    told: Any = await _told(request, lobby, game_id, "verify", -1, write)
    return Response(told, media_type="application/json")


def _verdict(table: Table, lobby: Lobby) -> forms.Verdict:
    seed = lobby.seed_of(table)
    (written,) = notation.read_records(str(_record(table, lobby)))
    error = notation.verify(written)
    draws = sum(actor == CHANCE for actor, _ in table.lines)
    if error:
        return forms.Verdict(False, table.commitment, seed, draws, error.reason, error.line)
    return forms.Verdict(True, table.commitment, seed, draws)


@get("/history", responses=PROBLEMS)
async def history(request: Asked, lobby: TheLobby, browser: Browser = "", limit: Limit = 50) -> list[forms.Played]:
    """The games of this browser, and of those that are not over, whether they wait for it."""
    found = await archive.history(lobby.store, _need_who(browser), limit)
    playing = [game for game in found if game.phase == "playing"][:MOST_LOOKED_AT]
    waits = {game.id for game in playing if await _waits_for(game, lobby, _visitor(request, lobby))}
    return [replace(game, turn=game.id in waits) for game in found]


async def _waits_for(game: forms.Played, lobby: Lobby, visitor: Visitor) -> bool:
    """Whether it is the turn of one's own seat; not if the table cannot be read, or if that would cost too much."""
    try:
        table = await lobby.look(game.id, visitor)
    except (Refused, StoreDown):
        return False
    return game.seat in table.undecided()


@get("/figures", responses=PROBLEMS)
async def figures(lobby: TheLobby, browser: Browser = "") -> list[forms.OwnFigures]:
    """How this browser has played, by game and number of seats."""
    return await archive.own_figures(lobby.store, _need_who(browser))


@get("/leaderboard/{game:str}", responses=PROBLEMS)
async def leaderboard(game: Game, lobby: TheLobby, limit: Limit = 50) -> list[forms.Place]:
    """The best games that were played alone; of a game without, the most daily challenges won in the last 30 days."""
    known = declared(game)
    if known.solo is None:
        return await archive.daily_wins(lobby.store, known, daily.today(), limit)
    return await archive.solo_best(lobby.store, known, limit)


@post("/leaderboard", responses=PROBLEMS, request_max_body_size=4 * forms.MOST_RECORD)
async def enter(
    request: Asked, data: JSONBody[forms.NewEntry], lobby: TheLobby, browser: Browser = ""
) -> forms.Entered:
    """Enter a solo game that was played on a device, by its record: the server replays it. Each game enters once."""
    return await entering.enter(lobby, data, _who(browser), _slowly(request, lobby))


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
    who = _who(browser)
    own = await daily.tried(lobby.store, game, day, who) if who else None
    mine = await lobby.look(own, _visitor(request, lobby)) if own else None
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
    _slowly(request, lobby)
    return await lobby.daily(game, data.name, _need_who(browser), data.again)


@get("/rules/{game:str}", responses=PROBLEMS)
async def rules(
    game: Game, language: Annotated[str, QueryParameter(pattern="^[a-z]{2}$", description="en or ja")] = "en"
) -> forms.RulesPage:
    """The rules of a game, by clause."""
    return rules_page(game, language)


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
    review,
    review_record,
    verify,
    history,
    figures,
    leaderboard,
    enter,
    messages,
    daily_page,
    daily_try,
    rules,
]


def router() -> Router:
    """Everything under /api."""
    return Router("/api", route_handlers=list(ROUTES))
