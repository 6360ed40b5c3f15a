"""Functions for Hachi Train's tests: deal given hands, set up a late position, read a hand."""

from collections.abc import Sequence

from allaboard.game import CHANCE, load
from allaboard.games.hachi import GAME as HACHI
from allaboard.games.hachi import rules
from allaboard.games.hachi.rules import State
from allaboard.games.hachi.words import NAMES

GAME = load(HACHI)


def dealt(seats: int, *hands: str) -> State:
    """A new game with these hands. Hands that are left out get the other cards, sorted."""
    rest = sorted("12345678" * seats)
    for card in "".join(hands):
        rest.remove(card)
    state = GAME.start(seats)
    for card in [*"".join(hands), *rest]:
        GAME.play_text(state, CHANCE, card)
    return state


def position(*hands: str, turn: int = 0, stock: str = "", rounds: int = 1, assets: Sequence[int] = ()) -> State:
    """A late position with an empty field. `3/4*`: everybody has seen the card. Cards not listed are discarded."""
    state = GAME.start(len(hands))
    state.phase, state.turn, state.rounds = rules.TURN, turn, rounds
    state.discarded[:] = state.left
    state.left[:] = 0
    for seat, hand in enumerate(hands):
        for place, card in enumerate(hand.split()):
            face = NAMES.index(card.rstrip("*"))
            state.hand[seat, place] = face | (rules.SHOWN if card.endswith("*") else 0)
            state.held[seat] += 1
            state.discarded[face] -= 1
    for card in stock.split():
        state.left[NAMES.index(card)] += 1
        state.discarded[NAMES.index(card)] -= 1
    state.stock = len(stock.split())
    for seat, left in enumerate(assets):
        state.assets[seat] = left
    assert state.discarded.min() >= 0, "more copies than there are"
    return state


def cards(state: State, seat: int) -> str:
    """A hand as its viewer knows it."""
    return " ".join(NAMES[int(card) & rules.FACE] for card in state.hand[seat, : state.held[seat]])


def field(state: State) -> str:
    """The set in the field: `5x2 of s1: 5 5/6`."""
    if state.field_count == 0:
        return "empty"
    faces = " ".join(NAMES[int(card) & rules.FACE] for card in state.field_cards[: state.field_count])
    return f"{state.field_number}x{state.field_count} of s{state.field_owner}: {faces}"


def menu(state: State) -> list[str]:
    """The legal actions of the current player."""
    return GAME.menu(state, int(state.turn))
