"""Styles: they have names, differ in habits but not in strength, and the seats of a table differ."""

import json
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from allaboard.bots.levels import BY_SEAT, bot, policy
from allaboard.cli import app
from allaboard.game import CHANCE, GameError, load
from allaboard.record import INTERPRETED
from allaboard.registry import available
from allaboard.rng import stream
from allaboard.simulate import run
from allaboard.simulate.styles import alike, compare_styles
from table import playout

STYLED = [game.name for game in available() if game.styles]


def test_a_style_is_named_between_level_and_budget() -> None:
    assert policy("miyajima", "medium").style == BY_SEAT
    assert policy("miyajima", "medium/bold").style == 1
    bold = policy("miyajima", "expert/bold:200")
    assert (bold.style, bold.budget) == (1, 200)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("medium/wild", "the styles of Fast Train to Miyajima are careful, bold, collector"),
        ("medium/", "the styles of"),
        ("master/bold", "there is no level 'master'"),
        ("expert/bold:none", "a budget is a whole number"),
    ],
)
def test_an_unknown_style_is_refused(name: str, reason: str) -> None:
    with pytest.raises(GameError, match=reason):
        policy("miyajima", name)


@pytest.mark.parametrize("name", STYLED)
def test_styles_have_habits_of_their_own(name: str) -> None:
    """In some position of a random game, bots of one level with the same random stream choose differently by style."""
    game = load(name)
    players = [policy(name, f"medium/{style}") for style in game.declaration.styles]
    apart = set()
    for seed in range(3):
        for number, (state, actor, _) in enumerate(playout(game, 4, seed)):
            if actor != CHANCE:
                view = game.view(state, actor)
                choices = [player(view, stream(number)) for player in players]
                apart |= {(a, b) for a in range(3) for b in range(a) if choices[a] != choices[b]}
    assert apart == {(1, 0), (2, 0), (2, 1)}


@pytest.mark.skipif(INTERPRETED, reason="hundreds of games are for compiled play")
@pytest.mark.parametrize("level", ["medium", "hard"])
@pytest.mark.parametrize("seats", [2, 8])
def test_no_two_sheets_of_a_table_are_the_same(level: str, seats: int) -> None:
    assert alike("miyajima", seats, level, games=40, seed=2) < 0.02


def test_styles_do_not_cost_points_in_solo_games() -> None:
    careful, bold = (
        run("miyajima", 1, 5, (f"medium/{style}",), seed=3).columns["score"] for style in ("careful", "bold")
    )
    assert np.array_equal(careful, bold)


def test_bots_with_and_without_styles_can_share_a_table() -> None:
    @bot("miyajima", name="first")
    def first(view: Any, rng: Any, knowledge: Any, budget: int) -> int:
        return 0

    view = load("miyajima").view(load("miyajima").start(2), 0)
    assert first(view, stream(1)) == 0


@pytest.mark.skipif(INTERPRETED, reason="hundreds of games are for compiled play")
def test_styles_of_a_level_are_about_equally_strong() -> None:
    found = compare_styles("miyajima", 4, "medium", games=600, seed=1)
    assert set(found) == {"careful", "bold", "collector"}
    for share, about in found.values():
        assert abs(share - 1) < 0.15 + about


def test_the_ladder_compares_styles() -> None:
    command = ["ladder", "miyajima", "--seats", "2", "--bots", "medium", "--games", "20", "--styles"]
    told = CliRunner().invoke(app, [*command, "--json"])
    (found,) = json.loads(told.output)
    assert found["level"] == "medium"
    assert set(found["shares"]) == {"careful", "bold", "collector"}
    assert CliRunner().invoke(app, [*command[:2], "--seats", "1", "--styles"]).exit_code != 0
