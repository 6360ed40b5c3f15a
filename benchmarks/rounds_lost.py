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
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("one", help="a level, such as expert or expert:50000")
    parser.add_argument("others", help="the level of all others")
    parser.add_argument("--seats", type=int, default=4, choices=range(3, 6))
    parser.add_argument(
        "--rounds", type=int, default=400, help="the minimum number of rounds; the last game is played to its end"
    )
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=1)
    args = parser.parse_args()
    if args.rounds < 1:
        parser.error(f"--rounds must be at least 1, not {args.rounds}")
    bots = (args.one, *[args.others] * (args.seats - 1))
    lost, rounds, games = 0, 0, np.arange(args.seats)  # each seat once
    seed = 1000 * args.seed
    while rounds < args.rounds:
        try:
            batch = run("hachi", args.seats, args.seats, bots, seed, rotate=True, threads=args.threads)
        except GameError as wrong:
            parser.error(str(wrong))
        gone = 2 - batch.columns["score"]
        lost, rounds, seed = lost + int(gone[games, -games % args.seats].sum()), rounds + int(gone.sum()), seed + 1
        print(f"\r{rounds} of {args.rounds} rounds, {lost} lost", end="", flush=True)
    low, high = interval(lost, rounds)
    print(
        f"\r{args.seats} seats, {args.one} among {args.others}: loses {lost} of {rounds} rounds = "
        f"{100 * lost / rounds:.2f}% ({100 * low:.2f} to {100 * high:.2f}); {100 / args.seats:.0f}% would be fair"
    )


if __name__ == "__main__":
    main()
