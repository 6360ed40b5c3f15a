"""The loop that plays rows of states: written once, compiled for each game, mix of bots and tally.

The functions that it calls are placeholders. `record.specialise` binds their names to a game's rules and to the bots.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from allaboard.game import CHANCE, Actions, State
from allaboard.record import Cells, Record, Records, field, rule
from allaboard.rng import Rng, below, reseed

BOTS: Final = 8
"""How many different bots one loop can have: as many as a table has seats."""
RANDOM: Final = -1
"""The kind of a seat that samples from `legal` directly, so that no view is built."""
_DEAL, _THINK = 0, 1  # a game has two streams, so that the dice do not depend on what the bots draw

STYLES = 1  # how many styles of play the game's bots have
LOOKING = True  # whether any bot needs a view
LOGGING = False  # whether actions are written down


class Outcome(Record):
    """The result of a game, the same for all games."""

    moves: int = field(np.int32)  # actions of players
    chances: int = field(np.int32)  # actions of chance
    over: int = field(np.int8)
    fault: int = field(np.int8)  # 1 + the seat whose bot chose something illegal
    choice: int = field(np.int32)  # what it chose
    rank: Cells = field(np.int8, 8)
    score: Cells = field(np.int16, 8)


class NoTally(Record):
    """The tally of a game without a tally module."""

    nothing: int = field(np.int8)


def _unbound(*_: object) -> int:
    raise NotImplementedError


actors = legal = apply = weight = observe = score = rank = _unbound
bot0 = bot1 = bot2 = bot3 = bot4 = bot5 = bot6 = bot7 = _unbound
before = after = finish = draw = ask = _unbound


@rule
def nobody(view: State, rng: Rng, knowledge: npt.NDArray[np.float32], budget: int, style: int) -> int:
    """A placeholder for bots that are not used."""
    return -1


@rule
def unwatched(state: State, actor: int, action: int, tally: Record) -> None:
    """A placeholder for a tally without `before` or `after`."""


@rule
def unfinished(state: State, tally: Record) -> None:
    """A placeholder for a tally without `finish`."""


def play(
    states: Records,
    views: Records,  # a blank row, and the row in which views are built
    streams: npt.NDArray[np.int64],
    laid: Records,  # one row: the state at the start of a game
    kinds: npt.NDArray[np.int64],  # by seat, which bot sits there in game 0
    knowledge: tuple[npt.NDArray[np.float32], ...],  # by bot
    tuning: npt.NDArray[np.int64],  # the budget and the style of each bot
    shift: int,
    seed: int,
    first: int,
    limit: int,
    outcomes: Records,
    tallies: Records,
    log: npt.NDArray[np.int16],
    room: Actions,
) -> int:
    """Continue every row to its end, or for a number of actions; returns how many actions were logged.

    Row i is game number first + i. Its streams depend only on that number and the seed.
    """
    logged = 0
    for i in range(states.size):
        state, outcome, tally = states[i], outcomes[i], tallies[i]
        deal, think = streams[i, _DEAL], streams[i, _THINK]
        if outcome.moves + outcome.chances == 0:
            states[i] = laid[0]
            reseed(deal, seed, 2 * (first + i) + _DEAL)
            reseed(think, seed, 2 * (first + i) + _THINK)
        turned = shift * (first + i)  # the bots move to the next seat after each game
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
                    action = ask(kind, views[1], think, knowledge, tuning, (first + i) // state.seats)
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


def ask_bot(
    kind: int,
    view: State,
    rng: Rng,
    knowledge: tuple[npt.NDArray[np.float32], ...],
    tuning: npt.NDArray[np.int64],
    turn: int,
) -> int:
    """The choice of the bot of this kind. If no style was chosen, different seats get different styles."""
    style = tuning[1, kind]
    if style < 0:
        style = (int(view.viewer) + turn) % STYLES
    if kind == 0:
        return bot0(view, rng, knowledge[0], tuning[0, 0], style)
    if kind == 1:
        return bot1(view, rng, knowledge[1], tuning[0, 1], style)
    if kind == 2:
        return bot2(view, rng, knowledge[2], tuning[0, 2], style)
    if kind == 3:
        return bot3(view, rng, knowledge[3], tuning[0, 3], style)
    if kind == 4:
        return bot4(view, rng, knowledge[4], tuning[0, 4], style)
    if kind == 5:
        return bot5(view, rng, knowledge[5], tuning[0, 5], style)
    if kind == 6:
        return bot6(view, rng, knowledge[6], tuning[0, 6], style)
    return bot7(view, rng, knowledge[7], tuning[0, 7], style)
