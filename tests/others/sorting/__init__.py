"""Sorting: a game of another distribution with events, ranks and bots, with English messages only and no rulebook."""

from typing import TYPE_CHECKING

from allaboard.declaration import Declaration, Solo

if TYPE_CHECKING:
    from .rules import State

GAME: "Declaration[State]" = Declaration(
    name="sorting",
    title="Sorting",
    package=__name__,
    seats=range(1, 4),
    usual_seats=2,
    clauses="O",
    levels={"easy": "players", "medium": "players"},
    solo=Solo(ranks=((100, "legend"), (1, "shunter"), (0, "onlooker"))),
)
