"""Looking ahead without knowing anything: play every action out to the end many times, in worlds that fit the view.

evaluate = playouts("miyajima", medium, result)
"""

import importlib
from collections.abc import Callable
from typing import Any

import numpy as np

from allaboard.bots.levels import Choose, Knowledge
from allaboard.game import CHANCE, Actions, Rules
from allaboard.record import Cells, specialise
from allaboard.rng import Rng, below, reseed, word

Evaluate = Callable[[Any, Rng, Knowledge, int, Actions, Cells], int]


def playouts(game: str, choose: Choose, result: Callable[[Any, int], float]) -> Evaluate:
    """An `evaluate` whose budget is the number of games played out, by this player at every seat."""
    rules: Rules = importlib.import_module(f"allaboard.games.{game}.rules")
    names = ("actors", "legal", "apply", "weight", "observe", "imagine")
    words: dict[str, Any] = {name: getattr(rules, name) for name in names}
    words |= {"STATE": rules.State.dtype, "ROOM": max(rules.ACTIONS, rules.OUTCOMES)}
    words |= {"choose": choose, "result": result}
    words["finish"] = specialise(_finish, f"{game}-playouts", words)
    return specialise(_evaluate, f"{game}-playouts", words)


def _unbound(*_: Any) -> Any:
    raise NotImplementedError


actors = legal = apply = weight = observe = imagine = choose = result = finish = _unbound
STATE: Any = None
ROOM = 0
_BLANK, _WORLD, _VIEW = 0, 1, 2


def _evaluate(view: Any, rng: Rng, knowledge: Knowledge, budget: int, actions: Actions, values: Cells) -> int:
    """Writes every legal action and the average of its results; returns how many."""
    seat = int(view.viewer)
    tables, dice = np.zeros(3, STATE), np.zeros(4, np.int64)
    n = legal(view, seat, actions)
    values[:n] = 0
    games = max(1, budget // n)
    for _ in range(games):
        luck = word(rng)
        for k in range(n):
            reseed(dice, luck, 0)  # the same luck for every action, as far as it goes
            tables[_WORLD] = tables[_BLANK]
            imagine(view, dice, tables[_WORLD])
            apply(tables[_WORLD], seat, int(actions[k]))
            finish(tables, dice, knowledge)
            values[k] += result(tables[_WORLD], seat) / games
    return int(n)


def _finish(tables: Any, rng: Rng, knowledge: Knowledge) -> None:
    """Play a world to its end, everybody as they would from their own view."""
    world, room = tables[_WORLD], np.empty(ROOM, np.int16)
    mask = actors(world)
    while mask != 0:
        if mask == 1 << CHANCE:
            n, total = legal(world, CHANCE, room), 0
            for k in range(n):
                total += weight(world, int(room[k]))
            ticket, k = below(rng, total), 0
            ticket -= weight(world, int(room[0]))
            while ticket >= 0:
                k += 1
                ticket -= weight(world, int(room[k]))
            apply(world, CHANCE, int(room[k]))
        else:
            seat = 0
            while not mask >> seat & 1:
                seat += 1
            tables[_VIEW] = tables[_BLANK]
            observe(world, seat, tables[_VIEW])
            apply(world, seat, choose(tables[_VIEW], rng, knowledge, 0))
        mask = actors(world)
