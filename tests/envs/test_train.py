"""The example learns, saves its network, and reports how good it is."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

from allaboard.envs.network import Network, returns_of

EXAMPLE = Path(__file__).parents[2] / "examples" / "train_ppo.py"


@pytest.mark.long
@pytest.mark.skipif(importlib.util.find_spec("sb3_contrib") is None, reason="pip install 'allaboard[train]'")
def test_the_example_learns_miyajima_in_minutes(tmp_path: Path) -> None:
    curve, out = tmp_path / "curve.svg", tmp_path / "ppo.npz"
    command = [sys.executable, str(EXAMPLE), "--minutes", "3", "--curve", str(curve), "--out", str(out)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    words = done.stdout.splitlines()[-2].split()
    first, last = float(words[1]), float(words[3])
    assert last > first + 0.2, done.stdout
    assert curve.read_text().startswith("<svg")
    assert returns_of(Network.read(out), 100, seed=3).mean() > first + 0.2
