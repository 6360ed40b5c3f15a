"""Calibration: what is measured, and curves that correct errors."""

import json
import re
from itertools import islice

import numpy as np
import pytest
from typer.testing import CliRunner

from allaboard.bots.advice import advise
from allaboard.bots.curves import KNOTS, fitted, read_off, straight
from allaboard.cli import app
from allaboard.game import GameError, load
from allaboard.record import INTERPRETED
from allaboard.simulate import calibration, values
from allaboard.simulate.calibration import Position, calibrate, judged, page, sample

pytestmark = pytest.mark.skipif(INTERPRETED, reason="games played out are for compiled play")


def noisy(shift: float, spread: float = 0.0) -> list[Position]:
    """Predictions that are too high by `shift`, with additional noise."""
    random = np.random.default_rng(1)
    found = []
    for number in range(4000):
        truth = random.uniform(0.2, 0.8)
        said = truth + shift + random.normal(0, spread)
        found.append(Position(number // 4, 0, said, random.binomial(8, truth) / 8, random.binomial(8, truth) / 8))
    return found


def test_bias_and_error_are_found_and_luck_is_not_counted() -> None:
    right = judged("runaway", 4, "hard", noisy(0), 0)
    assert abs(right.bias.value) < 0.01
    assert right.error.value < 0.03, "luck alone would be .17"
    assert right.slope.low < 1 < right.slope.high
    wrong = judged("runaway", 4, "hard", noisy(0.05, 0.1), 0)
    assert wrong.bias.value == pytest.approx(0.05, abs=0.01)
    assert wrong.error.value == pytest.approx(0.11, abs=0.02)
    assert wrong.slope.value < 0.9
    assert wrong.bias.low < wrong.bias.value < wrong.bias.high


def test_a_fitted_curve_corrects_and_rises() -> None:
    random = np.random.default_rng(2)
    said = random.uniform(0, 1, 3000)
    knots = fitted(said, 0.3 + 0.4 * said + random.normal(0, 0.2, 3000), 0, 1)
    assert np.all(np.diff(knots) > 0)
    curves = np.concatenate([np.zeros(7), straight(2, 0, 1)[:KNOTS], knots]).astype(np.float32)
    assert read_off(curves, 7, 0, 0.0, 1.0, 0.37) == pytest.approx(0.37)
    for value in (0.0, 0.25, 0.5, 0.95):
        assert read_off(curves, 7, 1, 0.0, 1.0, value) == pytest.approx(0.3 + 0.4 * value, abs=0.05)
    flat = fitted(said, np.full(3000, 0.5), 0, 1)
    assert np.all(np.diff(flat) > 0), "the order of actions stays"


@pytest.mark.parametrize(("game", "seats"), [("miyajima", 2), ("runaway", 4), ("hachi", 3)])
def test_positions_are_played_out(game: str, seats: int) -> None:
    found = list(islice(sample(game, seats, "medium", 50, 3, games=2), 12))
    assert all(0 <= one.predicted <= 1 and 0 <= one.came <= 1 for one in found)
    assert found == list(islice(sample(game, seats, "medium", 50, 3, games=2), 12)), "the same seed, the same games"
    assert len({one.predicted for one in found}) > 3


def test_hints_show_the_corrected_values() -> None:
    view = load("runaway").view(load("runaway").start(4), 0)
    game = load("runaway")
    state = game.start(4)
    while game.actors(state) != [0, 1, 2, 3]:
        game.play(state, game.actors(state)[0], game.legal(state, game.actors(state)[0])[0])
    view = game.view(state, 0)
    best = calibration.valued("runaway")
    hints = advise(view, seed=1, budget=100)
    actions, values = np.zeros(game.rules.ACTIONS, np.int16), np.zeros(game.rules.ACTIONS)
    from allaboard.bots.levels import policy
    from allaboard.rng import stream

    expert = policy("runaway", "expert", 100)
    bent = expert.knowledge.copy()
    bent[len(bent) - best.CURVES :] = 0.5 * best.lines()
    raw = expert.knowledge.copy()
    raw[len(raw) - best.CURVES :] = best.lines()
    n = best.evaluate(view, stream(1), raw, 100, actions, values)
    plain = values[:n].copy()
    best.evaluate(view, stream(1), bent, 100, actions, values)
    assert values[:n] == pytest.approx(0.5 * plain, abs=1e-3)
    assert len(hints.hints) == n


def test_the_command_measures_and_draws(tmp_path_factory: pytest.TempPathFactory) -> None:
    out = tmp_path_factory.mktemp("calibration") / "curve.html"
    command = ["calibrate", "miyajima", "--seats", "1", "--positions", "40", "--budget", "100", "--html", str(out)]
    told = CliRunner().invoke(app, command)
    assert told.exit_code == 0, told.output
    assert re.search(r"bias -?\d+\.\d+ \(.*error beyond luck", told.output)
    assert "<svg" in out.read_text(encoding="utf-8")
    found = json.loads(CliRunner().invoke(app, [*command[:-2], "--json"]).output)
    assert (found["positions"], found["expects"], len(found["deciles"])) == (40, "score", 10)
    assert CliRunner().invoke(app, ["calibrate", "miyajima", "--fit", "--json"]).exit_code == 2


def test_what_cannot_be_measured_is_refused() -> None:
    with pytest.raises(GameError, match="at least 10 positions"):
        calibrate("runaway", 4, positions=3)
    with pytest.raises(GameError):
        calibrate("runaway", 9, positions=10)
    assert "chance to win" in page(judged("runaway", 4, "hard", noisy(0)[:100], 0), "command")


@pytest.mark.parametrize(("game", "seats"), [("miyajima", 1), ("miyajima", 3), ("hachi", 3), ("runaway", 4)])
def test_values_of_reviews_are_compared_with_two_independent_results(game: str, seats: int) -> None:
    found = list(islice(values.sample(game, seats, "medium", 3), 24))
    assert found == list(islice(values.sample(game, seats, "medium", 3), 24)), "the same seed, the same games"
    assert len({one.predicted for one in found}) > 3
    assert len({one.game for one in found}) >= 3
    for name in ("came", "came_elsewhere"):
        results = [getattr(one, name) for one in found]
        assert len(set(results)) > 1
        lost = {-2.0, -1.0, 0.0}  # of two assets
        assert all(
            result in lost if game == "hachi" else 0 <= result <= (300 if seats == 1 else 1) for result in results
        )
    assert any(one.came != one.came_elsewhere for one in found), "the second result has other dice"


def test_the_command_measures_values_of_reviews() -> None:
    command = ["calibrate", "runaway", "--review", "--bots", "medium", "--positions", "20"]
    found = json.loads(CliRunner().invoke(app, [*command, "--json"]).output)
    assert (found["positions"], found["expects"], len(found["deciles"])) == (20, "chance to win", 10)
    assert "error beyond luck" in CliRunner().invoke(app, command).output
    for wrong in ("--fit", "--budget=50"):
        assert CliRunner().invoke(app, [*command, wrong]).exit_code == 2
