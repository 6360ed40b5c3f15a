"""The learned value of Fast Train to Miyajima: a small network that estimates how well a sheet will do.

In a solo game the value is the final score; with others, the lead over the best of them (`reward`).

A sheet is described by a few rows of a table of weights. Each colour has one row for its trains (cars, and how much
more the heavy one carries) and one for what the dice of this round may still bring. One row is for the total of filled
cars, one for how near the end is, and two for the best rival. The network adds up the rows, applies a ReLU and a linear
layer. A load changes only a few rows, so a value costs a few dozen nanoseconds.
"""

import math
from typing import NamedTuple, Protocol

import numpy as np

from allaboard.bots import knowledge as kept
from allaboard.bots.levels import Knowledge
from allaboard.games.miyajima.bots.curves import CURVES
from allaboard.games.miyajima.bots.heuristics import medium, outlook, rules_of_thumb
from allaboard.games.miyajima.bots.styles import style_bonus
from allaboard.games.miyajima.rules import (
    CARS,
    DESTINATIONS_TO_END,
    FAST,
    HEAVY,
    LOAD,
    LOADING,
    MIX,
    State,
    destinations,
    score,
)
from allaboard.maths import exp
from allaboard.record import Cells, rule
from allaboard.rng import Rng, below

WIDTH = 64
LINEAR = WIDTH - 1  # the last number of a row is added directly to the value, the others go through the network
POINTS = 10.0  # the unit of the network is ten points
CONTENT = 16  # hard takes its second choice once in this many loads
TASTE = 0.08  # what hard adds to loads that its style likes, in tens of points
RIVALRY = 1.0  # a point less for the best rival counts as much as a point more for the player

KIND = np.array([0, 1, 0, 2, 0, 3], np.int64)  # red, yellow and blue have the same sheet and odds
PARTS = np.array([[0, 0], [0, 1], [1, 1], [1, 2], [2, 2], [0, 2]], np.int64)  # M1: the dice of a colour
SURPLUS, SURPLUSES = 12, 36  # how much more the heavy train carries, from -12 to 23
TRAINS = 7 * 7
PAIR_ROWS = 4 * TRAINS * SURPLUSES
ROUND_OVER, ANY = 0, 7  # what the dice may still bring for a colour: nothing, the face of its one die, anything
FILLED = PAIR_ROWS + 4 * 2 * 8 * TRAINS  # the first row for the cars filled in all
END = FILLED + 2 * 6 * CARS + 1  # the first row for the end
STAGE = 7 * 5 * 3  # rows of the end at each stage
RIVAL = END + 5 * 12 * STAGE  # the first row for the best rival's points so far
OUTLOOK = RIVAL + 12 * 7 * 32  # and for its estimated final points
ROWS = OUTLOOK + 12 * 32
ROWS_OF_SHEET = 16
NET = ROWS * WIDTH + PAIR_ROWS + WIDTH
"""The size of one network in the knowledge: rows, weights of the fast trains' cargo, and the last layer."""
NETS = 2  # solo, and with others
EDGES = 6 * 2 * 7  # the sheet on which it was learned comes first
CURVE = 4 * 2  # for 2, 3, 4 and more players: the logistic curve from values to chances to win
SIZE = EDGES + NETS * NET + CURVE


class Net(NamedTuple):
    """The parts of a network."""

    rows: Cells
    pay: Cells  # how much of the fast train's cargo will count, for each row of a pair
    out: Cells


class Scratch(Protocol):
    """The working record for one sheet: its rows and their sum. Compiled code passes a record as one address."""

    rows: Cells  # 6 of trains, 6 of dice, the cars filled, the end, and 2 of the best rival
    fast: Cells  # the fast trains' cargo
    total: Cells
    less: Cells  # the sum without the colour that is being loaded
    sums: Cells
    best: Cells  # the best load
    paid: Cells  # how much of the fast trains' cargo will count, by `Net.pay`


SCRATCH_FIELDS = np.dtype(
    [
        ("rows", np.int64, ROWS_OF_SHEET),
        ("fast", np.float32, 6),
        ("total", np.float32, WIDTH),
        ("less", np.float32, WIDTH),
        ("sums", np.float32, WIDTH),
        ("best", np.int64, 1),
        ("paid", np.float32, 1),
    ],
    align=True,
)
SCRATCH = np.dtype((np.record, SCRATCH_FIELDS))  # its fields are attributes in plain Python as well


