"""The learned value of positions of RunAway Train: the chance to win.

A position, seen from one seat, is described by a few rows of a table of weights: the train, the hand, the lead or
deficit, and two more rows for each other player. The sum of the rows goes through two small layers.
"""

from typing import NamedTuple, Protocol

import numpy as np

from allaboard.bots import knowledge as kept
from allaboard.bots.levels import Knowledge
from allaboard.games.runaway.bots.curves import CURVES, won
from allaboard.games.runaway.rules import (
    CHOOSING,
    LONG,
    MAIN,
    OVER,
    PLUNGED,
    STOPPED,
    STOPPING,
    SWITCH_SPACE,
    State,
    roll_to_stop,
)
from allaboard.maths import exp
from allaboard.record import Cells, rule

WIDTH, SECOND = 64, 32
MAIN_LENGTH, SHORT_LENGTH, LONG_LENGTH = 44, 14, 26  # of the board on which it was learned
SPEEDS = 15
TRAINS = (MAIN_LENGTH + SHORT_LENGTH + LONG_LENGTH) * SPEEDS
FAR = 31  # larger leads are treated the same
GAPS = 2 * FAR + 2  # one more for having no opponent
HAND = TRAINS
TABLE = HAND + 4 * 129
OFF_GAP = TABLE + 2 * 7 * 7 * 2
ABOARD_GAP = OFF_GAP + 2 * 4 * GAPS
TURN = ABOARD_GAP + 2 * 4 * GAPS
OTHER_GAP = TURN + 6 * 6
OTHER_HAND = OTHER_GAP + 2 * 4 * GAPS
ROWS = OTHER_HAND + 4 * 128
MOST_ROWS = 6 + 2 * 5

BOARD = 9 + 22  # the yellow spaces and the stop chart on which it was learned come first
SECOND_LAYER = BOARD + ROWS * WIDTH  # the offsets of the parts of the network
SECOND_BIAS = SECOND_LAYER + WIDTH * SECOND
OUT = SECOND_BIAS + SECOND
SIZE = OUT + SECOND + 1


class Net(NamedTuple):
    """The parts of a network."""

    rows: Cells
    second: Cells
    second_bias: Cells
    out: Cells
    out_bias: Cells


class Scratch(Protocol):
    """The working record for one position. Compiled code passes a record as one address."""

    rows: Cells
    used: Cells  # how many rows
    first: Cells  # the sum of the rows
    second: Cells


SCRATCH_FIELDS = np.dtype(
    [
        ("rows", np.int64, MOST_ROWS),
        ("used", np.int64, 1),
        ("first", np.float32, WIDTH),
        ("second", np.float32, SECOND),
    ],
    align=True,
)
SCRATCH = np.dtype((np.record, SCRATCH_FIELDS))  # its fields are attributes in plain Python as well


def knowledge() -> Knowledge:
    """The knowledge of the package."""
    return kept.read("runaway", SIZE + CURVES)


@rule
def net_of(knowledge: Knowledge) -> Net:
    """The parts of the network as views that can be changed."""
    return Net(
        knowledge[BOARD:SECOND_LAYER].reshape(ROWS, WIDTH),
        knowledge[SECOND_LAYER:SECOND_BIAS].reshape(WIDTH, SECOND),
        knowledge[SECOND_BIAS:OUT],
        knowledge[OUT : OUT + SECOND],
        knowledge[OUT + SECOND :],
    )


STATE = State.dtype


