"""What the terminal plays at, wherever the game is kept: a position of one seat, and what may be done about it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from allaboard.game import Game, State


@dataclass(frozen=True)
class Choice:
    """One legal action: its number and its text form."""

    action: int
    text: str


@dataclass
class Position:
    """Everything that the screen shows, from one seat."""

    game: Game[State]
    seat: int
    players: list[str]
    view: State
    waiting: list[int] = field(default_factory=list)  # the seats that must act
    menu: list[Choice] = field(default_factory=list)  # yours, if you must
    over: bool = False
    can_undo: bool = False
    ending: list[str] = field(default_factory=list)  # what is to be said when it is over

    def name_of(self, seat: int) -> str:
        """Who sits there."""
        return "You" if seat == self.seat else self.players[seat]


def menu_of(game: Game[State], view: State, seat: int) -> list[Choice]:
    """The legal actions of a seat, from its own view."""
    return [Choice(action, game.say(seat, action)) for action in game.legal(view, seat)]


Tell = Callable[[list[str]], None]


class Match(Protocol):
    """A game under way, here or far away."""

    @property
    def position(self) -> Position | None:
        """What is shown; None before it begins."""

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

    async def again(self) -> "Match | None":
        """After the end: a new game with the same players; None where this match itself goes on with it."""

    def close(self) -> None:
        """Leave; what can be kept is kept."""
