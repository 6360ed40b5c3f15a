"""How much less results vary without luck, for each kind of luck, with bootstrap intervals over games.

    python benchmarks/luck.py miyajima --seats 1,2,4 --bots medium,hard --games 400

`draws` is the luck of deals, draws and dice alone. `all` is also the luck of the bots' own random choices. A factor of
4 means that 4 times as many games are needed for the same interval without the correction. The shares split the
variance of the results by its source, as estimated with the value function: draws, choices, and the rest, which the
value function does not explain.
"""

import argparse

import numpy as np
import numpy.typing as npt

from allaboard.simulate.batch import run_plan
from allaboard.simulate.ladder import mean_of
from allaboard.simulate.luck import AGAIN, Decomposition, corrected, decompose
from allaboard.simulate.plan import Plan

RESAMPLES = 300
Numbers = npt.NDArray[np.float64]


def factors(found: Decomposition) -> tuple[Numbers, Numbers]:
    """The results of all seats around their means, and the same without luck, by game and seat."""
    results = found.results - found.results.mean(axis=0)
    fixed = [np.empty_like(results), np.empty_like(results)]
    for seat in range(results.shape[1]):
        draws, choices = found.draws[:, seat], found.choices[:, seat]
        fixed[0][:, seat] = corrected(results[:, seat], draws)
        fixed[1][:, seat] = corrected(results[:, seat], draws, choices)
    return results, np.stack(fixed)


def spread(results: Numbers, fixed: Numbers, seed: int) -> str:
    """The factor with its 95% interval."""
    random = np.random.default_rng(seed)
    raw, left = (results**2).mean(axis=1), ((fixed - fixed.mean(axis=0)) ** 2).mean(axis=1)
    drawn = [raw[games].mean() / left[games].mean() for games in random.integers(0, len(raw), (RESAMPLES, len(raw)))]
    low, high = np.percentile(drawn, [2.5, 97.5])
    return f"{raw.mean() / left.mean():.2f} ({low:.2f} to {high:.2f})"


def main() -> None:
    """Print a table in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--seats", default="4", help="numbers of players, separated by commas")
    parser.add_argument("--bots", default="medium,hard", help="levels; all seats have the same")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--again", type=int, default=AGAIN, help="how often bots choose again in each position")
    parser.add_argument("--seed", type=int, default=9001, help="by default other games than the value was fitted to")
    args = parser.parse_args()
    print("| players | bots | without draws | without all luck | draws | choices | rest | mean luck |")
    print("| ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for seats in map(int, args.seats.split(",")):
        for bot in args.bots.split(","):
            found = decompose(
                run_plan(Plan(args.game, seats, (bot,), args.seed, {}, rotate=True), args.games), args.again
            )
            results, (draws, both) = factors(found)
            whole = results.var()
            left = 1 - both.var() / whole
            first = 1 - draws.var() / whole
            mean, about = mean_of(found.luck[:, 0])
            print(
                f"| {seats} | {bot} | {spread(results, draws, args.seed)} | {spread(results, both, args.seed)} "
                f"| {first:.2f} | {left - first:.2f} | {1 - left:.2f} | {mean:.3f} ± {about:.3f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
