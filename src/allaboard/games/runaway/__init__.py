"""RunAway Train: secret choices, all at once, on a train that is heading for a cliff."""

from typing import TYPE_CHECKING

from allaboard.declaration import Countdown, Declaration, Environment

if TYPE_CHECKING:
    from allaboard.games.runaway.rules import State


def _length(seats: int, spaces: int) -> tuple[int, int]:
    """The train moves at least one space in every turn; there is one roll for each of two brakes and for the stop."""
    return spaces * (seats + 1) + 1, spaces + 3


GAME: "Declaration[State]" = Declaration(
    name="runaway",
    title="RunAway Train",
    package=__name__,
    seats=range(3, 7),
    usual_seats=4,
    clauses="R",
    simultaneous=True,
    levels={"easy": "bots.heuristics", "medium": "bots.learned", "hard": "bots.learned", "expert": "bots.search"},
    styles=("careful", "bold", "gambler"),
    ratings={"random": 1130, "easy": 1435, "medium": 1530, "hard": 1635, "expert": 1770},
    outlook="bots.outlook",
    trainer="bots.training",
    length=lambda seats, options: _length(seats, max(int(options["short.end"]), int(options["long.end"]))),
    countdown=Countdown(late="cards none", caller="engineer", story=16.0),
    environments={"RunAway": Environment(3)},
)
