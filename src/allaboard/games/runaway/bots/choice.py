"""The choice of cards in RunAway Train, solved as a simultaneous game.

All players aboard choose together, so no single choice is best. The choice is simulated many times with regret matching
for every seat: a seat plays cards more often if it would have done better with them. The average strategy is close to
an equilibrium, which cannot be exploited. The learned value gives the value of a reveal, either directly or averaged
over the next die.
"""

from typing import Protocol

import numpy as np

from allaboard.bots.levels import Knowledge
from allaboard.game import ALL_SEEING
from allaboard.games.runaway.bots.styles import weight_of
from allaboard.games.runaway.bots.value import SCRATCH_FIELDS, STATE, Scratch, value
from allaboard.games.runaway.rules import (
    BOTH,
    BRAKE,
    CHOOSING,
    HIGHEST,
    LOWEST,
    NO_CARDS,
    PASSENGER,
    SPEED,
    SWITCH,
    TRACK_LONG,
    TRACK_SHORT,
    State,
    apply,
    get_off,
    next_turn,
    observe,
    roll,
    toss,
)
from allaboard.record import Cells, rule
from allaboard.rng import Rng, word

PLANS = 16  # plans: nothing, the passenger with each suitcase, the conductor with each, passenger and conductor
PLAN = np.array([NO_CARDS, *range(PASSENGER, BOTH + 1)], np.int64)  # bluffs have the same effect as no cards
OPEN = np.array([[True, *[hand >> v & 1 == 1 for v in range(7)] * 2, True] for hand in range(128)])  # R6
TOSSES = 43  # nobody, or one of six seats with one of seven suitcases
RISES = np.array([1, 3, 6], np.int64)  # R2: a face for each rise of the speed
LIKE = np.array([2.0, 3.0, 1.0]) / 6.0  # the probability of each rise
# bits of a reveal: whether the tosser's decision is known, and whether the tosser jumps
DECIDED, JUMPS = 1 << 6, 1 << 7
CHOICE, REVEALED, ROLLED, BRAKED, BRANCH = range(5)


class Workspace(Protocol):
    """The working record to solve one choice. Compiled code passes a record as one address."""

    scratch: Scratch
    tables: Cells  # the choice, and positions to come
    known: Cells  # by reveal: a bit for each seat whose value is known, DECIDED and JUMPS
    values: Cells  # by reveal and seat: the values that are known
    regrets: Cells  # by seat and plan, as in regret matching
    odds: Cells  # the current strategy
    usual: Cells  # the average strategy
    brings: Cells  # by seat and plan, its average value
    brought: Cells  # by plan, its value in this round
    who: Cells  # by plan, who has chosen it
    chosen: Cells


CHOICE_WORKSPACE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("scratch", SCRATCH_FIELDS),
                ("tables", STATE, 5),
                ("known", np.uint8, TOSSES * TOSSES * 7),
                ("values", np.float32, (TOSSES * TOSSES * 7, 6)),
                ("regrets", np.float64, (6, PLANS)),
                ("odds", np.float64, (6, PLANS)),
                ("usual", np.float64, (6, PLANS)),
                ("brings", np.float64, (6, PLANS)),
                ("brought", np.float64, PLANS),
                ("who", np.int64, PLANS),
                ("chosen", np.int64, 6),
            ],
            align=True,
        ),
    )
)


@rule
def outlook(knowledge: Knowledge, work: Workspace, table: State, seat: int, ahead: bool) -> float:
    """The value of a position for a seat before the next die is rolled; with look-ahead, the average over that die."""
    if not ahead or table.phase != SPEED:
        return value(knowledge, work.scratch, table, seat)
    expected = 0.0
    for k in range(3):
        work.tables[ROLLED] = table
        rolled = work.tables[ROLLED]
        roll(rolled, int(RISES[k]))
        if rolled.phase != BRAKE:
            expected += float(LIKE[k]) * settled(knowledge, work, rolled, seat)
            continue
        for face in range(1, 7):
            work.tables[BRAKED] = rolled
            roll(work.tables[BRAKED], face)
            expected += float(LIKE[k]) / 6.0 * settled(knowledge, work, work.tables[BRAKED], seat)
    return expected


