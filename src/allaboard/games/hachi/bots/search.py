"""The search of Hachi Train: imagine likely hidden cards, try every option in the same worlds, drop bad options early.

All imagined players follow the rules of thumb with small errors: with exact players, some lines of play would look
certain although they are not. After some laps, when it is the seat's turn again, the learned network estimates its
chance to lose the round. Options race: all remaining options are tried in the same imagined worlds with the same draws,
and options that are clearly worse than the best are dropped. So most of the budget, which counts imagined actions, is
spent on close ones.
"""

import math
from typing import NamedTuple

import numpy as np

from allaboard.bots.levels import Knowledge
from allaboard.game import CHANCE, Actions
from allaboard.games.hachi.bots.curves import CURVES, calibrated, curve_of, lines, settled, span
from allaboard.games.hachi.bots.danger import Net, Scratch, chance_to_lose, net_of, new_scratch
from allaboard.games.hachi.bots.guesses import FIRST, NEXT, find_places, guesses_of, knowledge, make_likely, new_places
from allaboard.games.hachi.bots.heuristics import HOPELESS, Workspace, judge, new_workspace
from allaboard.games.hachi.bots.styles import likes
from allaboard.games.hachi.rules import (
    DRAWING,
    FACE,
    INSERT,
    INSERTING,
    NUMBERS,
    TURN,
    State,
    apply,
    count_unseen,
    imagine,
    legal,
)
from allaboard.record import Cells, rule
from allaboard.rng import Rng, below, reseed, word

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

BUDGET = 250_000  # the slowest decisions take less than a second
REVIEW_BUDGET = 6_000  # the budget for one decision in a review
LAPS = 4  # with fewer laps the network is less accurate; with more, luck hides the effect of the option
LOOSE = 60  # by how many points imagined players may misjudge an action
PLACES = 6  # how many different hands are tried when a card is inserted, the lightest first
CLOSE = 0.001  # among options this close to the best, in chances to lose the round, the style decides
MOST = 128  # the maximum number of options
BATCH = 16  # options are dropped after every batch of this many worlds
SURE = 400  # the value of a hint is measured in at least this many worlds
BEHIND = 3.0  # an option is dropped if it is this many standard errors behind the best
ALIKE = (
    0.0005  # or if it is unlikely to be better by this chance to lose the round, since a round has dozens of decisions
)

STATE = State.dtype
BLANK, WORLD, TRIAL, GUESS = range(4)


class Race(NamedTuple):
    """The working record of a race of options."""

    actions: Cells
    judged: Cells
    running: Cells
    worlds: Cells  # the number of worlds in which each option was tried
    lost: Cells  # the sum of its chances to lose the round
    now: Cells  # its chance in the last world
    behind: Cells  # the sum of the differences of two options
    squares: Cells  # the sum of their squares
    spent: Cells  # how many actions were imagined


@rule
def expert(view: State, rng: Rng, knowledge: Knowledge, budget: int, style: int) -> int:
    """The option with the least chance to lose the round."""
    work, race = new_workspace(), new_race()
    n = write_options(view, work, race, PLACES)
    if n == 1:
        return int(race.actions[0])
    best = run(view, rng, knowledge, work, race, n, budget, LAPS, True, 0)
    return int(race.actions[by_style(race, n, best, style, CLOSE)])


@rule
def by_style(race: Race, n: int, best: int, style: int, close: float) -> int:
    """The best option, or one that is about as good and that the style likes more."""
    if likes(style, int(race.actions[best])):
        return best
    least, found = float(race.lost[best]) / int(race.worlds[best]) + close, best
    for k in range(n):
        lost = float(race.lost[k]) / max(int(race.worlds[k]), 1)
        if race.worlds[k] == race.worlds[best] and lost < least and likes(style, int(race.actions[k])):
            least, found = lost, k
    return found


def expects(seats: int) -> str:
    """What `evaluate` writes."""
    return "chance not to lose the round"


