"""The search of RunAway Train: the choice of cards is solved, with the next die taken into account.

On a board other than the one that the value was learned on, every action is played out by the rules of thumb instead.
"""

import numpy as np

from allaboard.bots.levels import Knowledge
from allaboard.bots.playouts import playouts
from allaboard.game import Actions
from allaboard.games.runaway.bots.choice import CHOICE_WORKSPACE, expected_value, set_up_choice, solve
from allaboard.games.runaway.bots.curves import CURVES, calibrated, curve_of, lines, settled, span, won
from allaboard.games.runaway.bots.heuristics import rules_of_thumb
from allaboard.games.runaway.bots.learned import decide
from allaboard.games.runaway.bots.value import knowledge, knows
from allaboard.games.runaway.rules import (
    ACTIONS,
    BOTH,
    CHOOSING,
    NO_CARDS,
    State,
    legal,
)
from allaboard.record import Cells, rule
from allaboard.rng import Rng

__all__ = [
    "BUDGET",
    "CURVES",
    "GRAIN",
    "REVIEW_BUDGET",
    "SHARE",
    "curve_of",
    "evaluate",
    "expects",
    "expert",
    "knowledge",
    "lines",
    "settled",
    "span",
]

BUDGET = 5_000
"""How often a choice is simulated."""
REVIEW_BUDGET = 4_000  # the budget for one decision in a review
# the error of a price beyond the noise of the solver: of a small difference, and as a share of a large one
GRAIN, SHARE = 0.05, 0.3
TILT = 0.15  # how strongly a style favours its plans
RARE = 0.03  # less likely plans are dropped as noise


by_playouts = playouts("runaway", rules_of_thumb, won)


def expects(seats: int) -> str:
    """What `evaluate` writes."""
    return "chance to win"


@rule
def evaluate(view: State, rng: Rng, knowledge: Knowledge, budget: int, actions: Actions, values: Cells) -> int:
    """Writes every legal action and the chance to win that it leaves; returns how many."""
    if not knows(knowledge, view):
        return by_playouts(view, rng, knowledge, budget, actions, values)
    n = legal(view, int(view.viewer), actions)
    weigh_all(view, rng, knowledge, budget, n, actions, values, np.zeros(1, CHOICE_WORKSPACE))
    for k in range(n):
        values[k] = calibrated(knowledge, view, values[k])
    return n


@rule
def weigh_all(
    view: State, rng: Rng, knowledge: Knowledge, budget: int, n: int, actions: Actions, values: Cells, memory: Cells
) -> None:
    """Write the value of each action."""
    seat, work = int(view.viewer), memory[0]
    if view.phase == CHOOSING:
        set_up_choice(view, work)
        solve(knowledge, work, budget, rng, True)
        for k in range(n):
            action = int(actions[k])
            # a bluff has the same effect as no cards
            values[k] = work.brings[seat, action - NO_CARDS if action <= BOTH else 0]
    else:
        for k in range(n):
            values[k] = expected_value(knowledge, work, view, int(actions[k]), budget, rng, True)


@rule
def expert(view: State, rng: Rng, knowledge: Knowledge, budget: int, style: int) -> int:
    """Cards by the solved strategy, jumps and tracks by their values."""
    if not knows(knowledge, view):
        actions, values = np.empty(ACTIONS, np.int16), np.empty(ACTIONS, np.float64)
        n = by_playouts(view, rng, knowledge, budget, actions, values)
        return int(actions[np.argmax(values[:n])])
    return decide(view, rng, knowledge, budget, budget, True, RARE, style, TILT, np.zeros(1, CHOICE_WORKSPACE))
