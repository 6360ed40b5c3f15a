"""Gymnasium environments: you play one seat and bots play the others. Games with a solo mode can be played alone.

The ids are registered as soon as Gymnasium is imported: see `allaboard.environments`.

>>> import gymnasium
>>> from allaboard.environments import ids
>>> name = next(iter(ids()))
>>> env = gymnasium.make(name)
>>> seen, info = env.reset(seed=1)
>>> seen, reward, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))
>>> envs = gymnasium.make_vec(name, num_envs=1000, bots="random")
>>> seen, info = envs.reset(seed=1)
>>> len(seen["action_mask"])
1000
"""

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict, cast

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from allaboard.environments import OPPONENTS
from allaboard.envs.arguments import a_seed_each, actions_of, need_saved, refuse_options, render_mode_of
from allaboard.envs.decisions import BY_HAND, NEXT_STEP, SAME_STEP, Decisions, LegalActions, Saved
from allaboard.envs.encoding import reachable
from allaboard.envs.picture import picture
from allaboard.envs.spaces import SampledLegally, seen_space
from allaboard.game import Chosen, GameError
from allaboard.simulate.plan import Bot

Seen = dict[str, npt.NDArray[np.float32 | np.int8]]
"""An observation: the view as numbers, and the mask of legal actions."""
Numbers = npt.NDArray[np.float64 | np.bool_]
"""A number for each row: a reward, or whether the game is over."""
Info = dict[str, Any]  # Any: as in Gymnasium
Bots = Bot | Sequence[Bot] | None


class SavedState(TypedDict):
    """The saved state of an environment."""

    rows: Saved
    np_random: Mapping[str, object]
    """The random stream from which later games are seeded."""


