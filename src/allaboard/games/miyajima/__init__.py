"""Fast Train to Miyajima: roll and write, a fast train ahead of a heavy one, in six colours."""

from typing import TYPE_CHECKING

from allaboard.declaration import Declaration, Environment, Solo

if TYPE_CHECKING:
    from allaboard.games.miyajima.rules import State

GAME: "Declaration[State]" = Declaration(
    name="miyajima",
    title="Fast Train to Miyajima",
    package=__name__,
    seats=range(1, 9),
    usual_seats=3,
    clauses="M",
    simultaneous=True,
    levels={"easy": "bots.heuristics", "medium": "bots.heuristics", "hard": "bots.learned", "expert": "bots.search"},
    styles=("careful", "bold", "collector"),
    ratings={"random": 800, "easy": 1285, "medium": 1560, "hard": 1880, "expert": 2000},
    outlook="bots.outlook",
    trainer="bots.training",
    # at most 11 cars of a colour are loaded, in at most 67 rounds
    length=lambda seats, options: (2 * 67 + 66 * seats, 3 * 67),
    solo=Solo(
        ranks=(  # M10
            (251, "tycoon"),
            (231, "conductor"),
            (211, "inspector"),
            (181, "engineer"),
            (151, "boilerman"),
            (0, "gandy-dancer"),
        ),
        goals=("a", "b", "c", "d", "e"),  # M11
    ),
    environments={"MiyajimaSolo": Environment(1), "Miyajima": Environment(2)},
)
