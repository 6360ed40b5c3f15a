"""Luck in many games: what each seat gained by chance, and results corrected for it.

The luck of a draw is the value after it minus the value before it, which is the mean over all outcomes (see
`allaboard.bots.outlook`). Luck is zero on average for any value function. So a result minus a fixed multiple of the
luck has the same mean as the result, and less variance. (AIVAT, Burch and others, 2018, does the same and also corrects
for the mixed strategies of players. Those of our bots are not known.)
"""

import numpy as np
import numpy.typing as npt

from allaboard.bots.outlook import outlook_of
from allaboard.game import CHANCE, load
from allaboard.simulate.batch import Batch
from allaboard.simulate.records import actions

Numbers = npt.NDArray[np.float64]


def luck(batch: Batch) -> Numbers:
    """The luck by game and seat."""
    return taken_apart(batch)[0]


def taken_apart(batch: Batch) -> tuple[Numbers, Numbers, Numbers]:
    """The luck, the result and the expectation at the start, by game and seat."""
    plan = batch.plan
    game = load(plan.game)
    outlook, laid = outlook_of(game, plan.seats, plan.board), game.start(plan.seats, plan.board)
    found = np.zeros((3, batch.games, plan.seats))
    for number, lines in enumerate(actions(batch)):
        values = outlook.along(laid, lines)
        drawn = np.array([actor == CHANCE for actor, _ in lines])
        found[:, number] = np.diff(values, axis=0)[drawn].sum(axis=0), values[-1], values[0]
    return found[0], found[1], found[2]


def corrected(results: Numbers, lucky: Numbers) -> Numbers:
    """Results minus a multiple of their luck; the two may have different units.

    The multiple is estimated from the other half of the games, so that the mean stays unbiased.
    """
    fixed = results.astype(np.float64)
    halves = np.arange(len(results)) % 2 == 0
    for half in (halves, ~halves):
        spread = float(lucky[~half].var()) if half.sum() and (~half).sum() > 1 else 0.0
        if spread > 1e-12:
            slope = float(np.cov(results[~half], lucky[~half], bias=True)[0, 1]) / spread
            fixed[half] -= slope * lucky[half]
    return fixed
