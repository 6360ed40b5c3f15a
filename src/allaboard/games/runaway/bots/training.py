"""Training of RunAway's value by self-play: TD(λ) at tables of three to six.

Every choice of cards is solved with the current value, roughly at first and carefully from half-time on. The learned
value assumes players who solve their choices as carefully; a value from rougher players can be exploited. At a few
tables some seats are played by rules of thumb, so that the value is also learned against other opponents.
"""

import time
from collections.abc import Generator
from typing import NamedTuple

import numpy as np

from allaboard.bots.levels import NOTHING_LEARNED, Knowledge
from allaboard.bots.training import CurvePoint
from allaboard.game import CHANCE, Options, load
from allaboard.games.runaway import GAME
from allaboard.games.runaway.bots.choice import (
    CHOICE,
    CHOICE_WORKSPACE,
    OPEN,
    PLAN,
    PLANS,
    Workspace,
    expected_value,
    plan_for,
    solve,
)
from allaboard.games.runaway.bots.curves import lines, won
from allaboard.games.runaway.bots.heuristics import rules_of_thumb
from allaboard.games.runaway.bots.value import (
    BOARD,
    MOST_ROWS,
    SECOND,
    SIZE,
    STATE,
    WIDTH,
    Net,
    Scratch,
    forward,
    net_of,
    value,
)
from allaboard.games.runaway.rules import (
    CHOOSING,
    JUMP,
    SPEED,
    STAY,
    SWITCH,
    TRACK_LONG,
    TRACK_SHORT,
    State,
    actors,
    apply,
    observe,
    start,
)
from allaboard.record import Cells, blank, rule
from allaboard.rng import Rng, below, stream

LEARNERS = ("medium", "hard", "expert")
LAMBDA = 0.8
DECAY = 0.999  # the decay of the mean squared gradient
EXPLORATION = 24  # one choice in this many is random
LONGEST = 200  # how many positions of a game are recorded
ROUNDS = (4.0, 200.0)  # how carefully choices are solved, at first and from half-time on
RATES = (2e-3, 5e-5)  # the size of a step, at the start and at the end
MIXED = 12  # at one table in this many, some seats are played by rules of thumb
BATCH = 200  # games


class History(NamedTuple):
    """The history of a game, for every seat: its positions and their values."""

    rows: Cells
    used: Cells
    values: Cells


class Gradients(NamedTuple):
    """The working record for backpropagation."""

    first: Cells
    second: Cells


@rule
def self_play(
    knowledge: Knowledge, sizes: Knowledge, options: Options, seats: int, games: int, rng: Rng, rate: float, rounds: int
) -> float:
    """Play games and learn from each; returns the share of games that somebody wins."""
    return play_and_learn(knowledge, sizes, options, seats, games, rng, rate, rounds, np.zeros(1, CHOICE_WORKSPACE))


@rule
def play_and_learn(
    knowledge: Knowledge,
    sizes: Knowledge,
    options: Options,
    seats: int,
    games: int,
    rng: Rng,
    rate: float,
    rounds: int,
    memory: Cells,
) -> float:
    """The same as `self_play`, with a given working record."""
    net, steps, work = net_of(knowledge), net_of(sizes), memory[0]
    tables, scratch = np.zeros(3, STATE), work.scratch
    gradients = Gradients(np.zeros(WIDTH, np.float32), np.zeros(SECOND, np.float32))
    history = History(
        np.zeros((seats, LONGEST, MOST_ROWS), np.int64),
        np.zeros((seats, LONGEST), np.int64),
        np.zeros((seats, LONGEST), np.float64),
    )
    total = 0.0
    for _ in range(games):
        table = tables[0]
        tables[0] = tables[2]
        start(table, seats, options)
        by_rules = below(rng, 1 << seats) if below(rng, MIXED) == 0 else 0  # a bit for each of their seats
        k = 0
        while actors(table) != 0:
            phase = int(table.phase)
            if phase in (SPEED, CHOOSING):
                write_down(knowledge, scratch, table, history, k)
                k = min(k + 1, LONGEST - 1)
            if phase == CHOOSING:
                work.tables[CHOICE] = table
                solve(knowledge, work, rounds, rng, False)
            mask = actors(table)
            for seat in range(seats):
                if mask >> seat & 1:
                    observe(table, seat, tables[1])
                    apply(table, seat, action_of(knowledge, work, tables[1], seat, by_rules, rng))
                    tables[1] = tables[2]
            if mask == 1 << CHANCE:
                apply(table, CHANCE, below(rng, 6))
        for seat in range(seats):
            target = won(table, seat)
            total += target
            for i in range(k - 1, -1, -1):
                if history.used[seat, i] > 0:
                    scratch.rows[:] = history.rows[seat, i]
                    scratch.used[0] = history.used[seat, i]
                    learn(knowledge, net, steps, scratch, gradients, target, rate)
                target = LAMBDA * target + (1.0 - LAMBDA) * history.values[seat, i]
    return total / games


