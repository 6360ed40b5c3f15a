"""The house as it is drawn: imports point one way, every clause has a test, nothing heavy is imported by accident."""

import ast
import re
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest

from allaboard import game_names
from allaboard.game import load

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "allaboard"
FLOORS = [
    {"cache"},
    {"record"},
    {"rng"},
    {"game"},
    {"board"},
    {"games"},
    {"fair"},
    {"notation"},
    {"plain"},
    {"bots"},
    {"simulate"},
    {"envs", "server"},
    {"tui"},
    {"cli"},
]
FLOOR = {name: level for level, names in enumerate(FLOORS) for name in names}


def layer(module: str) -> str | None:
    """The part of the house that a module belongs to; None for the package's own front door."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else None


def imports(file: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {
                f"{node.module}.{alias.name}" if node.module == "allaboard" else node.module for alias in node.names
            }
    return {name for name in found if name.split(".")[0] == "allaboard"}


def test_imports_point_one_way() -> None:
    wrong = []
    for file in PACKAGE.rglob("*.py"):
        here = file.relative_to(PACKAGE).with_suffix("").parts[0]
        if here in ("__init__", "__main__"):
            continue
        assert here in FLOOR, f"{here} has no floor in the house: add it to FLOORS"
        for name in imports(file):
            there = layer(name)
            if there is None or there in ("__version__", "game_names"):
                continue
            level = FLOOR.get(there, 99)
            if level > FLOOR[here] or (level == FLOOR[here] and there != here):
                wrong.append(f"{file.relative_to(ROOT)} imports {name}")
    assert not wrong


def test_a_game_knows_no_other_game() -> None:
    for name in game_names():
        for file in (PACKAGE / "games" / name).rglob("*.py"):
            others = {m for m in imports(file) if m.startswith("allaboard.games.")}
            assert all(m.split(".")[2] == name for m in others), file


def clauses(name: str) -> list[str]:
    """A game's clauses, as its rulebook numbers them."""
    text = files(f"allaboard.games.{name}").joinpath("rulebook.md").read_text(encoding="utf-8")
    found = set(re.findall(r"\b[A-Z][0-9]{1,2}\b", " ".join(re.findall(r"\*\*(.+?)\*\*", text))))
    return sorted(found, key=lambda clause: int(clause[1:]))


def clauses_with_a_test() -> set[str]:
    found: set[str] = set()
    for file in (ROOT / "tests").rglob("test_*.py"):
        for marked in re.findall(r"mark\.clause\(([^)]*)\)", file.read_text(encoding="utf-8")):
            found |= set(re.findall(r"[A-Z][0-9]+", marked))
    return found


@pytest.mark.parametrize(("name", "last"), [("miyajima", "M11"), ("hachi", "H13"), ("runaway", "R13")])
def test_every_clause_has_a_test(name: str, last: str) -> None:
    assert clauses(name) == [f"{last[0]}{n}" for n in range(1, int(last[1:]) + 1)]
    assert [clause for clause in clauses(name) if clause not in clauses_with_a_test()] == []


def test_the_rulebooks_tell_every_ruling() -> None:
    for name in game_names():
        text = files(f"allaboard.games.{name}").joinpath("rulebook.md").read_text(encoding="utf-8")
        assert "*Ruling" in text
        assert load(name).title in text


@pytest.mark.parametrize("words", [["--help"], ["verify", "--help"], ["simulate", "--help"], ["--version"]])
def test_help_imports_neither_numba_nor_numpy(words: list[str]) -> None:
    code = (
        "import sys; sys.argv = ['allaboard', *sys.argv[1:]]\n"
        "from allaboard.cli import main\n"
        "try: main()\n"
        "except SystemExit as e: assert not e.code\n"
        "assert not {'numba', 'numpy', 'litestar', 'polars', 'textual'} & set(sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_no_index_address_or_private_path_is_in_the_repo() -> None:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if listed.returncode:
        pytest.skip("not a git checkout")
    index = re.compile(rb'"resolved": *"http|registry *= *"?http|--(extra-)?index-url')
    for name in filter(None, listed.stdout.decode().split("\0")):
        path = ROOT / name
        if path.is_file() and path != Path(__file__) and index.search(path.read_bytes()) is not None:
            raise AssertionError(f"{name} names a package index")
