"""The spaces of a seat: its observations with masks, and its actions."""

from collections.abc import Callable
from copy import deepcopy

import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Box, Dict, Discrete

Mask = npt.NDArray[np.int8]


class SampledLegally(Discrete):
    """The actions of a seat. `sample` without a mask gives an action that is legal now."""

    def __init__(self, n: int, now: Callable[[], Mask]) -> None:
        super().__init__(n)
        self.now = now

    def sample(self, mask: Mask | None = None, probability: Mask | None = None) -> np.int64:
        """A random action: one of those in the mask, or one that is legal now."""
        if mask is None and probability is None and (legal := self.now()).any():
            mask = legal
        return super().sample(mask, probability)

    def __deepcopy__(self, memo: dict[int, object]) -> "SampledLegally":
        twin = type(self)(int(self.n), self.now)  # a wrapper's copy samples from the same mask
        twin._np_random = deepcopy(self._np_random, memo)
        return twin

    def __getstate__(self) -> dict[str, object]:
        return {name: value for name, value in vars(self).items() if name != "now"}  # its environment restores it


def seen_space(size: int, actions: int) -> Dict:
    """The space of observations: the view as numbers, and the mask of legal actions."""
    return Dict(
        {
            "observation": Box(-1.0, 1.0, (size,), np.float32),
            "action_mask": Box(0, 1, (actions,), np.int8),
        }
    )
