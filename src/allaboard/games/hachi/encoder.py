"""What a seat sees of Hachi Train, as numbers."""

from collections.abc import Mapping
from typing import Final, NamedTuple, cast

import numpy as np

from allaboard.envs.row import ONE, after, forward, seat_after, share_of
from allaboard.game import Value
from allaboard.games.hachi.rules import (
    FACE,
    FACES,
    HIDDEN_SPECIAL,
    HIGH,
    INSERT,
    LONGEST,
    LOW,
    NUMBERS,
    PASS,
    PLAY,
    ROOM,
    SHOWN,
    State,
)
from allaboard.record import Cells, rule

ZERO = np.float32(0)
OF_LONGEST, OF_NUMBERS = share_of(LONGEST), share_of(NUMBERS)
LOWER, HIGHER = (LOW / NUMBERS).astype(np.float32), (HIGH / NUMBERS).astype(np.float32)
NUMBERS_SHOWN = np.array([[n in shown for n in range(1, 9)] for shown in zip(LOW, HIGH, strict=True)], np.float32)
KNOWN = np.where(LOW > 0, 1, 0.25).astype(np.float32)  # by face: how much is known, 1 for the face itself
KNOWN[HIDDEN_SPECIAL] = 0.5  # that it is a special

MEANINGS: Final = {
    "phase": "dealing, turn, drawing, inserting, over",
    "turn": "whose turn it is",
    "leader": "who led the round",
    "cleared_by": "who cleared the field last",
    "field_owner": "whose set lies in the field",
    "field_number": "the number that the set in the field shows",
    "rounds": "rounds begun, as a share of all rounds",
    "passes": "passes in a row, as a share of the seats",
    "stock": "cards left in the stock, as a share",
    "field_count": "cards in the field, as a share of 7",
    "pending_count": "cards still to be inserted, as a share of 7",
    "pending": "of each card to be inserted, the two numbers that it shows",
    "discarded": "by face, the share of the cards that was discarded",
    "assets": "assets of each player, as a share of those at the start",
    "held": "cards of each player, as a share of all cards",
    "hand": "of each of your cards, the eight numbers that it may show (as bits) and whether everybody has seen it",
    "hand_N": "of each card of another player, the two numbers that everybody knows, and how much is known",
}
ACTION_MEANINGS: Final = {
    "pass": "play no cards",
    "insert": "put the collected or drawn card at this place of the hand",
    "play": "play COUNT cards from PLACE on as NUMBER; 50 + ((NUMBER - 1) × 7 + COUNT - 1) × 48 + PLACE",
}


class Deck(NamedTuple):
    """What the options say about the cards."""

    numbers: int
    longest: int  # cards that show the same number
    room: int  # cards that are dealt or in the stock: no hand can hold more


