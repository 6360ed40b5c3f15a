"""Personas keep their names, blends are between two levels, and the level `match` depends on finished games."""

import itertools

import pytest

from allaboard.bots.levels import parts, policy
from allaboard.bots.matching import Finished, bot_for, finished, fitting, rating, strength
from allaboard.bots.personas import PERSONAS, name_for, persona, style_of
from allaboard.game import GameError, load
from allaboard.registry import available
from allaboard.rng import below, stream


def test_personas_stay_and_neighbours_differ() -> None:
    assert len({one.name for one in PERSONAS}) == len({one.face for one in PERSONAS}) == len(PERSONAS)
    for game in available():
        if game.styles:
            seated = [style_of(name_for(seat), game.styles) for seat in range(4)]
            assert all(one != other for one, other in itertools.pairwise(seated))
    assert style_of("Kodama", ("careful", "bold", "collector")) == "bold"
    assert style_of("Kodama", ()) is None
    assert persona("Somebody else") is None


def test_a_blend_takes_some_decisions_as_the_next_level() -> None:
    blend = policy("miyajima", "easy+50/bold")
    assert blend.neighbour is not None
    assert (blend.percent, blend.neighbour.level, blend.style) == (50, "medium/bold", 1)
    view = load("miyajima").view(load("miyajima").start(2), 0)
    easy, medium = policy("miyajima", "easy"), policy("miyajima", "medium")
    chosen = {policy("miyajima", "easy+99")(view, stream(seed)) for seed in range(20)}
    assert medium(view, stream(1)) in chosen
    assert {easy(view, stream(seed)) for seed in range(20)} > {medium(view, stream(1))}
    weaker = policy("miyajima", "medium-30/bold")
    assert weaker.neighbour is not None
    assert (weaker.percent, weaker.neighbour.level, weaker.style) == (30, "easy/bold", 1)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("medium+0", "a number from 1 to 99"),
        ("medium+100", "a number from 1 to 99"),
        ("medium+40:200", "without a budget"),
        ("expert+10", "no level plays Fast Train to Miyajima better than expert"),
        ("random-10", "no level plays Fast Train to Miyajima worse than random"),
        ("easy-100", "a number from 1 to 99"),
        ("master+10", "there is no level 'master'"),
    ],
)
def test_an_invalid_blend_is_refused(name: str, reason: str) -> None:
    with pytest.raises(GameError, match=reason):
        policy("miyajima", name)


@pytest.mark.parametrize("game", [game.name for game in available() if len(game.levels) > 1])
def test_a_blend_of_any_rating_is_found(game: str) -> None:
    low, high = rating(game, "easy"), rating(game, "expert")
    for tenth in range(11):
        wanted = low + (high - low) * tenth / 10
        assert rating(game, fitting(game, wanted)) == pytest.approx(wanted, abs=4)
    wanted = low - 0.3 * (low - rating(game, "random"))
    assert rating(game, fitting(game, wanted)) == pytest.approx(wanted, abs=4)
    assert fitting(game, 0) == "easy-40", "no bot plays mostly at random"
    assert fitting(game, 9999) == "expert"


def test_winning_leads_to_stronger_bots_until_games_are_even() -> None:
    assert bot_for("miyajima", []) == "medium"
    games: list[Finished] = []
    met = []
    for _ in range(12):
        met.append(bot_for("miyajima", games))
        games.insert(0, Finished([met[-1]] * 3, 1.0))
    ratings = [rating("miyajima", bot) for bot in met]
    assert ratings == sorted(ratings)
    assert ratings[-1] > rating("miyajima", "hard")
    even = [Finished(["hard"] * 3, float(number % 4 == 0)) for number in range(60)]
    assert abs(strength("miyajima", even) - rating("miyajima", "hard")) < 60
    lost = [Finished(["medium"] * 3, 0.0)] * 30
    assert parts(bot_for("miyajima", lost)).level == "easy"


@pytest.mark.parametrize("game", [game.name for game in available() if len(game.levels) > 1])
@pytest.mark.parametrize("person", ["easy", "medium", "hard"])
@pytest.mark.parametrize("steepness", [1.0, 1.7])
def test_games_become_even(game: str, person: str, steepness: float) -> None:
    """Even if blends are weaker or stronger than their ratings, a person gets a fair share after ten games."""
    shares: list[float] = []
    for seed in range(20):
        games: list[Finished] = []
        for number in range(30):
            other = bot_for(game, games)
            odds = 10 ** (steepness * (rating(game, person) - rating(game, other)) / 400)
            chance = odds / (odds + 3)
            won = float(below(stream(seed, number), 1000) < 1000 * chance)
            games.insert(0, Finished([other] * 3, won))
            if number >= 10:
                shares.append(4 * chance)
    assert sum(shares) / len(shares) == pytest.approx(1, abs=0.25)


def test_only_games_against_bots_count() -> None:
    assert finished([None, "medium+40", "hard"], [1, 3, 1], 0) == Finished(["medium+40", "hard"], 0.5)
    assert finished([None, None, "hard"], [1, 2, 3], 0) is None
    assert finished([None], [1], 0) is None
    assert finished([None, "exec:other"], [1, 2], 0) is None
