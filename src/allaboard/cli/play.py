"""`allaboard play`: a game against bots, in this terminal."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from allaboard import game_names
from allaboard.cli.language import Language, language_of

if TYPE_CHECKING:
    from allaboard.tui.local import LocalMatch


def play(
    game: Annotated[
        str | None, typer.Argument(help=f"One of {', '.join(game_names())}. Without it you are asked.")
    ] = None,
    seats: Annotated[int | None, typer.Option("--seats", help="How many players, including you.")] = None,
    bots: Annotated[
        str,
        typer.Option("--bots", "--level", help="A level, match (as strong as you) or exec:COMMAND. Default: medium."),
    ] = "",
    seat: Annotated[int, typer.Option("--seat", help="Your seat; seat 0 begins.")] = 0,
    seed: Annotated[int | None, typer.Option("--seed", help="The same seed gives the same dice and cards.")] = None,
    name: Annotated[str, typer.Option("--name", help="Your name in the record. Default: You.")] = "",
    resume: Annotated[bool, typer.Option("--resume", help="Continue the game that you left.")] = False,
    record: Annotated[Path | None, typer.Option("--record", help="Write the finished game's record here.")] = None,
    board: Annotated[Path | None, typer.Option("--board", help="A board file instead of the game's own.")] = None,
    pace: Annotated[float, typer.Option("--pace", min=0, max=10, help="How many seconds each event is shown.")] = 0.4,
    language: Language = "",
) -> None:
    """Play a game against bots in the terminal. Use arrows, numbers or the mouse; ? shows hints, F1 the rules."""
    import sys

    from allaboard.cli.board import chosen_board
    from allaboard.cli.say import fail, need_game, need_writable
    from allaboard.game import GameError
    from allaboard.tui.words import words

    spoken = language_of(language)
    said = words(spoken)
    if game is not None:
        need_game(game, spoken)
    elif board is not None:
        fail(said.say("board-needs-game", command="`allaboard play GAME --board FILE`"))
    if board is not None and resume:
        fail(said.say("resume-has-board"))
    options = chosen_board(game, board, spoken) if game is not None else {}
    if record is not None:
        need_writable(record, spoken)
    if not sys.stdout.isatty():
        fail(said.say("needs-terminal-here", command="`allaboard simulate --help`"))
    from allaboard.registry import declaration
    from allaboard.tui import saves
    from allaboard.tui.app import PlayApp
    from allaboard.tui.local import LocalMatch, new_match

    def opened(chosen: str, count: int, level: str) -> "LocalMatch":
        called = name or said.say("you")
        return new_match(chosen, count, level, seat, seed, called, pace, record, options, spoken)

    try:
        match = None
        if resume:
            if (left := game or saves.latest()) is None:
                fail(said.say("no-unfinished-any", command="`allaboard play`"))
            match = LocalMatch.resume(left, pace, record, spoken)
        elif game is not None:
            declared = declaration(game)
            match = opened(game, seats or declared.seats_against_bots, bots or declared.nearest_level("medium"))
    except GameError as error:
        fail(str(error))
    player = PlayApp(match, opened, spoken)
    player.run()
    if player.problem is not None:
        fail(player.problem)
    if match is not None:
        for line in match.position.ending:
            typer.echo(line)
