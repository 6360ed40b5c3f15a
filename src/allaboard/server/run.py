"""The process around the server: uvicorn with small frames, raised limits, an orderly end."""

import asyncio
from contextlib import suppress
from typing import Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from allaboard.server.app import make_app
from allaboard.server.config import Config
from allaboard.server.logs import configure, hush, scrubbed
from allaboard.server.protocol import MOST_BYTES
from allaboard.server.store import Store
from allaboard.server.supervisor import Supervisor
from allaboard.server.unfit import Unfit, reason
from allaboard.server.wire import Wire

CANNOT_USE = 2
"""The exit code of a server that could not start."""
FIRST_WORDS = 15.0
"""Seconds in which a new connection must have asked for something."""


class Impatient(HttpToolsProtocol):
    """HTTP for connections that speak: who says nothing for a while is closed."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start to wait for the first words."""
        super().connection_made(transport)
        self.loop.call_later(FIRST_WORDS, self._lose_patience)

    def _lose_patience(self) -> None:
        if self.transport.is_closing() or self.transport.get_protocol() is not self:  # gone, or a WebSocket by now
            return
        if self.cycle is None:
            self.transport.close()


def server_config(app: Any, host: str, port: int, workers: int = 1, proxy: str = "") -> uvicorn.Config:
    """How uvicorn is run."""
    hush()
    return uvicorn.Config(
        app,
        factory=workers > 1,
        host=host,
        port=port,
        workers=workers,
        http=Impatient,
        ws=Wire,
        ws_max_size=MOST_BYTES,
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        backlog=4096,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(proxy),
        forwarded_allow_ips=proxy or None,
        timeout_graceful_shutdown=5,
        lifespan="on",
    )


def raise_limits() -> None:
    """As many open sockets as the system lets us have."""
    try:
        import resource
    except ImportError:  # Windows
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def run(config: Config, host: str, port: int, workers: int, proxy: str) -> int:
    """Serve until told to stop; the exit code. What cannot work is Unfit, before anything is promised."""
    configure(config.log_level)
    raise_limits()
    if config.redis:
        need_redis(config.redis)
    if workers == 1:
        app = make_app(config)
        _promise(config, host, port)
        try:
            uvicorn.Server(server_config(app, host, port, proxy=proxy)).run()
        except SystemExit as ended:
            return CANNOT_USE if ended.code else 0
        return 0
    store = Store(config.database())  # what is wrong with the database is told once, not by every worker
    store.open()
    store.close()
    config.to_environment()
    settings = server_config("allaboard.server.app:from_environment", host, port, workers, proxy)
    listening = settings.bind_socket()
    _promise(config, host, port)
    supervisor = Supervisor(settings, sockets=[listening])
    supervisor.run()
    return CANNOT_USE if supervisor.failed else 0


def _promise(config: Config, host: str, port: int) -> None:
    at = config.public_url or f"http://{host}:{port}{config.root_path}"
    print(f"All Aboard will be at {at} in a moment; Ctrl-C ends it.", flush=True)


def need_redis(url: str) -> None:
    """Refuse a Redis that cannot be used."""
    try:
        import redis
    except ImportError:
        raise Unfit('the driver for Redis is not installed; pip install "allaboard[scale]"') from None
    try:
        client = redis.Redis.from_url(url, socket_connect_timeout=3, socket_timeout=3)
    except ValueError:
        raise Unfit("the URL of Redis cannot be read; it looks like redis://host:6379/0") from None
    try:
        client.ping()
    except (redis.RedisError, OSError, ValueError) as error:
        raise Unfit(f"cannot use Redis at {scrubbed(url)}: {reason(error)}") from None
    finally:
        client.close()
