"""The expected final points of a sheet at a table of several players, for the value of positions.

It is a network of the same kind as the learned player's, but it does not look at the rivals. It estimates the scores of
hard bots and is not meant for choosing actions. It learns by TD(λ): the target of a sheet is the average over the next
roll, with the loads that the learned player would take.

    python -m allaboard.games.miyajima.bots.points --minutes 3
"""

import argparse
import time

import numpy as np

from allaboard.bots import critic
from allaboard.bots.levels import Knowledge
from allaboard.game import CHANCE, Options
from allaboard.game import load as load_game
from allaboard.games.miyajima.bots.heuristics import medium
from allaboard.games.miyajima.bots.learned import (
    EDGES,
    LINEAR,
    NET,
    OUTLOOK,
    PAIR_ROWS,
    POINTS,
    RIVAL,
    ROWS,
    ROWS_OF_SHEET,
    SCRATCH,
    WIDTH,
    Net,
    Scratch,
    add_up,
    best_load,
    hard,
    knowledge,
    look,
    net_of,
    read_sheet,
    sheet_value,
)
from allaboard.games.miyajima.bots.training import LAMBDA, LONGEST, UNSEEN, History, learn
from allaboard.games.miyajima.rules import (
    ALL_DICE,
    CHOOSE_DIE,
    LOAD,
    LOADING,
    State,
    actors,
    apply,
    destinations,
    dice_rolled,
    load,
    observe,
    score,
    start,
)
from allaboard.record import Cells, rule
from allaboard.registry import declaration
from allaboard.rng import Rng, below, stream

STATE = State.dtype
SEATS = (2, 3, 4, 2, 3, 5, 4, 6, 2, 3, 8, 4, 7)  # small tables are played more often
FIRST_RATE, LAST_RATE = 3e-3, 1e-4
NAME = "points"  # of the array in the file of the game's value
TABLE, BLANK, ROLLED, LOADED, VIEW = range(5)


@rule
def net_from(weights: Knowledge) -> Net:
    """The network in its weights."""
    pay = ROWS * WIDTH
    out = pay + PAIR_ROWS
    return Net(weights[:pay].reshape(ROWS, WIDTH), weights[pay:out], weights[out:NET])


@rule
def points(net: Net, scratch: Scratch, table: State, seat: int) -> float:
    """The expected final points of a sheet, in tens."""
    read_sheet(scratch, table, seat)
    scratch.rows[14] = RIVAL  # the rivals are not looked at
    scratch.rows[15] = OUTLOOK
    add_up(net, scratch)
    return sheet_value(net, scratch)


@rule
def load_all(player: Net, scratch: Scratch, rolled: State, loaded: State) -> bool:
    """Load for everybody, as chosen or as the learned player would; True if that ends the game (M6).

    `loaded` is a copy of the table where a die was just rolled.
    """
    for seat in range(rolled.seats):
        action = 0
        if rolled.choice[seat] != 0:
            action = int(rolled.choice[seat]) - 1
        elif int(rolled.awaited) >> seat & 1:
            look(player, scratch, rolled, seat)
            best_load(player, scratch, rolled, seat, 0)
            action = int(scratch.best[0])
        if action != 0:
            load(loaded, seat, action - LOAD)
    return dice_rolled(loaded) == ALL_DICE and destinations(loaded) >= loaded.to_end


@rule
def roll(table: State, face: int) -> None:
    """Show a face of the chosen die. Everybody is asked to load; those who cannot have no load."""
    table.faces[table.die] = face
    table.phase = LOADING
    table.awaited = (1 << int(table.seats)) - 1


@rule
def self_play(
    known: Knowledge,
    weights: Knowledge,
    sizes: Knowledge,
    options: Options,
    seats: int,
    games: int,
    rng: Rng,
    rate: float,
    memory: Cells,
) -> float:
    """Watch games of hard and medium bots, and learn from hard's sheets; returns the error of the first sheets."""
    player, net, steps, scratch = net_of(known, seats), net_from(weights), net_from(sizes), memory[0]
    tables, kinds = np.zeros(5, STATE), np.zeros(8, np.int64)
    history = History(
        np.zeros((seats, LONGEST, ROWS_OF_SHEET), np.int64),
        np.zeros((seats, LONGEST, 6), np.float32),
        np.zeros((seats, LONGEST), np.float32),
        np.zeros((seats, LONGEST), np.float32),
    )
    off, sheets = 0.0, 0
    for _ in range(games):
        tables[TABLE] = tables[BLANK]
        table = tables[TABLE]
        start(table, seats, options)
        strangers = below(rng, 3)
        for seat in range(seats):
            kinds[seat] = 1 if below(rng, 4) < strangers else 0
        rolls = 0
        while actors(table) != 0 and rolls < LONGEST:
            if table.phase == CHOOSE_DIE:
                active = int(table.active)
                apply(table, active, choice_of(tables, known, active, int(kinds[active]), rng))
            if rolls > 0:
                expect(player, net, scratch, tables, history, rolls - 1)
            roll_and_load(known, net, scratch, tables, kinds, history, rolls, rng)
            rolls += 1
        for seat in range(seats):
            if kinds[seat] != 0:
                continue
            target = score(table, seat) / POINTS
            off, sheets = off + abs(target - history.values[seat, 0]), sheets + 1
            for k in range(rolls - 1, -1, -1):
                if k < rolls - 1:
                    target = history.expected[seat, k] + LAMBDA * (target - history.values[seat, k + 1])
                scratch.rows[:] = history.rows[seat, k]
                scratch.fast[:] = history.fast[seat, k]
                learn(net, steps, scratch, target, rate)
    return off / max(sheets, 1)


