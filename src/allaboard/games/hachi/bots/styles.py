"""Styles of play in Hachi Train: which of several options that are about as good somebody likes."""

from allaboard.games.hachi.rules import LONGEST, PASS, PLAY, ROOM
from allaboard.record import rule

CAREFUL, BOLD, PATIENT = range(3)


@rule
def likes(style: int, action: int) -> bool:
    """Whether an option is to a style's taste; places to insert are to nobody's."""
    if style == PATIENT:
        return action == PASS  # another card for the hand
    if action < PLAY:
        return False
    return style == BOLD or (action - PLAY) // ROOM % LONGEST == 0  # any play, or just a single
