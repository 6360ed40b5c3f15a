"""Styles of play in RunAway Train: which of several good plans somebody likes.

Near an equilibrium the plans that are played at all are about equally good, so a taste among them costs little.
"""

import numpy as np

from allaboard.record import rule

CAREFUL, BOLD, GAMBLER = range(3)
_LOW, _MIDDLE, _HIGH = (1, 2, 3), (3, 4, 5), (5, 6, 7)
# By style and plan (nothing, the passenger with 1 to 7, the conductor with 1 to 7, both): whether it is liked.
LIKES = np.zeros((3, 16))
LIKES[CAREFUL, [*_LOW, 15]] = 1  # what nobody undercuts, and the door
LIKES[BOLD, [*_HIGH, *(7 + value for value in _HIGH)]] = 1  # the big ones
LIKES[GAMBLER, [*_MIDDLE, *(7 + value for value in _MIDDLE)]] = 1  # what others may leave to them
# How much more a jump, or the short track, must promise; in chances to win.
HESITATES = np.array([-0.01, 0.01, 0.0])


@rule
def weight_of(style: int, plan: int, tilt: float) -> float:
    """How much more often a plan is played than the mixture says."""
    return 1.0 + tilt * float(LIKES[style, plan])


@rule
def hesitation(style: int) -> float:
    """How much more a jump must promise than staying."""
    return float(HESITATES[style])
