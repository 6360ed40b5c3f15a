"""The learned players of RunAway Train: values of positions, and a short solution of the choice of cards."""

import numpy as np

from allaboard.bots.levels import Knowledge
from allaboard.games.runaway.bots.choice import CHOICE_WORKSPACE, PLAN, expected_value, plan_for, set_up_choice, solve
from allaboard.games.runaway.bots.heuristics import rules_of_thumb, safety
from allaboard.games.runaway.bots.styles import margin
from allaboard.games.runaway.bots.value import knowledge, knows
from allaboard.games.runaway.rules import CHOOSING, JUMP, STAY, SWITCH, TRACK_LONG, TRACK_SHORT, State
from allaboard.record import Cells, rule
from allaboard.rng import Rng, below

__all__ = ["BUDGETS", "hard", "knowledge", "medium"]

BUDGETS = {"medium": 3, "hard": 8}
"""How often a choice is simulated: enough to find good plans, but not the best ones."""
DOOMED = 0.05  # if the chance to win aboard is this small, medium gets off
SLIP = 2  # medium takes one decision in this many by the rules of thumb
MEDIUM_TILT, HARD_TILT = 0.6, 0.4  # how strongly a style favours its plans


@rule
def medium(view: State, rng: Rng, knowledge: Knowledge, budget: int, style: int) -> int:
    """Like hard, but with fewer simulations, and sometimes by rules of thumb."""
    if not knows(knowledge, view):
        return rules_of_thumb(view, rng, knowledge, budget)
    if below(rng, SLIP) == 0 or (view.phase == CHOOSING and safety(view) < DOOMED):
        return rules_of_thumb(view, rng, knowledge, budget)
    return decide(view, rng, knowledge, budget, 0, False, 0.0, style, MEDIUM_TILT, np.zeros(1, CHOICE_WORKSPACE))


@rule
def hard(view: State, rng: Rng, knowledge: Knowledge, budget: int, style: int) -> int:
    """Cards by a rough strategy, jumps and tracks by the learned value; rules of thumb on unknown boards."""
    if not knows(knowledge, view):
        return rules_of_thumb(view, rng, knowledge, budget)
    return decide(view, rng, knowledge, budget, 0, False, 0.0, style, HARD_TILT, np.zeros(1, CHOICE_WORKSPACE))


@rule
def decide(
    view: State,
    rng: Rng,
    knowledge: Knowledge,
    budget: int,
    rounds: int,
    ahead: bool,
    rare: float,
    style: int,
    tilt: float,
    memory: Cells,
) -> int:
    """Solve a choice of cards, or compare the values of two decisions."""
    seat, work = int(view.viewer), memory[0]
    if view.phase == CHOOSING:
        set_up_choice(view, work)
        solve(knowledge, work, budget, rng, ahead)
        return int(PLAN[plan_for(work, seat, rare, style, tilt, rng)])
    one, other = (TRACK_SHORT, TRACK_LONG) if view.phase == SWITCH else (JUMP, STAY)
    first = expected_value(knowledge, work, view, one, rounds, rng, True)
    second = expected_value(knowledge, work, view, other, rounds, rng, True)
    return one if first >= second + margin(style) else other
