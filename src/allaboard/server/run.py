"""The server process: uvicorn with connection limits and an orderly shutdown."""

import asyncio
from collections import Counter
from contextlib import suppress
from ipaddress import ip_address, ip_network
from typing import Any, ClassVar

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from allaboard.server.app import make_app
from allaboard.server.config import Config
from allaboard.server.limits import household
from allaboard.server.logs import configure, scrubbed, silence
from allaboard.server.metrics import METRICS
from allaboard.server.protocol import MOST_BYTES
from allaboard.server.refusal import ServerError
from allaboard.server.setuperror import SetupError, reason
from allaboard.server.stopping import GradualStop
from allaboard.server.store import Store
from allaboard.server.supervisor import Supervisor
from allaboard.server.wire import CLOSE_SECONDS, Wire

CANNOT_USE = 2
"""The exit code of a server that cannot start."""
HEAD_SECONDS = 15.0
"""Seconds within which the head of a request must arrive."""
BODY_SECONDS = 30.0
"""Seconds within which the body of a request must arrive, even if it is not read. Bodies that are read have less."""
MOST_HEAD = 64 * 1024
"""The largest head of a request in bytes."""
MOST_PIPELINED = 16
"""Requests of one connection that may wait for the answers to earlier ones. Browsers wait for the answer first."""
READ_SECONDS = 120.0
"""Seconds within which a client must read its answer."""
TOO_LONG = b"HTTP/1.1 431 Request Header Fields Too Large\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


class TooManyRequests(ServerError):
    """A connection has sent too many requests before it was answered."""


class Serving(uvicorn.Config):
    """uvicorn's settings, and the number of plain HTTP connections of one address."""

    most_plain: int = 200


