"""`allaboard simulate`: play many games and keep the results."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from allaboard import game_names

if TYPE_CHECKING:
    from allaboard.simulate.batch import Batch, Progress
    from allaboard.simulate.plan import Plan


def simulate(
    game: Annotated[str, typer.Argument(help=f"One of {', '.join(game_names())}.")],
    seats: Annotated[
        int | None, typer.Option("--seats", help="How many players. Default: 4 if the game allows it.")
    ] = None,
    games: Annotated[int, typer.Option("--games", min=1, help="How many games.")] = 1,
    bots: Annotated[
        str,
        typer.Option(
            "--bots",
            help="One bot for all seats, or one for each, separated by commas: LEVEL, LEVEL:BUDGET or exec:COMMAND.",
        ),
    ] = "random",
    seed: Annotated[int, typer.Option("--seed", min=0, max=2**63 - 1, help="The same seed gives the same games.")] = 0,
    board: Annotated[Path | None, typer.Option("--board", help="A board file instead of the game's own.")] = None,
    out: Annotated[Path | None, typer.Option("--out", help="Write a Parquet file with a row for each game.")] = None,
    records: Annotated[Path | None, typer.Option("--records", help="Write the games' records here.")] = None,
    best: Annotated[
        Path | None, typer.Option("--best", help="Write the record of the game with the highest score here.")
    ] = None,
    report: Annotated[Path | None, typer.Option("--report", help="Write an HTML page with plots here.")] = None,
    rotate: Annotated[bool, typer.Option("--rotate", help="Move each bot one seat further after every game.")] = False,
    threads: Annotated[
        int | None, typer.Option("--threads", min=1, help="How many threads. Default: one for each core.")
    ] = None,
    cluster: Annotated[str | None, typer.Option("--cluster", help="A Ray cluster's address, or `local`.")] = None,
    committed: Annotated[
        bool, typer.Option("--committed", help="Draw the chance of each game from a committed seed.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the summary as JSON.")] = False,
) -> None:
    """Play many games with bots. Prints a summary; can also write every game, every record and a page of plots."""
    from allaboard.cli.board import chosen_board, warn_of_bots
    from allaboard.cli.say import fail, need_game, need_polars, need_writable
    from allaboard.game import GameError
    from allaboard.registry import declaration
    from allaboard.simulate.batch import run_plan
    from allaboard.simulate.plan import Plan, chosen_bots

    need_game(game)
    options = chosen_board(game, board)
    declared = declaration(game)
    count = seats if seats is not None else 4 if 4 in declared.seats else declared.usual_seats
    try:
        plan = Plan(game, count, chosen_bots(bots), seed, options, rotate)
    except GameError as error:
        fail(f"{board}: {error}" if board and "board" in str(error) else str(error))
    warn_of_bots(game, plan.bots, options)
    files = {
        name: path for name, path in (("out", out), ("records", records), ("best", best), ("report", report)) if path
    }
    for path in files.values():
        need_writable(path)
    if out or report:
        need_polars()
    if committed:
        if plan.different or out or best or report:
            fail("--committed plays one game at a time with random bots, and writes no file but --records")
        return play_committed(plan, games, records, as_json)
    with watched(plan, games) as progress:
        batch = run_plan(plan, games, threads, cluster, progress)
    if batch.stopped:
        typer.echo(f"stopped after {batch.games} of {games} games; they are kept", err=True)
    for fault in batch.reports:
        typer.echo(fault, err=True)
    write_files(batch, files)
    tell(batch, files, as_json)
    if batch.stopped:
        raise typer.Exit(130)
    return None


@contextmanager
def watched(plan: "Plan", games: int, label: str = "Playing") -> "Iterator[Progress]":
    """A progress bar with games per second and the time left, and a note when the rules must be compiled first."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        ProgressColumn,
        Task,
        TextColumn,
        TimeRemainingColumn,
    )
    from rich.text import Text

    from allaboard.game import load
    from allaboard.simulate.compiling import on_compile

    class Rate(ProgressColumn):
        def render(self, task: Task) -> Text:
            return Text(f"{task.speed:,.0f} games/s" if task.speed else "", style="progress.data.speed")

    err = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), Rate(), TimeRemainingColumn())
    with Progress(*columns, console=err, disable=not err.is_terminal, transient=True) as bar:
        task = bar.add_task(label, total=games)
        title = load(plan.game).title
        with on_compile(lambda: err.print(f"Compiling {title} for this machine, once; this takes some seconds.")):
            yield lambda done: bar.update(task, completed=done)


