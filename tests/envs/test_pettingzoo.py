"""PettingZoo's own conformance tests, for every game and every number of players."""

import copy
import pickle
import warnings
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from allaboard import game_names
from allaboard.envs import pettingzoo as zoo
from allaboard.envs.encoding import encoder
from allaboard.game import GameError, load

with warnings.catch_warnings():  # its tests import an example by a deprecated path
    warnings.simplefilter("ignore")
    from pettingzoo.test import (
        api_test,
        max_cycles_test,
        parallel_api_test,
        parallel_seed_test,
        render_test,
        seed_test,
    )

# PettingZoo knows its own games with masks by name, and warns about all others
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
]

TABLES = [(name, seats) for name in game_names() for seats in load(name).seats]


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_conformance_in_turn(game: str, seats: int) -> None:
    api_test(zoo.env(game, seats), num_cycles=60)
    seed_test(partial(zoo.env, game, seats), num_cycles=10)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_conformance_all_at_once(game: str, seats: int) -> None:
    parallel_api_test(zoo.parallel_env(game, seats), num_cycles=60)
    parallel_seed_test(partial(zoo.parallel_env, game, seats), num_cycles=10)
    api_test(zoo.cycle_env(game, seats), num_cycles=20)
    both = SimpleNamespace(parallel_env=partial(zoo.parallel_env, game, seats), env=partial(zoo.cycle_env, game, seats))
    max_cycles_test(both)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_conformance_of_pictures(game: str, seats: int, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(partial(zoo.env, game, seats))
    assert capsys.readouterr().out
    assert isinstance(zoo.parallel_env(game, seats, render_mode="ansi").render(), str)


def finish(env: Any, seed: int) -> dict[str, float]:
    env.reset(seed=seed)
    total = dict.fromkeys(env.possible_agents, 0.0)
    rng = np.random.default_rng(seed)
    for agent in env.agent_iter():
        view, reward, over, cut, _ = env.last()
        total[agent] += reward
        env.step(None if over or cut else int(rng.choice(np.flatnonzero(view["action_mask"]))))
    return total


@pytest.mark.parametrize(("game", "seats"), [("miyajima", 3), ("hachi", 4), ("runaway", 5)])
def test_rewards_depend_on_ranks_and_add_up_to_zero(game: str, seats: int) -> None:
    env = zoo.Table(game, seats)
    for seed in range(3):
        total = finish(env, seed)
        assert sum(total.values()) == pytest.approx(0, abs=1e-6)
        ranks = env._rows.game.ranks(env._rows.states[0])
        best = [agent for agent, rank in zip(env.possible_agents, ranks, strict=True) if rank == min(ranks)]
        assert all(total[agent] == max(total.values()) for agent in best)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_an_observation_is_the_view_and_nothing_else(game: str, seats: int) -> None:
    """The encoding of a seat's own view, made again, equals the environment's observation."""
    env = zoo.Table(game, seats)
    rules = load(game)
    env.reset(seed=seats)
    for _ in range(40):
        if env.terminations[env.agent_selection]:
            break
        for seat, agent in enumerate(env.possible_agents):
            given = env.observe(agent)
            view = rules.view(env._rows.states[0], seat)
            out = np.zeros_like(given["observation"])
            encoder(game).encode(view, out, 0)
            assert (out == given["observation"]).all()
            legal = rules.legal(view, seat) if agent == env.agent_selection else []
            assert np.flatnonzero(given["action_mask"]).tolist() == sorted(legal)
        env.step(env.action_space(env.agent_selection).sample())


@pytest.mark.parametrize("make", [zoo.Table, zoo.Parallel])
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_environments_are_copied_pickled_saved_and_restored(make: Any, copied: Any) -> None:
    env = make("runaway", 3, board={"start_speed": 3})
    env.reset(seed=2)
    assert env._rows.states[0].speed >= 3
    go_on(env, 4)
    saved, twin = env.save_state(), copied(env)
    there = go_on(env, 12)
    assert go_on(twin, 12) == there
    env.restore_state(saved)
    assert go_on(env, 12) == there


def go_on(env: Any, steps: int) -> list[bytes]:
    """Take some steps, each with the first legal action. Returns the states."""
    states = []
    for _ in range(steps):
        first = {agent: int(env.action_space(agent).now().argmax()) for agent in env.agents}
        env.step(first if isinstance(env, zoo.Parallel) else first[env.agent_selection])
        states.append(env._rows.states[0].tobytes())
    return states


def test_pictures() -> None:
    env = zoo.Table("hachi", 3, render_mode="rgb_array")
    env.reset(seed=1)
    drawn: Any = env.render()
    assert drawn.dtype == np.uint8
    assert drawn.shape[2] == 3


def test_an_illegal_action_is_refused_with_its_reason() -> None:
    env = zoo.Table("hachi", 3)
    env.reset(seed=1)
    before = env._rows.states[0].tobytes()
    with pytest.raises(GameError, match="may not pass"):
        env.step(0)
    assert env._rows.states[0].tobytes() == before
    par = zoo.Parallel("miyajima", 2)
    par.reset(seed=1)
    with pytest.raises(GameError, match="can only wait"):
        par.step({"seat_0": 0, "seat_1": 0})
    with pytest.raises(GameError, match="must be chosen"):
        par.step({"seat_0": 5, "seat_1": par.wait})
