"""The figures of Hachi Train: who loses, the cards held, the sets played, and who leads."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from allaboard.games.hachi.words import OPTIONS
from allaboard.simulate.figures.common import seat_names
from allaboard.simulate.figures.figure import SURE, Figure, Number, Numbers, Series, mean, pct, percent, ratio

if TYPE_CHECKING:
    import polars as pl

    from allaboard.simulate.frame import About

_ENOUGH = 0.01
"""Laps with fewer turns than this share of the first lap are left out, because they are too noisy."""


def figures(frame: "pl.DataFrame", about: "About", span: "pl.DataFrame") -> Iterator[Figure]:
    """H4 to H12."""
    yield losers(frame["score"].to_numpy(), about)
    yield round_losers(frame["lost_by"].to_numpy(), about)
    yield held(frame["held"].to_numpy(), frame["held_by"].to_numpy())
    yield set_sizes(frame["sets"].to_numpy(), frame["passes"].to_numpy())
    yield leads(frame)
    yield turns(frame["turns"].to_numpy(), frame["rounds"].to_numpy())


def losers(assets: Numbers, about: "About") -> Figure:
    """H12: those with the fewest assets lose, unless all are equal."""
    fewest = assets.min(axis=1, keepdims=True)
    draw = (assets == fewest).all(axis=1, keepdims=True)
    lost = (assets == fewest) & ~draw
    numbers = tuple(percent(lost[:, seat]) for seat in range(about.seats))
    worst = max(range(about.seats), key=lambda seat: numbers[seat].value)
    best = min(range(about.seats), key=lambda seat: numbers[seat].value)
    if numbers[worst].low > numbers[best].high:
        title = (
            f"Seat {worst} loses most often, {pct(numbers[worst].value)} of the games; "
            f"seat {best} least, {pct(numbers[best].value)}"
        )
    else:
        title = f"Every seat loses about equally often: {pct(100 * float(lost.mean()))} of the games"
    drawn, begin = percent(draw[:, 0]), about.board.get("assets", OPTIONS["assets"])
    note = f"Several can lose together; {pct(drawn.value)} of the games are drawn. Everyone starts with {begin} assets."
    fair = 100 * float(lost.mean())
    colours = tuple(f"c{seat}" for seat in range(about.seats))
    labels = seat_names(about)
    return Figure("losers", title, "columns", labels, (Series("loses", numbers),), "%", note, "", colours, fair)


def round_losers(lost_by: Numbers, about: "About") -> Figure:
    """H3, H11: who loses the rounds, and whether leading one helps."""
    played = lost_by > 0
    led = np.zeros_like(lost_by)  # seat 0 leads the first round, the loser the next
    led[:, 0], led[:, 1:] = 1, lost_by[:, :-1]
    again = ratio(((lost_by == led) & played)[:, 1:].sum(axis=1), played[:, 1:].sum(axis=1))
    by_lead = ratio(((lost_by == led) & played).sum(axis=1), played.sum(axis=1), 100)
    fair = 100 / about.seats
    if abs(by_lead.value - fair) <= SURE * (by_lead.error or 0):
        title = f"Leading a round neither helps nor hurts: the leader loses {pct(by_lead.value)} of the rounds"
    else:
        word = "hurts" if by_lead.value > fair else "helps"
        share = f"the leader loses {pct(by_lead.value)} of the rounds; an equal share is {pct(fair)}"
        title = f"Leading a round {word}: {share}"
    numbers = tuple(
        ratio(((lost_by == seat + 1) & played).sum(axis=1), played.sum(axis=1), 100) for seat in range(about.seats)
    )
    note = f"Rounds lost, by seat. The loser of a round leads the next one and loses {pct(100 * again.value)} of these."
    colours = tuple(f"c{seat}" for seat in range(about.seats))
    labels = seat_names(about)
    return Figure(
        "rounds_lost", title, "columns", labels, (Series("rounds lost", numbers),), "%", note, "", colours, fair
    )


def held(cards: Numbers, turns: Numbers) -> Figure:
    """H6, H8: how hands grow and shrink while a round goes round the table."""
    reached = turns.sum(axis=0, dtype=np.int64)
    laps = [lap for lap in range(cards.shape[1]) if reached[lap] > _ENOUGH * reached[0]]
    numbers = tuple(ratio(cards[:, lap], turns[:, lap]) for lap in laps)
    top = max(range(len(laps)), key=lambda lap: numbers[lap].value)
    if top in (0, len(laps) - 1):
        way = "grow" if top else "shrink"
        title = f"Hands {way} from {numbers[0].value:.1f} cards to {numbers[-1].value:.1f} in {len(laps)} laps"
    else:
        title = (
            f"Hands grow from {numbers[0].value:.0f} cards to {numbers[top].value:.1f} in lap {laps[top] + 1}, "
            f"then shrink to {numbers[-1].value:.1f}"
        )
    labels = tuple(str(lap + 1) for lap in laps)
    note = "Cards held by the player at turn, mean of all rounds that last this long. A lap is one turn for each seat."
    series = (Series("cards held", numbers, "c4"),)
    return Figure("held", title, "lines", labels, series, "", note, "lap of the round", wide=True)


def set_sizes(sets: Numbers, passes: Numbers) -> Figure:
    """H5: how many cards are played at once."""
    plays = sets.sum(axis=1, dtype=np.int64)
    numbers = tuple(ratio(sets[:, size], plays, 100) for size in range(sets.shape[1]))
    more = Number(100 - numbers[0].value)
    passed = ratio(passes, plays + passes, 100)
    title = (
        f"{pct(more.value)} of the plays are sets of two cards or more, and {pct(passed.value)} of the turns are passes"
    )
    labels = tuple(str(size + 1) for size in range(sets.shape[1]))
    return Figure("sets", title, "columns", labels, (Series("plays", numbers, "c2"),), "%", "", "cards in the set")


def leads(frame: "pl.DataFrame") -> Figure:
    """H9, H10: after a field is cleared."""
    kept, passed, out = (frame[name].to_numpy().astype(np.int64) for name in ("kept_lead", "passed_lead", "out_lead"))
    cleared = kept + passed + out
    numbers = tuple(ratio(part, cleared, 100) for part in (kept, passed, out))
    each = mean(cleared)
    title = (
        f"The lead passes on in {pct(numbers[1].value + numbers[2].value)} of the clears: "
        f"{pct(numbers[1].value)} as a second clear in a row, {pct(numbers[2].value)} because the owner is out"
    )
    labels = ("the owner leads again", "second in a row: the next leads", "the owner is out: the next leads")
    note = f"A game has {each.value:.0f} clears on average."
    return Figure("leads", title, "bars", labels, (Series("clears", numbers, "c3"),), "%", note)


def turns(counts: Numbers, rounds: Numbers) -> Figure:
    """H11: how long each round lasts."""
    numbers = []
    for at in range(counts.shape[1]):
        there = rounds > at
        numbers.append(mean(counts[there, at]) if there.any() else Number(0.0))
    found = mean(rounds)
    every = ratio(counts.sum(axis=1, dtype=np.int64), rounds)
    title = f"A game lasts {found.value:.1f} rounds of {every.value:.0f} turns on average"
    labels = tuple(f"round {at + 1}" for at in range(len(numbers)))
    series = (Series("turns", tuple(numbers), "c5"),)
    return Figure("turns", title, "columns", labels, series, "", "Plays and passes of all players together.")
