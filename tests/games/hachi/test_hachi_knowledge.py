"""H13: who knows what, card by card. Views reveal nothing hidden; imagined worlds are sampled uniformly."""

from collections import Counter
from itertools import permutations

import numpy as np
import pytest

from allaboard.game import CHANCE, WATCHER
from allaboard.games.hachi import rules
from allaboard.games.hachi.rules import State
from allaboard.games.hachi.words import NAMES
from allaboard.record import Cells
from allaboard.rng import shuffle, stream
from games.hachi.hands import GAME, cards, dealt, field, position
from table import play, playout


@pytest.mark.clause("H13")
def test_dealt_cards_are_their_owners_secret() -> None:
    state = dealt(3, "31415265", "12837468")
    assert cards(GAME.view(state, 0), 0) == "3 1 4 1 5 2 6 5"
    assert cards(GAME.view(state, 1), 0) == cards(GAME.view(state, WATCHER), 0) == "? ? ? ? ? ? ? ?"


@pytest.mark.clause("H13")
def test_a_collected_card_stays_known_where_it_was_put() -> None:
    state = play(GAME, position("3 3/4 1", "5 5 8 7", "6 2"), "s0 play 3x2@0", "s1 play 5x2@0")
    play(GAME, state, "s1 insert 1", "s1 insert 0")
    assert cards(state, 1) == "3/4 8 3 7"
    assert cards(GAME.view(state, 2), 1) == cards(GAME.view(state, 0), 1) == "3/4 ? 3 ?"
    play(GAME, state, "s2 pass", "s0 pass", "s1 play 8x1@1")
    assert cards(GAME.view(state, 2), 1) == "3/4 3 ?", "what is known moves with what is played"


@pytest.mark.clause("H13")
def test_others_know_the_place_of_a_drawn_card_and_that_it_is_a_special() -> None:
    state = play(GAME, position("8 1", "2 3", "4", stock="1/2 7/8"), "s0 play 8x1@0", "s1 pass", "chance 7/8")
    assert NAMES[int(GAME.view(state, 1).pending[0])] == "7/8"
    assert NAMES[int(GAME.view(state, 0).pending[0])] == "?/?"
    play(GAME, state, "s1 insert 1")
    assert cards(GAME.view(state, 1), 1) == "2 7/8 3"
    assert cards(GAME.view(state, 0), 1) == "? ?/? ?"
    assert not GAME.sees(state, CHANCE, 0, 0)


@pytest.mark.clause("H13")
def test_a_drawn_card_is_known_once_played() -> None:
    state = position("4 4 1", "2 3 3", "5 5", stock="7/8")
    play(
        GAME, state, "s0 play 4x1@0", "s1 pass", "chance 7/8", "s1 insert 1", "s2 play 5x1@0", "s2 insert 0", "s0 pass"
    )
    assert cards(GAME.view(state, 0), 1) == "? ?/? ? ?"
    play(GAME, state, "s1 play 7x1@1", "s1 insert 3")
    assert cards(GAME.view(state, 0), 1) == "? ? ? 5"
    assert field(GAME.view(state, 0)) == "7x1 of s1: 7/8"


@pytest.mark.clause("H13")
def test_nobody_sees_the_cards_in_the_stock() -> None:
    state = play(GAME, position("8 1", "2 3", "4", stock="1/2 7/8"), "s0 play 8x1@0")
    for viewer in (0, 1, 2, WATCHER):
        view = GAME.view(state, viewer)
        assert view.stock == 2
        assert not view.left.any()


@pytest.mark.clause("H13")
def test_an_action_of_chance_is_seen_by_its_receiver_only() -> None:
    state = GAME.start(3)
    assert [GAME.sees(state, CHANCE, 4, viewer) for viewer in (0, 1, 2, WATCHER)] == [True, False, False, False]
    state = dealt(3)
    assert all(GAME.sees(state, 0, 60, viewer) for viewer in (0, 1, 2, WATCHER))


def hidden_from(state: State, viewer: int, first: int, last: int) -> list[tuple[Cells, int]]:
    """Every place (an array and an index) of a card with one of these faces that the viewer does not know."""
    slots = [
        (state.hand[seat], place)
        for seat in range(int(state.seats))
        if seat != viewer
        for place in range(int(state.held[seat]))
    ]
    if state.turn != viewer:
        slots += [(state.pending, place) for place in range(int(state.pending_count))]
    return [(row, at) for row, at in slots if first <= int(row[at]) <= last]  # a shown card has its bit above


