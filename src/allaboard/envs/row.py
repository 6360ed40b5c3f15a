"""Functions for encoders: how all games write numbers of an observation."""

from typing import Final

import numpy as np

from allaboard.record import rule

ONE: Final = np.float32(1)


def share_of(whole: int) -> np.float32:
    """One divided by a number. Multiplying by it is much faster than dividing."""
    return np.float32(1 / whole)


@rule
def forward(place: int) -> int:
    """The same index, in a form that shows the compiler that it is not negative, so that loops can be vectorised."""
    return place & 0x7FFFFFFF


@rule
def seat_after(me: int, k: int, seats: int) -> int:
    """The seat k places after me."""
    return forward(me + k if me + k < seats else me + k - seats)


@rule
def after(seat: int, me: int, seats: int) -> int:
    """How many places after me a seat is, in the order of play."""
    return forward(seat - me if seat >= me else seat - me + seats)
