"""`allaboard join`: play at a table of a running server, in this terminal."""

import getpass
from typing import Annotated

import typer


def join(
    url: Annotated[str, typer.Argument(help="The table's link.")],
    name: Annotated[str | None, typer.Option("--name", help="Your name at the table.")] = None,
) -> None:
    """Sit down at a server's table and play there in the terminal."""
    import sys

    from allaboard.cli.say import fail

    if not sys.stdout.isatty():
        fail("playing needs a terminal")
    from allaboard.tui.app import PlayApp
    from allaboard.tui.remote import JoinError, RemoteMatch, sit_down

    try:
        match = RemoteMatch(*sit_down(url, name or getpass.getuser()))
    except JoinError as error:
        fail(str(error))
    PlayApp(match).run()
    for line in match.position.ending:
        typer.echo(line)
