"""How fast the environments step, with observations and masks, compared with pgx, Gymnasium and PettingZoo.

All play random legal actions and may use all cores; time is wall-clock time. Libraries that step batches are measured
with several batch sizes, and the best one counts. They run in turn, and the medians are reported.
"""

import importlib
import importlib.util
import statistics
import time
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np

from allaboard.envs.decisions import Decisions
from allaboard.game import GameError
from allaboard.registry import declaration
from allaboard.simulate import peers
from allaboard.simulate.bench import human, machine

Tell = Callable[[str], None]
Jax: TypeAlias = Any  # Any: JAX is not a dependency
"""An array or a state of JAX."""

OUR_BATCHES, PGX_BATCHES = (1024, 4096, 16384), (1024, 8192, 65536)
_SCAN: Final = 1 << 17
"""How many steps of all rows pgx takes in one compiled call."""


@dataclass
class Speed:
    """The steps per second of a contender. `times` is how many times as fast we are."""

    game: str
    name: str
    steps_a_second: float
    times: float = 1


Contender = tuple[str, Callable[[float], float]]
"""A name, and a function that runs for a number of seconds and returns the steps per second."""


def _timed(step: Callable[[], int], seconds: float) -> float:
    steps, began = 0, time.perf_counter()
    while time.perf_counter() - began < seconds:
        steps += step()
    return steps / (time.perf_counter() - began)


def ours(game: str, rows: int) -> Contender:
    """All seats of many games, in compiled code. Rows that start a new game are not counted as steps."""
    own = declaration(game).part("peers")
    seats = declaration(game).seats[-1] if own is None else int(own.ENV_SEATS)
    games = Decisions(game, seats, rows)

    def step() -> int:
        laid = int(np.count_nonzero(games.fresh))
        games.step(games.any_legal())
        return rows - laid

    return f"All Aboard, {seats} seats, batch {rows}", lambda seconds: _timed(step, seconds)


def pgx(name: str, batch: int) -> Contender:
    """A game of pgx, used as its authors recommend: vmap, scan, jit, auto reset."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        jax, game = importlib.import_module("jax"), importlib.import_module("pgx")
        auto = importlib.import_module("pgx.experimental").auto_reset
        env = game.make(name)
    many = jax.vmap(auto(env.step, env.init))

    def one(carry: tuple[Jax, Jax], _: None) -> tuple[tuple[Jax, Jax], None]:
        state, key = carry
        key, a, b = jax.random.split(key, 3)
        action = jax.random.categorical(a, jax.numpy.log(state.legal_action_mask.astype(np.float32)), axis=1)
        state = many(state, action, jax.random.split(b, batch))
        return (state, key), None

    run = jax.jit(lambda carry: jax.lax.scan(one, carry, None, length=_SCAN // batch)[0])
    key = jax.random.PRNGKey(0)
    kept = [run((jax.jit(jax.vmap(env.init))(jax.random.split(key, batch)), key))]

    def step() -> int:
        kept[0] = jax.block_until_ready(run(kept[0]))
        return batch * (_SCAN // batch)

    return f"pgx {name}, batch {batch}", lambda seconds: _timed(step, seconds)


def gymnasium() -> Contender:
    """Gymnasium's card game in Gymnasium's own vector environment."""
    envs = importlib.import_module("gymnasium").make_vec("Blackjack-v1", num_envs=64, vectorization_mode="sync")
    envs.reset(seed=0)

    def step() -> int:
        envs.step(envs.action_space.sample())
        return 64

    return "Gymnasium Blackjack, 64 in a vector", lambda seconds: _timed(step, seconds)


def zoo(label: str, name: str) -> Contender:
    """PettingZoo's loop over agents, in processor time."""
    played = peers.pettingzoo(label, name)

    def speed(seconds: float) -> float:
        found = played.play(seconds)
        return found.moves / found.seconds

    return played.name, speed


def _best(contenders: Sequence[Contender], rounds: int, seconds: float) -> list[tuple[str, float]]:
    found: list[list[float]] = [[] for _ in contenders]
    for _ in range(rounds):
        for (_, play), speeds in zip(contenders, found, strict=True):
            speeds.append(play(seconds))
    return [(name, statistics.median(speeds)) for (name, _), speeds in zip(contenders, found, strict=True)]


def compare(game: str, rounds: int, seconds: float, with_peers: bool = True) -> list[Speed]:
    """The environments of one game compared with the others."""
    us = [ours(game, rows) for rows in OUR_BATCHES]
    nearest = declaration(game).part("peers")
    with_peers = with_peers and nearest is not None
    them = [pgx(nearest.PGX, batch) for batch in PGX_BATCHES] if with_peers and nearest else []
    others = [gymnasium(), zoo(*nearest.PETTINGZOO)] if with_peers and nearest else []
    speeds = _best([*us, *them, *others], rounds, seconds)
    name, speed = max(speeds[: len(us)], key=lambda one: one[1])
    lines = [Speed(game, name, speed)]
    if with_peers:
        named, best = max(speeds[len(us) : len(us) + len(them)], key=lambda one: one[1])
        lines.append(Speed(game, named, best, speed / best))
        lines += [Speed(game, named, one, speed / one) for named, one in speeds[-2:]]
    return lines


def run(games: Sequence[str], rounds: int, seconds: float, with_peers: bool, tell: Tell) -> list[Speed]:
    """The whole benchmark of the environments."""
    with_peers = with_peers and any(declaration(game).part("peers") for game in games)
    for module in ("pgx", "gymnasium", "pettingzoo") if with_peers else ():
        if importlib.util.find_spec(module) is None:
            raise GameError(f"{module} is missing: pip install 'allaboard[bench]', or run with --no-peers")
    lines: list[Speed] = []
    for game in games:
        tell(f"{game}: environments" + (" and their peers" if with_peers else ""))
        lines += compare(game, rounds, seconds, with_peers)
    return lines


def table(lines: Sequence[Speed], command: str) -> str:
    """The results as Markdown."""
    rows = ["| game | environment, all cores, observations and masks written | steps a second | All Aboard is |"]
    rows.append("| --- | --- | ---: | ---: |")
    for line in lines:
        if line.name.startswith("All Aboard"):
            rows.append(f"| **{line.game}** | **{line.name}** | **{human(line.steps_a_second)}** | |")
        else:
            rows.append(f"| | {line.name} | {human(line.steps_a_second)} | {human(line.times)} times as fast |")
    told = "medians of runs that take turns, by the wall clock, each with the best of three batch sizes."
    return "\n".join([*rows, "", f"Measured by `{command}` on {machine()}: {told}"])
