"""Styles of play in Hachi Train: which of several almost equal options a style prefers."""

from allaboard.games.hachi.rules import LONGEST, PASS, PLAY, ROOM
from allaboard.record import rule

CAREFUL, BOLD, PATIENT = range(3)


@rule
def likes(style: int, action: int) -> bool:
    """Whether a style likes an option. No style prefers places to insert."""
    if style == PATIENT:
        return action == PASS  # another card for the hand
    if action < PLAY:
        return False
    return style == BOLD or (action - PLAY) // ROOM % LONGEST == 0  # any play, or just a single
