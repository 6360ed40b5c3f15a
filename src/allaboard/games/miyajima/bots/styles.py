"""Styles of play in Fast Train to Miyajima: which of two loads that are about as good somebody likes.

All players load the same dice. Without tastes of their own, players of one level would fill the same sheet. Alone there
is nobody to differ from, and nothing is given away.
"""

from allaboard.games.miyajima.rules import FAST, HEAVY, LOAD, State
from allaboard.record import rule
from allaboard.rng import Rng, word

CAREFUL, BOLD, COLLECTOR = range(3)
LIKING = 0.1  # of the taste: more, and bold wins half as often again as the others, whose likings cost points


@rule
def likes(style: int, action: int) -> bool:
    """Whether a load is to a style's taste."""
    colour, train = (action - LOAD) >> 1, (action - LOAD) & 1
    if action < LOAD:
        return False
    if style == CAREFUL:
        return train == FAST  # first the lead, then the weight
    if style == BOLD:
        return colour & 1 == 1  # two dice, for the big sums
    return train == HEAVY  # car after car for the squares


@rule
def whim(view: State, rng: Rng, style: int, action: int, taste: float) -> float:
    """What an action gains by the mood of the moment, up to the taste, and a little if it is liked."""
    if view.seats == 1:
        return 0.0
    return taste * ((LIKING if likes(style, action) else 0.0) + word(rng) / 4294967296.0)
