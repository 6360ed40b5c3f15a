"""`allaboard puzzles`: positions to think about, from games of the strongest bot."""

from pathlib import Path
from typing import Annotated

import typer

from allaboard import game_names


def puzzles(
    game: Annotated[str, typer.Argument(help=f"One of {', '.join(game_names())}.")],
    count: Annotated[int, typer.Option("--count", min=1, help="How many puzzles.")] = 10,
    seats: Annotated[
        int | None, typer.Option("--seats", help="How many players. Default: the usual number of the game.")
    ] = None,
    seed: Annotated[
        int, typer.Option("--seed", min=0, max=2**63 - 1, help="The same seed gives the same puzzles.")
    ] = 0,
    most: Annotated[int, typer.Option("--games", min=1, help="Stop after this many games.")] = 1000,
    out: Annotated[
        Path | None, typer.Option("--out", help="Write the puzzles to this file, one JSON object per line.")
    ] = None,
) -> None:
    """Find puzzles: positions where one action is clearly best and some bots miss it, checked with a large budget."""
    import msgspec
    from rich.console import Console

    from allaboard.cli.say import fail, need_game, need_writable
    from allaboard.declaration import span
    from allaboard.game import load
    from allaboard.reviews.puzzles import puzzles as found_in

    known = load(need_game(game))
    players = seats or known.declaration.usual_seats
    if players not in known.seats:
        fail(f"{known.title} is for {span(known.seats)} players, not {players}")
    if not known.declaration.levels:
        fail(f"{known.title} has no bots, and puzzles are found in games of bots")
    file = need_writable(out).open("w", encoding="utf-8") if out else None
    made, played = 0, 0
    with Console(stderr=True).status("") as status:
        for puzzle in found_in(known, players, seed):
            if puzzle is None:
                played += 1
                status.update(f"{made} puzzles in {played} games")
                if played == most:
                    break
                continue
            made += 1
            line = msgspec.json.encode(puzzle).decode()
            if file:
                print(line, file=file, flush=True)
            else:
                typer.echo(line)
            if made == count:
                break
    if file:
        file.close()
    typer.echo(f"{made} puzzles of {known.title} for {players} players.", err=True)
