"""Frames, files and reports: what is plotted can be computed from the Parquet file."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from allaboard import game_names
from allaboard.game import GameError, load
from allaboard.simulate import Batch, run
from allaboard.simulate import compare as work
from allaboard.simulate.figures import figures
from allaboard.simulate.figures.figure import Number, bins_for, histogram, mean, ratio
from allaboard.simulate.frame import about, read_parquet, write_parquet
from allaboard.simulate.report import page

SEATS = {"hachi": 3, "miyajima": 2, "runaway": 4}


@pytest.fixture(scope="module", params=game_names())
def batch(request: pytest.FixtureRequest) -> Batch:
    bots = ("medium", "random") if request.param == "miyajima" else ("random",)
    return run(request.param, SEATS[request.param], 400, bots, seed=3, rotate=True)


def numbers_in(text: str) -> Any:
    found = re.search(r'<script type="application/json" id="numbers">(.*?)</script>', text, re.DOTALL)
    assert found
    return json.loads(found.group(1))


def test_a_parquet_file_holds_everything(batch: Batch, tmp_path: Path) -> None:
    write_parquet(batch, tmp_path / "games.parquet")
    frame, told = read_parquet(tmp_path / "games.parquet")
    assert told == about(batch)
    assert frame.equals(batch.frame)
    for name, values in batch.columns.items():
        assert np.array_equal(frame[name].to_numpy(), values)


def test_every_plotted_number_can_be_computed_from_the_file(batch: Batch, tmp_path: Path) -> None:
    write_parquet(batch, tmp_path / "games.parquet")
    frame, told = read_parquet(tmp_path / "games.parquet")
    plotted = numbers_in(page(batch.frame, about(batch)))
    assert plotted == numbers_in(page(frame, told))
    drawn = page(frame, told)
    for figure in plotted["figures"]:
        assert figure["title"][:1].isupper() or figure["title"][:1].isdigit()
        assert len(figure["title"].split()) > 4, "a title is a sentence"
        assert f'id="{figure["key"]}"' in drawn
        assert all(len(series["numbers"]) == len(figure["labels"]) for series in figure["series"])


def test_numbers_by_hand() -> None:
    """The same numbers from the rows, counted in plain Python."""
    batch = run("miyajima", 2, 150, seed=5)
    rows = batch.frame.to_dicts()
    found = {figure.key: figure for figure in figures(batch.frame, about(batch))}

    def share(seat: int) -> float:
        wins = [float(row["rank"][seat] == 1) / row["rank"].count(1) for row in rows]
        return float(100 * sum(wins) / len(wins))

    assert [n.value for n in found["wins"].series[0].numbers] == pytest.approx([share(0), share(1)])
    purple = [sum(row["adheres"][seat] >> 5 & 1 for seat in range(2)) / 2 for row in rows]
    assert found["adhering"].series[0].numbers[5].value == pytest.approx(100 * sum(purple) / len(rows))
    heavy_green = [sum(row["train_score"][seat][3][1] for seat in range(2)) / 2 for row in rows]
    assert found["trains"].series[1].numbers[3].value == pytest.approx(sum(heavy_green) / len(rows))
    assert sum(n.value for n in found["ranks"].series[0].numbers) == pytest.approx(100)
    mean_score = found["scores"].series[0].mean
    assert mean_score is not None
    assert mean_score.value == pytest.approx(sum(row["score"][0] for row in rows) / len(rows))


def test_errors_are_standard_errors() -> None:
    rng = np.random.default_rng(1)
    trials = [mean(rng.normal(5, 2, 100)) for _ in range(400)]
    held = sum(trial.low <= 5 <= trial.high for trial in trials) / 400
    assert 0.92 < held < 0.98
    wholes = rng.integers(1, 10, (400, 200))
    parts = rng.binomial(wholes, 0.3)
    ratios = [ratio(part, whole) for part, whole in zip(parts, wholes, strict=True)]
    held = sum(found.low <= 0.3 <= found.high for found in ratios) / 400
    assert 0.92 < held < 0.98


def test_bins_hold_every_value() -> None:
    values = np.array([3, 3, 4, 90, 117])
    shares = histogram(values, bins_for(values))
    assert sum(number.value for number in shares) == pytest.approx(100)


class Outward(HTMLParser):
    """Collects everything that a page would fetch from elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.links += [str(value) for name, value in attrs if name in ("src", "href", "xlink:href")]
        if tag not in ("meta", "link", "br", "rect", "line", "path", "circle"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in ("rect", "line", "path", "circle"):
            assert self.open.pop() == tag


def test_the_page_needs_nothing_else_and_is_well_formed(batch: Batch) -> None:
    text = page(batch.frame, about(batch))
    seen = Outward()
    seen.feed(text)
    assert not seen.links
    assert not seen.open
    assert "url(" not in text
    assert "nan" not in re.sub(r"<[^>]*>", "", text).lower().split()
    assert len(text) < 600_000


def test_two_equal_boards_have_few_significant_differences() -> None:
    one = run("runaway", 3, 1500, seed=1)
    two = run("runaway", 3, 1500, seed=2)
    found = work.pairs([one.frame, two.frame], [about(one), about(two)])
    every = [change for pair in found for change in pair.changes]
    assert len(every) > 60
    assert sum(change.significant for change in every) <= 3
    assert work.differing_options([about(one), about(two)]) == []


def test_a_change_of_the_board_is_found() -> None:
    short = {**load("runaway").OPTIONS, "main.brake_half": 5, "main.scores_x2": 3}
    one = run("runaway", 3, 1500, seed=1)
    two = run("runaway", 3, 1500, seed=1, board=short)
    told = [about(one), about(two)]
    found = work.pairs([one.frame, two.frame], told)
    changed = {pair.left.key for pair in found if pair.significant}
    assert {"speed", "position"} <= changed
    assert [name for name, _, _ in work.differing_options(told)] == ["main.scores_x2", "main.brake_half"]
    text = work.page(found, told, ("usual", "short <i>"))
    seen = Outward()
    seen.feed(text)
    assert not seen.open
    assert "▼" in text
    assert "<i>" not in text
    assert numbers_in(text)["changes"]


def test_a_difference_must_be_larger_than_its_error() -> None:
    near = work.Change("f", "n", 0, 0, Number(1.0, 0.5), Number(1.5, 0.5), "")
    far = work.Change("f", "n", 0, 0, Number(1.0, 0.01), Number(1.5, 0.01), "")
    same = work.Change("f", "n", 0, 0, Number(1.0, 0.0), Number(1.0, 0.0), "")
    assert near.p_value > 0.4
    assert far.p_value < 1e-9
    assert same.p_value == 1


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    pl.DataFrame({"a": [1]}).write_parquet(tmp_path / "other.parquet")
    (tmp_path / "text").write_text("hello")
    for name in ("other.parquet", "text", "missing"):
        with pytest.raises(GameError, match="not a file of simulated games"):
            read_parquet(tmp_path / name)
