"""Train a masked PPO on one of the games and watch it learn: under five minutes on two cores.

    pip install 'allaboard[train]'
    python examples/train_ppo.py --game miyajima --minutes 4 --curve curve.svg

The learner is MaskablePPO of sb3-contrib; the games are stepped in compiled code, so nearly all of the time is the
network's. For solo Miyajima the curve is the mean score; against bots it is the mean balance of ranks.
"""

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecEnv

from allaboard.envs import SAME_STEP, Decisions
from allaboard.envs.spaces import seen_space


class Games(VecEnv):
    """Many games as Stable-Baselines3 wants them: plain observations, and the masks when asked for."""

    def __init__(self, game: str, seats: int, rows: int, bots: str) -> None:
        self.games = Decisions(game, seats, rows, bots=bots, when=SAME_STEP)
        space = seen_space(self.games.observations.shape[1], self.games.masks.shape[1])
        from gymnasium.spaces import Discrete

        super().__init__(rows, space["observation"], Discrete(self.games.masks.shape[1]))
        self.totals, self.finished = np.zeros(rows), [0.0]

    def reset(self) -> Any:
        """New games in all rows."""
        self.games.reset(0)
        return self.games.observations.copy()

    def step_async(self, actions: Any) -> None:
        """Keep the actions for a moment."""
        self.actions = actions

    def step_wait(self) -> Any:
        """Step all rows; a finished game gives way to a new one at once."""
        me = self.games.me()
        self.games.step(self.actions)
        rewards = self.games.rewards[np.arange(self.num_envs), me]
        over = self.games.over.astype(bool)
        self.totals += rewards
        self.finished.extend(self.totals[over])
        self.totals[over] = 0
        infos = [
            {"terminal_observation": self.games.finals[row].copy()} if over[row] else {} for row in range(len(over))
        ]
        return self.games.observations.copy(), rewards.copy(), over, infos

    def env_method(self, method_name: str, *_: Any, indices: Any = None, **__: Any) -> list[Any]:
        """The masks, under the name that sb3-contrib asks for."""
        assert method_name == "action_masks"
        return list(self.games.masks.astype(bool))

    def has_attr(self, name: str) -> bool:
        """Masks are all that there is."""
        return name == "action_masks"

    def get_attr(self, name: str, indices: Any = None) -> list[Any]:
        """Nothing to draw."""
        return [None] * self.num_envs

    def set_attr(self, name: str, value: Any, indices: Any = None) -> None:
        """Nothing to set."""

    def env_is_wrapped(self, wrapper: Any, indices: Any = None) -> list[bool]:
        """Nothing is."""
        return [False] * self.num_envs

    def close(self) -> None:
        """Let the threads go."""
        self.games.close()


class Curve(BaseCallback):
    """Writes down how the last games went after every rollout, and stops when the time is up."""

    def __init__(self, games: Games, seconds: float) -> None:
        super().__init__()
        self.games, self.until, self.began = games, time.monotonic() + seconds, time.monotonic()
        self.points: list[tuple[int, float]] = []

    def _on_step(self) -> bool:
        return time.monotonic() < self.until

    def _on_rollout_end(self) -> None:
        last = self.games.finished[-2000:]
        self.games.finished[:] = self.games.finished[-2000:]
        self.points.append((self.num_timesteps, float(np.mean(last))))
        best = max(1e-9, *(value for _, value in self.points))
        bar = "█" * round(40 * max(0.0, self.points[-1][1] / best))
        spent = time.monotonic() - self.began
        print(f"{self.num_timesteps:>9,} steps  {spent:>4.0f} s  {self.points[-1][1]:>7.3f} {bar}", flush=True)


def draw(points: list[tuple[int, float]], path: Path) -> None:
    """The curve as a small SVG."""
    xs, ys = np.array(points, float).T
    x = 40 + 540 * (xs - xs[0]) / max(1.0, xs[-1] - xs[0])
    y = 260 - 220 * (ys - ys.min()) / max(1e-9, ys.max() - ys.min())
    line = " ".join(f"{a:.1f},{b:.1f}" for a, b in zip(x, y, strict=True))
    path.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 300" font-family="sans-serif" font-size="12">'
        f'<polyline fill="none" stroke="#1864ab" stroke-width="2" points="{line}"/>'
        f'<text x="4" y="44">{ys.max():.2f}</text><text x="4" y="264">{ys.min():.2f}</text>'
        f'<text x="440" y="290">{xs[-1]:,.0f} decisions</text></svg>\n',
        encoding="utf-8",
    )


def train(game: str, seats: int, bots: str, minutes: float, rows: int = 64) -> list[tuple[int, float]]:
    """Learn for so long; returns the curve."""
    torch.set_num_threads(1)  # the network is small: a second thread would only wait
    games = Games(game, seats, rows, bots)
    learner = MaskablePPO(
        "MlpPolicy", games, n_steps=128, batch_size=1024, n_epochs=4, learning_rate=1e-3, gamma=1.0, gae_lambda=0.97,
        ent_coef=0.01, policy_kwargs={"net_arch": [128, 128]}, seed=1, device="cpu",
    )  # fmt: skip
    curve = Curve(games, 60 * minutes)
    learner.learn(10**9, callback=curve)
    return curve.points


def main() -> None:
    """Read the command line, train, draw."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="miyajima", choices=["miyajima", "hachi", "runaway"])
    parser.add_argument("--seats", type=int)
    parser.add_argument("--bots", default="random")
    parser.add_argument("--minutes", type=float, default=4)
    parser.add_argument("--curve", type=Path, default=Path("curve.svg"))
    chosen = parser.parse_args()
    seats = chosen.seats or (1 if chosen.game == "miyajima" else 3)
    points = train(chosen.game, seats, chosen.bots, chosen.minutes)
    draw(points, chosen.curve)
    print(f"from {points[0][1]:.3f} to {points[-1][1]:.3f}; the curve is in {chosen.curve}")


if __name__ == "__main__":
    main()
