"""The tables drawn as text with colour: each from a view as plain data, readable without the colour, too."""

import importlib
from typing import Any, Protocol, cast

from rich.text import Text

from allaboard.tui.match import Choice, Position


class Board(Protocol):
    """A game's module here."""

    def draw(self, position: Position) -> Text:
        """The table, at most 78 columns wide."""

    def label(self, position: Position, choice: Choice) -> Text:
        """A line of the menu for one action."""

    def asks(self, position: Position) -> str:
        """What you are asked."""


def board(game: str) -> Board:
    """How a game is drawn."""
    found: Any = importlib.import_module(f"allaboard.tui.boards.{game}")
    return cast(Board, found)


def name_of(position: Position, seat: int) -> str:
    """Who sits there: a number, and a name where it says more."""
    return f"{seat} You" if seat == position.seat else f"{seat} {position.players[seat].removeprefix('bot:')}"
