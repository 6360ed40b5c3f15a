"""The price of a decision: what it gave up, judged from the view of the seat that took it.

The best bot values each action (`evaluate`) several times, each time in other imagined worlds; the spread of the values
gives the standard error. A bot that knows its own errors may have `compare(view, rng, knowledge, budget, actions,
values, errors) -> n` instead, where an error is that of the difference from the best action. Values are wrong too, and
asking again does not show that: a game states the error of a small difference (`GRAIN`) and that of a large one as a
share of it (`SHARE`), measured against playouts (`benchmarks/prices.py`). They are added to the standard error.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from math import sqrt
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from allaboard.bots.advice import expects, gives_advice
from allaboard.bots.boards import on_board
from allaboard.bots.levels import Knowledge, module_of, policy
from allaboard.bots.outlook import Unit
from allaboard.bots.playouts import comparing
from allaboard.game import Chosen, Game, State, load
from allaboard.record import Cells, specialise
from allaboard.rng import stream

ROUNDS: Final = 4  # how often the bot is asked
SEED: Final = 18
UNITS: Final[dict[str, Unit]] = {"score": "points", "chance to win": "wins", "chance not to lose the round": "rounds"}
"""What a review counts, by what the values of hints are."""
_PLAYED_OUT = 200  # playouts, if no bot can value actions


class Price(NamedTuple):
    """Every legal action, best first: its value, and the standard error of its difference from the best."""

    actions: list[int]
    values: list[float]
    errors: list[float]

    def cost(self, action: int) -> tuple[float, float]:
        """The price of an action and its standard error."""
        at = self.actions.index(action)
        return self.values[0] - self.values[at], self.errors[at]


@dataclass(frozen=True)
class Pricing:
    """Prices the decisions of a game on one board. The same view always has the same prices."""

    game: Game[State]
    evaluate: Callable[..., int]
    compares: bool
    knowledge: Knowledge
    budget: int
    grain: float
    share: float

    @property
    def mark(self) -> bytes:
        """A text that identifies everything the prices depend on."""
        said = f"{self.budget} {ROUNDS} {SEED} {self.grain} {self.share}".encode()
        return hashlib.sha256(said + self.knowledge.tobytes()).digest()

    def price(self, view: State) -> Price:
        """Every legal action of a view's own seat."""
        if self.compares:
            n, actions, values, errors = self._compared(view)
        else:
            n, actions, values, errors = self._asked_again(view)
        order = np.lexsort((actions[:n], -values[:n]))
        cost = values[order[0]] - values
        errors = np.sqrt(errors**2 + self.grain**2 + (self.share * cost) ** 2)
        return Price(actions[order].tolist(), values[order].tolist(), errors[order].tolist())

    def _room(self) -> tuple[npt.NDArray[np.int16], Cells, Cells]:
        size = self.game.rules.ACTIONS
        return np.zeros(size, np.int16), np.zeros(size), np.zeros(size)

    def _compared(self, view: State) -> tuple[int, Cells, Cells, Cells]:
        actions, values, errors = self._room()
        n = self.evaluate(view, stream(SEED), self.knowledge, self.budget, actions, values, errors)
        return n, actions, values, errors

    def _asked_again(self, view: State) -> tuple[int, Cells, Cells, Cells]:
        actions, values, _ = self._room()
        answers, n = [], 0
        for number in range(ROUNDS):
            n = self.evaluate(view, stream(SEED, number), self.knowledge, self.budget // ROUNDS, actions, values)
            answers.append(values[:n].copy())
        all_values = np.array(answers)
        mean = all_values.mean(axis=0)
        apart = all_values[:, [int(mean.argmax())]] - all_values
        return n, actions, mean, apart.std(axis=0, ddof=1) / sqrt(ROUNDS)


def pricing(
    game: Game[State], seats: int, board: Chosen, budget: int | None = None, unit: Unit | None = None
) -> Pricing:
    """Prices from the game's best bot, or from playouts if no bot of the game can value actions in this unit."""
    declared = game.declaration
    if not gives_advice(declared) or (unit and UNITS[expects(declared, seats)] != unit):
        evaluate = _played_out(game.name, seats == 1)
        return Pricing(game, evaluate, True, np.zeros(0, np.float32), budget or _PLAYED_OUT, 0.0, 0.0)
    module = module_of(declared, declared.best_level)
    best = on_board(policy(game.name, declared.best_level), board)
    compares = hasattr(module, "compare")
    usual = int(getattr(module, "REVIEW_BUDGET", max(ROUNDS, best.budget // 10)))
    grain, share = float(getattr(module, "GRAIN", 0.0)), float(getattr(module, "SHARE", 0.0))
    evaluate = module.compare if compares else module.evaluate
    return Pricing(game, evaluate, compares, best.knowledge, budget or usual, grain, share)


@cache
def _played_out(game: str, alone: bool) -> Callable[..., int]:
    """Prices from playouts of the best fast bot."""
    level = load(game).declaration.nearest_level("medium")
    rules = load(game).rules
    result = specialise(_points if alone else _share_of_win, game, {"score": rules.score, "rank": rules.rank})
    return comparing(game, policy(game, level).choose, result)


def _unbound(*_: Any) -> Any:
    raise NotImplementedError


score = rank = _unbound


def _points(table: State, seat: int) -> float:
    return float(score(table, seat))


def _share_of_win(table: State, seat: int) -> float:
    winners = 0
    for other in range(table.seats):
        winners += rank(table, other) == 1
    return 1.0 / winners if rank(table, seat) == 1 else 0.0
