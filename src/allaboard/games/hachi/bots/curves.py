"""Calibration curves of Hachi Train, by number of players and by how many still hold cards."""

import math

from allaboard.bots.curves import KNOTS, read_off, straight
from allaboard.bots.levels import Knowledge
from allaboard.games.hachi.rules import INSERTING, TURN, State
from allaboard.record import rule

FEWEST, TABLES, STAGES = 3, 3, 8
CURVES = KNOTS * TABLES * STAGES
EARLY_STOCK = 4  # with at least this many cards in the stock, a round counts as early


@rule
def curve_of(view: State) -> int:
    """The curve for a position: two to five players still hold cards, and the round is early or late."""
    holders = 0
    for seat in range(view.seats):
        holders += view.held[seat] > 0
    late = 1 if view.stock < EARLY_STOCK else 0
    return (int(view.seats) - FEWEST) * STAGES + 2 * min(max(holders - 2, 0), 3) + late


@rule
def calibrated(knowledge: Knowledge, view: State, value: float) -> float:
    """An estimated chance, corrected by the curve of the position. A chance of 1 stays: the last card is certain."""
    if value >= 1.0:
        return 1.0
    return read_off(knowledge, len(knowledge) - CURVES, curve_of(view), 0.0, 1.0, value)


@rule
def settled(before: State, table: State, seat: int) -> float:
    """1 if a seat did not lose the round of a position, 0 if it did; NaN while the round goes on."""
    if table.rounds != before.rounds or not TURN <= table.phase <= INSERTING:
        return 1.0 if table.assets[seat] >= before.assets[seat] else 0.0
    return 1.0 if table.held[seat] == 0 and table.pending_count == 0 else math.nan


def span(seats: int) -> tuple[float, float]:
    """The lowest and the highest value of the curves."""
    return 0.0, 1.0


def lines() -> Knowledge:
    """Curves that change nothing."""
    return straight(TABLES * STAGES, 0.0, 1.0)
