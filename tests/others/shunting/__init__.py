"""Shunting: a game of another distribution with only the parts that every game must have."""

from typing import TYPE_CHECKING

from allaboard.declaration import Declaration

if TYPE_CHECKING:
    from .rules import State

GAME: "Declaration[State]" = Declaration(
    name="shunting",
    title="Shunting",
    package=__name__,
    seats=range(2, 9),
    usual_seats=2,
    clauses="S",
)
