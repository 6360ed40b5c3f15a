"""Actions as text."""

from allaboard.game import CHANCE, GameError

TEXTS = ("take", "leave")
FACES = ("1", "2", "3")


def say(actor: int, action: int) -> str:
    """An action's text form."""
    return (FACES if actor == CHANCE else TEXTS)[action]


def parse(actor: int, text: str) -> int:
    """The action of a text form."""
    known = FACES if actor == CHANCE else TEXTS
    if text not in known:
        raise GameError(f"{text!r} is not an action; there are {', '.join(known)}")
    return known.index(text)
