"""One figure: a sentence, and series of numbers with standard errors."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from allaboard.record import Cells

SURE = 1.96
"""How many standard errors a 95% interval has on either side."""

Kind = Literal["columns", "bars", "lines", "ridges"]
Numbers = Cells


@dataclass(frozen=True)
class Number:
    """A number and its standard error (None if it has none)."""

    value: float
    error: float | None = None

    @property
    def low(self) -> float:
        """The lower end of the 95% interval."""
        return self.value - SURE * (self.error or 0)

    @property
    def high(self) -> float:
        """The upper end of the 95% interval."""
        return self.value + SURE * (self.error or 0)


@dataclass(frozen=True)
class Series:
    """A series of numbers, one for each label of the figure."""

    name: str
    numbers: tuple[Number, ...]
    colour: str = "c0"  # a name of the page's palette
    mean: Number | None = None  # of a distribution
    faint: bool = False


@dataclass(frozen=True)
class Figure:
    """The data of a figure. The title is a sentence that says what the numbers show."""

    key: str
    title: str
    kind: Kind
    labels: tuple[str, ...]
    series: tuple[Series, ...]
    unit: str = ""
    note: str = ""
    across: str = ""  # what the labels are
    colours: tuple[str, ...] = field(default=())  # of the labels, where they have their own
    reference: float | None = None  # a line to compare with
    wide: bool = False


def mean(values: Numbers) -> Number:
    """The mean of one value for each game."""
    values = values.astype(np.float64)
    if len(values) < 2:
        return Number(float(values.mean()))
    return Number(float(values.mean()), float(values.std(ddof=1) / math.sqrt(len(values))))


def percent(values: Numbers) -> Number:
    """The mean of one share for each game, in percent."""
    found = mean(values)
    return Number(100 * found.value, None if found.error is None else 100 * found.error)


def ratio(parts: Numbers, wholes: Numbers, scale: float = 1) -> Number:
    """The sum of all parts divided by the sum of all wholes, with a linearised error; each game has some of both."""
    parts, wholes = parts.astype(np.float64), wholes.astype(np.float64)
    total = float(wholes.sum())
    if total == 0:
        return Number(0.0)
    value = float(parts.sum()) / total
    if len(parts) < 2:
        return Number(scale * value)
    spread = float((parts - value * wholes).std(ddof=1))
    return Number(scale * value, scale * spread * math.sqrt(len(parts)) / total)


def histogram(values: Numbers, bins: Sequence[int]) -> tuple[Number, ...]:
    """The percentage of values in each bin: from its first number to before the first number of the next bin."""
    edges = [*bins, bins[-1] + (bins[-1] - bins[-2] if len(bins) > 1 else 1)]
    counts, _ = np.histogram(values, edges)
    shares = counts / max(1, len(values))
    errors = np.sqrt(shares * (1 - shares) / max(1, len(values)))
    return tuple(Number(100 * float(s), 100 * float(e)) for s, e in zip(shares, errors, strict=True))


def bins_for(values: Numbers, most: int = 40) -> list[int]:
    """Equal bins of whole numbers that cover all values.

    >>> bins_for(np.array([3, 7]))
    [3, 4, 5, 6, 7]
    >>> bins_for(np.array([0, 100]), 10)
    [0, 20, 40, 60, 80, 100]
    """
    low, high = int(values.min()), int(values.max())
    steps = (step * 10**power for power in range(7) for step in (1, 2, 5))
    width = next(step for step in steps if (high - low) / step < most)
    return list(range(low - low % width, high + 1, width))


def pct(number: float) -> str:
    """A percentage for sentences.

    >>> pct(27.123), pct(3.04), pct(0)
    ('27%', '3.0%', '0%')
    """
    return f"{number:.0f}%" if number >= 9.95 or number == 0 else f"{number:.1f}%"


def listed(words: Sequence[str]) -> str:
    """A list of words for sentences.

    >>> listed(["a"]), listed(["a", "b", "c"])
    ('a', 'a, b and c')
    """
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
