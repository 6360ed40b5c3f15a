"""Every number of a report, computed again from the Parquet file without the code of the report.

The report's own data list what must be computed. A figure that is not computed again here fails the test.
"""

import json
import re
from collections.abc import Callable, Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from allaboard.simulate import run
from allaboard.simulate.frame import about, write_parquet
from allaboard.simulate.report import page

Found = tuple[float, float | None]
"""A number and its standard error."""
Counted = tuple[list[list[Found]], list[Found | None], float | None]
"""For each series its numbers, for each series its mean, and the line to compare with."""

BATCHES = [
    ("miyajima", 1, ("medium",), False),
    ("miyajima", 3, ("medium", "random", "random"), True),
    ("miyajima", 2, ("random", "medium"), False),
    ("hachi", 3, ("random",), False),
    ("hachi", 4, ("medium", "random", "random", "random"), True),
    ("runaway", 3, ("medium", "random", "random"), False),
    ("runaway", 5, ("random",), False),
]


def each(values: Iterable[float], scale: float = 1) -> Found:
    """The mean of one value per game, and its standard error."""
    found = [float(value) for value in values]
    middle = sum(found) / len(found)
    spread = sum((value - middle) ** 2 for value in found) / (len(found) - 1)
    return scale * middle, scale * (spread / len(found)) ** 0.5


def of_all(parts: Iterable[float], wholes: Iterable[float], scale: float = 1) -> Found:
    """A ratio of sums. Its error is computed by the delta method, from the variances and the covariance of both."""
    p, w = (np.array([float(value) for value in values]) for values in (parts, wholes))
    if w.sum() == 0:
        return 0.0, None
    value = p.mean() / w.mean()
    (vp, cov), (_, vw) = np.cov(p, w)
    spread = max(0.0, vp - 2 * value * cov + value * value * vw)
    return scale * value, scale * (spread / len(p)) ** 0.5 / w.mean()


def hill(values: Iterable[int], labels: list[str]) -> list[Found]:
    """The share of the values from each label up to the next one."""
    found, starts = list(values), [int(label) for label in labels]
    width = starts[1] - starts[0] if len(starts) > 1 else 1
    shares = [sum(start <= value < start + width for value in found) / len(found) for start in starts]
    assert sum(shares) == pytest.approx(1), "no value is outside"
    return [(100 * share, 100 * (share * (1 - share) / len(found)) ** 0.5) for share in shares]


