"""Training of Miyajima's network by self-play: TD(λ) on the sheets after each load.

The target of a sheet is the average over the next roll of the value of the best load (so the luck of the dice has no
effect), corrected by a share of what happened later in the game.
"""

import math
import time
from collections.abc import Generator
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from typing import NamedTuple

import numpy as np

from allaboard.bots.levels import Knowledge
from allaboard.bots.training import CurvePoint
from allaboard.game import CHANCE, Options
from allaboard.games.miyajima.bots.curves import lines, win
from allaboard.games.miyajima.bots.heuristics import easy, rules_of_thumb
from allaboard.games.miyajima.bots.learned import (
    CURVE,
    EDGES,
    END,
    FILLED,
    LINEAR,
    RIVALRY,
    ROWS_OF_SHEET,
    SCRATCH,
    SIZE,
    WIDTH,
    Net,
    Scratch,
    add_up,
    best_load,
    expected_value,
    look,
    net_of,
    reward,
    sheet_value,
)
from allaboard.games.miyajima.rules import (
    ACTIONS,
    CHOOSE_DIE,
    LOAD,
    LOADING,
    State,
    actors,
    apply,
    colours_open,
    legal,
    load,
    observe,
    score,
    start,
)
from allaboard.record import Cells, blank, rule
from allaboard.rng import Rng, below, stream

LAMBDA = 0.7
DECAY = 0.999  # the decay of the mean squared gradient
UNSEEN = 1.0  # the step size of a weight that was never updated
LONGEST = 240  # rolls in a game; longer games of untrained players are cut off

STATE = State.dtype
TABLE, BLANK, ROLLED, LOADED, VIEW = 0, 1, 2, 3, 4
LEARNER, MEDIUM, EASY = 0, 1, 2  # the kinds of players
RANDOM_LOADS = np.array(
    [0, 0, 4, 16], np.int64
)  # random loads in 64, for different players; a quarter of that in solo games


class History(NamedTuple):
    """The history of a game, for every seat and roll: the sheet, its value, and the expected next value."""

    rows: Cells
    fast: Cells
    values: Cells
    expected: Cells


@rule
def self_play(
    knowledge: Knowledge,
    sizes: Knowledge,
    options: Options,
    seats: int,
    games: int,
    rng: Rng,
    rate: float,
    rivalry: float,
    seen: Knowledge,
) -> float:
    """Play games against itself and others, and learn from each; returns the mean score.

    `seen` collects values together with their results: whether the game was won.
    """
    return play_and_learn(knowledge, sizes, options, seats, games, rng, rate, rivalry, seen, np.zeros(1, SCRATCH))


@rule
def play_and_learn(
    knowledge: Knowledge,
    sizes: Knowledge,
    options: Options,
    seats: int,
    games: int,
    rng: Rng,
    rate: float,
    rivalry: float,
    seen: Knowledge,
    memory: Cells,
) -> float:
    """The same as `self_play`, with a given working record."""
    net, steps, scratch = net_of(knowledge, seats), net_of(sizes, seats), memory[0]
    tables, kinds, random_loads = np.zeros(5, STATE), np.zeros(8, np.int64), np.zeros(8, np.int64)
    menu = np.zeros(ACTIONS, np.int16)
    history = History(
        np.zeros((seats, LONGEST, ROWS_OF_SHEET), np.int64),
        np.zeros((seats, LONGEST, 6), np.float32),
        np.zeros((seats, LONGEST), np.float32),
        np.zeros((seats, LONGEST), np.float32),
    )
    total, sheets = 0.0, 0
    for _ in range(games):
        tables[TABLE] = tables[BLANK]
        start(tables[TABLE], seats, options)
        choose_players(kinds, random_loads, seats, rng)
        rolls = 0
        while actors(tables[TABLE]) != 0 and rolls < LONGEST:
            choose_die(net, scratch, tables, kinds, history, rolls - 1, rng)
            roll_and_load(net, scratch, tables, kinds, random_loads, menu, history, rolls, rng)
            rolls += 1
        for seat in range(seats):
            if kinds[seat] != LEARNER:
                continue
            total, sheets = total + score(tables[TABLE], seat), sheets + 1
            target = reward(tables[TABLE], seat, rivalry)
            for k in range(rolls - 1, -1, -1):
                if k < rolls - 1:
                    target = history.expected[seat, k] + LAMBDA * (target - history.values[seat, k + 1])
                scratch.rows[:] = history.rows[seat, k]
                scratch.fast[:] = history.fast[seat, k]
                learn(net, steps, scratch, target, rate)
            won = win(tables[TABLE], seat)
            for k in range(min(rolls, len(seen))):
                place = below(rng, len(seen))
                seen[place, 0], seen[place, 1] = history.values[seat, k], won
    return total / sheets


