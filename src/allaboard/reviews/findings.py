"""The data of a review: the same for Python, for JSON and for the browser.

For each seat, exactly up to rounding:

    result - expected = luck + own + others + hidden

Each term on the right is a sum over the steps. Numbers are in the review's unit: points in a solo game, wins (a shared
win counts as a fraction), or rounds (lost rounds as a negative number).
"""

from typing import Literal

from msgspec import Struct

Verdict = Literal["best", "close", "inaccuracy", "mistake", "blunder"]
"""`close` is too close to call: the cost is within twice its standard error."""


class ReviewOption(Struct, frozen=True):
    """A legal action, its value in the seat's view, and the standard error of its difference from the best."""

    action: str
    value: float
    error: float
    leaves: dict[str, int] = {}
    """What it leaves, by the names of the game's reasons; of options that people may be asked about."""
    said: str = ""
    """The action in the game's words, in the language of the review."""


class Decision(Struct, frozen=True):
    """A decision of a seat, judged only from that seat's view at that moment."""

    ply: int
    """How many steps came before it."""
    kind: str
    """What kind of decision it was: the phase of the game."""
    played: str
    best: str
    cost: float
    """The value of the best action minus the value of this one. Zero if they are too close to call; never negative."""
    error: float
    """The standard error of the cost."""
    verdict: Verdict
    options: list[ReviewOption]
    """Best first. All of them if the played one cost significantly; otherwise the first few and the played one."""
    reasons: list[str] = []
    """Why the best action is better, as sentences of the game in the language of the review."""


class ReviewStep(Struct, frozen=True):
    """One action of the record, and how it changed the value for a seat."""

    actor: int
    """A seat, or 8 for chance."""
    action: str
    value: float
    """The value for the seat after it, with all hands known."""
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
        """The decisions that cost significantly more than zero, the costliest first."""
        sure = [one for one in self.decisions if one.verdict not in ("best", "close")]
        return sorted(sure, key=lambda one: (-one.cost, one.ply))


class Review(Struct, frozen=True):
    """The review of a game."""

    game: str
    seats: int
    unit: Literal["points", "wins", "rounds"]
    method: Literal["learned", "played_out"]
    """Whether the values were learned, or came from playouts, which are slower and less accurate."""
    values: str
    """A hash of the value function, of the bots that judged the decisions, and of the budget."""
    budget: int
    players: list[SeatReview]
    format: int = 1
    hides: bool = True
    """Whether players had to decide without knowing everything. If not, `hidden` is only the error of the estimates."""


def kept(review: SeatReview) -> float:
    """The difference between the two sides of the equation, which is rounding only."""
    return abs(review.result - review.expected - review.luck - review.own - review.others - review.hidden)
