"""Batches of games, played on all cores. The result does not depend on the number of cores.

>>> from allaboard.registry import game_names
>>> from allaboard.simulate import run
>>> batch = run(game_names()[0], seats=3, games=100, seed=7)
>>> batch.columns["score"].shape
(100, 3)
"""

import os
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import numpy as np

from allaboard.compileerror import CompileError
from allaboard.game import Chosen, GameError, load
from allaboard.record import Cells, Records
from allaboard.simulate.loop import NoTally, Outcome
from allaboard.simulate.plan import Bot, Plan, bot_settings, laid, name_of, policy, program, room_for, tally_of

if TYPE_CHECKING:
    import polars as pl

Columns = dict[str, Cells]
Progress = Callable[[int], None]

ENDLESS: Final = 1_000_000
"""More actions than any game has. A game that exceeds this number is reported as endless."""
_CHUNK_SECONDS, _CHUNK_GAMES = 0.2, 8192
_PER_GAME = ("moves", "chances")
_PER_SEAT = ("score", "rank")


@dataclass
class Batch:
    """Finished games, in the order of their numbers: one array for each column."""

    plan: Plan
    wanted: int
    columns: Columns
    seconds: float
    log: list[list[tuple[int, int]]] = field(default_factory=list)  # the actions, if the games cannot be played again
    reports: list[str] = field(default_factory=list)  # faults of programs

    def __repr__(self) -> str:
        stopped = f" of {self.wanted}" if self.stopped else ""
        bots = ", ".join(self.plan.names)
        return f"<Batch of {self.games}{stopped} games of {self.plan.game}, {self.plan.seats} seats, {bots}>"

    @property
    def games(self) -> int:
        """How many games were finished."""
        return len(self.columns["moves"])

    @property
    def stopped(self) -> bool:
        """Whether it was stopped early. The games in the batch are complete."""
        return self.games < self.wanted

    @property
    def frame(self) -> "pl.DataFrame":
        """The same as a Polars frame."""
        try:
            from allaboard.simulate.frame import to_frame
        except ImportError:
            raise GameError("a frame needs Polars: pip install 'allaboard[simulate]'") from None

        return to_frame(self)


def run(
    game: str,
    seats: int,
    games: int,
    bots: Sequence[Bot] = ("random",),
    seed: int = 0,
    *,
    board: Chosen | None = None,
    rotate: bool = False,
    threads: int | None = None,
    cluster: str | None = None,
    progress: Progress | None = None,
) -> Batch:
    """Play many games with one bot for all seats or one for each. The same seed gives the same games everywhere."""
    return run_plan(Plan(game, seats, tuple(bots), seed, board or {}, rotate), games, threads, cluster, progress)


def run_plan(
    plan: Plan, games: int, threads: int | None = None, cluster: str | None = None, progress: Progress | None = None
) -> Batch:
    """Play a plan's games. An interrupt stops it and keeps the games that are finished."""
    if games < 1:
        raise GameError(f"the number of games must be at least 1, not {games}")
    if threads is not None and threads < 1:
        raise GameError(f"the number of threads must be at least 1, not {threads}")
    if plan.programs:
        from allaboard.simulate.programs import run_with_programs

        if cluster is not None:
            raise GameError(f"programs can only play on this machine, not on a cluster: {', '.join(plan.programs)}")
        return run_with_programs(plan, games, progress)
    pool, workers = _workers(plan, threads, cluster)
    began = time.perf_counter()  # the time of compiling is not counted
    with pool:
        columns = _gather(games, _chunks(plan, games, pool, workers), progress)
    return Batch(plan, games, columns, time.perf_counter() - began)


def _workers(plan: Plan, threads: int | None, cluster: str | None) -> tuple[Executor, int]:
    """The executor: threads on this machine, or a cluster."""
    if cluster is None:
        play_rows(plan, 0, 1)  # compile once, not in every thread
        return ThreadPoolExecutor(threads or cores()), threads or cores()
    from allaboard.simulate.cluster import Cluster

    there = Cluster(cluster)
    return there, there.workers


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _chunks(plan: Plan, games: int, pool: Executor, workers: int) -> Iterator[tuple[int, Columns]]:
    """Play the games in order, in chunks of a fraction of a second. An interrupt waits for chunks that have begun."""
    pending: deque[tuple[int, Future[tuple[Columns, float]]]] = deque()
    given, size = 0, 16
    try:
        while pending or given < games:
            while given < games and len(pending) < 2 * workers:
                count = min(size, games - given)
                pending.append((given, pool.submit(_timed_rows, plan, given, count)))
                given += count
            first, future = pending[0]
            columns, seconds = future.result()
            pending.popleft()
            pace = len(columns["moves"]) / max(seconds, 1e-6)
            size = int(min(max(pace * _CHUNK_SECONDS, 1), 4 * size, _CHUNK_GAMES))
            yield first, columns
    except KeyboardInterrupt:
        while pending and pending[-1][1].cancel():
            pending.pop()
        for first, future in pending:
            yield first, future.result()[0]


