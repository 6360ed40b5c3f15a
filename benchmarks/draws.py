"""How much of the variance of results comes from deals, draws and dice, measured without any value function.

    python benchmarks/draws.py hachi --seats 3,4,5 --bots medium --games 300

Bots play games. Before and after each act of chance the position is played out several times by the same bots. The
difference of the two means, squared and corrected for the noise of the playouts, is what this act contributed to the
variance of the results. The sum over a game, divided by the variance of the results, is the share of chance. Even an
exact value function cannot remove more than this share by subtracting the luck of draws, so 1 / (1 - share) is the
highest possible factor in the column `without draws` of `benchmarks/luck.py`. Intervals are bootstraps over games.
"""

import argparse
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from allaboard.bots.levels import Knowledge, policy
from allaboard.bots.outlook import outlook_of
from allaboard.chance import drawer
from allaboard.game import CHANCE, Actions, State, load
from allaboard.record import Cells, Records, specialise
from allaboard.rng import Rng, below, stream
from allaboard.simulate.plan import Plan, laid

RESAMPLES = 500
Numbers = npt.NDArray[np.float64]
_TABLE, _BEFORE, _WORLD, _VIEW, _BLANK = range(5)


def _unbound(*_: object) -> Any:  # Any: what is bound to the names below returns different types
    raise NotImplementedError


actors = legal = apply = draw = observe = choose = score = rank = act = finish = play_out = _unbound
WINS = True


def _act(
    tables: Records, at: int, rng: Rng, knowledge: Knowledge, budget: int, menu: Actions, styles: Cells, mask: int
) -> None:
    """One action of chance or of a bot."""
    if mask == 1 << CHANCE:
        apply(tables[at], CHANCE, draw(tables[at], rng, menu))
        return
    seat = 0
    while not mask >> seat & 1:
        seat += 1
    tables[_VIEW] = tables[_BLANK]
    observe(tables[at], seat, tables[_VIEW])
    apply(tables[at], seat, choose(tables[_VIEW], rng, knowledge, budget, int(styles[seat])))


def _finish(table: State, out: Cells) -> None:
    """The result of every seat: its score, or its share of the win."""
    winners = 0
    for seat in range(table.seats):
        winners += rank(table, seat) == 1
    for seat in range(table.seats):
        won = 1.0 / winners if winners > 0 and rank(table, seat) == 1 else 0.0
        out[seat] = won if WINS else float(score(table, seat))


def _play_out(
    tables: Records,
    start: int,
    times: int,
    rng: Rng,
    knowledge: Knowledge,
    budget: int,
    menu: Actions,
    styles: Cells,
    out: Numbers,
) -> None:
    """Play a position out several times; writes the results by playout and seat."""
    for number in range(times):
        tables[_WORLD] = tables[start]
        mask = actors(tables[_WORLD])
        while mask != 0:
            act(tables, _WORLD, rng, knowledge, budget, menu, styles, mask)
            mask = actors(tables[_WORLD])
        finish(tables[_WORLD], out[number])


def _follow(
    tables: Records,
    rng: Rng,
    knowledge: Knowledge,
    budget: int,
    menu: Actions,
    styles: Cells,
    before: Numbers,
    after: Numbers,
    every: int,
    out: Cells,
) -> float:
    """Play one game. Writes the results, and returns the sum of the squared effects of chance.

    On average one act of chance in `every` is measured, and its effect is multiplied by `every`.
    """
    total, times, seats = 0.0, len(before), before.shape[1]
    mask = actors(tables[_TABLE])
    while mask != 0:
        drawn = mask == 1 << CHANCE
        if drawn:  # one act may consist of many draws, such as a deal
            tables[_BEFORE] = tables[_TABLE]
            while mask == 1 << CHANCE:
                act(tables, _TABLE, rng, knowledge, budget, menu, styles, mask)
                mask = actors(tables[_TABLE])
            if below(rng, every) > 0:
                continue
            play_out(tables, _BEFORE, times, rng, knowledge, budget, menu, styles, before)
            play_out(tables, _TABLE, times, rng, knowledge, budget, menu, styles, after)
            for seat in range(seats):
                for results in (before, after):
                    mean, spread = 0.0, 0.0
                    for number in range(times):
                        mean += results[number, seat] / times
                    for number in range(times):
                        spread += (results[number, seat] - mean) ** 2
                    total -= every * spread / (times - 1) / times  # the noise of the mean
                apart = 0.0
                for number in range(times):
                    apart += (after[number, seat] - before[number, seat]) / times
                total += every * apart * apart
        else:
            act(tables, _TABLE, rng, knowledge, budget, menu, styles, mask)
            mask = actors(tables[_TABLE])
    finish(tables[_TABLE], out)
    return total


