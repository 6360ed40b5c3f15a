"""Fits the network of a game's value (`allaboard.bots.critic`) to games between bots.

    python -m allaboard.simulate.critics GAME --games 3000 --seed 1

All seats play at the same level, for every number of players: at tables of several levels, a lead also tells who plays
better, and the value of a lead among equals would be too large. The weights are written into the game's package.
"""

import argparse
from collections.abc import Iterator
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from allaboard.bots import critic
from allaboard.bots.levels import Knowledge
from allaboard.bots.outlook import outlook_of
from allaboard.game import State, load
from allaboard.record import Cells, Records, specialise
from allaboard.simulate.batch import run_plan
from allaboard.simulate.plan import Plan
from allaboard.simulate.records import actions

LEVEL: Final = "hard"
NAME: Final = "chances"  # of the array in the file of the game's value
EVERY: Final = 3  # one position in this many is used
ROUNDS: Final = 12

Floats = npt.NDArray[np.float64]


def positions(game: str, games: int, seed: int) -> Iterator[tuple[Floats, Floats]]:
    """For every number of players: the description of positions by seat, and the share of the win by seat."""
    known = load(game)
    module: Any = known.declaration.need(known.declaration.outlook or "")  # Any: a module of the game
    words = {"apply": known.rules.apply, "signs": module.signs}
    watch = specialise(_watch, game, words)
    for seats in (n for n in known.seats if n > 1):
        knowledge, laid = outlook_of(known, seats).knowledge, known.start(seats)
        found, shares = [], []
        batch = run_plan(Plan(game, seats, (LEVEL,), seed, {}, rotate=True), games)
        won = (batch.columns["rank"] == 1).astype(np.float64)
        won /= np.maximum(won.sum(axis=1, keepdims=True), 1)
        for at, lines in enumerate(actions(batch)):
            tables, work = np.zeros(1, laid.dtype), np.zeros(1, module.WORKSPACE)
            tables[0] = laid
            out = np.zeros((len(lines), seats, module.SIGNS))
            n = watch(tables, np.array(lines, np.int16), knowledge, work, at % EVERY, out)
            found.append(out[:n].copy())
            shares.append(np.repeat(won[at : at + 1], n, axis=0))
        yield np.concatenate(found), np.concatenate(shares)


def _unbound(*_: object) -> Any:  # Any: what is bound to the names below returns different types
    raise NotImplementedError


apply = signs = _unbound


def _watch(tables: Records, log: Cells, knowledge: Knowledge, work: Cells, first: int, out: Floats) -> int:
    """Play a game through and describe some of its positions; returns how many."""
    table: State = tables[0]
    n, seen, seats = 0, first, out.shape[1]
    for k in range(len(log)):
        if (k == 0 or log[k, 0] >= seats or log[k - 1, 0] >= seats) and signs(table, knowledge, work[0]):
            seen += 1
            if seen % EVERY == 0:
                for seat in range(seats):
                    out[n, seat] = work[0].signs[seat]
                n += 1
        apply(table, int(log[k, 0]), int(log[k, 1]))
    return n


def fit(game: str, games: int, seed: int) -> Floats:
    """The weights; every number of players counts the same."""
    module: Any = load(game).declaration.need(load(game).declaration.outlook or "")  # Any: a module of the game
    learner = critic.Fit(module.SIGNS, seed)
    if not critic.has(load(game).declaration, NAME):
        critic.write(load(game).declaration, NAME, learner.weights, "not fitted yet")
    taken = list(positions(game, games, seed))
    for number in range(ROUNDS):
        rate = critic.RATE * (critic.LAST_RATE / critic.RATE) ** (number / (ROUNDS - 1))
        order = learner.batches([len(described) for described, _ in taken])
        for table, part in order:
            described, shares = taken[table]
            learner.step(described[part], shares[part], rate)
    return learner.weights


def main() -> None:
    """Fit the network and write its weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=3000, help="games for each number of players")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    command = f"python -m allaboard.simulate.critics {args.game} --games {args.games} --seed {args.seed}"
    weights = fit(args.game, args.games, args.seed)
    print(critic.write(load(args.game).declaration, NAME, weights, command))


if __name__ == "__main__":
    main()
