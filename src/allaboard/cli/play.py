"""`allaboard play`: a game against bots, in this terminal."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from allaboard import game_names

if TYPE_CHECKING:
    from allaboard.tui.local import LocalMatch


def play(
    game: Annotated[
        str | None, typer.Argument(help=f"One of {', '.join(game_names())}; without it, you are asked.")
    ] = None,
    seats: Annotated[int | None, typer.Option("--seats", help="How many players, you included.")] = None,
    bots: Annotated[str, typer.Option("--bots", help="The level of the bots, or exec:COMMAND.")] = "medium",
    seat: Annotated[int, typer.Option("--seat", help="Your seat; seat 0 begins.")] = 0,
    seed: Annotated[int | None, typer.Option("--seed", help="The same seed, the same dice and cards.")] = None,
    name: Annotated[str, typer.Option("--name", help="Your name in the record.")] = "You",
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the game that you left.")] = False,
    record: Annotated[Path | None, typer.Option("--record", help="Write the finished game's record here.")] = None,
    pace: Annotated[float, typer.Option("--pace", min=0, max=10, help="Seconds to watch each event.")] = 0.4,
) -> None:
    """Play a game against bots in the terminal: arrows or numbers or the mouse; ? is a hint, F1 the rules."""
    import sys

    from allaboard.cli.say import fail, need_game, need_writable
    from allaboard.game import GameError

    if game is not None:
        need_game(game)
    if record is not None:
        need_writable(record)
    if not sys.stdout.isatty():
        fail("playing needs a terminal; to play many games without one, see `allaboard simulate --help`")
    from allaboard.game import load
    from allaboard.tui import shelf
    from allaboard.tui.app import PlayApp
    from allaboard.tui.local import LocalMatch, new_match

    def opened(chosen: str, count: int, level: str) -> "LocalMatch":
        return new_match(chosen, count, level, seat, seed, name, pace, record)

    try:
        match = None
        if resume:
            match = LocalMatch.resume(game or shelf.latest(), pace, record)
        elif game is not None:
            match = opened(game, seats or max(1 if game == "miyajima" else 3, load(game).seats.start), bots)
    except GameError as error:
        fail(str(error))
    PlayApp(match, opened).run()
    if match is not None:
        for line in match.position.ending:
            typer.echo(line)
