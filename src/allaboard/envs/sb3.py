"""A vector environment for Stable-Baselines3, with masks for sb3-contrib's MaskablePPO.

from sb3_contrib import MaskablePPO
from allaboard.envs.sb3 import Games

learner = MaskablePPO("MlpPolicy", Games("coupling", seats=3, rows=64, bots="medium"))
"""

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Discrete
from stable_baselines3.common.vec_env import VecEnv

from allaboard.envs.arguments import actions_of
from allaboard.envs.decisions import SAME_STEP, Decisions
from allaboard.envs.gymnasium import ActionNumbering, Bots, Info
from allaboard.envs.spaces import seen_space
from allaboard.game import Chosen, GameError

Rows = int | Iterable[int] | None
"""Which rows; None means all of them."""


class Games(VecEnv):  # type: ignore[misc]
    """Many games against bots, stepped in compiled code. After a finished game, a new one begins in the same step.

    Observations are plain arrays. `action_masks` gives the masks. `finished` collects the returns of games that ended.
    """

    def __init__(
        self,
        game: str,
        seats: int,
        rows: int = 64,
        bots: Bots = "medium",
        *,
        seat: int | None = None,
        board: Chosen | None = None,
        compact: bool = False,
        seed: int = 0,
        threads: int | None = None,
    ) -> None:
        self.games = Decisions(
            game, seats, rows, bots=bots, seat=seat, seed=seed, when=SAME_STEP, board=board, threads=threads
        )
        self.numbering = ActionNumbering(self.games, board, compact)
        space = seen_space(self.games.observations.shape[1], len(self.numbering))
        self.render_mode = None
        super().__init__(rows, space["observation"], Discrete(len(self.numbering)))
        self.finished: list[float] = []
        self._totals = np.zeros(rows)
        self._seed = seed

    def reset(self) -> npt.NDArray[np.float32]:
        """Start new games in all rows: the same ones every time, unless `seed` was called, which seeds each row."""
        seeds = [own for own in self._seeds if own is not None]
        self.games.reset(seeds if seeds else self._seed)
        self._reset_seeds()
        self._totals[:] = 0
        return self.games.observations.copy()

    def step_async(self, actions: npt.NDArray[np.int64]) -> None:
        """Store the actions for `step_wait`."""
        self._actions = self.numbering.of_rules(actions_of(actions, self.num_envs))

    def step_wait(self) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32], npt.NDArray[np.bool_], list[Info]]:
        """Step all rows."""
        me = self.games.me()
        self.games.step(self._actions)
        rewards = self.games.rewards[np.arange(self.num_envs), me]
        over = self.games.over.astype(bool)
        self._totals += rewards
        self.finished.extend(self._totals[over].tolist())
        self._totals[over] = 0
        infos: list[Info] = [{} for _ in over]
        for row in np.flatnonzero(over):
            infos[row] = {"terminal_observation": self.games.finals[row].copy(), "TimeLimit.truncated": False}
        return self.games.observations.copy(), rewards, over, infos

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The masks of legal actions of all rows."""
        return self.numbering.masks(self.games.masks).astype(bool)

    def env_method(
        self, method_name: str, *args: object, indices: Rows = None, **kwargs: object
    ) -> list[npt.NDArray[np.bool_]]:
        """The masks, which sb3-contrib gets in this way. Rows have no other methods."""
        if method_name != "action_masks":
            raise GameError(f"the rows of a vector of games have no method {method_name!r}, only action_masks")
        masks = self.action_masks()
        return [masks[row] for row in self._get_indices(indices)]

    def has_attr(self, attr_name: str) -> bool:
        """Whether the rows have an attribute; only the masks exist."""
        return attr_name == "action_masks"

    def get_attr(self, attr_name: str, indices: Rows = None) -> list[object]:
        """An attribute of the vector, for each row."""
        return [getattr(self, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: object, indices: Rows = None) -> None:
        """Rows have no attributes of their own."""
        raise GameError(f"the rows of a vector of games have no attribute {attr_name!r} to set")

    def env_is_wrapped(self, wrapper_class: type, indices: Rows = None) -> list[bool]:
        """No row is wrapped."""
        return [False for _ in self._get_indices(indices)]

    def close(self) -> None:
        """Stop the threads."""
        self.games.close()
