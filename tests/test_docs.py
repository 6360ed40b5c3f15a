"""The README's own blocks run."""

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from allaboard.cli import app

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")


def test_the_commands_of_the_readme_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    commands = re.findall(r"^\$ allaboard (.*)$", "\n".join(re.findall(r"```console\n(.*?)```", README, re.S)), re.M)
    assert commands
    for command in commands:
        done = CliRunner().invoke(app, shlex.split(command, comments=True))
        assert done.exit_code == 0, (command, done.output)


@pytest.mark.parametrize("block", re.findall(r"```python\n(.*?)```", README, re.DOTALL))
def test_the_python_of_the_readme_runs(block: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    exec(compile(block, "README.md", "exec"), {"__name__": "__readme__"})
