"""A learned estimate of who will lose the round in Hachi Train: who will be the last to hold cards?

A small network gives each player a danger, from all hands. The chances to lose the round are the softmax of these
dangers. Hidden hands are imagined.
"""

from typing import NamedTuple

import numpy as np

from allaboard.bots.levels import Knowledge
from allaboard.games.hachi.bots.heuristics import SHOWN_BY_ALL, SHOWS, TOLL
from allaboard.games.hachi.rules import FACE, LONGEST, NUMBERS, ROOM, State
from allaboard.maths import exp
from allaboard.record import Cells, rule

HAND, ORDER, GRIP, OTHERS, TABLE = 0, 9, 14, 18, 21  # the offset of each kind of feature
SIGNS = 28  # the number of features of a player
HIDDEN = 24
SIZE = SIGNS * HIDDEN + HIDDEN

# The cost of a set, as in TOLL, and what is counted along the cheapest cut: sets, singles, low singles.
COUNTED = TOLL.astype(np.int64) << 32
COUNTED[:, 1:] += 1
COUNTED[:, 1] += 1 << 8
COUNTED[: 2 << NUMBERS // 2, 1] += 1 << 16


class Net(NamedTuple):
    """The parts of the network."""

    first: Cells
    last: Cells


class Scratch(NamedTuple):
    """A working record to evaluate a position."""

    signs: Cells  # the features of every player
    front: Cells
    shows: Cells
    danger: Cells


@rule
def net_of(knowledge: Knowledge) -> Net:
    """The network in the knowledge."""
    return Net(knowledge[: SIGNS * HIDDEN].reshape(SIGNS, HIDDEN), knowledge[SIGNS * HIDDEN : SIZE])


@rule
def new_scratch() -> Scratch:
    """A working record for one position."""
    return Scratch(
        np.zeros((5, SIGNS), np.float32),
        np.zeros(ROOM + 1, np.int64),
        np.zeros(ROOM, np.int64),
        np.zeros(5, np.float64),
    )


@rule
def chance_to_lose(net: Net, scratch: Scratch, table: State, seat: int) -> float:
    """The chance that this seat loses the round. It holds cards, all hands are known, and it is a player's turn."""
    look(scratch, table)
    total, own = 0.0, 0.0
    for other in range(table.seats):
        if table.held[other] > 0:
            weight = exp(forward(net, scratch.signs[other]))
            total += weight
            if other == seat:
                own = weight
    return own / total


@rule
def forward(net: Net, signs: Cells) -> float:
    """The network: the danger of a player with these features."""
    total = 0.0
    for j in range(HIDDEN):
        inner = np.float32(0)
        for k in range(SIGNS):
            inner += signs[k] * net.first[k, j]
        if inner > 0:
            total += np.float64(inner * net.last[j])
    return total


@rule
def look(scratch: Scratch, table: State) -> None:
    """Write the features of every player who holds cards."""
    seats, distance, holders = int(table.seats), 0, 0
    lowest, next_lowest, total, fewest = 1e9, 1e9, 0.0, 1e9
    for step in range(seats):
        seat = (int(table.turn) + step) % seats
        if table.held[seat] > 0:
            signs = scratch.signs[seat]
            signs[:] = 0
            look_at_hand(scratch, table, seat)
            signs[ORDER + distance] = 1
            distance += 1
            holders += 1
            if table.field_count > 0 and table.field_owner == seat:
                signs[GRIP] = 1
                signs[GRIP + 1] = table.field_count / 3
                signs[GRIP + 2] = table.field_number / NUMBERS
            signs[GRIP + 3] = table.cleared_by == seat + 1
            burden = float(signs[HAND])
            total += burden
            fewest = min(fewest, float(signs[HAND + 1]))
            lowest, next_lowest = min(lowest, burden), min(next_lowest, max(lowest, burden))
    for seat in range(seats):
        if table.held[seat] > 0:
            signs = scratch.signs[seat]
            burden = float(signs[HAND])
            signs[OTHERS] = next_lowest if burden == lowest else lowest
            signs[OTHERS + 1] = (total - burden) / max(holders - 1, 1)
            signs[OTHERS + 2] = fewest
            signs[TABLE] = 1
            signs[TABLE + 1] = table.stock / 8
            signs[TABLE + 2] = (holders - 2) / 3
            signs[TABLE + 3] = table.field_count / 3
            signs[TABLE + 4] = table.field_number / NUMBERS
            signs[TABLE + 5] = table.passes / 3
            signs[TABLE + 6] = seats - 4


@rule
def look_at_hand(scratch: Scratch, table: State, seat: int) -> None:
    """The features of a hand: its burden, how it is cut, its strongest set, and whether that beats the field."""
    front, shows, signs = scratch.front, scratch.shows, scratch.signs[seat]
    held = int(table.held[seat])
    front[0] = 0
    strongest = 0
    for end in range(1, held + 1):
        shows[end - 1] = SHOWS[int(table.hand[seat, end - 1]) & FACE]
        shown, least = SHOWN_BY_ALL, 1 << 62
        for length in range(1, min(end, LONGEST) + 1):
            shown &= int(shows[end - length])
            if shown == 0:
                break
            least = min(least, int(front[end - length]) + int(COUNTED[shown, length]))
            strongest = max(strongest, length << NUMBERS + 1 | shown)
        front[end] = least
    cheapest = int(front[held])
    length, shown, number = strongest >> NUMBERS + 1, strongest & SHOWN_BY_ALL, 0
    while shown > 1:
        shown >>= 1
        number += 1
    signs[HAND] = (cheapest >> 32) / 200
    signs[HAND + 1] = held / 8
    signs[HAND + 2] = (cheapest & 0xFF) / 4
    signs[HAND + 3] = (cheapest >> 8 & 0xFF) / 4
    signs[HAND + 4] = (cheapest >> 16 & 0xFF) / 4
    signs[HAND + 5] = length / 3
    signs[HAND + 6] = number / NUMBERS
    to_beat = int(table.field_count)
    signs[HAND + 7] = length > to_beat or (length == to_beat and number > table.field_number)
    signs[HAND + 8] = cheapest & 0xFF == 1
