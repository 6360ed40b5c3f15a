"""The checks of `Game`: states, seats and actions that do not belong to a game are refused with a sentence."""

import pickle
import re
from collections.abc import Callable
from pathlib import Path
from typing import cast

import numpy as np
import pytest

from allaboard import game_names, notation
from allaboard.bots.advice import advise
from allaboard.bots.levels import policy
from allaboard.declaration import Declaration
from allaboard.game import ALL_SEEING, CHANCE, WATCHER, Game, GameError, Refusal, State, game_of, load
from allaboard.games.hachi import GAME as HACHI
from allaboard.games.runaway import GAME as RUNAWAY
from allaboard.record import Record, blank, field
from allaboard.registry import declaration
from allaboard.rng import Rng, stream
from allaboard.testing import laws
from others.offering import offering

hachi, runaway = load(HACHI), load(RUNAWAY)


class Cart(Record):
    seats: int = field(np.int8)
    wheels: int = field(np.int8)


USES: dict[str, Callable[[Game[State], State], object]] = {
    "actors": lambda game, state: game.actors(state),
    "over": lambda game, state: game.over(state),
    "legal": lambda game, state: game.legal(state, 0),
    "menu": lambda game, state: game.menu(state, CHANCE),
    "play": lambda game, state: game.play(state, 0, 0),
    "play_text": lambda game, state: game.play_text(state, 0, "pass"),
    "weights": lambda game, state: game.weights(state),
    "view": lambda game, state: game.view(state, 0),
    "the watcher's view": lambda game, state: game.view(state, WATCHER),
    "imagine": lambda game, state: game.imagine(state, stream(1)),
    "scores": lambda game, state: game.scores(state),
    "ranks": lambda game, state: game.ranks(state),
    "copy": lambda game, state: game.copy(state),
    "sees": lambda game, state: game.sees(state, 0, 0, 1),
    "events": lambda game, state: game.events(state, state, 0, 0),
    "step_events": lambda game, state: game.step_events(state, state, 0, 0, 1),
    "refusal": lambda game, state: game.refusal(state, 0, 0),
    "reason": lambda game, state: game.reason(state, 0, 0),
    "show": lambda game, state: game.show(state),
    "to_json": lambda game, state: game.to_json(state),
    "forget": lambda game, state: game.forget(state),
}


@pytest.mark.parametrize("use", USES.values(), ids=USES.keys())
def test_a_record_of_another_game_is_refused_and_says_of_which(use: Callable[[Game[State], State], object]) -> None:
    """Compiled code would read its bytes as if they were its own."""
    game, other = load("hachi"), load("runaway").start(3)
    with pytest.raises(GameError, match="this is not a state of Hachi Train: it has the form of RunAway Train"):
        use(game, other)


@pytest.mark.parametrize("use", USES.values(), ids=USES.keys())
def test_something_that_is_not_a_state_is_refused(use: Callable[[Game[State], State], object]) -> None:
    game = load("hachi")
    with pytest.raises(GameError, match="not a state of Hachi Train: it has the fields seats, wheels"):
        use(game, blank(Cart))  # type: ignore[arg-type]
    with pytest.raises(GameError, match="not a state of Hachi Train: it has the type list"):
        use(game, [1, 2])  # type: ignore[arg-type]


@pytest.mark.parametrize("seat", [3, 7, WATCHER, 99, ALL_SEEING, -3])
def test_a_seat_that_is_not_at_the_table_is_refused(seat: int) -> None:
    state = hachi.start(3)
    before = state.tobytes()
    sentence = f"there is no seat {seat}: this table has seats 0 to 2"
    for attempt in (
        lambda: hachi.legal(state, seat),
        lambda: hachi.menu(state, seat),
        lambda: hachi.play(state, seat, 0),
        lambda: hachi.play_text(state, seat, "pass"),
        lambda: hachi.refusal(state, seat, 0),
    ):
        with pytest.raises(GameError, match=sentence):
            attempt()
    if seat != WATCHER:
        with pytest.raises(GameError, match=sentence):
            hachi.view(state, seat)
    assert state.tobytes() == before


