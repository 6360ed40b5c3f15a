"""`allaboard puzzles`: positions to think about, from games of the strongest bot."""

from pathlib import Path
from typing import Annotated

import typer

from allaboard import game_names


def puzzles(
    game: Annotated[str, typer.Argument(help=f"One of {', '.join(game_names())}.")],
    count: Annotated[int, typer.Option("--count", min=1, help="How many puzzles.")] = 10,
    seats: Annotated[
        int | None, typer.Option("--seats", help="How many players. Default: several numbers in turn.")
    ] = None,
    seed: Annotated[
        int, typer.Option("--seed", min=0, max=2**63 - 1, help="The same seed gives the same puzzles.")
    ] = 0,
    most: Annotated[int, typer.Option("--games", min=1, help="Stop after this many games.")] = 1000,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", help="Write the puzzles to this file, one JSON object per line. An existing file is continued."
        ),
    ] = None,
    pack: Annotated[
        Path | None,
        typer.Option("--pack", help="At the end, write all of them to this file, in the format of a game's package."),
    ] = None,
) -> None:
    """Find puzzles: positions where one action is clearly best and some bots miss it, checked with a large budget."""
    import msgspec
    from rich.console import Console

    from allaboard.cli.say import fail, need_game, need_writable
    from allaboard.declaration import span
    from allaboard.game import load
    from allaboard.reviews.puzzles import Puzzle, packed, puzzles, read

    known = load(need_game(game))
    if seats is not None and seats not in known.seats:
        fail(f"{known.title} is for {span(known.seats)} players, not {seats}")
    if not known.declaration.levels:
        fail(f"{known.title} has no bots, and puzzles are found in games of bots")
    found: list[Puzzle] = []
    if out and need_writable(out).exists():
        try:
            found = read(out.read_bytes())
        except msgspec.MsgspecError as error:
            fail(f"{out} does not contain puzzles, so it cannot be continued: {error}")
        if any(one.game != known.name for one in found):
            fail(f"{out} contains puzzles of another game; choose another file")
    if pack:
        need_writable(pack)
    file = out.open("wb") if out else None
    ids = {one.id for one in found}

    def tell(one: Puzzle) -> None:
        line = msgspec.json.encode(one) + b"\n"
        if file:
            file.write(line)
            file.flush()
        else:
            typer.echo(line.decode(), nl=False)

    for one in found:  # without a line that was cut off
        tell(one)
    first = max((one.number for one in found), default=-1) + 1
    usual = known.declaration.usual_seats + 1
    tables = [n for n in known.seats if n <= usual] if seats is None else [seats]
    played = 0
    console = Console(stderr=True)
    with console.status("") as status:
        if len(found) < count:
            for puzzle in puzzles(known, tables, seed, first):
                if puzzle is None:
                    played += 1
                    if played == most:
                        break
                elif puzzle.id not in ids:
                    found.append(puzzle)
                    ids.add(puzzle.id)
                    tell(puzzle)
                status.update(f"{len(found)} of {count} puzzles, {played} games")
                if not console.is_terminal and puzzle is None:
                    console.print(f"{len(found)} of {count} puzzles, {played} games")
                if len(found) >= count:
                    break
    if file:
        file.close()
    if pack:
        pack.write_bytes(packed(found))
    typer.echo(f"{len(found)} puzzles of {known.title}, {played} games played.", err=True)
