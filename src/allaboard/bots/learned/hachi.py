"""Hachi Train by the learned sense of danger: what each option leaves, in a few imagined worlds, without playing on."""

from allaboard.bots.heuristics.hachi import new_desk
from allaboard.bots.learned.hachi_danger import knowledge
from allaboard.bots.levels import Knowledge
from allaboard.bots.search.hachi import line_up, new_race, run
from allaboard.games.hachi.rules import State
from allaboard.record import rule
from allaboard.rng import Rng

__all__ = ["BUDGET", "hard", "knowledge"]

BUDGET = 600
LAPS = 0
PLACES = 4


@rule
def hard(view: State, rng: Rng, knowledge: Knowledge, budget: int) -> int:
    """The option that leaves the least danger, in a few imagined worlds."""
    desk, race = new_desk(), new_race()
    n = line_up(view, desk, race, PLACES)
    if n == 1:
        return int(race.actions[0])
    return int(race.actions[run(view, rng, knowledge, desk, race, n, budget, LAPS)])
