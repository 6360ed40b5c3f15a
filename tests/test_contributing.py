"""The steps of CONTRIBUTING.md, followed to the letter in a copy of the package."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_adding_a_game_by_the_numbered_steps(tmp_path: Path) -> None:
    shutil.copytree(
        ROOT / "src" / "allaboard",
        tmp_path / "src" / "allaboard",
        ignore=shutil.ignore_patterns("__pycache__", "static"),
    )
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```(?:python\n# |markdown\n<!-- )(src/\S+)(?: -->)?\n(.*?)```", text, re.DOTALL)
    assert [Path(name).name for name, _ in blocks] == ["__init__.py", "rules.py", "words.py", "rulebook.md"]
    for name, body in blocks:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(body, encoding="utf-8")

    def allaboard(*words: str) -> str:
        env = {**os.environ, "PYTHONPATH": str(tmp_path / "src"), "XDG_CACHE_HOME": str(tmp_path / "cache")}
        command = [sys.executable, "-m", "allaboard", *words]
        done = subprocess.run(command, env=env, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert "Ten cars make a train" in allaboard("rules", "coupling")
    allaboard("simulate", "coupling", "--seats", "3", "--games", "3", "--records", "games.txt")
    assert allaboard("verify", "games.txt").count("holds (coupling") == 3
    assert "wins." in allaboard("replay", "games.txt")
