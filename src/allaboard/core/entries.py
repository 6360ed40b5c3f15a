"""The functions of a game that its core exports.

Arguments are addresses and whole numbers, so that any host can call them. Every function is called with records that
the host has laid into the module's memory; `view`s, logs and standings must be blank where they are written.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numba
import numpy as np
from numba.np.numpy_support import from_dtype

from allaboard.bots.advice import gives_advice
from allaboard.bots.levels import policy
from allaboard.chance import drawer
from allaboard.core.description import room
from allaboard.core.pace import random_games
from allaboard.events import Log
from allaboard.game import Game, State
from allaboard.record import Record
from allaboard.rng import below, reseed, word

Type = Any
"""A type of Numba's."""
types: Any = numba.types
carray: Any = numba.carray  # type: ignore[attr-defined]  # it is documented, but not declared
INT = types.int64
RNG = types.CPointer(types.int64)
OPTIONS = types.CPointer(types.int64)
ROOM = types.CPointer(types.int16)
VALUES = types.CPointer(types.float64)
LEARNED = types.CPointer(types.float32)
WIDE = types.uint64
"""A number of 64 bits for the host, too; all others fit into 32."""


@dataclass(frozen=True)
class Entry:
    """One exported function: what the host calls it, what it does, and its arguments. All return a number."""

    name: str
    does: Callable[..., int]
    takes: tuple[Type, ...]


def entries(game: Game[State]) -> Iterator[Entry]:
    """Everything that a game's core can do."""
    yield from _streams(game)
    yield from _rules(game)
    yield from _told(game)
    yield from _bots(game)


def pointer(kind: type[Record]) -> Type:
    """The address of a record."""
    return types.CPointer(from_dtype(np.dtype(kind.dtype)))


def _streams(game: Game[State]) -> Iterator[Entry]:
    draw: Any = drawer(game)
    again: Any = reseed
    most = room(game)

    def reseed_(rng: Any, seed: int, stream: int) -> int:
        again(carray(rng, 4), np.int64(seed), np.int64(stream))
        return 0

    def word_(rng: Any) -> int:
        return word(carray(rng, 4))

    def below_(rng: Any, n: int) -> int:
        return below(carray(rng, 4), n)

    def draw_(state: Any, rng: Any, menu: Any) -> int:
        return int(draw(carray(state, 1)[0], carray(rng, 4), carray(menu, most)))

    yield Entry("reseed", reseed_, (RNG, WIDE, WIDE))
    yield Entry("word", word_, (RNG,))
    yield Entry("below", below_, (RNG, INT))
    yield Entry("draw", draw_, (pointer(game.rules.State), RNG, ROOM))


def _rules(game: Game[State]) -> Iterator[Entry]:
    rules: Any = game.rules
    start, actors, legal, apply, weight = rules.start, rules.actors, rules.legal, rules.apply, rules.weight
    observe, imagine, score, rank = rules.observe, rules.imagine, rules.score, rules.rank
    most = room(game)
    record = pointer(rules.State)

    def start_(state: Any, seats: int, options: Any, n: int) -> int:
        start(carray(state, 1)[0], seats, carray(options, n))
        return 0

    def actors_(state: Any) -> int:
        return int(actors(carray(state, 1)[0]))

    def legal_(state: Any, seat: int, menu: Any) -> int:
        return int(legal(carray(state, 1)[0], seat, carray(menu, most)))

    def apply_(state: Any, actor: int, action: int) -> int:
        apply(carray(state, 1)[0], actor, action)
        return 0

    def weight_(state: Any, action: int) -> int:
        return int(weight(carray(state, 1)[0], action))

    def observe_(state: Any, seat: int, view: Any) -> int:
        observe(carray(state, 1)[0], seat, carray(view, 1)[0])
        return 0

    def imagine_(view: Any, rng: Any, state: Any) -> int:
        imagine(carray(view, 1)[0], carray(rng, 4), carray(state, 1)[0])
        return 0

    def score_(state: Any, seat: int) -> int:
        return int(score(carray(state, 1)[0], seat))

    def rank_(state: Any, seat: int) -> int:
        return int(rank(carray(state, 1)[0], seat))

    games_ = _playing(random_games(game), most)
    yield Entry("random_games", games_, (record, record, RNG, ROOM, INT))
    yield Entry("start", start_, (record, INT, OPTIONS, INT))
    yield Entry("actors", actors_, (record,))
    yield Entry("legal", legal_, (record, INT, ROOM))
    yield Entry("apply", apply_, (record, INT, INT))
    yield Entry("weight", weight_, (record, INT))
    yield Entry("observe", observe_, (record, INT, record))
    yield Entry("imagine", imagine_, (record, RNG, record))
    yield Entry("score", score_, (record, INT))
    yield Entry("rank", rank_, (record, INT))
    if hasattr(rules, "forget"):
        forget = rules.forget

        def forget_(view: Any) -> int:
            forget(carray(view, 1)[0])
            return 0

        yield Entry("forget", forget_, (record,))


