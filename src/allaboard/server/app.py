"""The whole server as one ASGI application."""

import asyncio
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, TypeAlias
from urllib.parse import urlsplit

from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.di import Provide
from litestar.exceptions import ClientException, HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.response import Response

from allaboard import __version__
from allaboard.server import api, bus, forms, pages
from allaboard.server.codes import normal_code
from allaboard.server.config import Config
from allaboard.server.forms import Problem
from allaboard.server.limits import need
from allaboard.server.lobby import Lobby
from allaboard.server.logs import configure, log, log_fault
from allaboard.server.metrics import METRICS
from allaboard.server.origins import need_own_origin
from allaboard.server.protocol import MOST_BYTES, Settings
from allaboard.server.readiness import Preparation
from allaboard.server.refusal import Refused
from allaboard.server.requests import Asked
from allaboard.server.reviewing import NobodyWaiting
from allaboard.server.setuperror import SetupError
from allaboard.server.sockets import table_socket
from allaboard.server.store import Store, StoreDown
from allaboard.server.supervisor import CANNOT_START

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
    "kicked": 403,
    "foreign_origin": 403,
    "closed": 410,
    "too_fast": 429,
    "too_big": 413,
    "storage": 503,
    "restarting": 503,
}


FREE = ("/health", "/ready", "/metrics")
"""Paths without a rate limit. They cost little, and monitoring needs them."""

Asgi: TypeAlias = Any  # Any: ASGI's dictionaries and functions; Litestar's types do not allow a changed scope


class Application(Litestar):
    """The ASGI application. HEAD is handled like GET; the HTTP server sends no body."""

    lobby: Lobby
    under = ""
    """The path under which a proxy serves the application. The proxy may pass it on or strip it."""

    async def __call__(self, scope: Asgi, receive: Asgi, send: Asgi) -> None:
        """Handle one connection."""
        if self.under and scope.get("path", "").startswith(self.under):
            rest = scope["path"].removeprefix(self.under)
            if rest[:1] in ("", "/"):
                scope = {**scope, "path": rest or "/"}
        if scope["type"] == "http":
            try:
                self._need(scope)
            except (Refused, ClientException) as refused:
                response = _refused(None, refused) if isinstance(refused, Refused) else _http(None, refused)
                await response.to_asgi_response(None, None)(scope, receive, send)  # type: ignore[arg-type]
                return
            if scope["method"] == "HEAD":
                scope = {**scope, "method": "GET"}
            receive = in_time(receive, self.lobby.config.body_seconds)
        await super().__call__(scope, receive, send)

    def _need(self, scope: Asgi) -> None:
        if scope["path"] not in FREE:
            client = scope.get("client")
            need("requests", self.lobby.limits.address(client[0] if client else ""))
        host = next((value for name, value in scope["headers"] if name == b"host"), b"")
        try:
            _ = urlsplit(b"//" + host).port  # Litestar reads it later, and expects a number
        except ValueError:
            raise ClientException("the Host header cannot be read") from None


def in_time(receive: Asgi, seconds: float) -> Asgi:
    """Wrap `receive` so that the whole body must arrive within this time."""
    until, whole = time.monotonic() + seconds, False

    async def patiently() -> Asgi:
        nonlocal whole
        if whole:  # only the disconnect message can follow
            return await receive()
        try:
            message = await asyncio.wait_for(receive(), max(0.0, until - time.monotonic()))
        except TimeoutError:
            METRICS.count("limited", "slow_body")
            raise ClientException("the request's body did not arrive in time", status_code=408) from None
        whole = not message.get("more_body", False)
        return message

    return patiently


