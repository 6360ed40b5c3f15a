"""The functions of a game that its core exports.

Arguments are addresses and integers, so that any host can call them. The host puts the records into the module's
memory. Views, logs and standings must be blank before they are written.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numba
import numpy as np
from numba.np.numpy_support import from_dtype

from allaboard.bots.advice import gives_advice
from allaboard.bots.levels import policy
from allaboard.bots.outlook import WAITING, Outlook, played_out
from allaboard.chance import drawer
from allaboard.core.description import learned_outlook, most_actions
from allaboard.core.digest import ROWS, digest, standing_of
from allaboard.core.loops import decisions, random_games
from allaboard.events import Log
from allaboard.game import Game, State
from allaboard.internals import Untyped
from allaboard.record import Record
from allaboard.reviews.parts import BLUNDER, PARTS, decompose, verdict
from allaboard.reviews.prices import pricing
from allaboard.reviews.reasons import reasons_of
from allaboard.rng import below, reseed, word

Pointer = Untyped
"""A pointer into the core's memory: an address here, a record or an array in compiled code."""
Type = Untyped
"""A type of Numba's."""
types: Untyped = numba.types
carray: Untyped = numba.carray  # type: ignore[attr-defined]  # it is documented, but not declared
INT = types.int64
RNG = types.CPointer(types.int64)
OPTIONS = types.CPointer(types.int64)
MENU = types.CPointer(types.int16)
VALUES = types.CPointer(types.float64)
LEARNED = types.CPointer(types.float32)
BYTES = types.CPointer(types.uint8)
WIDE = types.uint64
"""A number that also has 64 bits for the host; all others have 32."""


@dataclass(frozen=True)
class Entry:
    """One exported function: its exported name, the function itself, and its arguments. All return a number."""

    name: str
    does: Callable[..., int]
    takes: tuple[Type, ...]


def entries(game: Game[State]) -> Iterator[Entry]:
    """All exported functions of a game's core."""
    yield from _streams(game)
    yield from _rules(game)
    yield from _told(game)
    yield from _bots(game)
    yield from _review(game)
    yield _digest(game)


def pointer(kind: type[Record]) -> Type:
    """The address of a record."""
    return types.CPointer(from_dtype(np.dtype(kind.dtype)))


def _streams(game: Game[State]) -> Iterator[Entry]:
    draw: Untyped = drawer(game)
    again: Untyped = reseed
    most = most_actions(game)

    def reseed_(rng: Pointer, seed: int, stream: int) -> int:
        again(carray(rng, 4), np.int64(seed), np.int64(stream))
        return 0

    def word_(rng: Pointer) -> int:
        return word(carray(rng, 4))

    def below_(rng: Pointer, n: int) -> int:
        return below(carray(rng, 4), n)

    def draw_(state: Pointer, rng: Pointer, menu: Pointer) -> int:
        return int(draw(carray(state, 1)[0], carray(rng, 4), carray(menu, most)))

    yield Entry("reseed", reseed_, (RNG, WIDE, WIDE))
    yield Entry("word", word_, (RNG,))
    yield Entry("below", below_, (RNG, INT))
    yield Entry("draw", draw_, (pointer(game.rules.State), RNG, MENU))


def _rules(game: Game[State]) -> Iterator[Entry]:
    rules: Untyped = game.rules
    start, actors, legal, apply, weight = rules.start, rules.actors, rules.legal, rules.apply, rules.weight
    observe, imagine, score, rank = rules.observe, rules.imagine, rules.score, rules.rank
    most = most_actions(game)
    record = pointer(rules.State)

    def start_(state: Pointer, seats: int, options: Pointer, n: int) -> int:
        start(carray(state, 1)[0], seats, carray(options, n))
        return 0

    def actors_(state: Pointer) -> int:
        return int(actors(carray(state, 1)[0]))

    def legal_(state: Pointer, seat: int, menu: Pointer) -> int:
        return int(legal(carray(state, 1)[0], seat, carray(menu, most)))

    def apply_(state: Pointer, actor: int, action: int) -> int:
        apply(carray(state, 1)[0], actor, action)
        return 0

    def weight_(state: Pointer, action: int) -> int:
        return int(weight(carray(state, 1)[0], action))

    def observe_(state: Pointer, seat: int, view: Pointer) -> int:
        observe(carray(state, 1)[0], seat, carray(view, 1)[0])
        return 0

    def imagine_(view: Pointer, rng: Pointer, state: Pointer) -> int:
        imagine(carray(view, 1)[0], carray(rng, 4), carray(state, 1)[0])
        return 0

    def score_(state: Pointer, seat: int) -> int:
        return int(score(carray(state, 1)[0], seat))

    def rank_(state: Pointer, seat: int) -> int:
        return int(rank(carray(state, 1)[0], seat))

    games_ = _playing(random_games(game), most)
    yield Entry("random_games", games_, (record, record, RNG, MENU, INT))
    yield Entry("start", start_, (record, INT, OPTIONS, INT))
    yield Entry("actors", actors_, (record,))
    yield Entry("legal", legal_, (record, INT, MENU))
    yield Entry("apply", apply_, (record, INT, INT))
    yield Entry("weight", weight_, (record, INT))
    yield Entry("observe", observe_, (record, INT, record))
    yield Entry("imagine", imagine_, (record, RNG, record))
    yield Entry("score", score_, (record, INT))
    yield Entry("rank", rank_, (record, INT))
    if hasattr(rules, "forget"):
        forget = rules.forget

        def forget_(view: Pointer) -> int:
            forget(carray(view, 1)[0])
            return 0

        yield Entry("forget", forget_, (record,))