class LimitedHttp(HttpToolsProtocol):
    """HTTP with limits. Connections are closed if a request's head or body is too slow, if its head is too long, if an
    answer is not read, or if too many requests wait for their answers.

    The number of plain connections of one address is limited. WebSockets have limits of their own. Reverse proxies are
    exempt, because they serve many clients.
    """

    _plain: ClassVar[Counter[str]] = Counter()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection, and wait for the first request."""
        super().connection_made(transport)
        METRICS.count("connections")
        self._waiting: asyncio.TimerHandle | None = None
        self._body: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None
        self._head = 0  # bytes of the current request head
        self._from = household(self.client[0] if self.client else "")
        self._plain[self._from] += 1
        if self._plain[self._from] > getattr(self.config, "most_plain", Serving.most_plain) and not self._is_proxy():
            METRICS.count("limited", "address.connections")
            self.transport.abort()
        else:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._uncount()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Limit the length of a request head; the parser accepts any length."""
        waited = self._waiting is not None
        super().data_received(data)
        if waited and self._waiting is not None:
            self._head += len(data)
            if self._head > MOST_HEAD:
                METRICS.count("limited", "long_head")
                self.transport.write(TOO_LONG)
                self.transport.close()
                self.loop.call_later(CLOSE_SECONDS, self.transport.abort)

    def pause_writing(self) -> None:
        """Start a timer, because the client does not read its answer fast enough."""
        super().pause_writing()
        if self._unread is None:
            self._unread = self.loop.call_later(READ_SECONDS, self._give_up)

    def resume_writing(self) -> None:
        """Stop the timer, because the client has read the answer."""
        super().resume_writing()
        self._has_read()

    def _give_up(self) -> None:
        METRICS.count("limited", "unread_answer")
        self.transport.abort()

    def _has_read(self) -> None:
        if self._unread:
            self._unread.cancel()
            self._unread = None

    def handle_websocket_upgrade(self) -> None:
        """Stop counting the connection: from now on it is a WebSocket."""
        self._uncount()
        super().handle_websocket_upgrade()

    def on_message_begin(self) -> None:
        """Wait for the head of another request on the same connection. The parser stops at an error here."""
        if len(self.pipeline) >= MOST_PIPELINED:
            METRICS.count("limited", "pipelined")
            self.pipeline.clear()
            raise TooManyRequests
        super().on_message_begin()
        if self._waiting is None:
            self._wait()

    def on_headers_complete(self) -> None:
        """Stop waiting for the head, and wait for the body."""
        self._stop_waiting()
        self._body = self.loop.call_later(BODY_SECONDS, self.transport.close)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Stop waiting for the body."""
        self._stop_waiting()
        super().on_message_complete()

    def _wait(self) -> None:
        self._waiting = self.loop.call_later(HEAD_SECONDS, self._look_once_more)

    def _look_once_more(self) -> None:
        """Give the server a last chance to read: if it was busy itself, the head may have arrived meanwhile."""
        self._waiting = self.loop.call_later(0.1, self.transport.close)

    def _stop_waiting(self) -> None:
        if self._body:
            self._body.cancel()
            self._body = None
        if self._waiting:
            self._waiting.cancel()
            self._waiting = None
            self._head = 0

    def _uncount(self) -> None:
        self._stop_waiting()
        self._has_read()
        self._plain[self._from] -= 1
        if self._plain[self._from] <= 0:
            del self._plain[self._from]

    def _is_proxy(self) -> bool:
        trusted = self.config.forwarded_allow_ips if self.config.proxy_headers else None
        return bool(trusted) and self.client is not None and is_trusted(self.client[0], str(trusted))


def is_trusted(address: str, proxies: str) -> bool:
    """Whether an address is one of the reverse proxies.

    >>> is_trusted("10.1.2.3", "127.0.0.1,10.0.0.0/8"), is_trusted("10.1.2.3", "127.0.0.1"), is_trusted("::1", "*")
    (True, False, True)
    """
    parts = [part.strip() for part in proxies.split(",") if part.strip()]
    return "*" in parts or any(ip_address(address) in ip_network(part) for part in parts)


def server_config(  # Any: an application, or the path of one; Uvicorn's types do not allow Litestar's
    app: Any, host: str, port: int, workers: int = 1, proxy: str = "", per_address: int = Serving.most_plain
) -> uvicorn.Config:
    """The configuration of uvicorn."""
    silence()
    config = Serving(
        app,
        factory=workers > 1,
        host=host,
        port=port,
        workers=workers,
        http=LimitedHttp,
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
    config.most_plain = per_address
    return config


def raise_limits() -> None:
    """Raise the limit of open files as far as the system allows."""
    try:
        import resource
    except ImportError:  # Windows
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def run(config: Config, host: str, port: int, workers: int, proxy: str) -> int:
    """Serve until the process is stopped. Returns the exit code. Raises SetupError if the server cannot start."""
    configure(config.log_level)
    raise_limits()
    if config.redis:
        need_redis(config.redis)
    if workers == 1:
        app = make_app(config)
        serving = server_config(app, host, port, proxy=proxy, per_address=config.sockets_per_address)
        # uvicorn listens on all addresses of a host; a free port is chosen on one of them, because it is printed below
        sockets = None if port else [serving.bind_socket()]
        _print_address(config, host, sockets[0].getsockname()[1] if sockets else port)
        try:
            (GradualStop if config.redis else uvicorn.Server)(serving).run(sockets)
        except SystemExit as ended:
            return CANNOT_USE if ended.code else 0
        return 0
    store = Store(config.database())  # check the database once, not in every worker
    store.open()
    store.close()
    config.to_environment()
    settings = server_config(
        "allaboard.server.app:from_environment", host, port, workers, proxy, config.sockets_per_address
    )
    listening = settings.bind_socket()
    _print_address(config, host, listening.getsockname()[1])
    supervisor = Supervisor(settings, sockets=[listening])
    supervisor.run()
    return CANNOT_USE if supervisor.failed else 0


def _print_address(config: Config, host: str, port: int) -> None:
    at = config.public_url or f"http://{host}:{port}{config.root_path}"
    print(f"All Aboard will be at {at} in a moment; Ctrl-C ends it.", flush=True)


def need_redis(url: str) -> None:
    """Check that Redis can be used. Raises SetupError otherwise."""
    try:
        import redis
    except ImportError:
        raise SetupError('the driver for Redis is not installed; pip install "allaboard[scale]"') from None
    try:
        client = redis.Redis.from_url(url, socket_connect_timeout=3, socket_timeout=3)
    except ValueError:
        raise SetupError("the URL of Redis cannot be read; it looks like redis://host:6379/0") from None
    try:
        client.ping()
    except (redis.RedisError, OSError, ValueError, TypeError) as error:  # TypeError: an option that it does not know
        raise SetupError(f"cannot use Redis at {scrubbed(url)}: {reason(error)}") from None
    finally:
        client.close()