@rule
def chance(knowledge: Knowledge, seats: int, value: float) -> float:
    """The chance to win for a value."""
    place = SIZE - CURVE + 2 * (min(seats, 5) - 2)
    return 1.0 / (1.0 + exp(-(np.float64(knowledge[place]) + np.float64(knowledge[place + 1]) * value)))


@rule
def reward(table: State, seat: int, rivalry: float) -> float:
    """The result of a finished game, in tens: my score minus the weighted score of the best rival."""
    best = 0
    for other in range(table.seats):
        if other != seat:
            best = max(best, score(table, other))
    return (score(table, seat) - rivalry * best) / POINTS


def knowledge() -> Knowledge:
    """The knowledge of the package."""
    return kept.read("miyajima", SIZE + CURVES)


@rule
def net_of(knowledge: Knowledge, seats: int) -> Net:
    """The network for a number of players."""
    begin = EDGES if seats == 1 else EDGES + NET
    pay = begin + ROWS * WIDTH
    out = pay + PAIR_ROWS
    return Net(knowledge[begin:pay].reshape(ROWS, WIDTH), knowledge[pay:out], knowledge[out : begin + NET])


@rule
def knows(knowledge: Knowledge, view: State) -> bool:
    """Whether this is the sheet on which it was learned."""
    k = 0
    for colour in range(6):
        for train in range(2):
            for cars in range(CARS + 1):
                if knowledge[k] != view.edges[colour, train, cars]:
                    return False
                k += 1
    return True


@rule
def pair_row(colour: int, fast: int, heavy: int, surplus: int) -> int:
    """The row of a colour's trains."""
    capped = min(max(surplus + SURPLUS, 0), SURPLUSES - 1)
    return (int(KIND[colour]) * TRAINS + fast * 7 + heavy) * SURPLUSES + capped


@rule
def dice_row(colour: int, reached: int, left: int, fast: int, heavy: int) -> int:
    """The row of what the round may still bring for a colour."""
    return PAIR_ROWS + ((int(KIND[colour]) * 2 + (reached >> colour & 1)) * 8 + left) * TRAINS + fast * 7 + heavy


@rule
def dice_left(colour: int, faces: Cells) -> int:
    """What the dice that are still to be rolled this round can bring for a colour."""
    first, second = int(faces[PARTS[colour, 0]]), int(faces[PARTS[colour, 1]])
    if first == 0 and second == 0:
        return ANY
    if first == 0 or second == 0:
        return first + second
    return ROUND_OVER if faces[0] == 0 or faces[1] == 0 or faces[2] == 0 else ANY  # all dice are rolled: the next round


