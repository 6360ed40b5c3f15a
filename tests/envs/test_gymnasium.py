"""Gymnasium's own checker, and the properties of the vector environment."""

import copy
import os
import pickle
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

from allaboard import environments, game_names
from allaboard.environments import ids
from allaboard.envs.decisions import Decisions
from allaboard.envs.encoding import action_parts
from allaboard.game import GameError, load
from others.offering import OTHERS, write_distribution

TABLES = [
    (name, seats)
    for name, fixed in ids().items()
    for seats in (load(fixed["game"]).seats if "Solo" not in name else [1])
    if seats > 1 or "Solo" in name
]


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_the_checker_passes_without_warnings(name: str, seats: int, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(name, seats=seats, bots="random").unwrapped)


def finish(env: Any, seed: int) -> tuple[float, dict[str, Any]]:
    _, info = env.reset(seed=seed)
    env.action_space.seed(seed)
    total, over = 0.0, False
    while not over:
        _, reward, over, cut, info = env.step(env.action_space.sample(info["action_mask"]))
        assert not cut
        total += reward
    return total, info


def test_in_a_solo_game_the_rewards_add_up_to_the_score() -> None:
    env = gymnasium.make("allaboard/MiyajimaSolo-v0")
    for seed in range(3):
        total, _ = finish(env, seed)
        table: Any = env.unwrapped
        assert total == pytest.approx(load("miyajima").scores(table._rows.states[0])[0] / 100, abs=1e-4)


@pytest.mark.parametrize("name", ["allaboard/Miyajima-v0", "allaboard/Hachi-v0", "allaboard/RunAway-v0"])
def test_against_bots_the_reward_is_the_balance_of_the_ranks(name: str) -> None:
    env = gymnasium.make(name, seats=4, bots="random")
    for seed in range(4):
        total, info = finish(env, seed)
        table: Any = env.unwrapped
        ranks = load(table._rows.game.name).ranks(table._rows.states[0])
        mine = ranks[info["seat"]]
        assert total == pytest.approx((sum(r > mine for r in ranks) - sum(r < mine for r in ranks)) / 3)
    assert finish(env, 3)[0] == total, "the same seed, the same game"


def test_the_seat_can_be_chosen_and_moves_on_otherwise() -> None:
    fixed = gymnasium.make("allaboard/RunAway-v0", seats=4, seat=2, bots="random")
    assert {finish(fixed, seed)[1]["seat"] for seed in range(2)} == {2}
    moving = gymnasium.make_vec("allaboard/RunAway-v0", num_envs=8, seats=4, bots="random")
    assert sorted(set(moving.reset(seed=1)[1]["seat"])) == [0, 1, 2, 3]
    with pytest.raises(GameError, match="no seat 4"):
        gymnasium.make("allaboard/RunAway-v0", seats=4, seat=4, bots="random")


def test_an_illegal_action_ends_the_game_and_says_why() -> None:
    env = gymnasium.make("allaboard/MiyajimaSolo-v0")
    env.reset(seed=1)
    _, reward, over, _, info = env.step(np.int64(5))
    assert (reward, over) == (-1.0, True)
    assert "M3" in info["refusal"]
    with pytest.raises(GameError, match="reset"):
        env.unwrapped.step(np.int64(0))


@pytest.mark.parametrize("name", ids())
def test_a_vector_plays_the_same_games_as_single_environments(name: str) -> None:
    """Row 0 of a vector has the same observations and rewards as the single environment with the same dice."""
    one = gymnasium.make(name, bots="random", seat=0)
    many = gymnasium.make_vec(name, num_envs=300, bots="random", seat=0)
    seen, _ = one.reset(seed=5)
    rows, _ = many.reset(seed=5)
    over = False
    while not over:
        assert (rows["observation"][0] == seen["observation"]).all()
        assert (rows["action_mask"][0] == seen["action_mask"]).all()
        actions = many.unwrapped.any_legal()  # type: ignore[attr-defined]
        seen, reward, over, _, _ = one.step(actions[0])
        rows, rewards, overs, _, _ = many.step(actions)
        assert (reward, over) == (rewards[0], overs[0])
    assert (rows["observation"][0] == seen["observation"]).all()
    assert rows["action_mask"][0].all(), "every action is legal where the next one is ignored"
    assert seen["action_mask"].all()


