"""Are decisions that a review calls clearly wrong really wrong? Prices against playouts.

    python benchmarks/prices.py runaway --seats 4 --decisions 80 --playouts 400

Bots play games. Some of their decisions are priced as in a review. Where the played action is not the best one, both
are played out from worlds that look the same to the seat, always by the same bot. Two independent halves of the
playouts separate the error of the prices from luck: the mean product of their errors contains no luck.
"""

import argparse
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from allaboard import notation
from allaboard.bots.levels import policy
from allaboard.game import CHANCE, load
from allaboard.reviews.prices import pricing
from allaboard.rng import stream
from allaboard.simulate import run
from allaboard.simulate.positions import walker
from allaboard.simulate.records import records


class Checked(NamedTuple):
    """One decision: its price, the standard error, and the difference in two halves of the playouts."""

    cost: float
    error: float
    one: float
    other: float


def checked(game: str, seats: int, player: str, judge: str, playouts: int, seed: int, clear: bool) -> Iterator[Checked]:
    """Decisions of a bot that were not the best ones, one in seven; only those that are clearly wrong, or all."""
    known, prices = load(game), pricing(load(game), seats, {})
    best = known.declaration.need(known.declaration.levels[known.declaration.best_level])
    level = policy(game, judge)
    play_out = walker(game, judge, best.settled).play_out
    rows, rng, number = np.zeros(1, known.rules.State.dtype), stream(seed), 0
    for record in records(run(game, seats, 2000, (player,), seed)):
        for step in notation.replay(record):
            seat = step.line.actor
            if seat == CHANCE or len(known.legal(step.before, seat)) < 2:
                continue
            number += 1
            if number % 7:
                continue
            view = known.view(step.before, seat)
            price = prices.price(view)
            cost, error = price.cost(step.action)
            if cost <= (2 * error if clear else 0):
                continue
            rows[0] = known.imagine(view, rng)
            halves = [
                play_out(rows, 0, seat, price.actions[0], playouts // 2, True, rng, level.knowledge, level.budget)
                - play_out(rows, 0, seat, step.action, playouts // 2, True, rng, level.knowledge, level.budget)
                for _ in range(2)
            ]
            yield Checked(cost, error, *halves)


def told(name: str, rows: list[Checked]) -> str:
    """One line of the table."""
    if not rows:
        return f"{name}: none"
    cost, error, one, other = np.array(rows).T
    came = (one + other) / 2
    noise = float(np.abs(one - other).std() / 2)
    beyond = float(np.mean((cost - one) * (cost - other)))
    share, about = float((came > 0).mean()), 1.96 * float(np.sqrt((came > 0).var() / len(came)))
    return (
        f"{name}: {len(rows)} decisions, price {cost.mean():.3f}, played out {came.mean():.3f} ± "
        f"{1.96 * came.std() / np.sqrt(len(came)):.3f}, error beyond luck {np.sign(beyond) * abs(beyond) ** 0.5:.3f}, "
        f"stated standard error {np.sqrt((error**2).mean()):.3f}; "
        f"right {share:.3f} ± {about:.3f}, wrong beyond luck {(came < -2 * noise).mean():.3f}"
    )


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--player", default="medium", help="whose decisions are judged")
    parser.add_argument("--judge", default="hard", help="who plays on")
    parser.add_argument("--decisions", type=int, default=80)
    parser.add_argument("--playouts", type=int, default=400)
    parser.add_argument("--seed", type=int, default=77)
    parser.add_argument("--clear", action="store_true", help="play out only what a review calls clearly wrong")
    args = parser.parse_args()
    found: list[Checked] = []
    for one in checked(args.game, args.seats, args.player, args.judge, args.playouts, args.seed, args.clear):
        found.append(one)
        print(*(f"{number:.4f}" for number in one), flush=True)
        if len(found) == args.decisions:
            break
    clear = [one for one in found if one.cost > 2 * one.error]
    print(told("clear", clear))
    print(told("close", [one for one in found if one.cost <= 2 * one.error]))


if __name__ == "__main__":
    main()
