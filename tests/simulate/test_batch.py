"""The batch engine plays the same games as the plain path, on any number of cores."""

from itertools import accumulate
from typing import Any

import numpy as np
import pytest

from allaboard import game_names
from allaboard.bots.levels import NOTHING_LEARNED, Knowledge, Policy, policy
from allaboard.game import CHANCE, GameError, load
from allaboard.record import INTERPRETED, rule
from allaboard.rng import Rng, below, stream
from allaboard.simulate import batch as engine
from allaboard.simulate import run
from allaboard.simulate.batch import Rows
from allaboard.simulate.plan import Plan

TABLES = [(name, seats) for name in game_names() for seats in (load(name).seats[0], load(name).seats[-1])]


def plain(plan: Plan, number: int) -> Any:
    """The same game one call at a time, through the checked `Game`: a copy of the state after every action."""
    game = load(plan.game)
    deal, think = stream(plan.seed, 2 * number), stream(plan.seed, 2 * number + 1)
    state = game.start(plan.seats, plan.board)
    while actors := game.actors(state):
        actor = actors[0]
        if actor == CHANCE:
            weights = game.weights(state)
            ticket = below(deal, sum(weight for _, weight in weights))
            heaps = accumulate(weight for _, weight in weights)
            action = next(action for (action, _), heap in zip(weights, heaps, strict=True) if ticket < heap)
        else:
            menu = game.legal(state, actor)
            bot = plan.seated[(actor + (number if plan.rotate else 0)) % plan.seats]
            action = menu[below(think, len(menu))] if isinstance(bot, str) else bot(game.view(state, actor), think)
        game.play(state, actor, action)
        yield actor, action, game.copy(state)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_every_state_of_the_batch_equals_that_of_a_plain_game(name: str, seats: int) -> None:
    plan, games = Plan(name, seats, ("random",), seed=11), 3
    rows = Rows(plan, 5, games)
    walks = [plain(plan, 5 + row) for row in range(games)]
    walking = set(range(games))
    while walking:
        rows.advance(1)
        for row in sorted(walking):
            step = next(walks[row], None)
            if step is None:
                walking.remove(row)
                assert rows.outcomes["over"][row]
            else:
                assert rows.states[row].tobytes() == step[2].tobytes()
    game = load(name)
    for row in range(games):
        assert rows.outcomes["score"][row, :seats].tolist() == game.scores(rows.states[row])
        assert rows.outcomes["rank"][row, :seats].tolist() == game.ranks(rows.states[row])


@rule
def choose_first(view: Any, rng: Rng, knowledge: Knowledge, budget: int) -> int:
    """A bot that takes the first legal action."""
    room = np.zeros(20, np.int16)
    miyajima_legal(view, int(view.viewer), room)
    return int(room[0])


@rule
def choose_last(view: Any, rng: Rng, knowledge: Knowledge, budget: int) -> int:
    """A bot that takes the last legal action because of its knowledge, and draws numbers that it does not use."""
    room = np.zeros(20, np.int16)
    below(rng, budget)
    return int(room[miyajima_legal(view, int(view.viewer), room) - int(knowledge[0])])


@rule
def choose_foul(view: Any, rng: Rng, knowledge: Knowledge, budget: int) -> int:
    """A bot that ignores the rules."""
    return 14


miyajima_legal = load("miyajima").rules.legal
first = Policy("miyajima", "first", choose_first, NOTHING_LEARNED, 0)
last = Policy("miyajima", "last", choose_last, np.ones(1, np.float32), 5)
fouling = Policy("miyajima", "fouling", choose_foul, NOTHING_LEARNED, 0)


def test_bots_get_views_and_their_own_seats() -> None:
    plan = Plan("miyajima", 3, (first, "random", last), seed=3, rotate=True)
    rows = Rows(plan, 0, 4)
    rows.advance(engine.ENDLESS)
    for row in range(4):
        *_, (_, _, end) = plain(plan, row)
        assert rows.states[row].tobytes() == end.tobytes()


