"""Finished games over HTTP: their records, replays, reviews and checks."""

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any

from litestar import get, post
from litestar.params import JSONBody, QueryParameter
from litestar.response import Response

from allaboard import notation
from allaboard.bots.advice import gives_advice
from allaboard.declaration import Declaration
from allaboard.game import ALL_SEEING, CHANCE, GameError, State
from allaboard.registry import is_shipped
from allaboard.reviews.findings import Review
from allaboard.reviews.review import review as reviewed
from allaboard.server import archive, bots_at_table, daily, forms, showing
from allaboard.server.codes import hashed, normal_code
from allaboard.server.lobby import Lobby
from allaboard.server.protocol import encode
from allaboard.server.refusal import Refused
from allaboard.server.requests import PROBLEMS, Asked, TableId, TheLobby, Viewer, visitor_of
from allaboard.server.reviewing import Tell
from allaboard.server.table import Table
from allaboard.server.visitors import Visitor


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
    """An answer about a finished game. It never changes, so it is made once, on the visitor's budget, and cached."""
    key = kind, normal_code(game_id), seat
    if told := lobby.stories.cache.get(key):
        return told
    visitor = visitor_of(request, lobby)
    table = await _finished(game_id, lobby, visitor)
    if seat >= table.settings.seats:
        raise Refused("bad_request", "no-such-seat", last=table.settings.seats - 1)
    told = await lobby.stories.work(visitor.host, visitor.budget, table.id, kind, partial(make, table))
    lobby.stories.cache.put(key, told)
    return told


@get("/games/{game_id:str}/record", responses=PROBLEMS, media_type="text/plain")
async def record(request: Asked, game_id: TableId, lobby: TheLobby) -> Response[str]:
    """The record of a finished game. `allaboard verify` can check it."""

    def write(table: Table) -> bytes:
        return str(_record(table, lobby)).encode()

    text = (await _told(request, lobby, game_id, "record", -1, write)).decode()
    game = text.split("\n", 2)[1].removeprefix("game ")
    name = f'attachment; filename="{game}-{normal_code(game_id)}.txt"'
    return Response(text, media_type="text/plain; charset=utf-8", headers={"Content-Disposition": name})


def _record(table: Table, lobby: Lobby) -> notation.GameRecord:
    return showing.record(table, lobby.seed_of(table), archive.date_text(table.created))


def _json(encoded: bytes) -> Response[Any]:  # Any: what was encoded; the endpoints say what it is
    return Response(encoded, media_type="application/json")


@get("/games/{game_id:str}/replay", responses=PROBLEMS)
async def replay(
    request: Asked, game_id: TableId, lobby: TheLobby, seat: Viewer = ALL_SEEING
) -> Response[forms.Replay]:
    """A finished game step by step: as one seat saw it, or with all hands visible."""

    def write(table: Table) -> bytes:
        return encode(_replay(table, seat, lobby.seed_of(table)))

    return _json(await _told(request, lobby, game_id, "replay", seat, write))


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
    views = [] if is_shipped(table.game.name) else [one.view(seat) for one in moments]
    return forms.Replay(
        table=showing.info(table, set(), 0),
        seat=None if seat == ALL_SEEING else seat,
        first=first,
        steps=shown,
        scores=scores,
        ranks=ranks,
        seed=seed,
        texts=[table.game.show(view) for view in views] if views else None,
        translations=[table.game.translations(view) for view in views],
    )


@get("/games/{game_id:str}/review", responses=PROBLEMS)
async def review(
    request: Asked,
    game_id: TableId,
    lobby: TheLobby,
    seat: Annotated[int, QueryParameter(ge=0, le=7, description="The seat whose decisions are reviewed")] = 0,
    language: Annotated[str, QueryParameter(pattern="^(en|ja)$", description="en or ja")] = "en",
) -> Response[Review]:
    """The review of one seat of a finished game: how much was luck, and which decisions were good or bad."""
    visitor = visitor_of(request, lobby)
    key = "review", normal_code(game_id), seat, language
    if (told := lobby.stories.cache.get(key)) is None:
        table = await _finished(game_id, lobby, visitor)
        if seat >= table.settings.seats:
            raise Refused("bad_request", "no-such-seat", last=table.settings.seats - 1)
        if not _can_review(table.game.declaration):
            raise Refused("not_now", "review-not-ready")

        def think(tell: Tell) -> bytes:
            return encode(reviewed(_record(table, lobby), seat, language=language, tell=tell))

        told = await lobby.reviews.told(key, visitor, table.game.name, think, partial(_gone, request))
    return _json(told)


@post("/review", responses=PROBLEMS, status_code=200, request_max_body_size=4 * forms.MOST_RECORD)
async def review_record(request: Asked, data: JSONBody[forms.NewReview], lobby: TheLobby) -> Response[Review]:
    """The review of a game that was played elsewhere, for example offline. Its record is not stored."""
    key = "review", hashed(data.record), data.seat, data.language
    think, gone = partial(_sent, data), partial(_gone, request)
    return _json(await lobby.reviews.told(key, visitor_of(request, lobby), "", think, gone))


def _can_review(game: Declaration[State]) -> bool:
    """Whether the bot that reviews is compiled. Compiling it here would block every table."""
    return not gives_advice(game) or (game.name, game.best_level) in bots_at_table.READY


async def _gone(request: Asked) -> None:
    """Return when the client has disconnected."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _sent(data: forms.NewReview, tell: Tell) -> bytes | Refused:
    """The review of a submitted record, or the reason why there is none. The visitor pays for both."""
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
        if not _can_review(game.declaration):
            return Refused("not_now", "review-not-ready")
        return encode(reviewed(records[0], data.seat, language=data.language, tell=tell))
    except GameError as error:
        return Refused("bad_request", "record-fails", reason=str(error))


@get("/games/{game_id:str}/verify", responses=PROBLEMS)
async def verify(request: Asked, game_id: TableId, lobby: TheLobby) -> Response[forms.Verdict]:
    """Replay a finished game and check its random draws against the commitment made before the first one."""

    def write(table: Table) -> bytes:
        return encode(_verdict(table, lobby))

    return _json(await _told(request, lobby, game_id, "verify", -1, write))


def _verdict(table: Table, lobby: Lobby) -> forms.Verdict:
    seed = lobby.seed_of(table)
    (written,) = notation.read_records(str(_record(table, lobby)))
    error = notation.verify(written)
    draws = sum(actor == CHANCE for actor, _ in table.lines)
    if error:
        return forms.Verdict(False, table.commitment, seed, draws, error.reason, error.line)
    return forms.Verdict(True, table.commitment, seed, draws)


ROUTES = (record, replay, review, review_record, verify)
