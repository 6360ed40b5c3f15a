"""What the terminal plays at, wherever the game is kept: a position as plain data, and what may be done about it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol


@dataclass(frozen=True)
class Choice:
    """One legal action: its text form and its parts."""

    text: str
    parts: dict[str, Any]


@dataclass
class Position:
    """Everything that the screen shows, from one seat."""

    game: str
    title: str
    seat: int
    players: list[str]
    view: dict[str, Any]
    waiting: list[int] = field(default_factory=list)  # the seats that must act
    menu: list[Choice] = field(default_factory=list)  # yours, if you must
    over: bool = False
    can_undo: bool = False
    goals: dict[str, bool] = field(default_factory=dict)  # of a solo game
    ending: list[str] = field(default_factory=list)  # what is to be said when it is over


Tell = Callable[[list[str]], None]


class Match(Protocol):
    """A game under way, here or far away."""

    position: Position
    talks: bool  # whether anybody is there to talk to

    async def run(self, changed: Callable[[], None], tell: Tell) -> None:
        """Let the others play; call `changed` when the position is another, `tell` with what happened."""

    async def act(self, text: str) -> None:
        """Take one of the actions of the menu."""

    async def undo(self) -> bool:
        """Take back your last action, where that is allowed."""

    async def hint(self) -> list[str]:
        """What a good player would do, best first: the text forms with a word on each."""

    async def say(self, text: str) -> None:
        """Say something to the table, or make a gesture: `/wave`."""

    def close(self) -> None:
        """Leave; what can be kept is kept."""
