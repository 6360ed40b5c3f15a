"""How often one player wins among others of one kind, in any game.

    python -m benchmarks.shares miyajima expert:5000 hard --seats 2 3 4 6 8 --games 1500

A share of 1 is as good as the others. Seats are rotated, and every game has its own deal.
"""

import argparse

import numpy as np

from allaboard.game import GameError
from allaboard.simulate import run
from allaboard.simulate.ladder import mean_of
from allaboard.simulate.plan import Bot


def shares(game: str, one: Bot, others: Bot, seats: int, games: int, seed: int) -> tuple[float, float]:
    """The wins of one player among others, divided by those of an average player, and half of the 95% interval."""
    batch = run(game, seats, games, (one, *[others] * (seats - 1)), seed, rotate=True, threads=1)
    won = batch.columns["rank"] == 1
    number = np.arange(games)
    mean, about = mean_of(won[number, -number % seats] / np.maximum(won.sum(axis=1), 1))
    return seats * mean, seats * about


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("game")
    asked.add_argument("one", help="a level, such as expert or expert:5000")
    asked.add_argument("others", help="the level of all others")
    asked.add_argument("--seats", nargs="+", type=int, default=[4])
    asked.add_argument("--games", type=int, default=1000)
    asked.add_argument("--seed", type=int, default=0)
    given = asked.parse_args()
    for seats in given.seats:
        try:
            mean, about = shares(given.game, given.one, given.others, seats, given.games, given.seed)
        except GameError as wrong:
            asked.error(str(wrong))
        found = f"{mean:.2f} ± {about:.2f} fair shares in {given.games} games"
        print(f"{seats} seats, {given.one} among {given.others}: {found}", flush=True)


if __name__ == "__main__":
    main()