def follower(game: str, level: str, wins: bool) -> Callable[..., float]:
    """The compiled loop for a game and a bot."""
    known, name = load(game), f"{game}-{level}-{wins}"
    words: dict[str, object] = {
        key: getattr(known.rules, key) for key in ("actors", "legal", "apply", "observe", "score", "rank")
    }
    words |= {"draw": drawer(known), "choose": policy(game, level).choose, "WINS": wins}
    words["act"] = specialise(_act, name, words)
    words["finish"] = specialise(_finish, name, words)
    words["play_out"] = specialise(_play_out, name, words)
    return specialise(_follow, name, words)


def measure(game: str, seats: int, bot: str, games: int, times: int, every: int, seed: int) -> tuple[Numbers, Numbers]:
    """By game: the sum of the squared effects of chance; and the results of every seat."""
    known, player = load(game), policy(game, bot)
    unit = outlook_of(known, seats).unit
    follow = follower(game, bot, unit == "wins")
    first, size = laid(Plan(game, seats, (bot,))), max(known.rules.ACTIONS, known.rules.OUTCOMES)
    effects, results = np.zeros(games), np.zeros((games, seats))
    before, after, menu = np.zeros((times, seats)), np.zeros((times, seats)), np.zeros(size, np.int16)
    for number in range(games):
        tables = np.zeros(5, known.rules.State.dtype)
        tables[_TABLE] = first[0]
        rng = stream(seed, number)
        styles = (np.arange(8) + number) % max(len(known.declaration.styles), 1)
        effects[number] = follow(
            tables, rng, player.knowledge, player.budget, menu, styles, before, after, every, results[number]
        )
    return effects, results


def share(effects: Numbers, results: Numbers) -> float:
    """The share of the variance of the results that comes from chance."""
    return float(effects.mean() / max(results.var(axis=0).sum(), 1e-12))


def main() -> None:
    """Print a table in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--seats", default="4", help="numbers of players, separated by commas")
    parser.add_argument("--bots", default="medium", help="levels or LEVEL:BUDGET; all seats have the same")
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--times", type=int, default=48, help="playouts before and after each act of chance")
    parser.add_argument("--every", type=int, default=32, help="one act of chance in this many is measured")
    parser.add_argument("--seed", type=int, default=9001)
    args = parser.parse_args()
    print("| players | bots | games | share of chance | highest factor without draws |")
    print("| ---: | --- | ---: | ---: | ---: |")
    random = np.random.default_rng(args.seed)
    for seats in map(int, args.seats.split(",")):
        for bot in args.bots.split(","):
            effects, results = measure(args.game, seats, bot, args.games, args.times, args.every, args.seed)
            again = [
                share(effects[games], results[games])
                for games in random.integers(0, args.games, (RESAMPLES, args.games))
            ]
            found, low, high = share(effects, results), *np.percentile(again, [2.5, 97.5])
            most = [f"{1 / (1 - one):.2f}" if one < 1 else "any" for one in (found, low, high)]
            print(
                f"| {seats} | {bot} | {args.games} | {found:.2f} ({low:.2f} to {high:.2f}) "
                f"| {most[0]} ({most[1]} to {most[2]}) |",
                flush=True,
            )


if __name__ == "__main__":
    main()
