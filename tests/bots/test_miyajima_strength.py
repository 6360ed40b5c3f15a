"""How well Miyajima's levels play, at sizes that finish in seconds. The ladder measures it exactly."""

from typing import Any

import numpy as np
import pytest

from allaboard.bots.levels import policy
from allaboard.game import CHANCE, load
from allaboard.rng import below, stream

GAME = load("miyajima")


def solo(level: str, games: int, budget: int | None = None) -> float:
    """The mean score of a level in solo games."""
    return float(np.mean([played([level], seed, budget).score for seed in range(games)]))


class played:  # noqa: N801
    """A game between levels, one for each seat."""

    def __init__(self, levels: list[str], seed: int, budget: int | None = None) -> None:
        rules, dice, thoughts = GAME.rules, stream(seed, 0), stream(seed, 1)
        players = [policy("miyajima", level, budget) for level in levels]
        state: Any = GAME.start(len(levels))
        while mask := rules.actors(state):
            if mask == 1 << CHANCE:
                rules.apply(state, CHANCE, below(dice, 6))
            else:
                seat = (mask & -mask).bit_length() - 1
                rules.apply(state, seat, players[seat](GAME.view(state, seat), thoughts))
        self.score, self.ranks = GAME.scores(state)[0], GAME.ranks(state)


def test_easy_scores_what_a_beginner_does() -> None:
    assert 110 < solo("easy", 300) < 160


def test_medium_plays_reasonably() -> None:
    assert solo("medium", 300) > 185


def test_hard_scores_more_than_an_inspector() -> None:
    assert solo("hard", 200) > 245


def test_expert_scores_more_than_hard_with_a_small_budget() -> None:
    assert solo("expert", 100, budget=2000) > 275


@pytest.mark.parametrize("seats", [2, 5, 8])
@pytest.mark.parametrize(
    ("better", "worse"), [("easy", "random"), ("medium", "easy"), ("hard", "medium"), ("expert:1", "hard")]
)
def test_a_level_beats_the_one_below(better: str, worse: str, seats: int) -> None:
    wins, games = 0, 160 if worse == "hard" else 40
    for seed in range(games):
        seat = seed % seats
        levels = [worse] * seats
        levels[seat] = better
        wins += played(levels, seed).ranks[seat] == 1
    assert wins > 1.1 * games / seats
