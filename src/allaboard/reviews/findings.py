"""What a review finds, as data: the same for Python, for JSON and for the browser.

For each seat, exact to rounding:

    result - expected = luck + own + others + hidden

as sums over the steps. Numbers are in the review's unit: points (alone), wins (a shared win counts in part) or rounds
(those lost, below zero).
"""

from typing import Literal

from msgspec import Struct

Verdict = Literal["best", "close", "inaccuracy", "mistake", "blunder"]
"""`close` is too close to call: the cost is within twice its standard error."""


class ReviewOption(Struct, frozen=True):
    """A legal action, what it promised in the seat's view, and how far that may be from the best's by chance."""

    action: str
    value: float
    error: float
    leaves: dict[str, int] = {}
    """What it leaves, by the names of the game's reasons; of options that people may be asked about."""


class Decision(Struct, frozen=True):
    """A choice that a seat had, priced from that seat's view alone at the moment when it was taken."""

    ply: int
    """So many steps came before it."""
    kind: str
    """What kind of decision it was: the phase of the game."""
    played: str
    best: str
    cost: float
    """What it gave up against the best action. Never below zero; zero if it is too close to call with the first."""
    error: float
    """The standard error of the cost."""
    verdict: Verdict
    options: list[ReviewOption]
    """Best first. All, if what was played cost something for sure; else the first few and the one that was played."""
    reasons: list[str] = []
    """Why the best one is better, in the game's words, in the language that the review was asked for."""


class ReviewStep(Struct, frozen=True):
    """One action of the record, as it changed what a seat could expect."""

    actor: int
    """A seat, or 8 for chance."""
    action: str
    value: float
    """What the seat could expect after it, all hands known."""
    luck: float
    own: float
    others: float
    hidden: float


class SeatReview(Struct, frozen=True):
    """The review of one seat."""

    seat: int
    name: str
    expected: float
    result: float
    luck: float
    own: float
    others: float
    hidden: float
    steps: list[ReviewStep]
    decisions: list[Decision]
    """The choices with at least two options, in the order of the game."""
    forced: int
    """How many of the seat's actions had no alternative; they cost nothing."""

    @property
    def costliest(self) -> list[Decision]:
        """The decisions that cost something for sure, the costliest first."""
        sure = [one for one in self.decisions if one.verdict not in ("best", "close")]
        return sorted(sure, key=lambda one: (-one.cost, one.ply))


class Review(Struct, frozen=True):
    """The review of a game."""

    game: str
    seats: int
    unit: Literal["points", "wins", "rounds"]
    method: Literal["learned", "played_out"]
    """Whether the values were learned, or games were played out from each position, which is slower and rougher."""
    values: str
    """A hash of the values, of what the prices were made with, and of the budget."""
    budget: int
    players: list[SeatReview]
    format: int = 1


def kept(review: SeatReview) -> float:
    """By how much the identity fails: nothing but rounding."""
    return abs(review.result - review.expected - review.luck - review.own - review.others - review.hidden)