@rule
def evaluate(view: State, rng: Rng, knowledge: Knowledge, budget: int, actions: Actions, values: Cells) -> int:
    """Writes every legal action and its chance not to lose the round; returns how many."""
    work, race = new_workspace(), new_race()
    n = write_options(view, work, race, MOST)
    best = run(view, rng, knowledge, work, race, n, budget, LAPS, True, SURE)
    least = float(race.lost[best]) / int(race.worlds[best])
    legals = legal(view, int(view.viewer), actions)
    for i in range(legals):
        action = first_of_equals(view, int(actions[i]))
        values[i] = 0
        for k in range(n):
            if race.actions[k] == action:
                values[i] = calibrated(knowledge, view, 1 - least - max(lag(race, k, best), 0.0))
    return legals


@rule
def compare(
    view: State, rng: Rng, knowledge: Knowledge, budget: int, actions: Actions, values: Cells, errors: Cells
) -> int:
    """Writes the same as `evaluate`, and the standard error of the difference from the best."""
    work, race = new_workspace(), new_race()
    n = write_options(view, work, race, MOST)
    best = run(view, rng, knowledge, work, race, n, budget, LAPS, True, 0)
    legals = legal(view, int(view.viewer), actions)
    for i in range(legals):
        action, k = first_of_equals(view, int(actions[i])), 0
        while race.actions[k] != action:
            k += 1
        worlds, behind = int(race.worlds[k]), lag(race, k, best)
        values[i] = 1 - float(race.lost[best]) / int(race.worlds[best]) - behind
        spread = max(float(race.squares[k, best]) / worlds - behind**2, 0.01 / worlds)
        errors[i] = math.sqrt(spread / worlds) if k != best else 0.0
    return legals


@rule
def lag(race: Race, k: int, best: int) -> float:
    """How much worse an option is than the best, in the worlds of the option. The best was tried in all of them."""
    return float(race.behind[k, best]) / int(race.worlds[k])


@rule
def new_race() -> Race:
    """A working record for the maximum number of options."""
    return Race(
        np.zeros(MOST, np.int64),
        np.zeros(MOST, np.int64),
        np.zeros(MOST, np.bool_),
        np.zeros(MOST, np.int64),
        np.zeros(MOST, np.float64),
        np.zeros(MOST, np.float64),
        np.zeros((MOST, MOST), np.float64),
        np.zeros((MOST, MOST), np.float64),
        np.zeros(1, np.int64),
    )


@rule
def write_options(view: State, work: Workspace, race: Race, places: int) -> int:
    """Write the options, the lightest first, with a limited number of places to insert; returns how many."""
    n, most = 0, places if view.phase == INSERTING else MOST
    count_unseen(view, work.unseen)
    for i in range(judge(view, int(view.viewer), work.unseen, work)):
        action = int(work.actions[i])
        if first_of_equals(view, action) == action:
            n = insert_option(race, n, action, int(work.judged[i]), most)
    return n


@rule
def first_of_equals(view: State, action: int) -> int:
    """The first of the places to insert a card that give the same hand. Other actions are returned unchanged."""
    seat, place = int(view.viewer), action - INSERT
    if view.phase == INSERTING:
        while place > 0 and (int(view.hand[seat, place - 1]) ^ int(view.pending[0])) & FACE == 0:
            place -= 1
    return INSERT + place


@rule
def insert_option(race: Race, n: int, action: int, judged: int, most: int) -> int:
    """Insert an option in the order of its judgement (stable); returns how many there are."""
    k = n
    while k > 0 and judged < race.judged[k - 1]:
        k -= 1
    if k >= most:
        return n
    for i in range(min(n, most - 1), k, -1):
        race.actions[i], race.judged[i] = race.actions[i - 1], race.judged[i - 1]
    race.actions[k], race.judged[k] = action, judged
    return min(n + 1, most)


