"""Batches of games, their statistics and reports, ladders of bots, and benchmarks."""

from allaboard.simulate.batch import Batch, run

__all__ = ["Batch", "run"]
