"""A table drawn as text with colour, from the view of one seat; it can be read without the colour, too."""

from typing import Protocol, cast

from rich.text import Text

from allaboard.game import Game, State
from allaboard.tui.match import Choice, Position


class Board(Protocol):
    """A game's module `terminal`."""

    def draw(self, position: Position) -> Text:
        """The table, at most 78 columns wide."""

    def label(self, position: Position, choice: Choice) -> Text:
        """A line of the menu for one action."""

    def asks(self, position: Position) -> str:
        """What you are asked."""


class PlainBoard:
    """A game without a terminal board: the table as plain text, and the actions as they stand in a record."""

    def draw(self, position: Position) -> Text:
        """The table as text."""
        return Text(position.game.show(position.view))

    def label(self, position: Position, choice: Choice) -> Text:
        """The action's text form."""
        return Text(choice.text)

    def asks(self, position: Position) -> str:
        """What you are asked."""
        return "Your turn"


def board(game: Game[State]) -> Board:
    """How a game is drawn."""
    own = game.declaration.part("terminal")
    return PlainBoard() if own is None else cast(Board, own)