@rule
def stage(table: State) -> int:
    """The stage of the game; a stage is two rounds."""
    return min((int(table.rounds) - 1) // 2, 11)


@rule
def end_row(table: State, seat: int) -> int:
    """The row for how soon the game may end: destinations needed, those that others will reach soon, and the stage.

    Destinations that are reached early are a sign of a player who tries to end the game.
    """
    to_end, one_short, two_short = int(DESTINATIONS_TO_END[table.seats]), 0, 0
    for colour in range(6):
        if int(table.reached) >> colour & 1:
            to_end -= 1
            continue
        most = 0
        for other in range(table.seats):
            if other != seat:
                most = max(most, int(table.cars[other, colour, FAST]), int(table.cars[other, colour, HEAVY]))
        one_short += most == CARS - 1
        two_short += most == CARS - 2
    company = (min(int(table.seats), 5) - 1) * 12 + stage(table)
    return END + company * STAGE + (max(to_end, 0) * 5 + min(one_short, 4)) * 3 + min(two_short, 2)


@rule
def rival_row(table: State, seat: int) -> int:
    """The row for the most points that a rival has so far."""
    to_end, most = int(DESTINATIONS_TO_END[table.seats]) - destinations(table), 0
    for other in range(table.seats):
        if other != seat:
            most = max(most, score(table, other))
    return RIVAL + (stage(table) * 7 + max(to_end, 0)) * 32 + min(most // 10, 31)


@rule
def outlook_row(table: State, seat: int) -> int:
    """The row for the highest estimated final points of a rival."""
    most = 0.0
    for other in range(table.seats):
        if other != seat:
            most = max(most, outlook(table, other))
    return OUTLOOK + stage(table) * 32 + min(max(int(most) // 8 - 7, 0), 31)


@rule
def look(net: Net, scratch: Scratch, table: State, seat: int) -> None:
    """Read a seat's sheet, and the rivals."""
    read_sheet(scratch, table, seat)
    scratch.rows[14] = rival_row(table, seat)
    scratch.rows[15] = outlook_row(table, seat)
    add_up(net, scratch)


@rule
def read_sheet(scratch: Scratch, table: State, seat: int) -> None:
    """The rows of a seat's own sheet, and of the end."""
    filled = 0
    for colour in range(6):
        fast, heavy = int(table.cars[seat, colour, FAST]), int(table.cars[seat, colour, HEAVY])
        light = int(table.cargo[seat, colour, FAST])
        filled += fast + heavy
        scratch.rows[colour] = pair_row(colour, fast, heavy, int(table.cargo[seat, colour, HEAVY]) - light)
        scratch.rows[6 + colour] = dice_row(colour, int(table.reached), dice_left(colour, table.faces), fast, heavy)
        scratch.fast[colour] = light
    scratch.rows[12] = FILLED + filled
    scratch.rows[13] = end_row(table, seat)


@rule
def add_up(net: Net, scratch: Scratch) -> None:
    """The sum of the rows."""
    row = scratch.rows[0]
    for j in range(WIDTH):
        scratch.total[j] = net.rows[row, j]
    for k in range(1, ROWS_OF_SHEET):
        row = scratch.rows[k]
        for j in range(WIDTH):
            scratch.total[j] += net.rows[row, j]
    scratch.paid[0] = 0
    for colour in range(6):
        scratch.paid[0] += net.pay[scratch.rows[colour]] * scratch.fast[colour]


@rule
def roll(net: Net, scratch: Scratch, table: State, seat: int, die: int, face: int) -> None:
    """Set the face of a die and update the rows; face 0 undoes it."""
    table.die = die
    table.faces[die] = face
    for colour in range(6):
        fast, heavy = int(table.cars[seat, colour, FAST]), int(table.cars[seat, colour, HEAVY])
        new = dice_row(colour, int(table.reached), dice_left(colour, table.faces), fast, heavy)
        old = scratch.rows[6 + colour]
        if new != old:
            scratch.rows[6 + colour] = new
            for j in range(WIDTH):
                scratch.total[j] += net.rows[new, j] - net.rows[old, j]


@rule
def last_layer(net: Net, scratch: Scratch) -> float:
    """The last layer of the network, from `scratch.sums`, in eight sums that the compiler can vectorise."""
    sums, out, none = scratch.sums, net.out, np.float32(0)
    a, b, c, d, e, f, g, h = none, none, none, none, none, none, none, none
    for j in range(0, WIDTH, 8):
        a += max(sums[j], none) * out[j]
        b += max(sums[j + 1], none) * out[j + 1]
        c += max(sums[j + 2], none) * out[j + 2]
        d += max(sums[j + 3], none) * out[j + 3]
        e += max(sums[j + 4], none) * out[j + 4]
        f += max(sums[j + 5], none) * out[j + 5]
        g += max(sums[j + 6], none) * out[j + 6]
        h += max(sums[j + 7], none) * out[j + 7]
    return np.float64(((a + b) + (c + d)) + ((e + f) + (g + h)) + sums[LINEAR])


@rule
def sheet_value(net: Net, scratch: Scratch) -> float:
    """The value of the sheet, in tens."""
    for j in range(WIDTH):
        scratch.sums[j] = scratch.total[j]
    return last_layer(net, scratch) + float(scratch.paid[0])


@rule
def add_destination(net: Net, scratch: Scratch, table: State, seat: int, colour: int) -> None:
    """In `scratch.sums`, replace the rows that a new destination changes: those of the end and of the rival."""
    before = int(table.reached)
    table.reached = before | 1 << colour
    new = (end_row(table, seat), rival_row(table, seat), outlook_row(table, seat))
    table.reached = before
    for k in range(3):
        old = scratch.rows[13 + k]
        for j in range(WIDTH):
            scratch.sums[j] += net.rows[new[k], j] - net.rows[old, j]


@rule
def best_load(net: Net, scratch: Scratch, table: State, seat: int, but: int) -> float:
    """The value of the sheet after the best load of the die just rolled (`scratch.best`; action 0 if none is open).

    The load `but` is excluded; 0 excludes none.
    """
    die = int(table.die)
    best = -math.inf
    scratch.best[0] = 0
    for other in range(3):
        if table.faces[other] == 0:
            continue
        colour = int(MIX[die, other])
        fast, heavy = int(table.cars[seat, colour, FAST]), int(table.cars[seat, colour, HEAVY])
        if max(fast, heavy) == CARS:  # M5
            continue
        cargo = int(table.faces[die]) + (0 if other == die else int(table.faces[other]))
        surplus = int(table.cargo[seat, colour, HEAVY]) - int(table.cargo[seat, colour, FAST])
        left, reached = dice_left(colour, table.faces), int(table.reached)
        pair, dice, filled = scratch.rows[colour], scratch.rows[6 + colour], scratch.rows[12]
        for j in range(WIDTH):
            one_more = net.rows[filled + 1, j] - net.rows[filled, j]
            scratch.less[j] = scratch.total[j] - net.rows[pair, j] - net.rows[dice, j] + one_more
        paid = scratch.paid[0] - net.pay[pair] * scratch.fast[colour]
        for train in range(2):
            if LOAD + 2 * colour + train == but:
                continue
            more_fast, more_heavy = fast + (train == FAST), heavy + (train == HEAVY)
            arrived = max(more_fast, more_heavy) == CARS
            new_pair = pair_row(colour, more_fast, more_heavy, surplus + (cargo if train == HEAVY else -cargo))
            new_dice = dice_row(colour, reached | (arrived << colour), left, more_fast, more_heavy)
            for j in range(WIDTH):
                scratch.sums[j] = scratch.less[j] + net.rows[new_pair, j] + net.rows[new_dice, j]
            if arrived and not reached >> colour & 1:
                add_destination(net, scratch, table, seat, colour)
            light = np.float64(scratch.fast[colour]) + (cargo if train == FAST else 0)
            value = last_layer(net, scratch) + paid + net.pay[new_pair] * light
            if value > best:
                best = value
                scratch.best[0] = LOAD + 2 * colour + train
    return best if scratch.best[0] != 0 else sheet_value(net, scratch)


@rule
def expected_value(net: Net, scratch: Scratch, table: State, seat: int, die: int) -> float:
    """The average value of the sheet after this die is rolled and loaded."""
    before = int(table.die)
    total = 0.0
    for face in range(1, 7):
        roll(net, scratch, table, seat, die, face)
        total += best_load(net, scratch, table, seat, 0)
    roll(net, scratch, table, seat, die, 0)
    table.die = before
    return total / 6


@rule
def greedy(view: State, rng: Rng, knowledge: Knowledge, budget: int) -> int:
    """The load or the die with the highest value; on an unknown sheet, by rules of thumb."""
    if not knows(knowledge, view):
        return rules_of_thumb(view, rng, knowledge, budget)
    return best_action(net_of(knowledge, int(view.seats)), np.zeros(1, SCRATCH), view, 0)


@rule
def best_action(net: Net, memory: Cells, view: State, but: int) -> int:
    """The load or the die with the highest value; one load may be excluded."""
    seat, scratch = int(view.viewer), memory[0]
    look(net, scratch, view, seat)
    if view.phase == LOADING:
        best_load(net, scratch, view, seat, but)
        return int(scratch.best[0])
    best, choice = -math.inf, 0
    for die in range(3):
        if view.faces[die] == 0:
            value = expected_value(net, scratch, view, seat, die)
            if value > best:
                best, choice = value, die
    return choice


@rule
def hard(view: State, rng: Rng, knowledge: Knowledge, budget: int, style: int) -> int:
    """Plays by the learned value, but sometimes takes its second choice of a load, by its style or by chance."""
    if not knows(knowledge, view):
        return medium(view, rng, knowledge, budget, style)
    net, memory = net_of(knowledge, int(view.seats)), np.zeros(1, SCRATCH)
    choice = best_action(net, memory, view, 0)
    if view.phase != LOADING:
        return choice
    content = below(rng, CONTENT) == 0
    if not content and view.seats == 1:
        return choice
    return by_style(net, memory, view, rng, style, choice, content)


@rule
def by_style(net: Net, memory: Cells, view: State, rng: Rng, style: int, choice: int, content: bool) -> int:
    """The best load or the second best, depending on the style and on chance."""
    seat, scratch = int(view.viewer), memory[0]
    first = best_load(net, scratch, view, seat, 0) + style_bonus(view, rng, style, choice, TASTE)
    value = best_load(net, scratch, view, seat, choice)
    second = int(scratch.best[0])
    if second == 0:
        return choice
    return second if content or value + style_bonus(view, rng, style, second, TASTE) > first else choice
