"""What every game is made of, in a few words that the rest of the house speaks.

>>> hachi = load("hachi")
>>> state = hachi.start(seats=4)
>>> hachi.actors(state) == [CHANCE]
True
"""

import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, Protocol

import numpy as np
import numpy.typing as npt

from allaboard import game_names
from allaboard.record import Record, blank, copied
from allaboard.rng import Rng

CHANCE: Final = 8
"""Chance is a seat: its actions are dice and cards."""
WATCHER: Final = 9
"""The seat that nobody sits on: its view holds what is public."""
ALL_SEEING: Final = -1
"""The viewer of a whole state, as against a view."""

Options = npt.NDArray[np.int64]
Actions = npt.NDArray[np.int16]


class GameError(ValueError):
    """Something from outside does not fit; the message says what, and what would."""


@dataclass
class Refusal(GameError):
    """Why an action is not legal: the clause that forbids it, in words, and what would be legal instead."""

    clause: str
    reason: str
    legal: Sequence[str] = ()

    def __str__(self) -> str:
        said = f"{self.reason} ({self.clause})"
        return f"{said}; legal: {', '.join(self.legal)}" if self.legal else said


class Rules(Protocol):
    """A game's `rules.py`: compiled functions of one record. The only place where the game is decided."""

    TITLE: str
    SEATS: range
    ACTIONS: int  # a seat's actions are numbered from 0 to this
    OUTCOMES: int  # and chance's
    State: type[Record]
    start: Callable[[Any, int, Options], None]
    actors: Callable[[Any], int]
    legal: Callable[[Any, int, Actions], int]
    apply: Callable[[Any, int, int], None]
    weight: Callable[[Any, int], int]
    observe: Callable[[Any, int, Any], None]
    imagine: Callable[[Any, Rng, Any], None]
    score: Callable[[Any, int], int]
    rank: Callable[[Any, int], int]


class Words(Protocol):
    """A game's `words.py`: the same things as text and JSON, for people and for other programs."""

    OPTIONS: Mapping[str, int | tuple[int, ...]]  # every option by its dotted name, with its default

    def options(self, chosen: Mapping[str, int | Sequence[int]]) -> Options:
        """Check the chosen options, defaults filled in; a GameError says what is wrong with them."""

    def say(self, actor: int, action: int) -> str:
        """An action's text form."""

    def parts(self, actor: int, action: int) -> dict[str, Any]:
        """An action taken apart, for programs that draw it."""

    def parse(self, actor: int, text: str) -> int:
        """The action of a text form; a GameError if it is none."""

    def refuse(self, state: Any, actor: int, action: int) -> Refusal:
        """Why this action, known not to be legal, is not."""

    def narrate(self, before: Any, after: Any, actor: int, action: int | None) -> list[str]:
        """What happened, in sentences, from the views of one viewer (the action is None where it is hidden)."""

    def sees(self, state: Any, actor: int, action: int, viewer: int) -> bool:
        """Whether a viewer sees this action at the moment when it is taken."""

    def show(self, view: Any) -> str:
        """The table as plain text."""

    def to_json(self, view: Any) -> dict[str, Any]:
        """The view for other programs."""


class Game:
    """One game, with its legality guard: nothing reaches the rules' `apply` that they did not offer."""

    def __init__(self, name: str, rules: Rules, words: Words) -> None:
        self.name, self.rules, self.words = name, rules, words
        self.title, self.seats = rules.TITLE, rules.SEATS
        self._room = np.zeros(max(rules.ACTIONS, rules.OUTCOMES), np.int16)

    def __repr__(self) -> str:
        return f"<Game {self.name}>"

    def start(self, seats: int, options: Mapping[str, int | Sequence[int]] | None = None) -> Any:
        """Lay the table for so many players."""
        if seats not in self.seats:
            raise GameError(f"{self.title} is for {_span(self.seats)} players, not {seats}")
        state = blank(self.rules.State)
        self.rules.start(state, seats, self.words.options(options or {}))
        return state

    def actors(self, state: Any) -> list[int]:
        """Who must act now, in seat order; several at once decide at the same time; nobody when it is over."""
        mask = int(self.rules.actors(state))
        return [seat for seat in range(CHANCE + 1) if mask >> seat & 1]

    def over(self, state: Any) -> bool:
        """Whether the game has ended."""
        return int(self.rules.actors(state)) == 0

    def legal(self, state: Any, actor: int) -> list[int]:
        """The legal actions of a seat (or of chance); none if it is not its turn."""
        if not int(self.rules.actors(state)) >> actor & 1:
            return []
        room = np.empty_like(self._room)  # threads may ask at the same time
        legal: list[int] = room[: self.rules.legal(state, actor, room)].tolist()
        return legal

    def menu(self, state: Any, actor: int) -> list[str]:
        """The legal actions as text."""
        return [self.words.say(actor, action) for action in self.legal(state, actor)]

    def play(self, state: Any, actor: int, action: int) -> None:
        """Apply an action if it is legal; otherwise raise the Refusal that says why, and change nothing."""
        if action not in self.legal(state, actor):
            refusal = self.words.refuse(state, actor, action)
            refusal.legal = self.menu(state, actor)
            raise refusal
        self.rules.apply(state, actor, action)

    def play_text(self, state: Any, actor: int, text: str) -> int:
        """The same for an action's text form; returns the action."""
        action = self.words.parse(actor, text)
        self.play(state, actor, action)
        return action

    def weights(self, state: Any) -> list[tuple[int, int]]:
        """Chance's outcomes, each with its weight."""
        return [(action, int(self.rules.weight(state, action))) for action in self.legal(state, CHANCE)]

    def view(self, state: Any, seat: int) -> Any:
        """What a seat may know, built up from blank."""
        view = blank(self.rules.State)
        self.rules.observe(state, seat, view)
        return view

    def imagine(self, view: Any, rng: Rng) -> Any:
        """A whole world that looks like this view, each hidden arrangement as likely."""
        world = blank(self.rules.State)
        self.rules.imagine(view, rng, world)
        return world

    def scores(self, state: Any) -> list[int]:
        """Every seat's score, so far or at the end."""
        return [int(self.rules.score(state, seat)) for seat in range(int(state.seats))]

    def ranks(self, state: Any) -> list[int]:
        """Every seat's rank: 1 is best, equals share."""
        return [int(self.rules.rank(state, seat)) for seat in range(int(state.seats))]

    def copy(self, state: Any) -> Any:
        """An independent copy."""
        return copied(state)


@cache
def load(name: str) -> Game:
    """A game by its name."""
    if name not in game_names():
        raise GameError(f"there is no game {name!r}; there are {', '.join(game_names())}")
    rules = importlib.import_module(f"allaboard.games.{name}.rules")
    words = importlib.import_module(f"allaboard.games.{name}.words")
    return Game(name, rules, words)


def _span(seats: range) -> str:
    return f"{seats.start} to {seats.stop - 1}"
