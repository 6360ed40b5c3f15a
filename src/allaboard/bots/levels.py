"""The levels of play, by name, for every game: `policy("miyajima", "medium")` is somebody to play against.

Every bot is one compiled function with the same signature, so that a loop over games can call any of them:

    choose(view, rng, knowledge, budget) -> action

It sees a view (whose `viewer` is its seat), never a state; it draws from its own random stream; `knowledge` is what it
has learned (a float32 array, empty for those who learned nothing) and `budget` how many positions or rollouts it may
look at (0 for those who do not search). It is called only when its seat must act.
"""

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from allaboard.game import GameError, Rules
from allaboard.record import rule, specialise
from allaboard.rng import Rng, below

LEVELS = ("random", "easy", "medium", "hard", "expert")

Knowledge = npt.NDArray[np.float32]
Choose = Callable[[Any, Rng, Knowledge, int], int]

NOTHING_LEARNED: Knowledge = np.zeros(0, np.float32)


@dataclass(frozen=True, eq=False)
class Policy:
    """A player of one game: a compiled choice, and what it knows and may spend."""

    game: str
    level: str
    choose: Choose
    knowledge: Knowledge
    budget: int

    def __call__(self, view: Any, rng: Rng) -> int:
        """The action that this player takes in a position where its seat must act."""
        return int(self.choose(view, rng, self.knowledge, self.budget))


def policy(game: str, level: str, budget: int | None = None) -> Policy:
    """The player of a game at a level; a budget, given or in the level's name, replaces the level's own.

    >>> policy("miyajima", "medium").budget
    0
    >>> policy("miyajima", "expert:5000").budget
    5000
    """
    name, colon, spends = level.partition(":")
    if name == "exec":
        raise GameError(f"{level} is a program of others; it plays where whole games are played, not here")
    if name not in LEVELS:
        raise GameError(f"there is no level {name!r}; there are {', '.join(LEVELS)}")
    if colon:
        if not (spends.isascii() and spends.isdigit() and 0 < int(spends) < 2**62):
            raise GameError(f"{level}: a budget is a whole number from 1 on, as in {name}:1000")
        budget = int(spends) if budget is None else budget
    known = _policy(game, name)
    return known if budget is None else Policy(game, level, known.choose, known.knowledge, budget)


@cache
def _policy(game: str, level: str) -> Policy:
    if level == "random":
        return Policy(game, level, _any_of(game), NOTHING_LEARNED, 0)
    try:
        family = importlib.import_module(f"allaboard.bots.{_FAMILY[level]}.{game}")
    except ModuleNotFoundError as missing:
        raise GameError(f"nobody plays {game} at level {level} yet") from missing
    learned: Callable[[], Knowledge] = getattr(family, "knowledge", _nothing)
    return Policy(game, level, getattr(family, level), learned(), getattr(family, "BUDGET", 0))


_FAMILY = {"easy": "heuristics", "medium": "heuristics", "hard": "learned", "expert": "search"}


def _nothing() -> Knowledge:
    return NOTHING_LEARNED


def _any_of(game: str) -> Choose:
    """A choice among the legal actions of a game, each as likely."""
    rules: Rules = importlib.import_module(f"allaboard.games.{game}.rules")
    return specialise(_choose_any, game, {"legal": rules.legal, "ACTIONS": rules.ACTIONS})


ACTIONS = 0


@rule
def legal(view: Any, seat: int, out: Any) -> int:
    """Stands for a game's own, which takes its place."""
    return 0


def _choose_any(view: Any, rng: Rng, knowledge: Knowledge, budget: int) -> int:
    room = np.empty(ACTIONS, np.int16)
    return int(room[below(rng, legal(view, int(view.viewer), room))])
