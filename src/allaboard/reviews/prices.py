"""The price of a decision: what it gave up, judged from the view of the seat that took it.

The best bot values each action (`evaluate`) several times, each time in other imagined worlds; the spread of the values
gives the standard error. A bot that estimates its own errors may have `compare(view, rng, knowledge, budget, actions,
values, errors) -> n` instead, where an error is that of the difference from the best action. Values also have errors
that do not change when the bot is asked again: a game states the error of a small difference (`GRAIN`) and that of a
large one as a share of it (`SHARE`), measured against playouts (`benchmarks/prices.py`). They are added to the standard
error.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from math import sqrt
from typing import Any, Final, NamedTuple

import numpy as np

from allaboard.bots.advice import expects, gives_advice
from allaboard.bots.boards import on_board
from allaboard.bots.levels import Knowledge, module_of, policy
from allaboard.bots.outlook import Unit
from allaboard.bots.playouts import comparing
from allaboard.game import Actions, Chosen, Game, State, load
from allaboard.record import Cells, rule, specialise
from allaboard.rng import reseed

ROUNDS: Final = 4  # how often the bot is asked
SEED: Final = 18
UNITS: Final[dict[str, Unit]] = {"score": "points", "chance to win": "wins", "chance not to lose the round": "rounds"}
"""The unit of a review, by what the values of hints are."""
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
    ask: Callable[..., int]
    """Compiled: `ask(view, knowledge, budget, actions, values, errors) -> n` writes a price."""
    knowledge: Knowledge
    budget: int
    grain: float
    share: float

    @property
    def hash(self) -> str:
        """A hash of everything that the prices depend on, except the budget."""
        said = f"{ROUNDS} {SEED} {self.grain} {self.share}".encode()
        return hashlib.sha256(said + self.knowledge.tobytes()).hexdigest()[:16]

    def price(self, view: State) -> Price:
        """Every legal action of a view's own seat."""
        size = self.game.rules.ACTIONS
        actions, values, errors = np.zeros(size, np.int16), np.zeros(size), np.zeros(size)
        n = self.ask(view, self.knowledge, self.budget, actions, values, errors)
        return Price(actions[:n].tolist(), values[:n].tolist(), errors[:n].tolist())


def pricing(
    game: Game[State], seats: int, board: Chosen, budget: int | None = None, unit: Unit | None = None
) -> Pricing:
    """Prices from the game's best bot, or from playouts if no bot of the game can value actions in this unit."""
    declared = game.declaration
    if not gives_advice(declared) or (unit and UNITS[expects(declared, seats)] != unit):
        name = f"{game.name}-{'alone' if seats == 1 else 'together'}"
        words = {"compare": _played_out(game.name, seats == 1), "GRAIN": 0.0, "SHARE": 0.0}
        ask = specialise(_compared, name, words)
        return Pricing(game, ask, np.zeros(0, np.float32), budget or _PLAYED_OUT, 0.0, 0.0)
    module = module_of(declared, declared.best_level)
    best = on_board(policy(game.name, declared.best_level), board)
    usual = int(getattr(module, "REVIEW_BUDGET", max(ROUNDS, best.budget // 10)))
    grain, share = float(getattr(module, "GRAIN", 0.0)), float(getattr(module, "SHARE", 0.0))
    words = {"GRAIN": grain, "SHARE": share, "ACTIONS": game.rules.ACTIONS}
    if hasattr(module, "compare"):
        ask = specialise(_compared, game.name, words | {"compare": module.compare})
    else:
        ask = specialise(_asked_again, game.name, words | {"evaluate": module.evaluate})
    return Pricing(game, ask, best.knowledge, budget or usual, grain, share)


@cache
def _played_out(game: str, alone: bool) -> Callable[..., int]:
    """Prices from playouts of the best fast bot."""
    level = load(game).declaration.nearest_level("medium")
    rules = load(game).rules
    result = specialise(_points if alone else _share_of_win, game, {"score": rules.score, "rank": rules.rank})
    return comparing(game, policy(game, level).choose, result)


def _unbound(*_: object) -> Any:  # Any: what is bound to the names below returns different types
    raise NotImplementedError


score = rank = compare = evaluate = _unbound
GRAIN = SHARE = 0.0
ACTIONS = 0


def _compared(view: State, knowledge: Knowledge, budget: int, actions: Actions, values: Cells, errors: Cells) -> int:
    """A price from a bot that estimates its own errors."""
    rng = np.zeros(4, np.int64)
    reseed(rng, SEED, 0)
    n = int(compare(view, rng, knowledge, budget, actions, values, errors))
    finish(n, actions, values, errors, GRAIN, SHARE)
    return n


def _asked_again(view: State, knowledge: Knowledge, budget: int, actions: Actions, values: Cells, errors: Cells) -> int:
    """A price from a bot that is asked several times. The errors are those of the differences from the best mean."""
    rng, answers = np.zeros(4, np.int64), np.zeros((ROUNDS, ACTIONS))
    n, best = 0, 0
    for number in range(ROUNDS):
        reseed(rng, SEED, number)
        n = int(evaluate(view, rng, knowledge, budget // ROUNDS, actions, answers[number]))
    for k in range(n):
        values[k] = 0.0
        for number in range(ROUNDS):
            values[k] += answers[number, k]
        values[k] /= ROUNDS
        if values[k] > values[best]:
            best = k
    for k in range(n):
        spread, difference = 0.0, values[best] - values[k]
        for number in range(ROUNDS):
            spread += (answers[number, best] - answers[number, k] - difference) ** 2
        errors[k] = sqrt(spread / (ROUNDS - 1) / ROUNDS)
    finish(n, actions, values, errors, GRAIN, SHARE)
    return n


@rule
def finish(n: int, actions: Actions, values: Cells, errors: Cells, grain: float, share: float) -> None:
    """Sort a price, best first, and add the error of the values themselves to its errors."""
    for k in range(1, n):
        action, value, error = int(actions[k]), float(values[k]), float(errors[k])
        at = k
        while at > 0 and (values[at - 1] < value or (values[at - 1] == value and actions[at - 1] > action)):
            actions[at], values[at], errors[at] = actions[at - 1], values[at - 1], errors[at - 1]
            at -= 1
        actions[at], values[at], errors[at] = action, value, error
    for k in range(n):
        difference = share * (values[0] - values[k])
        errors[k] = sqrt(errors[k] * errors[k] + grain * grain + difference * difference)


def _points(table: State, seat: int) -> float:
    return float(score(table, seat))


def _share_of_win(table: State, seat: int) -> float:
    winners = 0
    for other in range(table.seats):
        winners += rank(table, other) == 1
    return 1.0 / winners if rank(table, seat) == 1 else 0.0