@pytest.mark.parametrize("action", [-1, -1000, 41, 32_768, 10**9])
def test_a_number_that_is_not_an_action_is_refused(action: int) -> None:
    state = runaway.start(3)
    runaway.play(state, CHANCE, 0)
    before = state.tobytes()
    with pytest.raises(GameError, match=f"there is no action {action}: those of a seat are numbered from 0 to 40"):
        runaway.play(state, 0, action)
    with pytest.raises(GameError, match=f"there is no action {action}"):
        runaway.refusal(state, 0, action)
    assert state.tobytes() == before


@pytest.mark.parametrize("action", [-1, 6, 500])
def test_a_number_that_is_not_an_outcome_of_chance_is_refused(action: int) -> None:
    with pytest.raises(GameError, match=f"there is no action {action}: those of chance are numbered from 0 to 5"):
        runaway.play(runaway.start(3), CHANCE, action)


@pytest.mark.parametrize("number", [1.0, 1.5, True, np.float64(1), np.True_, "1", None])
def test_something_that_is_not_a_whole_number_is_refused(number: int) -> None:
    state = runaway.start(3)
    runaway.play(state, CHANCE, 0)
    before = state.tobytes()
    for what, attempt in (
        ("a number of players", lambda: runaway.start(number)),
        ("a seat", lambda: runaway.legal(state, number)),
        ("a seat", lambda: runaway.view(state, number)),
        ("a seat", lambda: runaway.sees(state, 0, 0, number)),
        ("a seat", lambda: runaway.play(state, number, 0)),
        ("an action", lambda: runaway.play(state, 0, number)),
        ("an action", lambda: runaway.reason(state, 0, number)),
    ):
        with pytest.raises(GameError, match=re.escape(f"{what} must be a whole number, not {number!r}")):
            attempt()
    assert state.tobytes() == before


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int16, np.int64])
def test_numpy_numbers_are_accepted_like_python_numbers(kind: type[np.integer]) -> None:
    as_ = cast(Callable[[int], int], kind)
    one, other = runaway.start(3), runaway.start(3)
    runaway.play(one, CHANCE, 2)
    runaway.play(other, as_(CHANCE), as_(2))
    assert one.tobytes() == other.tobytes()
    assert runaway.legal(one, as_(1)) == runaway.legal(one, 1)
    assert runaway.view(one, as_(1)).tobytes() == runaway.view(one, 1).tobytes()


def test_an_array_of_states_is_not_a_state() -> None:
    states = np.zeros(3, runaway.rules.State.dtype)
    with pytest.raises(GameError, match="an array of states of RunAway Train; take one of its 3 rows"):
        runaway.actors(states)  # type: ignore[arg-type]


def test_an_invalid_viewer_is_refused() -> None:
    with pytest.raises(GameError, match="there is no seat 77"):
        runaway.sees(runaway.start(3), 0, 0, 77)


def test_an_action_that_is_not_legal_now_is_refused_by_the_rules() -> None:
    with pytest.raises(Refusal) as refused:
        runaway.play(runaway.start(3), 0, 5)
    assert refused.value.clause == "R2"
    assert refused.value.why is not None
    assert str(refused.value).startswith(refused.value.reason)


@pytest.mark.parametrize(("seats", "sentence"), [(2, "3 to 5 players, not 2"), (6, "not 6"), (-1, "not -1")])
def test_a_wrong_number_of_seats_is_refused(seats: int, sentence: str) -> None:
    with pytest.raises(GameError, match=f"Hachi Train is for .*{sentence}"):
        hachi.start(seats)


def test_an_option_that_the_game_does_not_have_is_refused() -> None:
    with pytest.raises(GameError, match="there is no option 'colour'; this game's options: assets, rounds"):
        hachi.start(3, {"colour": 1})


@pytest.mark.parametrize("name", game_names())
def test_the_game_of_a_state_is_found(name: str) -> None:
    game = load(name)
    assert game_of(game.start(game.seats[0])).name == name
    assert load(declaration(name)) is game, "by its name and by its declaration it is the same"


