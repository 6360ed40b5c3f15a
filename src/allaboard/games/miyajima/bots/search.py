"""The search of Fast Train to Miyajima: every die, face and load for a few rolls, then the learned value.

The number of rolls ahead depends on the budget, which counts the sheets that are valued. The other players' sheets do
not change meanwhile, and if another player chooses the die, all dice are equally likely. A choice that differs from
that of the value alone must be confirmed by playouts. On a sheet other than the one that the value was learned on,
every action is played out by the rules of thumb instead.
"""

import math
from typing import Protocol

import numpy as np

from allaboard.bots.levels import Knowledge
from allaboard.bots.playouts import comparing, duel, mean_result, playouts
from allaboard.game import Actions
from allaboard.games.miyajima.bots.curves import CURVES, calibrated, curve_of, lines, result, settled, span
from allaboard.games.miyajima.bots.heuristics import rules_of_thumb
from allaboard.games.miyajima.bots.learned import (
    POINTS,
    RIVALRY,
    SCRATCH_FIELDS,
    Net,
    best_load,
    chance,
    greedy,
    knowledge,
    knows,
    look,
    net_of,
    reward,
    roll,
    sheet_value,
)
from allaboard.games.miyajima.bots.styles import style_bonus
from allaboard.games.miyajima.rules import (
    ACTIONS,
    ALL_DICE,
    DESTINATIONS_TO_END,
    LOAD,
    LOADING,
    State,
    destinations,
    dice_rolled,
    legal,
    load,
    observe,
)
from allaboard.record import Cells, rule, specialise
from allaboard.rng import Rng

__all__ = [
    "BUDGET",
    "CURVES",
    "REVIEW_BUDGET",
    "compare",
    "curve_of",
    "evaluate",
    "expects",
    "expert",
    "knowledge",
    "lines",
    "settled",
    "span",
]

BUDGET = 500_000
REVIEW_BUDGET = 240  # playouts for one decision in a review
SHEETS_A_GAME = 500  # how much of the budget two playouts use, for each player
SHEETS_A_PLAYOUT = 1000  # the same for one playout on an unknown sheet
LEAST_GAMES = 4  # with fewer playouts of an action, chance would decide
DEEPEST = 4
GAMES = 96  # the maximum number of playouts for a chance to win
SHEETS_A_CHANCE = 50  # how much of the budget each of these playouts uses
# a prior: how many games with equal chances are added to these playouts, fewer in each round
DOUBT, STEADIER, LEAST_DOUBT = 800.0, 65.0, 20.0
EARLY = 12  # rounds in which only the best action is played out
APART = 1e-6  # so that no two actions have the same chance
TASTE = 0.04  # what expert adds to loads that its style likes, in tens of points
STATE = State.dtype


class Workspace(Protocol):
    """The working record of a search: a state, a list of actions and a `Scratch` for every roll ahead."""

    tables: Cells
    menus: Cells
    scratches: Cells


WORKSPACE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("tables", STATE, DEEPEST + 1),
                ("menus", np.int16, (DEEPEST + 1, ACTIONS)),
                ("scratches", SCRATCH_FIELDS, DEEPEST + 1),
            ],
            align=True,
        ),
    )
)


@rule
def rolls_ahead(view: State, budget: int) -> int:
    """How many rolls the budget allows, if each costs its dice, faces and loads; at least the die to be chosen."""
    rolled = 0
    for die in range(3):
        rolled += view.faces[die] != 0
    sheets, rolls = 2 * rolled if view.phase == LOADING else 1, 0
    while rolls < DEEPEST:
        rolled %= 3
        sheets *= (3 - rolled) * 6 * 2 * (rolled + 1)
        if sheets > budget:
            break
        rolled += 1
        rolls += 1
    return rolls if view.phase == LOADING else max(rolls, 1)


