"""Training of Hachi Train's network, from rounds that are played by rules of thumb with some random actions.

At some turns the features of all players are recorded, and who lost the round in the end. The network learns to predict
the loser (multinomial logistic regression with one hidden layer). Hard bots that use this network then play some
rounds, and the weights of guesses are fitted to their hands (`guessing.py`).
"""

import time
from collections.abc import Generator

import numpy as np

from allaboard.bots.levels import Knowledge
from allaboard.bots.training import CurvePoint
from allaboard.game import CHANCE, Options
from allaboard.games.hachi.bots.curves import lines
from allaboard.games.hachi.bots.danger import HIDDEN, SIGNS, TABLE, look, new_scratch
from allaboard.games.hachi.bots.guesses import GUESSES
from allaboard.games.hachi.bots.guessing import any_card, guess
from allaboard.games.hachi.bots.heuristics import lightest, new_workspace
from allaboard.games.hachi.rules import DEALING, DRAWING, INSERTING, TURN, State, apply, legal, start
from allaboard.record import Cells, rule
from allaboard.rng import Rng, below, stream

LEARNERS = ("hard", "expert")
POSITIONS, STEP = 8192, 256  # positions in a batch of rounds, and in a step of the optimiser
SKIP = 5  # one turn in this many is recorded
SLIP = 16  # one action in this many is random
SWAPS = 8000  # for each minute and number of players
RATE, LAST_RATE = 0.01, 0.0005
STATE = State.dtype


@rule
def watch(seats: int, options: Options, rng: Rng, signs: Cells, losers: Cells) -> int:
    """Record positions: the features of all players (zero for players who are out) and who lost; returns the rounds."""
    work, scratch = new_workspace(), new_scratch()
    tables, menu = np.zeros(2, STATE), np.zeros(4096, np.int16)
    written, rounds = 0, 0
    while written < len(losers):
        tables[0] = tables[1]
        table = tables[0]
        start(table, seats, options)
        while table.phase == DEALING:
            apply(table, CHANCE, any_card(table, rng, menu))
        table.turn = below(rng, seats)  # anybody may lead
        first, turns = written, below(rng, SKIP)
        while TURN <= table.phase <= INSERTING:
            if table.phase == DRAWING:
                apply(table, CHANCE, any_card(table, rng, menu))
                continue
            seat = int(table.turn)
            if table.phase == TURN:
                turns += 1
                if turns % SKIP == 0 and written < len(losers):
                    look(scratch, table)
                    for other in range(seats):
                        if table.held[other] > 0:
                            signs[written, other] = scratch.signs[other]
                    written += 1
            if below(rng, SLIP) == 0:
                action = int(menu[below(rng, legal(table, seat, menu))])
            else:
                action = lightest(table, seat, table.left, work)
            apply(table, seat, action)
        for seat in range(seats):
            if table.assets[seat] < 2:
                losers[first:written] = seat
        rounds += 1
    return rounds


class Learner:
    """A network with its Adam optimiser."""

    def __init__(self, seed: int) -> None:
        random = np.random.default_rng(seed)
        self.first = random.normal(0, 0.3, (SIGNS, HIDDEN)).astype(np.float32)
        self.last = random.normal(0, 0.3, HIDDEN).astype(np.float32)
        self._moments = [np.zeros((2, *part.shape), np.float32) for part in (self.first, self.last)]
        self._steps = 0

    def chances(self, signs: Cells) -> tuple[Cells, Cells]:
        """The activations of the hidden layer, and every player's chance to lose."""
        inner = np.maximum(signs @ self.first, 0)
        danger = inner @ self.last
        danger[signs[:, :, TABLE] == 0] = -np.inf  # out, safe
        weights = np.exp(danger - danger.max(axis=1, keepdims=True))
        return inner, weights / weights.sum(axis=1, keepdims=True)

    def step(self, signs: Cells, losers: Cells, rate: float) -> float:
        """Learn from some positions; returns the share in which the most likely loser did lose."""
        inner, chances = self.chances(signs)
        foreseen = float(np.mean(chances.argmax(axis=1) == losers))
        error = chances / len(losers)
        error[np.arange(len(losers)), losers] -= 1 / len(losers)
        last = np.tensordot(error, inner, 2)
        slope = error[:, :, None] * self.last * (inner > 0)
        first = np.tensordot(signs, slope, ((0, 1), (0, 1)))
        self._steps += 1
        for part, moment, gradient in zip((self.first, self.last), self._moments, (first, last), strict=True):
            moment[0] += 0.1 * (gradient - moment[0])
            moment[1] += 0.001 * (gradient * gradient - moment[1])
            mean, size = moment[0] / (1 - 0.9**self._steps), moment[1] / (1 - 0.999**self._steps)
            part[:] = part - rate * mean / (np.sqrt(size) + 1e-8)
        return foreseen


def train(minutes: float, seed: int, options: Options) -> Generator[CurvePoint, None, Knowledge]:
    """Learn from scratch, with every number of players in turn."""
    rng, learner = stream(seed), Learner(seed)
    signs, losers = np.zeros((POSITIONS, 5, SIGNS), np.float32), np.zeros(POSITIONS, np.int64)
    watch(3, options, rng, signs[:1], losers[:1])  # compile before the time starts
    began, rounds, share = time.perf_counter(), 0, 0.0
    while share < 1:
        for seats in (3, 4, 5):
            signs[:] = 0
            rounds += watch(seats, options, rng, signs, losers)
            rate = RATE * (LAST_RATE / RATE) ** share
            order = np.random.default_rng(rounds).permutation(POSITIONS)
            foreseen = [learner.step(signs[part], losers[part], rate) for part in np.split(order, POSITIONS // STEP)]
            seconds = time.perf_counter() - began
            share = min(seconds / (60 * minutes), 1.0)
            yield CurvePoint(seconds, share, rounds, f"{seats} players", 100 * float(np.mean(foreseen)))
    network = [learner.first.ravel(), learner.last]
    known = np.concatenate([*network, np.zeros(GUESSES), lines()]).astype(np.float32)
    guesses = guess(known, int(SWAPS * minutes) + 1, options, rng)
    return np.concatenate([*network, guesses, lines()]).astype(np.float32)