class ActionNumbering:
    """The numbering of the learner's actions: as in the rules, or without those that can never be legal."""

    def __init__(self, rows: Decisions, board: Chosen | None, compact: bool) -> None:
        every = np.arange(rows.masks.shape[1])
        self.actions = reachable(rows.game.name, rows.seats, board) if compact else every
        self._places = np.full(len(every), -1)
        self._places[self.actions] = np.arange(len(self.actions))
        self._all = len(self.actions) == len(every)

    def __len__(self) -> int:
        return len(self.actions)

    def masks(self, masks: npt.NDArray[np.int8]) -> npt.NDArray[np.int8]:
        """Masks over the learner's actions."""
        return masks if self._all else masks[..., self.actions]

    def of_rules(self, chosen: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """The rules' numbers of the learner's actions."""
        if self._all:
            return chosen
        unknown = chosen[(chosen < 0) | (chosen >= len(self.actions))]
        if unknown.size:
            raise GameError(f"an action is a number from 0 to {len(self.actions) - 1}, not {unknown[0]}")
        return self.actions[chosen]

    def places(self, actions: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """The learner's numbers of the rules' actions."""
        return self._places[actions]


class AgainstBots(gymnasium.Env[Seen, np.int64]):
    """One game, played from one seat. If no seat is given, the seat changes with every game.

    The reward comes at the end: 1 if you beat everybody, -1 if everybody beats you. In a solo game the reward of every
    step is its points, divided by 100. An illegal action is never replaced by another: it ends the game with a reward
    of -1, and `info["refusal"]` says why. When the game is over, the mask is all ones (see `Decisions`).

    `board` names the options that differ from the game's own board. With `compact`, actions that can never be legal on
    this board have no number. An environment can be copied, pickled, saved and restored.
    """

    metadata: Info = {  # noqa: RUF012 (Gymnasium's form)
        "render_modes": ["ansi", "human", "rgb_array"],
        "render_fps": 1,
    }

    def __init__(
        self,
        game: str,
        seats: int,
        bots: Bots = OPPONENTS,
        seat: int | None = None,
        board: Chosen | None = None,
        compact: bool = False,
        render_mode: str | None = None,
    ) -> None:
        _need_bots(seats, bots)
        self._rows = Decisions(game, seats, 1, bots=bots, seat=seat, when=BY_HAND, board=board)
        self._numbering = ActionNumbering(self._rows, board, compact)
        self.render_mode = render_mode_of(render_mode, self.metadata["render_modes"])
        count = len(self._numbering)
        self.observation_space: gymnasium.Space[Seen] = cast(
            gymnasium.Space[Seen], seen_space(self._rows.observations.shape[1], count)
        )
        self.action_space: SampledLegally = SampledLegally(count, self._mask)

    def __setstate__(self, kept: dict[str, object]) -> None:
        vars(self).update(kept)
        self.action_space.now = self._mask  # the space must use this environment, not the one that it was copied from

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Seen, Info]:
        """Start a new game and play to your first decision."""
        super().reset(seed=seed)
        refuse_options(options)
        self._rows.reset(int(self.np_random.integers(2**63)))
        return self._seen(), self._info()

    def step(self, action: np.int64) -> tuple[Seen, float, bool, bool, Info]:
        """Take your action; the others play until you must decide again."""
        chosen = actions_of([action], 1)
        try:
            self._rows.step(self._numbering.of_rules(chosen))
        except GameError as refusal:
            if self._rows.fresh[0]:
                raise  # the game is over
            self._rows.give_up(0)
            return self._seen(), -1.0, True, False, {**self._info(), "refusal": str(refusal)}
        if self.render_mode == "human":
            self.render()
        reward = float(self._rows.rewards[0, self._rows.me()[0]])
        return self._seen(), reward, bool(self._rows.over[0]), False, self._info()

    def _mask(self) -> npt.NDArray[np.int8]:
        return self._numbering.masks(self._rows.masks[0])

    def _seen(self) -> Seen:
        return {"observation": self._rows.observations[0].copy(), "action_mask": self._mask().copy()}

    def _info(self) -> Info:
        return {"action_mask": self._mask().copy(), "seat": int(self._rows.me()[0])}

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The mask of legal actions, under the name that sb3-contrib expects."""
        return np.array(self._mask(), np.bool_)

    def legal_actions(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float32]]:
        """The legal actions and their features, for networks that value a state and an action."""
        found = self._rows.legal_actions()
        return self._numbering.places(found.actions), found.features

    def action_text(self, action: int) -> str:
        """The text form of an action, as in records."""
        return self._rows.game.say(int(self._rows.me()[0]), int(self._numbering.actions[action]))

    def save_state(self) -> SavedState:
        """The state of the game and of the random stream for later games."""
        return {"rows": self._rows.save(), "np_random": self.np_random.bit_generator.state}

    def restore_state(self, saved: SavedState) -> tuple[Seen, Info]:
        """Restore a saved state; returns the observation, as `reset` does."""
        need_saved(saved, "rows", "np_random")
        self._rows.restore(saved["rows"])
        self.np_random.bit_generator.state = saved["np_random"]
        return self._seen(), self._info()

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """The table as you see it, as text or as a picture."""
        game, me = self._rows.game, int(self._rows.me()[0])
        text = game.show(game.view(self._rows.states[0], me))
        if self.render_mode == "rgb_array":
            return picture(text)
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Stop the threads."""
        self._rows.close()


class VectorAgainstBots(VectorEnv[Seen, npt.NDArray[np.int64], Numbers]):
    """Many games at once, stepped in compiled code on all cores. An illegal action raises a Refusal.

    With `copy=False` the next step overwrites the arrays that you get. If the game of a row is over, its mask is all
    ones until a new game begins, because the next action is ignored. If you give a list of seeds, one for each row, row
    n plays the same game as a single environment with that seed.
    """

    metadata: Info = {  # noqa: RUF012 (Gymnasium's form)
        "autoreset_mode": AutoresetMode.NEXT_STEP,
        "render_modes": ["ansi", "rgb_array"],
        "render_fps": 1,
    }

    def __init__(
        self,
        num_envs: int,
        game: str,
        seats: int,
        bots: Bots = OPPONENTS,
        seat: int | None = None,
        board: Chosen | None = None,
        compact: bool = False,
        autoreset_mode: AutoresetMode = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        threads: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        if autoreset_mode not in _WHEN:
            raise GameError(f"autoreset_mode must be NEXT_STEP or SAME_STEP, not {autoreset_mode}")
        _need_bots(seats, bots)
        self.num_envs, self.copy = num_envs, copy
        self.render_mode = render_mode_of(render_mode, self.metadata["render_modes"])
        self.metadata = {**self.metadata, "autoreset_mode": autoreset_mode}
        when = _WHEN[autoreset_mode]
        self._rows = Decisions(game, seats, num_envs, bots=bots, seat=seat, when=when, board=board, threads=threads)
        self._numbering = ActionNumbering(self._rows, board, compact)
        count = len(self._numbering)
        self.single_observation_space = seen_space(self._rows.observations.shape[1], count)
        self.single_action_space = gymnasium.spaces.Discrete(count)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed: int | list[int | None] | None = None, options: Info | None = None) -> tuple[Seen, Info]:
        """Start new games in all rows. A list of seeds has one for each row; None means a random seed."""
        refuse_options(options)
        if (seeds := a_seed_each(seed, self.num_envs)) is not None:
            streams = [seeding.np_random(cast(int | None, own))[0] for own in seeds]  # refuses what is not a seed
            super().reset(seed=cast(int | None, seeds[0]))
            self._rows.reset([int(own.integers(2**63)) for own in streams])
        else:
            super().reset(seed=cast(int | None, seed))
            self._rows.reset(int(self.np_random.integers(2**63)))
        return self._seen(), self._info()

    def step(self, actions: npt.NDArray[np.int64]) -> tuple[Seen, Numbers, Numbers, Numbers, Info]:
        """Take your action in every row; the others play until you must decide again."""
        rows = self._rows
        me = rows.me()
        rows.step(self._numbering.of_rules(actions_of(actions, rows.rows)))
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
        return self._numbering.places(self._rows.any_legal())

    def legal_actions(self) -> LegalActions:
        """The legal actions of all rows with their features, for networks that value a state and an action."""
        found = self._rows.legal_actions()
        return found._replace(actions=self._numbering.places(found.actions))

    def save_state(self) -> SavedState:
        """The state of all games and of the random stream for later games."""
        return {"rows": self._rows.save(), "np_random": self.np_random.bit_generator.state}

    def restore_state(self, saved: SavedState) -> tuple[Seen, Info]:
        """Restore a saved state; returns the observations, as `reset` does."""
        need_saved(saved, "rows", "np_random")
        self._rows.restore(saved["rows"])
        self.np_random.bit_generator.state = saved["np_random"]
        return self._seen(), self._info()

    def render(self) -> tuple[str | npt.NDArray[np.uint8], ...]:
        """All tables as you see them, as text or as pictures."""
        game, me = self._rows.game, self._rows.me()
        texts = [game.show(game.view(self._rows.states[row], int(seat))) for row, seat in enumerate(me)]
        return tuple(picture(text) if self.render_mode == "rgb_array" else text for text in texts)

    def _seen(self) -> Seen:
        seen: Seen = {"observation": self._rows.observations, "action_mask": self._numbering.masks(self._rows.masks)}
        return {name: array.copy() for name, array in seen.items()} if self.copy else seen

    def _last(self, row: int) -> Seen:
        anything = np.ones(len(self._numbering), np.int8)
        return {"observation": self._rows.finals[row].copy(), "action_mask": anything}

    def _info(self) -> Info:
        return {"seat": self._rows.me(), "_seat": np.ones(self._rows.rows, bool)}

    def close_extras(self, **kwargs: object) -> None:
        """Stop the threads."""
        self._rows.close()


def _need_bots(seats: int, bots: Bots) -> None:
    """Check that bots are given for the other seats."""
    if bots is None and seats != 1:
        raise GameError("`bots` must name who plays the other seats; to play every seat, use PettingZoo or Decisions")


_WHEN = {AutoresetMode.NEXT_STEP: NEXT_STEP, AutoresetMode.SAME_STEP: SAME_STEP}
