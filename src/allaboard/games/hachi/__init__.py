"""Hachi Train: a climbing card game with a hand that you may not rearrange."""

from typing import TYPE_CHECKING

from allaboard.declaration import Declaration, Environment

if TYPE_CHECKING:
    from allaboard.games.hachi.rules import State

GAME: "Declaration[State]" = Declaration(
    name="hachi",
    title="Hachi Train",
    package=__name__,
    seats=range(3, 6),
    usual_seats=4,
    clauses="H",
    chance_hides=True,
    levels={"easy": "bots.heuristics", "medium": "bots.heuristics", "hard": "bots.learned", "expert": "bots.search"},
    styles=("careful", "bold", "patient"),
    ratings={"random": 1165, "easy": 1350, "medium": 1540, "hard": 1690, "expert": 1765},
    outlook="bots.outlook",
    trainer="bots.training",
    # every clear discards at least one card, and between clears each play is stronger than the one before
    length=lambda seats, options: (int(options["rounds"]) * 48 * 56 * (seats + 7), int(options["rounds"]) * 48),
    aid=True,
    environments={
        "Hachi": Environment(3),
        "HachiSmall": Environment(3, {"assets": 1, "rounds": 1, "numbers": 4}),  # a round with four cards each
    },
)
