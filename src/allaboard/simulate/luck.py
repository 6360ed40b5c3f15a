"""The luck in many games: what chance gave to every seat, and results without it.

Luck is the value after each act of chance less the value before it, which is the mean over all its outcomes (see
`allaboard.bots.outlook`). It is zero on average whatever the value is, so results less any fixed multiple of it are as
right on average as the results themselves, and spread less. (AIVAT, Burch and others, 2018, does the same and corrects
for known mixtures of players, too; ours are not known.)
"""

import numpy as np
import numpy.typing as npt

from allaboard.bots.outlook import outlook_of
from allaboard.game import CHANCE, load
from allaboard.simulate.batch import Batch
from allaboard.simulate.records import actions

Numbers = npt.NDArray[np.float64]


def luck(batch: Batch) -> Numbers:
    """By game and seat, the luck."""
    return taken_apart(batch)[0]


def taken_apart(batch: Batch) -> tuple[Numbers, Numbers, Numbers]:
    """By game and seat: the luck, the result, and what was to be expected at the start."""
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
    """Results less their luck, in whatever unit each is counted.

    How much of the luck counts is found in the other half of the games, so that the mean stays right.
    """
    fixed = results.astype(np.float64)
    halves = np.arange(len(results)) % 2 == 0
    for half in (halves, ~halves):
        spread = float(lucky[~half].var()) if half.sum() and (~half).sum() > 1 else 0.0
        if spread > 1e-12:
            slope = float(np.cov(results[~half], lucky[~half], bias=True)[0, 1]) / spread
            fixed[half] -= slope * lucky[half]
    return fixed
