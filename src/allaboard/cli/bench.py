"""`allaboard bench`: how fast the games run, compared with other libraries."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from allaboard import game_names


def bench(
    games: Annotated[list[str] | None, typer.Argument(help="Which games. By default all of them.")] = None,
    rounds: Annotated[int, typer.Option("--rounds", min=1, help="How many times each program is measured.")] = 5,
    seconds: Annotated[float, typer.Option("--seconds", min=0.01, help="How long each measurement takes.")] = 0.5,
    peers: Annotated[
        bool, typer.Option("--peers/--no-peers", help="Compare with OpenSpiel, RLCard and PettingZoo.")
    ] = True,
    page: Annotated[Path | None, typer.Option("--page", help="Update the table in this Markdown page.")] = None,
    envs: Annotated[bool, typer.Option("--envs", help="Measure the environments instead of plain play.")] = False,
    tasks: Annotated[
        bool, typer.Option("--tasks", help="Measure the scores of bots in the environments instead.")
    ] = False,
    bots: Annotated[
        str | None,
        typer.Option("--bots", help="With --tasks: the bots, separated by commas. Default: all levels but expert."),
    ] = None,
    network: Annotated[
        list[Path] | None, typer.Option("--network", help="With --tasks: the file of a network; may be repeated.")
    ] = None,
    count: Annotated[int, typer.Option("--games", min=2, help="With --tasks: how many games each bot plays.")] = 500,
    seed: Annotated[
        int, typer.Option("--seed", min=0, max=2**63 - 1, help="With --tasks: the same seed gives the same games.")
    ] = 0,
    wasm: Annotated[
        bool, typer.Option("--wasm", help="Compare WebAssembly with native code instead; needs Node.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the results as JSON.")] = False,
) -> None:
    """Measure the speed of random legal play on one and two threads, of the first run, and of a million games.

    With --envs, measure how fast the environments step. With --tasks, measure the scores of bots in the environments.
    """
    from rich.console import Console
    from rich.markdown import Markdown

    from allaboard.cli.say import fail, need_game, need_polars, need_writable, read_text
    from allaboard.simulate import bench as work

    if not (envs or tasks):
        need_polars()  # a million games are measured as a table
    chosen = [need_game(game) for game in games or game_names()]
    if envs + tasks + wasm > 1:
        fail("--envs, --tasks and --wasm are different benchmarks; choose one of them")
    mark = "bench-envs" if envs else "tasks" if tasks else "bench-wasm" if wasm else "bench"
    if page:
        need_writable(page)
        try:
            work.write_between_marks(read_text(page), "", mark)
        except ValueError as error:
            fail(f"{page}: {error}")
    options = [
        *(["--envs"] if envs else []),
        *(["--wasm"] if wasm else []),
        *(games or []),
        *([] if peers else ["--no-peers"]),
    ]
    command = " ".join(["allaboard bench", *options])

    def tell(said: str) -> None:
        typer.echo(said, err=True)

    findings: object
    if tasks:
        from allaboard.envs import tasks as strength
        from allaboard.simulate.plan import chosen_bots

        named = f" --bots {bots}" if bots else ""
        given = f"allaboard bench --tasks{named}{' --network FILE …' if network else ''}"
        scores = strength.run(chosen, chosen_bots(bots) if bots else None, network or [], count, seed, tell)
        text = strength.table(scores, f"{given} --games {count} --seed {seed}")
        findings = [asdict(score) for score in scores]
    elif envs:
        from allaboard.envs import bench as stepping

        speeds = stepping.run(chosen, rounds, seconds, peers, tell)
        text, findings = stepping.table(speeds, command), [asdict(one) for one in speeds]
    elif wasm:
        from allaboard.core import speed
        from allaboard.registry import GameError

        try:
            ratios = speed.run(chosen, work.seats_of, rounds, seconds, tell)
        except GameError as error:
            fail(str(error))
        text = speed.table(ratios, work.human, command, work.machine())
        findings = [asdict(ratio) for ratio in ratios]
    else:
        found = work.run(chosen, rounds, seconds, peers, tell)
        text, findings = work.table(found, command), asdict(found)
    if page:
        page.write_text(work.write_between_marks(read_text(page), text, mark), encoding="utf-8")
    if as_json:
        typer.echo(json.dumps(findings))
    else:
        Console().print(Markdown(text))
