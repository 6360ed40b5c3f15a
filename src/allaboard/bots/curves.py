"""Calibration curves, by number of seats and stage of a game: for each estimated value, the average result.

They are stored at the end of a game's knowledge: `KNOTS` numbers for each curve, at equal steps between the lowest and
the highest value. `allaboard calibrate GAME --fit` fits them to playouts. The values of all actions of a position are
corrected with the same curve, and every curve increases, so the order of the actions stays the same.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from allaboard.bots.levels import Knowledge
from allaboard.record import rule

KNOTS: Final = 11
GENTLEST: Final = 0.02
"""The minimum slope of a curve, so that better actions stay better."""
_STIFF = 20.0  # the weight of the penalty for bends, in positions

Floats = npt.NDArray[np.float64]


@rule
def read_off(knowledge: Knowledge, begin: int, curve: int, low: float, high: float, value: float) -> float:
    """A value corrected by one of the curves that begin at an offset of the knowledge."""
    at = min(max((value - low) / (high - low), 0.0), 1.0) * (KNOTS - 1)
    whole = min(int(at), KNOTS - 2)
    place = begin + KNOTS * curve + whole
    return float(knowledge[place]) + (at - whole) * (float(knowledge[place + 1]) - float(knowledge[place]))


def straight(curves: int, low: float, high: float) -> Knowledge:
    """Curves that change nothing."""
    return np.tile(np.linspace(low, high, KNOTS), curves).astype(np.float32)


def fitted(values: Floats, came: Floats, low: float, high: float) -> Floats:
    """The knots of the smooth increasing curve that fits the results of the values best.

    >>> fitted(np.linspace(0, 1, 500), np.linspace(0.2, 0.8, 500), 0, 1).round(2)[[0, 5, 10]]
    array([0.19, 0.5 , 0.81])
    """
    at = np.clip((values - low) / (high - low), 0, 1) * (KNOTS - 1)
    whole = np.minimum(at.astype(np.int64), KNOTS - 2)
    rows = np.zeros((len(values), KNOTS))
    rows[np.arange(len(values)), whole] = 1 - (at - whole)
    rows[np.arange(len(values)), whole + 1] = at - whole
    bends = np.diff(np.eye(KNOTS), 2, axis=0)
    line = np.linspace(low, high, KNOTS)
    # few positions move the curve only a little away from the identity, and bend it only a little
    pull = rows.T @ rows + _STIFF * bends.T @ bends + np.eye(KNOTS)
    knots = np.linalg.solve(pull, rows.T @ came + line)
    return _rising(np.clip(knots, low, high), rows.sum(axis=0) + 1, GENTLEST * (high - low) / (KNOTS - 1))


def _rising(knots: Floats, weights: Floats, step: float) -> Floats:
    """The nearest knots that increase by at least one step each (pool adjacent violators)."""
    slope = step * np.arange(len(knots))
    pools: list[tuple[float, float, int]] = []
    for knot, weight in zip(knots - slope, weights, strict=True):
        mean, total, count = float(knot), float(weight), 1
        while pools and pools[-1][0] >= mean:
            before, mass, members = pools.pop()
            mean, total, count = (before * mass + mean * total) / (mass + total), mass + total, count + members
        pools.append((mean, total, count))
    levels: Floats = np.concatenate([np.full(count, mean) for mean, _, count in pools])
    return levels + slope
