"""Benchmark tasks: the environments, and the scores of players of known strength.

A task is one of the Gymnasium environments with medium bots at the other seats. A score is the mean return of whole
games, that is, the sum of rewards: the score divided by 100 in solo games; against bots, the share of opponents beaten
minus the share that won, from -1 to 1. A player who is as good as the bots gets 0.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from allaboard.board import differing
from allaboard.environments import NAMESPACE, OPPONENTS, ids
from allaboard.envs.network import Network, returns_of
from allaboard.game import Chosen, GameError, load
from allaboard.simulate.batch import run_plan
from allaboard.simulate.bench import machine
from allaboard.simulate.plan import Plan

HUNDRED: Final = 100.0
Tell = Callable[[str], None]


@dataclass(frozen=True)
class Task:
    """An environment: its name and its parameters."""

    name: str
    game: str
    seats: int
    board: Chosen
    opponents: str


@dataclass(frozen=True)
class Score:
    """A player's score in a task: the mean return over a number of games, with a 95% interval."""

    task: str
    player: str
    games: int
    mean: float
    interval: float


def tasks(games: Sequence[str]) -> list[Task]:
    """The tasks of these games."""
    found = []
    for name, made in ids().items():
        if made["game"] in games:
            short = name.removeprefix(f"{NAMESPACE}/").removesuffix("-v0")
            found.append(Task(short, made["game"], made["seats"], made.get("board", {}), made.get("bots", OPPONENTS)))
    return found


def run(
    games: Sequence[str], bots: Sequence[str] | None, networks: Sequence[Path], count: int, seed: int, tell: Tell
) -> list[Score]:
    """Let every bot, and every network that fits, play every task. A network is named after its file.

    Without bots, all levels of a game play, except `expert`, which is slow.
    """
    trained = [(path, Network.read(path)) for path in networks]
    chosen = tasks(games)
    for path, network in trained:
        if not any(_fits(network, task) for task in chosen):
            raise GameError(
                f"{path} plays {network.game} with {network.seats} seats on a board that is not one of these tasks"
            )
    scores = []
    for task in chosen:
        levels = load(task.game).declaration.all_levels
        for bot in [level for level in levels if level != "expert"] if bots is None else bots:
            tell(f"{task.name}: {bot}")
            scores.append(_score(task, bot, level_returns(task, bot, count, seed)))
        for path, network in trained:
            if _fits(network, task):
                tell(f"{task.name}: {path}")
                name = path.stem.partition("-")[0]  # `ppo-ONE.npz` and `ppo-OTHER.npz` share a column
                scores.append(_score(task, name, returns_of(network, count, task.opponents, seed)))
    return scores


def level_returns(task: Task, bot: str, count: int, seed: int) -> npt.NDArray[np.float64]:
    """The returns of a bot against medium bots. It changes its seat after every game."""
    seated = (bot, *[task.opponents] * (task.seats - 1))
    columns = run_plan(Plan(task.game, task.seats, seated, seed, task.board, rotate=True), count).columns
    if task.seats == 1:
        return np.asarray(columns["score"][:, 0] / HUNDRED)
    ranks, number = columns["rank"].astype(np.int64), np.arange(count)
    mine = ranks[number, -number % task.seats][:, None]
    return np.asarray(((ranks > mine).sum(axis=1) - (ranks < mine).sum(axis=1)) / (task.seats - 1))


def _fits(network: Network, task: Task) -> bool:
    form = load(task.game).OPTIONS
    same = (network.game, network.seats) == (task.game, task.seats)
    return same and differing(network.board, form) == differing(task.board, form)


def _score(task: Task, player: str, returns: npt.NDArray[np.float64]) -> Score:
    spread = float(1.96 * returns.std() / np.sqrt(len(returns)))
    return Score(task.name, player, len(returns), float(returns.mean()), spread)


def table(scores: Sequence[Score], command: str) -> str:
    """The scores as Markdown, a line for each task."""
    players = list(dict.fromkeys(score.player for score in scores))
    rows = [["environment", *players], ["---", *["---:"] * len(players)]]
    for task in dict.fromkeys(score.task for score in scores):
        found = {score.player: score for score in scores if score.task == task}
        cells = [f"{found[who].mean:.2f} ± {found[who].interval:.2f}" if who in found else "" for who in players]
        rows.append([f"`{NAMESPACE}/{task}-v0`", *cells])
    told = f"Mean returns of {scores[0].games} games each with {OPPONENTS} bots at the other seats, with 95% intervals"
    lines = "\n".join(f"| {' | '.join(row)} |" for row in rows)
    return f"{lines}\n\n{told}: `{command}` on {machine()}."
