"""The whole server as one ASGI application."""

import gc
import subprocess
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, Request
from litestar.config.compression import CompressionConfig
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.response import Response

from allaboard import __version__, game_names
from allaboard.game import CHANCE, load
from allaboard.server import api, bots_at_table, bus, forms, pages, warm
from allaboard.server.config import Config
from allaboard.server.forms import Problem
from allaboard.server.lobby import Lobby
from allaboard.server.logs import configure, log
from allaboard.server.protocol import MOST_BYTES, Settings
from allaboard.server.refusal import Refused
from allaboard.server.sockets import table_socket
from allaboard.server.store import Store, StoreDown

STATUS = {
    "unknown_table": 404,
    "not_found": 404,
    "bad_settings": 422,
    "bad_name": 422,
    "not_over": 409,
    "not_now": 409,
    "table_full": 409,
    "seat_taken": 409,
    "already_played": 409,
    "too_fast": 429,
    "too_big": 413,
    "storage": 503,
    "restarting": 503,
}


class House(Litestar):
    """The application; HEAD is answered like GET, and the server below sends no body."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """One connection."""
        if scope["type"] == "http" and scope["method"] == "HEAD":
            scope = {**scope, "method": "GET"}
        await super().__call__(scope, receive, send)


def make_app(config: Config) -> Litestar:
    """A server with its database open."""
    store = Store(config.database())
    store.open()
    lobby = Lobby(config, store, _bus(config))

    @asynccontextmanager
    async def life(_: Litestar) -> AsyncIterator[None]:
        warm_up()
        settle()
        await lobby.start()
        warming = warm_up_bots()
        log("open", version=__version__, database=store.url.get_backend_name(), run=store.run)
        try:
            yield
        finally:
            if warming:
                warming.terminate()
            await lobby.stop()
            log("closed", run=store.run)

    async def the_lobby() -> Lobby:
        return lobby

    app = House(
        route_handlers=[api.router(), table_socket, *pages.ROUTES],
        dependencies={"lobby": Provide(the_lobby)},
        lifespan=[life],
        exception_handlers={
            Refused: _refused,
            StoreDown: _down,
            HTTPException: _http,
            Exception: _broken,
        },
        compression_config=CompressionConfig(backend="gzip", minimum_size=2000, gzip_compress_level=4),
        response_headers=pages.HEADERS,
        request_max_body_size=MOST_BYTES,
        openapi_config=OpenAPIConfig(
            title="All Aboard",
            version=__version__,
            path="/api/schema",
            render_plugins=[JsonRenderPlugin()],
        ),
        logging_config=None,
    )
    _describe_strictly(app)
    return app


def _describe_strictly(app: Litestar) -> None:
    """Requests with fields that we do not know are refused, and the API's description says so."""
    strict = {struct.__name__ for struct in (*forms.REQUESTS, Settings)}
    for name, schema in app.openapi_schema.components.schemas.items():
        if name.rsplit("_", 1)[-1] in strict:
            schema.additional_properties = False


def from_environment() -> Litestar:
    """For worker processes."""
    config = Config.from_environment()
    configure(config.log_level)
    return make_app(config)


def _bus(config: Config) -> bus.Bus:
    if not config.redis:
        return bus.Alone()
    from allaboard.server.redisbus import RedisBus

    return RedisBus(config.redis)


def warm_up() -> None:
    """Compile the rules (or fetch them from the cache) before anybody waits for them."""
    for name in game_names():
        game = load(name)
        state = game.start(game.seats.start)
        game.words.to_json(game.view(state, 0))
        while actors := game.actors(state):
            action = game.legal(state, actors[0])[0]
            if actors[0] == CHANCE:
                game.weights(state)
            game.play(state, actors[0], action)
        game.scores(state)
        game.ranks(state)


def settle() -> None:
    """What is there now stays: the garbage collector need not look at it, at every few moves, ever again.

    Looking through compilers and database layers took more time than everything else about a move.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 100)


def warm_up_bots() -> "subprocess.Popen[str] | None":
    """Bots that are not compiled yet become ready one by one, in a process of their own."""
    if not warm.needed():
        bots_at_table.READY.update(warm.everyone())
        return None
    process = subprocess.Popen([sys.executable, "-m", "allaboard.server.warm"], stdout=subprocess.PIPE, text=True)

    def read() -> None:
        with process:
            for line in process.stdout or ():
                game, level = line.split()
                bots_at_table.READY.add((game, level))

    threading.Thread(target=read, name="warm", daemon=True).start()
    return process


def _problem(status: int, code: str, message: str) -> Response[Problem]:
    return Response(Problem(code, message), status_code=status, media_type="application/json")


def _refused(_: "Request[Any, Any, Any]", refused: Refused) -> Response[Problem]:
    return _problem(STATUS.get(refused.code, 422), refused.code, refused.message)


def _down(_: "Request[Any, Any, Any]", __: StoreDown) -> Response[Problem]:
    return _problem(503, "storage", "the server cannot reach its database at the moment; try again")


def _http(_: "Request[Any, Any, Any]", error: HTTPException) -> Response[Problem]:
    code = {404: "not_found", 413: "too_big"}.get(error.status_code, "bad_request")
    message = error.detail
    extra = getattr(error, "extra", None)
    if error.status_code == 400 and isinstance(extra, list) and extra:
        message = "; ".join(f"{entry.get('key', '')}: {entry.get('message', '')}" for entry in extra)
    return _problem(error.status_code, code, message[:500])


def _broken(_: "Request[Any, Any, Any]", error: Exception) -> Response[Problem]:
    log("error", kind=type(error).__name__)
    return _problem(500, "bad_request", "something went wrong on our side")
