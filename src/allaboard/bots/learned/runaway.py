"""RunAway Train by what it learned: the value of positions, and a short look at what everybody may choose."""

from typing import Any

from allaboard.bots.heuristics.runaway import medium
from allaboard.bots.learned.runaway_value import knowledge, knows, net_of
from allaboard.bots.search.runaway_choice import PLAN, hope_of, lay, new_study, plan_for, solve
from allaboard.games.runaway.rules import CHOOSING, JUMP, STAY, SWITCH, TRACK_LONG, TRACK_SHORT, State
from allaboard.record import rule
from allaboard.rng import Rng

__all__ = ["BUDGET", "hard", "knowledge"]

BUDGET = 4
"""How often a choice is played through: enough to see what is good, not what is best."""


@rule
def hard(view: State, rng: Rng, knowledge: Any, budget: int) -> int:
    """Cards by a rough mixture, jumps and tracks by the learned value after the next die; as medium elsewhere."""
    if not knows(knowledge, view):
        return medium(view, rng, knowledge, budget)
    seat = int(view.viewer)
    net, study = net_of(knowledge), new_study()
    if view.phase == CHOOSING:
        lay(view, study)
        solve(net, study, budget, rng, False)
        return int(PLAN[plan_for(study, seat, 0.0, rng)])
    one, other = (TRACK_SHORT, TRACK_LONG) if view.phase == SWITCH else (JUMP, STAY)
    first = hope_of(net, study, view, one, 0, rng, True)
    return one if first >= hope_of(net, study, view, other, 0, rng, True) else other
