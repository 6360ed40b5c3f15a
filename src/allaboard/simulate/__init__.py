"""Many games at once, what they show, and how fast they are played."""

from allaboard.simulate.batch import Batch, run

__all__ = ["Batch", "run"]
