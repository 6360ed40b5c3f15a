"""Gymnasium: its own checker, and what the vector environment promises."""

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

from allaboard import game_names
from allaboard.envs.decisions import Decisions
from allaboard.envs.gymnasium import IDS
from allaboard.game import GameError, load

TABLES = [
    (name, seats)
    for name, fixed in IDS.items()
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


def test_alone_the_rewards_add_up_to_the_score() -> None:
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


@pytest.mark.parametrize("name", IDS)
def test_many_games_are_the_single_ones_side_by_side(name: str) -> None:
    """Row 0 of a vector sees and is paid exactly what the single environment sees with the same dice."""
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
    assert not rows["action_mask"][0].any()


def test_when_a_new_game_begins_is_yours_to_say() -> None:
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
                assert seen["action_mask"].any(axis=1).all()
                for row in ended:
                    last = info["final_obs"][row]["observation"]
                    assert last[6] == 1, "the phase of the last observation: over"
            else:
                assert (seen["action_mask"].any(axis=1) == ~overs).all()
                assert (seen["observation"][ended, 6] == 1).all()
            assert (rewards[~overs] == 0).all()
    with pytest.raises(GameError, match="gives way"):
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
