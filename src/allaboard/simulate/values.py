"""Calibration of the value that reviews and ladders use (`allaboard.bots.outlook`): its predictions and the results.

Bots of one level play games. At some positions, of one seat each, the value is compared with the result of the game,
and with the result when the same bots play the position to the end once more. The luck of the two is independent, so
the mean product of the two errors is the mean square of the value's own error.
"""

from collections.abc import Callable, Iterator
from typing import Final

import numpy as np

from allaboard.bots.levels import policy
from allaboard.bots.outlook import Unit, outlook_of, tables_for
from allaboard.game import load
from allaboard.rng import below, stream
from allaboard.simulate.batch import run_plan
from allaboard.simulate.calibration import A_GAME, Calibration, Position, judged, take
from allaboard.simulate.plan import Plan
from allaboard.simulate.positions import finisher
from allaboard.simulate.records import actions

EXPECTS: Final[dict[Unit, str]] = {"points": "score", "wins": "chance to win", "rounds": "rounds, lost ones negative"}
_AT_ONCE: Final = 32  # games


def sample(game: str, seats: int, bots: str, seed: int) -> Iterator[Position]:
    """An endless stream of positions from games between bots of one level."""
    known, player = load(game), policy(game, bots)
    outlook, laid = outlook_of(known, seats), known.start(seats)
    finish, number = finisher(game, bots), 0
    tables, work = tables_for(laid), np.zeros(1, outlook.workspace)
    while True:
        batch = run_plan(Plan(game, seats, (bots,), seed + number), _AT_ONCE)
        for lines in actions(batch):
            rng, values = stream(seed, (1 << 40) + number), outlook.along(laid, lines)
            every, table = max(len(lines) // A_GAME, 1), known.copy(laid)
            wanted, n = below(rng, every), 0
            for ply, (actor, action) in enumerate(lines):
                if ply == wanted and n < A_GAME:
                    seat, once = below(rng, seats), np.zeros((1, seats))
                    tables[0] = table
                    finish(tables, rng, player.knowledge, player.budget, number)
                    outlook.follow(tables, np.zeros((0, 2), np.int16), outlook.knowledge, work, once)
                    yield Position(number, 0, float(values[ply, seat]), float(values[-1, seat]), float(once[0, seat]))
                    wanted, n = wanted + every, n + 1
                known.rules.apply(table, actor, action)
            number += 1


def calibrate(
    game: str,
    seats: int,
    positions: int = 2000,
    bots: str = "hard",
    seed: int = 0,
    progress: Callable[[int], None] | None = None,
) -> Calibration:
    """Compare the value with results, in positions of games between bots of one level."""
    taken = take(sample(game, seats, bots, seed), positions, progress)
    return judged(game, seats, bots, taken, seed, EXPECTS[outlook_of(load(game), seats).unit])
