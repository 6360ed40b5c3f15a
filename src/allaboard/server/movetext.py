"""The views and steps of a move for all viewers, as JSON text that one call of compiled code writes."""

import threading
from array import array
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from allaboard.events import HIDDEN, Log
from allaboard.game import Game, State
from allaboard.record import Record, Records, rule, specialise
from allaboard.server.eventtext import need_room, plan_of, put_events
from allaboard.server.lending import uncounted
from allaboard.server.protocol import encode
from allaboard.server.table import Step
from allaboard.server.viewtext import (
    LONGEST_NUMBER,
    MOST_SEATS,
    NOTHING,
    Bytes,
    Numbers,
    plan,
    put_number,
    put_sign,
    put_text,
    put_view,
)

TOO_LONG: Final = -1
LOST: Final = -2
"""The results of `write_move` when there was not enough room, in the output or in a log."""
PLY, ACTOR, ACTION, TEXT, TEXT_END = range(5)
"""The columns of a step."""
KEYS: Final = np.frombuffer(b'{"ply":,"actor":,"action":,"events":null', np.uint8)
NO_STEPS: Final = np.zeros((0, 5), np.int64)
ROOM: Final = 64 * 1024
"""The bytes of the first output that is tried."""


class Told(NamedTuple):
    """The view and the steps for one viewer."""

    view: bytes
    steps: bytes


# ---- compiled; the names are bound to a game's rules and plans

FIELDS = WORDS = MORE = MORE_WORDS = KINDS = COLUMNS = EVENT_WORDS = np.zeros((1, 1), np.int64)
POOL = MORE_POOL = EVENT_POOL = np.zeros(1, np.uint8)
VIEW_ROOM = STEP_ROOM = EVENT_ROOM = 0


def observe(state: State, viewer: int, view: State) -> None:
    """The game's."""
    raise NotImplementedError


def sees(state: State, actor: int, action: int, viewer: int) -> bool:
    """The game's."""
    raise NotImplementedError


def tell(before: State, after: State, actor: int, action: int, log: Log) -> None:
    """The game's."""
    raise NotImplementedError


def score(view: State, seat: int) -> int:
    """The game's."""
    raise NotImplementedError


def rank(view: State, seat: int) -> int:
    """The game's."""
    raise NotImplementedError


@rule
def stand(view: State, standing: Record) -> None:
    """The game's, if it has one."""


@rule
def forget(view: State) -> None:
    """The game's, if it has one."""


def write_move(
    states: Records,  # before the first step and after each
    steps: Numbers,
    texts: Bytes,
    viewers: Numbers,
    keeps: bool,  # whether the memory aid is shown
    views: Records,  # a blank one, and two to build views in
    raw: Bytes,  # the bytes of the last of them
    standing: Records,  # a blank one, and one to fill in
    standing_raw: Bytes,
    log: Records,
    numbers: Numbers,
    out: Bytes,
    ends: Numbers,
) -> int:
    """Write a view and a list of steps for each viewer, and where each of them ends."""
    texts, raw, standing_raw = uncounted(texts), uncounted(raw), uncounted(standing_raw)
    numbers, out = uncounted(numbers), uncounted(out)
    seats = int(states[0].seats)
    count = steps.shape[0]
    at = 0
    for one in range(viewers.shape[0]):
        viewer = int(viewers[one])
        views[2] = views[0]
        observe(states[0], viewer, views[2])
        at = put_sign(out, at, 91, True)
        for number in range(count):
            views[1] = views[2]
            views[2] = views[0]
            observe(states[number + 1], viewer, views[2])
            actor, action = int(steps[number, ACTOR]), int(steps[number, ACTION])
            seen = viewer == actor or sees(states[number], actor, action, viewer)
            log[0].count = 0
            tell(views[1], views[2], actor, action if seen else HIDDEN, log[0])
            if log[0].lost:
                return LOST
            if at + STEP_ROOM + texts.shape[0] + int(log[0].count) * EVENT_ROOM > out.shape[0]:
                return TOO_LONG
            at = put_sign(out, at, 44, number > 0)
            at = put_number(out, put_text(out, at, KEYS, 0, 7), steps[number, PLY])
            at = put_number(out, put_text(out, at, KEYS, 7, 16), actor)
            at = put_text(out, at, KEYS, 16, 26)
            if seen:
                at = put_text(out, at, texts, steps[number, TEXT], steps[number, TEXT_END])
            else:
                at = put_text(out, at, KEYS, 36, 40)
            at = put_text(out, at, KEYS, 26, 36)
            at = put_events(KINDS, COLUMNS, EVENT_WORDS, EVENT_POOL, log[0], out, at)
            at = put_sign(out, at, 125, True)
        at = put_sign(out, at, 93, True)
        ends[one, 0] = at
        if at + VIEW_ROOM > out.shape[0]:
            return TOO_LONG
        if not keeps:
            forget(views[2])
        for seat in range(seats):
            numbers[seat] = score(views[2], seat)
            numbers[seats + seat] = rank(views[2], seat)
        standing[1] = standing[0]
        stand(views[2], standing[1])
        text = out[at:]
        at += put_view(FIELDS, WORDS, POOL, raw, MORE, MORE_WORDS, MORE_POOL, standing_raw, numbers, seats, text)
        ends[one, 1] = at
    return at


