"""Values derived from a view of RunAway Train: points of suitcases, and what the engineer must roll."""

import numpy as np

from allaboard.games.runaway.rules import LONG, NO_CARDS, SHORT, STOPPING, State, roll_to_stop, stops, tip
from allaboard.record import Cells, Record, field, rule


class Standing(Record):
    """Values that the rules derive from a position."""

    needed: int = field(np.int8)  # R11: the lowest roll that stops the train; 0: it is not at the end
    stops: Cells = field(np.int8, 2)  # R11: the same at the end of the short and the long track with the present speed
    by_passenger: Cells = field(np.int16, 4, 7)  # R8: what each suitcase scores, by multiplier
    by_conductor: Cells = field(np.int16, 4, 7)  # R8: the same after the tip
    cancelled: int = field(np.uint8, bits=0)  # R7: the seats that cancelled each other out in the last reveal


@rule
def stand(view: State, standing: Standing) -> None:
    """Fill in the record."""
    standing.needed = roll_to_stop(view) if view.phase == STOPPING else 0
    if view.speed > 0:
        standing.stops[0], standing.stops[1] = stops(view, SHORT), stops(view, LONG)
    for times in range(1, 5):
        for value in range(1, 8):
            standing.by_passenger[times - 1, value - 1] = value * times
            standing.by_conductor[times - 1, value - 1] = value * times - tip(view, value)
    cancelled = 0
    for seat in range(view.seats):
        for other in range(view.seats):
            if other != seat and view.revealed[seat] > NO_CARDS + 1 and view.revealed[seat] == view.revealed[other]:
                cancelled |= 1 << seat
    standing.cancelled = cancelled
