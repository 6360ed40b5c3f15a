"""What a viewer cannot see changes nothing that the viewer gets: views, data, menus, text, imagined worlds and events.

The conformance kit has a similar law, which takes other worlds from a game's own `imagine`. This one takes them from
the rulebooks, so it also finds errors that `observe` and `imagine` share.
"""

import json
import random
from collections.abc import Iterator

import pytest

from allaboard import game_names
from allaboard.game import CHANCE, WATCHER, Game, State, load
from allaboard.rng import stream
from laws.secret import is_hidden, reveals, scramble
from table import playout

TABLES = [(load(name), seats) for name in game_names() for seats in load(name).seats]


def some_steps(game: Game[State], seats: int, games: int) -> Iterator[tuple[State, int, int]]:
    """Some steps of random games: fewer of each game if there are many games, or many seats to look from."""
    part = 0.2 / seats / (1 + games / 50)
    for seed in range(games):
        picker = random.Random(seed)
        for state, actor, action in playout(game, seats, seed):
            if picker.random() < part:
                yield state, actor, action


def given(game: Game[State], state: State, viewer: int) -> dict[str, object]:
    """Everything that a viewer gets, or that is computed from it."""
    view = game.view(state, viewer)
    return {
        "bytes": view.tobytes(),
        "actors": game.actors(view),
        "menus": {actor: game.menu(view, actor) for actor in game.actors(view) if actor != CHANCE},
        "json": json.dumps(game.to_json(view), sort_keys=True),
        "text": game.show(view),
        "imagined": game.imagine(view, stream(3)).tobytes(),
    }


def after(game: Game[State], state: State, actor: int, action: int, viewer: int) -> dict[str, object]:
    """The same after a step, with the viewer's events of the step."""
    done = game.copy(state)
    game.play(done, actor, action)
    return {**given(game, done, viewer), "events": game.step_events(state, done, actor, action, viewer)}


@pytest.mark.parametrize(("game", "seats"), TABLES, ids=lambda value: getattr(value, "name", value))
def test_what_a_viewer_cannot_see_changes_nothing(game: Game[State], seats: int, law_games: int) -> None:
    chooser, worlds, steps = random.Random(1), 0, 0
    for state, actor, action in some_steps(game, seats, law_games):
        for viewer in (*range(seats), WATCHER):
            other = scramble(game, state, viewer, chooser)
            worlds += other.tobytes() != state.tobytes()
            assert given(game, state, viewer) == given(game, other, viewer)
            if reveals(game, state, actor, action):
                continue
            menu = game.legal(other, actor)
            twin = chooser.choice(menu) if is_hidden(game, state, actor, viewer) else action
            if twin not in menu:
                continue  # the viewer gets a card that somebody else holds in the other world
            steps += twin != action
            assert after(game, state, actor, action, viewer) == after(game, other, actor, twin, viewer)
    assert worlds or seats == 1, "nothing was ever exchanged"
    assert steps or seats == 1, "no action was ever hidden"
