"""What holds for every bot: it plays legally, depends only on its view, and repeats its choices with the same seed."""

from collections.abc import Iterator

import numpy as np
import pytest

from allaboard import game_names
from allaboard.bots.levels import LEVELS, Policy, policy
from allaboard.game import CHANCE, Game, GameError, State, load
from allaboard.record import INTERPRETED
from allaboard.rng import below, stream
from allaboard.simulate import run
from table import playout

SLOW = {(name, level) for name in ("hachi", "runaway") for level in ("hard", "expert")}
PLAYED = [(name, level) for name in game_names() for level in LEVELS]
if INTERPRETED:  # a search of thousands of imagined actions takes minutes when it is interpreted
    PLAYED = [one for one in PLAYED if one not in SLOW]
TABLES = [(name, level, seats) for name, level in PLAYED for seats in load(name).seats]


def seated(name: str, level: str) -> Policy:
    """A bot with a small budget, so that the tests are fast."""
    known = policy(name, level)
    return policy(name, level, min(known.budget, 500))


def self_play(game: Game[State], player: Policy, seats: int, seed: int) -> Iterator[tuple[State, int, int]]:
    """A game in which one player has all seats: the state before, who acts, and the action."""
    dice, thoughts = stream(seed, 0), stream(seed, 1)
    state = game.start(seats)
    while actors := game.actors(state):
        actor = actors[0]
        if actor == CHANCE:
            outcomes = game.legal(state, CHANCE)
            action = outcomes[below(dice, len(outcomes))]
        else:
            action = player(game.view(state, actor), thoughts)
        yield state, actor, action
        game.play(state, actor, action)


@pytest.mark.parametrize(("name", "level", "seats"), TABLES)
def test_a_bot_plays_whole_games_legally(name: str, level: str, seats: int) -> None:
    for _ in self_play(load(name), seated(name, level), seats, seed=seats):
        pass  # an illegal choice is refused with an error


@pytest.mark.parametrize(("name", "level"), PLAYED)
def test_a_bot_plays_the_same_game_again_from_the_same_seed(name: str, level: str) -> None:
    def actions(seed: int) -> list[int]:
        return [action for _, _, action in self_play(load(name), seated(name, level), 3, seed)]

    assert actions(7) == actions(7)
    assert actions(7) != actions(8)


@pytest.mark.parametrize(("name", "level"), PLAYED)
def test_a_bot_is_a_function_of_what_its_seat_sees(name: str, level: str) -> None:
    game, player = load(name), seated(name, level)
    worlds = stream(5)
    checked = 0
    for state, actor, _ in playout(game, 3, seed=11):
        if actor == CHANCE:
            continue
        for seat in game.actors(state):
            view = game.view(state, seat)
            choice = player(view.copy(), stream(1))
            other_world = game.imagine(view, worlds)
            assert player(game.view(other_world, seat), stream(1)) == choice
            checked += 1
    assert checked > 20


@pytest.mark.parametrize(("name", "level"), PLAYED)
def test_a_bot_leaves_the_view_as_it_was(name: str, level: str) -> None:
    game = load(name)
    for state, actor, _ in playout(game, 3, seed=3):
        if actor != CHANCE:
            view = game.view(state, actor)
            before = view.tobytes()
            seated(name, level)(view, stream(1))
            assert view.tobytes() == before


def test_an_unknown_level_is_refused_with_the_known_ones() -> None:
    with pytest.raises(GameError, match="random, easy, medium, hard, expert"):
        policy("miyajima", "grandmaster")


def test_a_level_may_be_named_with_a_budget() -> None:
    assert policy("hachi", "expert:50").budget == 50
    assert policy("hachi", "expert").budget > 50
    few, many = (run("miyajima", 1, 2, (f"expert:{budget}",), seed=4).columns["score"] for budget in (1, 20_000))
    assert (few != many).any()


@pytest.mark.parametrize("level", ["expert:", "expert:0", "expert:-1", "expert:many", "expert:1.5"])
def test_an_invalid_budget_is_refused(level: str) -> None:
    with pytest.raises(GameError, match="a budget is a whole number of at least 1"):
        policy("hachi", level)


def test_every_policy_has_knowledge_of_one_kind_so_that_loops_can_mix_them() -> None:
    for name, level in PLAYED:
        player = policy(name, level)
        assert level in LEVELS
        assert player.knowledge.dtype == np.float32
        assert player.knowledge.ndim == 1
