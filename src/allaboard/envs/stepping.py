"""The loop that steps rows of games from one decision of the caller to the next, compiled for each game and its bots.

The functions that it calls are placeholders, as in `simulate.loop`. `record.specialise` binds their names to a game.
"""

from typing import Final, Protocol

import numpy as np
import numpy.typing as npt

from allaboard.game import CHANCE, Actions, State
from allaboard.record import Cells, Record, Records, field, rule
from allaboard.rng import Rng, below
from allaboard.simulate.loop import RANDOM
from allaboard.simulate.plan import BotSettings, Known, Tuning

CALLER: Final = -2
"""The kind of a seat for which the caller decides."""
NEXT_STEP, SAME_STEP, BY_HAND = 0, 1, 2  # when a new game begins after one that is over
HUNDRED: Final = 100.0

LOOKING = True
FEW_ACTIONS = True  # with few actions, clearing a whole mask takes no longer than clearing its legal actions
Floats = npt.NDArray[np.float32]
Bytes = npt.NDArray[np.int8]


class Workspace(Protocol):
    """The working record of a thread: who decides for each seat, the random streams, and room for a list of actions."""

    kinds: Cells
    deal: Rng
    think: Rng
    room: Actions


def workspace_for(longest: int) -> type[Record]:
    """The record type of a workspace with this much room."""

    class WorkspaceRecord(Record):
        kinds: Cells = field(np.int64, 8)  # by seat: CALLER, RANDOM or a bot's
        deal: Cells = field(np.int64, 4)
        think: Cells = field(np.int64, 4)
        room: Cells = field(np.int16, longest + 64)  # so that no two workspaces share a cache line

    return WorkspaceRecord


def _unbound(*_: object) -> int:
    raise NotImplementedError


actors = legal = apply = observe = score = rank = draw = ask = ask_bot = encode = _unbound
encode_action = wait_for_caller = pay = look_at = _unbound


def step(
    states: Records,
    scratch: Records,  # a blank row, the row in which views are built, and the state at the start of a game
    workspaces: Records,  # one row
    streams: npt.NDArray[np.int64],  # for each row: of chance, and of the bots
    bot_settings: BotSettings,  # the knowledge and the budgets of the bots; empty if there are none
    when: int,  # NEXT_STEP, SAME_STEP or BY_HAND
    rotate: int,  # 1: the bots move to the next seat after every game
    actions: npt.NDArray[np.int64],
    turned: npt.NDArray[np.int64],
    actor: npt.NDArray[np.int64],
    fresh: Bytes,  # 1: a new game must be started here
    over: Bytes,
    rewards: Floats,
    scores: Floats,  # the scores before the step, in solo games
    observations: Floats,  # all rows, one after the other
    finals: Floats,  # the last observations of games that ended in this step, if new ones have begun
    masks: Bytes,
    menus: Actions,
    counts: npt.NDArray[np.int64],
) -> None:
    """Take the caller's action in every row, and play on to its next decision or to the end.

    Compiled code counts references to every array that is sliced or passed on, which took as long as playing. Arrays of
    a record are not counted. Therefore arrays are in the workspace, and rows are passed as indices.
    """
    numbers = observations.size // states.size
    workspace = workspaces[0]
    for i in range(states.size):
        state = states[i]
        for seat in range(rewards.shape[1]):
            rewards[i, seat] = 0
        if FEW_ACTIONS or counts[i] == 0:
            for action in range(masks.shape[1]):
                masks[i, action] = 0
        else:
            for k in range(counts[i]):
                masks[i, menus[i, k]] = 0
        for k in range(4):
            workspace.deal[k], workspace.think[k] = streams[i, 0, k], streams[i, 1, k]
        over[i] = 0
        begun = fresh[i] == 0
        if begun:
            apply(state, actor[i], actions[i])
        while True:
            if fresh[i] != 0:
                states[i] = scratch[2]
                scores[i] = 0
                turned[i] = turned[i] + rotate if turned[i] + rotate < int(state.seats) else 0
                fresh[i] = 0
            seat = wait_for_caller(state, scratch, workspace, turned[i], bot_settings)
            if seat >= 0:
                break
            if begun:
                pay(state, rewards, scores, i)
                over[i] = 1
            fresh[i] = 1
            if begun and when != SAME_STEP:
                break
            if begun:
                look_at(state, actor[i], scratch, finals, i * numbers)
            begun = False
        if seat >= 0:
            actor[i] = seat
            if begun and rewards.shape[1] == 1:
                pay(state, rewards, scores, i)
        for k in range(4):
            streams[i, 0, k], streams[i, 1, k] = workspace.deal[k], workspace.think[k]
        scratch[1] = scratch[0]
        observe(state, actor[i], scratch[1])
        encode(scratch[1], observations, i * numbers)
        n = legal(state, seat, workspace.room) if seat >= 0 else 0
        counts[i] = n
        if n == 0:  # the game is over: the next action is ignored, and an empty mask would have no distribution
            for action in range(masks.shape[1]):
                masks[i, action] = 1
        for k in range(n):
            menus[i, k] = workspace.room[k]
            masks[i, workspace.room[k]] = 1


