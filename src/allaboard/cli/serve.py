"""`allaboard serve`: the table server."""

from typing import Annotated

import typer


def serve(
    host: Annotated[str, typer.Option("--host", help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="The port to listen on.")] = 8000,
    db: Annotated[
        str, typer.Option("--db", envvar="ALLABOARD_DB", help="A database URL. [default: SQLite in the data directory]")
    ] = "",
    redis: Annotated[
        str, typer.Option("--redis", envvar="ALLABOARD_REDIS", help="A Redis URL; needed for more than one worker.")
    ] = "",
    workers: Annotated[int, typer.Option("--workers", min=1, max=64, help="Processes that serve the tables.")] = 1,
    public_url: Annotated[
        str, typer.Option("--public-url", envvar="ALLABOARD_URL", help="Where people reach it, as https://…")
    ] = "",
    origin: Annotated[
        list[str] | None, typer.Option("--origin", help="A further origin whose pages may play; may be repeated.")
    ] = None,
    proxy: Annotated[
        str, typer.Option("--proxy", help="Addresses of reverse proxies whose X-Forwarded-For is believed.")
    ] = "",
    per_address: Annotated[int, typer.Option("--per-address", min=1, help="Sockets that one address may open.")] = 200,
    log_level: Annotated[str, typer.Option("--log-level", help="debug, info, warning or error.")] = "info",
    bot_pace: Annotated[float, typer.Option(hidden=True, min=0)] = 1.0,
    second: Annotated[float, typer.Option(hidden=True, min=0.001)] = 1.0,
    rates: Annotated[bool, typer.Option("--rates/--no-rates", hidden=True)] = True,
) -> None:
    """Serve tables to browsers: play with friends and bots, nothing acknowledged is lost.

    Without options it listens on http://127.0.0.1:8000 and keeps its games in the user's data directory.

    Behind a reverse proxy: let the proxy speak TLS and pass everything on, with the Upgrade and Connection headers for
    WebSockets and the original Host; a read timeout above 60 s. For nginx:

        location / { proxy_pass http://127.0.0.1:8000; proxy_http_version 1.1; proxy_read_timeout 75s;
        proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection "upgrade";
        proxy_set_header Host $host; proxy_set_header X-Forwarded-For $remote_addr; }

    and run `allaboard serve --public-url https://games.example.org --proxy 127.0.0.1`. Caddy needs only
    `reverse_proxy 127.0.0.1:8000`.

    More than one worker: `allaboard serve --workers 2 --db postgresql://… --redis redis://…` (pip install
    "allaboard\\[scale]"). SIGTERM ends it in order: sockets are closed with 1012, clients come back by themselves.
    """
    from allaboard.cli.say import fail

    if workers > 1 and not (redis and db.startswith("postgresql")):
        fail("more than one worker needs --db postgresql://… and --redis redis://…")
    _need_free(host, port)
    from allaboard.server.config import Config
    from allaboard.server.run import run

    run(
        Config(
            db=db,
            redis=redis,
            origins=tuple(origin or ()),
            public_url=public_url.rstrip("/"),
            rates=rates,
            sockets_per_address=per_address,
            bot_pace=bot_pace,
            second=second,
            log_level=log_level,
        ),
        host,
        port,
        workers,
        proxy,
    )


def _need_free(host: str, port: int) -> None:
    """Refuse an address that cannot be listened on, before anything is set up."""
    import socket

    from allaboard.cli.say import fail

    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(address)
    except OSError as error:
        fail(f"cannot listen on {host} port {port}: {error.strerror or error}; choose another --host or --port")
