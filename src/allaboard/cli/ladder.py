"""`allaboard ladder`: which bots are stronger, and by how much."""

import json
from pathlib import Path
from typing import Annotated

import typer

from allaboard import game_names


def ladder(
    game: Annotated[str, typer.Argument(help=f"One of {', '.join(game_names())}.")],
    seats: Annotated[
        int | None, typer.Option("--seats", help="How many players. Default: 4 if the game allows it.")
    ] = None,
    bots: Annotated[
        str,
        typer.Option(
            "--bots",
            help="Levels, LEVEL:BUDGET or exec:COMMAND, separated by commas. Default: all levels.",
        ),
    ] = "",
    games: Annotated[int, typer.Option("--games", min=1, help="How many games each pair of bots plays.")] = 200,
    seed: Annotated[int, typer.Option("--seed", min=0, max=2**63 - 1, help="The same seed gives the same deals.")] = 0,
    board: Annotated[Path | None, typer.Option("--board", help="A board file instead of the game's own.")] = None,
    page: Annotated[Path | None, typer.Option("--page", help="Update the table in this Markdown page.")] = None,
    styles: Annotated[
        bool, typer.Option("--styles", help="Compare the styles of each level instead, and count bots that play alike.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the ladder as JSON.")] = False,
) -> None:
    """Let all bots play against each other on the same deals, with rotated seats, and rate them with 95% intervals."""
    from rich.console import Console
    from rich.table import Table

    from allaboard.cli.board import chosen_board, warn_of_bots
    from allaboard.cli.say import fail, need_game, need_marks, read_text
    from allaboard.registry import declaration
    from allaboard.simulate.bench import write_between_marks
    from allaboard.simulate.ladder import run_ladder
    from allaboard.simulate.ladder import table as written
    from allaboard.simulate.plan import chosen_bots

    declared = declaration(need_game(game))
    count = seats or (4 if 4 in declared.seats else declared.usual_seats)
    bots = bots or ",".join(declared.all_levels)
    mark = f"ladder {game} {count}"
    options = chosen_board(game, board)
    warn_of_bots(game, chosen_bots(bots), options)
    if styles:
        if page or board:
            fail("--styles can only be combined with --seats, --bots, --games, --seed and --json")
        known = tuple(bot for bot in chosen_bots(bots) if bot != "random")
        _show_styles(game, count, known, games, seed, as_json)
        return
    if page:
        need_marks(page, mark)
    err = Console(stderr=True)
    with err.status("Playing") as status:
        found = run_ladder(game, count, chosen_bots(bots), games, seed, status.update, options)
    if page:
        command = f"allaboard ladder {game} --seats {count} --bots {bots} --games {games} --seed {seed}"
        command += f" --board {board}" if board else ""
        page.write_text(write_between_marks(read_text(page), written(found, command), mark), encoding="utf-8")
    if as_json:
        typer.echo(json.dumps(found.to_json()))
        return
    alone = found.seats == 1
    table = Table("Bot", "Mean score" if alone else "Rating", "95% interval", "Raw", "Think time", "Longest")
    for one in found.rated:
        interval = f"{one.low:.1f} to {one.high:.1f}" if alone else f"{one.low:.0f} to {one.high:.0f}"
        rating = f"{one.rating:.1f}" if alone else f"{one.rating:.0f}"
        raw = f"{one.raw:.1f}" if alone else f"{one.raw:.0f}"
        table.add_row(one.bot, rating, interval, raw, f"{one.think_ms:.2f} ms", f"{one.longest_ms:.2f} ms")
    out = Console()
    out.print(table)
    if not alone:
        wins = Table("Win share of", *[f"among {one.bot}" for one in found.rated])
        shares = {(pairing.one, pairing.others): pairing.share for pairing in found.pairings}
        for one in found.rated:
            cells = [shares.get((one.bot, other.bot)) for other in found.rated]
            wins.add_row(one.bot, *[f"{cell[0]:.3f} ± {cell[1]:.3f}" if cell else "" for cell in cells])
        out.print(wins)
        out.print(
            f"An average player would win {1 / found.seats:.3f}; {games} games for each pair of bots, seed {seed}."
        )
    saved = sum(pairing.fewer(alone) for pairing in found.pairings) / len(found.pairings)
    out.print(
        f"Corrected for luck (raw: not corrected). Without the correction, intervals of the same width would need "
        f"{saved:.2f} times as many games."
    )
    for report in found.reports:
        typer.echo(report, err=True)


def _show_styles(game: str, seats: int, bots: tuple[str, ...], games: int, seed: int, as_json: bool) -> None:
    """For each level: the wins of its styles, and how many pairs of bots at a table played exactly the same."""
    from dataclasses import asdict

    from rich.console import Console
    from rich.table import Table

    from allaboard.registry import declaration
    from allaboard.simulate.styles import measure

    with Console(stderr=True).status("Comparing styles"):
        found = list(measure(game, seats, bots, games, seed))
    if as_json:
        typer.echo(json.dumps([asdict(one) for one in found]))
        return
    table = Table("Level", "Clones", *declaration(game).styles)
    for one in found:
        shares = [f"{share:.2f} ± {about:.2f}" for share, about in one.shares.values()]
        table.add_row(one.level, f"{100 * one.alike:.1f}% of pairs", *shares)
    out = Console()
    out.print(table)
    out.print(f"Wins of each style; 1.00 is the level's average. {seats} players, {games} games, seed {seed}.")
