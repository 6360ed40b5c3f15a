"""The README's own blocks run."""

import re
import shlex
import subprocess
from pathlib import Path

import pytest
from typer.testing import CliRunner

from allaboard import game_names, notation
from allaboard.board import read_board
from allaboard.cli import app
from allaboard.envs.encoding import encoder, reachable, size
from allaboard.envs.gymnasium import ids
from allaboard.game import load
from allaboard.simulate.plan import tally_of

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
DOCS = {page.stem: page.read_text(encoding="utf-8") for page in (ROOT / "docs").glob("*.md")}


def test_the_commands_of_the_readme_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    commands = re.findall(r"^\$ (.*)$", "\n".join(re.findall(r"```console\n(.*?)```", README, re.S)), re.M)
    assert commands
    for command in commands:
        words, _, file = command.partition(" > ")
        name, *rest = shlex.split(words, comments=True)
        if name == "allaboard":
            done = CliRunner().invoke(app, rest)
            assert done.exit_code == 0, (command, done.output)
            said = done.stdout
        else:
            assert name == "printf"
            said = subprocess.run([name, *rest], capture_output=True, text=True, check=True).stdout
        if file:
            Path(file).write_text(said)
    assert "long.end" in Path("compare.html").read_text(), "the page says what the boards differ in"


@pytest.mark.parametrize("block", re.findall(r"```python\n(.*?)```", README + DOCS["environments"], re.DOTALL))
def test_the_python_of_the_readme_runs(block: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    exec(compile(block, "README.md", "exec"), {"__name__": "__readme__"})


def test_the_record_of_the_best_game_holds_and_has_the_score_that_is_told() -> None:
    (said,) = re.findall(r"scored (\d+) \(\[its record\]\((.*?)\)", README)
    (record,) = notation.read_records((Path(__file__).parents[1] / said[1]).read_text(encoding="utf-8"))
    assert notation.verify(record) is None
    assert record.tail["score"][1] == [int(said[0])]


def test_the_page_of_the_environments_is_true() -> None:
    page = DOCS["environments"]
    for name, made in ids().items():
        game, seats, board = made["game"], made["seats"], made.get("board")
        actions = len(reachable(game, seats, board)) if made.get("compact") else load(game).rules.ACTIONS
        assert f"| `{name}` | {load(game).title} | {seats} | {actions} | {size(game, seats, board)} |" in page
    assert f"Hachi with 3 seats then has {len(reachable('hachi', 3))} instead" in page
    for game in game_names():
        for part in encoder(game).layout(3, load(game).OPTIONS):
            assert f"`{re.sub('_0$', '', part)}`" in page or re.search("_[12]$", part), (game, part)


def test_the_pages_of_boards_and_columns_name_every_field() -> None:
    for game in game_names():
        for option in load(game).OPTIONS:
            known = option.split(".")[0] in ("orange", "yellow", "green", "blue", "purple")
            assert known or f"`{option}`" in DOCS["boards"], option
        for column in tally_of(game)[0].fields:
            assert column.startswith("_") or f"`{column}`" in DOCS["parquet"], column
    (block,) = re.findall(r"```toml\n(.*?)```", DOCS["boards"], re.DOTALL)
    assert read_board(block, load("runaway")) == {"start_speed": 2, "long.end": 64}
