"""What a seat sees of Hachi Train, as numbers."""

from typing import Any

import numpy as np

from allaboard.envs.seen.row import ONE, after, forward, seat_after, share_of
from allaboard.games.hachi.rules import (
    ASSETS,
    DEALT,
    FACE,
    FACES,
    HIDDEN_SPECIAL,
    HIGH,
    LONGEST,
    LOW,
    NUMBERS,
    PAIR,
    ROUNDS,
    SHOWN,
    STOCK,
    State,
)
from allaboard.record import rule

ZERO = np.float32(0)
OF_ROUNDS, OF_ASSETS, OF_STOCK = share_of(ROUNDS), share_of(ASSETS), share_of(STOCK)
OF_LONGEST, OF_PAIR = share_of(LONGEST), share_of(PAIR)
LOWER, HIGHER = (LOW / NUMBERS).astype(np.float32), (HIGH / NUMBERS).astype(np.float32)
NUMBERS_SHOWN = np.array([[n in shown for n in range(1, 9)] for shown in zip(LOW, HIGH, strict=True)], np.float32)
KNOWN = np.where(LOW > 0, 1, 0.25).astype(np.float32)  # by face: the card, or only what kind it is of
KNOWN[HIDDEN_SPECIAL] = 0.5


def layout(seats: int) -> dict[str, int]:
    """The parts of an observation; a hand has room for every card at the table."""
    room = DEALT * seats + STOCK
    parts = {"phase": 5, "turn": seats, "leader": seats, "cleared_by": seats, "field_owner": seats, "field_number": 8}
    parts |= {"rounds": 1, "passes": 1, "stock": 1, "field_count": 1, "pending_count": 1, "pending": 2 * LONGEST}
    parts |= {"discarded": FACES, "assets": seats, "held": seats, "hand": (NUMBERS + 1) * room}
    return parts | {f"hand_{k}": 3 * room for k in range(1, seats)}


@rule
def encode(view: State, out: Any, at: int) -> None:
    """The table, one's own hand, and what is known of the others'."""
    seats, me = int(view.seats), int(view.viewer)
    room = DEALT * seats + STOCK
    write_table(view, out, at, room)
    at += 5 + 6 * seats + NUMBERS + 5 + 2 * LONGEST + FACES
    write_hand(view, me, out, at, room)
    at += (NUMBERS + 1) * room
    for k in range(1, seats):
        write_backs(view, seat_after(me, k, seats), out, at, room)
        at += 3 * room


@rule
def write_table(view: State, out: Any, at: int, room: int) -> None:
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
    out[at] = int(view.rounds) * OF_ROUNDS
    out[at + 1] = int(view.passes) * of_seats
    out[at + 2] = int(view.stock) * OF_STOCK
    out[at + 3] = int(view.field_count) * OF_LONGEST
    out[at + 4] = int(view.pending_count) * OF_LONGEST
    for i in range(view.pending_count):
        face = int(view.pending[i]) & FACE
        out[at + 5 + 2 * i] = LOWER[face]
        out[at + 6 + 2 * i] = HIGHER[face]
    at = forward(at + 5 + 2 * LONGEST)
    for face in range(1, FACES + 1):
        out[at + face - 1] = int(view.discarded[face]) * (of_seats if face <= NUMBERS else OF_PAIR)
    at = forward(at + FACES)
    of_room = ONE / np.float32(room)
    for k in range(seats):
        seat = seat_after(me, k, seats)
        out[at + k] = int(view.assets[seat]) * OF_ASSETS
        out[at + seats + k] = int(view.held[seat]) * of_room


@rule
def write_hand(view: State, me: int, out: Any, at: int, room: int) -> None:
    """Of one's own cards, which numbers each shows (as bits) and whether all know it."""
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
def write_backs(view: State, seat: int, out: Any, at: int, room: int) -> None:
    """Of another's cards, the numbers that all know it shows, and how much of it is known."""
    held = int(view.held[seat])
    for place in range(held):
        face, here = int(view.hand[seat, place]) & FACE, forward(at + 3 * place)
        out[here] = LOWER[face]
        out[here + 1] = HIGHER[face]
        out[here + 2] = KNOWN[face]
    at = forward(at + 3 * held)
    for k in range(3 * (room - held)):
        out[at + k] = 0