def _playing(play: Any, most: int) -> Callable[..., int]:
    def games_(state: Any, laid: Any, rng: Any, menu: Any, games: int) -> int:
        return int(play(carray(state, 1), carray(laid, 1), carray(rng, 4), carray(menu, most), games))

    return games_


def _told(game: Game[State]) -> Iterator[Entry]:
    record, log = pointer(game.rules.State), pointer(Log)
    if game.told is not None:
        told: Any = game.told
        tell, sees, refuse = told.tell, told.sees, told.refuse

        def tell_(before: Any, after: Any, actor: int, action: int, rows: Any) -> int:
            tell(carray(before, 1)[0], carray(after, 1)[0], actor, action, carray(rows, 1)[0])
            return 0

        def sees_(state: Any, actor: int, action: int, viewer: int) -> int:
            return 1 if sees(carray(state, 1)[0], actor, action, viewer) else 0

        def refuse_(state: Any, actor: int, action: int, rows: Any) -> int:
            refuse(carray(state, 1)[0], actor, action, carray(rows, 1)[0])
            return 0

        yield Entry("tell", tell_, (record, record, INT, INT, log))
        yield Entry("sees", sees_, (record, INT, INT, INT))
        yield Entry("refuse", refuse_, (record, INT, INT, log))
    if game.standing is not None:
        stand: Any = game.standing.stand

        def stand_(view: Any, standing: Any) -> int:
            stand(carray(view, 1)[0], carray(standing, 1)[0])
            return 0

        yield Entry("stand", stand_, (record, pointer(game.standing.Standing)))


def _bots(game: Game[State]) -> Iterator[Entry]:
    record, declared = pointer(game.rules.State), game.declaration
    for level in declared.all_levels:
        yield Entry(
            f"choose_{level}", _choosing(policy(game.name, level).choose), (record, RNG, LEARNED, INT, INT, INT)
        )
    if gives_advice(declared):
        evaluate: Any = declared.need(declared.levels[declared.best_level]).evaluate
        most = game.rules.ACTIONS

        def evaluate_(view: Any, rng: Any, learned: Any, n: int, budget: int, menu: Any, values: Any) -> int:
            known = carray(learned, n)
            return int(
                evaluate(carray(view, 1)[0], carray(rng, 4), known, budget, carray(menu, most), carray(values, most))
            )

        yield Entry("evaluate", evaluate_, (record, RNG, LEARNED, INT, INT, ROOM, VALUES))


def _choosing(choose: Any) -> Callable[..., int]:
    def choose_(view: Any, rng: Any, learned: Any, n: int, budget: int, style: int) -> int:
        return int(choose(carray(view, 1)[0], carray(rng, 4), carray(learned, n), budget, style))

    return choose_
