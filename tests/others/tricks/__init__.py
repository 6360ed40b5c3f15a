"""Tricks: a game of another distribution with hidden hands, events, messages in two languages and one bot."""

from typing import TYPE_CHECKING

from allaboard.declaration import Declaration

if TYPE_CHECKING:
    from .rules import State

GAME: "Declaration[State]" = Declaration(
    name="tricks",
    title="Tricks",
    package=__name__,
    seats=range(2, 5),
    usual_seats=3,
    clauses="T",
    chance_hides=True,
    levels={"hard": "players"},
    length=lambda seats, options: (6 * seats, 6 * seats),
)
