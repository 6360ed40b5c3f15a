"""`allaboard serve`: the table server."""

from pathlib import Path
from typing import Annotated

import typer


def serve(
    host: Annotated[
        str, typer.Option("--host", envvar="ALLABOARD_HOST", help="The address to listen on.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", envvar="ALLABOARD_PORT", min=0, max=65535, help="The port to listen on.")
    ] = 8000,
    db: Annotated[
        str, typer.Option("--db", envvar="ALLABOARD_DB", help="A database URL. [default: SQLite in the data directory]")
    ] = "",
    redis: Annotated[
        str, typer.Option("--redis", envvar="ALLABOARD_REDIS", help="A Redis URL; needed for more than one worker.")
    ] = "",
    workers: Annotated[
        int,
        typer.Option(
            "--workers", envvar="ALLABOARD_WORKERS", min=1, max=64, help="How many processes serve the tables."
        ),
    ] = 1,
    public_url: Annotated[
        str,
        typer.Option(
            "--public-url",
            envvar="ALLABOARD_URL",
            help="The address at which people reach the server, such as https://games.example.org.",
        ),
    ] = "",
    root_path: Annotated[
        str,
        typer.Option(
            "--root-path",
            envvar="ALLABOARD_ROOT_PATH",
            help="The path under which a proxy serves it, such as /games. [default: that of --public-url]",
        ),
    ] = "",
    origin: Annotated[
        list[str] | None,
        typer.Option(
            "--origin", envvar="ALLABOARD_ORIGINS", help="A further origin whose pages may play; may be repeated."
        ),
    ] = None,
    proxy: Annotated[
        str,
        typer.Option(
            "--proxy", envvar="ALLABOARD_PROXY", help="Addresses of reverse proxies whose X-Forwarded-For is trusted."
        ),
    ] = "",
    per_address: Annotated[
        int,
        typer.Option(
            "--per-address", envvar="ALLABOARD_PER_ADDRESS", min=1, help="How many sockets one address may have open."
        ),
    ] = 200,
    limit: Annotated[
        list[str] | None,
        typer.Option(
            "--limit",
            envvar="ALLABOARD_LIMITS",
            metavar="WHO.WHAT=RATE/BURST",
            help="Change a rate limit; may be repeated. The documentation lists them.",
        ),
    ] = None,
    board: Annotated[
        list[Path] | None,
        typer.Option(
            "--board",
            envvar="ALLABOARD_BOARDS",
            help="A board file for new tables of its game; may be repeated, one for each game.",
        ),
    ] = None,
    contact: Annotated[
        str,
        typer.Option(
            "--contact",
            envvar="ALLABOARD_CONTACT",
            help="The contact address for push services: mailto:… or https://…. [default: an https --public-url]",
        ),
    ] = "",
    push_network: Annotated[
        list[str] | None,
        typer.Option(
            "--push-network",
            envvar="ALLABOARD_PUSH_NETWORKS",
            help="A network that is not public in which push services may be; may be repeated.",
        ),
    ] = None,
    keep_unstarted: Annotated[
        float,
        typer.Option(
            envvar="ALLABOARD_KEEP_UNSTARTED", min=0, help="For how many days a table that never began is kept."
        ),
    ] = 7.0,
    keep_abandoned: Annotated[
        float,
        typer.Option(envvar="ALLABOARD_KEEP_ABANDONED", min=0, help="For how many days an unfinished game is kept."),
    ] = 90.0,
    keep_finished: Annotated[
        float,
        typer.Option(
            envvar="ALLABOARD_KEEP_FINISHED",
            min=0,
            help="For how many days a finished game is kept; 0 keeps it for ever.",
        ),
    ] = 0.0,
    log_level: Annotated[
        str, typer.Option("--log-level", envvar="ALLABOARD_LOG_LEVEL", help="debug, info, warning or error.")
    ] = "info",
    bot_pace: Annotated[float, typer.Option(envvar="ALLABOARD_BOT_PACE", hidden=True, min=0)] = 1.0,
    second: Annotated[float, typer.Option(envvar="ALLABOARD_SECOND", hidden=True, min=0.001)] = 1.0,
    rates: Annotated[bool, typer.Option("--rates/--no-rates", envvar="ALLABOARD_RATES", hidden=True)] = True,
) -> None:
    """Run a server on which people play in their browsers, with friends and with bots.

    Without options it listens on http://127.0.0.1:8000 and keeps its games in the user's data directory.

    Behind a reverse proxy run `allaboard serve --public-url https://games.example.org --proxy 127.0.0.1`.
    The documentation has configurations for nginx and Caddy, for a separate host and for a path such as /games.

    More than one worker: `allaboard serve --workers 2 --db postgresql://… --redis redis://…` (pip install
    "allaboard\\[scale]").

    Push messages tell players at slow tables that it is their turn (pip install "allaboard\\[push]"). Without that
    package, or without --contact or an https --public-url, they are not offered, and the log says why.

    SIGTERM stops the server cleanly: sockets are closed with 1012, and clients reconnect.
    """
    from allaboard.cli.board import boards_of, warn_of_bots
    from allaboard.cli.say import fail
    from allaboard.registry import declaration
    from allaboard.server import config as settings
    from allaboard.server.run import run
    from allaboard.server.setuperror import SetupError

    boards = boards_of(board or [])
    for game, options in boards.items():
        warn_of_bots(game, declaration(game).all_levels, options)
    if workers > 1 and not (redis and db.startswith("postgresql")):
        fail("more than one worker needs --db postgresql://… and --redis redis://…")
    from allaboard.server.limits import read_limit

    try:
        limits = dict(map(read_limit, limit or ()))
    except ValueError as error:
        fail(str(error))
    _need_free(host, port)
    try:
        reached_at = settings.public_url(public_url)
        config = settings.Config(
            db=db,
            redis=redis,
            origins=settings.origins(tuple(origin or ())),
            public_url=reached_at,
            root_path=settings.root_path(root_path, reached_at),
            rates=rates,
            limits=limits,
            sockets_per_address=per_address,
            bot_pace=bot_pace,
            second=second,
            log_level=settings.log_level(log_level),
            boards=boards,
            contact=settings.contact(contact),
            push_networks=settings.push_networks(tuple(push_network or ())),
            keep_unstarted=keep_unstarted,
            keep_abandoned=keep_abandoned,
            keep_finished=keep_finished,
        )
        code = run(config, host, port, workers, settings.proxies(proxy))
    except SetupError as error:
        fail(str(error))
    raise typer.Exit(code)


def _need_free(host: str, port: int) -> None:
    """Refuse an address that cannot be listened on, before anything is set up."""
    import socket

    from allaboard.cli.say import fail

    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(address)
    except (OSError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or error
        fail(f"cannot listen on {host} port {port}: {why}; choose another --host or --port")
