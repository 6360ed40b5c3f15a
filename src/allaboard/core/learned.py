"""What bots have learned, as files for browsers: loaded when a level needs them.

The numbers are written at half precision where that loses nothing, all first bytes, then all second bytes, which
compresses better, and deflated.
"""

import hashlib
import zlib
from typing import Final

import numpy as np
from msgspec import Struct

from allaboard.bots.levels import Knowledge

LEVEL: Final = 9


class Learned(Struct, frozen=True):
    """A file of learned numbers: its name, how many there are, and the bytes of each (2 or 4)."""

    file: str
    numbers: int
    width: int


def learned(game: str, knowledge: Knowledge) -> Learned | None:
    """How the file for this knowledge is called; nothing for those who learned nothing."""
    if knowledge.size == 0:
        return None
    plain = _plain(knowledge)
    name = f"{game}-{hashlib.sha256(plain).hexdigest()[:12]}.bin"
    return Learned(name, knowledge.size, len(plain) // knowledge.size)


def packed(knowledge: Knowledge) -> bytes:
    """What the file holds."""
    return zlib.compress(_plain(knowledge), LEVEL)


def _plain(knowledge: Knowledge) -> bytes:
    with np.errstate(over="ignore"):
        half = knowledge.astype("<f2")
    exact = np.array_equal(half.astype(np.float32), knowledge)
    numbers = half if exact else knowledge.astype("<f4")
    return numbers.view(np.uint8).reshape(numbers.size, -1).T.tobytes()
