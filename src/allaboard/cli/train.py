"""`allaboard train`: train a bot from scratch."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from allaboard import game_names

if TYPE_CHECKING:
    from allaboard.bots.training import CurvePoint

_POINTS = 12  # of the learning curve that is shown


def train(
    game: Annotated[str, typer.Argument(help=f"One of {', '.join(game_names())}.")],
    level: Annotated[str, typer.Argument(help="The level that learns, such as hard.")],
    minutes: Annotated[float, typer.Option("--minutes", help="How many minutes to learn.")] = 20.0,
    seed: Annotated[int, typer.Option("--seed", min=0, max=2**63 - 1, help="The seed of the random generator.")] = 0,
    board: Annotated[
        Path | None, typer.Option("--board", help="Learn on this board; the result is used on this board only.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", help="Write to this file instead of the file that the bots use.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the learning curve as JSON.")] = False,
) -> None:
    """Train a bot from scratch and keep what it learned for all later games."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    from allaboard.bots import training
    from allaboard.cli.board import chosen_board
    from allaboard.cli.say import need_game, need_writable

    options = chosen_board(need_game(game), board)
    lessons = training.train(game, level, minutes, seed, need_writable(out) if out else None, options)
    curve: list[CurvePoint] = []
    err = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=err, disable=not err.is_terminal) as progress:
        bar = progress.add_task("Learning", total=1.0)
        while True:
            try:
                point = next(lessons)
            except StopIteration as end:
                place: Path = end.value
                break
            curve.append(point)
            said = f"{point.games} games, {point.subject}: {point.mean:.1f}"
            progress.update(bar, completed=point.share, description=said)
    points = _thinned(curve)
    if as_json:
        shown = [point._asdict() for point in points]
        typer.echo(json.dumps({"game": game, "level": level, "seed": seed, "file": str(place), "curve": shown}))
        return
    for point in points:
        typer.echo(f"{point.seconds:7.0f} s {point.games:9d} games  {point.subject}: {point.mean:.1f}")
    typer.echo(f"wrote what {level} has learned to {place} ({place.stat().st_size / 1e6:.1f} MB)")


def _thinned(curve: "list[CurvePoint]") -> "list[CurvePoint]":
    """Some points of the curve, averaged, for each subject that was practised."""
    points: list[CurvePoint] = []
    for subject in dict.fromkeys(point.subject for point in curve):
        lessons = [point for point in curve if point.subject == subject]
        size = max(1, len(lessons) // _POINTS)
        for first in range(0, len(lessons) - size + 1, size):
            part = lessons[first : first + size]
            points.append(part[-1]._replace(mean=sum(point.mean for point in part) / size))
    return points