def permuted(state: State, viewer: int, seed: int) -> State:
    """Another state with the same public information: unknown cards change places, also with those of the stock."""
    world = GAME.copy(state)
    rng = stream(seed)
    for first, last in ((1, rules.NUMBERS), (rules.NUMBERS + 1, rules.FACES)):
        slots = hidden_from(world, viewer, first, last)
        faces = [int(row[at]) for row, at in slots]
        for face in range(first, last + 1):
            faces += [face] * int(world.left[face])
            world.left[face] = 0
        order = np.array(faces)
        shuffle(rng, order, len(faces))
        for (row, at), face in zip(slots, order, strict=False):
            row[at] = face
        for face in order[len(slots) :]:
            world.left[face] += 1
    return world


@pytest.mark.clause("H13")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_views_do_not_depend_on_what_a_seat_cannot_see(seats: int) -> None:
    changed = 0
    for ply, (state, actor, _) in enumerate(playout(GAME, seats, 20 + seats)):
        if ply % 7 == 0 and ply < 700:
            for viewer in (*range(seats), WATCHER):
                world = permuted(state, viewer, ply)
                changed += world.tobytes() != state.tobytes()
                view = GAME.view(state, viewer)
                assert view.tobytes() == GAME.view(world, viewer).tobytes()
                assert view.tobytes() == GAME.view(view, viewer).tobytes()
                assert GAME.actors(view) == GAME.actors(state)
                if viewer == actor:
                    assert GAME.legal(state, actor) == GAME.legal(world, actor) == GAME.legal(view, actor)
    assert changed > 100


@pytest.mark.clause("H13")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_an_imagined_world_looks_like_its_view(seats: int) -> None:
    rng = stream(seats)
    for ply, (state, _, _) in enumerate(playout(GAME, seats, seats)):
        if ply % 7 == 0 and ply < 700:
            for viewer in (*range(seats), WATCHER):
                view = GAME.view(state, viewer)
                world = GAME.imagine(view, rng)
                assert world.viewer == -1
                assert GAME.view(world, viewer).tobytes() == view.tobytes()
                assert int(world.left[9:].sum()) == world.stock


@pytest.mark.clause("H13")
def test_imagined_worlds_are_uniform() -> None:
    """Seat 0 cannot locate a 1, a 1, a 2 and a 3 in four places (12 arrangements), nor 1/2, 3/4, 3/4 (3 of them)."""
    state = position("8 7", "1 2 4* 3/4", "1 3", stock="1/2 3/4")
    view = GAME.view(state, 0)
    rng, worlds = stream(11), 7200
    seen: Counter[str] = Counter()
    for _ in range(worlds):
        world = GAME.imagine(view, rng)
        seen[f"{cards(world, 1)} | {cards(world, 2)}"] += 1
        assert (cards(world, 0), int(world.stock), int(world.left.sum())) == ("8 7", 2, 2)
    arrangements = set(permutations("1123"))
    assert len(arrangements) == 12
    expected = {
        f"{a} {b} 4 {special} | {c} {d}": worlds / 12 * share / 3
        for a, b, c, d in arrangements
        for special, share in (("1/2", 1), ("3/4", 2))
    }
    assert seen.keys() == expected.keys()
    chi_square = sum((seen[key] - mean) ** 2 / mean for key, mean in expected.items())
    assert chi_square < 49.7, "23 degrees of freedom: exceeded once in a thousand seeds"


@pytest.mark.clause("H13", "H2")
def test_in_the_deal_what_is_not_dealt_yet_is_imagined_too() -> None:
    state = play(GAME, GAME.start(3), *[f"chance {card}" for card in "1111"[:3] + "22345" + "8"])
    world = GAME.imagine(GAME.view(state, 2), stream(1))
    assert [int(held) for held in world.held[:3]] == [8, 1, 0]
    in_hands = Counter(int(face) for face in [*world.hand[0, :8], world.hand[1, 0]])
    assert all(in_hands[face] + int(world.left[face]) == 3 for face in range(1, 9))
    assert [int(copies) for copies in world.left[9:]] == [2, 2, 2, 2]
