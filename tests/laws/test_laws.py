"""Laws that hold for every game and every number of players."""

import json
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from allaboard import game_names, notation
from allaboard.game import CHANCE, WATCHER, Game, load
from allaboard.plain import play_random
from allaboard.rng import stream
from table import playout

TABLES = [(load(name), seats) for name in game_names() for seats in load(name).seats]
every_table = pytest.mark.parametrize(("game", "seats"), TABLES, ids=lambda value: getattr(value, "name", value))
MOST_ACTIONS = 20_000


def some_steps(game: Game, seats: int, games: int) -> Iterator[tuple[Any, int, int]]:
    """Steps picked from random games: a good many of each where the games are few, some of each where they are many."""
    for seed in range(games):
        picker = random.Random(seed)
        for state, actor, action in playout(game, seats, seed):
            if picker.random() < 0.1 / (1 + games / 50):
                yield state, actor, action


@every_table
def test_it_ends_and_legal_is_never_empty(game: Game, seats: int, law_games: int) -> None:
    for seed in range(law_games):
        for count, (state, actor, _) in enumerate(playout(game, seats, seed)):
            assert count < MOST_ACTIONS
            if count % 7 == 0:
                for seat in game.actors(state):
                    menu = game.legal(state, seat)
                    assert menu, f"seat {seat} must act but may do nothing"
                    assert len(set(menu)) == len(menu)
                    assert not (seat == CHANCE and any(weight < 1 for _, weight in game.weights(state)))
                assert actor in game.actors(state)
        assert game.over(state)
        assert all(game.legal(state, seat) == [] for seat in range(CHANCE + 1))
        assert set(game.ranks(state)) <= set(range(1, seats + 1))


@every_table
def test_text_forms_round_trip(game: Game, seats: int) -> None:
    del seats
    for actor, count in ((0, game.rules.ACTIONS), (CHANCE, game.rules.OUTCOMES)):
        texts = [game.words.say(actor, action) for action in range(count)]
        assert [game.words.parse(actor, text) for text in texts] == list(range(count))
        assert len(set(texts)) == count
        assert all(json.dumps(game.words.parts(actor, action)) for action in range(count))


@every_table
def test_a_copy_is_independent(game: Game, seats: int) -> None:
    states = np.zeros(3, game.rules.State.dtype)
    states[1] = game.start(seats)
    row = states[1]
    copy = game.copy(row)
    before = row.tobytes()
    for _ in range(30):
        actor = game.actors(copy)[0]
        game.play(copy, actor, game.legal(copy, actor)[0])
    assert row.tobytes() == before == states[1].tobytes()
    assert copy.tobytes() != before
    assert states[0].tobytes() == states[2].tobytes() == bytes(len(before))


