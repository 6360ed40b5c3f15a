"""Many games at once, each stopped at a decision of yours: what all environments here are made of.

>>> games = Decisions("runaway", seats=3, rows=100, seed=7)
>>> games.observations.shape, games.masks.shape
((100, 105), (100, 41))
>>> games.step(games.any_legal())
"""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from allaboard.envs import stepping
from allaboard.envs.seen import seen, size
from allaboard.envs.stepping import BY_HAND, CALLER, NEXT_STEP, SAME_STEP
from allaboard.game import GameError, load
from allaboard.record import specialise
from allaboard.rng import reseed, stream
from allaboard.simulate import loop
from allaboard.simulate.batch import cores
from allaboard.simulate.plan import Bot, Plan, minds, name_of, policy, room_for

__all__ = ["BY_HAND", "NEXT_STEP", "SAME_STEP", "Decisions"]

_WORTH_A_PART: Final = 1024  # rows
_PARTS: Final = 2  # for each thread


class Decisions:
    """Rows of games of one kind; you decide for every seat, or for one seat against bots.

    After `reset` and every `step`: `actor` (which seat is to decide), `observations` (what it sees), `masks` (what it
    may do), `rewards` (a column for each seat), `over`. The arrays are written anew by each step: copy what you keep.
    """

    def __init__(
        self,
        game: str,
        seats: int,
        rows: int = 1,
        *,
        bots: Bot | Sequence[Bot] | None = None,
        seat: int | None = None,
        seed: int = 0,
        when: int = NEXT_STEP,
        board: Mapping[str, Any] | None = None,
        threads: int | None = None,
    ) -> None:
        self.game = load(game)
        self.seats, self.rows, self.when = seats, rows, when
        if rows < 1:
            raise GameError(f"there must be at least one row, not {rows}")
        opponents = _opponents(seats, bots)
        seated = ("random", *opponents) if bots is not None else ("random",) * seats
        self._plan = Plan(game, seats, seated, seed, board or {})
        self._kinds = self._plan.kinds.copy()
        self._kinds[0 if bots is not None else slice(None)] = CALLER
        if seat is not None and seat not in range(seats):
            raise GameError(f"there is no seat {seat} at a table for {seats}")
        self.rotate = int(bots is not None and seat is None)
        self._kinds = np.roll(self._kinds, seat or 0)
        self._step, self.look_at = program(game, self._plan.different)
        self._minds = minds(self._plan) if self._plan.different else ()
        self._make_arrays()
        threads = threads or cores()
        self._parts = [self._part(part) for part in _slices(rows, threads)]
        self._helpers = min(threads, len(self._parts)) - 1
        self._pool = ThreadPoolExecutor(self._helpers) if self._helpers else None
        self.reset(seed)

    def _make_arrays(self) -> None:
        rules, rows, seats = self.game.rules, self.rows, self.seats
        self.states = np.zeros(rows, rules.State.dtype)
        self._streams = np.zeros((rows, 2, 4), np.int64)
        self.turned = np.zeros(rows, np.int64)
        self.actor = np.zeros(rows, np.int64)
        self.fresh, self.over = np.ones(rows, np.int8), np.zeros(rows, np.int8)
        self.rewards, self._scores = np.zeros((rows, seats), np.float32), np.zeros(rows, np.float32)
        self.observations = np.zeros((rows, size(self.game.name, seats)), np.float32)
        self.finals = np.zeros_like(self.observations)
        self.masks = np.zeros((rows, rules.ACTIONS), np.int8)
        self.menus, self.counts = np.zeros((rows, rules.ACTIONS), np.int16), np.zeros(rows, np.int64)
        self._scratch = self._new_scratch()
        self._chooser = np.zeros(4, np.int64)

    def _new_scratch(self) -> npt.NDArray[Any]:
        scratch = np.zeros(3, self.game.rules.State.dtype)
        scratch[2] = self.game.start(self.seats, self._plan.board)
        return scratch

    def reset(self, seed: int | None = None) -> None:
        """New games in all rows; with a seed, the same ones every time."""
        if seed is not None:
            for row in range(self.rows):
                reseed(self._streams[row, 0], seed, 2 * row)
                reseed(self._streams[row, 1], seed, 2 * row + 1)
            self._chooser[:] = stream(seed, -1)
            self.turned[:] = np.arange(self.rows) % self.seats if self.rotate else 0
        self.fresh[:] = 1
        self._run(np.zeros(self.rows, np.int64))

    def step(self, actions: npt.ArrayLike) -> None:
        """Take an action in every row; where the game is over, the action is ignored and a new one begins."""
        chosen = np.ascontiguousarray(actions, np.int64)
        if chosen.shape != (self.rows,):
            raise GameError(f"there must be one action for each of {self.rows} rows, not {chosen.shape}")
        if (row := int(stepping.first_illegal(self.masks, self.counts, chosen))) >= 0:
            self.refuse(row, int(chosen[row]))
        if self.when == BY_HAND and self.fresh.any():
            raise GameError("a game is over here: reset before the next step")
        self._run(chosen)

    def refuse(self, row: int, action: int) -> None:
        """Say why this action is not legal; nothing has changed."""
        if not 0 <= action < self.game.rules.ACTIONS:
            raise GameError(f"an action is a number from 0 to {self.game.rules.ACTIONS - 1}, not {action}")
        self.game.play(self.states[row], int(self.actor[row]), action)

    def give_up(self, row: int) -> None:
        """End the game of a row here."""
        self.fresh[row] = self.over[row] = 1
        self.rewards[row] = 0
        self.masks[row] = 0
        self.counts[row] = 0

    def any_legal(self) -> npt.NDArray[np.int64]:
        """A random legal action for every row."""
        actions = np.zeros(self.rows, np.int64)
        stepping.any_legal(self.menus, self.counts, self._chooser, actions)
        return actions

    def see(self, row: int, seat: int) -> npt.NDArray[np.float32]:
        """What any seat of a row sees now."""
        if seat not in range(self.seats):
            raise GameError(f"there is no seat {seat} at a table for {self.seats}")
        out = np.zeros(self.observations.shape[1], np.float32)
        self.look_at(self.states[row], seat, self._scratch, out, 0)
        return out

    def me(self) -> npt.NDArray[np.int64]:
        """Where you sit, row by row, if all others are bots."""
        home = int(np.flatnonzero(self._kinds == CALLER)[0])
        return (home - self.turned) % self.seats

    def _run(self, actions: npt.NDArray[np.int64]) -> None:
        left = deque(range(len(self._parts)))
        helping = (
            [self._pool.submit(self._run_parts, left, actions) for _ in range(self._helpers)] if self._pool else []
        )
        self._run_parts(left, actions)
        for helper in helping:
            helper.result()

    def _run_parts(self, left: deque[int], actions: npt.NDArray[np.int64]) -> None:
        """Run parts that nobody else has taken, until none is left."""
        while True:
            try:
                rows, before, after = self._parts[left.popleft()]
            except IndexError:
                return
            self._step(*before, actions[rows], *after)

    def _part(self, rows: slice) -> tuple[slice, tuple[Any, ...], tuple[Any, ...]]:
        """What the loop is given for some rows, before and after the actions; threads must not share a scratch."""
        desk = np.zeros(1, stepping.desk_for(len(room_for(self.game))).dtype)
        desk["kinds"][0, : self.seats] = self._kinds
        before = (self.states[rows], self._new_scratch(), desk, self._streams[rows], self._minds, self.when)
        after: list[npt.NDArray[Any]] = [self.turned, self.actor, self.fresh, self.over, self.rewards, self._scores]
        seen = [self.observations[rows].reshape(-1), self.finals[rows].reshape(-1)]
        then = [self.masks[rows], self.menus[rows], self.counts[rows]]
        return rows, (*before, self.rotate), (*(array[rows] for array in after), *seen, *then)

    def close(self) -> None:
        """Let the threads go."""
        if self._pool is not None:
            self._pool.shutdown()


