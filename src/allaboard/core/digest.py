"""A hash of one random game over everything that its rules say, computed in compiled code.

The loop is part of the core, so WebAssembly and native code can be compared in tens of thousands of games: at each step
the state, every seat's view, menu, events, standing, an imagined world, weights, a refusal, scores and ranks.
Plain Python is hundreds of times slower. It can check only some of the steps, each for one viewer.
"""

from collections.abc import Callable
from typing import Final

import numpy as np

from allaboard.chance import drawer
from allaboard.core.description import most_actions
from allaboard.events import HIDDEN, Log
from allaboard.game import CHANCE, WATCHER, Actions, Game, State
from allaboard.record import Cells, Record, rule, specialise
from allaboard.rng import Rng, below, reseed

ROWS: Final = 6
"""The number of state records that a game needs: the start, now, before the step, two views, an imagined world."""
_LAID, _NOW, _BEFORE, _OLD, _NEW, _WORLD = range(ROWS)
_BASIS: Final = 2166136261
_PRIME: Final = 16777619
_MASK: Final = 0xFFFFFFFF
_RULES: Final = ("actors", "legal", "apply", "weight", "observe", "imagine", "score", "rank")

Digest = Callable[[Cells, Cells, Cells, Cells, Cells, Rng, Actions, int, int, int, int], int]


# ---- placeholders; `specialise` binds the game's own functions


def _unbound(*_: object) -> int:
    raise NotImplementedError


actors = legal = apply = weight = observe = imagine = score = rank = _unbound
draw = tell = sees = refuse = stand = _unbound
size = standing_size = actions = 0


@rule
def tells_nothing(before: State, after: State, actor: int, action: int, log: Log) -> None:
    """For games without events."""


@rule
def sees_everything(state: State, actor: int, action: int, viewer: int) -> bool:
    """For games without events."""
    return True


@rule
def refuses_silently(state: State, actor: int, action: int, log: Log) -> None:
    """For games without reasons."""


@rule
def stands_nowhere(view: State, standing: Log) -> None:
    """For games without a standing."""


# ---- hashing


@rule
def mix(found: int, number: int) -> int:
    """The hash with another number in it (FNV-1a, 32 bits)."""
    return int(((found ^ (number & _MASK)) * _PRIME) & _MASK)


@rule
def mix_bytes(found: int, raw: Cells, first: int, n: int) -> int:
    """The hash with these bytes in it."""
    for k in range(first, first + n):
        found = ((found ^ int(raw[k])) * _PRIME) & _MASK
    return found


@rule
def mix_log(found: int, log: Log) -> int:
    """The hash with the rows of a log in it."""
    found = mix(mix(found, int(log.count)), int(log.lost))
    for row in range(int(log.count)):
        for k in range(log.rows.shape[1]):
            found = mix(found, int(log.rows[row, k]))
    return found


# ---- a game


