"""The loop that plays rows of states: written once, compiled for each game, mix of bots and tally.

The names that it calls are stand-ins: `record.specialise` binds them to a game's rules and to the bots.
"""

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from allaboard.game import CHANCE, Actions
from allaboard.record import Cells, Record, field, rule
from allaboard.rng import Rng, below, reseed

BOTS: Final = 8
"""How many different bots one loop can hold: as many as a table has seats."""
RANDOM: Final = -1
"""The kind of a seat that plays at random, straight from `legal`: no view is built for it."""
_DEAL, _THINK = 0, 1  # a game's two streams: the same dice whatever the bots draw

LOOKING = True  # whether any bot needs a view
LOGGING = False  # whether actions are written down


class Outcome(Record):
    """What every game leaves behind, whatever the game."""

    moves: int = field(np.int32)  # actions of players
    chances: int = field(np.int32)  # actions of chance
    over: int = field(np.int8)
    fault: int = field(np.int8)  # 1 + the seat whose bot chose something illegal
    choice: int = field(np.int32)  # what it chose
    rank: Cells = field(np.int8, 8)
    score: Cells = field(np.int16, 8)


class Untallied(Record):
    """The tally of a game that keeps none."""

    nothing: int = field(np.int8)


def _unbound(*_: Any) -> int:
    raise NotImplementedError


actors = legal = apply = weight = observe = score = rank = _unbound
bot0 = bot1 = bot2 = bot3 = bot4 = bot5 = bot6 = bot7 = _unbound
before = after = finish = draw = ask = _unbound


@rule
def nobody(view: Any, rng: Rng, knowledge: Any, budget: int) -> int:
    """Stands in for the bots that a mix does not have."""
    return -1


@rule
def unwatched(state: Any, actor: int, action: int, tally: Any) -> None:
    """Stands in for a tally that does not look before or after each action."""


@rule
def unfinished(state: Any, tally: Any) -> None:
    """Stands in for a tally that does not look at the end."""


def play(
    states: npt.NDArray[Any],
    views: npt.NDArray[Any],  # a blank row and the row that views are built in
    streams: npt.NDArray[np.int64],
    laid: npt.NDArray[Any],  # one row: the table as it is laid
    kinds: npt.NDArray[np.int64],  # by seat, which bot sits there in game 0
    knowledge: tuple[npt.NDArray[np.float32], ...],  # by bot
    budgets: npt.NDArray[np.int64],  # by bot
    shift: int,
    seed: int,
    first: int,
    limit: int,
    outcomes: npt.NDArray[Any],
    tallies: npt.NDArray[Any],
    log: npt.NDArray[np.int16],
    room: Actions,
) -> int:
    """Play every row on, to its end or for so many actions more; returns the actions logged.

    The row i is game number first + i, and its streams depend on that number and the seed alone.
    """
    logged = 0
    for i in range(states.size):
        state, outcome, tally = states[i], outcomes[i], tallies[i]
        deal, think = streams[i, _DEAL], streams[i, _THINK]
        if outcome.moves + outcome.chances == 0:
            states[i] = laid[0]
            reseed(deal, seed, 2 * (first + i) + _DEAL)
            reseed(think, seed, 2 * (first + i) + _THINK)
        turned = shift * (first + i)  # whoever sits at seat 0 moves on a seat each game
        moves, chances, steps = 0, 0, 0
        mask = actors(state)
        while mask != 0 and steps < limit:
            steps += 1
            if mask == 1 << CHANCE:
                actor, action = CHANCE, draw(state, deal, room)
                chances += 1
            else:
                actor = 0
                while not mask >> actor & 1:
                    actor += 1
                kind = kinds[(actor + turned) % kinds.size]
                n = legal(state, actor, room)
                if not LOOKING or kind == RANDOM:
                    action = int(room[below(think, n)])
                else:
                    views[1] = views[0]
                    observe(state, actor, views[1])
                    action = ask(kind, views[1], think, knowledge, budgets)
                    known = False
                    for k in range(n):
                        known |= room[k] == action
                    if not known:
                        outcome.fault, outcome.choice = actor + 1, action
                        break
                moves += 1
            if LOGGING:
                if logged < len(log):
                    log[logged, 0], log[logged, 1] = actor, action
                logged += 1
            before(state, actor, action, tally)
            apply(state, actor, action)
            after(state, actor, action, tally)
            mask = actors(state)
        outcome.moves += moves
        outcome.chances += chances
        if mask == 0 and outcome.over == 0:
            outcome.over = 1
            finish(state, tally)
            for seat in range(state.seats):
                outcome.score[seat] = score(state, seat)
                outcome.rank[seat] = rank(state, seat)
    return logged


def draw_by_weight(state: Any, rng: Rng, room: Actions) -> int:
    """One outcome of chance, each as likely as its weight says."""
    n = legal(state, CHANCE, room)
    total = 0
    for k in range(n):
        total += weight(state, int(room[k]))
    ticket = below(rng, total)
    for k in range(n):
        ticket -= weight(state, int(room[k]))
        if ticket < 0:
            return int(room[k])
    return -1


def ask_bot(
    kind: int, view: Any, rng: Rng, knowledge: tuple[npt.NDArray[np.float32], ...], budgets: npt.NDArray[np.int64]
) -> int:
    """The choice of the bot of this kind."""
    if kind == 0:
        return bot0(view, rng, knowledge[0], budgets[0])
    if kind == 1:
        return bot1(view, rng, knowledge[1], budgets[1])
    if kind == 2:
        return bot2(view, rng, knowledge[2], budgets[2])
    if kind == 3:
        return bot3(view, rng, knowledge[3], budgets[3])
    if kind == 4:
        return bot4(view, rng, knowledge[4], budgets[4])
    if kind == 5:
        return bot5(view, rng, knowledge[5], budgets[5])
    if kind == 6:
        return bot6(view, rng, knowledge[6], budgets[6])
    return bot7(view, rng, knowledge[7], budgets[7])
