"""RunAway Train by looking ahead: the choice of cards is solved, and the next die is counted in.

On a board other than the one that the value was learned on, medium plays every action out to the end instead.
"""

from typing import Any

import numpy as np

from allaboard.bots.heuristics.runaway import medium
from allaboard.bots.learned.runaway_value import knowledge, knows, net_of, won
from allaboard.bots.search.playouts import playouts
from allaboard.bots.search.runaway_choice import PLAN, hope_of, lay, new_study, plan_for, solve
from allaboard.game import Actions
from allaboard.games.runaway.rules import (
    ACTIONS,
    BOTH,
    CHOOSING,
    JUMP,
    NO_CARDS,
    STAY,
    SWITCH,
    TRACK_LONG,
    TRACK_SHORT,
    State,
    legal,
)
from allaboard.record import Cells, rule
from allaboard.rng import Rng

__all__ = ["BUDGET", "evaluate", "expects", "expert", "knowledge"]

BUDGET = 5_000
"""How often a choice is played through."""
RARE = 0.03  # plans less likely than this are taken for noise


by_playouts = playouts("runaway", medium, won)


def expects(seats: int) -> str:
    """What `evaluate` writes."""
    return "chance to win"


@rule
def evaluate(view: State, rng: Rng, knowledge: Any, budget: int, actions: Actions, values: Cells) -> int:
    """Writes every legal action and the chance to win that it leaves; returns how many."""
    if not knows(knowledge, view):
        return by_playouts(view, rng, knowledge, budget, actions, values)
    seat = int(view.viewer)
    net, study = net_of(knowledge), new_study()
    n = legal(view, seat, actions)
    if view.phase == CHOOSING:
        lay(view, study)
        solve(net, study, budget, rng, True)
        for k in range(n):
            action = int(actions[k])
            values[k] = study.brings[seat, action - NO_CARDS if action <= BOTH else 0]  # a bluff is as good as none
    else:
        for k in range(n):
            values[k] = hope_of(net, study, view, int(actions[k]), budget, rng, True)
    return n


@rule
def expert(view: State, rng: Rng, knowledge: Any, budget: int) -> int:
    """Cards by the solved mixture, jumps and tracks by what they promise."""
    if not knows(knowledge, view):
        actions, values = np.empty(ACTIONS, np.int16), np.empty(ACTIONS, np.float64)
        n = by_playouts(view, rng, knowledge, budget, actions, values)
        return int(actions[np.argmax(values[:n])])
    seat = int(view.viewer)
    net, study = net_of(knowledge), new_study()
    if view.phase == CHOOSING:
        lay(view, study)
        solve(net, study, budget, rng, True)
        return int(PLAN[plan_for(study, seat, RARE, rng)])
    one, other = (TRACK_SHORT, TRACK_LONG) if view.phase == SWITCH else (JUMP, STAY)
    first = hope_of(net, study, view, one, budget, rng, True)
    return one if first >= hope_of(net, study, view, other, budget, rng, True) else other