def write_files(batch: "Batch", files: dict[str, Path]) -> None:
    """Write the files that were asked for."""
    if "out" in files:
        from allaboard.simulate.frame import write_parquet

        write_parquet(batch, files["out"])
    if "records" in files:
        from allaboard.simulate.records import records

        with files["records"].open("w", encoding="utf-8") as file:
            for number, record in enumerate(records(batch)):
                file.write(("\n" if number else "") + str(record))
    if "best" in files:
        from allaboard.simulate.records import best

        files["best"].write_text(str(best(batch)), encoding="utf-8")
    if "report" in files:
        from allaboard.simulate.frame import about
        from allaboard.simulate.report import page

        files["report"].write_text(page(batch.frame, about(batch)), encoding="utf-8")


def tell(batch: "Batch", files: dict[str, Path], as_json: bool) -> None:
    """Print the summary, as text or as JSON."""
    from allaboard.cli.say import counted
    from allaboard.game import load

    plan, columns = batch.plan, batch.columns
    means = [round(float(mean), 3) for mean in columns["score"].mean(axis=0)]
    firsts = [round(float(share), 4) for share in (columns["rank"] == 1).mean(axis=0)]
    found = {
        "game": plan.game,
        "seats": plan.seats,
        "bots": list(plan.names),
        "seed": plan.seed,
        "games": batch.games,
        "stopped": batch.stopped,
        "moves": int(columns["moves"].sum()),
        "seconds": round(batch.seconds, 3),
        "mean_scores": means,
        "first_places": firsts,
        **{name: str(path) for name, path in files.items()},
    }
    if as_json:
        typer.echo(json.dumps(found))
        return
    pace = f"{batch.games / batch.seconds:,.0f} a second" if batch.seconds else "at once"
    games, seats = counted(batch.games, "game"), counted(plan.seats, "seat")
    typer.echo(f"{games} of {load(plan.game).title} with {seats}, {pace}")
    for seat, (score, won) in enumerate(zip(means, firsts, strict=True)):
        who = plan.names[0] if len(plan.names) == 1 else "the bots in turn" if plan.rotate else plan.names[seat]
        typer.echo(f"  seat {seat} ({who}): mean score {score:.2f}, first in {won:.1%} of the games")
    for name, path in files.items():
        typer.echo(
            f"{ {'out': 'games', 'records': 'records', 'best': 'the best game', 'report': 'report'}[name] } in {path}"
        )


def play_committed(plan: "Plan", games: int, records: Path | None, as_json: bool) -> None:
    """Play one game after the other, with chance drawn from a committed seed."""
    from allaboard import plain
    from allaboard.cli.say import counted
    from allaboard.game import load

    game = load(plan.game)
    written, scores = [], []
    try:
        for number in range(games):
            record = plain.play_random(game, plan.seats, plan.seed, number, plan.board, committed=True)
            written.append(str(record))
            scores.append(record.tail["score"][1])
    except KeyboardInterrupt:
        typer.echo(f"stopped after {len(written)} of {games} games; they are kept", err=True)
    if records:
        records.write_text("\n".join(written), encoding="utf-8")
    means = [round(sum(column) / len(column), 3) for column in zip(*scores, strict=True)]
    found = {"game": plan.game, "seats": plan.seats, "games": len(written), "seed": plan.seed, "mean_scores": means}
    if as_json:
        typer.echo(json.dumps(found | ({"records": str(records)} if records else {})))
    else:
        played, seats = counted(len(written), "game"), counted(plan.seats, "seat")
        typer.echo(f"{played} of {game.title} with {seats}; mean score by seat: {means}")