@rule
def run(
    view: State,
    rng: Rng,
    knowledge: Knowledge,
    work: Workspace,
    race: Race,
    n: int,
    budget: int,
    laps: int,
    likely: bool,
    sure: int,
) -> int:
    """Race the options, each in at least a few worlds; returns the best, or the lightest if several are equal.

    Worlds are imagined uniformly, or so that likely hands come up more often. If the budget allows, the best is tried
    in a minimum number of worlds, so that its value is accurate even if all others are dropped early.
    """
    seat, guesses, places = int(view.viewer), guesses_of(knowledge), new_places()
    net, scratch, tables = net_of(knowledge), new_scratch(), np.zeros(4, STATE)
    stock, draws = np.zeros(4, np.int64), np.zeros(4, np.int64)
    if likely:
        find_places(view, places)
        imagine(view, rng, tables[GUESS])
        make_likely(guesses, scratch, places, tables[GUESS], FIRST, rng)
    race.running[:n] = True
    running, best, begun = n, 0, False
    while not begun or (race.spent[0] < budget and (running > 1 or race.worlds[best] < sure)):
        for _ in range(BATCH):
            if likely:
                make_likely(guesses, scratch, places, tables[GUESS], NEXT, rng)
                tables[WORLD] = tables[GUESS]
            else:
                tables[WORLD] = tables[BLANK]
                imagine(view, rng, tables[WORLD])
            reseed(stock, word(rng), 0)
            for k in range(n):
                if race.running[k]:
                    for word_of in range(4):  # `draws[:] = stock` compiles code for arrays of any shape
                        draws[word_of] = stock[word_of]
                    tables[TRIAL] = tables[WORLD]
                    apply(tables[TRIAL], seat, int(race.actions[k]))
                    race.now[k] = rollout(tables[TRIAL], seat, draws, work, net, scratch, laps, race.spent)
            record_results(race, n)
        begun = True
        best = leader(race, n)
        running = drop_options(race, n, best)
    return best


@rule
def record_results(race: Race, n: int) -> None:
    """Add the results of the last world for the remaining options."""
    for k in range(n):
        if race.running[k]:
            race.worlds[k] += 1
            race.lost[k] += race.now[k]
            for other in range(n):
                difference = race.now[k] - race.now[other]
                race.behind[k, other] += difference
                race.squares[k, other] += difference * difference


@rule
def leader(race: Race, n: int) -> int:
    """The option with the lowest chance to lose so far."""
    best = -1
    for k in range(n):
        if race.running[k] and (best < 0 or race.lost[k] < race.lost[best]):
            best = k
    return best


@rule
def drop_options(race: Race, n: int, best: int) -> int:
    """Drop options that are clearly worse, or unlikely to be better; returns how many are left."""
    left = 0
    for k in range(n):
        if race.running[k]:
            behind = float(race.lost[k] - race.lost[best])
            doubt = BEHIND * math.sqrt(float(race.squares[k, best]) + 0.01)
            race.running[k] = k == best or (behind < doubt and doubt - behind > ALIKE * int(race.worlds[k]))
            left += race.running[k]
    return left


@rule
def rollout(
    table: State, seat: int, rng: Rng, work: Workspace, net: Net, scratch: Scratch, laps: int, spent: Cells
) -> float:
    """Play on by the rules of thumb for a number of laps, until it is this seat's turn; returns its chance to lose.

    With no laps, the chance is estimated as soon as the action is complete.
    """
    assets = int(table.assets[seat])
    while table.held[seat] > 0 and TURN <= table.phase <= INSERTING:
        turn = int(table.turn)
        spent[0] += 1
        if table.phase == DRAWING:
            apply(table, CHANCE, top_of_stock(table, rng))
        elif table.phase == TURN and (laps == 0 or (laps == 1 and turn == seat)):
            return chance_to_lose(net, scratch, table, seat)
        else:
            laps -= table.phase == TURN and turn == seat
            apply(table, turn, nearly_lightest(table, turn, work, rng, LOOSE if laps > 0 else 1))
    return 1.0 if int(table.assets[seat]) < assets else 0.0


@rule
def nearly_lightest(table: State, seat: int, work: Workspace, rng: Rng, loose: int) -> int:
    """About the lightest action of a seat: each is misjudged by less than this many points."""
    best, least = 0, HOPELESS
    for i in range(judge(table, seat, table.left, work)):
        judged = int(work.judged[i]) + below(rng, loose)
        if judged < least:
            best, least = i, judged
    return int(work.actions[best])


@rule
def top_of_stock(table: State, rng: Rng) -> int:
    """The outcome of a draw, sampled uniformly from the cards."""
    ticket = below(rng, int(table.stock))
    face = NUMBERS + 1
    while ticket >= table.left[face]:
        ticket -= int(table.left[face])
        face += 1
    return face - 1