def _digest(
    rows: Cells,
    raw: Cells,
    logs: Cells,
    standings: Cells,
    raw_standings: Cells,
    rng: Rng,
    menu: Actions,
    seats: int,
    seed: int,
    limit: int,
    every: int,
) -> int:
    """The hash of one game. `raw` and `raw_standings` are the bytes of `rows` and `standings`; the second log and the
    second standing are blank. All viewers look at each step, or, if `every` is not 0, one viewer at every such step."""
    reseed(rng, seed, 0)
    found = _BASIS
    rows[_NOW] = rows[_LAID]
    state = rows[_NOW]
    mask = int(actors(state))
    ply = 0
    while mask != 0 and ply < limit:
        actor = _nth(mask, below(rng, _count(mask)))
        n = legal(state, actor, menu)
        found = mix(mix(found, mask), n)
        for k in range(n):
            found = mix(found, int(menu[k]))
        if actor == CHANCE:
            for k in range(n):
                found = mix(found, weight(state, int(menu[k])))
            action = draw(state, rng, menu)
        else:
            action = int(menu[below(rng, n)])
        rows[_BEFORE] = state
        before = rows[_BEFORE]
        apply(state, actor, action)
        found = mix_bytes(found, raw, _NOW * size, size)
        first, looks = 0, seats + 1
        if every > 0:
            first = (seed + ply // every) % (seats + 1)
            looks = 1 if (seed + ply) % every == 0 else 0
        for at in range(first, first + looks):
            viewer = WATCHER if at == seats else at
            _blank(raw, _OLD * size, 2 * size)
            observe(before, viewer, rows[_OLD])
            observe(state, viewer, rows[_NEW])
            found = mix_bytes(found, raw, _NEW * size, size)
            logs[0] = logs[1]
            seen = viewer == actor or sees(before, actor, action, viewer)
            tell(rows[_OLD], rows[_NEW], actor, action if seen else HIDDEN, logs[0])
            found = mix_log(found, logs[0])
            standings[0] = standings[1]
            stand(rows[_NEW], standings[0])
            found = mix_bytes(found, raw_standings, 0, standing_size)
            if (ply + at) % 4 == 0 and at < seats:
                _blank(raw, _WORLD * size, size)
                imagine(rows[_NEW], rng, rows[_WORLD])
                found = mix_bytes(found, raw, _WORLD * size, size)
        if looks > 0:
            logs[0] = logs[1]
            tell(before, state, actor, action, logs[0])
            found = mix_log(found, logs[0])
        mask = int(actors(state))
        seat = below(rng, seats)
        tried = below(rng, actions)
        n = legal(state, seat, menu) if mask >> seat & 1 else 0
        allowed = False
        for k in range(n):
            allowed = allowed or int(menu[k]) == tried
        if not allowed:
            logs[0] = logs[1]
            refuse(state, seat, tried, logs[0])
            found = mix_log(found, logs[0])
        for k in range(first, min(first + looks, seats)):
            found = mix(mix(found, score(state, k)), rank(state, k))
        ply += 1
    for k in range(seats):
        found = mix(mix(found, score(state, k)), rank(state, k))
    return mix(found, ply)


@rule
def _blank(raw: Cells, first: int, n: int) -> None:
    for k in range(first, first + n):
        raw[k] = 0


@rule
def _count(mask: int) -> int:
    n = 0
    while mask != 0:
        n += mask & 1
        mask >>= 1
    return n


@rule
def _nth(mask: int, n: int) -> int:
    """The n-th bit that is set."""
    bit = 0
    while True:
        if mask >> bit & 1:
            if n == 0:
                return bit
            n -= 1
        bit += 1


def standing_of(game: Game[State]) -> type[Record]:
    """The game's standing, or any record if it has none."""
    return game.standing.Standing if game.standing else Log


def digest(game: Game[State]) -> Digest:
    """The loop for one game, compiled."""
    rules, told = game.rules, game.told
    words: dict[str, object] = {name: getattr(rules, name) for name in _RULES}
    words |= {"draw": drawer(game), "actions": rules.ACTIONS, "size": rules.State.dtype.itemsize}
    words |= {"standing_size": standing_of(game).dtype.itemsize if game.standing else 0}
    words |= {"stand": game.standing.stand if game.standing else stands_nowhere}
    if told:
        words |= {"tell": told.tell, "sees": told.sees, "refuse": told.refuse}
    else:
        words |= {"tell": tells_nothing, "sees": sees_everything, "refuse": refuses_silently}
    return specialise(_digest, game.name, words)


class Digests:
    """The hashes of a game's random games, with the memory that they need."""

    def __init__(self, game: Game[State], laid: State, seats: int) -> None:
        self._of, self._seats = digest(game), seats
        self._rows = np.zeros(ROWS, game.rules.State.dtype)
        self._rows[_LAID] = np.frombuffer(laid.tobytes(), game.rules.State.dtype)[0]
        self._logs = np.zeros(2, Log.dtype)
        self._standings = np.zeros(2, standing_of(game).dtype)
        self._rng, self._menu = np.zeros(4, np.int64), np.zeros(most_actions(game), np.int16)

    def of(self, seed: int, limit: int, every: int = 0) -> int:
        """The hash of the game with this seed. With `every`, one viewer looks at every such step instead of all."""
        raw, raw_standings = self._rows.view(np.uint8), self._standings.view(np.uint8)
        given = (self._rows, raw, self._logs, self._standings, raw_standings, self._rng, self._menu)
        return int(self._of(*given, self._seats, seed, limit, every))
