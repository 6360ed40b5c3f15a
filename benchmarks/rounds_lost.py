"""How many rounds of Hachi Train one player loses among others of one kind.

    python benchmarks/rounds_lost.py expert medium --seats 4 --rounds 400

An average player loses one round in as many as there are players. Seats are rotated, and every game has its own deal.
"""

import argparse
from math import sqrt

import numpy as np

from allaboard.game import GameError
from allaboard.simulate import run

Z = 1.96


def interval(lost: int, rounds: int) -> tuple[float, float]:
    """Wilson's 95% interval of a share."""
    share, more = lost / rounds, Z * Z / rounds
    middle, width = share + more / 2, Z * sqrt(share * (1 - share) / rounds + more / rounds / 4)
    return (middle - width) / (1 + more), (middle + width) / (1 + more)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("one", help="a level, such as expert or expert:50000")
    asked.add_argument("others", help="the level of all others")
    asked.add_argument("--seats", type=int, default=4, choices=range(3, 6))
    asked.add_argument(
        "--rounds", type=int, default=400, help="the minimum number of rounds; the last game is played to its end"
    )
    asked.add_argument("--seed", type=int, default=0)
    asked.add_argument("--threads", type=int, default=1)
    given = asked.parse_args()
    if given.rounds < 1:
        asked.error(f"--rounds must be at least 1, not {given.rounds}")
    bots = (given.one, *[given.others] * (given.seats - 1))
    lost, rounds, games = 0, 0, np.arange(given.seats)  # each seat once
    seed = 1000 * given.seed
    while rounds < given.rounds:
        try:
            batch = run("hachi", given.seats, given.seats, bots, seed, rotate=True, threads=given.threads)
        except GameError as wrong:
            asked.error(str(wrong))
        gone = 2 - batch.columns["score"]
        lost, rounds, seed = lost + int(gone[games, -games % given.seats].sum()), rounds + int(gone.sum()), seed + 1
        print(f"\r{rounds} of {given.rounds} rounds, {lost} lost", end="", flush=True)
    low, high = interval(lost, rounds)
    print(
        f"\r{given.seats} seats, {given.one} among {given.others}: loses {lost} of {rounds} rounds = "
        f"{100 * lost / rounds:.2f}% ({100 * low:.2f} to {100 * high:.2f}); {100 / given.seats:.0f}% would be fair"
    )


if __name__ == "__main__":
    main()
