"""`allaboard calibrate`: whether the values of hints and of reviews are accurate."""

import json
from pathlib import Path
from typing import Annotated

import typer

from allaboard import game_names


def calibrate(
    game: Annotated[str, typer.Argument(help=f"One of {', '.join(game_names())}.")],
    seats: Annotated[
        int | None, typer.Option("--seats", help="How many players. Default: the usual number of the game.")
    ] = None,
    positions: Annotated[int, typer.Option("--positions", min=10, help="How many positions are played out.")] = 2000,
    bots: Annotated[
        str,
        typer.Option("--bots", help="LEVEL or LEVEL:BUDGET of the bots. Default: hard; in solo games the strongest."),
    ] = "",
    review: Annotated[
        bool, typer.Option("--review", help="Check the value of positions that reviews use, instead of hints.")
    ] = False,
    budget: Annotated[
        int | None, typer.Option("--budget", min=1, help="The budget of a hint. Default: the same as at a table.")
    ] = None,
    games: Annotated[int, typer.Option("--games", min=1, help="How often each position of a hint is played out.")] = 8,
    seed: Annotated[int, typer.Option("--seed", min=0, max=2**63 - 1, help="The same seed gives the same games.")] = 0,
    fit: Annotated[
        bool, typer.Option("--fit", help="Fit the curves that correct the values, and keep them in the package.")
    ] = False,
    html: Annotated[Path | None, typer.Option("--html", help="Write a page with the curve here.")] = None,
    page: Annotated[Path | None, typer.Option("--page", help="Update the table in this Markdown page.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the results as JSON.")] = False,
) -> None:
    """Check the values of hints, or of reviews: play positions to the end and compare.

    Prints bias, slope and error, and deciles.
    """
    from rich.console import Console
    from rich.table import Table

    from allaboard.cli.say import fail, need_game, need_marks, need_writable, read_text
    from allaboard.registry import declaration
    from allaboard.simulate import calibration, values
    from allaboard.simulate.bench import write_between_marks

    declared = declaration(need_game(game))
    count = seats or declared.usual_seats
    bots = bots or (f"{declared.best_level}:{calibration.QUICK}" if count == 1 else declared.nearest_level("hard"))
    mark = f"calibration{'-review' if review else ''} {game} {count}"
    if review and (fit or budget):
        fail("--fit and --budget are for hints; the value of a review has no curves and no budget")
    if fit and (html or page or as_json):
        fail("--fit only writes curves; measure them afterwards with another --seed, without --fit")
    if html:
        need_writable(html)
    if page:
        need_marks(page, mark)
    spends = f" --budget {budget}" if budget else ""
    command = f"allaboard calibrate {game} --seats {count} --positions {positions} --bots {bots}{spends}"
    command += f" --review --seed {seed}" if review else f" --games {games} --seed {seed}"
    with Console(stderr=True).status("Playing out") as status:

        def tell(done: int) -> None:
            status.update(f"{done} of {positions} positions")

        if fit:
            curves = calibration.fit(game, count, positions, bots, budget, seed, tell, games)
            place = calibration.write(game, curves, count, f"{command} --fit")
            typer.echo(f"wrote {len(curves)} curves for {count} players to {place}")
            return
        if review:
            found = values.calibrate(game, count, positions, bots, seed, tell)
        else:
            found = calibration.calibrate(game, count, positions, bots, budget, seed, tell, games)
    if html:
        html.write_text(calibration.page(found, command), encoding="utf-8")
    if page:
        text = write_between_marks(read_text(page), calibration.table(found, command), mark)
        page.write_text(text, encoding="utf-8")
    if as_json:
        typer.echo(json.dumps(found.to_json()))
        return
    table = Table(*calibration.HEADS)
    for row in calibration.rows(found):
        table.add_row(*row)
    Console().print(table)
    typer.echo(f"{found.expects}, {positions} positions, {bots} at all {count} seats: {calibration.summary(found)}")
    if html:
        typer.echo(f"wrote the curve to {html}")
