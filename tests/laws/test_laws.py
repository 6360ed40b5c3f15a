"""The laws of the conformance kit, for every game and every number of players."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from allaboard import game_names
from allaboard.game import load
from allaboard.rng import stream
from allaboard.testing import Law, laws


@pytest.mark.parametrize("law", [law for name in game_names() for law in laws(name)], ids=str)
def test_law(law: Law, law_games: int) -> None:
    replace(law, games=law_games)()


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
        assert game.parse(actor, game.say(actor, action)) == action
        before = game.copy(state)
        game.play(state, actor, action)
        assert game.step_events(before, state, actor, action, viewer % count)
    view = game.view(state, viewer % count)
    assert game.view(game.imagine(view, rng), viewer % count).tobytes() == view.tobytes()
    assert game.actors(view) == game.actors(state)