def deck(seats: int, options: Mapping[str, Value]) -> Deck:
    """The cards of a game with this number of seats."""
    numbers, specials = cast(int, options["numbers"]), cast(int, options["specials"])
    copies = cast(tuple[int, ...], options["copies"])[seats - 3]
    dealt = numbers * copies // seats * seats
    return Deck(numbers, copies + (specials if numbers > 1 else 0), dealt + numbers // 2 * specials)


def layout(seats: int, options: Mapping[str, Value]) -> dict[str, int]:
    """The parts of an observation. A hand has room for every card of the game."""
    room = deck(seats, options).room
    parts = {"phase": 5, "turn": seats, "leader": seats, "cleared_by": seats, "field_owner": seats, "field_number": 8}
    parts |= {"rounds": 1, "passes": 1, "stock": 1, "field_count": 1, "pending_count": 1, "pending": 2 * LONGEST}
    parts |= {"discarded": FACES, "assets": seats, "held": seats, "hand": (NUMBERS + 1) * room}
    return parts | {f"hand_{k}": 3 * room for k in range(1, seats)}


def reachable(seats: int, options: Mapping[str, Value]) -> list[int]:
    """The actions that can be legal with these cards: only a small part of all action numbers."""
    numbers, longest, room = deck(seats, options)
    plays = [
        PLAY + (number * LONGEST + count) * ROOM + place
        for number in range(numbers)
        for count in range(longest)
        for place in range(room - count)
    ]
    return [PASS, *(INSERT + place for place in range(room)), *plays]


@rule
def encode(view: State, out: Cells, at: int) -> None:
    """The table, the viewer's own hand, and what is known about the other hands."""
    seats, me = int(view.seats), int(view.viewer)
    room = int(view.hand_size) * seats + int(view.stock_size)
    write_table(view, out, at, room)
    at += 5 + 6 * seats + NUMBERS + 5 + 2 * LONGEST + FACES
    write_hand(view, me, out, at, room)
    at += (NUMBERS + 1) * room
    for k in range(1, seats):
        write_backs(view, seat_after(me, k, seats), out, at, room)
        at += 3 * room


@rule
def write_table(view: State, out: Cells, at: int, room: int) -> None:
    """Whose turn it is, the field, what is to be inserted, what was discarded, and how many cards everybody holds."""
    seats, me = int(view.seats), int(view.viewer)
    at = forward(at)
    for k in range(5 + 4 * seats + NUMBERS + 5 + 2 * LONGEST):
        out[at + k] = 0
    out[at + int(view.phase)] = 1
    at = forward(at + 5)
    out[at + after(int(view.turn), me, seats)] = 1
    out[at + seats + after(int(view.leader), me, seats)] = 1
    if view.cleared_by > 0:
        out[at + 2 * seats + after(int(view.cleared_by) - 1, me, seats)] = 1
    if view.field_count > 0:
        out[at + 3 * seats + after(int(view.field_owner), me, seats)] = 1
        out[at + 4 * seats + int(view.field_number) - 1] = 1
    at = forward(at + 4 * seats + NUMBERS)
    of_seats = ONE / np.float32(seats)
    out[at] = int(view.rounds) / np.float32(view.round_limit)
    out[at + 1] = int(view.passes) * of_seats
    out[at + 2] = int(view.stock) / np.float32(max(1, int(view.stock_size)))
    out[at + 3] = int(view.field_count) * OF_LONGEST
    out[at + 4] = int(view.pending_count) * OF_LONGEST
    for i in range(view.pending_count):
        face = int(view.pending[i]) & FACE
        out[at + 5 + 2 * i] = LOWER[face]
        out[at + 6 + 2 * i] = HIGHER[face]
    at = forward(at + 5 + 2 * LONGEST)
    for face in range(1, FACES + 1):
        out[at + face - 1] = int(view.discarded[face]) * (ONE / np.float32(max(1, int(view.deck[face]))))
    at = forward(at + FACES)
    of_room = ONE / np.float32(room)
    for k in range(seats):
        seat = seat_after(me, k, seats)
        out[at + k] = int(view.assets[seat]) / np.float32(view.first_assets)
        out[at + seats + k] = int(view.held[seat]) * of_room


@rule
def write_hand(view: State, me: int, out: Cells, at: int, room: int) -> None:
    """For each card of the viewer, the numbers that it shows (as bits) and whether everybody knows it."""
    held = int(view.held[me])
    for place in range(held):
        card, here = int(view.hand[me, place]), forward(at + (NUMBERS + 1) * place)
        for k in range(NUMBERS):
            out[here + k] = NUMBERS_SHOWN[card & FACE, k]
        out[here + NUMBERS] = ONE if card & SHOWN else ZERO
    at = forward(at + (NUMBERS + 1) * held)
    for k in range((NUMBERS + 1) * (room - held)):
        out[at + k] = 0


@rule
def write_backs(view: State, seat: int, out: Cells, at: int, room: int) -> None:
    """For each card of another player, the numbers that everybody knows, and how much is known."""
    held = int(view.held[seat])
    for place in range(held):
        face, here = int(view.hand[seat, place]) & FACE, forward(at + 3 * place)
        out[here] = LOWER[face]
        out[here + 1] = HIGHER[face]
        out[here + 2] = KNOWN[face]
    at = forward(at + 3 * held)
    for k in range(3 * (room - held)):
        out[at + k] = 0


def action_layout(seats: int, options: Mapping[str, Value]) -> dict[str, int]:
    """The parts of an action's features."""
    parts = {"kind": 3, "number": NUMBERS, "count": 1, "place": 1, "specials": 1, "held_after": 1, "empties_hand": 1}
    return parts | {"more_cards": 1, "higher_number": 1, "joins_left": 1, "joins_right": 1, "neighbours_join": 1}


@rule
def encode_action(view: State, action: int, out: Cells, at: int) -> None:
    """What an action of the viewer does: to its hand, and on the field."""
    me, at = int(view.viewer), forward(at)
    held = int(view.held[me])
    of_room = ONE / np.float32(int(view.hand_size) * int(view.seats) + int(view.stock_size))
    for k in range(13 + NUMBERS):
        out[at + k] = 0
    rest = forward(at + 3 + NUMBERS)
    if action == PASS:
        out[at] = 1
        out[rest + 3] = held * of_room
    elif action < PLAY:
        place = action - INSERT
        face = int(view.pending[0]) & FACE
        left, right = face_at(view, me, place - 1), face_at(view, me, place)
        out[at + 1] = 1
        out[rest + 1] = place * of_room
        out[rest + 3] = (held + 1) * of_room
        out[rest + 7], out[rest + 8] = alike(face, left), alike(face, right)
        out[rest + 9] = alike(left, right)  # the neighbours of the inserted card
    else:
        code = action - PLAY
        place, count, number = code % ROOM, code // ROOM % LONGEST + 1, code // (ROOM * LONGEST) + 1
        specials = 0
        for i in range(place, place + count):
            specials += int(view.hand[me, i]) & FACE > NUMBERS
        out[at + 2], out[at + 2 + number] = 1, 1
        out[rest] = count * OF_LONGEST
        out[rest + 1] = place * of_room
        out[rest + 2] = specials * OF_LONGEST
        out[rest + 3] = (held - count) * of_room
        out[rest + 4] = held == count
        out[rest + 5] = (count - int(view.field_count)) * OF_LONGEST
        out[rest + 6] = (number - int(view.field_number)) * OF_NUMBERS
        out[rest + 9] = alike(face_at(view, me, place - 1), face_at(view, me, place + count))


@rule
def face_at(view: State, seat: int, place: int) -> int:
    """The face of a card in a hand; 0 outside the hand."""
    return int(view.hand[seat, place]) & FACE if 0 <= place < view.held[seat] else 0


@rule
def alike(one: int, other: int) -> bool:
    """Whether two cards show a number in common."""
    shown = NUMBERS_SHOWN[one] * NUMBERS_SHOWN[other]
    return bool(shown.sum() > 0)
