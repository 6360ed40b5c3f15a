"""What bots learned is kept with what is to be said about it, and refused when the rules have changed."""

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from allaboard.bots import shelf
from allaboard.bots.training import Lesson, train
from allaboard.game import GameError, load

FIVE = np.arange(5, dtype=np.float32)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return shelf.write("miyajima", FIVE, "allaboard train miyajima hard", 3, tmp_path / "some.npz")


def relabel(place: Path, **changes: Any) -> None:
    label = shelf.label_of("miyajima", place) | changes
    np.savez_compressed(place, label=np.array(json.dumps(label)), knowledge=FIVE)


def test_what_was_written_is_read(place: Path) -> None:
    assert shelf.read("miyajima", 5, place).tolist() == FIVE.tolist()
    label = shelf.label_of("miyajima", place)
    assert (label["command"], label["seed"]) == ("allaboard train miyajima hard", 3)
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", label["date"])


def test_rules_that_are_only_written_otherwise_are_the_same_rules(place: Path) -> None:
    relabel(place, rules="as they were written before")
    assert shelf.read("miyajima", 5, place).tolist() == FIVE.tolist()


def test_knowledge_of_other_rules_is_refused(place: Path) -> None:
    relabel(place, rules="other", conduct="other")
    with pytest.raises(GameError, match="learned under other rules; make it anew with `allaboard train"):
        shelf.read("miyajima", 5, place)


def test_knowledge_of_another_form_is_refused(place: Path) -> None:
    with pytest.raises(GameError, match="another form"):
        shelf.read("miyajima", 6, place)


def test_missing_knowledge_says_how_to_make_it(tmp_path: Path) -> None:
    with pytest.raises(GameError, match="allaboard train miyajima hard"):
        shelf.read("miyajima", 5, tmp_path / "nothing.npz")


def test_training_yields_a_learning_curve_and_writes_the_file(tmp_path: Path) -> None:
    lessons = train("miyajima", "hard", minutes=0.02, seed=1, place=tmp_path / "new.npz")
    curve: list[Lesson] = []
    while True:
        try:
            curve.append(next(lessons))
        except StopIteration as end:
            written: Path = end.value
            break
    assert written.stat().st_size < 3_000_000
    assert curve[0].mean < 150
    assert shelf.label_of("miyajima", written)["command"] == "allaboard train miyajima hard --minutes 0.02 --seed 1"


def test_those_who_learn_nothing_cannot_be_trained() -> None:
    with pytest.raises(GameError, match="medium of miyajima learns nothing; those who do: hard, expert"):
        next(train("miyajima", "medium", minutes=1))


@pytest.mark.parametrize("file", sorted(shelf.FOLDER.glob("*.npz")), ids=lambda file: file.stem)
def test_what_is_shipped_is_small_and_says_how_it_was_made(file: Path) -> None:
    assert file.stat().st_size <= 3_000_000
    label = shelf.label_of(file.stem)
    assert label["game"] == file.stem
    assert label["command"].startswith(f"allaboard train {file.stem} ")
    assert label["rules"] == shelf.text_mark(file.stem) or label["conduct"] == shelf.conduct_mark(load(file.stem))