def _opponents(seats: int, bots: Bot | Sequence[Bot] | None) -> tuple[Bot, ...]:
    if bots is None:
        return ()
    if isinstance(bots, str) or not isinstance(bots, Sequence):
        return (bots,) * (seats - 1)
    if len(bots) != seats - 1:
        raise GameError(f"a table for {seats} has {seats - 1} opponents, not {len(bots)}")
    return tuple(bots)


def _slices(rows: int, threads: int) -> list[slice]:
    """Some parts for each thread, so that whoever starts late or is held up takes fewer."""
    count = max(1, min(_PARTS * threads, rows // _WORTH_A_PART)) if threads > 1 else 1
    edges = [rows * k // count for k in range(count + 1)]
    return [slice(a, b) for a, b in pairwise(edges)]


@cache
def program(game: str, bots: tuple[Bot, ...]) -> tuple[Callable[..., None], Callable[..., None]]:
    """The stepping loop for a game and its bots, and the look through a seat's eyes."""
    rules = load(game).rules
    words: dict[str, Any] = {
        name: getattr(rules, name) for name in ("actors", "legal", "apply", "weight", "observe", "score", "rank")
    }
    for kind in range(loop.BOTS):
        words[f"bot{kind}"] = policy(game, bots[kind]).choose if kind < len(bots) else loop.nobody
    words |= {"encode": seen(game).encode, "LOOKING": bool(bots), "FEW_ACTIONS": rules.ACTIONS <= 64}
    mix = f"{game}-{'+'.join(map(name_of, bots)) or 'random'}"
    keep = all(isinstance(bot, str) for bot in bots)
    words["draw"] = specialise(loop.draw_by_weight, game, words)
    words["ask_bot"] = specialise(loop.ask_bot, mix, words, keep=keep)
    words["ask"] = specialise(stepping.ask_mind, mix, words, keep=keep) if bots else stepping.ask_nobody
    words["look_at"] = specialise(stepping.look, game, words)
    words["pay"] = specialise(stepping.settle, game, words)
    words["wait_for_caller"] = specialise(stepping.play_on, mix, words, keep=keep)
    return specialise(stepping.step, mix, words, keep=keep), words["look_at"]
