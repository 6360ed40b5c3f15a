"""How well RunAway's levels play, at sizes that finish in seconds. The ladder measures it exactly."""

import numpy as np
import pytest

from allaboard.bots.advice import advise
from allaboard.bots.levels import policy
from allaboard.game import load
from allaboard.games.runaway import GAME
from allaboard.games.runaway.bots import training
from allaboard.record import INTERPRETED
from allaboard.rng import stream
from allaboard.simulate import run
from table import play

RUNAWAY = load(GAME)


def share(seats: int, one: str, others: str, games: int) -> float:
    """The share of the wins of one level among others. Ties share a win."""
    batch = run("runaway", seats, games, (one, *[others] * (seats - 1)), seed=5, rotate=True, threads=1)
    won = batch.columns["rank"] == 1
    number = np.arange(games)
    return float(np.mean(won[number, -number % seats] / np.maximum(won.sum(axis=1), 1)))


@pytest.mark.skipif(INTERPRETED, reason="thousands of games are for compiled play")
@pytest.mark.parametrize(
    ("better", "worse", "games", "seats"),
    [
        pytest.param(better, worse, games, seats, marks=[pytest.mark.long] if games < 1000 and seats != 4 else [])
        for better, worse, games in (
            ("easy", "random", 2000),
            ("medium", "easy", 2000),
            ("hard", "medium", 300),
            ("expert:100", "hard", 150),
        )
        for seats in (3, 4, 5, 6)
    ],
)
def test_a_level_beats_the_one_below(better: str, worse: str, games: int, seats: int) -> None:
    assert share(seats, better, worse, games) > 1.1 / seats


@pytest.mark.skipif(INTERPRETED, reason="thousands of games are for compiled play")
def test_mediums_get_off_in_time() -> None:
    batch = run("runaway", 4, 500, ("medium",), seed=5, threads=1)
    nobody_wins = np.mean((batch.columns["rank"] != 1).all(axis=1))
    assert nobody_wins < 0.01


@pytest.mark.parametrize("level", ["hard", "expert"])
def test_learned_bots_play_legally_and_depend_only_on_their_view(level: str) -> None:
    player = policy("runaway", level, budget=8)
    state = play(RUNAWAY, RUNAWAY.start(4), "chance 3", "s1 cards P4")
    view = RUNAWAY.view(state, 0)
    before = view.tobytes()
    choices = {
        player(RUNAWAY.view(play(RUNAWAY, state.copy(), f"s2 cards {two}"), 0), stream(4)) for two in ("P1", "C7")
    }
    assert choices <= set(RUNAWAY.legal(state, 0))
    assert len(choices) == 1
    assert view.tobytes() == before
    assert len({player(view, stream(seed)) for seed in range(40)}) > 3  # it mixes


def test_on_an_unknown_board_hard_plays_as_medium() -> None:
    state = play(RUNAWAY, RUNAWAY.start(3, {"main.scores_x2": 10}), "chance 3")
    view = RUNAWAY.view(state, 0)
    for seed in range(5):
        assert policy("runaway", "hard")(view, stream(seed)) == policy("runaway", "medium")(view, stream(seed))


@pytest.mark.parametrize("level", ["hard", "expert"])
def test_it_leaves_a_train_that_nothing_stops(level: str) -> None:
    state = play(RUNAWAY, RUNAWAY.start(3), "chance 1", "s0 cards P7", "s1 cards none", "s2 cards none", "s0 stay")
    play(RUNAWAY, state, "chance 1")
    state.position, state.speed, state.track, state.multiplier = 50, 12, 1, 4
    player = policy("runaway", level, budget=200)
    cards = [RUNAWAY.say(0, player(RUNAWAY.view(state, 0), stream(seed))) for seed in range(9)]
    assert sum("P" in pair for pair in cards) >= (9 if level == "expert" else 7)  # hard only estimates the roll
    play(RUNAWAY, state, "s0 cards P1", "s1 cards none", "s2 cards none")
    assert player(RUNAWAY.view(state, 0), stream(1)) == RUNAWAY.parse(0, "jump")


def test_hints_give_the_chance_to_win_for_every_legal_action() -> None:
    view = RUNAWAY.view(play(RUNAWAY, RUNAWAY.start(4), "chance 3"), 2)
    advice = advise(view, seed=3, budget=100)
    assert advice.expects == "chance to win"
    assert sorted(hint.action for hint in advice.hints) == sorted(RUNAWAY.legal(view, 2))
    values = [hint.value for hint in advice.hints]
    assert values == sorted(values, reverse=True)
    assert all(0 <= value <= 1 for value in values)
    assert advice == advise(view, seed=3, budget=100)


@pytest.mark.skipif(INTERPRETED, reason="learning is for compiled play")
def test_training_changes_the_knowledge() -> None:
    before, _ = training.untrained(1)
    curve = training.train(0.0001, seed=1, options=RUNAWAY.options({}))
    assert next(curve).games == training.BATCH
    with pytest.raises(StopIteration) as end:
        next(curve)
    assert (end.value.value[: before.size] != before).mean() > 0.1


def test_on_another_board_expert_plays_games_out() -> None:
    board = {"long.end": 90}
    state = play(RUNAWAY, RUNAWAY.start(3, board), "chance 1")
    view = RUNAWAY.view(state, 0)
    hints = advise(view, budget=3000).hints
    assert sorted(hint.action for hint in hints) == sorted(RUNAWAY.legal(state, 0))
    assert all(0 <= hint.value <= 1 for hint in hints)
    assert hints[0].value > hints[-1].value
    assert policy("runaway", "expert", 3000)(view, stream(0)) == hints[0].action
    batch = run("runaway", 3, 60, ("expert:300", "medium", "medium"), seed=5, board=board, rotate=True, threads=1)
    number = np.arange(60)
    assert np.mean(batch.columns["rank"][number, -number % 3] == 1) > 0.4