def play_on(state: State, scratch: Records, workspace: Workspace, turned: int, bot_settings: BotSettings) -> int:
    """Let chance and the bots act until the caller must decide; returns the seat, or -1 when the game is over."""
    while True:
        mask = actors(state)
        if mask == 0:
            return -1
        if mask == 1 << CHANCE:
            apply(state, CHANCE, draw(state, workspace.deal, workspace.room))
            continue
        actor = 0
        while not mask >> actor & 1:
            actor += 1
        place = actor + turned
        kind = workspace.kinds[place if place < state.seats else place - state.seats]
        if kind == CALLER:
            return actor
        if not LOOKING or kind == RANDOM:
            n = legal(state, actor, workspace.room)
            action = int(workspace.room[below(workspace.think, n)])
        else:
            scratch[1] = scratch[0]
            observe(state, actor, scratch[1])
            action = ask(kind, scratch[1], workspace.think, bot_settings)
        apply(state, actor, action)


def ask_policy(kind: int, view: State, rng: Rng, bot_settings: tuple[Known, Tuning]) -> int:
    """The choice of the bot of this kind."""
    return int(ask_bot(kind, view, rng, bot_settings[0], bot_settings[1], 0))


@rule
def ask_nobody(kind: int, view: State, rng: Rng, bot_settings: BotSettings) -> int:
    """A placeholder if there are no bots. Passing their arrays would take a tenth of the time of a step."""
    return -1


def look(state: State, seat: int, scratch: Records, out: Floats, at: int) -> None:
    """Write the observation of a seat, made from its view, at an offset."""
    scratch[1] = scratch[0]
    observe(state, seat, scratch[1])
    encode(scratch[1], out, at)


def describe(
    states: Records,
    scratch: Records,
    actor: npt.NDArray[np.int64],
    menus: Actions,
    counts: npt.NDArray[np.int64],
    out: Floats,
    width: int,
) -> None:
    """The features of every legal action of every row, one after the other, each from its actor's view."""
    at = 0
    for i in range(states.size):
        scratch[1] = scratch[0]
        observe(states[i], actor[i], scratch[1])
        for k in range(counts[i]):
            encode_action(scratch[1], menus[i, k], out, at)
            at += width


def settle(state: State, rewards: Floats, scores: Floats, i: int) -> None:
    """Write rewards: the share of opponents beaten minus the share that won, at the end; in a solo game, new points."""
    seats = int(state.seats)
    if seats == 1:
        now = score(state, 0) / HUNDRED
        rewards[i, 0] = now - scores[i]
        scores[i] = now
        return
    for seat in range(seats):
        mine = rank(state, seat)
        for other in range(seat):
            theirs = rank(state, other)
            balance = int(theirs > mine) - int(theirs < mine)
            rewards[i, seat] += balance
            rewards[i, other] -= balance
    for seat in range(seats):
        rewards[i, seat] /= seats - 1


@rule
def any_legal(menus: Actions, counts: npt.NDArray[np.int64], rng: Rng, actions: npt.NDArray[np.int64]) -> None:
    """For every row one of its legal actions, sampled uniformly; 0 where there is none."""
    for i in range(counts.size):
        actions[i] = menus[i, below(rng, counts[i])] if counts[i] > 0 else 0


@rule
def first_illegal(masks: Bytes, counts: npt.NDArray[np.int64], actions: npt.NDArray[np.int64]) -> int:
    """The first row whose action is not among its legal ones; -1 if all are."""
    for i in range(counts.size):
        if counts[i] > 0 and not (0 <= actions[i] < masks.shape[1] and masks[i, actions[i]] != 0):
            return i
    return -1