def test_the_caller_chooses_when_a_new_game_begins() -> None:
    for mode in (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP):
        envs: Any = gymnasium.make_vec("allaboard/RunAway-v0", num_envs=64, bots="random", autoreset_mode=mode)
        assert envs.metadata["autoreset_mode"] == mode
        envs.reset(seed=1)
        for _ in range(200):
            before = envs.any_legal()
            seen, rewards, overs, cuts, info = envs.step(before)
            assert envs.observation_space.contains(seen)
            assert not cuts.any()
            ended = np.flatnonzero(overs)
            if mode == AutoresetMode.SAME_STEP:
                for row in ended:
                    last = info["final_obs"][row]["observation"]
                    assert last[6] == 1, "the phase of the last observation: over"
                    assert info["final_obs"][row]["action_mask"].all()
            else:
                assert (seen["action_mask"].all(axis=1) == overs).all()
                assert (seen["observation"][ended, 6] == 1).all()
            assert (rewards[~overs] == 0).all()
            assert seen["action_mask"].any(axis=1).all()
    with pytest.raises(GameError, match="autoreset_mode must be"):
        gymnasium.make_vec("allaboard/RunAway-v0", num_envs=2, autoreset_mode=AutoresetMode.DISABLED)


def test_an_illegal_action_among_many_is_refused_and_nothing_changes() -> None:
    envs: Any = gymnasium.make_vec("allaboard/Hachi-v0", num_envs=3, bots="random", seat=0)
    envs.reset(seed=2)
    before = envs._rows.states.tobytes()
    with pytest.raises(GameError):
        envs.step(np.array([2737, 2737, 2737]))
    with pytest.raises(GameError, match="from 0 to 2737"):
        envs.step(np.array([-1, 99999, 0]))
    assert envs._rows.states.tobytes() == before


@pytest.mark.parametrize("game", game_names())
def test_threads_make_no_difference(game: str) -> None:
    seats = load(game).seats.start + 1
    alone, together = (Decisions(game, seats, 2100, seed=4, threads=threads) for threads in (1, 3))
    for _ in range(60):
        actions = alone.any_legal()
        for games in (alone, together):
            games.step(actions)
        for name in ("observations", "masks", "rewards", "over", "actor"):
            assert (getattr(alone, name) == getattr(together, name)).all(), name
    together.close()


