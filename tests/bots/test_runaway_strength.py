"""How well RunAway's levels play, at sizes that finish in seconds; the ladder measures it properly."""

import numpy as np
import pytest

from allaboard.record import INTERPRETED
from allaboard.simulate import run


def share(seats: int, one: str, others: str, games: int) -> float:
    """The share of the wins that one level gets among others; those who tie share a win."""
    batch = run("runaway", seats, games, (one, *[others] * (seats - 1)), seed=5, rotate=True, threads=1)
    won = batch.columns["rank"] == 1
    number = np.arange(games)
    return float(np.mean(won[number, -number % seats] / np.maximum(won.sum(axis=1), 1)))


@pytest.mark.skipif(INTERPRETED, reason="thousands of games are for compiled play")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize(("better", "worse"), [("easy", "random"), ("medium", "easy")])
def test_a_level_beats_the_one_below(better: str, worse: str, seats: int) -> None:
    assert share(seats, better, worse, games=2000) > 1.3 / seats


@pytest.mark.skipif(INTERPRETED, reason="thousands of games are for compiled play")
def test_mediums_get_off_in_time() -> None:
    batch = run("runaway", 4, 2000, ("medium",), seed=5, threads=1)
    nobody_wins = np.mean((batch.columns["rank"] != 1).all(axis=1))
    assert nobody_wins < 0.01
