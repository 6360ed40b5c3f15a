"""Calibration curves of RunAway Train, by number of players, multiplier, and whether the seat is still aboard."""

import math

from allaboard.bots.curves import KNOTS, read_off, straight
from allaboard.bots.levels import Knowledge
from allaboard.games.runaway.rules import OVER, State, rank
from allaboard.record import rule

FEWEST, TABLES, STAGES = 3, 4, 8
CURVES = KNOTS * TABLES * STAGES


@rule
def curve_of(view: State) -> int:
    """The curve for a position, by the multiplier and by whether the seat is still aboard."""
    times = min(max(int(view.multiplier) - 1, 0), 3)
    return (int(view.seats) - FEWEST) * STAGES + 2 * times + (int(view.aboard) >> int(view.viewer) & 1)


@rule
def calibrated(knowledge: Knowledge, view: State, value: float) -> float:
    """An estimated chance, corrected by the curve of the position."""
    return read_off(knowledge, len(knowledge) - CURVES, curve_of(view), 0.0, 1.0, value)


@rule
def won(table: State, seat: int) -> float:
    """R13: a seat's share of the win."""
    if rank(table, seat) != 1:
        return 0.0
    winners = 0
    for other in range(table.seats):
        winners += rank(table, other) == 1
    return 1.0 / winners


@rule
def settled(before: State, table: State, seat: int) -> float:
    """A seat's share of the win; NaN before the end."""
    return won(table, seat) if table.phase == OVER else math.nan


def span(seats: int) -> tuple[float, float]:
    """The lowest and the highest value of the curves."""
    return 0.0, 1.0


def lines() -> Knowledge:
    """Curves that change nothing."""
    return straight(TABLES * STAGES, 0.0, 1.0)
