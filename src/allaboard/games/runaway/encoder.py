"""What a seat sees of RunAway Train, as numbers."""

from collections.abc import Mapping
from itertools import combinations
from typing import Final

import numpy as np
import numpy.typing as npt

from allaboard.envs.row import ONE, after, forward, seat_after, share_of
from allaboard.game import Value
from allaboard.games.runaway.rules import (
    ACTIONS,
    BLUFF,
    BOTH,
    CHART_SPEEDS,
    CONDUCTOR,
    LONG_END,
    PASSENGER,
    State,
    score,
)
from allaboard.record import Cells, rule

MEANINGS: Final = {
    "phase": "what happens now",
    "ending": "how the game ended",
    "engineer": "who rolls",
    "tosser": "who decides whether to jump",
    "die": "the last roll",
    "track": "before the switch, on the short branch, on the long branch",
    "multiplier": "what scores are multiplied by",
    "speed": "the train's speed",
    "to_move": "spaces still to move in this turn",
    "turn": "turns begun",
    "position": "the train's space",
    "ahead": "how far away each yellow space is",
    "roll_to_stop": "on each branch, the lowest roll that would stop the train at this speed",
    "choice": "the cards that you have chosen",
    "aboard_N": "whether the player's passenger is aboard",
    "awaited_N": "whether the player has yet to choose",
    "points_N": "points",
    "gained_N": "points gained in the last reveal",
    "suitcases_N": "suitcases still in hand",
    "revealed_N": "the cards of the last reveal",
}
ACTION_MEANINGS: Final = {
    "track": "choose the branch at the switch",
    "cards": "choose cards: none, passenger (P) or conductor (C) with a suitcase, both, or two suitcases",
    "jump": "leave the train",
    "stay": "stay aboard",
}


def layout(seats: int, options: Mapping[str, Value]) -> dict[str, int]:
    """The parts of an observation."""
    parts = {"phase": 7, "ending": 3, "engineer": seats, "tosser": seats, "die": 1, "track": 3, "multiplier": 1}
    parts |= {"speed": 1, "to_move": 1, "turn": 1, "position": 1, "ahead": 9, "roll_to_stop": 2, "choice": 9}
    for seat in range(seats):
        hand = {"aboard": 1, "awaited": 1, "points": 1, "gained": 1, "suitcases": 7, "revealed": 9}
        parts |= {f"{name}_{seat}": count for name, count in hand.items()}
    return parts


def _cards() -> npt.NDArray[np.float32]:
    """By 1 + action, the two cards: seven suitcases, passenger, conductor; nothing for none."""
    cards = np.zeros((1 + ACTIONS, 9), np.float32)
    for v in range(7):
        cards[1 + PASSENGER + v, [v, 7]] = 1
        cards[1 + CONDUCTOR + v, [v, 8]] = 1
    cards[1 + BOTH, [7, 8]] = 1
    for k, two in enumerate(combinations(range(7), 2)):
        cards[1 + BLUFF + k, two] = 1
    return cards


CARDS = _cards()
SUITCASES = np.array([[hand >> v & 1 for v in range(7)] for hand in range(128)], np.float32)
SIXTH, SEVENTH, QUARTER = share_of(6), share_of(7), share_of(4)
OF_SPEED, OF_TURNS = share_of(12), share_of(70)  # a fast train, a long game
OF_POINTS, OF_GAIN = share_of(112), share_of(28)  # every suitcase at ×4; the highest one at ×4


@rule
def encode(view: State, out: Cells, at: int) -> None:
    """The train's place and speed, the spaces ahead, and every player's points, suitcases and last cards."""
    seats, me = int(view.seats), int(view.viewer)
    at = forward(at)
    for k in range(10 + 2 * seats):
        out[at + k] = 0
    out[at + int(view.phase)] = 1
    if view.ending != 0:
        out[at + 6 + int(view.ending)] = 1
    out[at + 10 + after(int(view.engineer), me, seats)] = 1
    if view.tosser != 0:
        out[at + 10 + seats + after(int(view.tosser) - 1, me, seats)] = 1
    at = forward(at + 10 + 2 * seats)
    track, speed, to_move, turn = int(view.track), int(view.speed), int(view.to_move), int(view.turn)
    out[at] = int(view.die) * SIXTH
    out[at + 1], out[at + 2], out[at + 3] = track == 0, track == 1, track == 2
    out[at + 4] = int(view.multiplier) * QUARTER
    out[at + 5] = min(ONE, speed * OF_SPEED)
    out[at + 6] = min(ONE, to_move * OF_SPEED)
    out[at + 7] = min(ONE, turn * OF_TURNS)
    position, share = int(view.position), ONE / int(view.yellow[LONG_END])
    out[at + 8] = min(ONE, position * share)
    for space in range(9):
        out[at + 9 + space] = max(-ONE, min(ONE, (int(view.yellow[space]) - position) * share))
    entry = max(0, min(speed, CHART_SPEEDS) - 1)
    out[at + 18] = int(view.stop[0, entry]) * SEVENTH
    out[at + 19] = int(view.stop[1, entry]) * SEVENTH
    shown = forward(int(view.choice[me]))
    for k in range(9):
        out[at + 20 + k] = CARDS[shown, k]
    for k in range(seats):
        seat = seat_after(me, k, seats)
        here = forward(at + 29 + 20 * k)
        points, suitcases, shown = score(view, seat), int(view.suitcases[seat]), forward(int(view.revealed[seat]))
        out[here] = int(view.aboard) >> seat & 1
        out[here + 1] = int(view.awaited) >> seat & 1
        out[here + 2] = min(ONE, points * OF_POINTS)
        out[here + 3] = int(view.gained[seat]) * OF_GAIN
        for v in range(7):
            out[here + 4 + v] = SUITCASES[suitcases, v]
        for c in range(9):
            out[here + 11 + c] = CARDS[shown, c]