class Again:
    """The rows of a file as plain Python, and a method for every figure of a report."""

    def __init__(self, file: Path) -> None:
        self.rows = pl.read_parquet(file).to_dicts()
        self.about = json.loads(pl.read_parquet_metadata(file)["allaboard"])
        self.seats = range(self.about["seats"])
        self.kinds = list(dict.fromkeys(self.about["bots"]))

    def __call__(self, figure: dict[str, Any]) -> Counted:
        count: Callable[[dict[str, Any]], Counted] = getattr(self, figure["key"])
        return count(figure)

    def column(self, name: str) -> list[Any]:
        return [row[name] for row in self.rows]

    def won(self, row: dict[str, Any], seat: int) -> float:
        return float(row["rank"][seat] == 1) / float(row["rank"].count(1))

    def seats_of(self, row: dict[str, Any], kind: int) -> list[int]:
        return [seat for seat in self.seats if row["bot"][seat] == kind]

    def wins(self, _: Any) -> Counted:
        numbers = [each((self.won(row, seat) for row in self.rows), 100) for seat in self.seats]
        return [numbers], [None], 100 / len(self.seats)

    def wins_by_bot(self, _: Any) -> Counted:
        numbers = []
        for kind in range(len(self.kinds)):
            rows = [(row, self.seats_of(row, kind)) for row in self.rows]
            numbers.append(each((sum(self.won(row, s) for s in mine) / len(mine) for row, mine in rows), 100))
        return [numbers], [None], 100 / len(self.seats)

    def scores(self, figure: dict[str, Any]) -> Counted:
        by_seat = [[score[seat] for score in self.column("score")] for seat in self.seats]
        return [hill(found, figure["labels"]) for found in by_seat], [each(found) for found in by_seat], None

    def scores_by_bot(self, figure: dict[str, Any]) -> Counted:
        hills, means = [], []
        for kind in range(len(self.kinds)):
            games = [[row["score"][seat] for seat in self.seats_of(row, kind)] for row in self.rows]
            hills.append(hill((score for game in games for score in game), figure["labels"]))
            means.append(each(sum(game) / len(game) for game in games))
        return hills, list(means), None

    def length(self, figure: dict[str, Any]) -> Counted:
        moves = self.column("moves")
        return [hill(moves, figure["labels"])], [each(moves)], None

    # ---- Miyajima

    def trains(self, _: Any) -> Counted:
        numbers = [
            [
                each(np.mean([row["train_score"][seat][c][t] for seat in self.seats]) for row in self.rows)
                for c in range(6)
            ]
            for t in range(2)
        ]
        return numbers, [None, None], None

    def _bits(self, name: str) -> list[Found]:
        return [
            each((sum(mask >> c & 1 for mask in masks) / len(masks) for masks in self.column(name)), 100)
            for c in range(6)
        ]

    def adhering(self, _: Any) -> Counted:
        bits = sum(mask.bit_count() for masks in self.column("adheres") for mask in masks)
        return [self._bits("adheres")], [None], 100 * bits / (6 * len(self.seats) * len(self.rows))

    def destinations(self, _: Any) -> Counted:
        return [self._bits("reached")], [None], None

    def ranks(self, figure: dict[str, Any]) -> Counted:
        assert figure["labels"] == ["Gandy Dancer", "Boilerman", "Engineer", "Inspector", "Conductor", "Tycoon"]
        edges = [-(10**6), 151, 181, 211, 231, 251, 10**6]
        numbers = [
            each((np.mean([low <= score < high for score in scores]) for scores in self.column("score")), 100)
            for low, high in pairwise(edges)
        ]
        return [numbers], [None], None

    def goals(self, figure: dict[str, Any]) -> Counted:
        assert len(figure["labels"]) == 5
        met = []
        for row in self.rows:
            total, reached = row["score"][0], {c for c in range(6) if row["reached"][0] >> c & 1}
            points = [sum(pair) for pair in row["train_score"][0]]
            order = sorted(range(6), key=lambda c: -points[c])
            apart = points[order[0]] > points[order[1]] > points[order[2]]
            many = total >= 230
            yellow_then_purple = order[:2] == [2, 5] and apart and total >= 200
            cities = len(reached) >= 4, {0, 1, 2} <= reached, {3, 4, 5} <= reached
            met.append((yellow_then_purple, *(many and city for city in cities), total > 260))
        return [[each((game[goal] for game in met), 100) for goal in range(5)]], [None], None

    def rounds(self, figure: dict[str, Any]) -> Counted:
        return [hill(self.column("rounds"), figure["labels"])], [each(self.column("rounds"))], None

    # ---- Hachi

    def losers(self, _: Any) -> Counted:
        lost = [
            [assets == min(game) and len(set(game)) > 1 for assets in game] for game in self.column("score")
        ]  # all equal: a draw
        numbers = [each((game[seat] for game in lost), 100) for seat in self.seats]
        return [numbers], [None], 100 * sum(map(sum, lost)) / (len(lost) * len(self.seats))

    def rounds_lost(self, _: Any) -> Counted:
        played = [sum(seat > 0 for seat in lost) for lost in self.column("lost_by")]
        numbers = [
            of_all((lost.count(seat + 1) for lost in self.column("lost_by")), played, 100) for seat in self.seats
        ]
        return [numbers], [None], 100 / len(self.seats)

    def held(self, figure: dict[str, Any]) -> Counted:
        turns = np.array(self.column("held_by")).sum(axis=0)
        laps = [lap for lap in range(len(turns)) if turns[lap] > turns[0] / 100]
        assert figure["labels"] == [str(lap + 1) for lap in laps]
        numbers = [
            of_all((row["held"][lap] for row in self.rows), (row["held_by"][lap] for row in self.rows)) for lap in laps
        ]
        return [numbers], [None], None

    def sets(self, _: Any) -> Counted:
        plays = [sum(sets) for sets in self.column("sets")]
        numbers = [of_all((sets[size] for sets in self.column("sets")), plays, 100) for size in range(7)]
        return [numbers], [None], None

    def leads(self, _: Any) -> Counted:
        names = ("kept_lead", "passed_lead", "out_lead")
        cleared = [sum(row[name] for name in names) for row in self.rows]
        return [[of_all(self.column(name), cleared, 100) for name in names]], [None], None

    def turns(self, _: Any) -> Counted:
        numbers = []
        for at in range(4):
            there = [row["turns"][at] for row in self.rows if row["rounds"] > at]
            numbers.append(each(there) if there else (0.0, None))
        return [numbers], [None], None

    # ---- RunAway

    def endings(self, _: Any) -> Counted:
        return [[each((end == kind for end in self.column("ending")), 100) for kind in (1, 2, 3)]], [None], None

    def _course(self, figure: dict[str, Any]) -> Counted:
        means: list[Found] = []
        lows: list[Found] = []
        highs: list[Found] = []
        for at in range(len(figure["labels"])):
            here = sorted(row[figure["key"]][at] for row in self.rows if row["turns"] > at)
            assert len(here) > len(self.rows) / 20
            means.append(each(here))
            for found, share in ((lows, 0.1), (highs, 0.9)):
                place = share * (len(here) - 1)
                under = here[int(place)]
                over = here[min(int(place) + 1, len(here) - 1)]
                found.append((under + (place - int(place)) * (over - under), None))
        return [means, lows, highs], [None] * 3, None

    speed = position = _course

    def leaving(self, figure: dict[str, Any]) -> Counted:
        turns = range(1, len(figure["labels"]) + 1)
        numbers = [each((left.count(turn) / len(left) for left in self.column("left_turn")), 100) for turn in turns]
        return [numbers], [None], None

    def _kinds_of(self, part: str, labels: list[str], scale: float) -> list[Found]:
        order = ["none", *(f"P{v}" for v in range(1, 8)), *(f"C{v}" for v in range(1, 8)), "PC", "bluff"]
        places = [order.index(label) for label in labels]
        return [
            of_all((row[part][at] for row in self.rows), (row["chosen"][at] for row in self.rows), scale)
            for at in places
        ]

    def choices(self, _: Any) -> Counted:
        every = [sum(chosen) for chosen in self.column("chosen")]
        numbers = [of_all((chosen[at] for chosen in self.column("chosen")), every, 100) for at in range(17)]
        return [numbers], [None], None

    def successes(self, figure: dict[str, Any]) -> Counted:
        parts = [self._kinds_of(part, figure["labels"], 100) for part in ("tossed", "cancelled")]
        return parts, [None, None], None

    def points(self, figure: dict[str, Any]) -> Counted:
        return [self._kinds_of("scored", figure["labels"], 1)], [None], None