def make_app(config: Config) -> Litestar:
    """Make the application and open its database."""
    store = Store(config.database())
    store.open()
    lobby = Lobby(config, store, _bus(config))

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        preparation = Preparation()
        preparation.start()
        await lobby.start()
        log("open", version=__version__, database=store.url.get_backend_name(), run=store.run)
        try:
            yield
        finally:
            preparation.stop()
            await lobby.stop()
            log("closed", run=store.run)

    async def the_lobby() -> Lobby:
        return lobby

    async def own_pages_only(request: Asked) -> None:
        need_own_origin(request, config)

    app = Application(
        route_handlers=[api.router(), table_socket, *pages.ROUTES],
        dependencies={"lobby": Provide(the_lobby)},
        lifespan=[lifespan],
        before_request=own_pages_only,
        exception_handlers={
            Refused: _refused,
            StoreDown: _down,
            NobodyWaiting: _left,
            HTTPException: _http,
            RecursionError: _no_json,
            UnicodeDecodeError: _no_json,
            Exception: _broken,
        },
        compression_config=CompressionConfig(
            backend="gzip", minimum_size=2000, gzip_compress_level=4, exclude_opt_key=pages.COMPRESSED
        ),
        response_headers=pages.HEADERS,
        request_max_body_size=MOST_BYTES,
        openapi_config=OpenAPIConfig(
            title="All Aboard",
            version=__version__,
            path="/api/schema",
            use_handler_docstrings=True,
            render_plugins=[JsonRenderPlugin()],
        ),
        logging_config=None,
    )
    app.under = config.root_path
    app.lobby = lobby
    _describe_strictly(app)
    return app


def _describe_strictly(app: Litestar) -> None:
    """Declare in the API's description that requests with unknown fields are refused."""
    strict = {struct.__name__ for struct in (*forms.REQUESTS, Settings)}
    for name, schema in app.openapi_schema.components.schemas.items():
        if name.rsplit("_", 1)[-1] in strict:
            schema.additional_properties = False


def from_environment() -> Litestar:
    """Make the application in a worker process."""
    config = Config.from_environment()
    configure(config.log_level)
    try:
        return make_app(config)
    except SetupError as error:
        log("error", kind="start", error=str(error))
        sys.exit(CANNOT_START)


def _bus(config: Config) -> bus.Bus:
    if not config.redis:
        return bus.Alone()
    from allaboard.server.redisbus import RedisBus

    return RedisBus(config.redis)


def _problem(status: int, problem: Problem) -> Response[Problem]:
    return Response(problem, status_code=status, media_type="application/json")


def _refused(_: Asked | None, refused: Refused) -> Response[Problem]:
    problem = Problem(refused.code, refused.message, refused.key, refused.args_)
    response = _problem(STATUS.get(refused.code, 422), problem)
    if "seconds" in refused.args_:
        response.headers["Retry-After"] = str(refused.args_["seconds"])
    return response


def _down(request: Asked, __: StoreDown) -> Response[Problem]:
    return _refused(request, Refused("storage", "storage-down"))


def _left(_: Asked, __: NobodyWaiting) -> Response[Problem]:
    """Answer a client that has disconnected. Nobody reads the answer."""
    return _problem(408, Problem("too_slow", ""))


def _http(_: Asked | None, error: HTTPException) -> Response[Problem]:
    code = {404: "not_found", 408: "too_slow", 413: "too_big"}.get(error.status_code, "bad_request")
    message = error.detail
    extra = getattr(error, "extra", None)
    if error.status_code == 400 and isinstance(extra, list) and extra:
        message = "; ".join(_what_is_wrong(entry.get("key", ""), entry.get("message", "")) for entry in extra)
    response = _problem(error.status_code, Problem(code, message[:500]))
    if error.status_code == 408:
        response.headers["Connection"] = "close"  # the rest of the body is not read
    return response


def _what_is_wrong(part: str, why: str) -> str:
    """What is wrong with a part of a request.

    >>> _what_is_wrong("data", "'data'"), _what_is_wrong("name", "Expected `str`")
    ('the body is missing; it must be JSON', 'name: Expected `str`')
    """
    if why == repr(part):  # the framework did not find it
        return "the body is missing; it must be JSON" if part == "data" else f"{part} is missing"
    return f"{part}: {why}"


def _no_json(_: Asked, error: RecursionError | UnicodeDecodeError) -> Response[Problem]:
    """Answer a request whose body is nested too deeply or is not UTF-8."""
    refused = Refused("bad_request", "too-deep" if isinstance(error, RecursionError) else "not-utf-8")
    return _problem(400, Problem(refused.code, refused.message, refused.key))


def _broken(request: Asked, error: Exception) -> Response[Problem]:
    table = request.path_params.get("table_id") or request.path_params.get("game_id")
    log_fault("request", error, **({"table": normal_code(str(table))[:40]} if table else {}))
    METRICS.count("faults", "request")
    refused = Refused("bad_request", "broken")
    return _problem(500, Problem(refused.code, refused.message, refused.key))
