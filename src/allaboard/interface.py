"""What the modules of a game contain, as types: its state, rules, events, derived values and words."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from allaboard.events import Event, Log, Reason
from allaboard.record import Record, field
from allaboard.registry import GameError
from allaboard.rng import Rng

WATCHER: Final = 9
"""The seat number of spectators. Its view contains what is public."""
ALL_SEEING: Final = -1
"""The `viewer` of a whole state, which is not a view."""

MOST_ACTIONS: Final = 2**15 - 1
"""How many actions a seat or chance can have: they are stored in 16 bits."""

Options = npt.NDArray[np.int64]
Actions = npt.NDArray[np.int16]


class State(Record):
    """What every game's state begins with."""

    seats: int = field(np.int8)
    viewer: int = field(np.int8)  # whose view it is; ALL_SEEING for a whole state


S = TypeVar("S", bound=State)


@dataclass
class Refusal(GameError):
    """Why an action is not legal: the clause that forbids it, a sentence, and the actions that are legal."""

    clause: str
    reason: str
    legal: Sequence[str] = ()
    why: Reason | None = None
    """The same as data."""

    def __str__(self) -> str:
        said = f"{self.reason} ({self.clause})" if self.clause else self.reason
        return f"{said}; legal: {', '.join(self.legal)}" if self.legal else said


class Rules(Protocol[S]):
    """A game's `rules.py`: compiled functions on one record. No other module contains rules."""

    ACTIONS: int  # how many actions a seat can have; they are numbered from 0
    OUTCOMES: int  # how many actions chance can have
    State: type[S]
    start: Callable[[S, int, Options], None]
    actors: Callable[[S], int]
    legal: Callable[[S, int, Actions], int]
    apply: Callable[[S, int, int], None]
    weight: Callable[[S, int], int]
    observe: Callable[[S, int, S], None]
    imagine: Callable[[S, Rng, S], None]
    score: Callable[[S, int], int]
    rank: Callable[[S, int], int]


class Told(Protocol[S]):
    """A game's `events.py`, also compiled: what a step tells a viewer, and why an action is refused."""

    EVENTS: Sequence[type[Event]]
    REASONS: Sequence[type[Reason]]
    sees: Callable[[S, int, int, int], bool]
    tell: Callable[[S, S, int, int, Log], None]
    refuse: Callable[[S, int, int, Log], None]


class Standing(Protocol[S]):
    """A game's `standing.py`, also compiled: a record with values derived from a view that clients show."""

    Standing: type[Record]
    stand: Callable[[S, Record], None]


class Words(Protocol):
    """A game's `words.py`: text forms, for people and for other programs.

    `say` and `parse` are required. A game with options has `OPTIONS`, `LIMITS` and `options`. `show` draws the table as
    text. `parts` gives the parts of an action, for programs that draw it.
    """

    def say(self, actor: int, action: int) -> str:
        """An action's text form."""

    def parse(self, actor: int, text: str) -> int:
        """The action of a text form; a GameError if there is none."""
