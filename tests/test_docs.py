"""README and the documentation: links are valid, code blocks run, generated parts are up to date, the site builds."""

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
from allaboard.environments import ids
from allaboard.envs.encoding import reachable
from allaboard.envs.picture import HEIGHT, WIDTH
from allaboard.game import load

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = [
    *(ROOT / name for name in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md")),
    *(page for page in sorted(DOCS.rglob("*.md")) if "build" not in page.relative_to(DOCS).parts),
]
TEXTS = {str(page.relative_to(ROOT)): page.read_text(encoding="utf-8") for page in PAGES}
FENCE = re.compile(r"^(?:<!-- not run: (.+) -->\n)?```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
"""A code block: the reason why it is not run, if there is one; its language; and its text."""
ELSEWHERE = ("docs/tutorials/add-a-game.md",)  # test_add_a_game.py follows it
NOT_HERE = ("make", "pip", "docker", "python3", "/opt/allaboard/bin/pip", ".")  # they need a network or another machine


def prose(text: str) -> str:
    """A page without its blocks of code."""
    return re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)


def anchors(text: str) -> set[str]:
    """The anchors of a page's headings."""
    heads = re.findall(r"^#+ (.+)$", prose(text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).strip().replace(" ", "-") for head in heads}


# ---- links and figures


@pytest.mark.parametrize("name", TEXTS)
def test_links_are_valid(name: str) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", prose(TEXTS[name])):
        if re.match(r"https?:", target):
            continue
        file, _, anchor = target.partition("#")
        path = (ROOT / name).parent / file if file else ROOT / name
        assert path.exists(), f"{name}: {target}"
        if anchor:
            assert anchor in anchors(path.read_text(encoding="utf-8")), f"{name}: {target}"


def test_source_files_that_are_named_exist() -> None:
    files = [str(file.relative_to(ROOT)) for top in ("src", "tests", "benchmarks") for file in (ROOT / top).rglob("*")]
    files += [str(file.relative_to(ROOT)) for file in (ROOT / "client" / "src").rglob("*.ts")]
    seen = 0
    for name, text in TEXTS.items():
        if name in ("ARCHITECTURE.md", "CONTRIBUTING.md") or name.startswith("docs/explanation/"):
            for file in re.findall(r"`([\w/.-]+\.(?:py|ts|ll|ftl|npz))`", prose(text)):
                seen += 1
                assert any(one == file or one.endswith(f"/{file}") for one in files), f"{name}: {file}"
    assert seen > 40


def test_the_pictures_of_environments_are_what_they_render() -> None:
    for picture in (DOCS / "pictures" / "environments").glob("*.png"):
        head = picture.read_bytes()[:24]
        assert head[:8] == b"\x89PNG\r\n\x1a\n"
        assert (int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")) == (WIDTH, HEIGHT)


# ---- code blocks


def runnable() -> Iterator[str]:
    """The pages with blocks that can run here."""
    for name, text in TEXTS.items():
        if name not in ELSEWHERE and any(kind in ("python", "console", "sh") for _, kind, _ in FENCE.findall(text)):
            yield name


def shell_lines(kind: str, block: str) -> list[str]:
    """The commands of a shell block. In a console block they begin with `$`."""
    return re.findall(r"^\$ (.*)$" if kind == "console" else r"^(\S.*)$", block, re.MULTILINE)


def saved_as(block: str) -> str | None:
    """The file that a Python block belongs to, if its first line names one."""
    found = re.match(r"# (\w+\.py)\n", block)
    return found[1] if found else None


@pytest.mark.parametrize("name", [*runnable()])
def test_the_blocks_of_a_page_run_in_order(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("ALLABOARD_DB", f"sqlite:///{tmp_path / 'tables.db'}")
    blocks = FENCE.findall(TEXTS[name])
    for _, kind, block in reversed(blocks):  # a command may come before the file that it uses
        if kind == "python" and (file := saved_as(block)):
            (tmp_path / file).write_text(block, encoding="utf-8")
    for reason, kind, block in blocks:
        if reason:
            continue
        if kind == "python" and (file := saved_as(block)):
            (tmp_path / file).write_text(block, encoding="utf-8")
        elif kind == "python":
            exec(compile(block, name, "exec"), {"__name__": "__docs__"})
        elif kind in ("console", "sh"):
            for command in shell_lines(kind, block):
                run_command(command)


def run_command(command: str) -> None:
    """Run a line of a console block, if it can run here."""
    words, _, file = command.partition(" > ")
    name, *rest = shlex.split(words, comments=True)
    if name == "allaboard" and not {"serve", "db"} & {*rest[:1]}:
        done = CliRunner().invoke(app, rest)
        assert done.exit_code == 0, (command, done.output)
        said = done.stdout
    elif name == "printf":
        said = subprocess.run([name, *rest], capture_output=True, text=True, check=True).stdout
    else:
        assert name in (*NOT_HERE, "allaboard"), f"this test does not know how to run {name}"
        return
    if file:
        Path(shlex.split(file, comments=True)[0]).write_text(said, encoding="utf-8")


def commands() -> Iterator[tuple[str, str]]:
    """Every line that calls `allaboard`, in a shell block or inside a sentence, with its page."""
    for name, text in TEXTS.items():
        for _, kind, block in FENCE.findall(text):
            if kind in ("sh", "console"):
                for line in re.findall(r"(?:^|[/ ])allaboard ([a-z].*)$", block, re.MULTILINE):
                    yield name, line
        if name != "CHANGELOG.md":  # it names several commands at once, and commands of the past
            for line in re.findall(r"(?<!`)`allaboard ([a-z][^`]*)`(?!`)", prose(text)):
                yield name, " ".join(line.split())


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


def not_run() -> Iterator[tuple[str, str]]:
    """The commands of blocks that are not run, with their pages."""
    for name, text in TEXTS.items():
        for reason, kind, block in FENCE.findall(text):
            if reason and kind in ("sh", "console"):
                yield from ((name, line) for line in shell_lines(kind, block))


@pytest.mark.parametrize(("page", "line"), [*not_run()])
def test_a_command_that_is_not_run_has_arguments_that_its_program_takes(page: str, line: str) -> None:
    program, *words = shlex.split(re.sub(r"^(?:[A-Z_]+=\S+ )+", "", line), comments=True)  # variables come first
    if Path(program).name == "allaboard":
        known = typer.main.get_command(app)
        while hasattr(known, "commands"):
            known = known.commands[words.pop(0)]
        known.make_context("docs", words)  # a UsageError says what is wrong
    elif program == "python":
        script = (ROOT / words[0]).read_text(encoding="utf-8")  # what it imports may not be installed
        for option in re.findall(r"--[\w-]+", " ".join(words[1:])):
            assert f'add_argument("{option}"' in script, f"{page}: {line}"
    else:
        assert program in NOT_HERE, f"this test does not know how to run {program}"


def test_every_target_of_make_that_is_shown_exists() -> None:
    made = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    shown = {
        target for text in TEXTS.values() for target in re.findall(r"(?:`|^    )make ([a-z]+)", text, re.MULTILINE)
    }
    assert {"serve", "test", "docs"} <= shown <= {*made}


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


def test_the_record_of_the_best_game_is_valid_and_has_the_documented_score() -> None:
    ((score, file),) = re.findall(r"scored (\d+) \(\[record\]\((.*?)\)", TEXTS["docs/measurements.md"])
    (record,) = notation.read_records((DOCS / file).read_text(encoding="utf-8"))
    assert notation.verify(record) is None
    assert record.tail["score"][1] == [int(score)]