@rule
def knows(knowledge: Knowledge, view: State) -> bool:
    """Whether the spaces and the stop chart are those on which it was learned. Other options are not compared."""
    same = True
    for space in range(9):
        same &= knowledge[space] == view.yellow[space]
    for k in range(22):
        same &= knowledge[9 + k] == view.stop[k // 11, k % 11]
    return same


@rule
def gap_row(mine: int, best: int) -> int:
    """The row for a lead; the last row is for having no opponent."""
    return min(max(mine - best, -FAR), FAR) + FAR if best >= 0 else GAPS - 1


@rule
def look(table: State, seat: int, scratch: Scratch) -> None:
    """Read a position from one seat: the rows that describe it."""
    rows, aboard, times = scratch.rows, int(table.aboard), int(table.multiplier) - 1
    inside = aboard >> seat & 1
    mine = int(table.points[seat])
    best_off, best_aboard, n, inside_all, to_engineer = -1, -1, 6, 0, 0
    for step in range(table.seats):
        other = (int(table.engineer) + step) % int(table.seats)
        if other == seat:
            to_engineer = inside_all  # how many other players are engineer before this seat
            inside_all += inside
            continue
        points = int(table.points[other])
        there = aboard >> other & 1
        inside_all += there
        rows[n] = OTHER_GAP + (there * 4 + times) * GAPS + gap_row(mine, points)
        n += 1
        if there:
            rows[n] = OTHER_HAND + times * 128 + int(table.suitcases[other])
            n += 1
            best_aboard = max(best_aboard, points)
        else:
            best_off = max(best_off, points)
    scratch.used[0] = n
    track, position = int(table.track), int(table.position)
    behind_switch = position - int(table.yellow[SWITCH_SPACE])
    if track == MAIN:
        cell = min(position, MAIN_LENGTH - 1)
    elif track == LONG:
        cell = MAIN_LENGTH + SHORT_LENGTH + min(behind_switch, LONG_LENGTH - 1)
    else:
        cell = MAIN_LENGTH + min(behind_switch, SHORT_LENGTH - 1)
    rows[0] = cell * SPEEDS + min(int(table.speed), SPEEDS - 1)
    rows[1] = HAND + times * 129 + (int(table.suitcases[seat]) if inside else 128)
    choosing = 1 if table.phase == CHOOSING else 0
    rows[2] = TABLE + ((choosing * 7 + int(table.seats)) * 7 + inside_all) * 2 + inside
    rows[3] = OFF_GAP + (inside * 4 + times) * GAPS + gap_row(mine, best_off)
    rows[4] = ABOARD_GAP + (inside * 4 + times) * GAPS + gap_row(mine, best_aboard)
    rows[5] = TURN + (min(position // 8, 4) if track == MAIN else 5) * 6 + to_engineer


@rule
def forward(knowledge: Knowledge, scratch: Scratch) -> float:
    """The output of the network for the rows: the chance to win."""
    first, second, none = scratch.first, scratch.second, np.float32(0)
    row = BOARD + WIDTH * scratch.rows[0]
    for j in range(WIDTH):
        first[j] = knowledge[row + j]
    for k in range(1, scratch.used[0]):
        row = BOARD + WIDTH * scratch.rows[k]
        for j in range(WIDTH):
            first[j] += knowledge[row + j]
    for j in range(SECOND):
        second[j] = knowledge[SECOND_BIAS + j]
    for i in range(WIDTH):
        x = first[i]
        if x > none:
            row = SECOND_LAYER + SECOND * i
            for j in range(SECOND):
                second[j] += x * knowledge[row + j]
    total = knowledge[OUT + SECOND]
    for j in range(SECOND):
        if second[j] > none:
            total += second[j] * knowledge[OUT + j]
    return 1.0 / (1.0 + exp(-np.float64(total)))


@rule
def value(knowledge: Knowledge, scratch: Scratch, table: State, seat: int) -> float:
    """The chance that a seat wins; a shared win counts as a fraction."""
    if table.phase == OVER:
        return won(table, seat)
    if table.phase == STOPPING:
        return value_at_end(table, seat)
    if not int(table.aboard) >> seat & 1:
        for other in range(table.seats):
            if not int(table.aboard) >> other & 1 and table.points[other] > table.points[seat]:
                return 0.0
    look(table, seat, scratch)
    return forward(knowledge, scratch)


@rule
def value_at_end(table: State, seat: int) -> float:
    """R11: the same as `value` at the end of the track, where a die decides. The state is unchanged afterwards."""
    stops = (7 - roll_to_stop(table)) / 6.0
    table.ending = STOPPED
    mean = stops * won(table, seat)
    table.ending = PLUNGED
    mean += (1.0 - stops) * won(table, seat)
    table.ending = 0
    return mean
