"""The README's own blocks run."""

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from allaboard import notation
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


def test_the_record_of_the_best_game_holds_and_has_the_score_that_is_told() -> None:
    (said,) = re.findall(r"scored (\d+) \(\[its record\]\((.*?)\)", README)
    (record,) = notation.read((Path(__file__).parents[1] / said[1]).read_text(encoding="utf-8"))
    assert notation.verify(record) is None
    assert record.tail["score"][1] == [int(said[0])]