@rule
def choose_players(kinds: Cells, random_loads: Cells, seats: int, rng: Rng) -> None:
    """Choose the players of a game; at least one is the learner.

    Other kinds of players are needed because a learner that only knows itself loses to players who end games early.
    Some learners make random loads: a search also needs values of sheets that a good player would not choose. And all
    players load the same dice, so identical players would have identical sheets and never learn the value of a lead.
    """
    kinds[:] = LEARNER
    for seat in range(seats):
        random_loads[seat] = RANDOM_LOADS[below(rng, len(RANDOM_LOADS))] // (1 if seats > 1 else 4)
    others = below(rng, 5)  # of four
    for seat in range(seats):
        if below(rng, 4) < others:
            kinds[seat] = EASY if below(rng, 5) == 0 else MEDIUM
    kinds[below(rng, seats)] = LEARNER


@rule
def ask(tables: Cells, kind: int, seat: int, rng: Rng) -> int:
    """The action of another player."""
    tables[VIEW] = tables[BLANK]
    observe(tables[TABLE], seat, tables[VIEW])
    nothing = np.zeros(0, np.float32)
    return easy(tables[VIEW], rng, nothing, 0) if kind == EASY else rules_of_thumb(tables[VIEW], rng, nothing, 0)


@rule
def choose_die(net: Net, scratch: Scratch, tables: Cells, kinds: Cells, history: History, k: int, rng: Rng) -> None:
    """Choose the next die, and record its expected value for each seat of the learner."""
    table = tables[TABLE]
    chooser = -1
    if table.phase == CHOOSE_DIE:
        chooser = int(table.active)
        if kinds[chooser] != LEARNER:
            apply(table, chooser, ask(tables, kinds[chooser], chooser, rng))
        else:
            look(net, scratch, table, chooser)
            best, choice = -math.inf, 0
            for die in range(3):
                if table.faces[die] == 0:
                    value = expected_value(net, scratch, table, chooser, die)
                    if value > best:
                        best, choice = value, die
            apply(table, chooser, choice)
            history.expected[chooser, max(k, 0)] = best
    for seat in range(table.seats):
        if k >= 0 and seat != chooser and kinds[seat] == LEARNER:
            look(net, scratch, table, seat)
            history.expected[seat, k] = expected_value(net, scratch, table, seat, int(table.die))


@rule
def roll_and_load(
    net: Net,
    scratch: Scratch,
    tables: Cells,
    kinds: Cells,
    random_loads: Cells,
    menu: Cells,
    history: History,
    k: int,
    rng: Rng,
) -> None:
    """Roll the die, let everybody load, and record the learner's sheets."""
    table, rolled = tables[TABLE], tables[ROLLED]
    face = below(rng, 6)
    tables[ROLLED] = table
    rolled.faces[rolled.die] = face + 1
    rolled.phase = LOADING
    apply(table, CHANCE, face)
    for seat in range(rolled.seats):
        action = 0
        if kinds[seat] == LEARNER:
            look(net, scratch, rolled, seat)
            best_load(net, scratch, rolled, seat, 0)
            action = int(scratch.best[0])
            if below(rng, 64) < random_loads[seat]:
                open_loads = legal(rolled, seat, menu)
                action = int(menu[below(rng, open_loads)]) if open_loads > 0 else 0
            if action != 0:
                tables[LOADED] = rolled
                load(tables[LOADED], seat, action - LOAD)
                look(net, scratch, tables[LOADED], seat)
            history.rows[seat, k] = scratch.rows
            history.fast[seat, k] = scratch.fast
            history.values[seat, k] = sheet_value(net, scratch)
        elif colours_open(rolled, seat) != 0:
            action = ask(tables, kinds[seat], seat, rng)
        if action != 0:
            apply(table, seat, action)


