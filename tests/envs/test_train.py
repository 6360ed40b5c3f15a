"""The worked example learns: it ends better than it began."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "train_ppo.py"


@pytest.mark.long
@pytest.mark.skipif(importlib.util.find_spec("sb3_contrib") is None, reason="pip install 'allaboard[train]'")
def test_the_example_learns_miyajima_in_minutes(tmp_path: Path) -> None:
    curve = tmp_path / "curve.svg"
    command = [sys.executable, str(EXAMPLE), "--minutes", "3", "--curve", str(curve)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    words = done.stdout.splitlines()[-1].split()
    first, last = float(words[1]), float(words[3].rstrip(";"))
    assert last > first + 0.2, done.stdout
    assert curve.read_text().startswith("<svg")
