"""PettingZoo environments: every seat is an agent that sees its own view and nothing else.

`env` asks only the seats that must decide, one after the other (AEC). `parallel_env` asks all seats at once, which
suits games with simultaneous decisions. A seat that has nothing to decide can only `wait`, the action with the highest
number. `cycle_env` is the parallel environment as an AEC, in which every seat is asked in every cycle. `board` has the
options that differ from the game's own board. Environments can be copied, pickled, saved and restored.

>>> from allaboard.registry import game_names
>>> table = env(game_names()[0], seats=3)
>>> table.reset(seed=1)
>>> table.agent_selection, bool(table.last()[0]["action_mask"].any())
('seat_0', True)
"""

from collections.abc import Mapping
from copy import deepcopy
from functools import partial
from typing import TypedDict, Unpack

import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Dict
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import parallel_to_aec, wrappers

from allaboard.envs.arguments import actions_of, need_saved, render_mode_of, whole_number
from allaboard.envs.decisions import BY_HAND, Decisions, Saved
from allaboard.envs.gymnasium import Info, Seen
from allaboard.envs.picture import picture
from allaboard.envs.spaces import SampledLegally, seen_space
from allaboard.game import Chosen, GameError, load

__all__ = ["Parallel", "Table", "cycle_env", "env", "parallel_env"]

_RENDER_MODES = ["human", "ansi", "rgb_array"]
_TOLD = (
    *("agents", "agent_selection", "rewards", "_cumulative_rewards", "terminations", "truncations", "infos"),
    "_skip_agent_selection",
)
"""What is saved besides the rows: what PettingZoo tells the agents."""

Stepped = tuple[dict[str, Seen], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Info]]
"""For each agent: observation, reward, termination, truncation, and an empty info."""


class EnvParameters(TypedDict, total=False):
    """The parameters of `env`."""

    board: Chosen | None
    render_mode: str | None


class ParallelParameters(EnvParameters, total=False):
    """The parameters of `parallel_env`."""

    max_cycles: int | None


class SavedTable(TypedDict):
    """The saved state of an environment."""

    rows: Saved
    told: dict[str, object]
    """What the agents were told."""
    seed: Mapping[str, object]
    """The random stream from which later games are seeded."""


