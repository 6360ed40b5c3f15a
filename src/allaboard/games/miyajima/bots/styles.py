"""Styles of play in Fast Train to Miyajima: which of two almost equal loads a style prefers.

All players load the same dice. Without styles, players of one level would fill identical sheets. In a solo game styles
have no effect.
"""

from allaboard.games.miyajima.rules import FAST, HEAVY, LOAD, State
from allaboard.record import rule
from allaboard.rng import Rng, word

CAREFUL, BOLD, COLLECTOR = range(3)
# a share of the taste; with 0.1, bold mediums at tables of six would win 1.2 times as often as the average
LIKING = 0.05


@rule
def likes(style: int, action: int) -> bool:
    """Whether a style likes a load."""
    colour, train = (action - LOAD) >> 1, (action - LOAD) & 1
    if action < LOAD:
        return False
    if style == CAREFUL:
        return train == FAST  # first the lead, then the weight
    if style == BOLD:
        return colour & 1 == 1  # two dice, for the big sums
    return train == HEAVY  # car after car for the squares


@rule
def style_bonus(view: State, rng: Rng, style: int, action: int, taste: float) -> float:
    """The bonus of an action: a random part, up to the taste, and a small part if the style likes the action."""
    if view.seats == 1:
        return 0.0
    return taste * ((LIKING if likes(style, action) else 0.0) + word(rng) / 4294967296.0)
