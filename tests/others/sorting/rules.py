"""A die says how many wagons are on offer; the player at turn takes them or leaves them. Four turns each."""

import numpy as np

from allaboard import game
from allaboard.game import ALL_SEEING, CHANCE, Actions, Options
from allaboard.record import Cells, field, rule
from allaboard.rng import Rng

ACTIONS = 2
OUTCOMES = 3
TAKE, LEAVE = range(2)
ROLLING, CHOOSING, OVER = range(3)
TURNS = 4


class State(game.State):
    """Everything on the table."""

    phase: int = field(np.int8, names=("rolling", "choosing", "over"))
    turn: int = field(np.int8)
    turns: int = field(np.int8)
    die: int = field(np.int8)
    wagons: Cells = field(np.int8, 8, per_seat=True)


@rule
def start(state: State, seats: int, options: Options) -> None:
    """Nobody has a car."""
    state.seats = seats
    state.viewer = ALL_SEEING


@rule
def actors(state: State) -> int:
    """The die, then the player at turn."""
    if state.phase == OVER:
        return 0
    return 1 << (CHANCE if state.phase == ROLLING else int(state.turn))


@rule
def legal(state: State, seat: int, out: Actions) -> int:
    """Everything, always."""
    count = OUTCOMES if state.phase == ROLLING else ACTIONS
    for action in range(count):
        out[action] = action
    return count


@rule
def apply(state: State, actor: int, action: int) -> None:
    """Take an action."""
    if state.phase == ROLLING:
        state.die = action + 1
        state.phase = CHOOSING
        return
    if action == TAKE:
        state.wagons[actor] += state.die
    state.turns += 1
    state.turn = (int(state.turn) + 1) % int(state.seats)
    state.phase = OVER if state.turns == TURNS * int(state.seats) else ROLLING


@rule
def weight(state: State, action: int) -> int:
    """Low numbers are more likely."""
    return OUTCOMES - action


@rule
def observe(state: State, seat: int, view: State) -> None:
    """Everything is public."""
    view.seats = state.seats
    view.viewer = seat
    view.phase = state.phase
    view.turn = state.turn
    view.turns = state.turns
    view.die = state.die
    view.wagons = state.wagons


@rule
def imagine(view: State, rng: Rng, state: State) -> None:
    """There is nothing to imagine."""
    observe(view, ALL_SEEING, state)


@rule
def score(state: State, seat: int) -> int:
    """The wagons."""
    return int(state.wagons[seat])


@rule
def rank(state: State, seat: int) -> int:
    """By wagons."""
    better = 0
    for other in range(state.seats):
        better += state.wagons[other] > state.wagons[seat]
    return 1 + better
