"""The figures of RunAway Train: the train's run, its end, the passengers, and the cards."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from allaboard.games.runaway.tally import CHOICES, TURNS
from allaboard.simulate.figures.figure import Figure, Number, Numbers, Series, mean, pct, percent, ratio

if TYPE_CHECKING:
    import polars as pl

    from allaboard.simulate.frame import About

_ENOUGH = 0.05
"""Turns that fewer than this share of the games reach are left out, because they are too noisy."""
_PASSENGER, _CONDUCTOR, _BOTH = range(1, 8), range(8, 15), 15


def figures(frame: "pl.DataFrame", about: "About", span: "pl.DataFrame") -> Iterator[Figure]:
    """R2 to R13."""
    turns = frame["turns"].to_numpy()
    yield endings(frame["ending"].to_numpy(), frame["track"].to_numpy())
    yield run(frame["speed"].to_numpy(), turns, "speed", "c0")
    yield run(frame["position"].to_numpy(), turns, "position", "c4")
    yield leaving(frame["left_turn"].to_numpy(), turns)
    chosen, cancelled, tossed, scored = (
        frame[name].to_numpy().astype(np.int64) for name in ("chosen", "cancelled", "tossed", "scored")
    )
    yield choices(chosen)
    yield successes(chosen, cancelled, tossed)
    yield points(chosen, scored)


def endings(ending: Numbers, track: Numbers) -> Figure:
    """R11: how games end."""
    labels = ("the train stops", "it goes over the cliff", "nobody is left aboard")
    numbers = tuple(percent(ending == kind) for kind in (1, 2, 3))
    plunge, stop, empty = numbers[1].value, numbers[0].value, numbers[2].value
    rest = f"stops in {pct(stop)}, runs empty in {pct(empty)}"
    title = f"The train goes over the cliff in {pct(plunge)} of the games, {rest}"
    switched = track > 0
    note = "No train reaches the switch."
    if switched.any():
        long = percent(track[switched] == 2)
        came = percent(switched)
        note = f"{pct(came.value)} of the trains reach the switch; {pct(long.value)} of them go the long way."
    return Figure("endings", title, "bars", labels, (Series("games", numbers, "c0"),), "%", note)


def run(values: Numbers, turns: Numbers, what: str, colour: str) -> Figure:
    """R2: speed or position after each turn's move, in the games that are still going on."""
    last = max(1, sum(bool((turns > at).mean() > _ENOUGH) for at in range(TURNS)))
    means, lows, highs = [], [], []
    for at in range(last):
        here = values[turns > at, at]
        means.append(mean(here))
        low, high = np.percentile(here, [10, 90])
        lows.append(Number(float(low)))
        highs.append(Number(float(high)))
    usual = max(1, sum(bool((turns > at).mean() >= 0.5) for at in range(last)))
    top = max(range(usual), key=lambda at: means[at].value)
    if what == "speed":
        title = f"In the first {usual} turns, which half of the games reach, the train is fastest in turn {top + 1}: "
        title += f"{means[top].value:.1f} on average"
    else:
        title = f"After {min(5, last)} turns the train is at space {means[min(5, last) - 1].value:.0f} on average"
    note = "Mean of the games that still go on. Eight of ten games lie in the band."
    series = (
        Series(what, tuple(means), colour),
        Series("one in ten is below", tuple(lows), colour, faint=True),
        Series("one in ten is above", tuple(highs), colour, faint=True),
    )
    return Figure(what, title, "lines", tuple(str(at + 1) for at in range(last)), series, "", note, "turn")


def leaving(left: Numbers, turns: Numbers) -> Figure:
    """R9, R10: when passengers get off."""
    last = max(1, min(TURNS, int(left.max())))
    numbers = [percent((left == turn).mean(axis=1)) for turn in range(1, last + 1)]
    while len(numbers) > 1 and numbers[-1].value < 0.1:
        numbers.pop()
    off = percent((left > 0).mean(axis=1))
    when = f", on average in turn {float(left[left > 0].mean()):.1f}" if (left > 0).any() else ""
    title = f"{pct(off.value)} of the passengers get off before the end{when}"
    labels = tuple(str(turn) for turn in range(1, len(numbers) + 1))
    note = "Passengers who get off in each turn, of all passengers."
    series = (Series("get off", tuple(numbers), "c2"),)
    return Figure("leaving", title, "columns", labels, series, "%", note, "turn", wide=True)


def _colours() -> tuple[str, ...]:
    return tuple("c6" if name == "none" else {"P": "c2", "C": "c4", "b": "c6"}[name[0]] for name in CHOICES)


def choices(chosen: Numbers) -> Figure:
    """R6: what is chosen."""
    every = chosen.sum(axis=1)
    numbers = tuple(ratio(chosen[:, kind], every, 100) for kind in range(len(CHOICES)))
    passenger, conductor = (ratio(chosen[:, list(kinds)].sum(axis=1), every, 100) for kinds in (_PASSENGER, _CONDUCTOR))
    title = (
        f"{pct(numbers[-1].value)} of the choices are bluffs; the passenger has a suitcase in {pct(passenger.value)}, "
        f"the conductor in {pct(conductor.value)}"
    )
    note = "P4: passenger with suitcase 4; C7: conductor with 7; PC: passenger with conductor; bluff: two suitcases."
    series = (Series("chosen", numbers),)
    return Figure("choices", title, "columns", CHOICES, series, "%", note, "cards chosen", _colours(), wide=True)


def successes(chosen: Numbers, cancelled: Numbers, tossed: Numbers) -> Figure:
    """R7: how often pairs are cancelled, and how often they get off."""
    kinds = [*_PASSENGER, *_CONDUCTOR, _BOTH]
    works = tuple(ratio(tossed[:, kind], chosen[:, kind], 100) for kind in kinds)
    cancels = tuple(ratio(cancelled[:, kind], chosen[:, kind], 100) for kind in kinds)
    every = ratio(cancelled[:, kinds].sum(axis=1), chosen[:, kinds].sum(axis=1), 100)
    worst = max(range(len(kinds)), key=lambda at: cancels[at].value)
    best = max(range(len(kinds)), key=lambda at: works[at].value)
    title = (
        f"{pct(every.value)} of the pairs cancel each other, {CHOICES[kinds[worst]]} most often "
        f"({pct(cancels[worst].value)}); {CHOICES[kinds[best]]} gets off most often ({pct(works[best].value)})"
    )
    series = (Series("gets off", works, "c3"), Series("cancelled", cancels, "c0"))
    labels = tuple(CHOICES[kind] for kind in kinds)
    note = "Shares of the times that a pair was chosen. The rest was beaten by a lower or a higher suitcase."
    return Figure("successes", title, "columns", labels, series, "%", note, "cards chosen", wide=True)


def points(chosen: Numbers, scored: Numbers) -> Figure:
    """R8: what a pair scores."""
    kinds = [*_PASSENGER, *_CONDUCTOR]
    numbers = tuple(ratio(scored[:, kind], chosen[:, kind]) for kind in kinds)
    best = max(range(len(kinds)), key=lambda at: numbers[at].value)
    title = f"{CHOICES[kinds[best]]} is worth most when it is chosen: {numbers[best].value:.1f} points on average"
    labels = tuple(CHOICES[kind] for kind in kinds)
    colours = tuple("c2" if kind in _PASSENGER else "c4" for kind in kinds)
    note = "Points scored at once, divided by the number of times that the pair was chosen, failures included."
    series = (Series("points", numbers),)
    return Figure("points", title, "columns", labels, series, "", note, "cards chosen", colours, wide=True)
