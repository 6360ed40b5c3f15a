"""OpenSpiel's own simulation test, and its own algorithms on the three games."""

import pickle
import random
from collections import Counter
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import ismcts, mcts, tabular_qlearner

import allaboard.envs.openspiel
from allaboard import game_names
from allaboard.board import parse_option
from allaboard.game import GameError, load
from allaboard.games.hachi import GAME as HACHI
from allaboard.games.hachi.rules import FACES, HIDDEN_NUMBERED, NUMBERS, count_unseen
from allaboard.simulate import run

SMALL = [("miyajima", 1), ("miyajima", 2), ("hachi", 3), ("runaway", 3)]
TABLES = [
    pytest.param(name, seats, marks=() if (name, seats) in SMALL else pytest.mark.long)
    for name in game_names()
    for seats in load(name).seats
]


def load_game(name: str, seats: int) -> Any:
    return pyspiel.load_game(f"python_{name}", {"players": seats})


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_random_simulation(name: str, seats: int) -> None:
    """Serialisation replays the history at every step, so only shorter games are tried here."""
    pyspiel.random_sim_test(load_game(name, seats), num_sims=1, serialize=name == "runaway", verbose=False)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_random_simulation_in_turns(name: str, seats: int) -> None:
    turns = pyspiel.load_game_as_turn_based(f"python_{name}", {"players": seats})
    pyspiel.random_sim_test(turns, num_sims=1, serialize=False, verbose=False)


def walk(state: Any, steps: int, rng: random.Random) -> Any:
    """Take some random steps, or fewer if the game ends."""
    for _ in range(steps):
        if state.is_terminal():
            break
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, weights)[0])
        elif state.is_simultaneous_node():
            legal = [state.legal_actions(player) for player in range(state.num_players())]
            state.apply_actions([rng.choice(actions) if actions else 0 for actions in legal])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("name", game_names())
def test_a_state_written_down_comes_back(name: str) -> None:
    game = load_game(name, 3)
    state = walk(game.new_initial_state(), 90, random.Random(1))
    again = game.deserialize_state(state.serialize())
    assert again.world.tobytes() == state.world.tobytes()
    assert again.events == state.events
    twin = state.clone()
    walk(twin, 1, random.Random(2))
    assert twin.history() != state.history() or state.is_terminal()


@pytest.mark.parametrize("name", game_names())
def test_sampled_worlds_look_the_same_to_the_player_and_differ_elsewhere(name: str) -> None:
    game = load_game(name, 3)
    state = walk(game.new_initial_state(), 60, random.Random(3))
    worlds = set()
    for k in range(4):
        sampled = state.resample_from_infostate(1, lambda k=k: k / 4)
        assert sampled.information_state_string(1) == state.information_state_string(1)
        assert sampled.information_state_tensor(1) == state.information_state_tensor(1)
        assert sampled.observation_string(1) == state.observation_string(1)
        assert sampled.observation_tensor(1) == state.observation_tensor(1)
        worlds.add(sampled.world.tobytes())
    assert len(worlds) > 2 if name == "hachi" else len(worlds) == 1


@pytest.mark.parametrize("steps", [10, 60, 250, 400])
@pytest.mark.parametrize("player", range(3))
def test_a_sampled_state_reveals_nothing_about_the_true_one(steps: int, player: int) -> None:
    """Its history leads to it, and the same draw gives the same history in every state that the player may be in."""
    game = load_game("hachi", 3)
    state = walk(game.new_initial_state(), steps, random.Random(steps))
    other = state.resample_from_infostate(player, lambda: 0.25)
    assert other.history() != state.history()
    assert other.information_state_string(player) == state.information_state_string(player)
    drawn = {one.resample_from_infostate(player, lambda: 0.75).serialize() for one in (state, other)}
    assert len(drawn) == 1
    again = game.deserialize_state(drawn.pop())
    assert again.information_state_string(player) == state.information_state_string(player)
    assert again.observation_tensor(player) == state.observation_tensor(player)
    fresh = game.new_initial_state()
    for action in other.history():
        assert action in fresh.legal_actions()
        fresh.apply_action(action)
    assert fresh.world.tobytes() == other.world.tobytes()


def test_the_set_that_ends_a_round_is_known() -> None:
    """It leaves the table at the end of the round. A history in which other cards were dealt would be illegal."""
    state = walk(load_game("hachi", 4).new_initial_state(), 380, random.Random(7))
    sampled = state.resample_from_infostate(3, lambda: 0.3)
    assert sampled.information_state_string(3) == state.information_state_string(3)


