"""How Miyajima's network learns: it plays against itself and moves each value towards what came of it.

What came of a sheet is the average over the next roll of the best load's value (so the luck of the dice drops out),
corrected by a share of what the game brought after that: TD(λ) on the sheets after a load.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from allaboard.bots.learned.miyajima import (
    END,
    FILLED,
    LINEAR,
    NET,
    NETS,
    POINTS,
    ROWS_OF_SHEET,
    WIDTH,
    Mind,
    Net,
    add_up,
    best_load,
    hope_from,
    look,
    net_of,
    new_mind,
    worth,
)
from allaboard.bots.levels import Knowledge
from allaboard.game import CHANCE, Options
from allaboard.games.miyajima.rules import CHOOSE_DIE, LOAD, LOADING, State, actors, apply, load, score, start
from allaboard.record import Cells, rule
from allaboard.rng import Rng, below

LAMBDA = 0.7
MEMORY = 0.999  # how slowly the usual size of a step is forgotten
LONGEST = 100  # loads in a game, more than the sheet has room for

STATE = State.dtype
TABLE, BLANK, ROLLED, LOADED = 0, 1, 2, 3


class Diary(NamedTuple):
    """What is written down of a game, for every seat and roll: the sheet, its value, and what was to be hoped next."""

    rows: Cells
    fast: Cells
    values: Cells
    hopes: Cells


@rule
def practise(
    knowledge: Knowledge, sizes: Knowledge, options: Options, seats: int, games: int, rng: Rng, rate: float
) -> float:
    """Play games against itself and learn from each; the mean score."""
    net, steps, mind = net_of(knowledge, seats), net_of(sizes, seats), new_mind()
    tables = np.zeros(4, STATE)
    diary = Diary(
        np.zeros((seats, LONGEST, ROWS_OF_SHEET), np.int64),
        np.zeros((seats, LONGEST, 6), np.float32),
        np.zeros((seats, LONGEST), np.float32),
        np.zeros((seats, LONGEST), np.float32),
    )
    total = 0.0
    for _ in range(games):
        tables[TABLE] = tables[BLANK]
        start(tables[TABLE], seats, options)
        rolls = 0
        while actors(tables[TABLE]) != 0:
            hope(net, mind, tables[TABLE], diary, rolls - 1)
            roll_and_load(net, mind, tables, diary, rolls, below(rng, 6))
            rolls += 1
        for seat in range(seats):
            total += score(tables[TABLE], seat)
            target = score(tables[TABLE], seat) / POINTS
            for k in range(rolls - 1, -1, -1):
                if k < rolls - 1:
                    target = diary.hopes[seat, k] + LAMBDA * (target - diary.values[seat, k + 1])
                mind.rows[:] = diary.rows[seat, k]
                mind.fast[:] = diary.fast[seat, k]
                learn(net, steps, mind, target, rate)
    return total / (games * seats)


@rule
def hope(net: Net, mind: Mind, table: State, diary: Diary, k: int) -> None:
    """Choose the next die, and write down what every seat may hope from it."""
    chooser = -1
    if table.phase == CHOOSE_DIE:
        chooser = int(table.active)
        look(net, mind, table, chooser)
        best, choice = -math.inf, 0
        for die in range(3):
            if table.faces[die] == 0:
                value = hope_from(net, mind, table, chooser, die)
                if value > best:
                    best, choice = value, die
        apply(table, chooser, choice)
        if k >= 0:
            diary.hopes[chooser, k] = best
    for seat in range(table.seats):
        if k >= 0 and seat != chooser:
            look(net, mind, table, seat)
            diary.hopes[seat, k] = hope_from(net, mind, table, seat, int(table.die))


@rule
def roll_and_load(net: Net, mind: Mind, tables: Any, diary: Diary, k: int, face: int) -> None:
    """Roll the die, let everybody load, and write down every seat's sheet as it was then."""
    table = tables[TABLE]
    tables[ROLLED] = table
    rolled = tables[ROLLED]
    rolled.faces[rolled.die] = face + 1
    rolled.phase = LOADING
    apply(table, CHANCE, face)
    for seat in range(rolled.seats):
        look(net, mind, rolled, seat)
        best_load(net, mind, rolled, seat)
        action = int(mind.best[0])
        if action != 0:
            tables[LOADED] = rolled
            load(tables[LOADED], seat, action - LOAD)
            look(net, mind, tables[LOADED], seat)
            apply(table, seat, action)
        diary.rows[seat, k] = mind.rows
        diary.fast[seat, k] = mind.fast
        diary.values[seat, k] = worth(net, mind)


@rule
def learn(net: Net, steps: Net, mind: Mind, target: float, rate: float) -> None:
    """Move a sheet's value towards the target, each weight in steps of about the same size (RMSprop)."""
    add_up(net, mind)
    error = np.float32(worth(net, mind) - target)
    pace, kept, fresh = np.float32(rate), np.float32(MEMORY), np.float32(1.0 - MEMORY)
    slope = mind.less
    for j in range(WIDTH):
        active = mind.sum[j] > 0
        slope[j] = error * net.out[j] if active else np.float32(0)
        step = error * mind.sum[j] if active and j != LINEAR else np.float32(0)
        steps.out[j] = kept * steps.out[j] + fresh * step * step
        net.out[j] -= np.float32(0.3) * pace * step / np.sqrt(steps.out[j])
    slope[LINEAR] = error
    for k in range(ROWS_OF_SHEET):
        row = mind.rows[k]
        for j in range(WIDTH):
            steps.rows[row, j] = kept * steps.rows[row, j] + fresh * slope[j] * slope[j]
            net.rows[row, j] -= pace * slope[j] / np.sqrt(steps.rows[row, j] + np.float32(1e-12))
    for colour in range(6):
        row = mind.rows[colour]
        step = error * mind.fast[colour]
        steps.pay[row] = kept * steps.pay[row] + fresh * step * step
        net.pay[row] -= np.float32(0.03) * pace * step / np.sqrt(steps.pay[row])


def newborn(seed: int) -> tuple[Knowledge, Knowledge]:
    """The knowledge of one who has never played, and the sizes of its first steps."""
    random = np.random.default_rng(seed)
    knowledge, sizes = np.zeros(NETS * NET, np.float32), np.zeros(NETS * NET, np.float32)
    for seats in (1, 2):
        net, steps = net_of(knowledge, seats), net_of(sizes, seats)
        net.rows[:] = random.normal(0, 0.05, net.rows.shape)
        net.rows[:, LINEAR] = 0
        net.rows[FILLED:END, LINEAR] = 10
        net.out[:] = random.normal(0, 0.1, net.out.shape)
        net.out[LINEAR] = 0
        steps.rows[:] = 1e-3
        steps.rows[:, LINEAR] = 1
        steps.pay[:] = 100
        steps.out[:] = 1
    return knowledge, sizes
