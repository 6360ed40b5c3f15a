"""The value of a position of Hachi Train for every seat: the number of rounds that it will lose, as a negative number.

The learned network estimates who will lose this round, from all hands. Every seat is assumed to be equally likely to
lose each later round; how many there will be depends on the assets (H12). Before a deal, a seat's chance to lose
depends only on its distance from the leader, and is measured once on many deals.
"""

from typing import Protocol

import numpy as np

from allaboard.bots.levels import Knowledge
from allaboard.bots.outlook import Unit
from allaboard.game import CHANCE
from allaboard.games.hachi.bots.danger import SIZE, Net, Scratch, forward, look, net_of, new_scratch
from allaboard.games.hachi.bots.guesses import knowledge as shipped
from allaboard.games.hachi.bots.heuristics import Workspace, judge, new_workspace
from allaboard.games.hachi.rules import (
    DEALING,
    DRAWING,
    INSERTING,
    MOST_ROUNDS,
    NUMBERS,
    OVER,
    State,
    apply,
)
from allaboard.maths import exp
from allaboard.record import Cells, Records, rule
from allaboard.rng import Rng, below, reseed

DEALS = 20_000  # for measuring the effect of the distance from the leader
STATE = State.dtype
FIELDS = np.dtype([("tables", STATE, 1), ("losing", np.float64, 5), ("odds", np.float64, MOST_ROUNDS + 1)], align=True)
WORKSPACE = np.dtype((np.record, FIELDS))  # its fields are attributes in plain Python as well


class OutlookWorkspace(Protocol):
    """The working record."""

    tables: Cells
    losing: Cells  # by seat, the chance to lose this round
    odds: Cells  # the chance that everybody still has assets after n rounds


def expects(seats: int) -> Unit:
    """The unit of the values."""
    return "rounds"


def learned() -> Knowledge:
    """The network, and room for the chance to lose a round before the deal, by distance from the leader."""
    return np.concatenate([shipped()[:SIZE], np.zeros(5, np.float32)])  # the rest corrects hints and is not used here


@rule
def fit(tables: Records, knowledge: Knowledge) -> bool:
    """Measure the chance to lose a round before the deal, on this board."""
    rng, places = np.zeros(4, np.int64), np.zeros(5)
    reseed(rng, 2024, 0)
    measure(tables, knowledge[:SIZE], DEALS, rng, places)
    for k in range(5):
        knowledge[SIZE + k] = places[k]
    return True


@rule
def measure(tables: Records, knowledge: Knowledge, deals: int, rng: Rng, places: Cells) -> None:
    """Deal many times. For each deal, every seat leads once."""
    net, scratch, losing = net_of(knowledge), new_scratch(), np.zeros(5)
    seats = int(tables[0].seats)
    for _ in range(deals):
        tables[1] = tables[0]
        table = tables[1]
        while table.phase == DEALING:
            ticket, face = below(rng, int(table.left[1 : NUMBERS + 1].sum())), 1
            while ticket >= table.left[face]:
                ticket -= int(table.left[face])
                face += 1
            apply(table, CHANCE, face - 1)
        for leader in range(seats):
            table.turn = leader
            chances_to_lose(net, scratch, table, losing)
            for seat in range(seats):
                places[(seat - leader) % seats] += losing[seat] / (seats * deals)


@rule
def chances_to_lose(net: Net, scratch: Scratch, table: State, losing: Cells) -> None:
    """The chance of each seat to lose this round. All hands are known, and it is a player's turn."""
    look(scratch, table)
    total = 0.0
    for seat in range(table.seats):
        losing[seat] = exp(forward(net, scratch.signs[seat])) if table.held[seat] > 0 else 0.0
        total += losing[seat]
    for seat in range(table.seats):
        losing[seat] /= total


@rule
def outlook(table: State, knowledge: Knowledge, work: OutlookWorkspace, out: Cells) -> bool:
    """Writes minus the rounds that each seat will lose. Returns False before a draw, so that all cards are valued."""
    if table.phase == DRAWING:
        return False
    seats, losing = int(table.seats), work.losing
    for seat in range(seats):
        out[seat] = int(table.assets[seat]) - int(table.first_assets)
    if table.phase == OVER:
        return True
    if table.phase == DEALING:
        for seat in range(seats):
            losing[seat] = knowledge[SIZE + (seat - int(table.leader)) % seats]
    else:
        work.tables[0] = table
        settle(work.tables[0], new_workspace())
        chances_to_lose(net_of(knowledge), new_scratch(), work.tables[0], losing)
    add_what_comes(table, work, out)
    return True


@rule
def settle(table: State, work: Workspace) -> None:
    """Insert the remaining cards at their best places. This never ends a round."""
    while table.phase == INSERTING:
        seat = int(table.turn)
        best = 0
        n = judge(table, seat, table.left, work)
        for k in range(n):
            if work.judged[k] < work.judged[best]:
                best = k
        apply(table, seat, int(work.actions[best]))


@rule
def add_what_comes(table: State, work: OutlookWorkspace, out: Cells) -> None:
    """Add up this round, by each seat's chance to lose it, and the rounds after it."""
    seats, losing, later = int(table.seats), work.losing, 0.0
    for loser in range(seats):
        later += losing[loser] * rounds_after(table, work, loser)
    for seat in range(seats):
        out[seat] -= losing[seat] + later / seats


@rule
def rounds_after(table: State, work: OutlookWorkspace, loser: int) -> float:
    """H12: the expected number of rounds after this one if a seat loses it and later rounds are lost at random.

    The chance that everybody still has assets after t rounds is t! times the coefficient of x^t in the product, over
    the seats, of the sums of (x / seats)^k / k! for the numbers k of rounds that a seat can lose without losing all
    assets.
    """
    seats, most = int(table.seats), int(table.round_limit) - int(table.rounds)
    odds = work.odds
    odds[:] = 0.0
    odds[0] = 1.0
    for seat in range(seats):
        spare = int(table.assets[seat]) - (seat == loser) - 1
        if spare < 0:
            return 0.0
        for t in range(most - 1, -1, -1):
            total, term = 0.0, 1.0
            for k in range(min(spare, t) + 1):
                total += odds[t - k] * term
                term /= seats * (k + 1)
            odds[t] = total
    rounds, factorial = 0.0, 1.0
    for t in range(most):
        rounds += odds[t] * factorial
        factorial *= t + 1
    return rounds
