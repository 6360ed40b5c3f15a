"""Playing alone: the rank that a score earns (M10) and the goals met (M11)."""

from allaboard.games.miyajima import rules
from allaboard.games.miyajima.rules import COLOURS, FAST, HEAVY, State

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
    total = rules.score(state, 0)
    colours = [rules.train_score(state, 0, c, FAST) + rules.train_score(state, 0, c, HEAVY) for c in range(6)]
    reached = {COLOURS[colour] for colour in range(6) if rules.has_reached(state, 0, colour)}
    by_colour = dict(zip(COLOURS, colours, strict=True))
    yellow, purple = by_colour["yellow"], by_colour["purple"]
    others = max(points for colour, points in by_colour.items() if colour not in ("yellow", "purple"))
    met = {
        "a": total >= 200 and yellow > purple > others,
        "b": total >= 230 and len(reached) >= 4,
        "c": total >= 230 and reached >= {"red", "orange", "yellow"},
        "d": total >= 230 and reached >= {"green", "blue", "purple"},
        "e": total > 260,
    }
    return [GOALS[goal] for goal in GOALS if met[goal]]
