"""Gymnasium: you on one seat, bots on the others, or alone on the train to Miyajima.

>>> import gymnasium, allaboard.envs
>>> env = gymnasium.make("allaboard/MiyajimaSolo-v0")
>>> seen, info = env.reset(seed=1)
>>> seen, reward, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))
>>> envs = gymnasium.make_vec("allaboard/Hachi-v0", num_envs=1000, bots="random")
>>> seen, info = envs.reset(seed=1)
>>> seen["action_mask"].shape
(1000, 2738)
"""

from collections.abc import Mapping
from typing import Any, Final

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from allaboard.envs.decisions import BY_HAND, NEXT_STEP, SAME_STEP, Decisions
from allaboard.envs.spaces import LegalActions, seen_space
from allaboard.game import GameError

Seen = dict[str, npt.NDArray[Any]]

IDS: Final[dict[str, dict[str, Any]]] = {
    "allaboard/MiyajimaSolo-v0": {"game": "miyajima", "seats": 1},
    "allaboard/Miyajima-v0": {"game": "miyajima", "seats": 2},
    "allaboard/Hachi-v0": {"game": "hachi", "seats": 3},
    "allaboard/RunAway-v0": {"game": "runaway", "seats": 3},
}
"""The registered ids; `seats`, `bots`, `seat` and `board` may be given to `make` and `make_vec`."""


def register() -> None:
    """Make the ids known to Gymnasium."""
    for name, kwargs in IDS.items():
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="allaboard.envs.gymnasium:MeAgainstBots",
                vector_entry_point="allaboard.envs.gymnasium:ManyAgainstBots",
                kwargs=kwargs,
                disable_env_checker=True,  # the tests run it; here it would only print that a view is not an image
            )


class MeAgainstBots(gymnasium.Env[Seen, np.int64]):
    """One game, from one seat; if no seat is named, the next one with every game.

    The reward comes at the end: 1 for beating everybody, -1 for being beaten by all. Alone it is the points that a
    step brings, in hundreds. An illegal action is never replaced by another: it ends the game with a reward of -1, and
    `info["refusal"]` says why.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "human"], "render_fps": 1}  # noqa: RUF012 (Gymnasium's form)

    def __init__(
        self,
        game: str,
        seats: int,
        bots: Any = "medium",
        seat: int | None = None,
        board: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
    ) -> None:
        self._rows = Decisions(game, seats, 1, bots=bots, seat=seat, when=BY_HAND, board=board)
        self.render_mode = render_mode
        actions = self._rows.masks.shape[1]
        self.observation_space: gymnasium.spaces.Space[Any] = seen_space(self._rows.observations.shape[1], actions)
        self.action_space = LegalActions(actions, self._rows.masks[0])

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """A new game, played to your first decision."""
        super().reset(seed=seed)
        self._rows.reset(int(self.np_random.integers(2**63)))
        return self._seen(), self._info()

    def step(self, action: np.int64) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Your action, and what the others do until you must decide again."""
        try:
            self._rows.step(np.array([action], np.int64))
        except GameError as refusal:
            if self._rows.fresh[0]:
                raise  # the game is over
            self._rows.give_up(0)
            return self._seen(), -1.0, True, False, {**self._info(), "refusal": str(refusal)}
        if self.render_mode == "human":
            self.render()
        reward = float(self._rows.rewards[0, self._rows.me()[0]])
        return self._seen(), reward, bool(self._rows.over[0]), False, self._info()

    def _seen(self) -> Seen:
        return {"observation": self._rows.observations[0].copy(), "action_mask": self._rows.masks[0].copy()}

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._rows.masks[0].copy(), "seat": int(self._rows.me()[0])}

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """What is legal now, under the name that sb3-contrib asks for."""
        return np.array(self._rows.masks[0], np.bool_)

    def render(self) -> Any:
        """The table as you see it, as text."""
        game, me = self._rows.game, int(self._rows.me()[0])
        text = game.words.show(game.view(self._rows.states[0], me))
        if self.render_mode == "human":
            print(text)
            return None
        return text


class ManyAgainstBots(VectorEnv[Seen, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """The same for many games, stepped in compiled code on all cores; here an illegal action raises its Refusal.

    With `copy=False` the arrays that you get are written anew by the next step.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012 (Gymnasium's form)

    def __init__(
        self,
        num_envs: int,
        game: str,
        seats: int,
        bots: Any = "medium",
        seat: int | None = None,
        board: Mapping[str, Any] | None = None,
        autoreset_mode: AutoresetMode = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        threads: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        if autoreset_mode not in _WHEN:
            raise GameError(f"a game that is over gives way at the next step or at the same step, not {autoreset_mode}")
        self.num_envs, self.copy, self.render_mode = num_envs, copy, render_mode
        self.metadata = {**self.metadata, "autoreset_mode": autoreset_mode}
        when = _WHEN[autoreset_mode]
        self._rows = Decisions(game, seats, num_envs, bots=bots, seat=seat, when=when, board=board, threads=threads)
        actions = self._rows.masks.shape[1]
        self.single_observation_space = seen_space(self._rows.observations.shape[1], actions)
        self.single_action_space = gymnasium.spaces.Discrete(actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """New games in all rows."""
        first = seed[0] if isinstance(seed, list) else seed
        super().reset(seed=first)
        self._rows.reset(int(self.np_random.integers(2**63)))
        return self._seen(), self._info()

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[Seen, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        """Your action in every row, and what the others do until you must decide again."""
        rows = self._rows
        me = rows.me()
        rows.step(actions)
        rewards = rows.rewards[np.arange(rows.rows), me].astype(np.float64)
        over = rows.over.astype(bool)
        info = self._info()
        if rows.when == SAME_STEP and over.any():
            last = [self._last(row) if over[row] else None for row in range(rows.rows)]
            info["final_obs"] = np.array(last, object)
            info["_final_obs"] = over.copy()
        return self._seen(), rewards, over, np.zeros(rows.rows, bool), info

    def any_legal(self) -> npt.NDArray[np.int64]:
        """A random legal action for every row."""
        return self._rows.any_legal()

    def _seen(self) -> Seen:
        seen: Seen = {"observation": self._rows.observations, "action_mask": self._rows.masks}
        return {name: array.copy() for name, array in seen.items()} if self.copy else seen

    def _last(self, row: int) -> Seen:
        nothing = np.zeros(self._rows.masks.shape[1], np.int8)
        return {"observation": self._rows.finals[row].copy(), "action_mask": nothing}

    def _info(self) -> dict[str, Any]:
        return {"seat": self._rows.me(), "_seat": np.ones(self._rows.rows, bool)}

    def close_extras(self, **kwargs: Any) -> None:
        """Let the threads go."""
        self._rows.close()


_WHEN = {AutoresetMode.NEXT_STEP: NEXT_STEP, AutoresetMode.SAME_STEP: SAME_STEP}