@rule
def ahead_0(net: Net, work: Workspace, seat: int, depth: int, dice: int) -> float:
    """The value of the sheet at this depth as it is, in tens."""
    table, scratch = work.tables[depth], work.scratches[depth]
    if is_over(table):
        return reward(table, seat, RIVALRY)
    look(net, scratch, table, seat)
    return sheet_value(net, scratch)


@rule
def is_over(table: State) -> bool:
    """Whether this was the last roll (M6)."""
    return dice_rolled(table) == ALL_DICE and destinations(table) >= DESTINATIONS_TO_END[table.seats]


@rule
def new_round(table: State) -> bool:
    """Pass the dice on if all are rolled; false if the game is over."""
    if is_over(table):
        return False
    if dice_rolled(table) == ALL_DICE:
        table.faces[:] = 0
        table.active = (int(table.active) + 1) % int(table.seats)
        table.rounds += 1
    return True


ROLLS = 1
deeper = ahead_0


def _ahead(net: Net, work: Workspace, seat: int, depth: int, dice: int) -> float:
    """The value of the sheet at this depth after ROLLS more rolls, the next with one of these dice."""
    table, scratch, menu = work.tables[depth], work.scratches[depth], work.menus[depth]
    if not new_round(table):
        return reward(table, seat, RIVALRY)
    # if the game may end with this roll, the exact result is used instead of the value
    last = dice_rolled(table) in (0b011, 0b101, 0b110)
    valued = ROLLS == 1 and not (last and destinations(table) + 1 >= DESTINATIONS_TO_END[table.seats])
    if valued:
        look(net, scratch, table, seat)
    best, total, n = -math.inf, 0.0, 0
    for die in range(3):
        if table.faces[die] != 0 or not dice >> die & 1:
            continue
        value = 0.0
        for face in range(1, 7):
            if valued:
                roll(net, scratch, table, seat, die, face)
                value += best_load(net, scratch, table, seat, 0)
                continue
            table.die = die
            table.faces[die] = face
            loads = legal(table, seat, menu)
            best_of_loads = -math.inf
            for k in range(max(loads, 1)):
                work.tables[depth + 1] = table
                if loads > 0:
                    load(work.tables[depth + 1], seat, int(menu[k]) - LOAD)
                best_of_loads = max(best_of_loads, deeper(net, work, seat, depth + 1, ALL_DICE))
            value += best_of_loads
        if valued:
            roll(net, scratch, table, seat, die, 0)
        table.faces[die] = 0
        best = max(best, value / 6)
        total += value / 6
        n += 1
    return best if int(table.active) == seat else total / n


# One function for each number of rolls, each calling the previous one: Numba cannot cache recursive functions.
ahead_1 = specialise(_ahead, "ahead_1", {"ROLLS": 1, "deeper": ahead_0})
ahead_2 = specialise(_ahead, "ahead_2", {"ROLLS": 2, "deeper": ahead_1})
ahead_3 = specialise(_ahead, "ahead_3", {"ROLLS": 3, "deeper": ahead_2})
ahead_4 = specialise(_ahead, "ahead_4", {"ROLLS": 4, "deeper": ahead_3})


@rule
def ahead(net: Net, work: Workspace, seat: int, rolls: int, dice: int) -> float:
    """The value of the sheet, searched this many rolls ahead."""
    if rolls == 0:
        return ahead_0(net, work, seat, 0, dice)
    if rolls == 1:
        return ahead_1(net, work, seat, 0, dice)
    if rolls == 2:
        return ahead_2(net, work, seat, 0, dice)
    if rolls == 3:
        return ahead_3(net, work, seat, 0, dice)
    return ahead_4(net, work, seat, 0, dice)


@rule
def lead(table: State, seat: int) -> float:
    """The result of a finished game, in tens."""
    return reward(table, seat, RIVALRY)


