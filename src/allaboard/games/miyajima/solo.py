"""Playing alone: the rank that a score earns (M10) and the goals met (M11)."""

import numpy as np

from allaboard.games.miyajima import rules
from allaboard.games.miyajima.rules import COLOURS, FAST, HEAVY, State
from allaboard.record import Cells

RANKS = ((251, "Tycoon"), (231, "Conductor"), (211, "Inspector"), (181, "Engineer"), (151, "Boilerman"))
GOALS = {
    "a": "200 points, most of them in yellow and second most in purple",
    "b": "four destinations and 230 points",
    "c": "Miyajima, Rio and London and 230 points",
    "d": "New York, Paris and Sydney and 230 points",
    "e": "more than 260 points",
}


def solo_rank(total: int) -> str:
    """M10; a total of exactly 150 is still a Gandy Dancer.

    >>> solo_rank(150), solo_rank(151), solo_rank(260)
    ('Gandy Dancer', 'Boilerman', 'Tycoon')
    """
    return next((name for least, name in RANKS if total >= least), "Gandy Dancer")


def goals(state: State) -> list[str]:
    """M11: the goals that seat 0 has met, in words."""
    points = [rules.train_score(state, 0, c, FAST) + rules.train_score(state, 0, c, HEAVY) for c in range(6)]
    met = goals_met(np.array(rules.score(state, 0)), np.array(points), np.array(state.arrived[0]))
    return [text for goal, text in GOALS.items() if met[goal]]


def goals_met(total: Cells, points: Cells, reached: Cells) -> dict[str, Cells]:
    """M11, for one sheet or for many: by goal whether it is met, from the total, the points by colour and the bits."""
    by_colour = {colour: points[..., at] for at, colour in enumerate(COLOURS)}
    there = {colour: (reached >> at & 1) == 1 for at, colour in enumerate(COLOURS)}
    yellow, purple = by_colour.pop("yellow"), by_colour.pop("purple")
    others = np.max(list(by_colour.values()), axis=0)
    return {
        "a": (total >= 200) & (yellow > purple) & (purple > others),
        "b": (total >= 230) & (np.sum(list(there.values()), axis=0) >= 4),
        "c": (total >= 230) & there["red"] & there["orange"] & there["yellow"],
        "d": (total >= 230) & there["green"] & there["blue"] & there["purple"],
        "e": total > 260,
    }