@rule
def learn(net: Net, steps: Net, scratch: Scratch, target: float, rate: float) -> None:
    """Move a sheet's value towards the target (RMSprop)."""
    add_up(net, scratch)
    error = np.float32(sheet_value(net, scratch) - target)
    step_size, kept, fresh = np.float32(rate), np.float32(DECAY), np.float32(1.0 - DECAY)
    gradient = scratch.less
    for j in range(WIDTH):
        active = scratch.total[j] > 0
        gradient[j] = error * net.out[j] if active else np.float32(0)
        step = error * scratch.total[j] if active and j != LINEAR else np.float32(0)
        steps.out[j] = kept * steps.out[j] + fresh * step * step
        net.out[j] -= np.float32(0.3) * step_size * step / np.sqrt(steps.out[j])
    gradient[LINEAR] = error
    for k in range(ROWS_OF_SHEET):
        row = scratch.rows[k]
        for j in range(WIDTH):
            steps.rows[row, j] = kept * steps.rows[row, j] + fresh * gradient[j] * gradient[j]
            net.rows[row, j] -= step_size * gradient[j] / np.sqrt(steps.rows[row, j] + np.float32(1e-12))
    for colour in range(6):
        row = scratch.rows[colour]
        step = error * scratch.fast[colour]
        steps.pay[row] = kept * steps.pay[row] + fresh * step * step
        net.pay[row] -= np.float32(0.03) * step_size * step / np.sqrt(steps.pay[row])


LEARNERS = ("hard", "expert")
FIRST_RATE, LAST_RATE = 3e-3, 1e-4
CALIBRATED = (2, 3, 4, 6)  # the numbers of players that have a curve; the last is for five and more
SAMPLES = 100_000  # pairs of values and results for each curve
NOT_SEEN: Knowledge = np.zeros((0, 2), np.float32)
ALONE, TOGETHER = (1,), (2, 3, 4, 2, 5, 3, 6, 4, 2, 7, 3, 8, 4)  # small tables are played more often
SHEETS = 1000  # how many sheets are played in a batch
# when rivals begin to count; if they counted from the start, the network would only learn to end games
RIVALRY_FROM, RIVALRY_TO = 0.3, 0.7


class NetworkTraining:
    """The training of one network."""

    def __init__(
        self, subjects: tuple[int, ...], knowledge: Knowledge, sizes: Knowledge, options: Options, seed: int
    ) -> None:
        self.subjects, self.knowledge, self.sizes = subjects, knowledge, sizes
        self.options = options
        self.rng = stream(seed, len(subjects))
        self.seconds, self.games, self.batches = 0.0, 0, 0

    def batch(self, minutes: float) -> CurvePoint:
        """Play and learn from the next games. Time is measured as processor time of one core."""
        began = time.thread_time()
        share = min(self.seconds / (60 * minutes), 1.0)
        seats = self.subjects[self.batches % len(self.subjects)]
        rate = FIRST_RATE * (LAST_RATE / FIRST_RATE) ** share
        rivalry = RIVALRY * min(max((share - RIVALRY_FROM) / (RIVALRY_TO - RIVALRY_FROM), 0.0), 1.0)
        games = SHEETS // seats if self.batches else 1  # the first call compiles, before the time starts
        mean = self_play(self.knowledge, self.sizes, self.options, seats, games, self.rng, rate, rivalry, NOT_SEEN)
        self.seconds += time.thread_time() - began if self.batches else 0.0
        self.games += games
        self.batches += 1
        return CurvePoint(self.seconds, share, self.games, "alone" if seats == 1 else f"{seats} players", mean)


