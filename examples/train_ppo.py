"""Train a masked PPO on one of the games, evaluate it and save it as a bot: a few minutes on one core.

    pip install 'allaboard[train]'
    python examples/train_ppo.py --task MiyajimaSolo --minutes 4 --out ppo.npz --curve curve.svg
    allaboard ladder miyajima --seats 1 --bots "medium,exec:python -m allaboard.envs.network ppo.npz"

A task is one of the Gymnasium environments (`allaboard/MiyajimaSolo-v0` …). The learner is MaskablePPO of sb3-contrib.
The games are stepped in compiled code, so the network takes almost all of the time. The curve shows the mean return:
the score divided by 100 in a solo game; against bots, the share of opponents beaten minus the share that won, from -1
to 1.
"""

import argparse
import math
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback

from allaboard.environments import NAMESPACE, Parameters, ids
from allaboard.envs.network import Network, returns_of
from allaboard.envs.sb3 import Games

Points = list[tuple[int, float]]
"""The learning curve: steps, and the mean return of the last games."""
TASKS = {name.removeprefix(f"{NAMESPACE}/").removesuffix("-v0"): kwargs for name, kwargs in ids().items()}


class Curve(BaseCallback):
    """Records the returns of the last games after every rollout, and stops when the time is up."""

    def __init__(self, games: Games, seconds: float) -> None:
        super().__init__()
        self.games, self.until, self.began = games, time.monotonic() + seconds, time.monotonic()
        self.points: list[tuple[int, float]] = []

    def _on_step(self) -> bool:
        return time.monotonic() < self.until

    def _on_rollout_end(self) -> None:
        last = self.games.finished[-2000:]
        self.games.finished[:] = last
        if not last:
            return
        self.points.append((self.num_timesteps, float(np.mean(last))))
        spent = time.monotonic() - self.began
        print(f"{self.num_timesteps:>9,} steps  {spent:>4.0f} s  {self.points[-1][1]:>7.3f}", flush=True)


def draw(points: Points, path: Path) -> None:
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


def train(task: Parameters, bots: str, minutes: float, steps: int, seed: int) -> tuple[Network, Points]:
    """Learn until the minutes or the steps are used up; returns the network and the curve."""
    torch.set_num_threads(1)  # the network is small: more threads would not help
    given: Parameters = {"compact": True, **task}
    given["bots"] = bots
    games = Games(**given, rows=64, seed=seed)
    learner = MaskablePPO(
        "MlpPolicy", games, n_steps=128, batch_size=1024, n_epochs=4, learning_rate=1e-3, gamma=1.0, gae_lambda=0.97,
        ent_coef=0.01, policy_kwargs={"net_arch": [128, 128]}, seed=seed, device="cpu",
    )  # fmt: skip
    curve = Curve(games, 60 * minutes)
    learner.learn(steps, callback=curve)
    games.close()
    return network_of(learner.policy, given), curve.points


def network_of(policy: Any, task: Parameters) -> Network:
    """The layers of the policy that value the actions."""
    linear = [layer for layer in policy.mlp_extractor.policy_net if isinstance(layer, torch.nn.Linear)]
    layers = [
        (layer.weight.detach().numpy().T.copy(), layer.bias.detach().numpy().copy())
        for layer in (*linear, policy.action_net)
    ]
    return Network(task["game"], task["seats"], layers, task.get("board") or {}, task["compact"])


def main() -> None:
    """Read the command line, train, evaluate, save."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--task", default="MiyajimaSolo", choices=TASKS)
    parser.add_argument("--bots", default="medium", help="the bots at the other seats")
    parser.add_argument("--minutes", type=float, help="how long it learns (default: 4, or no limit with --steps)")
    parser.add_argument("--steps", type=int, help="how many decisions it learns from, the same on any machine")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=500, help="how many games are played to evaluate it")
    parser.add_argument("--out", type=Path, default=Path("ppo.npz"), help="the file for the network")
    parser.add_argument("--curve", type=Path, help="the file for the learning curve, as SVG")
    args = parser.parse_args()
    minutes = args.minutes or (math.inf if args.steps else 4)
    network, points = train(TASKS[args.task], args.bots, minutes, args.steps or 10**9, args.seed)
    network.save(args.out)
    if args.curve and points:
        draw(points, args.curve)
    if points:
        print(f"from {points[0][1]:.3f} to {points[-1][1]:.3f} while learning")
    found = returns_of(Network.read(args.out), args.games, args.bots, seed=args.seed + 1)
    error = 1.96 * found.std() / len(found) ** 0.5
    print(f"{args.out}: {found.mean():.3f} ± {error:.3f} in {len(found)} games that it was not trained on")


if __name__ == "__main__":
    main()