@rule
def choice_of(tables: Cells, known: Knowledge, seat: int, kind: int, rng: Rng) -> int:
    """What a seat chooses, in any style."""
    tables[VIEW] = tables[BLANK]
    observe(tables[TABLE], seat, tables[VIEW])
    style = below(rng, 3)
    return hard(tables[VIEW], rng, known, 0, style) if kind == 0 else medium(tables[VIEW], rng, known, 0, style)


@rule
def expect(player: Net, net: Net, scratch: Scratch, tables: Cells, history: History, k: int) -> None:
    """Before a roll: the mean value of each seat's sheet after it."""
    table, rolled, loaded = tables[TABLE], tables[ROLLED], tables[LOADED]
    history.expected[:, k] = 0
    for face in range(1, 7):
        tables[ROLLED] = table
        roll(rolled, face)
        tables[LOADED] = rolled
        over = load_all(player, scratch, rolled, loaded)
        for seat in range(table.seats):
            best_value = score(loaded, seat) / POINTS if over else points(net, scratch, loaded, seat)
            history.expected[seat, k] += np.float32(best_value / 6.0)


@rule
def roll_and_load(
    known: Knowledge,
    net: Net,
    scratch: Scratch,
    tables: Cells,
    kinds: Cells,
    history: History,
    k: int,
    rng: Rng,
) -> None:
    """Roll the die, let everybody load, and record the sheets."""
    table, loaded = tables[TABLE], tables[LOADED]
    face = below(rng, 6)
    tables[LOADED] = table
    loaded.faces[table.die] = face + 1
    loaded.phase = LOADING
    apply(table, CHANCE, face)
    waiting = actors(table) if table.phase == LOADING else 0
    for seat in range(loaded.seats):
        if waiting >> seat & 1:
            action = choice_of(tables, known, seat, int(kinds[seat]), rng)
            load(loaded, seat, action - LOAD)
            apply(table, seat, action)
    for seat in range(loaded.seats):
        history.values[seat, k] = points(net, scratch, loaded, seat)
        history.rows[seat, k] = scratch.rows
        history.fast[seat, k] = scratch.fast


def train(minutes: float, seed: int) -> Knowledge:
    """Learn for a number of minutes of processor time, from the network for solo games."""
    known, options = knowledge(), load_game("miyajima").options({})
    weights = np.array(known[EDGES : EDGES + NET])
    sizes = np.full(NET, 1e-3, np.float32)
    steps = net_from(sizes)
    steps.rows[:, LINEAR] = UNSEEN
    steps.pay[:], steps.out[:] = 100, 1
    rng, memory = stream(seed), np.zeros(1, SCRATCH)
    self_play(known, weights, sizes, options, 2, 0, rng, 0.0, memory)  # compile before the time starts
    began, batches, share = time.process_time(), 0, 0.0
    while share < 1:
        seats = SEATS[batches % len(SEATS)]
        rate = FIRST_RATE * (LAST_RATE / FIRST_RATE) ** share
        off = self_play(known, weights, sizes, options, seats, 240 // seats, rng, rate, memory)
        batches += 1
        share = (time.process_time() - began) / (60 * minutes)
        if batches % 26 == 1:
            print(f"{share:.2f} {seats} players {off * POINTS:.1f} points off", flush=True)
    net_from(weights).rows[steps.rows[:, LINEAR] == UNSEEN] = 0
    return weights


def main() -> None:
    """Learn, and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=3.0)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    command = f"python -m allaboard.games.miyajima.bots.points --minutes {args.minutes:g} --seed {args.seed}"
    print(critic.write(declaration("miyajima"), NAME, train(args.minutes, args.seed), command))


if __name__ == "__main__":
    main()
