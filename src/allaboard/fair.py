"""Committed chance: dice and cards drawn from a secret seed that anybody can check when the game is over.

Before the first roll the table publishes the seed's commitment, its SHA-256. The k-th draw of the game (k = 0, 1, …)
begins with t = 0. It takes the HMAC-SHA-256 of the seed (the key) over the ASCII text `allaboard draw k try t`. The
first eight bytes are a big-endian number x. Let n be the sum of the weights of the possible outcomes. If x is at or
above the largest multiple of n that is not above 2^64, x is rejected and t + 1 is tried. Otherwise x mod n selects the
outcome: the outcomes are in the order of their action numbers (faces and cards in ascending order), and each has as
many numbers as its weight.

**Shared chance.** A server could try many seeds and commit to one that it likes. Therefore each player may add a nonce
of 32 bytes after the commitment is published and before the start. Then the key of the draws is not the seed but the
HMAC-SHA-256 of the seed (the key) over the ASCII text `allaboard shared chance` and, for each seat with a nonce in
ascending order, ` SEAT:NONCE` with the nonce in hexadecimal digits. The server can no longer change its seed when it
learns the nonces, and the players do not know the seed when they choose their nonces. So neither side can choose the
dice alone.

**Rematches** take their seeds from a chain that is fixed with the first commitment: each seed is the SHA-256 of the
next one, so the commitment of a rematch is the seed that was published at the end of the game before. The players'
nonces stay the same.
"""

import hashlib
import hmac
import secrets
from collections.abc import Mapping, Sequence

from allaboard.chance import picked
from allaboard.game import GameError

SEED_BYTES = 32
CHAIN = 100
"""How many games one commitment covers."""
_SPAN = 2**64


def new_seed() -> bytes:
    """A fresh secret seed."""
    return secrets.token_bytes(SEED_BYTES)


def commitment(seed: bytes) -> str:
    """The SHA-256 of a seed, which is published before the game. It fixes the seed without revealing it.

    >>> commitment(bytes(32))[:16]
    '66687aadf862bd77'
    """
    return hashlib.sha256(seed).hexdigest()


def read_seed(text: str, what: str = "a seed") -> bytes:
    """A seed or a nonce from its 64 hexadecimal digits."""
    if len(text) != 2 * SEED_BYTES or not set(text) <= set("0123456789abcdef"):
        raise GameError(f"{what} must be 64 digits from 0 to 9 and a to f")
    return bytes.fromhex(text)


def shared(seed: bytes, nonces: Mapping[int, bytes]) -> bytes:
    """The key of the draws, made from the seed and the players' nonces by seat. Without nonces it is the seed itself.

    >>> shared(bytes(32), {}) == bytes(32)
    True
    >>> shared(bytes(32), {0: bytes(32), 2: bytes(32)}).hex()[:16]
    '403faa5b88196ae4'
    """
    if not nonces:
        return seed
    text = "allaboard shared chance" + "".join(f" {seat}:{nonces[seat].hex()}" for seat in sorted(nonces))
    return hmac.digest(seed, text.encode(), "sha256")


def first_of(last: bytes) -> bytes:
    """The first seed of a chain, given its last one."""
    seed = last
    for _ in range(CHAIN - 1):
        seed = hashlib.sha256(seed).digest()
    return seed


def after(seed: bytes, last: bytes) -> bytes | None:
    """The seed after this one in a chain, given the last one; None if this is the last one.

    >>> last = bytes(32)
    >>> hashlib.sha256(after(first_of(last), last)).digest() == first_of(last), after(last, last)
    (True, None)
    """
    following = last
    for _ in range(CHAIN - 1):
        if hashlib.sha256(following).digest() == seed:
            return following
        following = hashlib.sha256(following).digest()
    return None


def number(seed: bytes, draw: int, n: int) -> int:
    """A number from 0 to n-1, exactly uniform.

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
    """The action of chance at this draw, given the possible ones with their weights."""
    return picked(sorted(weights), number(seed, draw, sum(weight for _, weight in weights)))
