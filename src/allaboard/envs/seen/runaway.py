"""What a seat sees of RunAway Train, as numbers."""

from typing import Any

from allaboard.games.runaway.rules import (
    BLUFF,
    BOTH,
    CHART_SPEEDS,
    CONDUCTOR,
    JUMP,
    LONG_END,
    NO_CARDS,
    PASSENGER,
    State,
    score,
)
from allaboard.record import rule

_HIGH_SPEED = 12
_LONG_GAME = 70
_MOST_POINTS = 112  # every suitcase fourfold


def layout(seats: int) -> dict[str, int]:
    """The parts of an observation."""
    parts = {"phase": 7, "ending": 3, "engineer": seats, "tosser": seats, "die": 1, "track": 3, "multiplier": 1}
    parts |= {"speed": 1, "to_move": 1, "turn": 1, "position": 1, "ahead": 9, "roll_to_stop": 2, "choice": 9}
    for seat in range(seats):
        hand = {"aboard": 1, "awaited": 1, "points": 1, "gained": 1, "suitcases": 7, "revealed": 9}
        parts |= {f"{name}_{seat}": count for name, count in hand.items()}
    return parts


@rule
def encode(view: State, out: Any) -> None:
    """The train's place and speed, what lies ahead, and of every player the points, the suitcases, the last cards."""
    seats, me = int(view.seats), int(view.viewer)
    out[:] = 0
    out[view.phase] = 1
    if view.ending != 0:
        out[6 + view.ending] = 1
    at = 10
    out[at + (int(view.engineer) - me + seats) % seats] = 1
    at += seats
    if view.tosser != 0:
        out[at + (int(view.tosser) - 1 - me + seats) % seats] = 1
    at += seats
    out[at] = int(view.die) / 6
    out[at + 1 + view.track] = 1
    out[at + 4] = int(view.multiplier) / 4
    out[at + 5] = min(1, int(view.speed) / _HIGH_SPEED)
    out[at + 6] = min(1, int(view.to_move) / _HIGH_SPEED)
    out[at + 7] = min(1, int(view.turn) / _LONG_GAME)
    furthest = int(view.yellow[LONG_END])
    out[at + 8] = min(1, int(view.position) / furthest)
    at += 9
    for space in range(9):
        out[at + space] = max(-1, min(1, (int(view.yellow[space]) - int(view.position)) / furthest))
    at += 9
    entry = max(0, min(int(view.speed), CHART_SPEEDS) - 1)
    out[at] = view.stop[0, entry] / 7
    out[at + 1] = view.stop[1, entry] / 7
    at += 2
    show_cards(int(view.choice[me]) - 1, out, at)
    at += 9
    for k in range(seats):
        seat = me + k if me + k < seats else me + k - seats
        out[at] = int(view.aboard) >> seat & 1
        out[at + 1] = int(view.awaited) >> seat & 1
        out[at + 2] = min(1, score(view, seat) / _MOST_POINTS)
        out[at + 3] = int(view.gained[seat]) / 28
        for v in range(7):
            out[at + 4 + v] = int(view.suitcases[seat]) >> v & 1
        show_cards(int(view.revealed[seat]) - 1, out, at + 11)
        at += 20


@rule
def show_cards(action: int, out: Any, at: int) -> None:
    """Two cards as bits: seven suitcases, passenger, conductor; nothing for none."""
    if action <= NO_CARDS:
        return
    if action < CONDUCTOR:
        out[at + action - PASSENGER] = 1
        out[at + 7] = 1
    elif action < BOTH:
        out[at + action - CONDUCTOR] = 1
        out[at + 8] = 1
    elif action == BOTH:
        out[at + 7] = 1
        out[at + 8] = 1
    elif action < JUMP:
        rest, low = action - BLUFF, 0  # the pairs of suitcases in their order: 12, 13 … 67
        while rest >= 6 - low:
            rest -= 6 - low
            low += 1
        out[at + low] = 1
        out[at + low + 1 + rest] = 1
