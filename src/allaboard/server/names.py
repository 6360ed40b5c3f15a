"""Names of people. They must be visible, short, and not similar to the name of a bot or of somebody at the table."""

import re
import unicodedata
from collections.abc import Sequence
from typing import Final

from allaboard.bots.levels import LEVELS
from allaboard.bots.personas import NAMES
from allaboard.server.refusal import Refused

LONGEST = 24
GUEST: Final = "Guest"
"""The name of people who have not entered one. Several guests are numbered."""

BLANK: Final = frozenset(
    "\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5\u180b\u180c\u180d\u180f\ufffc\U00016fe4\U0001d159"
)
"""Invisible characters that Unicode counts as letters, marks or symbols."""

_ACCENTS: Final = ((0x300, 0x36F), (0x1AB0, 0x1AFF), (0x1DC0, 0x1DFF), (0x20D0, 0x20FF), (0xFE20, 0xFE2F))
ACCENTS: Final = frozenset(chr(code) for first, last in _ACCENTS for code in range(first, last + 1))
"""Accents of European letters. In other scripts such marks distinguish letters."""

# Letters of other scripts, and signs, that look like Latin letters in common fonts. Unicode's normal form KC has
# already taken care of full-width, mathematical and circled letters, and the decomposition of accents.
_LOOKS: Final = {
    "a": "аαɑᴀꓮᎪⲁ",
    "b": "ЬвβьʙꓐᏴⲃ",
    "c": "сϲᴄꓚᏟⲥ",
    "d": "ԁᴅꓓᎠ",
    "e": "еєɛεҽᴇꓰᎬⲉ",
    "f": "ꜰꓝϝ",
    "g": "ɡɢꓖᏀ",
    "h": "һнηʜꓧᎻⲏ",
    "i": "іιıɩɪꓲᎥⲓ",
    "j": "јϳᴊꓙᎫ",
    "k": "кκᴋꓗᏦⲕ",
    "l": "ӏ1|ɭłǀʟꓡᏞ",
    "m": "ммᴍꓟᎷⲙ",
    "n": "пոռɴꓠⲛ",
    "o": "оοσօ0øөᴏꓳⲟ",
    "p": "рρᴘꓑᏢⲣ",
    "q": "ԛգ",
    "r": "гɾʀꓣᏒᎡ",
    "s": "ѕꜱꓢᏚ",
    "t": "тτᴛꓔᎢⲧ",
    "u": "υսʋцսᴜꓴ",
    "v": "ѵνᴠꓦᏙ",
    "w": "ԝωшաᴡꓪᎳ",
    "x": "хχ×ꓫⲭ",
    "y": "уүγʏꓬᎽⲩ",
    "z": "ᴢʐꓜᏃⲍ",
}
_LATIN: Final = {ord(other): latin for latin, others in _LOOKS.items() for other in others}


def clean_name(name: str) -> str:
    """The normal form of a name: plain characters, single spaces, nothing invisible.

    >>> clean_name("  Ada \\n Lovelace "), clean_name("Ａｄａ\\u200b")
    ('Ada Lovelace', 'Ada')
    """
    plain = unicodedata.normalize("NFKC", name)
    tidy = " ".join("".join(" " if c.isspace() or unicodedata.category(c) == "Cc" else c for c in plain).split())
    tidy = " ".join("".join(c for c in tidy if is_visible(c)).split())
    if len(tidy) > LONGEST or not any(unicodedata.category(c)[0] in "LNS" for c in tidy):
        raise Refused("bad_name", "bad-name", most=LONGEST)
    if _like_a_bot(tidy):
        raise Refused("bad_name", "name-of-bot", name=tidy)
    return tidy


def need_unlike(name: str, others: Sequence[str]) -> str:
    """Return the name, numbered for guests. Raises Refused if it looks like one of the others."""
    taken = {skeleton(other) for other in others}
    if skeleton(name) not in taken:
        return name
    if name == GUEST:
        return next(numbered for n in range(2, 10) if skeleton(numbered := f"{GUEST} {n}") not in taken)
    raise Refused("bad_name", "name-taken", name=name)


def skeleton(name: str) -> str:
    """The skeleton of a name. Names that look alike have the same skeleton.

    >>> skeleton("Аdа") == skeleton("ADA") == skeleton("Á d-a"), skeleton("Il1") == skeleton("lil")
    (True, True)
    """
    apart = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    letters = (c for c in apart if unicodedata.category(c)[0] in "LMNS" and is_visible(c) and c not in ACCENTS)
    return "".join(letters).translate(_LATIN).replace("i", "l").replace("rn", "m").replace("vv", "w")


def is_visible(character: str) -> bool:
    """Whether a character shows anything, or is a space."""
    return (
        unicodedata.category(character) not in ("Cf", "Cs", "Co", "Cn")
        and character not in BLANK
        and not (
            "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"  # variation selectors
        )
    )


_WORDS: Final = {skeleton(word) for word in ("bot", "bots", "robot")}
_BOTS: Final = _WORDS.union(
    skeleton(name) for name in (*NAMES, *(f"{level}bot" for level in LEVELS), *(f"bot{level}" for level in LEVELS))
)


def _like_a_bot(name: str) -> bool:
    plain = "".join(c for c in unicodedata.normalize("NFKD", name) if c not in ACCENTS)
    words = [skeleton(word.strip("0123456789")) for word in re.split(r"[^\w]+|_", plain)]
    return (
        skeleton(name) in _BOTS
        or "".join(words) in _BOTS
        or not _WORDS.isdisjoint(words)
        or "ボット" in name
        or "\N{ROBOT FACE}" in name
    )
