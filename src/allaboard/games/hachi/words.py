"""Hachi Train in words: options and actions as text, the table as plain text."""

import re
from typing import cast

import numpy as np
from msgspec import Struct

from allaboard.board import filled_in, shipped_board
from allaboard.catalog import Catalog, padded
from allaboard.game import ALL_SEEING, CHANCE, Chosen, GameError, Options
from allaboard.games.hachi import GAME, rules
from allaboard.games.hachi.rules import State

NAMES: tuple[str, ...] = ("", *"12345678", "1/2", "3/4", "5/6", "7/8", "?", "?/?")
"""Faces in words; of a hidden card, only whether it is a special."""
PLAY_FORM = re.compile(r"play ([1-8])x([1-7])@(0|[1-9][0-9]?)")
INSERT_FORM = re.compile(r"insert (0|[1-9][0-9]?)")
CARDS_A_LINE = 13
OPTIONS = shipped_board(GAME)
LIMITS = {
    "assets": (1, 9),
    "rounds": (1, rules.MOST_ROUNDS),
    "numbers": (2, rules.NUMBERS),
    "specials": (0, rules.LONGEST - 1),
    "copies": (1, rules.LONGEST),
}


def options(chosen: Chosen) -> Options:
    """H1, H2: everybody gets at least one card, no set is longer than seven cards, and no hand longer than 48."""
    board = filled_in(chosen, OPTIONS, LIMITS)
    assets, rounds, numbers, specials = (cast(int, board[name]) for name in ("assets", "rounds", "numbers", "specials"))
    copies = cast(tuple[int, ...], board["copies"])
    for seats, count in zip(GAME.seats, copies, strict=True):
        cards, stock = numbers * count, numbers // 2 * specials
        if cards < seats:
            raise GameError(f"{numbers} numbers, {count} of each, are {cards} cards: too few for {seats} players")
        if count + specials > rules.LONGEST:
            raise GameError(
                f"a set may have at most {rules.LONGEST} cards, but with {seats} players {count} copies of a "
                f"number and {specials} specials would make {count + specials}"
            )
        if cards + stock > rules.ROOM:
            raise GameError(
                f"there may be at most {rules.ROOM} cards, but with {seats} players there would be {cards + stock}"
            )
    return np.array([assets, rounds, numbers, specials, *copies], np.int64)


def play_action(number: int, count: int, place: int) -> int:
    """The play of this many cards as this number, the leftmost at this place.

    >>> say(0, play_action(5, 2, 4))
    'play 5x2@4'
    """
    return rules.PLAY + ((number - 1) * rules.LONGEST + count - 1) * rules.ROOM + place


def play_parts(action: int) -> tuple[int, int, int]:
    """A play's number, count and leftmost place."""
    rest, place = divmod(action - rules.PLAY, rules.ROOM)
    number, count = divmod(rest, rules.LONGEST)
    return number + 1, count + 1, place


def say(actor: int, action: int) -> str:
    """An action's text form: `3/4`, `pass`, `insert 7`, `play 5x2@4`."""
    if actor == CHANCE:
        return NAMES[action + 1]
    if action == rules.PASS:
        return "pass"
    if action < rules.PLAY:
        return f"insert {action - rules.INSERT}"
    number, count, place = play_parts(action)
    return f"play {number}x{count}@{place}"


class Card(Struct, frozen=True, tag_field="do", tag="card"):
    """Chance: the card that is dealt or drawn."""

    face: str


class Pass(Struct, frozen=True, tag_field="do", tag="pass"):
    """A pass."""


class Insert(Struct, frozen=True, tag_field="do", tag="insert"):
    """The card in question goes to this place, counted from 0."""

    place: int


class Play(Struct, frozen=True, tag_field="do", tag="play"):
    """This many cards as this number, the leftmost at this place."""

    number: int
    count: int
    place: int


Parts = Card | Pass | Insert | Play


def parts(actor: int, action: int) -> Parts:
    """The parts of an action."""
    if actor == CHANCE:
        return Card(NAMES[action + 1])
    if action == rules.PASS:
        return Pass()
    if action < rules.PLAY:
        return Insert(action - rules.INSERT)
    return Play(*play_parts(action))


def parse(actor: int, text: str) -> int:
    """The action of a text form.

    >>> parse(0, "insert 7")
    8
    """
    if actor == CHANCE:
        faces = NAMES[1 : rules.FACES + 1]
        if text in faces:
            return faces.index(text)
        raise GameError(f"{text!r} is not a card; the cards are {', '.join(faces)}")
    if text == "pass":
        return rules.PASS
    if (found := INSERT_FORM.fullmatch(text)) and int(found[1]) <= rules.ROOM:
        return rules.INSERT + int(found[1])
    if (found := PLAY_FORM.fullmatch(text)) and int(found[3]) < rules.ROOM:
        return play_action(*map(int, found.groups()))
    raise GameError(
        f"{text!r} is not an action; there are 'pass', 'insert 7' (a place from 0 to {rules.ROOM})"
        f" and 'play 5x2@4' (a number from 1 to 8, how many cards, and the place of the leftmost)"
    )


def money(assets: int) -> str:
    """H3: an asset is worth $100m."""
    return f"${100 * assets}m" if assets else "$0"


def field_text(view: State) -> str:
    """The cards in the field, left to right."""
    return " ".join(NAMES[int(card) & rules.FACE] for card in view.field_cards[: view.field_count])


def show(view: State, messages: Catalog) -> str:
    """The table as plain text. A star marks a card of the viewer that everyone knows."""
    title = messages.say("text-title", round=int(view.rounds), rounds=int(view.round_limit), stock=int(view.stock))
    field = messages.say("text-field-empty")
    if view.field_count > 0:
        played = {"number": int(view.field_number), "count": int(view.field_count), "seat": int(view.field_owner)}
        field = messages.say("text-field", **played, cards=field_text(view), passes=int(view.passes))
    lines = [title, field]
    if view.cleared_by > 0:
        lines.append(messages.say("text-cleared", seat=int(view.cleared_by) - 1))
    for seat in range(int(view.seats)):
        lines += ["", *show_seat(view, seat, messages)]
    if view.phase == rules.OVER:
        lines += ["", messages.say("text-over")]
    return "\n".join(lines)


def show_seat(view: State, seat: int, messages: Catalog) -> list[str]:
    """One player: assets and hand, with its places under it."""
    at_turn = int(view.turn) == seat and view.phase != rules.OVER
    held = int(view.held[seat])
    you, owns = "yes" if view.viewer == seat else "no", money(int(view.assets[seat]))
    title = messages.say("text-seat", seat=seat, you=you, money=owns, cards=held)
    lines = [f"{'>' if at_turn else ' '} {title}"]
    if at_turn and view.pending_count > 0:
        pending = " ".join(NAMES[int(c) & rules.FACE] for c in view.pending[: view.pending_count])
        lines[0] += "   " + messages.say("text-insert", cards=pending)
    for first in range(0, held, CARDS_A_LINE):
        places = range(first, min(held, first + CARDS_A_LINE))
        cards = [int(view.hand[seat, place]) for place in places]
        mine = view.viewer in (seat, ALL_SEEING)
        faces = [NAMES[card & rules.FACE] + ("*" if mine and card & rules.SHOWN else "") for card in cards]
        for name, cells in (("cards", faces), ("places", [str(place) for place in places])):
            lines.append(f"    {padded(messages.say(f'text-{name}'), 5)} " + " ".join(f"{cell:>4}" for cell in cells))
    return lines
