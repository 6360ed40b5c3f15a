"""Hints: what expert expects of every legal action.

A game's search module has a compiled `evaluate(view, rng, knowledge, budget, actions, values) -> n` that writes the
legal actions and, for each, what is to be expected of it; its `expects(seats)` says what that is.
"""

import importlib
import importlib.util
from typing import Any, NamedTuple

import numpy as np

from allaboard import game_names
from allaboard.bots.levels import policy
from allaboard.game import Game, GameError, load
from allaboard.rng import stream


class Hint(NamedTuple):
    """An action with its text, and what is to be expected of it."""

    action: int
    text: str
    value: float


class Advice(NamedTuple):
    """Every legal action, best first, and what the values are: "score", or "chance to win" and the like."""

    expects: str
    hints: list[Hint]


def of(view: Any, seed: int, budget: int | None) -> Advice:
    """The advice that `allaboard.bots.advise` gives."""
    game = _game_of(view)
    seat = int(view.viewer)
    if seat not in game.actors(view):
        raise GameError("there is nothing to advise: it is not this seat's turn to act")
    expert = policy(game.name, "expert", budget)
    search = importlib.import_module(f"allaboard.bots.search.{game.name}")
    actions = np.zeros(game.rules.ACTIONS, np.int16)
    values = np.zeros(game.rules.ACTIONS, np.float64)
    n = search.evaluate(view, stream(seed), expert.knowledge, expert.budget, actions, values)
    hints = [Hint(int(a), game.words.say(seat, int(a)), float(v)) for a, v in zip(actions[:n], values[:n], strict=True)]
    return Advice(search.expects(int(view.seats)), sorted(hints, key=lambda hint: (-hint.value, hint.action)))


def _game_of(view: Any) -> Game:
    """The game whose record this is."""
    for name in game_names():
        game = load(name)
        if game.rules.State.dtype == view.dtype:
            return game
    raise GameError("this is not a view of any game")
