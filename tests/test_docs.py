"""README and the documentation: links lead somewhere, code blocks run, generated parts are fresh, the site builds."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer.main
from typer.testing import CliRunner

from allaboard import game_names, notation
from allaboard.board import read_board
from allaboard.cli import app
from allaboard.envs.encoding import reachable
from allaboard.envs.gymnasium import ids
from allaboard.envs.picture import HEIGHT, WIDTH
from allaboard.game import load

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = [
    *(ROOT / name for name in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md")),
    *(page for page in sorted(DOCS.rglob("*.md")) if "build" not in page.relative_to(DOCS).parts),
]
TEXTS = {str(page.relative_to(ROOT)): page.read_text(encoding="utf-8") for page in PAGES}
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ELSEWHERE = ("docs/tutorials/add-a-game.md",)  # test_contributing.py follows it
NOT_HERE = ("make", "pip", "docker", "python3", "/opt/allaboard/bin/pip")  # these need a network or another machine


def prose(text: str) -> str:
    """A page without its blocks of code."""
    return re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)


def anchors(text: str) -> set[str]:
    """The anchors of a page's headings."""
    heads = re.findall(r"^#+ (.+)$", prose(text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).strip().replace(" ", "-") for head in heads}


# ---- links and figures


@pytest.mark.parametrize("name", TEXTS)
def test_links_lead_somewhere(name: str) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", prose(TEXTS[name])):
        if re.match(r"https?:", target):
            continue
        file, _, anchor = target.partition("#")
        path = (ROOT / name).parent / file if file else ROOT / name
        assert path.exists(), f"{name}: {target}"
        if anchor:
            assert anchor in anchors(path.read_text(encoding="utf-8")), f"{name}: {target}"


def test_the_pictures_of_environments_are_what_they_render() -> None:
    for picture in (DOCS / "pictures" / "environments").glob("*.png"):
        head = picture.read_bytes()[:24]
        assert head[:8] == b"\x89PNG\r\n\x1a\n"
        assert (int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")) == (WIDTH, HEIGHT)


# ---- code blocks


def runnable() -> Iterator[str]:
    """The pages with blocks that can run here."""
    for name, text in TEXTS.items():
        if name not in ELSEWHERE and any(kind in ("python", "console") for kind, _ in FENCE.findall(text)):
            yield name


@pytest.mark.parametrize("name", [*runnable()])
def test_the_blocks_of_a_page_run_in_order(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("ALLABOARD_DB", f"sqlite:///{tmp_path / 'tables.db'}")
    for kind, block in FENCE.findall(TEXTS[name]):
        if kind == "python" and (saved := re.match(r"# (\w+\.py)\n", block)):
            (tmp_path / saved[1]).write_text(block, encoding="utf-8")
        elif kind == "python":
            exec(compile(block, name, "exec"), {"__name__": "__docs__"})
        elif kind == "console":
            for command in re.findall(r"^\$ (.*)$", block, re.MULTILINE):
                run_command(command)


def run_command(command: str) -> None:
    """A line of a console, as far as it can run here."""
    words, _, file = command.partition(" > ")
    name, *rest = shlex.split(words, comments=True)
    if name == "allaboard" and not {"serve", "db"} & {*rest[:1]}:
        done = CliRunner().invoke(app, rest)
        assert done.exit_code == 0, (command, done.output)
        said = done.stdout
    elif name == "printf":
        said = subprocess.run([name, *rest], capture_output=True, text=True, check=True).stdout
    else:
        assert name in (*NOT_HERE, "allaboard"), f"nobody has said how to try {name}"
        return
    if file:
        Path(file).write_text(said, encoding="utf-8")


def commands() -> Iterator[tuple[str, str]]:
    """Every line that calls `allaboard` in a shell block, with its page."""
    for name, text in TEXTS.items():
        for kind, block in FENCE.findall(text):
            if kind in ("sh", "console"):
                for line in re.findall(r"(?:^|[/ ])allaboard ([a-z].*)$", block, re.MULTILINE):
                    yield name, line


def test_every_command_and_option_that_is_shown_exists() -> None:
    seen = 0
    for page, line in commands():
        known = typer.main.get_command(app)
        words = shlex.split(line, comments=True)
        while hasattr(known, "commands"):
            assert words[0] in known.commands, f"{page}: {line}"
            known = known.commands[words.pop(0)]
        options = {name for one in known.params for name in (*one.opts, *one.secondary_opts)}
        for word in words:
            if word.startswith("--"):
                seen += 1
                assert word.partition("=")[0] in options, f"{page}: {line}"
    assert seen > 40


def test_the_board_file_of_the_boards_page_is_one() -> None:
    (block,) = re.findall(r"```toml\n(.*?)```", TEXTS["docs/reference/boards.md"], re.DOTALL)
    assert read_board(block, load("runaway")) == {"start_speed": 2, "long.end": 64}


# ---- generated parts, and the site


def test_generated_parts_are_up_to_date() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "docs.generate", "--check"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{done.stdout}{done.stderr}run `make reference`"


def test_every_game_and_every_environment_has_its_pages() -> None:
    for game in game_names():
        for page in (f"rules/{game}.md", f"rules/{game}.ja.md", f"reference/events/{game}.md"):
            assert (DOCS / page).exists(), page
        for page, part in (("boards", "board"), ("parquet", "columns")):
            assert f"<!-- generated {part} {game} -->" in TEXTS[f"docs/reference/{page}.md"]
    every = "\n".join(text for name, text in TEXTS.items() if name.startswith("docs/reference/environments/"))
    for name in ids():
        short = name.removeprefix("allaboard/").removesuffix("-v0")
        assert f"<!-- generated environment {short} -->" in every
    index = TEXTS["docs/reference/environments/index.md"]
    assert f"Hachi with 3 seats then has {len(reachable('hachi', 3))} actions instead" in index


def test_the_site_builds_without_warnings(tmp_path: Path) -> None:
    pytest.importorskip("furo")
    recipe = re.search(r"\$\(BIN\)/python (-m sphinx .*) docs docs/build/html", (ROOT / "Makefile").read_text())
    assert recipe
    done = subprocess.run(
        [sys.executable, *recipe[1].split(), str(DOCS), str(tmp_path / "html")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "html" / "reference" / "python" / "game.html").read_text(encoding="utf-8")
    assert "play_text" in page, "the Python API comes from the docstrings"


def test_the_record_of_the_best_game_holds_and_has_the_score_that_is_told() -> None:
    ((score, file),) = re.findall(r"scored (\d+) \(\[record\]\((.*?)\)", TEXTS["docs/measurements.md"])
    (record,) = notation.read_records((DOCS / file).read_text(encoding="utf-8"))
    assert notation.verify(record) is None
    assert record.tail["score"][1] == [int(score)]
