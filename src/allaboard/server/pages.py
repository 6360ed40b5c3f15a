"""Pages and the rest that is not the API: the built client, health, metrics, security headers."""

from pathlib import Path
from typing import Any, Final

from litestar import MediaType, get
from litestar.datastructures import ResponseHeader
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import File, Response

from allaboard import __version__
from allaboard.server.asyncapi import asyncapi
from allaboard.server.lobby import Lobby
from allaboard.server.metrics import METRICS

STATIC: Final = Path(__file__).parent / "static"
POLICY: Final = (
    "default-src 'self'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self' ws: wss:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
HEADERS: Final = [
    ResponseHeader(name="Content-Security-Policy", value=POLICY),
    ResponseHeader(name="X-Content-Type-Options", value="nosniff"),
    ResponseHeader(name="X-Frame-Options", value="DENY"),
    ResponseHeader(name="Referrer-Policy", value="no-referrer"),
    ResponseHeader(name="Permissions-Policy", value="camera=(), microphone=(), geolocation=()"),
    ResponseHeader(name="Cross-Origin-Opener-Policy", value="same-origin"),
]
TYPES: Final = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".json": "application/json",
}
"""What the client is made of; browsers are told not to guess."""
_NOT_BUILT: Final = (
    "<!doctype html><html lang=en><meta charset=utf-8><title>All Aboard</title>"
    "<h1>All Aboard</h1><p>The server runs, but its pages are not built. In a checkout, run <code>make serve</code>."
)


@get("/health", include_in_schema=False)
async def health(lobby: NamedDependency[Lobby]) -> Response[dict[str, str]]:
    """Whether the server can keep moves."""
    if lobby.stopping:
        return Response({"status": "restarting"}, status_code=503)
    await lobby.store.beat()
    return Response({"status": "ok", "version": __version__})


@get("/metrics", include_in_schema=False, media_type=MediaType.TEXT)
async def metrics() -> Response[str]:
    """Prometheus text."""
    return Response(METRICS.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


@get("/api/asyncapi.json", include_in_schema=False)
async def socket_description() -> dict[str, Any]:
    """The socket's protocol for other programs."""
    return asyncapi()


@get(["/", "/{path:path}"], include_in_schema=False)
async def page(path: FromPath[str] = "") -> File | Response[str]:
    """The client's files; deep links such as /table/… are its own business and get its first page."""
    name = path.strip("/")
    if name.split("/")[0] == "api":
        raise NotFoundException("there is nothing here")
    file = (STATIC / name).resolve() if name else STATIC / "index.html"
    if file.is_relative_to(STATIC.resolve()) and file.is_file():
        forever = {"Cache-Control": "public, max-age=31536000, immutable"} if name.startswith("assets/") else {}
        return _file(file, forever or {"Cache-Control": "no-cache"})
    if "." in name.rsplit("/", 1)[-1]:
        raise NotFoundException("there is no such file")
    if not (STATIC / "index.html").is_file():
        return Response(_NOT_BUILT, media_type=MediaType.HTML)
    return _file(STATIC / "index.html", {"Cache-Control": "no-cache"})


def _file(file: Path, headers: dict[str, str]) -> File:
    kind = TYPES.get(file.suffix, "application/octet-stream")
    return File(file, filename=file.name, media_type=kind, content_disposition_type="inline", headers=headers)


ROUTES = [health, metrics, socket_description, page]
