"""The review of a finished game: what was luck, what was decided well or badly, and what would have been better."""

from allaboard.review.findings import Decision, Option, Review, SeatReview, Step, kept
from allaboard.review.review import review

__all__ = ["Decision", "Option", "Review", "SeatReview", "Step", "kept", "review"]
