"""`allaboard join`: play at a table of a running server, in this terminal or with a program."""

import getpass
from typing import Annotated

import typer

from allaboard.cli.language import Language, language_of


def join(
    url: Annotated[str, typer.Argument(help="The table's link.")],
    name: Annotated[str | None, typer.Option("--name", help="Your name at the table.")] = None,
    bot: Annotated[
        str | None,
        typer.Option(
            "--bot", metavar="exec:COMMAND", help="A program that plays for you. It reads and writes JSON lines."
        ),
    ] = None,
    language: Language = "",
) -> None:
    """Take a seat at a table of a server and play in the terminal, or let your own program play."""
    import sys

    from allaboard.bots.programs import Program, is_program
    from allaboard.cli.say import fail
    from allaboard.game import GameError
    from allaboard.tui import saves
    from allaboard.tui.remote import JoinError, RemoteMatch, sit_down
    from allaboard.tui.words import words

    spoken = language_of(language)
    if not bot and not sys.stdout.isatty():
        fail(words(spoken).say("needs-terminal"))
    try:
        if bot and not is_program(bot):
            fail(words(spoken).say("program-name", form="exec:COMMAND", given=bot))
        program = Program(bot) if bot else None
        who = None if bot and name is None else saves.who(name or getpass.getuser())  # programs may share a name
        match = RemoteMatch(*sit_down(url, name or getpass.getuser(), who, spoken), spoken)
    except (GameError, JoinError) as error:
        fail(str(error))
    if program:
        import asyncio

        from allaboard.tui.program import play

        asyncio.run(play(match, program, _tell))
    else:
        from allaboard.tui.app import PlayApp

        PlayApp(match, language=spoken).run()
    for line in match.position.ending if match.position else ():
        typer.echo(line)


def _tell(sentences: list[str], *, strong: bool = False) -> None:
    for sentence in sentences:
        typer.echo(sentence)