def _playing(play: Untyped, most: int) -> Callable[..., int]:
    def games_(state: Pointer, laid: Pointer, rng: Pointer, menu: Pointer, games: int) -> int:
        return int(play(carray(state, 1), carray(laid, 1), carray(rng, 4), carray(menu, most), games))

    return games_


def _told(game: Game[State]) -> Iterator[Entry]:
    record, log = pointer(game.rules.State), pointer(Log)
    if game.told is not None:
        told: Untyped = game.told
        tell, sees, refuse = told.tell, told.sees, told.refuse

        def tell_(before: Pointer, after: Pointer, actor: int, action: int, rows: Pointer) -> int:
            tell(carray(before, 1)[0], carray(after, 1)[0], actor, action, carray(rows, 1)[0])
            return 0

        def sees_(state: Pointer, actor: int, action: int, viewer: int) -> int:
            return 1 if sees(carray(state, 1)[0], actor, action, viewer) else 0

        def refuse_(state: Pointer, actor: int, action: int, rows: Pointer) -> int:
            refuse(carray(state, 1)[0], actor, action, carray(rows, 1)[0])
            return 0

        yield Entry("tell", tell_, (record, record, INT, INT, log))
        yield Entry("sees", sees_, (record, INT, INT, INT))
        yield Entry("refuse", refuse_, (record, INT, INT, log))
    if game.standing is not None:
        stand: Untyped = game.standing.stand

        def stand_(view: Pointer, standing: Pointer) -> int:
            stand(carray(view, 1)[0], carray(standing, 1)[0])
            return 0

        yield Entry("stand", stand_, (record, pointer(game.standing.Standing)))


def _bots(game: Game[State]) -> Iterator[Entry]:
    record, declared = pointer(game.rules.State), game.declaration
    for level in declared.all_levels:
        choose = policy(game.name, level).choose
        yield Entry(f"choose_{level}", _choosing(choose), (record, RNG, LEARNED, INT, INT, INT))
        many = decisions(game.name, level, choose)
        yield Entry(f"decide_{level}", _deciding(many), (record, INT, RNG, LEARNED, INT, INT, INT))
    if gives_advice(declared):
        evaluate: Untyped = declared.need(declared.levels[declared.best_level]).evaluate
        most = game.rules.ACTIONS

        def evaluate_(
            view: Pointer, rng: Pointer, learned: Pointer, n: int, budget: int, menu: Pointer, values: Pointer
        ) -> int:
            known = carray(learned, n)
            return int(
                evaluate(carray(view, 1)[0], carray(rng, 4), known, budget, carray(menu, most), carray(values, most))
            )

        yield Entry("evaluate", evaluate_, (record, RNG, LEARNED, INT, INT, MENU, VALUES))


def _choosing(choose: Untyped) -> Callable[..., int]:
    def choose_(view: Pointer, rng: Pointer, learned: Pointer, n: int, budget: int, style: int) -> int:
        return int(choose(carray(view, 1)[0], carray(rng, 4), carray(learned, n), budget, style))

    return choose_


def _deciding(decide: Untyped) -> Callable[..., int]:
    def decide_(views: Pointer, count: int, rng: Pointer, learned: Pointer, n: int, budget: int, times: int) -> int:
        return int(decide(carray(views, count), carray(rng, 4), carray(learned, n), budget, times))

    return decide_


