"""The figures of Fast Train to Miyajima: scores of trains, pairs that adhere, destinations and ranks."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from allaboard.catalog import catalog
from allaboard.games.miyajima import GAME
from allaboard.games.miyajima.rules import COLOURS, FAST, HEAVY
from allaboard.games.miyajima.words import CITIES
from allaboard.simulate.figures.figure import Figure, Numbers, Series, bins_for, histogram, listed, mean, pct, percent

if TYPE_CHECKING:
    import polars as pl

    from allaboard.simulate.frame import About


def figures(frame: "pl.DataFrame", about: "About", span: "pl.DataFrame") -> Iterator[Figure]:
    """M5 to M11."""
    yield trains(frame["train_score"].to_numpy())
    yield adhering(frame["adheres"].to_numpy())
    yield destinations(frame["reached"].to_numpy())
    yield ranks(frame["score"].to_numpy())
    if about.seats == 1:
        yield goals(frame)
    yield rounds(frame["rounds"].to_numpy(), bins_for(span["rounds"].to_numpy()))


def trains(scores: Numbers) -> Figure:
    """M8: the points of each train."""
    by_game = scores.astype(np.float64).mean(axis=1)  # over the seats
    both = by_game.sum(axis=2).mean(axis=0)
    best, worst = int(both.argmax()), int(both.argmin())
    title = (
        f"{COLOURS[best].capitalize()} trains score most, {both[best]:.1f} points a sheet, "
        f"and {COLOURS[worst]} trains least, {both[worst]:.1f}"
    )
    series = tuple(
        Series(name, tuple(mean(by_game[:, colour, train]) for colour in range(6)), "c0", faint=train == FAST)
        for train, name in ((FAST, "fast"), (HEAVY, "heavy"))
    )
    note = "Points that a train scores on a sheet. Light columns are fast trains, full columns are heavy trains."
    return Figure("trains", title, "columns", COLOURS, series, "", note, "", COLOURS)


def _bits(masks: Numbers, places: int = 6) -> Numbers:
    """For each game and place, the share of seats whose mask has this bit."""
    return np.stack([(masks >> place & 1).mean(axis=1) for place in range(places)], axis=1)


def adhering(masks: Numbers) -> Figure:
    """M7: how often the pairs adhere."""
    shares = _bits(masks)
    numbers = tuple(percent(shares[:, colour]) for colour in range(6))
    every = percent(shares.mean(axis=1))
    best = max(range(6), key=lambda colour: numbers[colour].value)
    worst = min(range(6), key=lambda colour: numbers[colour].value)
    title = (
        f"{pct(every.value)} of all pairs adhere, {COLOURS[best]} most often ({pct(numbers[best].value)}) "
        f"and {COLOURS[worst]} least ({pct(numbers[worst].value)})"
    )
    note = "The sheets on which the pair adheres at the end; the line is the mean of all colours."
    series = (Series("adheres", numbers),)
    return Figure("adhering", title, "columns", COLOURS, series, "%", note, "", COLOURS, every.value)


def destinations(masks: Numbers) -> Figure:
    """M5: which destinations are reached."""
    shares = _bits(masks)
    numbers = tuple(percent(shares[:, colour]) for colour in range(6))
    order = sorted(range(6), key=lambda colour: -numbers[colour].value)
    count = mean(shares.sum(axis=1))
    title = (
        f"A sheet reaches {count.value:.1f} destinations; {CITIES[order[0]]} is reached most often, "
        f"on {pct(numbers[order[0]].value)} of the sheets, {CITIES[order[-1]]} on {pct(numbers[order[-1]].value)}"
    )
    series = (Series("reached", numbers),)
    return Figure("destinations", title, "columns", tuple(CITIES), series, "%", "", "", COLOURS)


def ranks(scores: Numbers) -> Figure:
    """M10: the ranks that the scores would earn in solo play."""
    assert GAME.solo is not None
    least = [points for points, _ in reversed(GAME.solo.ranks)]
    names = tuple(catalog(GAME.name).say(f"rank-{rank}") for _, rank in reversed(GAME.solo.ranks))
    earned = np.digitize(scores, least[1:])
    numbers = tuple(percent((earned == rank).mean(axis=1)) for rank in range(len(least)))
    top = max(range(len(names)), key=lambda rank: numbers[rank].value)
    high = [name for name, number in zip(names, numbers, strict=True) if number.value > 0]
    title = f"{pct(numbers[top].value)} of the sheets earn the rank of {names[top]}; the best are {high[-1]}s"
    if len(high) == 1:
        title = f"Every sheet earns the rank of {listed(high)}"
    series = (Series("sheets", numbers),)
    return Figure("ranks", title, "bars", names, series, "%", "By the solo ranks, whatever the number of players.")


def goals(frame: "pl.DataFrame") -> Figure:
    """M11: the goals that a solo player meets."""
    assert GAME.solo is not None
    met = frame["goals"].to_numpy()[:, 0]
    numbers = tuple(percent(met >> goal & 1) for goal in range(len(GAME.solo.goals)))
    some = percent(met > 0)
    title = f"{pct(some.value)} of the games meet at least one of the goals for solo players"
    series = (Series("games", numbers, "c3"),)
    return Figure(
        "goals",
        title,
        "bars",
        tuple(catalog(GAME.name).say(f"goal-{goal}") for goal in GAME.solo.goals),
        series,
        "%",
        "A game can meet several goals.",
    )


def rounds(played: Numbers, bins: list[int]) -> Figure:
    """M6: how many rounds a game takes."""
    found = mean(played)
    title = f"It takes {found.value:.1f} rounds on average until enough destinations are reached"
    series = Series("games", histogram(played, bins), "c4", found)
    return Figure("rounds", title, "ridges", tuple(map(str, bins)), (series,), "%", "", "rounds")
