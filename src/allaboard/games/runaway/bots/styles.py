"""Styles of play in RunAway Train: which of several good plans a style prefers.

Near an equilibrium all plans that are played are about equally good, so a preference among them costs little.
"""

import numpy as np

from allaboard.record import rule

CAREFUL, BOLD, GAMBLER = range(3)
_LOW, _MIDDLE, _HIGH = (1, 2, 3), (3, 4, 5), (5, 6, 7)
# By style and plan (nothing, the passenger with 1 to 7, the conductor with 1 to 7, both): whether it is liked.
LIKES = np.zeros((3, 16))
LIKES[CAREFUL, [*_LOW, 15]] = 1  # low suitcases, and getting off
LIKES[BOLD, [*_HIGH, *(7 + value for value in _HIGH)]] = 1  # the big ones
LIKES[GAMBLER, [*_MIDDLE, *(7 + value for value in _MIDDLE)]] = 1  # suitcases that others may not choose
# How much better a jump, or the short track, must be than the other option, in chances to win.
HESITATES = np.array([-0.01, 0.01, 0.0])


@rule
def weight_of(style: int, plan: int, tilt: float) -> float:
    """How much more often a plan is played than in the solved strategy."""
    return 1.0 + tilt * float(LIKES[style, plan])


@rule
def margin(style: int) -> float:
    """How much better a jump must be than staying, or the short track than the long one."""
    return float(HESITATES[style])
