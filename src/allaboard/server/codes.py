"""Table ids that can be read aloud, and secret tokens for seats. Only hashes of tokens are stored."""

import hashlib
import re
import secrets

_CONSONANTS = "bdfghjklmnprstvz"
_VOWELS = "aiou"


def pronounceable(number: int) -> str:
    """64 bits as four pronounceable words (proquints, Wilkerson 2009).

    >>> pronounceable(0x7F00_0001_3F54_DCC1)
    'lusab-babad-gutih-tugad'
    """
    words = []
    for shift in (48, 32, 16, 0):
        bits = number >> shift & 0xFFFF
        c1, v1, c2, v2, c3 = bits >> 12, bits >> 10 & 3, bits >> 6 & 15, bits >> 4 & 3, bits & 15
        words.append(_CONSONANTS[c1] + _VOWELS[v1] + _CONSONANTS[c2] + _VOWELS[v2] + _CONSONANTS[c3])
    return "-".join(words)


def new_table_id() -> str:
    """A table's id, which is also its code: 64 random bits."""
    return pronounceable(secrets.randbits(64))


def normal_code(code: str) -> str:
    """The normal form of a code that somebody typed.

    >>> normal_code(" Lusab babad  GUTIHtugad")
    'lusab-babad-gutih-tugad'
    """
    letters = re.sub(r"[\s_.,-]+", "", code.lower())
    return "-".join(letters[at : at + 5] for at in range(0, len(letters), 5))


def new_token() -> str:
    """A new secret token for a seat."""
    return secrets.token_urlsafe(24)


def hashed(secret: str) -> str:
    """The hash of a secret that is stored. Secrets are long and random, so no salt is needed."""
    return hashlib.sha256(secret.encode()).hexdigest()
