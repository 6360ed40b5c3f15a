"""Many games at once, each stopped at your next decision. All environments of this package are made of this.

>>> from allaboard.registry import game_names
>>> games = Decisions(game_names()[0], seats=3, rows=100, seed=7)
>>> len(games.observations), len(games.masks)
(100, 100)
>>> games.step(games.any_legal())
"""

from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from allaboard.envs import stepping
from allaboard.envs.arguments import a_seed_each, actions_of, need_saved, seed_number, whole_number
from allaboard.envs.encoding import action_encoder, action_size, encoder, size
from allaboard.envs.stepping import BY_HAND, CALLER, NEXT_STEP, SAME_STEP
from allaboard.game import Chosen, GameError, load
from allaboard.record import Cells, Records, specialise
from allaboard.rng import reseed, stream
from allaboard.simulate import loop
from allaboard.simulate.batch import cores
from allaboard.simulate.plan import Bot, Plan, bot_settings, game_words, name_of, policy, room_for

__all__ = ["BY_HAND", "NEXT_STEP", "SAME_STEP", "Decisions", "LegalActions"]

Saved = dict[str, Cells]
"""The state of all rows, as arrays by name."""

_WORTH_A_PART: Final = 1024  # the minimum number of rows in a part
_PARTS: Final = 2  # for each thread
_KEPT: Final = (
    *("states", "_streams", "turned", "actor", "fresh", "over", "rewards", "_scores", "observations", "finals"),
    *("masks", "menus", "counts", "_chooser", "_options"),
)
"""The names of the arrays that are the state of all rows."""


class LegalActions(NamedTuple):
    """All legal actions of all rows that must decide, one after the other."""

    rows: npt.NDArray[np.int64]
    """The row that each action belongs to."""
    actions: npt.NDArray[np.int64]
    features: npt.NDArray[np.float32]
    """A row of features for each action; `encoding.action_parts` gives the slice of each part."""