def test_a_record_that_belongs_to_no_game_is_refused() -> None:
    with pytest.raises(GameError, match="not a state of any game"):
        game_of(blank(Cart))  # type: ignore[type-var]


@pytest.mark.parametrize("name", game_names())
def test_advice_is_for_the_seat_at_turn(name: str) -> None:
    game = load(name)
    state = game.start(game.seats[-1])
    while game.actors(state) == [CHANCE]:
        game.play(state, CHANCE, game.legal(state, CHANCE)[0])
    with pytest.raises(GameError, match="it is not this seat's turn to act"):
        advise(game.view(state, WATCHER))


TWIN = {
    "__init__.py": """
from allaboard.declaration import Declaration
GAME = Declaration(name="twin", title="Twin", package=__name__, seats=range(2, 9), usual_seats=2, clauses="T")
""",
    "rules.py": """
from shunting import rules as first
from shunting.rules import *

class State(first.State):
    "The same fields in another class."
""",
    "words.py": "from shunting.words import *\n",
}


def test_a_game_with_the_same_fields_is_another_game(tmp_path: Path) -> None:
    """Also for views, copies, rows of arrays and records that were pickled. A file has no classes in it."""
    (tmp_path / "twin").mkdir()
    for name, text in TWIN.items():
        (tmp_path / "twin" / name).write_text(text, encoding="utf-8")
    with offering(tmp_path, shunting="shunting:GAME", twin="twin:GAME"):
        one, other = load("shunting"), load("twin")
        assert one.rules.State.dtype == other.rules.State.dtype
        state = one.start(3)
        many = np.array([state, state], one.rules.State.dtype)
        own = [state, one.view(state, 1), one.copy(state), many[1], pickle.loads(pickle.dumps(state))]
        own.append(pickle.loads(pickle.dumps(many))[0])
        for record in own:
            assert one.actors(record) == [CHANCE]
            assert game_of(record) is one
            with pytest.raises(GameError, match="this is not a state of Twin: it has the form of Shunting"):
                other.actors(record)
        assert game_of(other.start(2)) is other
        np.save(tmp_path / "states.npy", many)
        assert one.actors(np.load(tmp_path / "states.npy")[0]) == [CHANCE]


def test_a_game_with_more_actions_than_can_be_stored_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    declared = declaration(game_names()[0])
    monkeypatch.setattr(load(declared).rules, "ACTIONS", 40_000)
    with pytest.raises(GameError, match="has 40000 actions; a game can have 32767 at most"):
        Game(declared)


@pytest.mark.parametrize("number", [-1, 10**6, 1.5])
def test_a_number_that_is_not_an_action_has_no_text(number: int) -> None:
    game = load(game_names()[0])
    for asked in (game.say, game.parts):
        with pytest.raises(GameError, match=r"there is no action|an action must be a whole number"):
            asked(0, number)


def test_reprs_are_short() -> None:
    for name in game_names():
        game = load(name)
        state = game.start(game.seats[-1])
        assert repr(state).startswith(f"<State: seats {game.seats[-1]}, viewer -1, ")
        assert len(repr(state)) < 200
        assert repr(policy(name, "easy")).startswith(f"Policy(game='{name}', level='easy', budget=0")
        assert len(repr(policy(name, "easy"))) < 120


def test_a_bot_refuses_a_view_of_another_game() -> None:
    one, other = (load(name) for name in game_names()[:2])
    state = other.start(other.seats[0])
    with pytest.raises(GameError, match=f"this is not a state of {one.title}"):
        policy(one.name, "easy")(other.view(state, 0), stream(1))


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        ({}, "it has no seats"),
        ([], "it has no seats"),
        ({"seats": "three"}, "seats cannot be 'three': a whole number is needed"),
    ],
)
def test_json_that_is_not_a_view_is_refused(told: object, sentence: str) -> None:
    with pytest.raises(GameError, match=f"this is not the JSON of a view of Hachi Train: {sentence}"):
        load("hachi").from_json(told)  # type: ignore[arg-type]


