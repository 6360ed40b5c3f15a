"""What writing an observation's numbers has in common for all games."""

from typing import Final

import numpy as np

from allaboard.record import rule

ONE: Final = np.float32(1)


def share_of(whole: int) -> np.float32:
    """What one of so many is: a product with it, unlike a quotient, costs next to nothing."""
    return np.float32(1 / whole)


@rule
def forward(place: int) -> int:
    """The same place, now known not to be counted from the end: the compiler then writes several numbers at once."""
    return place & 0x7FFFFFFF


@rule
def seat_after(me: int, k: int, seats: int) -> int:
    """The seat k places after me."""
    return forward(me + k if me + k < seats else me + k - seats)


@rule
def after(seat: int, me: int, seats: int) -> int:
    """How many places after me a seat is, in the order of play."""
    return forward(seat - me if seat >= me else seat - me + seats)
