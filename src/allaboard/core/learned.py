"""What bots have learned, as files for browsers: loaded when a level needs them.

The numbers are written at half precision if that loses nothing. All first bytes come first, then all second bytes,
because that compresses better. The file is compressed with deflate.
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
    """The file for this knowledge; None if there is no knowledge."""
    if knowledge.size == 0:
        return None
    plain = _plain(knowledge)
    name = f"{game}-{hashlib.sha256(plain).hexdigest()[:12]}.bin"
    return Learned(name, knowledge.size, len(plain) // knowledge.size)


def packed(knowledge: Knowledge) -> bytes:
    """The content of the file."""
    return zlib.compress(_plain(knowledge), LEVEL)


def _plain(knowledge: Knowledge) -> bytes:
    with np.errstate(over="ignore"):
        half = knowledge.astype("<f2")
    exact = np.array_equal(half.astype(np.float32), knowledge)
    numbers = half if exact else knowledge.astype("<f4")
    return numbers.view(np.uint8).reshape(numbers.size, -1).T.tobytes()
