"""`allaboard puzzles`: positions to think about, from play of the best bot."""

from pathlib import Path
from typing import Annotated

import typer

from allaboard import game_names


def puzzles(
    game: Annotated[str, typer.Argument(help=f"One of {', '.join(game_names())}.")],
    count: Annotated[int, typer.Option("--count", min=1, help="How many puzzles.")] = 10,
    seats: Annotated[int | None, typer.Option("--seats", help="How many players; as usual in the game.")] = None,
    seed: Annotated[int, typer.Option("--seed", min=0, max=2**63 - 1, help="The same seed, the same puzzles.")] = 0,
    most: Annotated[int, typer.Option("--games", min=1, help="Stop after so many games.")] = 1000,
    out: Annotated[Path | None, typer.Option("--out", help="Write them to this file, a line of JSON for each.")] = None,
) -> None:
    """Find puzzles: one action is clearly better, and not every bot finds it. They are checked with a large budget."""
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
        fail(f"{known.title} has no bots whose play could be looked at")
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
