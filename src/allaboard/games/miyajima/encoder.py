"""What a seat sees of Fast Train to Miyajima, as numbers."""

from collections.abc import Mapping
from typing import Final

import numpy as np

from allaboard.envs.row import ONE, after, forward, seat_after, share_of
from allaboard.game import Value
from allaboard.games.miyajima.rules import CARS, State, adheres, score
from allaboard.record import Cells, rule

OF_CARS, OF_CARGO = share_of(CARS), share_of(12 * CARS)
OF_ROUNDS, OF_SCORE = share_of(24), share_of(300)  # a long game, a high score
BITS = np.array([[colours >> colour & 1 for colour in range(6)] for colours in range(64)], np.float32)
SHEET = 50

MEANINGS: Final = {
    "phase": "choose a die, roll, load, over",
    "active": "who chooses the dice",
    "die": "the die chosen or last rolled",
    "faces": "of each die, the face rolled in this round",
    "reached": "destinations that anybody has reached",
    "rounds": "rounds begun, divided by 24",
    "awaited_N": "whether the player has yet to load",
    "arrived_N": "destinations that the player has reached",
    "cars_N": "of each train, the cars filled, as a share of 6",
    "cargo_N": "of each train, the sum of its cars, as a share of the highest possible",
    "way_N": "of each train, how far it has come",
    "adheres_N": "pairs that adhere",
    "score_N": "points, divided by 300",
}
ACTION_MEANINGS: Final = {
    "roll": "choose the die to roll",
    "load": "write the number into the next car of this train; 3 + 2 × colour + (0 fast, 1 heavy)",
}


def layout(seats: int, options: Mapping[str, Value]) -> dict[str, int]:
    """The parts of an observation."""
    parts = {"phase": 4, "active": seats, "die": 3, "faces": 18, "reached": 6, "rounds": 1}
    for seat in range(seats):
        sheet = {"awaited": 1, "arrived": 6, "cars": 12, "cargo": 12, "way": 12, "adheres": 6, "score": 1}
        parts |= {f"{name}_{seat}": count for name, count in sheet.items()}
    return parts


@rule
def encode(view: State, out: Cells, at: int) -> None:
    """Phase, dice and destinations as bits; for every sheet the cars, the cargo and how far each train has come."""
    seats, me = int(view.seats), int(view.viewer)
    at = forward(at)
    for k in range(4 + seats + 3 + 18):
        out[at + k] = 0
    out[at + int(view.phase)] = 1
    out[at + 4 + after(int(view.active), me, seats)] = 1
    at = forward(at + 4 + seats)
    out[at + int(view.die)] = 1
    for die in range(3):
        face = int(view.faces[die])
        if face != 0:
            out[at + 2 + 6 * die + face] = 1
    reached = int(view.reached)
    for colour in range(6):
        out[at + 21 + colour] = BITS[reached, colour]
    out[at + 27] = min(ONE, int(view.rounds) * OF_ROUNDS)
    for k in range(seats):
        write_sheet(view, seat_after(me, k, seats), out, at + 28 + SHEET * k)


@rule
def write_sheet(view: State, seat: int, out: Cells, at: int) -> None:
    """One player's trains."""
    at = forward(at)
    out[at] = int(view.awaited) >> seat & 1
    arrived = int(view.arrived[seat])
    for colour in range(6):
        out[at + 1 + colour] = BITS[arrived, colour]
    for colour in range(6):
        for train in range(2):
            cars, cargo = forward(int(view.cars[seat, colour, train])), int(view.cargo[seat, colour, train])
            way, whole = int(view.edges[colour, train, cars]), int(view.edges[colour, train, CARS])
            out[at + 7 + 2 * colour + train] = cars * OF_CARS
            out[at + 19 + 2 * colour + train] = min(ONE, cargo * OF_CARGO)
            out[at + 31 + 2 * colour + train] = np.float32(way) / np.float32(max(1, whole))
        out[at + 43 + colour] = adheres(view, seat, colour)
    out[at + 49] = min(ONE, score(view, seat) * OF_SCORE)