@rule
def write_down(knowledge: Knowledge, scratch: Scratch, table: State, history: History, k: int) -> None:
    """Record a position as every seat sees it."""
    for seat in range(table.seats):
        scratch.used[0] = 0  # if the result is certain, there is nothing to learn
        history.values[seat, k] = value(knowledge, scratch, table, seat)
        history.used[seat, k] = scratch.used[0]
        history.rows[seat, k] = scratch.rows


@rule
def action_of(knowledge: Knowledge, work: Workspace, view: State, seat: int, by_rules: int, rng: Rng) -> int:
    """The action of a seat: by rules of thumb, by the choice just solved, or sometimes at random."""
    explores = below(rng, EXPLORATION) == 0
    if by_rules >> seat & 1:
        return rules_of_thumb(view, rng, NOTHING_LEARNED, 0)
    if view.phase == CHOOSING:
        if not explores:
            return int(PLAN[plan_for(work, seat, 0.0, 0, 0.0, rng)])
        plan = below(rng, PLANS)
        while not OPEN[int(view.suitcases[seat]), plan]:
            plan = below(rng, PLANS)
        return int(PLAN[plan])
    one, other = (TRACK_SHORT, TRACK_LONG) if view.phase == SWITCH else (JUMP, STAY)
    if explores and view.multiplier > 2:
        return one if below(rng, 2) == 0 else other
    first = expected_value(knowledge, work, view, one, 0, rng, False)
    return one if first >= expected_value(knowledge, work, view, other, 0, rng, False) else other


@rule
def learn(
    knowledge: Knowledge, net: Net, steps: Net, scratch: Scratch, gradients: Gradients, target: float, rate: float
) -> None:
    """Move a position's value towards the target (RMSprop)."""
    none, one = np.float32(0), np.float32(1)
    gradient = np.float32(forward(knowledge, scratch) - target)
    for j in range(SECOND):
        gradients.second[j] = net.out[j] * gradient if scratch.second[j] > none else none
        scratch.second[j] = max(scratch.second[j], none)
    step(net.out, steps.out, scratch.second, SECOND, gradient, rate)
    scratch.second[0] = gradient
    step(net.out_bias, steps.out_bias, scratch.second, 1, one, rate)
    for i in range(WIDTH):
        gradients.first[i] = none
        x = scratch.first[i]
        if x > none:
            for j in range(SECOND):
                gradients.first[i] += net.second[i, j] * gradients.second[j]
            step(net.second[i], steps.second[i], gradients.second, SECOND, x, rate)
    step(net.second_bias, steps.second_bias, gradients.second, SECOND, one, rate)
    for k in range(scratch.used[0]):
        row = scratch.rows[k]
        step(net.rows[row], steps.rows[row], gradients.first, WIDTH, one, rate)


@rule
def step(weights: Cells, sizes: Cells, gradients: Cells, n: int, x: np.float32, rate: float) -> None:
    """Update weights whose gradients share a factor."""
    kept, fresh, step_size, least = np.float32(DECAY), np.float32(1.0 - DECAY), np.float32(rate), np.float32(1e-10)
    for j in range(n):
        gradient = gradients[j] * x
        sizes[j] = kept * sizes[j] + fresh * gradient * gradient
        weights[j] -= step_size * gradient / (np.sqrt(sizes[j]) + least)


def untrained(seed: int, options: Options | None = None) -> tuple[Knowledge, Knowledge]:
    """The weights of an untrained network, and its initial step sizes."""
    random = np.random.default_rng(seed)
    knowledge, sizes = np.zeros(SIZE, np.float32), np.full(SIZE, 1e-4, np.float32)
    table = blank(State)
    start(table, 4, load(GAME).options({}) if options is None else options)
    knowledge[:BOARD] = [*table.yellow, *table.stop.ravel()]
    net = net_of(knowledge)
    net.rows[:] = random.normal(0, 0.1, net.rows.shape)
    net.second[:] = random.normal(0, 0.15, net.second.shape)
    net.out[:] = random.normal(0, 0.05, net.out.shape)
    return knowledge, sizes


def train(minutes: float, seed: int, options: Options) -> Generator[CurvePoint, None, Knowledge]:
    """Learn from scratch, at tables of three to six in turn."""
    knowledge, sizes = untrained(seed, options)
    rng = stream(seed, 1)
    self_play(knowledge, sizes, options, 3, 0, rng, 0.0, 1)  # compile before the time starts
    seconds, games, share = 0.0, 0, 0.0
    while share < 1.0:
        began = time.thread_time()  # processor time of one core
        seats = 3 + games // BATCH % 4
        rate = RATES[0] * (RATES[1] / RATES[0]) ** share
        rounds = ROUNDS[0] * (ROUNDS[1] / ROUNDS[0]) ** min(2.0 * share, 1.0)
        won_by_somebody = self_play(knowledge, sizes, options, seats, BATCH, rng, rate, int(rounds))
        games += BATCH
        seconds += time.thread_time() - began
        share = min(seconds / (60.0 * minutes), 1.0)
        yield CurvePoint(seconds, share, games, f"games with a winner, of 100, {seats} players", 100 * won_by_somebody)
    return np.concatenate([knowledge, lines()])
