"""Committed chance: dice and cards drawn from a secret seed that anybody can check when the game is over.

Before the first roll the table publishes the seed's commitment, its SHA-256. The k-th draw of the game (k = 0, 1, …)
takes the HMAC-SHA-256 of the seed (the key) over the ASCII text `allaboard draw k try t` with t = 0, reads the first
eight bytes as a big-endian number x, and, where the weights of the possible outcomes add up to n, rejects x if it is at
or above the largest multiple of n below 2^64 (then t + 1 is tried). Otherwise x mod n picks the outcome: the outcomes
stand in the order of their action numbers (faces and cards in rising order), each as wide as its weight.

**Shared chance.** A server that knows the seed could look for one that it likes before it commits to it. So each player
may add a nonce of 32 bytes after the commitment is published and before the start. Then the key of the draws is not the
seed but the HMAC-SHA-256 of the seed (the key) over the ASCII text `allaboard shared chance` and, for each seat with a
nonce in rising order, ` SEAT:NONCE` with the nonce in hexadecimal digits. The server cannot change its seed any more
when it learns the nonces, and the players do not know the seed when they choose theirs: neither alone can choose the
dice.

**Rematches** take their seeds from a chain that is fixed with the first commitment: each seed is the SHA-256 of the
next one, so the commitment of a rematch is the seed that was published at the end of the game before. The players'
nonces stay.
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
    """What is published before the game: it binds the seed without telling it.

    >>> commitment(bytes(32))[:16]
    '66687aadf862bd77'
    """
    return hashlib.sha256(seed).hexdigest()


def read_seed(text: str, what: str = "a seed") -> bytes:
    """A seed or a nonce from its 64 hexadecimal digits."""
    if len(text) != 2 * SEED_BYTES or not set(text) <= set("0123456789abcdef"):
        raise GameError(f"{what} is 64 digits from 0 to 9 and a to f")
    return bytes.fromhex(text)


def shared(seed: bytes, nonces: Mapping[int, bytes]) -> bytes:
    """The key of the draws: of the seed and of what the players have added, by seat; without nonces the seed itself.

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
    """The seed that a chain begins with, given the one that it ends with."""
    seed = last
    for _ in range(CHAIN - 1):
        seed = hashlib.sha256(seed).digest()
    return seed


def after(seed: bytes, last: bytes) -> bytes | None:
    """The seed that follows in a chain, given the one that it ends with; None at its end.

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
    """The action that chance takes at this draw, given the possible ones with their weights."""
    return picked(sorted(weights), number(seed, draw, sum(weight for _, weight in weights)))
