"""Positions from games between bots, and playouts of these positions, compiled for a game and a bot."""

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from allaboard.bots.levels import Knowledge, policy
from allaboard.chance import drawer
from allaboard.game import CHANCE, S, load
from allaboard.record import Records, specialise
from allaboard.registry import declaration
from allaboard.rng import Rng, below

_BLANK, _TABLE, _VIEW = 0, 1, 2


class Walker(NamedTuple):
    """The two compiled loops."""

    walk: Callable[..., int]
    play_out: Callable[..., float]


def walker(game: str, level: str, settled: Callable[[S, S, int], float]) -> Walker:
    """Loops that play games with this bot at every seat. `settled` gives the result of a position, or NaN."""
    rules = load(game).rules
    words: dict[str, object] = {
        name: getattr(rules, name) for name in ("actors", "legal", "apply", "observe", "imagine")
    }
    words |= {"choose": policy(game, level).choose, "settled": settled, "draw": drawer(load(game))}
    words |= {"STATE": rules.State.dtype, "ROOM": max(rules.ACTIONS, rules.OUTCOMES)}
    words |= {"STYLES": max(len(declaration(game).styles), 1)}
    name = f"{game}-positions-{level.partition(':')[0].partition('/')[0]}"
    return Walker(specialise(_walk, name, words), specialise(_play_out, name, words))


def finisher(game: str, level: str) -> Callable[..., None]:
    """A loop that plays a position to the end, with this bot at every seat."""
    rules = load(game).rules
    words: dict[str, object] = {name: getattr(rules, name) for name in ("actors", "apply", "observe")}
    words |= {"choose": policy(game, level).choose, "draw": drawer(load(game))}
    words |= {"STATE": rules.State.dtype, "ROOM": max(rules.ACTIONS, rules.OUTCOMES)}
    words |= {"STYLES": max(len(declaration(game).styles), 1)}
    return specialise(_finish, f"{game}-positions-{level.partition(':')[0].partition('/')[0]}", words)


def _unbound(*_: object) -> Any:  # Any: what is bound to the names below returns different types
    raise NotImplementedError


actors = legal = apply = draw = observe = imagine = choose = settled = _unbound
STATE = None
ROOM = 0
STYLES = 1


def _walk(
    laid: Records,
    deal: Rng,
    think: Rng,
    knowledge: Knowledge,
    budget: int,
    every: int,
    found: Records,
    chosen: npt.NDArray[np.int64],
) -> int:
    """Play one game and record one of every few decisions: the state, the seat and the action."""
    tables, room = np.zeros(3, STATE), np.empty(ROOM, np.int16)
    tables[_TABLE] = laid[0]
    table = tables[_TABLE]
    n, turned = 0, below(think, STYLES)
    mask, last = actors(table), 0
    while mask != 0:
        if mask == 1 << CHANCE:
            apply(table, CHANCE, draw(table, deal, room))
            last = 0
        else:
            seat = below(think, 8)  # any of the seats that decide at the same time
            while not mask >> seat & 1:
                seat = (seat + 1) % 8
            tables[_VIEW] = tables[_BLANK]
            observe(table, seat, tables[_VIEW])
            action = choose(tables[_VIEW], think, knowledge, budget, (seat + turned) % STYLES)
            # no other seat has already made a hidden choice
            free = legal(table, seat, room) > 1 and mask & last != mask
            if free and n < found.size and below(think, every) == 0:
                found[n] = table
                chosen[n, 0], chosen[n, 1] = seat, action
                n += 1
            apply(table, seat, action)
            last = mask & ~(1 << seat)
        mask = actors(table)
    return n


def _play_out(
    rows: Records, at: int, seat: int, action: int, games: int, world: bool, rng: Rng, knowledge: Knowledge, budget: int
) -> float:
    """The mean result of an action, played out from the true state or from worlds that look the same to the seat."""
    tables, room = np.zeros(3, STATE), np.empty(ROOM, np.int16)
    table, total = tables[_TABLE], 0.0
    for _ in range(games):
        tables[_TABLE] = rows[at]
        if world:
            tables[_VIEW] = tables[_BLANK]
            observe(rows[at], seat, tables[_VIEW])
            tables[_TABLE] = tables[_BLANK]
            imagine(tables[_VIEW], rng, table)
        apply(table, seat, action)
        turned = below(rng, STYLES)
        came = settled(rows[at], table, seat)
        while math.isnan(came):
            mask = actors(table)
            if mask == 1 << CHANCE:
                apply(table, CHANCE, draw(table, rng, room))
            else:
                actor = 0
                while not mask >> actor & 1:
                    actor += 1
                tables[_VIEW] = tables[_BLANK]
                observe(table, actor, tables[_VIEW])
                apply(table, actor, choose(tables[_VIEW], rng, knowledge, budget, (actor + turned) % STYLES))
            came = settled(rows[at], table, seat)
        total += came
    return total / games


def _finish(rows: Records, rng: Rng, knowledge: Knowledge, budget: int, turned: int) -> None:
    """Play the position in the first row to the end."""
    tables, room = np.zeros(3, STATE), np.empty(ROOM, np.int16)
    tables[_TABLE] = rows[0]
    table = tables[_TABLE]
    mask = actors(table)
    while mask != 0:
        if mask == 1 << CHANCE:
            apply(table, CHANCE, draw(table, rng, room))
        else:
            seat = 0
            while not mask >> seat & 1:
                seat += 1
            tables[_VIEW] = tables[_BLANK]
            observe(table, seat, tables[_VIEW])
            apply(table, seat, choose(tables[_VIEW], rng, knowledge, budget, (seat + turned) % STYLES))
        mask = actors(table)
    rows[0] = table
