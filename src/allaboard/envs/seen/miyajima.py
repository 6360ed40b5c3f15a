"""What a seat sees of Fast Train to Miyajima, as numbers."""

from typing import Any

from allaboard.games.miyajima.rules import CARS, State, adheres, score
from allaboard.record import rule

_MOST_CARGO = 12 * CARS
_LONG_GAME = 24
_HUNDREDS = 300


def layout(seats: int) -> dict[str, int]:
    """The parts of an observation."""
    parts = {"phase": 4, "active": seats, "die": 3, "faces": 18, "reached": 6, "rounds": 1}
    for seat in range(seats):
        sheet = {"awaited": 1, "arrived": 6, "cars": 12, "cargo": 12, "way": 12, "adheres": 6, "score": 1}
        parts |= {f"{name}_{seat}": count for name, count in sheet.items()}
    return parts


@rule
def encode(view: State, out: Any) -> None:
    """Phase, dice and destinations as bits; of every sheet the cars, the cargo and how far each train has come."""
    seats, me = int(view.seats), int(view.viewer)
    out[: 4 + seats + 3 + 18] = 0
    out[view.phase] = 1
    at = 4
    out[at + (int(view.active) - me + seats) % seats] = 1
    at += seats
    out[at + view.die] = 1
    at += 3
    for die in range(3):
        if view.faces[die] != 0:
            out[at + 6 * die + view.faces[die] - 1] = 1
    at += 18
    for colour in range(6):
        out[at + colour] = int(view.reached) >> colour & 1
    at += 6
    out[at] = min(1, int(view.rounds) / _LONG_GAME)
    at += 1
    for k in range(seats):
        seat = me + k if me + k < seats else me + k - seats
        out[at] = int(view.awaited) >> seat & 1
        at += 1
        for colour in range(6):
            out[at + colour] = int(view.arrived[seat]) >> colour & 1
            out[at + 42 + colour] = adheres(view, seat, colour)
            for train in range(2):
                cars = view.cars[seat, colour, train]
                place = at + 6 + 2 * colour + train
                out[place] = cars / CARS
                out[place + 12] = min(1, view.cargo[seat, colour, train] / _MOST_CARGO)
                out[place + 24] = view.edges[colour, train, cars] / max(1, view.edges[colour, train, CARS])
        at += 48
        out[at] = min(1, score(view, seat) / _HUNDREDS)
        at += 1