# ---- from Python


class Workspace(threading.local):
    """The working arrays of `write_move`, for each thread."""

    def __init__(self) -> None:
        self.out: Bytes = np.empty(ROOM, np.uint8)
        self.log: Records = np.zeros(1, Log.dtype)
        self.numbers: Numbers = np.empty(2 * MOST_SEATS, np.int64)
        self.ends: Numbers = np.empty((0, 2), np.int64)
        self.views: dict[str, tuple[Records, Bytes, Records, Bytes]] = {}


_workspace = Workspace()


@lru_cache(maxsize=64)
def _writer(game: Game[State]) -> Callable[..., int]:
    assert game.told is not None
    own, events = plan(game.rules.State), plan_of(game)
    more = NOTHING if game.standing is None else plan(game.standing.Standing)
    bound: dict[str, object] = {
        **{name: getattr(game.rules, name) for name in ("observe", "score", "rank")},
        **{name: getattr(game.told, name) for name in ("sees", "tell")},
        **dict(zip(("FIELDS", "WORDS", "POOL"), own, strict=False)),
        **dict(zip(("MORE", "MORE_WORDS", "MORE_POOL"), more, strict=False)),
        **dict(zip(("KINDS", "COLUMNS", "EVENT_WORDS", "EVENT_POOL"), events, strict=False)),
        "VIEW_ROOM": own.room + more.room + 2 * (17 + MOST_SEATS * LONGEST_NUMBER),
        "STEP_ROOM": len(KEYS) + 2 * LONGEST_NUMBER + 8,
        "EVENT_ROOM": events.room,
    }
    if game.standing is not None:
        bound["stand"] = game.standing.stand
    if hasattr(game.rules, "forget"):
        bound["forget"] = game.rules.forget
    return specialise(write_move, game.name, bound)


def _places(game: Game[State]) -> tuple[Records, Bytes, Records, Bytes]:
    found = _workspace.views.get(game.name)
    if found is None:
        views = np.zeros(3, game.rules.State.dtype)
        standing = np.zeros(2, views.dtype if game.standing is None else game.standing.Standing.dtype)
        size = views.dtype.itemsize
        found = views, views.view(np.uint8)[2 * size :], standing, standing.view(np.uint8)[standing.dtype.itemsize :]
        _workspace.views[game.name] = found
    return found


@lru_cache(maxsize=4096)
def _said(game: Game[State], actor: int, action: int) -> bytes:
    """The text form of an action as JSON."""
    return encode(game.say(actor, action))


@lru_cache(maxsize=1024)
def _listed(viewers: tuple[int, ...]) -> Numbers:
    return np.array(viewers, np.int64)


def move_texts(game: Game[State], steps: Sequence[Step], now: State, viewers: Sequence[int], aid: bool) -> list[Told]:
    """The view of a position for each viewer, and the steps that led to it, if there are any."""
    states, rows, texts = bytearray(), array("q"), bytearray()
    for step in steps:
        begin = len(texts)
        texts += _said(game, step.actor, step.action)
        rows.extend((step.ply, step.actor, step.action, begin, len(texts)))
        states += step.before.state.tobytes()
    states += now.tobytes()
    workspace = _workspace
    if len(workspace.ends) < len(viewers):
        workspace.ends = np.empty((len(viewers), 2), np.int64)
    told = (
        np.frombuffer(states, game.rules.State.dtype),
        np.frombuffer(rows, np.int64).reshape(-1, 5) if steps else NO_STEPS,
        np.frombuffer(texts or bytearray(1), np.uint8),
        _listed(tuple(viewers)),
        aid,
        *_places(game),
        workspace.log,
        workspace.numbers,
    )
    while (end := _writer(game)(*told, workspace.out, workspace.ends)) == TOO_LONG:
        workspace.out = np.empty(2 * len(workspace.out), np.uint8)
    if end == LOST:
        lost = int(workspace.log[0]["lost"])
        workspace.log = np.zeros(1, Log.dtype)
        need_room(lost)
    whole, found, begin = workspace.out[:end].tobytes(), [], 0
    for middle, last in workspace.ends[: len(viewers)].tolist():
        found.append(Told(whole[middle:last], whole[begin:middle]))
        begin = last
    return found
