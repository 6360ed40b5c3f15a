"""Hachi Train's guesses at hidden hands: worlds that fit the view, and likely hands more often."""

from collections import Counter

import numpy as np
import pytest

from allaboard.bots.advice import advise
from allaboard.game import CHANCE
from allaboard.games.hachi.bots.danger import new_scratch
from allaboard.games.hachi.bots.guesses import (
    FIRST,
    GUESSES,
    find_places,
    guesses_of,
    knowledge,
    log_likelihood,
    make_likely,
    new_places,
)
from allaboard.games.hachi.bots.guessing import watch_swaps
from allaboard.games.hachi.rules import FACE, State
from allaboard.maths import exp
from allaboard.record import INTERPRETED, Cells
from allaboard.rng import Rng, stream
from games.hachi.hands import GAME, position
from table import play, playout

WORLDS = 60 if INTERPRETED else 2000


def guessed(view: State, rng: Rng, guesses: Cells) -> State:
    """A likely world."""
    places, world = new_places(), GAME.imagine(view, rng)
    find_places(view, places)
    make_likely(guesses, new_scratch(), places, world, FIRST, rng)
    return world


def cards(table: State) -> list[int]:
    """Every card in the hands, in the field and in the stock."""
    hands = [int(card) & FACE for card in [*table.hand.ravel(), *table.field_cards, *table.pending] if card]
    return sorted(hands + [face for face, count in enumerate(table.left) for _ in range(count)])


@pytest.mark.clause("H13")
def test_likely_worlds_look_the_same_to_the_viewer() -> None:
    rng, guesses, checked = stream(3), guesses_of(knowledge()), 0
    for ply, (state, actor, _) in enumerate(playout(GAME, 4, 12)):
        if actor != CHANCE and ply % (97 if INTERPRETED else 5) == 0:
            view = GAME.view(state, actor)
            world = guessed(view, rng, guesses)
            assert GAME.view(world, actor).tobytes() == view.tobytes()
            assert cards(world) == cards(state)
            checked += 1
    assert checked > 2


@pytest.mark.skipif(INTERPRETED, reason="thousands of worlds take minutes interpreted")
def test_worlds_are_sampled_as_often_as_they_are_likely() -> None:
    view = GAME.view(position("8 8", "5 6", "6 2"), 0)
    guesses, rng, scratch, places = guesses_of(knowledge()), stream(1), new_scratch(), new_places()
    find_places(view, places)
    came: Counter[bytes] = Counter()
    weights = {}
    for _ in range(WORLDS):
        world = guessed(view, rng, guesses)
        came[world.hand.tobytes()] += 1
        likelihoods = sum(log_likelihood(guesses, scratch, world, seat, int(places.kind[seat])) for seat in (1, 2))
        weights[world.hand.tobytes()] = exp(likelihoods)
    assert len(came) == 12, "the cards 2, 5, 6, 6 in four places"
    total = sum(weights.values())
    for hands, count in came.items():
        share = weights[hands] / total
        assert abs(count / WORLDS - share) < 0.01 + 4 * (share / WORLDS) ** 0.5
    assert max(weights.values()) > 3 * min(weights.values())


def test_a_player_who_passed_can_rarely_beat_the_field() -> None:
    hands = ("1 7 8 2", "5 1 3 6", "8 6 3 2")
    state = play(GAME, position(*hands), "s0 play 7x1@1", "s1 pass")
    view, rng = GAME.view(state, 2), stream(2)
    beaten = [0, 0]
    for k, guesses in enumerate((np.zeros(GUESSES, np.float32), guesses_of(knowledge()))):
        for _ in range(WORLDS // 4):
            beaten[k] += max(int(card) & FACE for card in guessed(view, rng, guesses).hand[1]) == 8
    assert beaten[1] < 0.7 * beaten[0]


def test_hidden_specials_lie_beside_cards_that_they_match() -> None:
    state = position("8 8 1", "5* 2 5/6 5 2", "6 5 3/4 7", turn=0)
    view, rng = GAME.view(state, 0), stream(2)
    beside = [0, 0]
    for k, guesses in enumerate((np.zeros(GUESSES, np.float32), guesses_of(knowledge()))):
        for _ in range(WORLDS // 4):
            hand = [int(card) & FACE for card in guessed(view, rng, guesses).hand[1]]
            beside[k] += bool({hand[1], hand[3]} & ({5, 6} if hand[2] == 11 else {3, 4}))
    assert beside[1] > 1.2 * beside[0]


def test_training_data_compare_true_hands_with_swapped_ones() -> None:
    changes = np.zeros((20 if INTERPRETED else 400, GUESSES), np.float32)
    rounds = watch_swaps(3, GAME.options({}), knowledge(), stream(4), changes)
    assert rounds > 0
    assert changes.any(axis=1).mean() > 0.5
    if not INTERPRETED:
        assert ((changes @ guesses_of(knowledge())) > 0).mean() > 0.6, "true hands are in better order"


@pytest.mark.skipif(INTERPRETED, reason="hundreds of worlds take minutes interpreted")
def test_the_value_of_a_clear_choice_is_accurate_too() -> None:
    """With one option, or if all others are dropped early, the best is still tried in many worlds."""
    state = play(GAME, position("8 8 1 3 5", "2 4 6 2 5", "7 7 5 6 1", "3 4 6 1 2"), "s0 play 8x2@0")
    values = []
    for seed in range(8):
        (hint,) = advise(GAME.view(state, 1), seed=seed, budget=40_000).hints
        values.append(hint.value)
    assert np.std(values) < 0.02
