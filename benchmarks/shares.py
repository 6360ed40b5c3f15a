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
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("one", help="a level, such as expert or expert:5000")
    parser.add_argument("others", help="the level of all others")
    parser.add_argument("--seats", nargs="+", type=int, default=[4])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    for seats in args.seats:
        try:
            mean, about = shares(args.game, args.one, args.others, seats, args.games, args.seed)
        except GameError as wrong:
            parser.error(str(wrong))
        found = f"{mean:.2f} ± {about:.2f} fair shares in {args.games} games"
        print(f"{seats} seats, {args.one} among {args.others}: {found}", flush=True)


if __name__ == "__main__":
    main()