def _gather(games: int, chunks: Iterator[tuple[int, Columns]], progress: Progress | None) -> Columns:
    """Join the chunks, column by column."""
    whole: Columns = {}
    done = 0
    try:
        for first, columns in chunks:
            for name, values in columns.items():
                if name not in whole:
                    whole[name] = np.empty((games, *values.shape[1:]), values.dtype)
                whole[name][first : first + len(values)] = values
            done = first + len(columns["moves"])
            if progress:
                progress(done)
    except KeyboardInterrupt:
        pass  # between two chunks, so all games are complete
    if not whole:
        raise KeyboardInterrupt
    return {name: values[:done] for name, values in whole.items()}


def _timed_rows(plan: Plan, first: int, count: int) -> tuple[Columns, float]:
    began = time.perf_counter()
    columns = play_rows(plan, first, count)
    return columns, time.perf_counter() - began


def play_rows(plan: Plan, first: int, count: int) -> Columns:
    """Play a number of games of a plan, from this game number on, in this thread."""
    rows = Rows(plan, first, count)
    rows.advance(ENDLESS)
    rows.check()
    return rows.columns()


class Rows:
    """An array of games in progress, with everything that belongs to each row."""

    def __init__(self, plan: Plan, first: int, count: int, tallying: bool = True, logging: bool = False) -> None:
        game = load(plan.game)
        self.plan, self.first = plan, first
        self.states = np.zeros(count, game.rules.State.dtype)
        self.outcomes = np.zeros(count, Outcome.dtype)
        self.tallies = np.zeros(count, (tally_of(plan.game)[0] if tallying else NoTally).dtype)
        self.log = np.zeros((1 if logging else 0, 2), np.int16)
        self._program = program(plan, tallying, logging)
        self._streams = np.zeros((count, 2, 4), np.int64)
        self._views = np.zeros(2, game.rules.State.dtype)
        self._room = room_for(game)
        self._laid = laid(plan)
        self._seated = plan.kinds, *bot_settings(plan)

    def restart(self, first: int) -> None:
        """Start new games in the same rows, from this game number on."""
        self.first = first
        for array in (self.outcomes, self.tallies):
            array.view(np.uint8)[:] = 0  # no actions, so `play` starts a new game

    def advance(self, limit: int) -> int:
        """Continue every row by at most this many actions; returns how many actions were logged."""
        try:
            return self._program(
                self.states, self._views, self._streams, self._laid, *self._seated, int(self.plan.rotate),
                self.plan.seed, self.first, limit, self.outcomes, self.tallies, self.log, self._room,
            )  # fmt: skip
        except CompileError as error:
            players = [policy(self.plan.game, bot) for bot in self.plan.different]
            guilty = [player for player in players if getattr(player.choose, "py_func", None) in error.functions]
            raise (guilty[0].not_compiled(error) if guilty else error) from error

    def check(self) -> None:
        """Raise an error if a game has not ended or a bot has chosen an illegal action."""
        for row in np.flatnonzero(self.outcomes["over"] == 0)[:1]:
            number, fault = self.first + int(row), int(self.outcomes["fault"][row])
            if fault:
                turned = number if self.plan.rotate else 0
                bot = name_of(self.plan.seated[(fault - 1 + turned) % self.plan.seats])
                choice = int(self.outcomes["choice"][row])
                raise GameError(
                    f"in game {number} the bot {bot} at seat {fault - 1} chose {choice}, which is not legal"
                )
            raise GameError(f"game {number} did not end within {ENDLESS} actions")

    def columns(self) -> Columns:
        """The columns, without the seats that are not used."""
        return columns_of(self.plan, self.outcomes, self.tallies)


def columns_of(plan: Plan, outcomes: Records, tallies: Records) -> Columns:
    """The columns of these games, without unused seats and without values that the options rule out."""
    found = {name: outcomes[name].copy() for name in _PER_GAME}
    found |= {name: outcomes[name][:, : plan.seats].copy() for name in _PER_SEAT}
    kind = tally_of(plan.game)[0]
    if tallies.dtype == kind.dtype and kind is not NoTally:
        by_seat, by_option = getattr(kind, "BY_SEAT", ()), getattr(kind, "BY_OPTION", {})
        board = {**load(plan.game).OPTIONS, **plan.board}
        for name in (name for name in kind.dtype.names or () if not name.startswith("_")):
            values = tallies[name]
            width = plan.seats if name in by_seat else board[by_option[name]] if name in by_option else None
            found[name] = (values if width is None else values[:, :width]).copy()
    return found
