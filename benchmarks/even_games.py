"""Whether `match` finds even games: a person of a known level plays one game after another against bots that fit.

    python -m benchmarks.even_games runaway --people easy medium hard --games 30 --tables 10

Each simulated person is a bot of one level. Before every game `bot_for` chooses the opponents from that person's
finished games. Games after the first ten count: a share of 1 is an even game. `--budget` replaces expert's own budget,
which is large: a person like hard meets blends of hard and expert.
"""

import argparse
from collections import Counter
from dataclasses import replace

import numpy as np

from allaboard.bots.levels import Policy, parts, policy
from allaboard.bots.matching import Finished, bot_for, rating, strength
from allaboard.game import CHANCE, load
from allaboard.rng import stream
from allaboard.simulate.ladder import mean_of
from allaboard.simulate.programs import draw

WARMING_UP = 10  # games that the estimate needs


def cheaper(player: Policy, budget: int | None) -> Policy:
    """The same bot, with this budget for the decisions that it takes as expert."""
    if budget is not None and player.neighbour and player.neighbour.level.startswith("expert"):
        return replace(player, neighbour=replace(player.neighbour, budget=budget))
    return replace(player, budget=budget) if budget is not None and player.level.startswith("expert") else player


def share(game: str, bots: list[str], seat: int, seed: int, number: int, budget: int | None = None) -> float:
    """The share of the win that a seat gets in one game."""
    known = load(game)
    deal, think = stream(seed, 2 * number), stream(seed, 2 * number + 1)
    players = [cheaper(policy(game, bot), budget) for bot in bots]
    state = known.start(len(bots))
    while actors := known.actors(state):
        actor = actors[0]
        action = draw(known, state, deal) if actor == CHANCE else players[actor](known.view(state, actor), think)
        known.play(state, actor, action)
    ranks = known.ranks(state)
    return 1 / ranks.count(1) if ranks[seat] == 1 else 0.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--people", nargs="+", default=["easy", "medium", "hard"], help="the levels of the people")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--games", type=int, default=30, help="of each person")
    parser.add_argument("--tables", type=int, default=10, help="how many people of each level")
    parser.add_argument("--budget", type=int, help="of expert")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    for person in args.people:
        shares: list[float] = []
        ratings: list[float] = []
        met: Counter[str] = Counter()
        for table in range(args.tables):
            past: list[Finished] = []
            for number in range(args.games):
                seat, other = (table + number) % args.seats, bot_for(args.game, past)
                bots = [person if at == seat else other for at in range(args.seats)]
                won = share(args.game, bots, seat, args.seed, table * args.games + number, args.budget)
                past.insert(0, Finished([other] * (args.seats - 1), won))
                if number >= WARMING_UP:
                    shares.append(args.seats * won)
                    met[parts(other).level] += 1
            ratings.append(strength(args.game, past))
        mean, about = mean_of(np.array(shares))
        levels = ", ".join(f"{count} {level}" for level, count in met.most_common())
        print(
            f"{args.game}, {args.seats} seats, a person like {person} ({rating(args.game, person):.0f}): "
            f"{mean:.2f} ± {about:.2f} fair shares in {len(shares)} games against {levels}; "
            f"estimated at {np.mean(ratings):.0f} ± {np.std(ratings):.0f} in the end",
            flush=True,
        )


if __name__ == "__main__":
    main()