by_playouts = playouts("miyajima", rules_of_thumb, result)
played_out = duel("miyajima", greedy, lead)
wins_of = mean_result("miyajima", greedy, result)
in_games = comparing("miyajima", greedy, lead)
in_games_by_thumb = comparing("miyajima", rules_of_thumb, lead)
in_unknown_games = comparing("miyajima", rules_of_thumb, result)


def expects(seats: int) -> str:
    """What `evaluate` writes."""
    return "score" if seats == 1 else "chance to win"


@rule
def evaluate(view: State, rng: Rng, knowledge: Knowledge, budget: int, actions: Actions, values: Cells) -> int:
    """Writes every legal action and its value: the final score in a solo game, otherwise the chance to win."""
    n = weigh_all(view, rng, knowledge, budget, actions, values)
    if not knows(knowledge, view):
        return n
    if view.seats == 1 and view.phase == LOADING and is_over(view):
        for k in range(n):
            values[k] *= POINTS  # the value is exact
        return n
    if view.seats > 1:
        as_chances(view, rng, knowledge, min(GAMES, max(1, budget // SHEETS_A_CHANCE)), n, actions, values)
    for k in range(n):
        values[k] = calibrated(knowledge, view, values[k] if view.seats > 1 else POINTS * values[k])
    return n


@rule
def as_chances(
    view: State, rng: Rng, knowledge: Knowledge, games: int, n: int, actions: Actions, values: Cells
) -> None:
    """Replace values by chances to win, in the same order.

    Late in a game every action is played out. Earlier only the best one is, and the others are computed from their
    values.
    """
    order, told, late = np.zeros(n, np.int64), np.zeros(n), view.rounds > EARLY
    for k in range(n):
        at = k
        while at > 0 and values[order[at - 1]] < values[k]:
            order[at] = order[at - 1]
            at -= 1
        order[at] = k
    for at in range(n):
        if at == 0 or late:
            told[at] = expected(view, rng, knowledge, games, int(actions[order[at]]))
        else:
            first = chance(knowledge, int(view.seats), values[order[0]])
            told[at] = told[0] * chance(knowledge, int(view.seats), values[order[at]]) / max(first, 1e-9)
    fall(told)
    for at in range(n):
        values[order[at]] = told[at] - APART * at


@rule
def fall(told: Cells) -> None:
    """Make a list of numbers non-increasing: runs that increase are replaced by their mean."""
    for end in range(1, len(told)):
        begin, mean = end, float(told[end])
        while begin > 0 and told[begin - 1] < mean:
            begin -= 1
            mean += (float(told[begin]) - mean) / (end + 1 - begin)
        for at in range(begin, end + 1):
            told[at] = mean


@rule
def expected(view: State, rng: Rng, knowledge: Knowledge, games: int, action: int) -> float:
    """An action's chance to win, from playouts and a prior of equal chances.

    The search cannot compute it: all players load the same dice, and the search does not change the others' sheets.
    """
    doubt = max(DOUBT - STEADIER * (int(view.rounds) - 1), LEAST_DOUBT)
    won = wins_of(view, rng, knowledge, games, action)
    return (games * won + doubt / int(view.seats)) / (games + doubt)


@rule
def compare(
    view: State, rng: Rng, knowledge: Knowledge, budget: int, actions: Actions, values: Cells, errors: Cells
) -> int:
    """Writes the same as `evaluate`, from playouts, and the standard error of the difference from the best.

    The learned value alone is not enough, because a search for the highest value finds positions where the value is too
    high. In unusual positions the learned player is also worse than the rules of thumb, so every action counts with the
    better of the two players. Playouts alone are not enough either: their players may miss the same opportunity again
    and again, and it would be charged in full each time. So the price of an action is the one from playouts or the one
    from the value, whichever is smaller.
    """
    if not knows(knowledge, view):
        return in_unknown_games(view, rng, knowledge, budget, actions, values, errors)
    others, doubts = np.empty(ACTIONS, np.float64), np.empty(ACTIONS, np.float64)
    n = in_games(view, rng, knowledge, budget // 2, actions, values, errors)
    in_games_by_thumb(view, rng, knowledge, budget // 2, actions, others, doubts)
    for k in range(n):
        values[k] = max(float(values[k]), float(others[k]))
    look_ahead(view, knowledge, 1, n, actions, others, np.zeros(1, WORKSPACE))
    best, highest = float(values[0]), float(others[0])
    for k in range(n):
        best, highest = max(best, float(values[k])), max(highest, float(others[k]))
    for k in range(n):
        value = best - min(best - float(values[k]), highest - float(others[k]))
        errors[k] = max(float(errors[k]), float(doubts[k]))
        if view.seats == 1:
            values[k], errors[k] = POINTS * value, POINTS * errors[k]
        else:
            values[k] = chance(knowledge, int(view.seats), value)
            slope = (chance(knowledge, int(view.seats), value + 0.1) - values[k]) / 0.1
            errors[k] *= slope
    return n


@rule
def weigh_all(view: State, rng: Rng, knowledge: Knowledge, budget: int, actions: Actions, values: Cells) -> int:
    """Writes every legal action and its value, in tens; on an unknown sheet, the mean result of playouts."""
    if not knows(knowledge, view):
        return by_playouts(view, rng, knowledge, budget // SHEETS_A_PLAYOUT // int(view.seats), actions, values)
    n = legal(view, int(view.viewer), actions)
    look_ahead(view, knowledge, budget, n, actions, values, np.zeros(1, WORKSPACE))
    verify(view, rng, knowledge, budget // SHEETS_A_GAME // int(view.seats), n, actions, values)
    return n


@rule
def look_ahead(
    view: State, knowledge: Knowledge, budget: int, n: int, actions: Actions, values: Cells, memory: Cells
) -> None:
    """Write the value of the sheet after each action, searched as many rolls ahead as the budget allows."""
    seat, work, net = int(view.viewer), memory[0], net_of(knowledge, int(view.seats))
    rolls = rolls_ahead(view, budget)
    for k in range(n):
        table, dice = work.tables[0], ALL_DICE
        observe(view, seat, table)
        table.phase = LOADING
        if view.phase == LOADING:
            load(table, seat, int(actions[k]) - LOAD)
        else:
            dice = 1 << int(actions[k])
        values[k] = ahead(net, work, seat, rolls, dice)


@rule
def verify(view: State, rng: Rng, knowledge: Knowledge, games: int, n: int, actions: Actions, values: Cells) -> None:
    """If the best action is not the choice of the value alone, compare both in playouts; lower it if it is worse.

    In unusual positions a value may be very wrong, and a search for the highest value finds just those positions. If no
    playouts are left to check an action, it does not count as better than the choice of the value alone.
    """
    choice, usual = greedy(view, rng, knowledge, 0), 0
    while actions[usual] != choice:
        usual += 1
    a_duel = max(games // max(n - 1, 1), LEAST_GAMES)
    while True:
        best = usual
        for k in range(n):
            if values[k] > values[best]:
                best = k
        if best == usual:
            return
        better_by, now = 0.0, min(a_duel, games)
        if now > 0:
            better_by = played_out(view, rng, knowledge, now, int(actions[best]), int(actions[usual]))
            games -= now
        if better_by > 0:
            return
        values[best] = values[usual] + better_by


@rule
def expert(view: State, rng: Rng, knowledge: Knowledge, budget: int, style: int) -> int:
    """The action with the highest value, adjusted to its style."""
    actions, values = np.empty(ACTIONS, np.int16), np.empty(ACTIONS, np.float64)
    n = weigh_all(view, rng, knowledge, budget, actions, values)
    best = 0
    for k in range(n):
        values[k] += style_bonus(view, rng, style, int(actions[k]), TASTE)
        if values[k] > values[best]:
            best = k
    return int(actions[best])
