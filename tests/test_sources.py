"""Compiled code is cached by the sources that it is made of: all of them, and no others."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from allaboard import game_names, sources
from allaboard.record import INTERPRETED
from allaboard.rng import below, stream


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A package of another distribution: one game that imports modules in every way, and another game."""
    files = {
        "__init__.py": "",
        "shared.py": "ONE = 1\n",
        "deep.py": "TWO = 2\n",
        "unused.py": "THREE = 3\n",
        "one/__init__.py": "GAME = 1\n",
        "one/rules.py": (
            "import numpy as np\n"
            "from sourcehouse import (\n    unused_name,  # why\n    deep,\n)\n"
            "from sourcehouse.one import parts as p\n"
            "from .near import thing\n"
            "def later():\n    import sourcehouse.shared as s\n"
        ),
        "one/parts.py": "from . import far\n",
        "one/far.py": "FAR = 1\n",
        "one/near.py": "thing = 1\n",
        "two/__init__.py": "",
        "two/rules.py": "from sourcehouse.shared import ONE\n",
    }
    folder = tmp_path / "sourcehouse"
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    __import__("sourcehouse")
    yield folder
    sys.modules.pop("sourcehouse")


def digest(module: str) -> str | None:
    """The digest that another process would compute, without a cache."""
    for remembered in (sources.imports, sources.file_of):
        remembered.cache_clear()
    return sources.digest([module])


@pytest.mark.parametrize(
    "edited", ["one/rules.py", "one/__init__.py", "deep.py", "one/parts.py", "one/far.py", "one/near.py", "shared.py"]
)
def test_an_edit_in_whatever_a_module_imports_changes_its_digest(house: Path, edited: str) -> None:
    before = digest("sourcehouse.one.rules")
    assert before == digest("sourcehouse.one.rules"), "without an edit it stays"
    (house / edited).write_text((house / edited).read_text() + "# another word\n")
    assert digest("sourcehouse.one.rules") != before


@pytest.mark.parametrize("edited", ["two/rules.py", "two/__init__.py", "unused.py"])
def test_an_edit_in_what_it_does_not_import_changes_nothing(house: Path, edited: str) -> None:
    before = digest("sourcehouse.one.rules")
    (house / edited).write_text("EDITED = 1\n")
    assert digest("sourcehouse.one.rules") == before


def made_of(module: str) -> set[str]:
    """A module and everything that it imports, directly or indirectly."""
    found, waiting = set(), [module]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += sources.imports(name)
    return found


@pytest.mark.parametrize("name", game_names())
def test_the_rules_of_a_game_are_made_of_no_other_game(name: str) -> None:
    modules = made_of(f"allaboard.games.{name}.rules")
    assert {f"allaboard.games.{name}", "allaboard.record", "allaboard.rng", "allaboard.game"} <= modules
    others = [one for one in modules if one.startswith("allaboard.games.") and one.split(".")[2] != name]
    assert not others


def test_modules_without_a_file_have_no_digest() -> None:
    assert sources.digest(["__main__"]) is None
    assert sources.digest(["allaboard.envs.encoding.written"]) is None, "made by `exec`, without a file"
    assert sources.digest(["allaboard.rng", "no_such_module"]) is None


SCRIPT = """
from allaboard.record import rule, specialise
from allaboard.rng import below, stream

@rule
def one() -> int:
    return {answer}

def outer() -> int:
    return one()

bound = specialise(outer, "bound in a script", {{"one": one}})
print(one(), bound(), below(stream(1), 9))
print(*(len(function.stats.cache_hits) for function in (one, bound, below)))
"""


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled in this run")
def test_code_of_a_script_is_compiled_but_not_cached(tmp_path: Path) -> None:
    """Two scripts may have the same name, and a script's folder is not ours to write to."""
    script = tmp_path / "script.py"
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    below(stream(1), 9)  # is kept, for the script too
    for answer in (41, 42):
        script.write_text(SCRIPT.format(answer=answer))
        done = subprocess.run([sys.executable, str(script)], env=env, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        values, hits = map(str.split, done.stdout.splitlines())
        assert (values[:2], hits) == ([str(answer)] * 2, ["0", "0", "1"])
    assert sorted(file.name for file in tmp_path.rglob("*")) == ["script.py"]
