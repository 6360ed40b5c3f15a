"""What a frame of games shows: figures as plain numbers with their errors, each under a sentence that says what it is.

Nothing here draws. Every number follows from the frame alone, so a Parquet file is enough to see them all again.
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
    """Everything that is worth seeing, what holds for every game first; the bins hold a span of other games too."""
    span = frame if span is None else span
    found = list(common(frame, about, span))
    if (module := declaration(about.game).part("figures")) is not None:
        own: Callable[[pl.DataFrame, About, pl.DataFrame], Iterable[Figure]] = module.figures
        found += own(frame, about, span)
    return found
