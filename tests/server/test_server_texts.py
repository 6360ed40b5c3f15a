"""Views and events are written by compiled code, with the same bytes as the slow way."""

import subprocess
import sys
from typing import Literal

import msgspec
import numpy as np
import pytest

from allaboard import events, game_names
from allaboard.events import CHANCE, HIDDEN, Event, Log, Place, Seat, Seats, more, new_log, put
from allaboard.game import ALL_SEEING, WATCHER, Refusal, State, load
from allaboard.layout import to_json
from allaboard.plain import random_action
from allaboard.record import Cells, blank, field
from allaboard.rng import stream
from allaboard.server import movetext
from allaboard.server.eventtext import event_plan, events_text, put_events
from allaboard.server.moment import Moment
from allaboard.server.movetext import ROOM, move_texts
from allaboard.server.protocol import encode
from allaboard.server.showing import seen_by
from allaboard.server.table import Step
from allaboard.server.viewtext import plan, put_fields, view_text


class Odd(State):
    """Every format of a field, with extreme numbers."""

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


def test_every_format_of_a_field_is_written() -> None:
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


class Told(Event, frozen=True):
    """Every way in which a field of an event can read."""

    seat: Seat
    seats: Seats
    sure: bool
    maybe: bool | None
    word: Literal['plain"quote', "線路"]
    perhaps: Literal["a", "b"] | None
    number: int
    place: Place | None
    many: list[Literal["x", "yz"] | None]


class Bare(Event, frozen=True):
    """An event without fields."""


def test_every_format_of_an_event_field_is_written() -> None:
    log = new_log()
    written = [Bare(), Told(8, [0, 2, 8], True, None, "線路", "b", -(2**31), 0, ["yz", None, "x"])]
    written += [Told(0, [], False, True, 'plain"quote', None, 2**31 - 1, None, []), Bare()]
    put(log, 1)
    put(log, 0, 8, 0b100000101, 1, -1, 1, 1, -(2**31), 0)
    for value in (1, -1, 0):
        more(log, 8, value)
    put(log, 0, 0, 0, 0, 1, 0, -1, 2**31 - 1, -1)
    put(log, 1)
    plan = event_plan((Told, Bare))
    out = np.zeros(2 + 4 * plan.room, np.uint8)
    assert out[: put_events(*plan[:4], log, out, 0)].tobytes() == encode(written)
    assert events.read(log, (Told, Bare)) == written


@pytest.mark.parametrize("name", game_names())
@pytest.mark.parametrize("aid", [True, False])
def test_messages_for_all_viewers_equal_those_for_each_viewer(name: str, aid: bool) -> None:
    """Whole games, several steps at a time: the bytes that encoding what each viewer may know would give."""
    game, rng, ply = load(name), stream(8), 0
    for seats in (game.seats[0], game.seats[-1]):
        now, steps, viewers = Moment(game, game.start(seats)), list[Step](), [*range(seats), WATCHER]
        while now.actors:
            actor, ply = now.actors[0], ply + 1
            action = random_action(game, now.state, actor, rng)
            steps.append(Step(ply, actor, action, now, now.after(actor, action)))
            now = steps[-1].after
            if now.actors and ply % 7 in (0, 2, 3):
                continue  # this step is told together with the next one
            for viewer, told in zip(viewers, move_texts(game, steps, now.state, viewers, aid), strict=True):
                assert told.view == encode(seen_by(now, viewer, aid))
                assert told.steps == encode([_told(step, viewer) for step in steps])
            steps.clear()


def _told(step: Step, viewer: int) -> dict[str, object]:
    game = step.before.game
    seen = game.sees(step.before.state, step.actor, step.action, viewer)
    views = step.before.view(viewer), step.after.view(viewer)
    told = game.events(*views, step.actor, step.action if seen else HIDDEN)
    action = game.say(step.actor, step.action) if seen else None
    return {"ply": step.ply, "actor": step.actor, "action": action, "events": told}


def test_a_move_of_many_steps_finds_room() -> None:
    game = load("hachi")
    now, steps = Moment(game, game.start(3)), list[Step]()
    while now.actors == [CHANCE]:
        action = now.legal(CHANCE)[0]
        steps.append(Step(len(steps) + 1, CHANCE, action, now, now.after(CHANCE, action)))
        now = steps[-1].after
    viewers = [0, 1, 2, WATCHER] * 30
    told = move_texts(game, steps, now.state, viewers, True)
    assert sum(len(one.view) + len(one.steps) for one in told) > ROOM
    assert [one.steps for one in told] == [encode([_told(step, viewer) for step in steps]) for viewer in viewers]


def test_a_step_that_tells_too_much_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    log = np.zeros(1, Log.dtype)
    log[0]["lost"] = 3  # as a step would leave it
    monkeypatch.setattr(movetext._workspace, "log", log)
    game = load("hachi")
    now = Moment(game, game.start(3))
    step = Step(1, CHANCE, now.legal(CHANCE)[0], now, now.after(CHANCE, now.legal(CHANCE)[0]))
    with pytest.raises(ValueError, match="a step wrote 3 events or list items more than"):
        move_texts(game, [step], step.after.state, [0], True)
    assert move_texts(game, [step], step.after.state, [0], True)


def test_when_the_rules_are_ready_nothing_is_compiled_for_the_first_view() -> None:
    program = (
        "from allaboard.game import WATCHER, load\n"
        "from allaboard.server import eventtext, movetext, readiness, viewtext\n"
        "readiness.warm_up('runaway')\n"
        "game = load('runaway')\n"
        "made = viewtext.put_view, viewtext._following(game), eventtext.put_events, movetext._writer(game)\n"
        "counted = lambda: [one.stats.cache_hits.total() + one.stats.cache_misses.total() for one in made]\n"
        "before = counted()\n"
        "view = game.view(game.start(3), WATCHER)\n"
        "viewtext.view_text(game, view)\n"
        "eventtext.events_text(game, view, view, 8, 0)\n"
        "movetext.move_texts(game, [], view, [0, 1, WATCHER], True)\n"
        "print(before, counted())\n"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout == "[1, 1, 1, 1] [1, 1, 1, 1]\n"


@pytest.mark.parametrize("name", game_names())
def test_a_position_has_the_actors_menus_and_weights_of_its_game(name: str) -> None:
    """Whole games: the same actors, menus and weights as the game's own functions give, for everybody."""
    game, rng = load(name), stream(11)
    now = Moment(game, game.start(game.seats[-1]))
    while now.actors:
        before = now.state.tobytes()
        assert now.actors == game.actors(now.state)
        for actor in (*range(game.seats[-1]), CHANCE):
            assert now.legal(actor) == game.legal(now.state, actor)
        if now.actors == [CHANCE]:
            assert now.weights() == game.weights(now.state)
        action = random_action(game, now.state, now.actors[0], rng)
        after = now.after(now.actors[0], action)
        assert now.state.tobytes() == before, "a position never changes"
        now = after
    assert game.over(now.state)
    with pytest.raises(Refusal):
        now.after(0, 0)
