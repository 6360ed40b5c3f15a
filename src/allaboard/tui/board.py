"""A table drawn as coloured text, from the view of one seat. It can also be read without colours."""

from typing import Protocol, cast

from rich.text import Text

from allaboard.game import Game, State
from allaboard.tui.match import Choice, Position
from allaboard.tui.words import words


class Board(Protocol):
    """A game's module `terminal`."""

    def draw(self, position: Position) -> Text:
        """The table, at most 78 columns wide."""

    def label(self, position: Position, choice: Choice) -> Text:
        """A line of the menu for one action."""

    def asks(self, position: Position) -> str:
        """What you are asked."""


class PlainBoard:
    """For games without a terminal board: the table as plain text, and the actions in their text form."""

    def draw(self, position: Position) -> Text:
        """The table as text."""
        return Text(position.game.show(position.view, position.language))

    def label(self, position: Position, choice: Choice) -> Text:
        """The action's text form."""
        return Text(choice.text)

    def asks(self, position: Position) -> str:
        """What you are asked."""
        return words(position.language).say("your-turn")


def board(game: Game[State]) -> Board:
    """The terminal board of a game."""
    own = game.declaration.part("terminal")
    return PlainBoard() if own is None else cast(Board, own)
