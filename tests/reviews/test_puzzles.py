"""Puzzles: those of the package are correct, and the command finds more and can be interrupted."""

from pathlib import Path

import msgspec
import numpy as np
import pytest
from typer.testing import CliRunner

from allaboard.cli import app
from allaboard.game import GameError, load
from allaboard.registry import available, is_shipped
from allaboard.reviews import puzzles
from allaboard.reviews.parts import BLUNDER
from allaboard.reviews.prices import pricing
from allaboard.rng import stream

GAMES = [game.name for game in available() if is_shipped(game.name)]


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three puzzles, made by the command."""
    file = tmp_path_factory.mktemp("puzzles") / "found.jsonl"
    done = CliRunner().invoke(app, ["puzzles", "runaway", "--count", "3", "--seats", "3", "--out", str(file)])
    assert done.exit_code == 0, done.output
    return file


def check(one: puzzles.Puzzle) -> None:
    """What is true of every puzzle."""
    game, view = load(one.game), one.position()
    assert (int(view.viewer), int(view.seats)) == (one.seat, one.seats)
    menu = game.menu(view, one.seat)
    assert sorted(menu) == sorted(option.action for option in one.options)
    assert one.right == [option.action for option in one.options[: len(one.right)]]
    assert 1 <= len(one.right) <= max(1, len(menu) // 2)
    least = BLUNDER[one.unit] / 2
    values = [option.value for option in one.options]
    assert values == sorted(values, reverse=True)
    for option in one.options[len(one.right) :]:
        assert values[0] - option.value >= max(least / 2, 3 * option.error) - 3e-4, "wrong actions are clearly worse"
    assert max(one.missed.values()) >= puzzles.MISSED
    assert list(one.missed) == list(game.declaration.levels)
    assert 1 <= one.grade <= len(one.missed) + 1
    world = game.imagine(view, stream(1))
    assert game.view(world, one.seat).tobytes() == view.tobytes(), "it is what that seat sees"


def test_the_puzzles_of_the_command_are_correct(lines: Path) -> None:
    found = puzzles.read(lines.read_bytes())
    assert len(found) == 3
    for one in found:
        check(one)
    assert puzzles.read(lines.read_bytes() + b'{"id": "half a li') == found
    (game,) = {one.game for one in found}
    price = pricing(load(game), 3, {}, found[0].budget).price(found[0].position())
    assert load(game).say(found[0].seat, price.actions[0]) == found[0].right[0], "it can be checked"


def test_an_interrupted_search_is_continued(lines: Path, tmp_path: Path) -> None:
    before = puzzles.read(lines.read_bytes())
    file, pack = tmp_path / "found.jsonl", tmp_path / "packed.gz"
    file.write_bytes(lines.read_bytes() + b'{"id": "half a li')
    words = ["puzzles", "runaway", "--count", "4", "--seats", "3", "--out", str(file), "--pack", str(pack)]
    assert CliRunner().invoke(app, words).exit_code == 0
    after = puzzles.read(file.read_bytes())
    assert after[:3] == before
    assert len({one.id for one in after}) == 4
    assert after[3].number > before[-1].number
    assert puzzles.packed(reversed(after)) == pack.read_bytes()
    for wrong in (["hachi", "--out", str(file)], ["runaway", "--seats", "9"], ["runaway", "--out", str(tmp_path)]):
        assert CliRunner().invoke(app, ["puzzles", *wrong]).exit_code == 2


def test_a_puzzle_of_other_rules_is_refused(lines: Path) -> None:
    (one, *_) = puzzles.read(lines.read_bytes())
    with pytest.raises(GameError, match="other rules"):
        msgspec.structs.replace(one, view="AAAA").position()


@pytest.mark.parametrize("game", GAMES)
def test_every_game_ships_puzzles(game: str) -> None:
    found = puzzles.shipped(game)
    assert len(found) >= 200
    assert len({one.id for one in found}) == len(found)
    for one in found:
        assert one.game == game
        check(one)
    grades = np.bincount([one.grade for one in found])
    assert (grades[1:] > 0).sum() >= 3, "some are harder than others"
