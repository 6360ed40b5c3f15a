"""Calibration curves of Fast Train to Miyajima, for chances and scores, by number of players and rounds played."""

import math

import numpy as np

from allaboard.bots.curves import KNOTS, read_off, straight
from allaboard.bots.levels import Knowledge
from allaboard.games.miyajima.rules import OVER, State, rank, score
from allaboard.record import rule

TABLES, STAGES = 8, 6
ROUNDS = 3  # rounds of each stage except the last
CURVES = KNOTS * TABLES * STAGES
HIGHEST = 400.0  # where the curves for scores end


@rule
def curve_of(view: State) -> int:
    """The number of the curve for a position."""
    return (int(view.seats) - 1) * STAGES + min((int(view.rounds) - 1) // ROUNDS, STAGES - 1)


@rule
def calibrated(knowledge: Knowledge, view: State, value: float) -> float:
    """An estimated score or chance to win, corrected by the curve of the position."""
    high = HIGHEST if view.seats == 1 else 1.0
    return read_off(knowledge, len(knowledge) - CURVES, curve_of(view), 0.0, high, value)


@rule
def win(table: State, seat: int) -> float:
    """1 for a win, a fraction for a shared win (M9)."""
    winners = 0
    for other in range(table.seats):
        winners += rank(table, other) == 1
    return 1.0 / winners if rank(table, seat) == 1 else 0.0


@rule
def result(table: State, seat: int) -> float:
    """The result that counts: the score in a solo game, otherwise the win."""
    return float(score(table, seat)) if table.seats == 1 else win(table, seat)


@rule
def settled(before: State, table: State, seat: int) -> float:
    """The result of a finished game; NaN before the end."""
    return result(table, seat) if table.phase == OVER else math.nan


def span(seats: int) -> tuple[float, float]:
    """The lowest and the highest value of the curves."""
    return 0.0, HIGHEST if seats == 1 else 1.0


def lines() -> Knowledge:
    """Curves that change nothing."""
    return np.concatenate([straight(STAGES, *span(seats)) for seats in range(1, TABLES + 1)])