def same(number: dict[str, float | None] | None, counted: Found | None) -> bool:
    if number is None or counted is None:
        return number is None and counted is None
    value, error = counted
    return number["value"] == pytest.approx(value, abs=1e-9) and (number["error"] or 0) == pytest.approx(
        error or 0, rel=1e-6, abs=1e-7
    )


@pytest.mark.parametrize(("game", "seats", "bots", "rotate"), BATCHES)
def test_every_plotted_number_is_computed_independently(
    game: str, seats: int, bots: tuple[str, ...], rotate: bool, tmp_path: Path
) -> None:
    batch = run(game, seats, 300, bots, seed=11, rotate=rotate)
    write_parquet(batch, tmp_path / "games.parquet")
    text = page(batch.frame, about(batch))
    embedded = re.search(r'<script type="application/json" id="numbers">(.*?)</script>', text, re.DOTALL)
    assert embedded
    plotted = json.loads(embedded.group(1))["figures"]
    assert text.count("<svg") == len(plotted), "nothing is drawn that is not in the data"
    again = Again(tmp_path / "games.parquet")
    for figure in plotted:
        numbers, means, line = again(figure)
        told = f"{game}, {figure['key']}"
        assert len(figure["series"]) == len(numbers), told
        for series, counted, middle in zip(figure["series"], numbers, means, strict=True):
            assert len(series["numbers"]) == len(counted) == len(figure["labels"]), told
            for number, one in zip(series["numbers"], counted, strict=True):
                assert same(number, one), (told, number, one)
            assert same(series["mean"], middle), (told, series["mean"], middle)
        assert figure["reference"] == (None if line is None else pytest.approx(line)), told
