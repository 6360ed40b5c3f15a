"""What bots learned is stored with a label, and refused when the rules have changed."""

import json
import re
from pathlib import Path

import numpy as np
import pytest

from allaboard.bots import knowledge
from allaboard.bots.training import CurvePoint, train
from allaboard.game import GameError, load
from allaboard.registry import available, declaration

FIVE = np.arange(5, dtype=np.float32)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return knowledge.write("miyajima", FIVE, "allaboard train miyajima hard", 3, tmp_path / "some.npz")


def relabel(place: Path, **changes: str) -> None:
    label = knowledge.label_of("miyajima", place) | changes
    np.savez_compressed(place, label=np.array(json.dumps(label)), knowledge=FIVE)


def test_a_written_file_can_be_read(place: Path) -> None:
    assert knowledge.read("miyajima", 5, place).tolist() == FIVE.tolist()
    label = knowledge.label_of("miyajima", place)
    assert (label["command"], label["seed"]) == ("allaboard train miyajima hard", 3)
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", label["date"])


def test_rules_that_are_only_written_differently_are_the_same_rules(place: Path) -> None:
    relabel(place, rules="as they were written before")
    assert knowledge.read("miyajima", 5, place).tolist() == FIVE.tolist()


def test_knowledge_of_other_rules_is_refused(place: Path) -> None:
    relabel(place, rules="other", conduct="other")
    with pytest.raises(GameError, match="learned under other rules; train it again with `allaboard train"):
        knowledge.read("miyajima", 5, place)


def test_knowledge_of_another_size_is_refused(place: Path) -> None:
    with pytest.raises(GameError, match="does not have the size"):
        knowledge.read("miyajima", 6, place)


def test_missing_knowledge_says_how_to_make_it(tmp_path: Path) -> None:
    with pytest.raises(GameError, match="allaboard train miyajima hard"):
        knowledge.read("miyajima", 5, tmp_path / "nothing.npz")


def test_training_yields_a_learning_curve_and_writes_the_file(tmp_path: Path) -> None:
    lessons = train("miyajima", "hard", minutes=0.02, seed=1, place=tmp_path / "new.npz")
    curve: list[CurvePoint] = []
    while True:
        try:
            curve.append(next(lessons))
        except StopIteration as end:
            written: Path = end.value
            break
    assert written.stat().st_size < 3_000_000
    assert curve[0].mean < 150
    assert knowledge.label_of("miyajima", written)["command"] == "allaboard train miyajima hard --minutes 0.02 --seed 1"


def test_levels_that_learn_nothing_cannot_be_trained() -> None:
    with pytest.raises(GameError, match="medium of miyajima does not learn; these levels do: hard, expert"):
        next(train("miyajima", "medium", minutes=1))


@pytest.mark.parametrize("name", [game.name for game in available() if game.trainer])
def test_what_is_shipped_is_small_and_says_how_it_was_made(name: str) -> None:
    assert knowledge.shipped(declaration(name)).stat().st_size <= 3_000_000
    label = knowledge.label_of(name)
    assert label["game"] == name
    assert label["command"].startswith(f"allaboard train {name} ")
    assert label["rules"] == knowledge.source_hash(name) or label["conduct"] == knowledge.behaviour_hash(load(name))