def _review(game: Game[State]) -> Iterator[Entry]:
    """What reviews need: values of positions, prices of decisions, the arithmetic, and names of actions."""
    outlook = learned_outlook(game, game.seats[0])
    if outlook is None:
        return
    record, actions = pointer(game.rules.State), game.rules.ACTIONS
    fit: Untyped = game.declaration.need(game.declaration.outlook or "").fit
    ask: Untyped = pricing(game, game.seats[0], {}).ask
    parts_of: Untyped = decompose
    judge: Untyped = verdict
    blunders = tuple(BLUNDER.values())

    def fit_(tables: Pointer, learned: Pointer, n: int) -> int:
        return 1 if fit(carray(tables, 3), carray(learned, n)) else 0

    def price_(
        view: Pointer, learned: Pointer, n: int, budget: int, menu: Pointer, values: Pointer, errors: Pointer
    ) -> int:
        numbers, doubts = carray(values, actions), carray(errors, actions)
        return int(ask(carray(view, 1)[0], carray(learned, n), budget, carray(menu, actions), numbers, doubts))

    def verdict_(values: Pointer, errors: Pointer, at: int, unit: int) -> int:
        return int(judge(carray(values, actions), carray(errors, actions), at, blunders[unit]))

    def decompose_(
        actors: Pointer,
        waiting: Pointer,
        values: Pointer,
        costs: Pointer,
        n: int,
        seat: int,
        shown: Pointer,
        parts: Pointer,
    ) -> int:
        taken, masks, numbers = carray(actors, n), carray(waiting, n + 1), carray(values, n + 1)
        parts_of(taken, masks, numbers, carray(costs, n), seat, carray(shown, n + 1), carray(parts, (n, PARTS)))
        return 0

    yield Entry("fit", fit_, (record, LEARNED, INT))
    yield _weighing("weigh", game, outlook)
    yield _weighing("weigh_out", game, played_out(game, game.seats[0]))
    yield Entry("price", price_, (record, LEARNED, INT, INT, MENU, VALUES, VALUES))
    yield Entry("verdict", verdict_, (VALUES, VALUES, INT, INT))
    yield Entry("decompose", decompose_, (OPTIONS, OPTIONS, VALUES, VALUES, INT, INT, VALUES, VALUES))
    module = reasons_of(game)
    if module is not None:
        explain: Untyped = module.explain

        def explain_(view: Pointer, after: Pointer, action: int, rows: Pointer) -> int:
            explain(carray(view, 1)[0], carray(after, 1)[0], action, carray(rows, 1)[0])
            return 0

        yield Entry("explain", explain_, (record, record, INT, pointer(Log)))


def _weighing(name: str, game: Game[State], outlook: Outlook) -> Entry:
    """The value of a position, learned or by playouts."""
    weigh: Untyped = outlook.weigh
    most = most_actions(game)

    def weigh_(
        tables: Pointer,
        learned: Pointer,
        n: int,
        work: Pointer,
        menu: Pointer,
        shares: Pointer,
        once: Pointer,
        out: Pointer,
        seats: int,
    ) -> int:
        rows, known, cells = carray(tables, WAITING + 3), carray(learned, n), carray(out, seats)
        done = weigh(
            rows, known, carray(work, 1), carray(menu, most), carray(shares, WAITING + 1), carray(once, 8), cells
        )
        return 1 if done else 0

    work = types.CPointer(from_dtype(outlook.workspace))
    record = pointer(game.rules.State)
    return Entry(name, weigh_, (record, LEARNED, INT, work, MENU, VALUES, VALUES, VALUES, INT))


def _digest(game: Game[State]) -> Entry:
    of: Untyped = digest(game)
    most, standing = most_actions(game), standing_of(game)
    size, standing_size = game.rules.State.dtype.itemsize, standing.dtype.itemsize

    def digest_(
        rows: Pointer,
        raw: Pointer,
        logs: Pointer,
        standings: Pointer,
        raw_standings: Pointer,
        rng: Pointer,
        menu: Pointer,
        seats: int,
        seed: int,
        limit: int,
        every: int,
    ) -> int:
        return int(
            of(
                carray(rows, ROWS),
                carray(raw, ROWS * size),
                carray(logs, 2),
                carray(standings, 2),
                carray(raw_standings, 2 * standing_size),
                carray(rng, 4),
                carray(menu, most),
                seats,
                seed,
                limit,
                every,
            )
        )

    record, shown = pointer(game.rules.State), pointer(standing)
    return Entry("digest", digest_, (record, BYTES, pointer(Log), shown, BYTES, RNG, MENU, INT, INT, INT, INT))
