"""The value of a position of Fast Train to Miyajima for every seat: points in a solo game, otherwise chances to win.

It assumes that everybody who must load takes their best load, and that the player with the dice takes the best die.
Then the value of each sheet is used: the learned player's in a solo game, and with others the expected final points
(`points`), which a small network turns into chances to win. After the last roll the result is exact.
"""

import math
from typing import Protocol

import numpy as np

from allaboard.bots import critic
from allaboard.bots.levels import Knowledge
from allaboard.bots.outlook import Unit
from allaboard.games.miyajima.bots.curves import win
from allaboard.games.miyajima.bots.learned import (
    NET,
    POINTS,
    SCRATCH_FIELDS,
    Net,
    Scratch,
    knows,
    look,
    net_of,
    sheet_value,
)
from allaboard.games.miyajima.bots.learned import knowledge as shipped
from allaboard.games.miyajima.bots.points import NAME, load_all, net_from, points, roll
from allaboard.games.miyajima.rules import (
    CARS,
    FAST,
    HEAVY,
    LOADING,
    OVER,
    ROLL,
    State,
    apply,
    destinations,
    score,
)
from allaboard.record import Cells, Records, rule
from allaboard.registry import declaration

STATE = State.dtype
SIGNS = 11
WEIGHTS = critic.size(SIGNS)
FIELDS = np.dtype(
    [
        ("scratch", SCRATCH_FIELDS),
        ("tables", STATE, 2),
        ("expected", np.float64, 8),
        ("chances", np.float64, 8),
        ("best", np.float64, 8),
        ("signs", np.float64, (8, SIGNS)),
    ],
    align=True,
)
WORKSPACE = np.dtype((np.record, FIELDS))  # its fields are attributes in plain Python as well
ROLLED, LOADED = 0, 1


class Workspace(Protocol):
    """The working record."""

    scratch: Scratch
    tables: Cells
    expected: Cells  # by seat, its expected final points in tens
    chances: Cells
    best: Cells  # the chances with the die that is being tried
    signs: Cells


def expects(seats: int) -> Unit:
    """The unit of the values."""
    return "points" if seats == 1 else "wins"


def learned() -> Knowledge:
    """What was learned: by the players, and at the end expected points and chances to win."""
    own = declaration("miyajima")
    return np.concatenate([shipped(), critic.read(own, NAME, NET), critic.read(own, "chances", WEIGHTS)])


@rule
def fit(tables: Records, knowledge: Knowledge) -> bool:
    """Whether it was learned on this sheet."""
    return knows(knowledge, tables[0])


@rule
def outlook(table: State, knowledge: Knowledge, work: Workspace, out: Cells) -> bool:
    """Writes what each seat can expect. Returns False before a roll, so that all faces are valued."""
    if table.phase == ROLL:
        return False
    net = net_of(knowledge, int(table.seats))
    if table.phase == OVER:
        for seat in range(table.seats):
            out[seat] = float(score(table, seat)) if table.seats == 1 else win(table, seat)
    elif table.phase == LOADING:
        when_loaded(knowledge, net, work, table, out)
    else:
        before_a_die(knowledge, net, work, table, out)
    return True


@rule
def before_a_die(knowledge: Knowledge, net: Net, work: Workspace, table: State, out: Cells) -> None:
    """The mean over the faces of the die that is best for the player who chooses it."""
    active, seats = int(table.active), int(table.seats)
    for die in range(3):
        if table.faces[die] != 0:
            continue
        work.best[:] = 0.0
        for face in range(6):
            work.tables[ROLLED] = table
            rolled = work.tables[ROLLED]
            apply(rolled, active, die)
            roll(rolled, face + 1)
            when_loaded(knowledge, net, work, rolled, work.chances)
            for seat in range(seats):
                work.best[seat] += work.chances[seat] / 6.0
        if die == first_die(table) or work.best[active] > out[active]:
            for seat in range(seats):
                out[seat] = work.best[seat]


@rule
def first_die(table: State) -> int:
    """The first die that is not yet rolled."""
    for die in range(3):  # LLVM would turn a search for a zero byte into a call of `strlen`, which browsers lack
        if table.faces[die] == 0:
            return die
    return 3


@rule
def when_loaded(knowledge: Knowledge, player: Net, work: Workspace, table: State, out: Cells) -> None:
    """What each seat can expect if all load as they have chosen, or as is best for them."""
    work.tables[LOADED] = table
    loaded, seats = work.tables[LOADED], int(table.seats)
    if load_all(player, work.scratch, table, loaded):
        for seat in range(seats):
            out[seat] = float(score(loaded, seat)) if seats == 1 else win(loaded, seat)
    elif seats == 1:
        look(player, work.scratch, loaded, 0)
        out[0] = POINTS * sheet_value(player, work.scratch)
    else:
        describe(knowledge, work, loaded)
        critic.divide(knowledge[len(knowledge) - WEIGHTS :], work.signs, seats, out)


@rule
def describe(knowledge: Knowledge, work: Workspace, table: State) -> None:
    """The numbers from which chances to win are estimated, by seat: expected points, and how near the end is."""
    net, seats, expected = net_from(knowledge[len(knowledge) - WEIGHTS - NET :]), int(table.seats), work.expected
    for seat in range(seats):
        expected[seat] = points(net, work.scratch, table, seat)
    to_end, dice, short = max(int(table.to_end) - destinations(table), 0), 0, 0
    for die in range(3):
        dice += table.faces[die] == 0
    for colour in range(6):
        most = 0
        for seat in range(seats):
            most = max(most, int(table.cars[seat, colour, FAST]), int(table.cars[seat, colour, HEAVY]))
        short += most == CARS - 1
    for seat in range(seats):
        signs, rival, so_far, mean = work.signs[seat], -math.inf, 0, 0.0
        for other in range(seats):
            if other != seat:
                rival = max(rival, expected[other])
                mean += expected[other] / (seats - 1)
                so_far = max(so_far, score(table, other))
        ahead, now = expected[seat] - rival, (score(table, seat) - so_far) / POINTS
        signs[0] = ahead / 4
        signs[1] = (expected[seat] - mean) / 4
        signs[2] = ahead / (2 + 2 * to_end)
        signs[3] = now / 4
        signs[4] = now / 2 if to_end == 0 else 0.0
        signs[5] = ahead / 2 if to_end == 0 else 0.0
        signs[6] = to_end / 3
        signs[7] = dice / 3
        signs[8] = min(short, 3) / 3
        signs[9] = int(table.rounds) / 20
        signs[10] = (seats - 4) / 4


@rule
def signs(table: State, knowledge: Knowledge, work: Workspace) -> bool:
    """Describe a position for the fit (`work.signs`); False if it does not need the network."""
    if table.phase != LOADING or table.seats == 1:
        return False
    work.tables[LOADED] = table
    if load_all(net_of(knowledge, int(table.seats)), work.scratch, table, work.tables[LOADED]):
        return False
    describe(knowledge, work, work.tables[LOADED])
    return True
