"""The ladder: stronger bots get higher ratings, results are reproducible, and invalid requests are refused."""

import json

import pytest
from typer.testing import CliRunner

from allaboard.cli import app
from allaboard.game import GameError
from allaboard.simulate.ladder import run_ladder


def test_stronger_bots_have_higher_ratings_which_lie_within_their_intervals() -> None:
    found = run_ladder("runaway", 4, ("random", "easy", "medium"), games=16, seed=3)
    assert [one.bot for one in found.rated] == ["medium", "easy", "random"]
    for one in found.rated:
        assert one.low < one.rating < one.high
        assert 0 < one.think_ms <= one.longest_ms
    assert sum(one.rating for one in found.rated) == pytest.approx(3 * 1500)
    assert len(found.pairings) == 6


def test_in_solo_games_the_mean_score_counts() -> None:
    found = run_ladder("miyajima", 1, ("random", "medium"), games=50)
    assert [one.bot for one in found.rated] == ["medium", "random"]
    assert found.rated[0].rating > 150


def test_the_same_seed_gives_the_same_ladder() -> None:
    ladders = [run_ladder("runaway", 3, ("random", "easy"), games=40, seed=seed) for seed in (1, 1, 2)]
    one, same, other = ([pairing.shares.tolist() for pairing in ladder.pairings] for ladder in ladders)
    assert one == same != other


@pytest.mark.parametrize(
    ("seats", "bots", "games"), [(4, ("easy",), 9), (4, ("easy", "easy"), 9), (2, ("easy", "random"), 9)]
)
def test_invalid_ladders_are_refused(seats: int, bots: tuple[str, ...], games: int) -> None:
    with pytest.raises(GameError):
        run_ladder("runaway", seats, bots, games)


def test_the_command_prints_a_table_or_json() -> None:
    words = ["ladder", "runaway", "--seats", "3", "--bots", "random,easy", "--games", "20"]
    table = CliRunner().invoke(app, words)
    assert table.exit_code == 0
    assert "easy" in table.stdout
    found = json.loads(CliRunner().invoke(app, [*words, "--json"]).stdout)
    assert [one["bot"] for one in found["ladder"]] == ["easy", "random"]
    assert found["pairings"][0]["fair"] == pytest.approx(1 / 3)
