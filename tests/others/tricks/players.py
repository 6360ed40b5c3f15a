"""One bot."""

import numpy as np

from allaboard.bots.levels import Knowledge
from allaboard.game import Actions
from allaboard.record import Cells, rule
from allaboard.rng import Rng

from .rules import ACTIONS, RANKS, State, legal


@rule
def hard(view: State, rng: Rng, knowledge: Knowledge, budget: int) -> int:
    """The highest card."""
    out = np.empty(ACTIONS, np.int16)
    n = legal(view, int(view.viewer), out)
    best = 0
    for k in range(n):
        if out[k] % RANKS > out[best] % RANKS:
            best = k
    return int(out[best])


@rule
def evaluate(view: State, rng: Rng, knowledge: Knowledge, budget: int, actions: Actions, values: Cells) -> int:
    """High cards are worth more."""
    n = legal(view, int(view.viewer), actions)
    for k in range(n):
        values[k] = (actions[k] % RANKS) / 6.0
    return n


def expects(seats: int) -> str:
    """What the values are."""
    return "chance to win"
