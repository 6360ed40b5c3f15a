"""How many rounds of Hachi Train a bot loses among players who only split their hands well.

    python -m benchmarks.splitters medium --seats 4 --rounds 2000

A hand-splitter computes the smallest number of sets into which its hand can be cut. It plays the weakest set that
reduces this number, and passes otherwise.
"""

import argparse

import numpy as np
from benchmarks.rounds_lost import interval

from allaboard.bots.levels import NOTHING_LEARNED, Knowledge, Policy
from allaboard.games.hachi.bots.heuristics import HOPELESS, TOLL, judge, workspace_with
from allaboard.games.hachi.rules import INSERTING, LONGEST, PASS, PLAY, ROOM, State, count_unseen
from allaboard.record import rule
from allaboard.rng import Rng
from allaboard.simulate import run

SETS = np.zeros_like(TOLL)
SETS[2:, 1:] = 1000  # every set costs the same
SLACK = 260  # the weight of the field and of cards to come: less than a set


@rule
def splitter(view: State, rng: Rng, knowledge: Knowledge, budget: int) -> int:
    """The weakest set that leaves one set less; otherwise a pass, or the action that leaves the fewest sets."""
    workspace = workspace_with(SETS)
    count_unseen(view, workspace.unseen)
    n = judge(view, int(view.viewer), workspace.unseen, workspace)
    fewest = HOPELESS
    for i in range(n):
        fewest = min(fewest, int(workspace.judged[i]))
    best, weakest = 0, HOPELESS
    for i in range(n):
        action = int(workspace.actions[i])
        strength = int(workspace.judged[i])
        if view.phase != INSERTING and strength <= fewest + SLACK:
            code = action - PLAY
            strength = -HOPELESS + (
                10_000 if action == PASS else code // ROOM % LONGEST * 100 + code // (ROOM * LONGEST)
            )
        if strength < weakest:
            best, weakest = i, strength
    return int(workspace.actions[best])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bot", help="a level, such as medium or expert:3000")
    parser.add_argument("--seats", type=int, nargs="+", default=[4], choices=range(3, 6))
    parser.add_argument("--rounds", type=int, default=2000, help="about how many rounds are played")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    other = Policy("hachi", "splitter", splitter, NOTHING_LEARNED, 0)
    for seats in args.seats:
        games = max(args.rounds // 3, seats)
        batch = run("hachi", seats, games, (args.bot, *[other] * (seats - 1)), args.seed, rotate=True, threads=1)
        gone, game = 2 - batch.columns["score"], np.arange(games)
        lost, rounds = int(gone[game, -game % seats].sum()), int(gone.sum())
        low, high = interval(lost, rounds)
        print(
            f"{seats} seats, {args.bot} among hand-splitters: loses {lost} of {rounds} rounds = "
            f"{100 * lost / rounds:.1f}% ({100 * low:.1f} to {100 * high:.1f}); {100 / seats:.0f}% would be fair"
        )


if __name__ == "__main__":
    main()
