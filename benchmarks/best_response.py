"""How often a best response wins in RunAway Train: a learner that is trained only to beat fixed experts.

    python benchmarks/best_response.py --seats 4 --minutes 10 --games 400

The learner starts with the experts' work values of positions. At every choice it is told the mixed strategies of the
experts and answers with the plan that is best on average. Between the choices, its values are trained by TD(λ) on the
results of games against three experts.
"""

import argparse
import time

import numpy as np

from allaboard.bots.levels import Knowledge
from allaboard.game import CHANCE, Options, load
from allaboard.games.runaway.bots.choice import (
    CHOICE,
    CHOICE_WORKSPACE,
    OPEN,
    PLAN,
    PLANS,
    Workspace,
    draw,
    expected_value,
    plan_for,
    regret,
    solve,
)
from allaboard.games.runaway.bots.curves import won
from allaboard.games.runaway.bots.search import BUDGET, RARE, TILT, expert, knowledge
from allaboard.games.runaway.bots.training import (
    EXPLORATION,
    LAMBDA,
    LONGEST,
    Gradients,
    learn,
)
from allaboard.games.runaway.bots.value import MOST_ROWS, SECOND, STATE, WIDTH, net_of, value
from allaboard.games.runaway.rules import (
    CHOOSING,
    JUMP,
    SPEED,
    STAY,
    SWITCH,
    TRACK_LONG,
    TRACK_SHORT,
    State,
    actors,
    apply,
    observe,
    start,
)
from allaboard.record import Cells, rule
from allaboard.rng import Rng, below, stream

ROUNDS_IN_TRAINING, SAMPLES = 400, 400
RATES = (5e-4, 5e-5)
BATCH = 20


@rule
def answer(mine: Knowledge, work: Workspace, theirs: Workspace, seat: int, ahead: bool, rng: Rng) -> int:
    """The best plan against the mixed strategies of the others."""
    table = work.tables[CHOICE]
    work.known[:] = 0
    work.brings[:] = 0.0
    work.regrets[:] = 0.0
    for _ in range(SAMPLES):
        for other in range(table.seats):
            if other != seat and int(table.aboard) >> other & 1:
                work.chosen[other] = draw(theirs.odds[other], rng)
        regret(mine, work, seat, 1.0, ahead)
    best = 0
    for plan in range(PLANS):
        if OPEN[int(table.suitcases[seat]), plan] and work.brings[seat, plan] > work.brings[seat, best]:
            best = plan
    return best


@rule
def play(
    learner: Knowledge,
    sizes: Knowledge,
    frozen: Knowledge,
    options: Options,
    seats: int,
    games: int,
    rng: Rng,
    rate: float,
    shares: Cells,
) -> None:
    """Play games of a learner among experts. Without a step size nothing is learned, and experts use a full budget."""
    play_in(learner, sizes, frozen, options, seats, games, rng, rate, shares, np.zeros(2, CHOICE_WORKSPACE))


