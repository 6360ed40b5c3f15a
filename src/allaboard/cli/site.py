"""`allaboard site`: the games as a folder of files that any web host can serve."""

from pathlib import Path
from typing import Annotated

import typer


def site(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder to write.")],
    base: Annotated[str, typer.Option(help="The path under which the host serves the folder.")] = "/",
    server: Annotated[
        str | None,
        typer.Option(metavar="URL", help="A server for games with friends. Without it the site does not offer them."),
    ] = None,
    board: Annotated[
        list[Path] | None,
        typer.Option(
            "--board",
            metavar="FILE",
            help="A board file: the site plays its game on that board. May be repeated, one for each game.",
        ),
    ] = None,
) -> None:
    """Write the games as a static site: bots of all levels, solo games, lessons, rules and replays, without a server.

    After the first visit the site also works without a network.
    """
    from allaboard.cli.board import boards_of
    from allaboard.server.site import write_site

    files = write_site(folder, base, server, boards_of(board or []))
    typer.echo(f"{folder}: {files} files. Any web host can serve them under {base}")
    if board:
        typer.echo("The bots of a site use what they learned on the games' own boards.", err=True)
