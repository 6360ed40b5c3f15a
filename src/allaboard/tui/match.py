"""The interface between the terminal and a game, local or remote: the position of one seat, and its actions."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from allaboard.catalog import Catalog
from allaboard.game import Game, State
from allaboard.tui.words import words


@dataclass(frozen=True)
class Choice:
    """One legal action: its number and its text form."""

    action: int
    text: str


@dataclass(frozen=True)
class Hint:
    """An action that is advised: its text form, and a short comment."""

    text: str
    why: str


@dataclass
class Position:
    """Everything that the screen shows, as one seat sees it."""

    game: Game[State]
    seat: int
    players: list[str]
    view: State
    waiting: list[int] = field(default_factory=list)  # the seats that must act
    menu: list[Choice] = field(default_factory=list)  # your legal actions, if you must act
    over: bool = False
    can_undo: bool = False
    ending: list[str] = field(default_factory=list)  # the result, when the game is over
    language: str = "en"

    @property
    def messages(self) -> Catalog:
        """The game's messages in the player's language."""
        return self.game.catalog(self.language)

    def name_of(self, seat: int) -> str:
        """The name of the player at a seat."""
        return words(self.language).say("you") if seat == self.seat else self.players[seat]


def menu_of(game: Game[State], view: State, seat: int) -> list[Choice]:
    """The legal actions of a seat, from its own view."""
    return [Choice(action, game.say(seat, action)) for action in game.legal(view, seat)]


class Tell(Protocol):
    """Adds sentences to the log."""

    def __call__(self, sentences: list[str], *, strong: bool = False) -> None:
        """`strong` for the sentences that end a game."""


class Match(Protocol):
    """A game in progress, on this machine or on a server."""

    @property
    def position(self) -> Position | None:
        """The current position; None before the game begins."""

    talks: bool  # whether there are people to chat with

    async def run(self, changed: Callable[[], None], tell: Tell) -> None:
        """Let the others play. Calls `changed` when the position has changed, and `tell` with what happened."""

    async def act(self, text: str) -> None:
        """Take one of the actions of the menu."""

    async def undo(self) -> bool:
        """Undo your last action, if that is allowed."""

    async def hint(self) -> list[Hint]:
        """The best actions, best first."""

    async def say(self, text: str) -> None:
        """Send a chat line to the table, or a gesture such as `/wave`."""

    async def again(self) -> "Match | None":
        """After the end: a new match with the same players, or None if this match continues at the new table."""

    def close(self) -> None:
        """Leave the match, and save it if possible."""
