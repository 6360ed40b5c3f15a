"""Playouts: play every action to the end many times, in states that are consistent with the view.

evaluate = playouts("coupling", medium, result)
"""

import math
from collections.abc import Callable
from typing import TypeVar

import numpy as np

from allaboard.bots.levels import Choose, Knowledge, with_style
from allaboard.chance import drawer
from allaboard.game import CHANCE, Actions, S, State, load
from allaboard.record import Cells, specialise
from allaboard.rng import Rng, reseed, word

Result = Callable[[S, int], float]
"""A function that gives the value of a finished game for a seat."""
Evaluate = Callable[[S, Rng, Knowledge, int, Actions, Cells], int]
F = TypeVar("F", bound=Callable[..., object])
Duel = Callable[[S, Rng, Knowledge, int, int, int], float]
Compare = Callable[[S, Rng, Knowledge, int, Actions, Cells, Cells], int]
Mean = Callable[[S, Rng, Knowledge, int, int], float]


def playouts(game: str, choose: Choose, result: Result[S]) -> Evaluate[S]:
    """An `evaluate` function whose budget is the number of playouts, with this bot at every seat."""
    return _bound(game, choose, result, _evaluate)


def duel(game: str, choose: Choose, result: Result[S]) -> Duel[S]:
    """A lower bound of how much better one action is than another, from a number of playouts with the same luck."""
    return _bound(game, choose, result, _duel)


def mean_result(game: str, choose: Choose, result: Result[S]) -> Mean[S]:
    """The mean result of an action over a number of playouts."""
    return _bound(game, choose, result, _mean)


def comparing(game: str, choose: Choose, result: Result[S]) -> Compare[S]:
    """All legal actions compared with the best in playouts with the same luck: mean results and standard errors."""
    return _bound(game, choose, result, _compare)


def _bound(game: str, choose: Choose, result: Result[S], function: F) -> F:
    rules = load(game).rules
    names = ("actors", "legal", "apply", "observe", "imagine")
    words: dict[str, object] = {name: getattr(rules, name) for name in names}
    words |= {"STATE": rules.State.dtype, "ROOM": max(rules.ACTIONS, rules.OUTCOMES)}
    words |= {"choose": with_style(choose), "result": result, "draw": drawer(load(game))}
    name = f"{game}-playouts-{choose.__name__}-{result.__name__}"  # compiled code is cached under this name
    words["finish"] = specialise(_finish, f"{game}-playouts-{choose.__name__}", words)
    words["outcome"] = specialise(_outcome, name, words)
    return specialise(function, name, words)


def _unbound(*_: object) -> int:
    raise NotImplementedError


actors = legal = apply = draw = observe = imagine = choose = result = finish = outcome = _unbound
STATE = State.dtype  # a placeholder; `specialise` binds the game's own dtype
ROOM = 0
_BLANK, _WORLD, _VIEW = 0, 1, 2


def _evaluate(view: State, rng: Rng, knowledge: Knowledge, budget: int, actions: Actions, values: Cells) -> int:
    """Writes every legal action and the average of its results; returns how many."""
    tables, dice = np.zeros(3, STATE), np.zeros(4, np.int64)
    n = legal(view, int(view.viewer), actions)
    values[:n] = 0
    games = max(1, budget // n)
    for _ in range(games):
        luck = word(rng)  # the same luck for every action, as long as the games run alike
        for k in range(n):
            values[k] += outcome(view, int(actions[k]), tables, dice, luck, knowledge) / games
    return int(n)


def _duel(view: State, rng: Rng, knowledge: Knowledge, games: int, one: int, other: int) -> float:
    """By how much the results of one action are better than those of another on average, minus a standard error."""
    tables, dice = np.zeros(3, STATE), np.zeros(4, np.int64)
    total, squares = 0.0, 0.0
    for _ in range(games):
        luck = word(rng)
        difference = outcome(view, one, tables, dice, luck, knowledge) - outcome(
            view, other, tables, dice, luck, knowledge
        )
        total += difference
        squares += difference * difference
    mean = total / games
    return mean - math.sqrt(max(squares / games - mean * mean, 0.0) / games)


def _mean(view: State, rng: Rng, knowledge: Knowledge, games: int, action: int) -> float:
    """The average of the results of an action."""
    tables, dice = np.zeros(3, STATE), np.zeros(4, np.int64)
    total = 0.0
    for _ in range(games):
        total += outcome(view, action, tables, dice, word(rng), knowledge)
    return total / games


def _compare(
    view: State, rng: Rng, knowledge: Knowledge, budget: int, actions: Actions, values: Cells, errors: Cells
) -> int:
    """Writes every legal action, the average of its results, and the standard error of its difference from the best."""
    tables, dice = np.zeros(3, STATE), np.zeros(4, np.int64)
    n = legal(view, int(view.viewer), actions)
    games = max(2, budget // n)
    results = np.zeros(n * games)  # action by action; a table of any shape could not be compiled for browsers
    for game in range(games):
        luck = word(rng)
        for k in range(n):
            results[k * games + game] = outcome(view, int(actions[k]), tables, dice, luck, knowledge)
    best = 0
    for k in range(n):
        values[k] = 0.0
        for game in range(games):
            values[k] += results[k * games + game]
        values[k] /= games
        if values[k] > values[best]:
            best = k
    for k in range(n):
        difference, spread = values[best] - values[k], 0.0
        for game in range(games):
            off = results[best * games + game] - results[k * games + game] - difference
            spread += off * off
        errors[k] = math.sqrt(spread / games / (games - 1))
    return int(n)


def _outcome(view: State, action: int, tables: Cells, dice: Rng, luck: int, knowledge: Knowledge) -> float:
    """The result of an action in one imagined world."""
    seat = int(view.viewer)
    reseed(dice, luck, 0)
    tables[_WORLD] = tables[_BLANK]
    imagine(view, dice, tables[_WORLD])
    apply(tables[_WORLD], seat, action)
    finish(tables, dice, knowledge)
    return float(result(tables[_WORLD], seat))


def _finish(tables: Cells, rng: Rng, knowledge: Knowledge) -> None:
    """Play an imagined world to its end; every seat chooses from its own view."""
    world, room = tables[_WORLD], np.empty(ROOM, np.int16)
    mask = actors(world)
    while mask != 0:
        if mask == 1 << CHANCE:
            apply(world, CHANCE, draw(world, rng, room))
        else:
            seat = 0
            while not mask >> seat & 1:
                seat += 1
            tables[_VIEW] = tables[_BLANK]
            observe(world, seat, tables[_VIEW])
            apply(world, seat, choose(tables[_VIEW], rng, knowledge, 0, 0))
        mask = actors(world)