def test_an_environment_is_made_by_name_without_a_further_import() -> None:
    code = (
        "import importlib.util, sys; importlib.util.find_spec('gymnasium'); import gymnasium; "
        "assert 'numba' not in sys.modules; assert 'allaboard' not in str(sys.meta_path); "
        "print(gymnasium.make('allaboard/HachiSmall-v0', bots='random').reset()[1])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "action_mask" in done.stdout, done.stderr


def ran(code: str, *options: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """A program in a Python of its own."""
    given = [sys.executable, *options, "-c", code]
    return subprocess.run(given, capture_output=True, text=True, check=False, env={**os.environ, **variables})


@pytest.mark.parametrize("options", [[], ["-W", "error"]])
def test_gymnasium_is_imported_even_if_the_environments_cannot_be_registered(options: list[str]) -> None:
    done = ran(
        "import allaboard.environments as environments; environments.ids = lambda: 1 // 0\n"
        "import gymnasium; print(len(gymnasium.registry) > 0)",
        *options,
    )
    assert done.stdout == "True\n", done.stderr
    assert "All Aboard's environments could not be registered: ZeroDivisionError" in done.stderr


def test_programs_that_do_not_use_gymnasium_import_nothing_more() -> None:
    done = ran(
        f"import sys; sys.path.append({str(Path(environments.__file__).parents[1])!r}); before = {{*sys.modules}}\n"
        "import allaboard_gymnasium; print({*sys.modules} - before)\n"
        "try: import no_such_module_at_all\nexcept ModuleNotFoundError: print('not found')",
        "-S",
    )
    assert done.stdout == "{'allaboard_gymnasium'}\nnot found\n", done.stderr


def test_old_finders_and_loaders_of_other_packages_do_no_harm() -> None:
    done = ran(
        "import sys\n"
        "class Old:\n"
        "    def find_module(self, name, path=None): pass\n"
        "sys.meta_path.insert(0, Old())\n"
        "import gymnasium; print('allaboard/HachiSmall-v0' in gymnasium.registry)"
    )
    assert done.stdout == "True\n", done.stderr
    done = ran(
        "import sys; from importlib.machinery import ModuleSpec\n"
        "class Small:\n"
        "    __slots__ = ()\n"
        "    def create_module(self, spec): pass\n"
        "    def exec_module(self, module): module.mine = True\n"
        "class Own:\n"
        "    def find_spec(self, name, path, target=None):\n"
        "        return ModuleSpec(name, Small()) if name == 'gymnasium' else None\n"
        "sys.meta_path.append(Own()); sys.path[:] = [one for one in sys.path if 'site-packages' not in one]\n"
        "import gymnasium; print(gymnasium.mine)"
    )
    assert done.stdout == "True\n", done.stderr


def test_games_of_other_distributions_are_registered_without_their_rules(tmp_path: Path) -> None:
    """Every program that imports Gymnasium registers the environments, and Numba takes half a second to import."""
    folder = write_distribution(tmp_path, shunting="shunting:GAME", faulty="no_such_module_at_all:GAME")
    path = os.pathsep.join(map(str, (folder, OTHERS)))
    done = ran(
        "import sys, gymnasium; print('numba' in sys.modules, 'allaboard/Shunting-v0' in gymnasium.registry)",
        PYTHONPATH=path,
    )
    assert done.stdout == "False True\n", done.stderr


def play(env: Any, steps: int) -> list[Any]:
    """What an environment returns in some steps, always with the first legal action."""
    told = []
    for _ in range(steps):
        seen, reward, over, _, info = env.step(np.flatnonzero(env.action_masks())[0])
        told.append((seen["observation"].tolist(), reward, over, info["seat"]))
        if over:
            seen, info = env.reset()
            told.append(seen["observation"].tolist())
    return told


@pytest.mark.parametrize("name", ids())
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_and_pickles_continue_alike_and_independently(name: str, copied: Any) -> None:
    env: Any = gymnasium.make(name, bots="medium").unwrapped
    env.reset(seed=3)
    play(env, 3)
    twin = copied(env)
    mask = env.action_masks().copy()
    first = play(twin, 40)
    assert (env.action_masks() == mask).all(), "the first environment has not changed"
    assert play(env, 40) == first
    assert twin.action_masks()[twin.action_space.sample()]


@pytest.mark.parametrize("name", ids())
def test_what_was_saved_is_restored(name: str) -> None:
    env: Any = gymnasium.make(name, bots="medium").unwrapped
    env.reset(seed=4)
    play(env, 5)
    saved = env.save_state()
    first = play(env, 50)
    seen, info = env.restore_state(saved)
    assert (seen["action_mask"] == info["action_mask"]).all()
    assert play(env, 50) == first
    envs: Any = gymnasium.make_vec(name, num_envs=5, bots="random").unwrapped
    envs.reset(seed=4)
    where = envs.save_state()
    twin = pickle.loads(pickle.dumps(envs))
    for vector in (envs, twin):
        for _ in range(10):
            rewards = vector.step(vector.any_legal())[1]
    assert (envs._rows.states == twin._rows.states).all()
    assert rewards.shape == (5,)
    envs.restore_state(where)
    assert (envs._rows.states != twin._rows.states).any()
    with pytest.raises(GameError, match="not saved from 5 rows"):
        envs.restore_state({**where, "rows": env.save_state()["rows"]})


def test_every_row_uses_its_own_seed() -> None:
    envs: Any = gymnasium.make_vec("allaboard/RunAway-v0", num_envs=3, bots="random", seat=1)
    one = gymnasium.make("allaboard/RunAway-v0", bots="random", seat=1)
    rows, _ = envs.reset(seed=[7, 8, 7])
    for row, seed in enumerate([7, 8, 7]):
        assert (rows["observation"][row] == one.reset(seed=seed)[0]["observation"]).all()
    for _ in range(5):
        rows, *_ = envs.step(np.array([np.flatnonzero(mask)[0] for mask in rows["action_mask"]]))
    assert (rows["observation"][0] == rows["observation"][2]).all()
    assert (rows["observation"][0] != rows["observation"][1]).any()
    with pytest.raises(GameError, match="one seed for each of 3"):
        envs.reset(seed=[1, 2])
    with pytest.raises(GameError, match="without options"):
        envs.reset(options={"board": 1})


def test_a_small_variant_has_few_actions_which_mean_the_same() -> None:
    small: Any = gymnasium.make("allaboard/HachiSmall-v0", bots="random").unwrapped
    assert small.action_space.n < 300
    whole: Any = gymnasium.make("allaboard/HachiSmall-v0", bots="random", compact=False).unwrapped
    assert whole.action_space.n == 2738
    seen, _ = small.reset(seed=1)
    other, _ = whole.reset(seed=1)
    over = False
    while not over:
        assert (seen["observation"] == other["observation"]).all()
        action = int(np.flatnonzero(seen["action_mask"])[-1])
        assert other["action_mask"].sum() == seen["action_mask"].sum()
        said = {whole.action_text(one): one for one in np.flatnonzero(other["action_mask"])}
        text = small.action_text(action)
        seen, reward, over, _, info = small.step(action)
        other, *_ = whole.step(said[text])
    assert reward in (-1.0, 0.5)
    assert "refusal" not in info
    small.reset(seed=1)
    assert "refusal" in small.step(small.action_space.n + 5)[4]


def test_boards_are_parameters() -> None:
    env: Any = gymnasium.make("allaboard/RunAway-v0", bots="random", board={"start_speed": 9}).unwrapped
    env.reset(seed=1)
    assert env._rows.states[0].speed >= 9
    with pytest.raises(GameError, match="start_speed must be from 1 to 99"):
        gymnasium.make("allaboard/RunAway-v0", bots="random", board={"start_speed": 0})


def test_legal_actions_have_features() -> None:
    env: Any = gymnasium.make("allaboard/Hachi-v0", bots="random", seat=0).unwrapped
    seen, _ = env.reset(seed=5)
    parts = action_parts("hachi", 3)
    actions, features = env.legal_actions()
    assert sorted(actions) == np.flatnonzero(seen["action_mask"]).tolist()
    assert features.shape == (len(actions), max(part.stop for part in parts.values()))
    for action, line in zip(actions, features, strict=True):
        kind, number, count = env.action_text(action).partition(" ")[0], line[parts["number"]], line[parts["count"]]
        assert line[parts["kind"]].tolist() == [kind == "pass", kind == "insert", kind == "play"]
        if kind == "play":
            said = env.action_text(action).removeprefix("play ").split("@")[0].split("x")
            assert (number.argmax() + 1, round(float(count[0]) * 7)) == (int(said[0]), int(said[1]))
    assert len({line.tobytes() for line in features}) == len(actions), "no two actions look the same"
    envs: Any = gymnasium.make_vec("allaboard/RunAway-v0", num_envs=4, bots="random")
    rows, _ = envs.reset(seed=1)
    found = envs.unwrapped.legal_actions()
    assert (found.features.argmax(axis=1) == found.actions).all(), "without features of its own, an action is a number"
    assert [(found.rows == row).sum() for row in range(4)] == rows["action_mask"].sum(axis=1).tolist()


@pytest.mark.parametrize("name", ids())
def test_a_picture_is_drawn(name: str) -> None:
    env = gymnasium.make(name, bots="random", render_mode="rgb_array")
    env.reset(seed=1)
    first: Any = env.render()
    env.step(env.action_space.sample())
    second: Any = env.render()
    assert first.shape == second.shape
    assert (first.ndim, first.shape[2], first.dtype) == (3, 3, np.uint8)
    assert (first != second).any()
    assert 0.005 < (first < 128).all(axis=2).mean() < 0.5, "the picture is not blank"
    envs = gymnasium.make_vec(name, num_envs=2, bots="random", render_mode="rgb_array")
    envs.reset(seed=1)
    pictures: Any = envs.render()
    assert [picture.shape for picture in pictures] == [first.shape] * 2