class Table(AECEnv):  # type: ignore[misc]
    """A game whose seats are asked one after the other. Simultaneous choices stay hidden until all have chosen."""

    def __init__(self, game: str, seats: int, board: Chosen | None = None, render_mode: str | None = None) -> None:
        super().__init__()
        self.metadata = _metadata(game, is_parallelizable=False)
        self.render_mode = render_mode_of(render_mode, _RENDER_MODES)
        self._rows = Decisions(game, seats, 1, when=BY_HAND, board=board)
        self._seed = np.random.default_rng()
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        actions = load(game).rules.ACTIONS
        space = seen_space(self._rows.observations.shape[1], actions)
        self._observation_spaces = dict.fromkeys(self.possible_agents, space)
        self._action_spaces = {agent: SampledLegally(actions, self._mask) for agent in self.possible_agents}
        self.agents: list[str] = []

    def __setstate__(self, kept: dict[str, object]) -> None:
        self.__dict__.update(kept)
        for space in self._action_spaces.values():
            space.now = self._mask

    def _mask(self) -> npt.NDArray[np.int8]:
        """The legal actions of the selected seat; none when the game is over."""
        mask: npt.NDArray[np.int8] = self._rows.masks[0]
        return mask * np.int8(not self._rows.fresh[0])

    def save_state(self) -> SavedTable:
        """The state of the game, what the agents were told, and the random stream for later games."""
        told = {name: getattr(self, name) for name in _TOLD if hasattr(self, name)}
        return {"rows": self._rows.save(), "told": deepcopy(told), "seed": deepcopy(self._seed.bit_generator.state)}

    def restore_state(self, saved: SavedTable) -> None:
        """Restore a saved state."""
        need_saved(saved, "rows", "told", "seed")
        self._rows.restore(saved["rows"])
        self.__dict__.update(deepcopy(saved["told"]))
        self._seed.bit_generator.state = saved["seed"]

    def observation_space(self, agent: str) -> Dict:
        """The numbers that a seat sees, and the mask of its legal actions."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> SampledLegally:
        """The actions of a seat."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: Info | None = None) -> None:
        """Start a new game and play to the first decision. `options` is ignored; PettingZoo requires the parameter."""
        if seed is not None:
            self._seed = np.random.default_rng(seed)
        self._rows.reset(int(self._seed.integers(2**63)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, Info] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._rows.actor[0]]

    def observe(self, agent: str) -> Seen:
        """What a seat sees; its mask is all zeros unless it must decide."""
        seat = self.possible_agents.index(agent)
        mask = self._mask().copy()
        if seat != self._rows.actor[0]:
            mask[:] = 0
        return {"observation": self._rows.see(0, seat), "action_mask": mask}

    def step(self, action: int | np.integer | None) -> None:
        """Take an action for the selected seat; an illegal one raises a Refusal."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        agent = self.agent_selection
        self._rows.step(actions_of([action], 1))
        self._cumulative_rewards[agent] = 0
        self.rewards = dict(zip(self.possible_agents, map(float, self._rows.rewards[0]), strict=True))
        if self._rows.over[0]:
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.possible_agents[self._rows.actor[0]]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """The table as the selected seat sees it, as text or as a picture."""
        return _shown(self._rows, int(self._rows.actor[0]), self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""


class Parallel(ParallelEnv):  # type: ignore[misc]
    """A game in which all seats are asked at once. The action with the highest number is to wait."""

    def __init__(
        self,
        game: str,
        seats: int,
        board: Chosen | None = None,
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.metadata = _metadata(game, is_parallelizable=True)
        self.render_mode = render_mode_of(render_mode, _RENDER_MODES)
        self.max_cycles = None if max_cycles is None else whole_number("max_cycles", max_cycles, 1)
        self._cycles = 0
        self._rows = Decisions(game, seats, 1, when=BY_HAND, board=board)
        self._seed = np.random.default_rng()
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.wait = load(game).rules.ACTIONS
        self._masks = np.zeros((seats, self.wait + 1), np.int8)
        space = seen_space(self._rows.observations.shape[1], self.wait + 1)
        self._observation_spaces = dict.fromkeys(self.possible_agents, space)
        self._action_spaces = {
            agent: SampledLegally(self.wait + 1, partial(self._mask, seat))
            for seat, agent in enumerate(self.possible_agents)
        }
        self.agents: list[str] = []

    def __setstate__(self, kept: dict[str, object]) -> None:
        self.__dict__.update(kept)
        for seat, agent in enumerate(self.possible_agents):
            self._action_spaces[agent].now = partial(self._mask, seat)

    def _mask(self, seat: int) -> npt.NDArray[np.int8]:
        mask: npt.NDArray[np.int8] = self._masks[seat]
        return mask

    def save_state(self) -> SavedTable:
        """The state of the game and of the random stream for later games."""
        told = {"agents": self.agents[:], "_cycles": self._cycles, "_masks": self._masks.copy()}
        return {"rows": self._rows.save(), "told": told, "seed": self._seed.bit_generator.state}

    def restore_state(self, saved: SavedTable) -> None:
        """Restore a saved state."""
        need_saved(saved, "rows", "told", "seed")
        self._rows.restore(saved["rows"])
        self.__dict__.update(deepcopy(saved["told"]))
        self._seed.bit_generator.state = saved["seed"]

    def observation_space(self, agent: str) -> Dict:
        """The numbers that a seat sees, and the mask of its legal actions."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> SampledLegally:
        """The actions of a seat, and to wait."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: Info | None = None) -> tuple[dict[str, Seen], dict[str, Info]]:
        """Start a new game and play to the first decision. `options` is ignored; PettingZoo requires the parameter."""
        if seed is not None:
            self._seed = np.random.default_rng(seed)
        self._rows.reset(int(self._seed.integers(2**63)))
        self.agents = self.possible_agents[:]
        self._cycles = 0
        return self._seen(), {agent: {} for agent in self.agents}

    def step(self, actions: Mapping[str, int]) -> Stepped:
        """Take an action for every seat. An illegal one raises a GameError, and nothing changes."""
        game, state = self._rows.game, self._rows.states[0]
        due = game.actors(state)
        if missing := [agent for agent in self.agents if agent not in actions]:
            raise GameError(f"there must be an action for each agent, but there is none for {', '.join(missing)}")
        chosen = actions_of([actions[agent] for agent in self.agents], len(self.agents)).tolist()
        for seat, action in enumerate(chosen):
            if not (0 <= action <= self.wait and self._masks[seat, action]):
                self._refuse(seat, action, due)
        for seat in due:
            self._rows.step([chosen[seat]])
        over, agents = bool(self._rows.over[0]), self.agents
        self._cycles += 1
        cut = not over and self.max_cycles is not None and self._cycles >= self.max_cycles
        if over or cut:
            self.agents = []
        seen = self._seen()
        if self.render_mode == "human":
            self.render()
        rewards = {agent: float(self._rows.rewards[0, seat]) for seat, agent in enumerate(agents)}
        return (
            seen,
            rewards,
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, cut),
            {agent: {} for agent in agents},
        )

    def _refuse(self, seat: int, action: int, due: list[int]) -> None:
        if seat in due and 0 <= action < self.wait:
            self._rows.game.play(self._rows.states[0], seat, action)  # raises the reason
        wanted = "must decide" if seat in due else f"can only wait (action {self.wait})"
        raise GameError(f"seat {seat} {wanted}: {action} is not legal")

    def _seen(self) -> dict[str, Seen]:
        game, state = self._rows.game, self._rows.states[0]
        due = game.actors(state)
        self._masks[:] = 0
        for seat in range(len(self.possible_agents)):
            self._masks[seat, game.legal(state, seat) if seat in due else self.wait] = 1
        return {
            agent: {"observation": self._rows.see(0, seat), "action_mask": self._masks[seat].copy()}
            for seat, agent in enumerate(self.possible_agents)
        }

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """The table as a spectator sees it, as text or as a picture."""
        from allaboard.game import WATCHER

        return _shown(self._rows, WATCHER, self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""


def _metadata(game: str, is_parallelizable: bool) -> Info:
    known = {"name": f"allaboard_{game}_v0", "render_modes": _RENDER_MODES, "render_fps": 1}
    return {**known, "is_parallelizable": is_parallelizable}


def _shown(rows: Decisions, seat: int, mode: str | None) -> str | npt.NDArray[np.uint8] | None:
    text = rows.game.show(rows.game.view(rows.states[0], seat))
    if mode == "rgb_array":
        return picture(text)
    if mode == "human":
        print(text)
        return None
    return text


def env(game: str, seats: int, **more: Unpack[EnvParameters]) -> AECEnv:
    """An environment whose seats are asked in turn, with PettingZoo's wrapper that checks the order of calls."""
    return wrappers.OrderEnforcingWrapper(Table(game, seats, **more))


def parallel_env(game: str, seats: int, **more: Unpack[ParallelParameters]) -> ParallelEnv:
    """An environment whose seats are asked all at once."""
    return Parallel(game, seats, **more)


def cycle_env(game: str, seats: int, **more: Unpack[ParallelParameters]) -> AECEnv:
    """The parallel environment as an AEC: one seat after the other in every cycle."""
    return parallel_to_aec(Parallel(game, seats, **more))
