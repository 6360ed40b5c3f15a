"""What a seat sees of Hachi Train, as numbers."""

from typing import Any

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


def layout(seats: int) -> dict[str, int]:
    """The parts of an observation; a hand has room for every card at the table."""
    room = DEALT * seats + STOCK
    parts = {"phase": 5, "turn": seats, "leader": seats, "cleared_by": seats, "field_owner": seats, "field_number": 8}
    parts |= {"rounds": 1, "passes": 1, "stock": 1, "field_count": 1, "pending_count": 1, "pending": 2 * LONGEST}
    parts |= {"discarded": FACES, "assets": seats, "held": seats, "hand": (NUMBERS + 1) * room}
    return parts | {f"hand_{k}": 3 * room for k in range(1, seats)}


@rule
def encode(view: State, out: Any) -> None:
    """Of one's own cards, which numbers each shows (as bits) and whether all know it; of the others', what is known."""
    seats, me = int(view.seats), int(view.viewer)
    room = DEALT * seats + STOCK
    out[:] = 0
    out[view.phase] = 1
    at = 5
    out[at + (int(view.turn) - me + seats) % seats] = 1
    at += seats
    out[at + (int(view.leader) - me + seats) % seats] = 1
    at += seats
    if view.cleared_by > 0:
        out[at + (int(view.cleared_by) - 1 - me + seats) % seats] = 1
    at += seats
    if view.field_count > 0:
        out[at + (int(view.field_owner) - me + seats) % seats] = 1
        out[at + seats + view.field_number - 1] = 1
    at += seats + NUMBERS
    out[at] = int(view.rounds) / ROUNDS
    out[at + 1] = int(view.passes) / seats
    out[at + 2] = int(view.stock) / STOCK
    out[at + 3] = int(view.field_count) / LONGEST
    out[at + 4] = int(view.pending_count) / LONGEST
    at += 5
    for i in range(view.pending_count):
        face = int(view.pending[i]) & FACE
        out[at + 2 * i] = LOW[face] / NUMBERS
        out[at + 2 * i + 1] = HIGH[face] / NUMBERS
    at += 2 * LONGEST
    for face in range(1, FACES + 1):
        out[at + face - 1] = int(view.discarded[face]) / (seats if face <= NUMBERS else PAIR)
    at += FACES
    for k in range(seats):
        seat = me + k if me + k < seats else me + k - seats
        out[at + k] = int(view.assets[seat]) / ASSETS
        out[at + seats + k] = int(view.held[seat]) / room
    at += 2 * seats
    for place in range(view.held[me]):
        card = int(view.hand[me, place])
        out[at + LOW[card & FACE] - 1] = 1
        out[at + HIGH[card & FACE] - 1] = 1
        out[at + NUMBERS] = (card & SHOWN) != 0
        at += NUMBERS + 1
    at += (NUMBERS + 1) * (room - int(view.held[me]))
    for k in range(1, seats):
        seat = me + k if me + k < seats else me + k - seats
        for place in range(view.held[seat]):
            face = int(view.hand[seat, place]) & FACE
            out[at + 3 * place] = LOW[face] / NUMBERS
            out[at + 3 * place + 1] = HIGH[face] / NUMBERS
            out[at + 3 * place + 2] = 1 if face <= FACES else 0.5 if face == HIDDEN_SPECIAL else 0.25
        at += 3 * room
