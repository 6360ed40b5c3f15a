"""`allaboard simulate`: play random games and write them down."""

import json
from pathlib import Path
from typing import Annotated

import typer

from allaboard import game_names


def simulate(
    game: Annotated[str, typer.Argument(help=f"One of {', '.join(game_names())}.")],
    seats: Annotated[int, typer.Option("--seats", help="How many players.")],
    games: Annotated[int, typer.Option("--games", min=1, help="How many games.")] = 1,
    seed: Annotated[int, typer.Option("--seed", min=0, max=2**63 - 1, help="The same seed, the same games.")] = 0,
    records: Annotated[Path | None, typer.Option("--records", help="Write the games' records here.")] = None,
    board: Annotated[Path | None, typer.Option("--board", help="A board file instead of the game's own.")] = None,
    committed: Annotated[bool, typer.Option("--committed", help="Draw chance from a committed seed each.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the summary as JSON.")] = False,
) -> None:
    """Play random legal games, one after the other, and write their records."""
    from rich.console import Console
    from rich.progress import track

    from allaboard import plain
    from allaboard.board import read_board
    from allaboard.cli.say import fail, need_game, need_writable, read_text
    from allaboard.game import GameError, load

    chosen = load(need_game(game))
    try:
        options = read_board(read_text(board), chosen.words.OPTIONS) if board else {}
        chosen.start(seats, options)
    except GameError as error:
        fail(f"{board}: {error}" if board else str(error))
    if records:
        need_writable(records)
    scores: list[list[int]] = []
    written: list[str] = []
    err = Console(stderr=True)
    try:
        for number in track(range(games), description="Playing", console=err, disable=not err.is_terminal):
            record = plain.play_random(chosen, seats, seed, number, options, committed=committed)
            scores.append(record.tail["score"][1])
            written.append(str(record))
    except KeyboardInterrupt:
        typer.echo(f"stopped after {len(scores)} of {games} games; they are kept", err=True)
    if records:
        records.write_text("\n".join(written), encoding="utf-8")
    means = [round(sum(column) / len(column), 2) for column in zip(*scores, strict=True)]
    found = {"game": game, "seats": seats, "games": len(scores), "seed": seed, "mean_scores": means}
    if as_json:
        typer.echo(json.dumps(found | ({"records": str(records)} if records else {})))
    else:
        typer.echo(f"{len(scores)} games of {chosen.title} with {seats} seats; mean score by seat: {means}")
        if records:
            typer.echo(f"records in {records}")
