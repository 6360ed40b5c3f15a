"""Wrong parameters, seeds and actions of environments are refused with a sentence, and nothing changes."""

from typing import Any

import gymnasium
import numpy as np
import pytest

from allaboard.envs import Decisions
from allaboard.envs import pettingzoo as zoo
from allaboard.envs.gymnasium import AgainstBots, VectorAgainstBots
from allaboard.game import GameError

WRONG: dict[str, list[tuple[object, str]]] = {
    "seats": [("3", "must be a whole number"), (2.5, "must be a whole number"), (99, "is for 3 to 6 players")],
    "bots": [(None, "who plays the other seats"), (5, "name of a level or a Policy"), ([], "2 opponents, not 0")],
    "seat": [(7, "no seat 7"), ("x", "no seat x")],
    "board": [(5, "mapping"), ({"tip": 3}, "tip"), ({"start_speed": 0}, "from 1 to 99")],
    "render_mode": [("film", "no render mode 'film'")],
}


@pytest.mark.parametrize(
    ("name", "value", "reason"), [(name, *case) for name, cases in WRONG.items() for case in cases]
)
def test_a_wrong_parameter_is_refused(name: str, value: object, reason: str) -> None:
    given: dict[str, Any] = {"game": "runaway", "seats": 3, "bots": "random", name: value}
    with pytest.raises(GameError, match=reason):
        AgainstBots(**given)
    with pytest.raises(GameError, match=reason):
        VectorAgainstBots(2, **given)


def test_the_bots_are_checked_where_nobody_else_plays() -> None:
    with pytest.raises(GameError, match="no level 'nobody'"):
        gymnasium.make("allaboard/MiyajimaSolo-v0", bots="nobody")


@pytest.mark.parametrize("given", [{"threads": 0}, {"rows": 0}, {"rows": 2.5}, {"when": 9}, {"seed": "x"}])
def test_wrong_arguments_of_decisions_are_refused(given: dict[str, Any]) -> None:
    with pytest.raises(GameError):
        Decisions("runaway", 3, **{"rows": 4, **given})


@pytest.mark.parametrize("seed", [1.5, "abcd", 2**63, [1, 2], [1.5] * 4, ["x"] * 4, [2**64] * 4, np.array([0.5] * 4)])
def test_a_wrong_seed_is_refused(seed: Any) -> None:
    games = Decisions("runaway", 3, 4)
    before = games.states.tobytes()
    with pytest.raises(GameError, match="seed"):
        games.reset(seed)
    assert games.states.tobytes() == before


def test_lists_tuples_and_arrays_of_seeds_are_the_same() -> None:
    games = Decisions("runaway", 3, 4)
    found = []
    for seeds in ([5, 6, 7, 5], (5, 6, 7, 5), np.array([5, 6, 7, 5])):
        games.reset(seeds)  # type: ignore[arg-type]
        games.step(games.any_legal())
        found.append(games.states.tobytes())
    assert found[0] == found[1] == found[2]
    envs: Any = gymnasium.make_vec("allaboard/RunAway-v0", num_envs=2, bots="random")
    with_list, _ = envs.reset(seed=[5, 6])
    with_array, _ = envs.reset(seed=np.array([5, 6]))
    assert (with_list["observation"] == with_array["observation"]).all()


@pytest.mark.parametrize("action", [1.5, np.nan, "x", None, np.array([1, 2])])
def test_something_that_is_not_an_action_does_not_end_the_game(action: Any) -> None:
    env = gymnasium.make("allaboard/MiyajimaSolo-v0")
    _, info = env.reset(seed=1)
    with pytest.raises(GameError, match="action"):
        env.step(action)
    _, _, over, _, _ = env.step(np.flatnonzero(info["action_mask"])[0])
    assert not over


@pytest.mark.parametrize("actions", [[1.5] * 3, ["x"] * 3, None, [0, 0], [[0], [0], [0]], [[0], [0, 1], [0]]])
def test_wrong_actions_of_a_vector_are_refused(actions: Any) -> None:
    envs = gymnasium.make_vec("allaboard/MiyajimaSolo-v0", num_envs=3)
    envs.reset(seed=1)
    with pytest.raises(GameError, match="action"):
        envs.step(actions)


def test_the_range_of_compact_actions_is_named() -> None:
    env = gymnasium.make("allaboard/HachiSmall-v0", bots="random")
    env.reset(seed=1)
    _, reward, over, _, info = env.step(np.int64(2000))
    assert (reward, over, info["refusal"]) == (-1.0, True, "an action is a number from 0 to 296, not 2000")


def test_a_state_of_another_board_is_refused() -> None:
    fast, usual = Decisions("runaway", 3, 4, board={"start_speed": 5}), Decisions("runaway", 3, 4)
    with pytest.raises(GameError, match="another board"):
        usual.restore(fast.save())


@pytest.mark.parametrize("saved", [3, None, {}, {"rows": 3}])
def test_something_that_is_not_a_saved_state_is_refused_with_a_sentence(saved: Any) -> None:
    one = gymnasium.make("allaboard/MiyajimaSolo-v0").unwrapped
    many = gymnasium.make_vec("allaboard/MiyajimaSolo-v0", num_envs=2)
    for restore in (
        one.restore_state,  # type: ignore[attr-defined]
        many.restore_state,  # type: ignore[attr-defined]
        zoo.Table("runaway", 3).restore_state,
        zoo.Parallel("runaway", 3).restore_state,
        Decisions("runaway", 3, 2).restore,
    ):
        with pytest.raises(GameError, match="a saved state is a dictionary with"):
            restore(saved)


def test_wrong_calls_of_pettingzoo_are_refused() -> None:
    with pytest.raises(GameError, match="render mode"):
        zoo.env("runaway", 3, render_mode="film")
    with pytest.raises(GameError, match="max_cycles"):
        zoo.parallel_env("runaway", 3, max_cycles=0)
    table, together = zoo.Table("runaway", 3), zoo.Parallel("runaway", 3)
    together.restore_state(together.save_state())  # also refused before the first reset
    table.reset(seed=1)
    together.reset(seed=1)
    with pytest.raises(GameError, match="whole numbers"):
        table.step(1.5)  # type: ignore[arg-type]
    with pytest.raises(GameError, match="none for seat_1, seat_2"):
        together.step({"seat_0": 0})
