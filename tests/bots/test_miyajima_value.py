"""Miyajima's learned value and its search: consistent with the rules, and exact near the end."""

from itertools import islice

import numpy as np
import pytest

from allaboard.bots.advice import advise
from allaboard.bots.levels import policy
from allaboard.game import CHANCE, GameError, load
from allaboard.games.miyajima import GAME as MIYAJIMA
from allaboard.games.miyajima.bots import learned, search
from allaboard.games.miyajima.bots.training import untrained
from allaboard.games.miyajima.rules import LOAD, LOADING, State
from allaboard.games.miyajima.rules import load as load_cargo
from allaboard.rng import stream
from table import playout

GAME = load(MIYAJIMA)
RAW = untrained(GAME.options({}), seed=1)[0]
RAW[learned.EDGES :] += np.random.default_rng(1).normal(0, 0.05, RAW.size - learned.EDGES)


def sheet_value(state: State, seat: int) -> float:
    net, scratch = learned.net_of(RAW, int(state.seats)), np.zeros(1, learned.SCRATCH)[0]
    learned.look(net, scratch, state, seat)
    return learned.sheet_value(net, scratch)


@pytest.mark.parametrize("seats", [1, 3, 8])
def test_the_value_of_a_load_is_that_of_the_sheet_after_it(seats: int) -> None:
    for state, actor, _ in playout(GAME, seats, seed=seats):
        if state.phase == LOADING:
            net, scratch = learned.net_of(RAW, seats), np.zeros(1, learned.SCRATCH)[0]
            learned.look(net, scratch, state, actor)
            best = learned.best_load(net, scratch, state, actor, 0)
            after = []
            for action in GAME.legal(state, actor):
                loaded = GAME.copy(state)
                load_cargo(loaded, actor, action - LOAD)
                after.append(sheet_value(loaded, actor))
            assert best == pytest.approx(max(after), abs=1e-3)


def test_the_last_load_of_a_game_is_counted_exactly() -> None:
    last = None
    for state, actor, _ in playout(GAME, 1, seed=5):
        if state.phase == LOADING and (state.faces != 0).all() and int(state.reached).bit_count() >= 2:
            last = GAME.view(state, actor)
    assert last is not None
    for hint in advise(last).hints:
        after = GAME.copy(last)
        GAME.play(after, 0, hint.action)
        assert hint.value == pytest.approx(GAME.scores(after)[0])


def test_advice_is_the_same_for_the_same_view_and_best_first() -> None:
    for state, actor, _ in playout(GAME, 2, seed=4):
        if actor != CHANCE and state.rounds == 5:
            view = GAME.view(state, actor)
            advice = advise(view, budget=2000)
            assert advice == advise(view.copy(), budget=2000)
            assert advice.expects == "chance to win"
            assert [hint.value for hint in advice.hints] == sorted((h.value for h in advice.hints), reverse=True)
            assert sorted(hint.action for hint in advice.hints) == sorted(GAME.legal(state, actor))
            assert all(0 <= hint.value <= 1 for hint in advice.hints)
            chosen = policy("miyajima", "expert", 2000)(view, stream(0))
            assert any(h.action == chosen and h.value > advice.hints[0].value - 0.05 for h in advice.hints)


def test_there_are_no_hints_out_of_turn() -> None:
    state = GAME.start(2)
    with pytest.raises(GameError, match="not this seat's turn"):
        advise(GAME.view(state, 1))


def test_more_budget_looks_further() -> None:
    view = GAME.view(GAME.start(1), 0)
    assert [search.rolls_ahead(view, budget) for budget in (0, 36, 1728, 62_208)] == [1, 1, 2, 3]


def test_a_value_far_from_the_training_data_is_checked_by_playouts() -> None:
    state = GAME.start(1)
    state.cars[0] = np.array([[5, 4, 5, 4, 6, 4], [4, 4, 4, 5, 5, 3]]).T
    state.cargo[0] = np.array([[18, 25, 17, 29, 20, 19], [22, 37, 22, 52, 21, 27]]).T
    state.arrived[0] = state.reached = 1 << 4
    state.rounds = 21
    view, rng = GAME.view(state, 0), stream(1)
    assert search.played_out(view, rng, learned.knowledge(), 100, 2, 1) > 2  # in tens: 297 against 240 points
    assert policy("miyajima", "expert", 70_000)(view, rng) == 2


def test_without_playouts_expert_does_not_deviate_from_the_learned_value() -> None:
    """The budget is enough to look two rolls ahead, but not for a playout with four players."""
    actions, values = np.zeros(GAME.rules.ACTIONS, np.int16), np.zeros(GAME.rules.ACTIONS)
    differs = 0
    decisions = ((state, actor) for state, actor, _ in playout(GAME, 4, seed=2) if actor != CHANCE)
    for state, actor in islice(decisions, 80, 110):
        view, known = GAME.view(state, actor), learned.knowledge()
        n = search.weigh_all(view, stream(1), known, 1999, actions, values)
        usual = values[:n][actions[:n] == learned.greedy(view, stream(1), known, 0)]
        assert usual == values[:n].max()
        search.look_ahead(view, known, 1999, n, actions, values, np.zeros(1, search.WORKSPACE))
        differs += int(actions[values[:n].argmax()]) != learned.greedy(view, stream(1), known, 0)
    assert differs > 0


def test_on_another_sheet_hard_plays_like_medium_and_expert_plays_games_out() -> None:
    state = GAME.start(1, {"red.fast": (11, 21, 31, 41, 51, 60)})
    view = GAME.view(state, 0)
    assert policy("miyajima", "hard")(view, stream(1)) == policy("miyajima", "medium")(view, stream(1))
    hints = advise(view, budget=30_000).hints
    assert len(hints) == 3
    assert all(100 < hint.value < 300 for hint in hints)
