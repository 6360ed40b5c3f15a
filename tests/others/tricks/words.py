"""Words."""

from allaboard.catalog import Catalog
from allaboard.game import CHANCE, GameError

from .rules import CARDS, RANKS, State

NAMES = [f"{suit}{rank}" for suit in "rgby" for rank in range(1, RANKS + 1)]


def say(actor: int, action: int) -> str:
    """An action's text form."""
    return ("deal " if actor == CHANCE else "") + NAMES[action]


def parse(actor: int, text: str) -> int:
    """The action of a text form."""
    name = text.removeprefix("deal ") if actor == CHANCE else text
    if name not in NAMES:
        raise GameError(f"{text!r} is no card")
    return NAMES.index(name)


def show(view: State, messages: Catalog) -> str:
    """The table."""
    lines = []
    for s in range(int(view.seats)):
        held = " ".join(NAMES[c] for c in range(CARDS) if view.held[s, c])
        card = NAMES[int(view.table[s]) - 1] if view.table[s] else "--"
        counted = {"tricks": int(view.won[s]), "cards": int(view.left[s])}
        lines.append(messages.say("text-seat", seat=s, card=card, held=held, **counted))
    return "\n".join(lines)