def test_games_and_streams_are_made_from_the_right_types() -> None:
    with pytest.raises(GameError, match="a game is given by its name or its declaration, not by 3"):
        load(3)  # type: ignore[call-overload]
    for seed in (1.5, "one", 1 << 64):
        with pytest.raises(ValueError, match="a seed must be a whole number of at most 64 bits"):
            stream(seed)  # type: ignore[arg-type]


WRONG: list[object] = [None, -1, 99_999, 10**30, 1.5, "0", [], {}]


@pytest.mark.parametrize("wrong", WRONG)
def test_events_are_made_for_valid_numbers_only(wrong: int) -> None:
    game = load(HACHI)
    state = game.start(3)
    view = game.view(state, 0)
    attempts: list[Callable[[], object]] = [
        lambda: game.sees(state, wrong, 0, 0),
        lambda: game.sees(state, CHANCE, wrong, 0),
        lambda: game.reveals(state, wrong, 0, 0),
        lambda: game.reveals(state, 0, wrong, 1),
        lambda: game.step_events(state, state, wrong, 0, 0),
        lambda: game.events(view, view, wrong, 0),
        lambda: game.say(wrong, 0),
        lambda: game.parse(wrong, "pass"),
        lambda: game.parse(0, cast(str, wrong)),
        lambda: game.length(wrong),
    ]
    for attempt in attempts:
        with pytest.raises(GameError):
            attempt()
    if wrong != -1:  # HIDDEN
        with pytest.raises(GameError):
            game.events(view, view, 0, wrong)


@pytest.mark.parametrize("rng", [None, 7, np.zeros(2, np.int64), np.zeros(4), np.random.default_rng(1), []])
def test_only_a_stream_gives_random_numbers(rng: object) -> None:
    """Compiled code does not check it: an array that is too short would be written beyond its end."""
    game, state = load(RUNAWAY.name), in_play(RUNAWAY.name)
    (seat, *_) = game.actors(state)
    view = game.view(state, seat)
    for use in (game.imagine, policy(game.name, "random")):
        with pytest.raises(GameError, match="stream"):
            use(view, cast(Rng, rng))


def in_play(name: str) -> State:
    game = load(name)
    state = game.start(game.seats[0])
    while game.actors(state) == [CHANCE]:
        game.play(state, CHANCE, game.legal(state, CHANCE)[0])
    return state


@pytest.mark.parametrize("name", game_names())
def test_a_bot_plays_only_for_a_seat_that_must_act_and_only_from_its_view(name: str) -> None:
    state, game, random = in_play(name), load(name), policy(name, "random")
    waiting = [WATCHER, *(seat for seat in range(int(state.seats)) if seat not in game.actors(state))]
    for view in (state, *(game.view(state, seat) for seat in waiting)):
        with pytest.raises(GameError, match="needs the view of a seat that must act now"):
            random(view, stream(1))


def test_bots_and_records_must_have_the_right_types() -> None:
    name = RUNAWAY.name
    for budget in (-1, 2**62, 10**30, 1.5, "7"):
        with pytest.raises(GameError, match="a budget is a whole number"):
            policy(name, "easy", cast(int, budget))
    others: list[object] = [None, 7, [], {}]
    for wrong in others:
        with pytest.raises(GameError, match="a bot is given by its level"):
            policy(name, cast(str, wrong))
        with pytest.raises(GameError, match="a bot's game is given by its name"):
            policy(cast(str, wrong), "easy")
        with pytest.raises(GameError, match="records are read from the text of a file"):
            notation.read_records(cast(str, wrong))
        with pytest.raises(GameError, match="a record is needed"):
            notation.verify(cast(notation.GameRecord, wrong))
        with pytest.raises(GameError, match="a Game is made from a Declaration"):
            Game(cast(Declaration[State], wrong))
        with pytest.raises(GameError, match="`games` must be a whole number"):
            laws(name, games=cast(int, wrong) if wrong != 7 else 0)
    with pytest.raises(GameError, match="is for 3 to 6 players, not 9"):
        laws(name, seats=[9])
