"""`allaboard compare`: two boards of a game, side by side."""

import json
from pathlib import Path
from typing import Annotated

import typer


def compare(
    first: Annotated[Path, typer.Argument(help="A board file.")],
    second: Annotated[Path, typer.Argument(help="Another board file of the same game.")],
    game: Annotated[
        str | None, typer.Option("--game", help="Which game. Default: the game of the board files.")
    ] = None,
    seats: Annotated[
        int | None, typer.Option("--seats", help="How many players. Default: 4 if the game allows it.")
    ] = None,
    games: Annotated[int, typer.Option("--games", min=2, help="How many games on each board.")] = 10_000,
    bots: Annotated[str, typer.Option("--bots", help="One bot for all seats, or one for each.")] = "medium",
    seed: Annotated[int, typer.Option("--seed", min=0, max=2**63 - 1, help="The same seed gives the same games.")] = 0,
    report: Annotated[Path, typer.Option("--report", help="The page to write.")] = Path("compare.html"),
    rotate: Annotated[bool, typer.Option("--rotate", help="Move each bot one seat further after every game.")] = False,
    threads: Annotated[
        int | None, typer.Option("--threads", min=1, help="How many threads. Default: one for each core.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the differences as JSON.")] = False,
) -> None:
    """Play the same number of games on two boards and write a page in which significant differences are marked."""
    from allaboard.cli.board import chosen_board, game_of, warn_of_bots
    from allaboard.cli.say import fail, need_game, need_polars, need_writable

    need_polars()
    from allaboard.cli.simulate import watched
    from allaboard.game import GameError, load
    from allaboard.simulate import compare as work
    from allaboard.simulate.batch import run_plan
    from allaboard.simulate.frame import about
    from allaboard.simulate.plan import Plan, chosen_bots, name_of

    name = need_game(game) if game else game_of(first, second)
    boards = [chosen_board(name, path) for path in (first, second)]
    allowed = load(name).seats
    number = seats if seats is not None else 4 if 4 in allowed else allowed[0]
    try:
        plans = work.same_players([Plan(name, number, chosen_bots(bots), seed, board, rotate) for board in boards])
    except GameError as error:
        fail(str(error))
    need_writable(report)
    note = ""
    if untaught := plans[0].untaught:
        names = " and ".join(map(name_of, untaught))
        note = f"{names}: trained on only one of the boards; uses rules of thumb on both, for a fair comparison"
        typer.echo(note, err=True)
    for plan in plans:
        warn_of_bots(name, [bot for bot in plan.bots if bot not in untaught], plan.board)
    batches = []
    for plan, path in zip(plans, (first, second), strict=True):
        with watched(plan, games, path.stem) as progress:
            batches.append(run_plan(plan, games, threads, None, progress))
        if batches[-1].stopped:
            typer.echo("stopped: there is nothing to compare yet", err=True)
            raise typer.Exit(130)
    abouts = [about(batch) for batch in batches]
    labels = (first.stem, second.stem) if first.stem != second.stem else (str(first), str(second))
    found = work.pairs([batch.frame for batch in batches], abouts)
    report.write_text(work.page(found, abouts, labels, note), encoding="utf-8")
    significant = [change for pair in found for change in pair.significant]
    every = sum(len(pair.changes) for pair in found)
    if as_json:
        changes = [
            {"figure": c.figure, "name": c.name, "before": c.before.value, "after": c.after.value} for c in significant
        ]
        typer.echo(
            json.dumps({"game": name, "games": games, "compared": every, "differ": changes, "report": str(report)})
        )
        return
    typer.echo(f"{len(significant)} of {every} numbers differ significantly between {labels[0]} and {labels[1]}")
    for pair in found:
        if pair.significant:
            typer.echo(f"  {work.verdict(pair, labels)}")
    typer.echo(f"report in {report}")
