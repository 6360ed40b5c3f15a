"""The figures of every game: wins, scores, length."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from allaboard.simulate.figures.figure import (
    SURE,
    Figure,
    Number,
    Numbers,
    Series,
    bins_for,
    histogram,
    listed,
    mean,
    pct,
    percent,
)

if TYPE_CHECKING:
    import polars as pl

    from allaboard.simulate.frame import About


def common(frame: "pl.DataFrame", about: "About", span: "pl.DataFrame") -> Iterator[Figure]:
    """Wins by seat and by bot, scores by seat and by bot, length."""
    bins = bins_for(span["score"].to_numpy())
    scores, ranks, bots = (frame[name].to_numpy() for name in ("score", "rank", "bot"))
    if about.seats > 1:
        yield wins_by_seat(shares_of_the_win(ranks), about)
    if len(about.kinds) > 1:
        yield wins_by_bot(shares_of_the_win(ranks), bots, about)
        yield scores_by_bot(scores, bots, about, bins)
    yield scores_by_seat(scores, about, bins)
    yield length(frame["moves"].to_numpy(), bins_for(span["moves"].to_numpy()))


def shares_of_the_win(ranks: Numbers) -> Numbers:
    """The share of the win for each seat in each game; a shared win counts in equal parts."""
    first = (ranks == 1).astype(np.float64)
    winners = first.sum(axis=1, keepdims=True)
    shares: Numbers = np.divide(first, winners, out=np.zeros_like(first), where=winners > 0)
    return shares


def seat_names(about: "About") -> tuple[str, ...]:
    """The seats, with their bots if these keep their seats."""
    if about.rotate or len(about.kinds) == 1:
        return tuple(f"seat {seat}" for seat in range(about.seats))
    return tuple(f"seat {seat} ({bot})" for seat, bot in enumerate(about.bots))


def wins_by_seat(wins: Numbers, about: "About") -> Figure:
    """Who wins, and whether it helps to start."""
    numbers = tuple(percent(wins[:, seat]) for seat in range(about.seats))
    fair = 100 * float(wins.sum(axis=1).mean()) / about.seats
    note = "A shared win counts in equal parts; the whiskers are 95% intervals, the line is an equal share."
    if len(about.kinds) > 1 and not about.rotate:
        best = max(range(about.seats), key=lambda seat: numbers[seat].value)
        title = f"Seat {best}, where {about.bots[best]} sits, wins most: {pct(numbers[best].value)} of the games"
        note += " The bots keep their seats; use --rotate to separate the effect of the bot from that of the seat."
    else:
        title = starting(wins, about)
    colours = tuple(f"c{seat}" for seat in range(about.seats))
    labels = seat_names(about)
    return Figure("wins", title, "columns", labels, (Series("wins", numbers),), "%", note, "", colours, fair)


def starting(wins: Numbers, about: "About") -> str:
    """A sentence about the advantage of the first seat."""
    first = percent(wins[:, 0])
    edge = percent(wins[:, 0] - wins.mean(axis=1))
    if abs(edge.value) <= SURE * (edge.error or 0) or edge.error is None:
        return f"Starting is no significant advantage in {len(wins):,} games: seat 0 wins {pct(first.value)}"
    points = f"{abs(edge.value):.1f} ± {SURE * edge.error:.1f} points {'more' if edge.value > 0 else 'less'}"
    kind = "an advantage" if edge.value > 0 else "a disadvantage"
    return f"Starting is {kind}: seat 0 wins {pct(first.value)} of the games, {points} than an equal share"


def _by_bot(values: Numbers, bots: Numbers, kind: int) -> Numbers:
    """For each game, the mean of a bot's seats; games without it are left out."""
    here = bots == kind
    seats = here.sum(axis=1)
    there = seats > 0
    means: Numbers = (values * here).sum(axis=1)[there] / seats[there]
    return means


def wins_by_bot(wins: Numbers, bots: Numbers, about: "About") -> Figure:
    """Which bot wins, for each seat that it has."""
    numbers = tuple(percent(_by_bot(wins, bots, kind)) for kind in range(len(about.kinds)))
    best = max(range(len(numbers)), key=lambda kind: numbers[kind].value)
    others = [f"one of {name} {pct(numbers[kind].value)}" for kind, name in enumerate(about.kinds) if kind != best]
    title = f"A seat of {about.kinds[best]} wins {pct(numbers[best].value)} of its games, {listed(others)}"
    fair = 100 * float(wins.sum(axis=1).mean()) / about.seats
    colours = tuple(f"c{kind}" for kind in range(len(numbers)))
    note = "Wins for each seat of a bot; the line is an equal share."
    labels = tuple(about.kinds)
    return Figure("wins_by_bot", title, "columns", labels, (Series("wins", numbers),), "%", note, "", colours, fair)


def scores_by_seat(scores: Numbers, about: "About", bins: list[int]) -> Figure:
    """The distribution of the score on every seat."""
    names = seat_names(about)
    series = tuple(
        Series(names[seat], histogram(scores[:, seat], bins), f"c{seat}", mean(scores[:, seat]))
        for seat in range(about.seats)
    )
    means = [mean(scores[:, seat]) for seat in range(about.seats)]
    low, high = min(means, key=lambda m: m.value), max(means, key=lambda m: m.value)
    if about.seats == 1:
        middle = np.percentile(scores, [10, 90])
        usual = f"{middle[0]:.0f} to {middle[1]:.0f}"
        title = f"The score is {means[0].value:.1f} on average; eight games of ten end with {usual}"
    elif high.low > low.high:
        title = (
            f"Seat {means.index(high)} scores most, {high.value:.2f} on average, "
            f"and seat {means.index(low)} least, {low.value:.2f}"
        )
    else:
        title = f"The scores of the seats do not differ significantly: {float(scores.mean()):.2f} on average"
    labels = tuple(map(str, bins))
    return Figure("scores", title, "ridges", labels, series, "%", "The tick under each curve is its mean.", "score")


def scores_by_bot(scores: Numbers, bots: Numbers, about: "About", bins: list[int]) -> Figure:
    """The distribution of the score of every bot."""
    series = tuple(
        Series(name, histogram(scores[bots == kind], bins), f"c{kind}", mean(_by_bot(scores, bots, kind)))
        for kind, name in enumerate(about.kinds)
    )
    means = {one.name: one.mean.value for one in series if one.mean}
    best, worst = max(means, key=means.__getitem__), min(means, key=means.__getitem__)
    title = f"{best.capitalize()} scores {means[best]:.2f} on average, {worst} {means[worst]:.2f}"
    labels = tuple(map(str, bins))
    return Figure("scores_by_bot", title, "ridges", labels, series, "%", "The tick is the mean.", "score")


def length(moves: Numbers, bins: list[int]) -> Figure:
    """How many decisions a game takes."""
    low, high = np.percentile(moves, [10, 90])
    found: Number = mean(moves)
    title = f"A game takes {found.value:.0f} decisions on average; eight of ten take {low:.0f} to {high:.0f}"
    series = Series("decisions of all players", histogram(moves, bins), "c0", found)
    return Figure("length", title, "ridges", tuple(map(str, bins)), (series,), "%", "", "decisions in a game")