def train(minutes: float, seed: int, options: Options) -> Generator[CurvePoint, None, Knowledge]:
    """Learn for a number of minutes: solo games on one core, and tables of every size on another."""
    knowledge, sizes = untrained(options, seed)
    trainings = [NetworkTraining(subjects, knowledge, sizes, options, seed) for subjects in (ALONE, TOGETHER)]
    for training in trainings:
        training.batch(minutes)
    with ThreadPoolExecutor(len(trainings)) as pool:
        running = {pool.submit(training.batch, minutes): training for training in trainings}
        while running:
            for ended in wait(running, return_when=FIRST_COMPLETED).done:
                training = running.pop(ended)
                if training.seconds < 60 * minutes:
                    running[pool.submit(training.batch, minutes)] = training
                yield ended.result()
    clear_unused_rows(knowledge, sizes)
    calibrate(knowledge, trainings[-1].options, stream(seed, len(TOGETHER) + 1))
    return np.concatenate([knowledge, lines()])


def calibrate(knowledge: Knowledge, options: Options, rng: Rng) -> None:
    """Fit the curves from values to chances to win, with games that were not used for learning."""
    for place, seats in zip(range(SIZE - CURVE, SIZE, 2), CALIBRATED, strict=True):
        seen = np.full((SAMPLES, 2), np.nan, np.float32)
        sizes = np.ones_like(knowledge)
        games = 4 * SAMPLES // (seats * 50)  # each has some fifty rolls
        self_play(knowledge, sizes, options, seats, games, rng, 0.0, RIVALRY, seen)
        value, won = seen[~np.isnan(seen[:, 0])].T.astype(np.float64)
        knowledge[place], knowledge[place + 1] = odds(value, won)


def odds(value: Cells, won: Cells) -> tuple[float, float]:
    """The logistic regression of wins on values, by Newton's method: intercept and slope.

    >>> begins, slope = odds(np.array([-1.0, -1.0, -1.0, 1.0, 1.0, 1.0]), np.array([0.0, 0.0, 1.0, 0.0, 1.0, 1.0]))
    >>> round(slope, 3)
    0.693
    """
    known = np.stack([np.ones_like(value), value])
    curve = np.zeros(2)
    for _ in range(20):
        chances = 1 / (1 + np.exp(-curve @ known))
        weighed = known * (chances * (1 - chances))
        curve += np.linalg.solve(weighed @ known.T + 1e-9 * np.eye(2), known @ (won - chances))
    return float(curve[0]), float(curve[1])


def untrained(options: Options, seed: int) -> tuple[Knowledge, Knowledge]:
    """The weights of an untrained network, and its initial step sizes."""
    random = np.random.default_rng(seed)
    knowledge, sizes = np.zeros(SIZE, np.float32), np.zeros(SIZE, np.float32)
    table = blank(State)
    start(table, 1, options)
    knowledge[:EDGES] = table.edges.ravel()
    for seats in (1, 2):
        net, steps = net_of(knowledge, seats), net_of(sizes, seats)
        net.rows[:] = random.normal(0, 0.05, net.rows.shape)
        net.rows[:, LINEAR] = 0
        net.rows[FILLED:END, LINEAR] = 10 if seats == 1 else 0  # a hundred points, or no lead
        net.out[:] = random.normal(0, 0.1, net.out.shape)
        net.out[LINEAR] = 0
        steps.rows[:] = 1e-3
        steps.rows[:, LINEAR] = UNSEEN
        steps.pay[:] = 100
        steps.out[:] = 1
    return knowledge, sizes


def clear_unused_rows(knowledge: Knowledge, sizes: Knowledge) -> None:
    """Set rows that no game has used to zero, so that the file compresses better."""
    for seats in (1, 2):
        net, steps = net_of(knowledge, seats), net_of(sizes, seats)
        net.rows[steps.rows[:, LINEAR] == UNSEEN] = 0
