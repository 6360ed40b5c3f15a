"""The value of a position of Fast Train to Miyajima for every seat: points in a solo game, otherwise chances to win.

It assumes that a seat that must load takes its best load, and that the player with the dice takes the best die. Then
the learned value is used.
"""

import math
from typing import Protocol

import numpy as np

from allaboard.bots.levels import Knowledge
from allaboard.bots.outlook import Unit, share_out
from allaboard.games.miyajima.bots.curves import win
from allaboard.games.miyajima.bots.learned import (
    MIND_FIELDS,
    POINTS,
    RIVALRY,
    Mind,
    Net,
    chance,
    knows,
    look,
    net_of,
    reward,
    worth,
)
from allaboard.games.miyajima.bots.learned import knowledge as shipped
from allaboard.games.miyajima.rules import (
    ACTIONS,
    ALL_DICE,
    CHOOSE_DIE,
    LOAD,
    LOADING,
    OVER,
    ROLL,
    State,
    apply,
    destinations,
    dice_rolled,
    legal,
    load,
    score,
)
from allaboard.record import Cells, rule

STATE = State.dtype
ROOM = np.dtype([("mind", MIND_FIELDS), ("tables", STATE, 2), ("menu", np.int16, ACTIONS)], align=True)
ROLLED, LOADED = 0, 1


class Room(Protocol):
    """The working record."""

    mind: Mind
    tables: Cells
    menu: Cells


def expects(seats: int) -> Unit:
    """What is counted."""
    return "points" if seats == 1 else "wins"


def learned(laid: State) -> Knowledge | None:
    """What was learned, if it was on this sheet."""
    known = shipped()
    return known if knows(known, laid) else None


@rule
def outlook(table: State, knowledge: Knowledge, room: Room, out: Cells) -> bool:
    """Writes what each seat can expect. Returns False before a roll, so that all faces are valued."""
    if table.phase == ROLL:
        return False
    net = net_of(knowledge, int(table.seats))
    for seat in range(table.seats):
        if table.phase == OVER:
            out[seat] = float(score(table, seat)) if table.seats == 1 else win(table, seat)
        elif table.phase == LOADING:
            out[seat] = counted(knowledge, table, after_loading(net, room, table, seat))
        else:
            out[seat] = before_a_die(knowledge, net, room, table, seat)
    if table.seats > 1:
        share_out(out, int(table.seats))
    return True


@rule
def counted(knowledge: Knowledge, table: State, value: float) -> float:
    """A value in the unit that is counted."""
    return POINTS * value if table.seats == 1 else chance(knowledge, int(table.seats), value)


@rule
def before_a_die(knowledge: Knowledge, net: Net, room: Room, table: State, seat: int) -> float:
    """The best die for the player who chooses it; for the others all dice are equally likely."""
    best, total, dice = -math.inf, 0.0, 0
    for die in range(3):
        if table.faces[die] != 0:
            continue
        value = 0.0
        for face in range(6):
            room.tables[ROLLED] = table
            rolled = room.tables[ROLLED]
            apply(rolled, seat, die)
            apply(rolled, seat, face)
            if rolled.phase == LOADING:
                value += counted(knowledge, table, after_loading(net, room, rolled, seat)) / 6
            else:
                value += counted(knowledge, table, at_rest(net, room, rolled, seat)) / 6
        best = max(best, value)
        total += value
        dice += 1
    return best if table.active == seat else total / dice


@rule
def after_loading(net: Net, room: Room, table: State, seat: int) -> float:
    """The value of the sheet with the load that the seat has chosen, or with its best load."""
    n = 0
    if int(table.awaited) >> seat & 1:
        n = legal(table, seat, room.menu)
    elif table.choice[seat] != 0:
        room.menu[0] = table.choice[seat] - 1
        n = 1
    best = -math.inf
    for k in range(max(n, 1)):
        room.tables[LOADED] = table
        if n > 0:
            load(room.tables[LOADED], seat, int(room.menu[k]) - LOAD)
        best = max(best, at_rest(net, room, room.tables[LOADED], seat))
    return best


@rule
def at_rest(net: Net, room: Room, table: State, seat: int) -> float:
    """The value of the sheet as it is, in tens; the exact result if this was the last roll (M6)."""
    if table.phase != CHOOSE_DIE and dice_rolled(table) == ALL_DICE and destinations(table) >= table.to_end:
        return reward(table, seat, RIVALRY)
    look(net, room.mind, table, seat)
    return worth(net, room.mind)
