"""What positions of RunAway Train are worth, as learned in play: the chance to win.

A position, seen from one seat, is a few rows of a table of weights: the train, the hand, how far ahead or behind one
is, and for each other player two rows more. The rows are added up and go through two small layers.
"""

import math
from typing import NamedTuple

import numpy as np

from allaboard.bots import shelf
from allaboard.bots.levels import Knowledge
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
    rank,
    roll_to_stop,
)
from allaboard.record import Cells, rule

WIDTH, SECOND = 64, 32
MAIN_LENGTH, SHORT_LENGTH, LONG_LENGTH = 44, 14, 26  # of the board on which it learned
SPEEDS = 15
TRAINS = (MAIN_LENGTH + SHORT_LENGTH + LONG_LENGTH) * SPEEDS
FAR = 31  # a lead of more points than this is no other
GAPS = 2 * FAR + 2  # and one for nobody
HAND = TRAINS
TABLE = HAND + 4 * 129
OFF_GAP = TABLE + 2 * 7 * 7 * 2
ABOARD_GAP = OFF_GAP + 2 * 4 * GAPS
TURN = ABOARD_GAP + 2 * 4 * GAPS
OTHER_GAP = TURN + 6 * 6
OTHER_HAND = OTHER_GAP + 2 * 4 * GAPS
ROWS = OTHER_HAND + 4 * 128
MOST_ROWS = 6 + 2 * 5

BOARD = 9 + 22  # the yellow spaces and the stop chart on which it learned come first
SIZE = BOARD + ROWS * WIDTH + WIDTH * SECOND + SECOND + SECOND + 1


class Net(NamedTuple):
    """The parts of a network."""

    rows: Cells
    second: Cells
    second_bias: Cells
    out: Cells
    out_bias: Cells


class Mind(NamedTuple):
    """Room to think about one position."""

    rows: Cells
    used: Cells  # how many rows
    first: Cells  # the sum of the rows
    second: Cells


def knowledge() -> Knowledge:
    """What is shipped."""
    return shelf.read("runaway", SIZE)


@rule
def net_of(knowledge: Knowledge) -> Net:
    """The network in the knowledge."""
    second = BOARD + ROWS * WIDTH
    bias = second + WIDTH * SECOND
    out = bias + SECOND
    return Net(
        knowledge[BOARD:second].reshape(ROWS, WIDTH),
        knowledge[second:bias].reshape(WIDTH, SECOND),
        knowledge[bias:out],
        knowledge[out : out + SECOND],
        knowledge[out + SECOND :],
    )


@rule
def new_mind() -> Mind:
    """Room for one position."""
    return Mind(
        np.zeros(MOST_ROWS, np.int64),
        np.zeros(1, np.int64),
        np.zeros(WIDTH, np.float32),
        np.zeros(SECOND, np.float32),
    )


STATE = State.dtype


@rule
def knows(knowledge: Knowledge, view: State) -> bool:
    """Whether this is the board on which it was learned."""
    same = True
    for space in range(9):
        same &= knowledge[space] == view.yellow[space]
    for k in range(22):
        same &= knowledge[9 + k] == view.stop[k // 11, k % 11]
    return same


@rule
def gap_row(mine: int, best: int) -> int:
    """By how much one leads; the last row is for having nobody to lead against."""
    return min(max(mine - best, -FAR), FAR) + FAR if best >= 0 else GAPS - 1


@rule
def look(table: State, seat: int, mind: Mind) -> None:
    """Take in a position from one seat: which rows describe it."""
    rows, aboard, times = mind.rows, int(table.aboard), int(table.multiplier) - 1
    inside = aboard >> seat & 1
    mine = int(table.points[seat])
    best_off, best_aboard, n, inside_all, to_engineer = -1, -1, 6, 0, 0
    for step in range(table.seats):
        other = (int(table.engineer) + step) % int(table.seats)
        if other == seat:
            to_engineer = inside_all  # so many others are engineer before
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
    mind.used[0] = n
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
def think(net: Net, mind: Mind) -> float:
    """Send the rows through the network: the chance to win."""
    first, second, none = mind.first, mind.second, np.float32(0)
    row = mind.rows[0]
    for j in range(WIDTH):
        first[j] = net.rows[row, j]
    for k in range(1, mind.used[0]):
        row = mind.rows[k]
        for j in range(WIDTH):
            first[j] += net.rows[row, j]
    for j in range(SECOND):
        second[j] = net.second_bias[j]
    for i in range(WIDTH):
        x = first[i]
        if x > none:
            for j in range(SECOND):
                second[j] += x * net.second[i, j]
    total = float(net.out_bias[0])
    for j in range(SECOND):
        if second[j] > none:
            total += float(second[j] * net.out[j])
    return 1.0 / (1.0 + math.exp(-total))


@rule
def value(net: Net, mind: Mind, table: State, seat: int) -> float:
    """The chance that a seat wins; a shared win counts in part."""
    if table.phase == OVER:
        return won(table, seat)
    if table.phase == STOPPING:
        return fate(table, seat)
    if not int(table.aboard) >> seat & 1:
        for other in range(table.seats):
            if not int(table.aboard) >> other & 1 and table.points[other] > table.points[seat]:
                return 0.0
    look(table, seat, mind)
    return think(net, mind)


@rule
def fate(table: State, seat: int) -> float:
    """R11: the same at the end of the track, where a die decides; the table is as before afterwards."""
    stops = (7 - roll_to_stop(table)) / 6.0
    table.ending = STOPPED
    worth = stops * won(table, seat)
    table.ending = PLUNGED
    worth += (1.0 - stops) * won(table, seat)
    table.ending = 0
    return worth


@rule
def won(table: State, seat: int) -> float:
    """R13: what of the win belongs to a seat."""
    if rank(table, seat) != 1:
        return 0.0
    winners = 0
    for other in range(table.seats):
        winners += rank(table, other) == 1
    return 1.0 / winners
