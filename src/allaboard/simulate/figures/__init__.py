"""The figures of a frame of games: numbers with their errors, each with a sentence that says what they show.

Nothing is drawn here. All numbers are computed from the frame, so a Parquet file is enough to make them again.
"""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from allaboard.registry import declaration
from allaboard.simulate.figures.common import common
from allaboard.simulate.figures.figure import Figure, Series

if TYPE_CHECKING:
    import polars as pl

    from allaboard.simulate.frame import About

__all__ = ["Figure", "Series", "figures"]


def figures(frame: "pl.DataFrame", about: "About", span: "pl.DataFrame | None" = None) -> list[Figure]:
    """All figures, those of every game first. The bins also cover the games of `span`."""
    span = frame if span is None else span
    found = list(common(frame, about, span))
    if (module := declaration(about.game).part("figures")) is not None:
        own: Callable[[pl.DataFrame, About, pl.DataFrame], Iterable[Figure]] = module.figures
        found += own(frame, about, span)
    return found
