"""The terminal's own words, in every language of All Aboard."""

from functools import cache
from importlib.resources import files

from allaboard.bots.advice import EXPECTED
from allaboard.catalog import Catalog, common_text

_VALUES = dict(zip(EXPECTED, ("score", "win", "safe"), strict=True))


@cache
def words(language: str = "en") -> Catalog:
    """The messages of the terminal, and those that all games share."""
    text = files("allaboard.tui").joinpath("messages", f"{language}.ftl").read_text(encoding="utf-8")
    return Catalog(language, [common_text(language), text])


def level_name(messages: Catalog, level: str) -> str:
    """A level in words; a program, or a level with a style or a budget, as it is written.

    >>> level_name(words("ja"), "medium"), level_name(words("ja"), "exec:bot")
    ('ふつう', 'exec:bot')
    """
    known = f"level-{level}"
    return messages.say(known) if known in messages else level


def expected(messages: Catalog, expects: str, value: float) -> str:
    """The value of a hint in words.

    >>> expected(words(), "score", 12.5)
    'score 12.50'
    """
    return messages.say(f"hint-{_VALUES[expects]}", value=f"{value:.2f}")
