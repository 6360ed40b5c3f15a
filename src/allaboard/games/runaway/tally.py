"""The columns of RunAway Train: what a batch records about every game."""

from typing import Final

import numpy as np

from allaboard.game import CHANCE
from allaboard.games.runaway.rules import BLUFF, CHOOSING, NO_CARDS, State, score
from allaboard.record import Cells, Record, field, rule

TURNS: Final = 24
"""For how many turns speed and position are recorded."""
CHOICES: Final = ("none", *(f"P{v}" for v in range(1, 8)), *(f"C{v}" for v in range(1, 8)), "PC", "bluff")
"""The choices of cards, all bluffs as one, in the order of the columns `chosen`, `cancelled`, `tossed` and `scored`."""
_KINDS = len(CHOICES)


class Tally(Record):
    """One game; names with a leading underscore are for the tally's own use."""

    BY_SEAT = ("left_turn", "kept")

    turns: int = field(np.int16)
    """Turns begun."""
    ending: int = field(np.int8)
    """1 stopped, 2 over the cliff, 3 nobody aboard."""
    track: int = field(np.int8)
    """0 never switched, 1 short, 2 long."""
    left_turn: Cells = field(np.int16, 6)
    """By seat: the turn in which the passenger got off; 0 if never."""
    kept: Cells = field(np.int16, 6)
    """By seat: R12, points for suitcases kept on a stopped train."""
    speed: Cells = field(np.int16, TURNS)
    """By turn: the speed at the end of the move."""
    position: Cells = field(np.int16, TURNS)
    """By turn: the space at the end of the move."""
    chosen: Cells = field(np.uint8, _KINDS)
    """By choice of cards: how often it was chosen."""
    cancelled: Cells = field(np.uint8, _KINDS)
    """By choice of cards: how often it was cancelled."""
    tossed: Cells = field(np.uint8, _KINDS)
    """By choice of cards: how often it got a suitcase or a passenger off."""
    scored: Cells = field(np.uint8, _KINDS)
    """By choice of cards: the points that it scored at once."""
    _turn: int = field(np.int16)
    _aboard: int = field(np.uint8)
    _revealing: int = field(np.int8)


@rule
def before(state: State, actor: int, action: int, tally: Tally) -> None:
    """Record who is aboard, and whether this choice is the last before the reveal."""
    tally._turn, tally._aboard = state.turn, state.aboard
    tally._revealing = int(state.phase == CHOOSING and int(state.awaited) == 1 << actor)


@rule
def after(state: State, actor: int, action: int, tally: Tally) -> None:
    """Record a reveal, a passenger who got off, or a move."""
    at = int(tally._turn) - 1
    if tally._revealing:
        count_reveal(state, tally)
    gone = int(tally._aboard) & ~int(state.aboard)
    if gone:
        for seat in range(state.seats):
            if gone >> seat & 1:
                tally.left_turn[seat] = at + 1
    if (actor == CHANCE or action < NO_CARDS) and at < TURNS:
        tally.speed[at], tally.position[at] = state.speed, state.position


@rule
def kind_of(action: int) -> int:
    """Which of the choices an action is."""
    return min(action, BLUFF) - NO_CARDS


@rule
def count_reveal(state: State, tally: Tally) -> None:
    """R7: count what was chosen, cancelled, tossed and scored."""
    gone = int(tally._aboard) & ~int(state.aboard)
    for seat in range(state.seats):
        if state.revealed[seat] == 0:
            continue
        action = int(state.revealed[seat]) - 1
        kind = kind_of(action)
        tally.chosen[kind] += 1
        same = 0
        for other in range(state.seats):
            same += int(state.revealed[other] == state.revealed[seat])
        tally.cancelled[kind] += int(same > 1 and action != NO_CARDS)
        tally.tossed[kind] += int(state.gained[seat] > 0 or gone >> seat & 1 == 1)
        tally.scored[kind] += state.gained[seat]


@rule
def finish(state: State, tally: Tally) -> None:
    """Record how the game ended, and the points for suitcases kept."""
    tally.turns, tally.ending, tally.track = state.turn, state.ending, state.track
    for seat in range(state.seats):
        tally.kept[seat] = score(state, seat) - state.points[seat]
