"""Random numbers for compiled play: small streams, which give the same numbers compiled and interpreted.

The generator is sfc32 (Doty-Humphrey): 32-bit words held in 64-bit cells, so that no sum or shift overflows.
Games that people play draw from committed seeds instead; see `fair`.
"""

import numpy as np
import numpy.typing as npt

from allaboard.record import Cells, rule

Rng = npt.NDArray[np.int64]
"""The four words of a stream."""

NO_STREAM = "random numbers come from a stream that `allaboard.stream(seed)` makes"
"""The error message if something else is given."""

_WORD = 0xFFFFFFFF


@rule
def reseed(rng: Rng, seed: int, stream: int) -> None:
    """Set a stream to its beginning. Every pair of seed and stream number has its own sequence."""
    rng[0] = seed & _WORD
    rng[1] = (seed >> 32) & _WORD
    rng[2] = stream & _WORD
    rng[3] = 1 + ((stream >> 32) & 0x7FFFFFFF)
    for _ in range(15):
        word(rng)


@rule
def word(rng: Rng) -> int:
    """The next 32 random bits."""
    a, b, c, counter = rng[0], rng[1], rng[2], rng[3]
    result = (a + b + counter) & _WORD
    rng[0] = b ^ (b >> 9)
    rng[1] = (c + (c << 3)) & _WORD
    rng[2] = (((c << 21) & _WORD | (c >> 11)) + result) & _WORD
    rng[3] = (counter + 1) & _WORD
    return int(result)


@rule
def below(rng: Rng, n: int) -> int:
    """A number from 0 to n-1, exactly uniform (Lemire's multiplication with rejection)."""
    product = word(rng) * n
    if product & _WORD < n:
        floor = (_WORD + 1 - n) % n
        while product & _WORD < floor:
            product = word(rng) * n
    return int(product >> 32)


@rule
def shuffle(rng: Rng, items: Cells, n: int) -> None:
    """Bring the first n items into a random order."""
    for i in range(n - 1, 0, -1):
        j = below(rng, i + 1)
        items[i], items[j] = items[j], items[i]


def is_stream(rng: object) -> bool:
    """Whether this is a stream. Compiled code does not check it, and would write over other memory."""
    return isinstance(rng, np.ndarray) and rng.dtype == np.int64 and rng.shape == (4,)


def stream(seed: int, number: int = 0) -> Rng:
    """A new stream.

    >>> word(stream(7)) == word(stream(7)) != word(stream(7, 1))
    True
    """
    if not all(isinstance(one, int | np.integer) and -(2**63) <= one < 2**63 for one in (seed, number)):
        raise ValueError(f"a seed must be a whole number of at most 64 bits, not {seed!r:.60} and {number!r:.60}")
    rng = np.zeros(4, np.int64)
    reseed(rng, seed, number)
    return rng
