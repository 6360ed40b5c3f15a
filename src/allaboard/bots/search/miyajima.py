"""Fast Train to Miyajima by looking ahead: every die, every face and every load for a few rolls, then the learned value.

The number of rolls ahead follows from the budget, which counts the sheets to be valued. The other players' sheets stand
still meanwhile; where another player chooses the die, each is as likely.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from allaboard.bots.learned.miyajima import (
    POINTS,
    ROWS_OF_SHEET,
    WIDTH,
    Mind,
    Net,
    best_load,
    look,
    net_of,
    roll,
    worth,
)
from allaboard.game import Actions
from allaboard.games.miyajima.rules import (
    ACTIONS,
    DESTINATIONS_TO_END,
    LOAD,
    LOADING,
    State,
    destinations,
    legal,
    load,
    observe,
    score,
)
from allaboard.record import Cells, rule
from allaboard.rng import Rng

BUDGET = 200_000
DEEPEST = 8
ALL_DICE = 7
STATE = State.dtype


class Study(NamedTuple):
    """Room for a search: a table and a mind for every roll ahead."""

    tables: Cells
    menus: Cells
    rows: Cells
    fast: Cells
    sums: Cells
    less: Cells
    room: Cells
    best: Cells
    paid: Cells


@rule
def new_study() -> Study:
    """Room for the deepest search."""
    return Study(
        np.zeros(DEEPEST + 1, STATE),
        np.zeros((DEEPEST + 1, ACTIONS), np.int16),
        np.zeros((DEEPEST + 1, ROWS_OF_SHEET), np.int64),
        np.zeros((DEEPEST + 1, 6), np.float32),
        np.zeros((DEEPEST + 1, WIDTH), np.float32),
        np.zeros((DEEPEST + 1, WIDTH), np.float32),
        np.zeros((DEEPEST + 1, WIDTH), np.float32),
        np.zeros((DEEPEST + 1, 6), np.int64),
        np.zeros((DEEPEST + 1, 1), np.float32),
    )


@rule
def mind_at(study: Study, depth: int) -> Mind:
    """The mind for so many rolls ahead."""
    return Mind(
        study.rows[depth],
        study.fast[depth],
        study.sums[depth],
        study.less[depth],
        study.room[depth],
        study.best[depth],
        study.paid[depth],
    )


@rule
def rolls_ahead(view: State, budget: int) -> int:
    """How many rolls can be looked ahead if each costs its dice, faces and loads."""
    rolled = 0
    for die in range(3):
        rolled += view.faces[die] != 0
    sheets, rolls = 1, 0
    if view.phase == LOADING:
        sheets = 2 * rolled
    while rolls < DEEPEST:
        dice = 3 - rolled % 3
        rolled = rolled % 3 + 1
        sheets *= dice * 6 * 2 * rolled
        if sheets > budget:
            break
        rolls += 1
    return rolls


@rule
def ahead(net: Net, study: Study, seat: int, depth: int, rolls: int, dice: int) -> float:
    """What the sheet at this depth is worth if it is played on for so many rolls, the next with one of these dice."""
    table, mind, menu = study.tables[depth], mind_at(study, depth), study.menus[depth]
    rolled = (table.faces[0] != 0) + (table.faces[1] != 0) + (table.faces[2] != 0)
    to_end = int(DESTINATIONS_TO_END[table.seats]) - destinations(table)
    if rolled == 3:
        if to_end <= 0:  # M6
            return score(table, seat) / POINTS
        table.faces[:] = 0
        table.active = (int(table.active) + 1) % int(table.seats)
        rolled = 0
    if rolls == 0:
        look(net, mind, table, seat)
        return worth(net, mind)
    valued = rolls == 1 and (rolled < 2 or to_end > 1)  # a game that may end is counted, not valued
    if valued:
        look(net, mind, table, seat)
    best, total, n = -math.inf, 0.0, 0
    for die in range(3):
        if table.faces[die] != 0 or not dice >> die & 1:
            continue
        value = 0.0
        for face in range(1, 7):
            if valued:
                roll(net, mind, table, seat, die, face)
                value += best_load(net, mind, table, seat)
                continue
            table.die = die
            table.faces[die] = face
            loads = legal(table, seat, menu)
            best_of_loads = -math.inf
            for k in range(max(loads, 1)):
                study.tables[depth + 1] = table
                if loads > 0:
                    load(study.tables[depth + 1], seat, int(menu[k]) - LOAD)
                best_of_loads = max(best_of_loads, ahead(net, study, seat, depth + 1, rolls - 1, ALL_DICE))
            value += best_of_loads
        if valued:
            roll(net, mind, table, seat, die, 0)
        table.faces[die] = 0
        best = max(best, value / 6)
        total += value / 6
        n += 1
    return best if int(table.active) == seat else total / n


@rule
def evaluate(view: State, rng: Rng, knowledge: Any, budget: int, actions: Actions, values: Cells) -> int:
    """Writes every legal action and the final score to be expected of it; returns how many."""
    seat = int(view.viewer)
    net, study = net_of(knowledge, int(view.seats)), new_study()
    n = legal(view, seat, actions)
    rolls = rolls_ahead(view, budget)
    for k in range(n):
        observe(view, seat, study.tables[0])
        dice = ALL_DICE
        study.tables[0].phase = LOADING
        if view.phase == LOADING:
            load(study.tables[0], seat, int(actions[k]) - LOAD)
        else:
            dice = 1 << int(actions[k])
        values[k] = POINTS * ahead(net, study, seat, 0, rolls, dice)
    return n


@rule
def expert(view: State, rng: Rng, knowledge: Any, budget: int) -> int:
    """The action with the best outlook some rolls ahead."""
    actions, values = np.empty(ACTIONS, np.int16), np.empty(ACTIONS, np.float64)
    n = evaluate(view, rng, knowledge, budget, actions, values)
    best = 0
    for k in range(1, n):
        if values[k] > values[best]:
            best = k
    return int(actions[best])