@rule
def settled(knowledge: Knowledge, work: Workspace, table: State, seat: int) -> float:
    """The value of a position after the engineer has set the switch in their own interest."""
    while table.phase == BRAKE:
        roll(table, 4)  # two brakes in one move are very rare
    if table.phase != SWITCH:
        return value(knowledge, work.scratch, table, seat)
    engineer = int(table.engineer)
    work.tables[BRANCH] = table
    branch = work.tables[BRANCH]
    apply(branch, engineer, TRACK_SHORT)
    apply(table, engineer, TRACK_LONG)
    if value(knowledge, work.scratch, branch, engineer) > value(knowledge, work.scratch, table, engineer):
        return value(knowledge, work.scratch, branch, seat)
    return value(knowledge, work.scratch, table, seat)


@rule
def reveal_value(
    knowledge: Knowledge, work: Workspace, by_passenger: int, by_conductor: int, off: int, seat: int, ahead: bool
) -> float:
    """The value of a reveal for a seat: who tosses what, and who gets off. Every reveal is valued once."""
    place = (by_passenger * TOSSES + by_conductor) * 7 + off
    if int(work.known[place]) >> seat & 1:
        return float(work.values[place, seat])
    work.tables[REVEALED] = work.tables[CHOICE]
    table = work.tables[REVEALED]
    if by_conductor > 0:
        suitcase = (by_conductor - 1) % 7 + 1
        toss(table, (by_conductor - 1) // 7, suitcase, suitcase - 1)
    if off > 0:
        get_off(table, off - 1)
    if by_passenger > 0:
        tosser = (by_passenger - 1) // 7
        toss(table, tosser, (by_passenger - 1) % 7 + 1, 0)
        if not int(work.known[place]) & DECIDED:
            jumps = would_jump(knowledge, work, tosser, ahead)
            work.known[place] = int(work.known[place]) | DECIDED | (JUMPS if jumps else 0)
        if int(work.known[place]) & JUMPS:
            get_off(table, tosser)
    next_turn(table)
    result = outlook(knowledge, work, table, seat, ahead)
    work.values[place, seat] = result
    work.known[place] = int(work.known[place]) | 1 << seat
    return result


@rule
def would_jump(knowledge: Knowledge, work: Workspace, tosser: int, ahead: bool) -> bool:
    """R9: whether the tosser is better off after jumping. Nobody jumps while scores are low."""
    table, after = work.tables[REVEALED], work.tables[BRANCH]
    if table.multiplier <= 2:
        return False
    work.tables[BRANCH] = table
    get_off(after, tosser)
    next_turn(after)
    jumping = outlook(knowledge, work, after, tosser, False)
    work.tables[BRANCH] = table
    next_turn(after)
    return jumping >= outlook(knowledge, work, after, tosser, False)


@rule
def solve(knowledge: Knowledge, work: Workspace, rounds: int, rng: Rng, ahead: bool) -> None:
    """Simulate the choice a number of times: average strategies, and the value of every plan against them."""
    table = work.tables[CHOICE]
    work.known[:] = 0
    work.usual[:] = 0.0
    work.brings[:] = 0.0
    work.regrets[:] = 0.0
    for seat in range(table.seats):
        make_uniform(work, seat, int(table.suitcases[seat]))
    all_weights = 0.0
    for number in range(rounds):
        weight = number + 1.0  # later strategies are better
        all_weights += weight
        for seat in range(table.seats):
            if int(table.aboard) >> seat & 1:
                work.chosen[seat] = draw(work.odds[seat], rng)
                for plan in range(PLANS):
                    work.usual[seat, plan] += weight * work.odds[seat, plan]
        for seat in range(table.seats):
            if int(table.aboard) >> seat & 1:
                regret(knowledge, work, seat, weight, ahead)
    for seat in range(table.seats):
        for plan in range(PLANS):
            work.brings[seat, plan] /= all_weights
            work.usual[seat, plan] /= all_weights


@rule
def make_uniform(work: Workspace, seat: int, hand: int) -> None:
    """A uniform strategy over the plans that a hand allows."""
    plans = 0
    for plan in range(PLANS):
        plans += OPEN[hand, plan]
    for plan in range(PLANS):
        work.odds[seat, plan] = 1.0 / plans if OPEN[hand, plan] else 0.0


@rule
def regret(knowledge: Knowledge, work: Workspace, seat: int, weight: float, ahead: bool) -> None:
    """Update the regrets of a seat: the value of every plan against what the others have just chosen."""
    table, who = work.tables[CHOICE], work.who
    once, twice = 0, 0
    for other in range(table.seats):
        if other != seat and int(table.aboard) >> other & 1:
            pair = 1 << int(work.chosen[other])
            twice |= once & pair
            once |= pair
            who[work.chosen[other]] = other
    hand = int(table.suitcases[seat])
    got = 0.0
    for plan in range(PLANS):
        if not OPEN[hand, plan]:
            continue
        mine = 1 << plan
        alone = (once | mine) & ~(twice | once & mine)  # R7
        low, high = int(LOWEST[alone >> 1 & 127]), int(HIGHEST[alone >> 8 & 127])
        by_passenger = 1 + (seat if low == plan else int(who[low])) * 7 + low - 1 if low > 0 else 0
        by_conductor = 1 + (seat if high + 7 == plan else int(who[high + 7])) * 7 + high - 1 if high > 0 else 0
        off = 1 + (seat if plan == PLANS - 1 else int(who[PLANS - 1])) if alone >> PLANS - 1 & 1 else 0
        work.brought[plan] = reveal_value(knowledge, work, by_passenger, by_conductor, off, seat, ahead)
        got += work.odds[seat, plan] * work.brought[plan]
    total = 0.0
    for plan in range(PLANS):
        if OPEN[hand, plan]:
            work.brings[seat, plan] += weight * work.brought[plan]
            work.regrets[seat, plan] = max(work.regrets[seat, plan] + work.brought[plan] - got, 0.0)
            total += work.regrets[seat, plan]
    if total > 0.0:
        for plan in range(PLANS):
            work.odds[seat, plan] = work.regrets[seat, plan] / total
    else:
        make_uniform(work, seat, hand)


@rule
def draw(odds: Cells, rng: Rng) -> int:
    """A plan, sampled by its probability."""
    ticket = word(rng) / 4294967296.0
    last = 0
    for plan in range(PLANS):
        if odds[plan] > 0.0:
            last = plan
            ticket -= odds[plan]
            if ticket < 0.0:
                break
    return last


@rule
def plan_for(work: Workspace, seat: int, least: float, style: int, tilt: float, rng: Rng) -> int:
    """A plan sampled from the average strategy, adjusted to a style. Plans below a minimum probability are dropped."""
    total = 0.0
    for plan in range(PLANS):
        likely = work.usual[seat, plan]
        work.odds[seat, plan] = likely * weight_of(style, plan, tilt) if likely >= least else 0.0
        total += work.odds[seat, plan]
    if total == 0.0:
        return draw(work.usual[seat], rng)
    for plan in range(PLANS):
        work.odds[seat, plan] /= total
    return draw(work.odds[seat], rng)


@rule
def set_up_choice(view: State, work: Workspace) -> None:
    """Set up a view as a choice that nobody has made yet."""
    observe(view, int(view.viewer), work.tables[CHOICE])
    table = work.tables[CHOICE]
    table.viewer = ALL_SEEING
    if table.phase == CHOOSING:
        table.choice[:] = 0
        table.awaited = table.aboard


@rule
def expected_value(
    knowledge: Knowledge, work: Workspace, view: State, action: int, rounds: int, rng: Rng, ahead: bool
) -> float:
    """The value of an action for the seat: a jump, staying aboard, or a track."""
    seat = int(view.viewer)
    set_up_choice(view, work)
    table = work.tables[CHOICE]
    apply(table, seat, action)
    if table.phase != CHOOSING or rounds == 0:
        return outlook(knowledge, work, table, seat, ahead)
    solve(knowledge, work, rounds, rng, ahead)
    expected = 0.0
    for plan in range(PLANS):
        expected += work.usual[seat, plan] * work.brings[seat, plan]
    return expected