def test_sampled_cards_are_as_likely_as_imagined_ones() -> None:
    """The face of one hidden card, over many sampled states: drawn from the cards that the player cannot locate."""
    game = load_game("hachi", 3)
    state = walk(game.new_initial_state(), 40, random.Random(8))
    view = load(HACHI).view(state.world, 0)
    seat, place = next((s, p) for s in (1, 2) for p in range(int(view.held[s])) if view.hand[s, p] == HIDDEN_NUMBERED)
    rng = random.Random(9)
    faces = Counter(int(state.resample_from_infostate(0, rng.random).world.hand[seat, place]) for _ in range(600))
    unseen = np.zeros(FACES + 1, np.int8)
    count_unseen(view, unseen)
    numbered = unseen[1 : NUMBERS + 1] / unseen[1 : NUMBERS + 1].sum()
    for face, share in enumerate(numbered, 1):
        assert abs(faces[face] / 600 - share) < 5 * (share * (1 - share) / 600) ** 0.5 + 1e-9


def test_the_tensor_is_large_enough_for_every_game() -> None:
    for seats in load("hachi").seats:
        columns = run("hachi", seats, 1000, seed=seats).columns
        assert (columns["moves"] + columns["chances"]).max() < allaboard.envs.openspiel.REMEMBERED


def test_hidden_actions_are_not_in_a_players_information_state() -> None:
    game = load_game("hachi", 3)
    state = walk(game.new_initial_state(), 24, random.Random(4))
    mine, theirs = (state.information_state_string(player).splitlines() for player in (0, 1))
    assert "chance ?" not in mine[1:9]
    assert set(theirs[1:9]) == {"chance ?"}
    assert len(mine) == len(theirs)


@pytest.mark.parametrize(
    ("name", "seats", "board"),
    [
        ("hachi", 3, {"numbers": 4, "copies": "3 4 4", "rounds": 1}),
        ("miyajima", 1, {"destinations_to_end": "1 1 1 1 1", "red.heavy": "1 2 3 4 5 6"}),
        ("runaway", 3, {"start_speed": 4, "tip": "0 0 0 0 0 0 0"}),
    ],
)
def test_options_are_parameters(name: str, seats: int, board: dict[str, int | str]) -> None:
    game = pyspiel.load_game(f"python_{name}", {"players": seats, **board})
    pyspiel.random_sim_test(game, num_sims=1, serialize=name == "runaway", verbose=False)
    state = walk(game.new_initial_state(), 30, random.Random(2))
    wanted = {option: parse_option(option, str(value), load(name).OPTIONS) for option, value in board.items()}
    assert pyspiel.load_game(str(game)).board == wanted, "the game's own text names the board"
    again = pickle.loads(pickle.dumps(state))
    assert again.world.tobytes() == state.world.tobytes()
    assert again.information_state_tensor(0) == state.information_state_tensor(0)
    sampled = state.resample_from_infostate(0, lambda: 0.5)
    assert sampled.information_state_string(0) == state.information_state_string(0)


def test_an_option_out_of_range_is_refused() -> None:
    with pytest.raises(GameError, match="start_speed must be from 1 to 99"):
        pyspiel.load_game("python_runaway", {"players": 3, "start_speed": 100})


def test_tree_search_plays_miyajima_alone() -> None:
    game = load_game("miyajima", 1)
    rng = np.random.RandomState(5)
    bot = mcts.MCTSBot(game, 1.0, 4, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    state = walk(game.new_initial_state(), 90, random.Random(5))
    while not state.is_terminal():
        if state.is_chance_node():
            walk(state, 1, random.Random(5))
        else:
            state.apply_action(bot.step(state))
    assert 0 < state.returns()[0] < 6


def test_information_set_search_plays_hachi() -> None:
    game = load_game("hachi", 3)
    rng = np.random.RandomState(6)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), 1.0, 6, random_state=rng)
    state = walk(game.new_initial_state(), 24, random.Random(6))
    for _ in range(2):
        while state.is_chance_node():
            walk(state, 1, random.Random(6))
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


def test_a_learner_plays_runaway_against_itself() -> None:
    env = rl_environment.Environment(load_game("runaway", 3), include_full_state=False)
    size = env.action_spec()["num_actions"]
    agents = [tabular_qlearner.QLearner(player, size) for player in range(3)]
    for _ in range(4):
        step = env.reset()
        while not step.last():
            step = env.step([agent.step(step).action if legal else 0 for agent, legal in _asked(agents, step)])
        for agent in agents:
            agent.step(step)
    assert any(agent._q_values for agent in agents)


def _asked(agents: list[Any], step: Any) -> Any:
    return zip(agents, step.observations["legal_actions"], strict=True)
