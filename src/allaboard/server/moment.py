"""An immutable position of a game. One call of compiled code computes it, with the actors and their legal actions."""

import threading
from collections.abc import Callable
from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt

from allaboard.game import ALL_SEEING, CHANCE, Actions, Game, State
from allaboard.record import copied, specialise

Menus = npt.NDArray[np.int64]

NOTHING: Final = -1
"""Stands for no action: the position stays as it is."""


class Moment:
    """A position that never changes. An action gives a new moment, so views and menus are computed once for all."""

    __slots__ = ("_legal", "_views", "_weights", "actors", "game", "state")

    def __init__(self, game: Game[State], state: State, actor: int = 0, action: int = NOTHING) -> None:
        """The position of a state, after an action if one is given. The action must be legal; it changes the state."""
        advances, workspace = _advancing(game)
        menus = workspace.menus
        found = menus[: advances(state, actor, action, workspace.room, menus)].tolist()
        self.game, self.state = game, state
        self.actors: list[int] = []
        """Who must act now. Do not change it."""
        self._legal: dict[int, list[int]] = {}
        self._weights: list[int] = []
        self._views: dict[int, State] = {}
        at = 0
        while at < len(found):
            who, end = found[at], at + 2 + found[at + 1]
            self._legal[who] = found[at + 2 : end]
            self.actors.append(who)
            at = end
            if who == CHANCE:
                at += len(self._legal[CHANCE])
                self._weights = found[end:at]

    def legal(self, actor: int) -> list[int]:
        """The legal actions of a seat or of chance; none if it is not its turn. Do not change the list."""
        return self._legal.get(actor, [])

    def weights(self) -> list[tuple[int, int]]:
        """The outcomes of chance, each with its weight."""
        return list(zip(self.legal(CHANCE), self._weights, strict=True))

    def view(self, viewer: int) -> State:
        """What a viewer may know. For the viewer that sees everything it is the state itself."""
        view = self._views.get(viewer)
        if view is None:
            view = self._views[viewer] = self.state if viewer == ALL_SEEING else self.game.view(self.state, viewer)
        return view

    def after(self, actor: int, action: int) -> "Moment":
        """The moment after an action. Raises Refusal if the action is not legal."""
        if action not in self.legal(actor):
            raise self.game.refusal(self.state, actor, action)
        return Moment(self.game, copied(self.state), actor, action)


# ---- compiled; the names are bound to a game's rules


def actors(state: State) -> int:
    """The game's."""
    raise NotImplementedError


def legal(state: State, actor: int, out: Actions) -> int:
    """The game's."""
    raise NotImplementedError


def apply(state: State, actor: int, action: int) -> None:
    """The game's."""
    raise NotImplementedError


def weight(state: State, action: int) -> int:
    """The game's."""
    raise NotImplementedError


def advance(state: State, actor: int, action: int, room: Actions, menus: Menus) -> int:
    """Take a legal action, then write for each actor: its number, the number of its legal actions, and the actions.

    The actions of chance are followed by their weights. Returns how many numbers were written.
    """
    if action != NOTHING:
        apply(state, actor, action)
    acting, at = int(actors(state)), 0
    for one in range(CHANCE + 1):
        if acting >> one & 1:
            count = legal(state, one, room)
            menus[at], menus[at + 1] = one, count
            at += 2
            for place in range(count):
                menus[at + place] = room[place]
            at += count
            if one == CHANCE:
                for place in range(count):
                    menus[at + place] = weight(state, int(room[place]))
                at += count
    return at


# ---- from Python


class Workspace(threading.local):
    """The working arrays of a game's `advance`, for each thread."""

    def __init__(self, most: int) -> None:
        self.room: Actions = np.zeros(most, np.int16)
        self.menus: Menus = np.zeros((CHANCE + 2) * (2 + most), np.int64)


@lru_cache(maxsize=64)
def _advancing(game: Game[State]) -> tuple[Callable[..., int], Workspace]:
    bound = {name: getattr(game.rules, name) for name in ("actors", "legal", "apply", "weight")}
    return specialise(advance, game.name, bound), Workspace(max(game.rules.ACTIONS, game.rules.OUTCOMES, 1))
