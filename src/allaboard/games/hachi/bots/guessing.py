"""Fits the weights of guesses (`guesses.py`) to rounds between hard bots.

    python -m allaboard.games.hachi.bots.guessing --swaps 16000 --seed 7

fits them again for the hard bot of the package, and writes them into its knowledge. `allaboard train` does the same at
its end.

In some positions two hidden cards are swapped. The true world should be more likely than the one with the swap, which
gives a logistic regression on the differences of the features. (It is a composite likelihood: unlike the likelihood
itself, it needs no sum over all worlds.)
"""

import argparse

import numpy as np
import numpy.typing as npt

from allaboard.bots import knowledge as kept
from allaboard.bots.levels import Knowledge
from allaboard.game import CHANCE, Actions, Options, load
from allaboard.games.hachi.bots.curves import CURVES
from allaboard.games.hachi.bots.danger import HAND, Scratch, new_scratch
from allaboard.games.hachi.bots.guesses import (
    FEATURES,
    GUESSES,
    Places,
    any_of_stock,
    describe,
    find_places,
    knowledge,
    new_places,
    put,
)
from allaboard.games.hachi.bots.learned import BUDGET, hard
from allaboard.games.hachi.bots.styles import PATIENT
from allaboard.games.hachi.rules import DEALING, DRAWING, INSERTING, TURN, State, apply, legal, observe, start, weight
from allaboard.record import Cells, rule
from allaboard.rng import Rng, below, stream

SKIP = 3  # one decision in this many is used
SWAPS = 4  # how many swaps are tried in each position
RIDGE = 3.0  # the weight of the penalty, in swaps
STEPS = 30
STATE = State.dtype

Floats = npt.NDArray[np.float64]


@rule
def watch_swaps(seats: int, options: Options, known: Knowledge, rng: Rng, changes: Cells) -> int:
    """Write how swaps of hidden cards change the features of the hands, until there is no room; returns the rounds."""
    tables, menu, scratch, places = np.zeros(3, STATE), np.zeros(4096, np.int16), new_scratch(), new_places()
    written, rounds = 0, 0
    while written < len(changes):
        tables[1] = tables[0]
        table = tables[1]
        start(table, seats, options)
        while table.phase == DEALING:
            apply(table, CHANCE, any_card(table, rng, menu))
        table.turn = below(rng, seats)
        while TURN <= table.phase <= INSERTING:
            if table.phase == DRAWING:
                apply(table, CHANCE, any_card(table, rng, menu))
                continue
            seat = int(table.turn)
            tables[2] = tables[0]
            observe(table, seat, tables[2])
            action = hard(tables[2], rng, known, BUDGET, (seat + rounds) % (PATIENT + 1))
            if below(rng, SKIP) == 0:
                find_places(tables[2], places)
                for _ in range(SWAPS):
                    if written < len(changes) and change(table, places, scratch, rng, changes[written]):
                        written += 1
            apply(table, seat, action)
        rounds += 1
    return rounds


@rule
def change(table: State, places: Places, scratch: Scratch, rng: Rng, out: Cells) -> bool:
    """Swap two hidden cards, write the features before minus those after, and swap back; False if they are equal."""
    numbered, count = int(places.counts[0]), int(places.counts[1])
    if count == 0:
        return False
    one = below(rng, count)
    other = below(rng, numbered) if one < numbered else numbered + below(rng, count - numbered)
    if places.seats[one] < 0:
        one, other = other, one
    seat, place, partner, far = places.seats[one], places.at[one], places.seats[other], places.at[other]
    if seat < 0:
        return False
    mine = int(table.hand[seat, place])
    theirs = int(table.hand[partner, far]) if partner >= 0 else any_of_stock(table, rng)
    if mine == theirs:
        return False
    out[:] = 0
    for after in range(2):
        for who in (seat, partner):
            if who >= 0 and (who == seat or partner != seat):
                describe(scratch, table, who)
                begin = int(places.kind[who]) * FEATURES
                for k in range(FEATURES):
                    out[begin + k] += (1 - 2 * after) * scratch.signs[who, HAND + k]
        if after == 0 and partner >= 0:
            table.hand[seat, place], table.hand[partner, far] = theirs, mine
        elif after == 0:
            table.hand[seat, place] = theirs
    put(table, seat, place, mine)
    if partner >= 0:
        put(table, partner, far, theirs)
    return True


@rule
def any_card(table: State, rng: Rng, menu: Actions) -> int:
    """The next card of the deal or of the stock, sampled uniformly."""
    n, total = legal(table, CHANCE, menu), 0
    for k in range(n):
        total += weight(table, int(menu[k]))
    ticket, k = below(rng, total), 0
    while ticket >= weight(table, int(menu[k])):
        ticket -= weight(table, int(menu[k]))
        k += 1
    return int(menu[k])


def fitted(changes: Floats) -> Floats:
    """The weights with which the true worlds are most likely, each compared with one swap (Newton's method).

    >>> rows = np.zeros((400, GUESSES))
    >>> rows[:300, 0], rows[300:, 0] = 1, -1  # three of four true worlds have more of the first feature
    >>> round(float(fitted(rows)[0]), 1)
    1.1
    """
    weights = np.zeros(changes.shape[1])
    for _ in range(STEPS):
        wrong = 1 / (1 + np.exp(changes @ weights))
        slope = changes.T @ wrong - RIDGE * weights
        bend = (changes * (wrong * (1 - wrong))[:, None]).T @ changes + RIDGE * np.eye(changes.shape[1])
        weights += np.linalg.solve(bend, slope)
    return weights


def guess(known: Knowledge, swaps: int, options: Options, rng: Rng) -> Floats:
    """The weights from rounds with every number of players, played by hard bots with this knowledge."""
    found = []
    for seats in (3, 4, 5):
        changes = np.zeros((swaps, GUESSES), np.float32)
        watch_swaps(seats, options, known, rng, changes)
        found.append(changes)
    return fitted(np.concatenate(found).astype(np.float64))


def main() -> None:
    """Write new weights into the package."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--swaps", type=int, default=16_000, help="for each number of players")
    parser.add_argument("--seed", type=int, default=7)
    args = parser.parse_args()
    weights = guess(knowledge(), args.swaps, load("hachi").options({}), stream(args.seed))
    command = f"python -m allaboard.games.hachi.bots.guessing --swaps {args.swaps} --seed {args.seed}"
    print(f"wrote {kept.write_curves('hachi', {CURVES + GUESSES: weights}, {'guesses': command})}")


if __name__ == "__main__":
    main()
