"""Everything outside the API: the built client, health, metrics, security headers."""

import asyncio
import gzip
from functools import lru_cache
from pathlib import Path
from typing import Final

import msgspec
from litestar import MediaType, get
from litestar.datastructures import ResponseHeader
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import File, Response

from allaboard import __version__
from allaboard.layout import Json
from allaboard.server.asyncapi import asyncapi
from allaboard.server.config import Config
from allaboard.server.firstpage import first_page, service_worker
from allaboard.server.lobby import Lobby
from allaboard.server.previews import preview
from allaboard.server.requests import Asked

STATIC: Final = Path(__file__).parent / "static"
FIRST: Final = STATIC / "index.html"
_WORKER: Final = STATIC / "sw.js"
POLICY: Final = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; style-src-attr 'unsafe-inline'; "
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
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".png": "image/png",
}
"""The media types of the client's files. Browsers are told not to guess."""
PACKED: Final = frozenset({".js", ".css", ".svg", ".json", ".wasm", ".webmanifest"})
"""The files that are sent compressed. Other large files are compressed already."""
COMPRESSED: Final = "compressed"
"""The mark of handlers that compress their answers themselves."""
_NOT_BUILT: Final = (
    "<!doctype html><html lang=en><meta charset=utf-8><title>All Aboard</title>"
    "<h1>All Aboard</h1><p>The server runs, but its pages are not built. In a checkout, run <code>make serve</code>."
)


@get("/health", include_in_schema=False)
async def health(lobby: NamedDependency[Lobby]) -> Response[dict[str, str]]:
    """Whether the process is alive. Does not check the database, see /ready."""
    return Response({"status": "restarting" if lobby.stopping else "ok", "version": __version__})


@get("/ready", include_in_schema=False)
async def ready(lobby: NamedDependency[Lobby]) -> Response[dict[str, str]]:
    """Whether tables can be served: the database can be read and written. Redis is not required."""
    status = await lobby.upkeep.readiness()
    told = {"status": status, "version": __version__} | ({"redis": "away"} if lobby.bus.away else {})
    return Response(told, status_code=200 if status == "ok" else 503)


@get("/metrics", include_in_schema=False, media_type=MediaType.TEXT)
async def metrics(lobby: NamedDependency[Lobby]) -> Response[str]:
    """Metrics in the Prometheus format."""
    return Response(await lobby.upkeep.counted(), media_type="text/plain; version=0.0.4; charset=utf-8")


@get("/api/asyncapi.json", include_in_schema=False)
async def socket_description() -> Json:
    """The WebSocket protocol as an AsyncAPI document."""
    return asyncapi()


@get(["/", "/{path:path}"], include_in_schema=False, opt={COMPRESSED: True})
async def page(
    request: Asked, lobby: NamedDependency[Lobby], path: FromPath[str] = ""
) -> File | Response[str] | Response[bytes]:
    """The files of the client. Paths of the client such as /table/… get its first page."""
    name = path.strip("/")
    if name.split("/")[0] == "api":
        raise NotFoundException("there is nothing here")
    if name == _WORKER.name and _WORKER.is_file() and lobby.config.boards:
        text = service_worker(_WORKER.read_text(encoding="utf-8"), _first(lobby.config))
        return Response(text, media_type=TYPES[".js"], headers={"Cache-Control": "no-cache"})
    if name != FIRST.name and (file := _found(name)):
        forever = {"Cache-Control": "public, max-age=31536000, immutable"} if name.startswith("assets/") else {}
        headers = {"Vary": "Accept-Encoding", **(forever or {"Cache-Control": "no-cache"})}
        if "gzip" in request.headers.get("accept-encoding", "") and file.suffix in PACKED:
            packed = await asyncio.to_thread(_packed, file, file.stat().st_mtime_ns)
            return Response(packed, media_type=TYPES[file.suffix], headers={**headers, "Content-Encoding": "gzip"})
        return _file(file, headers)
    if name != FIRST.name and "." in name.rsplit("/", 1)[-1]:
        raise NotFoundException("there is no such file")
    if not FIRST.is_file():
        return Response(_NOT_BUILT, media_type=MediaType.HTML)
    text = _first(lobby.config)
    visitor = lobby.visitor(request.client.host if request.client else "")
    origin = f"{request.url.scheme}://{request.url.netloc}"
    text = text.replace("</head>", f"  {await preview(name, lobby, visitor, origin)}\n  </head>", 1)
    return Response(text, media_type=TYPES[".html"], headers={"Cache-Control": "no-cache"})


@lru_cache(maxsize=256)
def _packed(file: Path, _: int) -> bytes:
    """A file of the client, compressed. It is compressed once, because this takes longer than the rest of a request."""
    return gzip.compress(file.read_bytes(), 6, mtime=0)


def _found(name: str) -> Path | None:
    """A file of the client; None for names that no file can have."""
    try:
        file = (STATIC / name).resolve()
        return file if file.is_relative_to(STATIC.resolve()) and file.is_file() else None
    except (OSError, ValueError):  # too long, contains NUL, or cannot be encoded
        return None


@lru_cache(maxsize=2)
def _first_page(root: str, boards: str, _: int) -> str:
    """The first page, until the file changes."""
    found = msgspec.json.decode(boards, type=dict[str, dict[str, int | list[int]]])
    return first_page(FIRST.read_text(encoding="utf-8"), root, found)


def _first(config: Config) -> str:
    return _first_page(config.root_path, msgspec.json.encode(config.boards).decode(), FIRST.stat().st_mtime_ns)


def _file(file: Path, headers: dict[str, str]) -> File:
    kind = TYPES.get(file.suffix, "application/octet-stream")
    return File(file, filename=file.name, media_type=kind, content_disposition_type="inline", headers=headers)


ROUTES = [health, ready, metrics, socket_description, page]