def test_the_log_replays_to_the_same_end() -> None:
    rows = Rows(Plan("miyajima", 2, ("random",), seed=2), 0, 2, logging=True)
    rows.log = np.zeros((2000, 2), np.int16)
    logged = rows.advance(engine.ENDLESS)
    expected = [(actor, action) for row in range(2) for actor, action, _ in plain(rows.plan, row)]
    assert [(int(actor), int(action)) for actor, action in rows.log[:logged]] == expected


@pytest.mark.parametrize("name", game_names())
def test_one_thread_or_two_and_any_chunk_give_the_same_games(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seats = load(name).seats[0]
    one = run(name, seats, 60, seed=5, threads=1)
    two = run(name, seats, 60, seed=5, threads=2)
    monkeypatch.setattr(engine, "_CHUNK_GAMES", 7)
    odd = run(name, seats, 45, seed=5, threads=2)
    other = run(name, seats, 60, seed=6)
    for column, values in one.columns.items():
        assert np.array_equal(values, two.columns[column])
        assert np.array_equal(values[:45], odd.columns[column])
    assert not np.array_equal(one.columns["score"], other.columns["score"])


def test_bots_change_seats_only_with_rotate() -> None:
    kept = run("miyajima", 2, 40, bots=(first, last), seed=1)
    turned = run("miyajima", 2, 40, bots=(first, last), seed=1, rotate=True)
    assert kept.frame["bot"].to_list() == [[0, 1]] * 40
    assert turned.frame["bot"].to_list() == [[0, 1], [1, 0]] * 20
    assert kept.columns["score"][0].tolist() == turned.columns["score"][0].tolist()
    assert kept.columns["score"][1].tolist() == run("miyajima", 2, 2, (first, last), 1).columns["score"][1].tolist()
    assert turned.columns["score"][1].tolist() == run("miyajima", 2, 2, (last, first), 1).columns["score"][1].tolist()


def test_an_illegal_choice_of_a_bot_stops_everything() -> None:
    with pytest.raises(GameError, match=r"in game 0 the bot fouling at seat 0 chose 14, which is not legal"):
        run("miyajima", 1, 10, bots=(fouling,))


def test_an_interrupt_keeps_whole_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "_CHUNK_GAMES", 50)

    def interrupt(done: int) -> None:
        if done >= 100:
            raise KeyboardInterrupt

    batch = run("miyajima", 2, 100_000, seed=5, progress=interrupt)
    assert batch.stopped
    assert 100 <= batch.games < 1000
    whole = run("miyajima", 2, batch.games, seed=5)
    assert all(np.array_equal(values, whole.columns[name]) for name, values in batch.columns.items())


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"seats": 9}, "is for 1 to 8 players, not 9"),
        ({"games": 0}, "at least 1, not 0"),
        ({"threads": 0}, "at least 1, not 0"),
        ({"bots": ("random", "random", "random")}, "2 seats need one bot for all seats or one for each, not 3"),
        ({"bots": ("grandmaster",)}, "grandmaster"),
        ({"board": {"red.fast": [1]}}, "red.fast"),
        ({"seed": 2**63}, "64 bits"),
    ],
)
def test_invalid_input_gives_a_sentence(call: dict[str, Any], sentence: str) -> None:
    with pytest.raises(GameError, match=sentence):
        run(**{"game": "miyajima", "seats": 2, "games": 10, **call})


@pytest.mark.skipif(INTERPRETED, reason="interpreted bots are plain functions")
def test_a_bot_must_be_compiled() -> None:
    with pytest.raises(GameError, match="not compiled"):
        run("miyajima", 2, 10, bots=(Policy("miyajima", "slow", lambda *_: 0, NOTHING_LEARNED, 0),))


def test_a_bot_plays_its_own_game() -> None:
    with pytest.raises(GameError, match="plays miyajima, not runaway"):
        run("runaway", 3, 10, bots=(first,))


@pytest.mark.parametrize("level", ["random", "medium"])
def test_a_level_plays_as_it_does_alone(level: str) -> None:
    plan = Plan("miyajima", 2, (level,), seed=4)
    alone = Plan("miyajima", 2, (policy("miyajima", level),), seed=4)
    rows = Rows(plan, 0, 2)
    rows.advance(engine.ENDLESS)
    for row in range(2):
        *_, (_, _, end) = plain(alone, row)
        assert rows.states[row].tobytes() == end.tobytes()
