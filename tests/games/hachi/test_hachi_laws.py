"""Laws of Hachi Train: cards are conserved, and the legal plays are exactly those of a slow enumeration."""

from collections import Counter

import numpy as np
import pytest

from allaboard.game import CHANCE
from allaboard.games.hachi import rules
from allaboard.games.hachi.rules import State
from allaboard.games.hachi.words import NAMES
from allaboard.rng import below, stream
from games.hachi.hands import GAME, menu, position
from table import playout


def whereabouts(state: State) -> Counter[str]:
    """Every card, wherever it is."""
    rows = [*(state.hand[seat, : state.held[seat]] for seat in range(state.seats))]
    rows += [state.field_cards[: state.field_count], state.pending[: state.pending_count]]
    everything = Counter(NAMES[int(card) & rules.FACE] for row in rows for card in row)
    for face in range(1, rules.FACES + 1):
        everything[NAMES[face]] += int(state.left[face]) + int(state.discarded[face])
    return everything


@pytest.mark.clause("H1")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_cards_are_conserved(seats: int) -> None:
    deck = Counter({name: seats if "/" not in name else 2 for name in NAMES[1 : rules.FACES + 1]})
    for state, _, _ in playout(GAME, seats, seats):
        assert whereabouts(state) == deck
        assert state.left[9:].sum() == state.stock


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_unused_slots_are_zero(seats: int) -> None:
    """All bytes of a state are determined by what happened, so equal states are equal bytes."""
    for state, _, _ in playout(GAME, seats, 40 + seats):
        for seat in range(5):
            assert not state.hand[seat, state.held[seat] :].any()
        assert not state.field_cards[state.field_count :].any()
        assert not state.pending[state.pending_count :].any()
        assert (state.field_count == 0) == (state.field_number == 0)


def slow_plays(hand: list[str], field_number: int, field_count: int) -> set[str]:
    """H5, enumerated slowly: try every part of the hand as every number."""
    found = set()
    for number in range(1, 9):
        for first in range(len(hand)):
            for end in range(first + 1, len(hand) + 1):
                shows_all = all(str(number) in card.split("/") for card in hand[first:end])
                if shows_all and (end - first, number) > (field_count, field_number):
                    found.add(f"play {number}x{end - first}@{first}")
    return found


@pytest.mark.clause("H5")
def test_legal_plays_are_those_of_a_slow_count() -> None:
    """Large hands with few numbers and all specials, against every strength of the field."""
    rng = stream(5)
    for _ in range(60):
        deck = ["1", "2", "3"] * 4 + ["1/2", "1/2", "3/4", "3/4", "4", "5/6", "7/8"]
        order = np.arange(len(deck))
        for i in range(len(deck) - 1, 0, -1):
            j = below(rng, i + 1)
            order[i], order[j] = order[j], order[i]
        hand = [deck[i] for i in order[: 4 + below(rng, 12)]]
        state = position(" ".join(hand), "5", "6", "7")
        number, count = below(rng, 9), below(rng, 4)
        state.field_number, state.field_count = (number, count) if number and count else (0, 0)
        plays = [text for text in menu(state) if text != "pass"]
        assert len(plays) == len(set(plays)), "none is listed twice"
        assert set(plays) == slow_plays(hand, int(state.field_number), int(state.field_count))
        assert ("pass" in menu(state)) == (state.field_count > 0)


@pytest.mark.clause("H5")
def test_counts_of_legal_plays() -> None:
    """Counted by hand: a run of n cards of one number holds n (n + 1) / 2 plays."""
    assert len(menu(position("1 2 3 4 5 6 7 8", "1", "1"))) == 8
    assert len(menu(position("4 4 4 4 4 3/4 3/4", "1", "1", "1", "1"))) == 7 * 8 // 2 + 2 * 3 // 2
    assert len(menu(position("1/2 1/2", "1", "1"))) == 6
    assert len(menu(position("1/2 3/4 5/6 7/8", "1", "1"))) == 8


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_legal_plays_along_random_games(seats: int) -> None:
    for state, actor, _ in playout(GAME, seats, 60 + seats):
        options = GAME.legal(state, actor)
        assert options
        if state.phase == rules.TURN:
            hand = [NAMES[int(card) & rules.FACE] for card in state.hand[actor, : state.held[actor]]]
            plays = slow_plays(hand, int(state.field_number), int(state.field_count))
            assert sorted(plays) == sorted(text for text in menu(state) if text != "pass")
        elif actor == CHANCE:
            assert all(weight > 0 for _, weight in GAME.weights(state))


def test_the_actions_alone_replay_a_game_to_the_same_bytes() -> None:
    state = GAME.start(4)
    for _, actor, action in (steps := playout(GAME, 4, 3)):
        GAME.play(state, actor, action)
    assert not list(steps)
    last = [after for after, _, _ in playout(GAME, 4, 3)][-1]
    assert state.tobytes() == last.tobytes()