class Decisions:
    """Many games of one kind, one in each row. You decide for every seat, or for one seat against bots.

    After `reset` and every `step`, these arrays are up to date: `actor` (the seat that must decide), `observations`
    (what it sees), `masks` (its legal actions), `rewards` (a column for each seat) and `over`. The next step overwrites
    them, so copy what you want to keep.

    If the game of a row is over, its mask is all ones. The next action is ignored there, so every action is legal, and
    a distribution over the mask exists in every row.

    Rows can be copied (`copy.deepcopy`), pickled, and saved and restored (`save`, `restore`), including their random
    streams, so that the same games follow.
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
        board: Chosen | None = None,
        threads: int | None = None,
    ) -> None:
        self.game = load(game)
        self.seats = self.game.count(whole_number("the number of seats", seats))
        self.rows = whole_number("the number of rows", rows, 1)
        if when not in (NEXT_STEP, SAME_STEP, BY_HAND):
            raise GameError(f"a new game begins NEXT_STEP, SAME_STEP or BY_HAND, not {when!r}")
        self.when = when
        if threads is not None:
            whole_number("the number of threads", threads, 1)
        opponents = _opponents(game, seats, bots)
        seated = ("random", *opponents) if bots is not None else ("random",) * seats
        self._plan = Plan(game, seats, seated, seed_number(seed), {} if board is None else board)
        self._kinds = self._plan.kinds.copy()
        self._kinds[0 if bots is not None else slice(None)] = CALLER
        if seat is not None and seat not in range(seats):
            raise GameError(f"there is no seat {seat} at a table for {seats}")
        self.rotate = int(bots is not None and seat is None)
        self._kinds = np.roll(self._kinds, seat or 0)
        self._threads = threads
        self._make_arrays()
        self._make_ready()
        self.reset(seed)

    def _make_ready(self) -> None:
        """Make the compiled functions and the threads, which cannot be copied or pickled."""
        self._step, self.look_at = program(self.game.name, self._plan.different)
        self._bot_settings = bot_settings(self._plan) if self._plan.different else ()
        threads = self._threads or cores()
        self._parts = [self._part(part) for part in _slices(self.rows, threads)]
        self._helpers = min(threads, len(self._parts)) - 1
        self._pool = ThreadPoolExecutor(self._helpers) if self._helpers else None

    def __getstate__(self) -> dict[str, object]:
        made = ("game", "_step", "look_at", "_bot_settings", "_parts", "_pool")
        return {name: value for name, value in vars(self).items() if name not in made}

    def __setstate__(self, kept: dict[str, object]) -> None:
        vars(self).update(kept)
        self.game = load(self._plan.game)
        self._make_ready()

    def save(self) -> Saved:
        """The state of all rows, as arrays by name; `numpy.savez(file, **saved)` can store them."""
        return {name.removeprefix("_"): getattr(self, name).copy() for name in _KEPT}

    def restore(self, saved: Saved) -> None:
        """Restore a saved state of all rows. It must have been saved from rows of the same kind."""
        need_saved(saved, "states", "options")
        for name in _KEPT:
            array, given = getattr(self, name), saved.get(name.removeprefix("_"))
            if given is None or given.shape != array.shape or given.dtype != array.dtype:
                raise GameError(f"this was not saved from {self.rows} rows of {self.game.title} with as many seats")
        if not np.array_equal(saved["options"], self._options):
            raise GameError("this was saved from games on another board")
        for name in _KEPT:
            getattr(self, name)[:] = saved[name.removeprefix("_")]

    def _make_arrays(self) -> None:
        rules, rows, seats = self.game.rules, self.rows, self.seats
        self.states = np.zeros(rows, rules.State.dtype)
        self._streams = np.zeros((rows, 2, 4), np.int64)
        self.turned = np.zeros(rows, np.int64)
        self.actor = np.zeros(rows, np.int64)
        self.fresh, self.over = np.ones(rows, np.int8), np.zeros(rows, np.int8)
        self.rewards, self._scores = np.zeros((rows, seats), np.float32), np.zeros(rows, np.float32)
        self.observations = np.zeros((rows, size(self.game.name, seats, self._plan.board)), np.float32)
        self.finals = np.zeros_like(self.observations)
        self.masks = np.zeros((rows, rules.ACTIONS), np.int8)
        self.menus, self.counts = np.zeros((rows, rules.ACTIONS), np.int16), np.zeros(rows, np.int64)
        self._scratch = self._new_scratch()
        self._chooser = np.zeros(4, np.int64)
        self._options = self.game.options(self._plan.board)

    def _new_scratch(self) -> Records:
        scratch = np.zeros(3, self.game.rules.State.dtype)
        scratch[2] = self.game.start(self.seats, self._plan.board)
        return scratch

    def reset(self, seed: int | Sequence[int] | None = None) -> None:
        """Start new games in all rows. The same seed gives the same games.

        With a seed for each row, each row plays what a single row would play with that seed.
        """
        if (seeds := a_seed_each(seed, self.rows)) is not None:
            numbers = [seed_number(own) for own in seeds]
            for row, own in enumerate(numbers):
                self._seed(row, own, 0)
            self._chooser[:] = stream(numbers[0], -1)
            self.turned[:] = 0
        elif seed is not None:
            number = seed_number(seed)
            for row in range(self.rows):
                self._seed(row, number, row)
            self._chooser[:] = stream(number, -1)
            self.turned[:] = np.arange(self.rows) % self.seats if self.rotate else 0
        self.fresh[:] = 1
        self._run(np.zeros(self.rows, np.int64))

    def _seed(self, row: int, seed: int, number: int) -> None:
        """Give a row the two streams of a number: of chance, and of the bots."""
        reseed(self._streams[row, 0], seed, 2 * number)
        reseed(self._streams[row, 1], seed, 2 * number + 1)

    def step(self, actions: npt.ArrayLike) -> None:
        """Take an action in every row. If the game of a row is over, the action is ignored and a new game begins."""
        chosen = actions_of(actions, self.rows)
        if (row := int(stepping.first_illegal(self.masks, self.counts, chosen))) >= 0:
            self.refuse(row, int(chosen[row]))
        if self.when == BY_HAND and self.fresh.any():
            raise GameError("the game is over: reset before the next step")
        self._run(chosen)

    def refuse(self, row: int, action: int) -> None:
        """Raise the error that says why this action is not legal. The games do not change."""
        if not 0 <= action < self.game.rules.ACTIONS:
            raise GameError(f"an action is a number from 0 to {self.game.rules.ACTIONS - 1}, not {action}")
        self.game.play(self.states[row], int(self.actor[row]), action)

    def give_up(self, row: int) -> None:
        """End the game of a row at once, without a reward."""
        self.fresh[row] = self.over[row] = 1
        self.rewards[row] = 0
        self.masks[row] = 1
        self.counts[row] = 0

    def any_legal(self) -> npt.NDArray[np.int64]:
        """A random legal action for every row."""
        actions = np.zeros(self.rows, np.int64)
        stepping.any_legal(self.menus, self.counts, self._chooser, actions)
        return actions

    def legal_actions(self) -> LegalActions:
        """The legal actions of all rows with their features, for networks that value a state and an action.

        `masks` has a number for every action. This has a row of features for each legal action only, which is less if
        few of many actions are legal.
        """
        width = action_size(self.game.name, self.seats, self._plan.board)
        features = np.zeros((int(self.counts.sum()), width), np.float32)
        describe = describer(self.game.name)
        describe(self.states, self._scratch, self.actor, self.menus, self.counts, features.reshape(-1), width)
        listed = [self.menus[row, : self.counts[row]] for row in range(self.rows)]
        rows = np.repeat(np.arange(self.rows), self.counts)
        return LegalActions(rows, np.concatenate(listed).astype(np.int64), features)

    def see(self, row: int, seat: int) -> npt.NDArray[np.float32]:
        """The observation of any seat of a row."""
        if seat not in range(self.seats):
            raise GameError(f"there is no seat {seat} at a table for {self.seats}")
        out = np.zeros(self.observations.shape[1], np.float32)
        self.look_at(self.states[row], seat, self._scratch, out, 0)
        return out

    def me(self) -> npt.NDArray[np.int64]:
        """Your seat in each row, if all others are bots."""
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
        """Run parts that no other thread has taken, until none is left."""
        while True:
            try:
                rows, before, after = self._parts[left.popleft()]
            except IndexError:
                return
            self._step(*before, actions[rows], *after)

    def _part(self, rows: slice) -> tuple[slice, tuple[object, ...], tuple[object, ...]]:
        """The arguments of the loop for some rows, before and after the actions. Threads must not share a workspace."""
        workspace = np.zeros(1, stepping.workspace_for(len(room_for(self.game))).dtype)
        workspace["kinds"][0, : self.seats] = self._kinds
        before = (self.states[rows], self._new_scratch(), workspace, self._streams[rows], self._bot_settings, self.when)
        after: list[Cells] = [self.turned, self.actor, self.fresh, self.over, self.rewards, self._scores]
        seen = [self.observations[rows].reshape(-1), self.finals[rows].reshape(-1)]
        then = [self.masks[rows], self.menus[rows], self.counts[rows]]
        return rows, (*before, self.rotate), (*(array[rows] for array in after), *seen, *then)

    def close(self) -> None:
        """Stop the threads."""
        if self._pool is not None:
            self._pool.shutdown()


def _opponents(game: str, seats: int, bots: Bot | Sequence[Bot] | None) -> tuple[Bot, ...]:
    if bots is None:
        return ()
    if isinstance(bots, str) or not isinstance(bots, Sequence):
        policy(game, bots)  # raises a GameError for a wrong name, also if there is nobody to play against
        return (bots,) * (seats - 1)
    if len(bots) != seats - 1:
        raise GameError(f"a table for {seats} has {seats - 1} opponents, not {len(bots)}")
    return tuple(bots)


def _slices(rows: int, threads: int) -> list[slice]:
    """Several parts for each thread, so that a slow thread takes fewer of them."""
    count = max(1, min(_PARTS * threads, rows // _WORTH_A_PART)) if threads > 1 else 1
    edges = [rows * k // count for k in range(count + 1)]
    return [slice(a, b) for a, b in pairwise(edges)]


@cache
def program(game: str, bots: tuple[Bot, ...]) -> tuple[Callable[..., None], Callable[..., None]]:
    """The stepping loop for a game and its bots, and the function that writes an observation."""
    rules = load(game).rules
    words = game_words(game, bots) | {"encode": encoder(game).encode, "FEW_ACTIONS": rules.ACTIONS <= 64}
    mix = f"{game}-{'+'.join(map(name_of, bots)) or 'random'}"
    keep = all(isinstance(bot, str) for bot in bots)
    words["ask_bot"] = specialise(loop.ask_bot, mix, words, keep)
    words["ask"] = specialise(stepping.ask_policy, mix, words, keep) if bots else stepping.ask_nobody
    look_at = specialise(stepping.look, game, words)
    words["look_at"] = look_at
    words["pay"] = specialise(stepping.settle, game, words)
    words["wait_for_caller"] = specialise(stepping.play_on, mix, words, keep)
    return specialise(stepping.step, mix, words, keep, bottom_up=not bots), look_at


@cache
def describer(game: str) -> Callable[..., None]:
    """The loop over legal actions that writes their features."""
    return specialise(
        stepping.describe, game, {"observe": load(game).rules.observe, "encode_action": action_encoder(game)}
    )