@rule
def play_in(
    mine: Knowledge,
    sizes: Knowledge,
    their: Knowledge,
    options: Options,
    seats: int,
    games: int,
    rng: Rng,
    rate: float,
    shares: Cells,
    memory: Cells,
) -> None:
    """The same as `play`, with given working records."""
    net, steps = net_of(mine), net_of(sizes)
    work, theirs, tables = memory[0], memory[1], np.zeros(3, STATE)
    scratch, learning = work.scratch, rate > 0.0
    rounds = ROUNDS_IN_TRAINING if learning else BUDGET
    gradients = Gradients(np.zeros(WIDTH, np.float32), np.zeros(SECOND, np.float32))
    rows, used = np.zeros((LONGEST, MOST_ROWS), np.int64), np.zeros(LONGEST, np.int64)
    values, plans = np.zeros(LONGEST), np.zeros(6, np.int64)
    for number in range(games):
        tables[0] = tables[2]
        table = tables[0]
        start(table, seats, options)
        seat, k = below(rng, seats), 0
        while actors(table) != 0:
            phase, mask = int(table.phase), actors(table)
            if phase in (SPEED, CHOOSING) and learning:
                scratch.used[0] = 0
                values[k] = value(mine, scratch, table, seat)
                rows[k], used[k] = scratch.rows, scratch.used[0]
                k = min(k + 1, LONGEST - 1)
            if mask == 1 << CHANCE:
                apply(table, CHANCE, below(rng, 6))
                continue
            if phase == CHOOSING:
                theirs.tables[CHOICE] = table
                solve(their, theirs, rounds, rng, True)
                for other in range(seats):
                    plans[other] = plan_for(theirs, other, RARE, other % 3, TILT, rng)
                if mask >> seat & 1:
                    work.tables[CHOICE] = table
                    plans[seat] = answer(mine, work, theirs, seat, not learning, rng)
                    if learning and below(rng, EXPLORATION) == 0:
                        plan = below(rng, PLANS)
                        plans[seat] = plan if OPEN[int(table.suitcases[seat]), plan] else plans[seat]
            for actor in range(seats):
                if mask >> actor & 1:
                    tables[1] = tables[2]
                    observe(table, actor, tables[1])
                    if phase == CHOOSING and (actor == seat or learning):
                        apply(table, actor, int(PLAN[plans[actor]]))
                    elif actor == seat:
                        apply(table, actor, by_value(mine, work, tables[1], 0, rng))
                    elif learning:
                        apply(table, actor, by_value(their, theirs, tables[1], rounds, rng))
                    else:
                        apply(table, actor, expert(tables[1], rng, their, rounds, actor % 3))
        shares[number] = target = won(table, seat)
        for i in range(k - 1, -1, -1):
            if used[i] > 0:
                scratch.rows[:] = rows[i]
                scratch.used[0] = used[i]
                learn(mine, net, steps, scratch, gradients, target, rate)
            target = LAMBDA * target + (1.0 - LAMBDA) * values[i]


@rule
def by_value(net: Knowledge, work: Workspace, view: State, rounds: int, rng: Rng) -> int:
    """Jump or stay, short or long: the decision with the higher value."""
    one, other = (TRACK_SHORT, TRACK_LONG) if view.phase == SWITCH else (JUMP, STAY)
    first = expected_value(net, work, view, one, rounds, rng, True)
    return one if first >= expected_value(net, work, view, other, rounds, rng, True) else other


def measure(learner: Knowledge, frozen: Knowledge, options: Options, seats: int, games: int, rng: Rng) -> str:
    """How often it wins, divided by the wins of an average player."""
    parts, nothing, one = [], np.ones_like(learner), np.zeros(1)
    for number in range(games):
        play(learner, nothing, frozen, options, seats, 1, rng, 0.0, one)
        parts.append(one[0])
        print(f"\r{number + 1} of {games} games", end="", flush=True)
    shares = seats * np.array(parts)
    return f"\r{shares.mean():.2f} ± {1.96 * shares.std() / games**0.5:.2f} times its fair share in {games} games"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seats", type=int, default=4, choices=range(3, 7))
    parser.add_argument("--minutes", type=float, default=10, help="of learning, on one core")
    parser.add_argument("--games", type=int, default=400, help="to measure it in")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    options, rng = load("runaway").options({}), stream(args.seed, 77)
    frozen = knowledge()
    learner, sizes = frozen.copy(), np.full_like(frozen, 1e-4)
    spent, games, shares = 0.0, 0, np.zeros(BATCH)
    recent: list[float] = []
    while spent < 60 * args.minutes:
        share = spent / (60 * args.minutes)
        began = time.thread_time()
        rate = RATES[0] * (RATES[1] / RATES[0]) ** share
        play(learner, sizes, frozen, options, args.seats, BATCH, rng, rate, shares)
        spent += time.thread_time() - began
        games += BATCH
        recent = [*recent, *shares][-2000:]
        print(f"\r{games} games, of the last {len(recent)} won {args.seats * np.mean(recent):.2f} fair shares", end="")
    print()
    print(f"After {games} games:", measure(learner, frozen, options, args.seats, args.games, rng), flush=True)


if __name__ == "__main__":
    main()
