"""Committed chance: dice and cards drawn from a secret seed that anybody can check when the game is over.

Before the first roll the table publishes the seed's commitment, its SHA-256. The k-th draw of the game (k = 0, 1, …)
takes the HMAC-SHA-256 of the seed (the key) over the ASCII text `allaboard draw k try t` with t = 0, reads the first
eight bytes as a big-endian number x, and, where the weights of the possible outcomes add up to n, rejects x if it is at
or above the largest multiple of n below 2^64 (then t + 1 is tried). Otherwise x mod n picks the outcome: the outcomes
stand in the order of their action numbers (faces and cards in rising order), each as wide as its weight.
"""

import hashlib
import hmac
import secrets
from collections.abc import Sequence

from allaboard.game import GameError

SEED_BYTES = 32
_SPAN = 2**64


def new_seed() -> bytes:
    """A fresh secret seed."""
    return secrets.token_bytes(SEED_BYTES)


def commitment(seed: bytes) -> str:
    """What is published before the game: it binds the seed without telling it.

    >>> commitment(bytes(32))[:16]
    '66687aadf862bd77'
    """
    return hashlib.sha256(seed).hexdigest()


def read_seed(text: str) -> bytes:
    """A seed from its 64 hexadecimal digits."""
    if len(text) != 2 * SEED_BYTES or not set(text) <= set("0123456789abcdef"):
        raise GameError("a seed is 64 digits from 0 to 9 and a to f")
    return bytes.fromhex(text)


def number(seed: bytes, draw: int, n: int) -> int:
    """A number from 0 to n-1, each exactly as likely.

    >>> [number(bytes(32), draw, 6) + 1 for draw in range(8)]
    [6, 3, 2, 1, 1, 6, 5, 4]
    """
    attempt = 0
    while True:
        digest = hmac.digest(seed, f"allaboard draw {draw} try {attempt}".encode(), "sha256")
        x = int.from_bytes(digest[:8], "big")
        if x < _SPAN - _SPAN % n:
            return x % n
        attempt += 1


def outcome(seed: bytes, draw: int, weights: Sequence[tuple[int, int]]) -> int:
    """The action that chance takes at this draw, given the possible ones with their weights."""
    ticket = number(seed, draw, sum(weight for _, weight in weights))
    for action, weight in sorted(weights):
        ticket -= weight
        if ticket < 0:
            return action
    raise AssertionError("weights add up")
