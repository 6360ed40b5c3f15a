"""Two bots."""

import numpy as np

from allaboard.bots.levels import Knowledge
from allaboard.game import Actions
from allaboard.record import Cells, rule
from allaboard.rng import Rng

from .rules import TAKE, State, legal, score


@rule
def easy(view: State, rng: Rng, knowledge: Knowledge, budget: int) -> int:
    """Leaves ones."""
    return TAKE if view.die > 1 else 1 - TAKE


@rule
def medium(view: State, rng: Rng, knowledge: Knowledge, budget: int) -> int:
    """Takes everything."""
    return TAKE


@rule
def evaluate(view: State, rng: Rng, knowledge: Knowledge, budget: int, actions: Actions, values: Cells) -> int:
    """The cars after the action."""
    n = legal(view, int(view.viewer), actions)
    for k in range(n):
        values[k] = np.float64(score(view, int(view.viewer))) + (view.die if actions[k] == TAKE else 0)
    return n


def expects(seats: int) -> str:
    """Cars are points."""
    return "score"
