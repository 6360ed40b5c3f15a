"""Views and events are written by compiled code, and read exactly as the slow way would have written them."""

import subprocess
import sys

import msgspec
import numpy as np
import pytest

from allaboard import game_names
from allaboard.events import HIDDEN
from allaboard.game import ALL_SEEING, WATCHER, State, load
from allaboard.layout import to_json
from allaboard.plain import random_action
from allaboard.record import Cells, blank, field
from allaboard.rng import stream
from allaboard.server.eventtext import _known, events_text
from allaboard.server.protocol import encode
from allaboard.server.viewtext import plan, put_fields, view_text


class Odd(State):
    """Every way in which a field can read, with the numbers at their ends."""

    word: int = field(np.int8, names=('plain"quote', "線路", "c"))
    maybe: int = field(np.int16, optional=True)
    named: Cells = field(np.int8, 4, names=("a", "bc"), optional=True, per_seat=True)
    deep: Cells = field(np.int16, 4, 3, 2, per_seat=True)
    rows: Cells = field(np.uint8, 4, 5, trim=True, per_seat=True)
    words: Cells = field(np.uint16, 3, trim=True)
    masks: Cells = field(np.uint16, 4, bits=1)
    hidden: int = field(np.int32, secret=True)
    wide: Cells = field(np.int64, 2)
    none: Cells = field(np.int32, 2)


def written(state: Odd) -> dict[str, object]:
    how = plan(Odd)
    out = np.zeros(how.room + 2, np.uint8)
    raw = np.frombuffer(state.tobytes(), np.uint8).copy()
    end = put_fields(how.fields, how.words, how.pool, raw, int(state.seats), out, 0)
    found: dict[str, object] = msgspec.json.decode(b"{" + out[: end - 1].tobytes() + b"}")
    return found


def test_every_way_in_which_a_field_reads_is_written() -> None:
    state = blank(Odd)
    assert written(state) == to_json(Odd, state)
    state.seats, state.word, state.maybe, state.hidden = 3, 1, 32767, 7
    state.named[:] = [0, 1, 2, 1]
    state.deep[:] = np.arange(24).reshape(4, 3, 2) * -1365
    state.rows[:] = [[1, 0, 2, 0, 0], [0] * 5, [9, 99, 255, 1, 1], [5] * 5]
    state.words[:] = [0, 65535, 0]
    state.masks[:] = [0, 1, 0b1010, 65535]
    state.wide[:] = [-(2**62), 2**62]
    assert written(state) == to_json(Odd, state)
    assert "hidden" not in written(state)


@pytest.mark.parametrize("name", game_names())
def test_views_and_events_of_whole_games_are_the_same_bytes(name: str) -> None:
    game, rng = load(name), stream(3)
    for seats in (game.seats[0], game.seats[-1]):
        state = game.start(seats)
        while actors := game.actors(state):
            before, actor = game.copy(state), actors[0]
            action = random_action(game, state, actor, rng)
            game.play(state, actor, action)
            for viewer in (*range(seats), WATCHER):
                views = game.view(before, viewer), game.view(state, viewer)
                seen = action if game.sees(before, actor, action, viewer) else HIDDEN
                assert view_text(game, views[1]) == encode(game.to_json(views[1]))
                assert events_text(game, *views, actor, seen) == encode(game.events(*views, actor, seen))
        assert view_text(game, state) == encode(game.to_json(state))
        assert state.viewer == ALL_SEEING
    assert _known(name), "no text was kept for the next viewer"


def test_when_the_rules_are_ready_nothing_is_compiled_for_the_first_view() -> None:
    program = (
        "from allaboard.game import WATCHER, load\n"
        "from allaboard.server import readiness, viewtext\n"
        "readiness.warm_up('runaway')\n"
        "game = load('runaway')\n"
        "made = viewtext.put_view, viewtext._following(game)\n"
        "before = [len(one.signatures) for one in made]\n"
        "viewtext.view_text(game, game.view(game.start(3), WATCHER))\n"
        "print(before, [len(one.signatures) for one in made])\n"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout == "[1, 1] [1, 1]\n"
