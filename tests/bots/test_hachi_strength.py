"""How well Hachi Train's levels play, at sizes that finish in seconds. The ladder measures it exactly."""

import numpy as np
import pytest

from allaboard.record import INTERPRETED
from allaboard.simulate import run

pytestmark = pytest.mark.skipif(INTERPRETED, reason="whole matches take minutes interpreted")


def share_lost(seats: int, one: str, others: str, games: int) -> float:
    """The share of rounds that one player loses against players of another level."""
    batch = run("hachi", seats, games, (one, *[others] * (seats - 1)), seed=seats, rotate=True)
    lost = 2 - batch.columns["score"]
    game = np.arange(games)
    return float(lost[game, -game % seats].sum() / lost.sum())


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize(("better", "worse"), [("easy", "random"), ("medium", "easy"), ("hard", "medium")])
def test_a_level_beats_the_one_below(better: str, worse: str, seats: int) -> None:
    games, share = (40, 0.75) if better == "hard" else (200, 0.5)
    assert share_lost(seats, better, worse, games) < share / seats


LONG = pytest.mark.long


@pytest.mark.parametrize(("seats", "games"), [pytest.param(3, 60, marks=LONG), (4, 8), pytest.param(5, 20, marks=LONG)])
def test_expert_beats_hard_with_a_small_budget(seats: int, games: int) -> None:
    assert share_lost(seats, "expert:15000", "hard", games) < 0.8 / seats


def test_medium_hardly_ever_loses_to_random_players() -> None:
    assert share_lost(4, "medium", "random", games=300) <= 0.005