@every_table
def test_replaying_the_actions_gives_the_identical_bytes(game: Game, seats: int, law_games: int) -> None:
    for seed in range(max(3, law_games // 10)):
        steps = [(actor, action) for _, actor, action in playout(game, seats, seed)]
        one, two = game.start(seats), game.start(seats)
        for actor, action in steps:
            game.play(one, actor, action)
        for actor, action in steps:
            game.rules.apply(two, actor, action)
        assert one.tobytes() == two.tobytes()


@every_table
def test_records_round_trip_and_verify(game: Game, seats: int) -> None:
    record = play_random(game, seats, 5, seats, {}, committed=True)
    (again,) = notation.read(str(record))
    assert str(again) == str(record)
    assert notation.verify(again) is None
    *_, last = notation.replay(again)
    assert game.scores(last.after) == again.tail["score"][1]


def derived(game: Game, state: Any, seat: int) -> dict[str, Any]:
    """Everything that a seat is given, or that is made of what it is given."""
    view = game.view(state, seat)
    return {
        "bytes": view.tobytes(),
        "actors": game.actors(view),
        "menus": {actor: game.menu(view, actor) for actor in game.actors(view) if actor != CHANCE},
        "json": json.dumps(game.words.to_json(view), sort_keys=True),
        "text": game.words.show(view),
        "imagined": game.imagine(view, stream(3)).tobytes(),
    }


@every_table
def test_secrecy(game: Game, seats: int, law_games: int) -> None:
    """Permuting what a seat cannot see changes nothing that it is given, byte for byte, now or at the next step."""
    from laws.secret import everybody, scramble

    chooser, changed = random.Random(1), 0
    for state, actor, action in some_steps(game, seats, law_games):
        for viewer in everybody(game, state):
            other = scramble(game, state, viewer, chooser)
            changed += other.tobytes() != state.tobytes()
            assert derived(game, state, viewer) == derived(game, other, viewer)
            unseen = not game.words.sees(state, actor, action, viewer)
            if unseen and action in game.legal(other, actor):
                stories = []
                for world in (state, other):
                    after = game.copy(world)
                    game.play(after, actor, action)
                    if game.actors(after) and after.phase == state.phase:  # nothing was revealed
                        views = game.view(world, viewer), game.view(after, viewer)
                        stories.append((views[1].tobytes(), game.words.narrate(*views, actor, None)))
                assert all(story == stories[0] for story in stories)
    assert changed or seats == 1, "the law was never put to the test"


@every_table
def test_a_view_offers_what_the_state_offers(game: Game, seats: int, law_games: int) -> None:
    for state, _, _ in some_steps(game, seats, law_games):
        actors = game.actors(state)
        for viewer in (*range(seats), WATCHER):
            view = game.view(state, viewer)
            assert game.actors(view) == actors
            assert game.view(view, viewer).tobytes() == view.tobytes()
            if viewer in actors:
                assert game.legal(view, viewer) == game.legal(state, viewer)


@every_table
def test_imagine_gives_a_world_whose_view_is_the_view(game: Game, seats: int, law_games: int) -> None:
    rng, worlds = stream(9), set()
    for state, _, _ in some_steps(game, seats, law_games):
        for viewer in (*range(seats), WATCHER):
            view = game.view(state, viewer)
            world = game.imagine(view, rng)
            assert game.view(world, viewer).tobytes() == view.tobytes()
            worlds.add(world.tobytes())
            if CHANCE in game.actors(world):
                assert all(weight > 0 for _, weight in game.weights(world))
    assert len(worlds) > 1


@every_table
def test_an_imagined_world_can_be_played_to_its_end(game: Game, seats: int) -> None:
    rng = stream(4)
    for seed in range(3):
        steps = list(playout(game, seats, seed))
        world = game.start(seats)
        for _, actor, action in steps[: len(steps) // 2]:
            game.play(world, actor, action)
        world = game.imagine(game.view(world, 0), rng)
        chooser = random.Random(seed)
        while actors := game.actors(world):
            game.play(world, actors[0], chooser.choice(game.legal(world, actors[0])))
        assert game.over(world)


@every_table
def test_every_event_has_a_sentence_for_every_viewer(game: Game, seats: int) -> None:
    state = None
    for state, actor, action in playout(game, seats, 2):
        after = game.copy(state)
        game.play(after, actor, action)
        for viewer in (0, WATCHER):
            seen = game.words.sees(state, actor, action, viewer)
            told = game.words.narrate(
                game.view(state, viewer), game.view(after, viewer), actor, action if seen else None
            )
            assert told
            assert all(line and line[0].isupper() and line[-1] in ".!" for line in told)
    assert state is not None


@every_table
def test_refusals_never_fail(game: Game, seats: int) -> None:
    """Any actor, any action, any position: a refusal with a clause, never a crash, and nothing is changed."""
    chooser = random.Random(seats)
    for state, _, _ in playout(game, seats, 1):
        before = state.tobytes()
        for actor in (*range(seats), CHANCE):
            count = game.rules.OUTCOMES if actor == CHANCE else game.rules.ACTIONS
            action = chooser.randrange(count)
            if action not in game.legal(state, actor):
                refusal = game.words.refuse(state, actor, action)
                assert refusal.clause[0] == game.name[0].upper()
                assert refusal.reason
        assert state.tobytes() == before


@pytest.mark.parametrize("name", game_names())
@given(choices=st.lists(st.integers(0, 2**20), max_size=150), seats=st.integers(0, 7), viewer=st.integers(0, 7))
def test_laws_hold_on_whatever_paths_can_be_found(name: str, choices: list[int], seats: int, viewer: int) -> None:
    game = load(name)
    count = game.seats[seats % len(game.seats)]
    state, rng = game.start(count), stream(1)
    for choice in choices:
        actors = game.actors(state)
        if not actors:
            break
        actor = actors[choice % len(actors)]
        menu = game.legal(state, actor)
        assert menu
        action = menu[choice % len(menu)]
        assert game.words.parse(actor, game.words.say(actor, action)) == action
        game.play(state, actor, action)
    view = game.view(state, viewer % count)
    assert game.view(game.imagine(view, rng), viewer % count).tobytes() == view.tobytes()
    assert game.actors(view) == game.actors(state)
