"""The pitfalls of compiled records, and how each is avoided (ARCHITECTURE.md).

Pitfall 2, that compiled and interpreted code differ, is tested by a law of `allaboard.testing`.
"""

import hashlib
import inspect
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from allaboard import game_names
from allaboard.game import CHANCE, Refusal, load
from allaboard.record import INTERPRETED, Record, blank, copied, field, rule, specialise
from allaboard.registry import declaration
from table import playout

PACKAGE = Path(__file__).parents[1] / "src" / "allaboard"
compiled_only = pytest.mark.skipif(INTERPRETED, reason="the rules are not compiled in this run")


def run(code: str, package_parent: Path, **env: str) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env={**os.environ, "PYTHONPATH": f"{package_parent}:{Path(__file__).parent}", **env},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@compiled_only
def test_pitfall_1_an_edit_in_another_file_is_noticed(tmp_path: Path) -> None:
    """Numba alone would answer from its cache, because the caller's own file has not changed."""
    home = tmp_path / "src"
    shutil.copytree(PACKAGE, home / "allaboard", ignore=shutil.ignore_patterns("__pycache__", "static"))
    rng = home / "allaboard" / "rng.py"
    rng.write_text(rng.read_text() + "\n\n@rule\ndef answer() -> int:\n    return 41\n")
    (home / "allaboard" / "games" / "asking.py").write_text(
        "from allaboard.record import rule\nfrom allaboard.rng import answer\n\n\n"
        "@rule\ndef ask() -> int:\n    return answer()\n"
    )
    ask = "from allaboard.games.asking import ask; print(ask(), len(ask.stats.cache_hits))"
    env = {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    assert run(ask, home, **env) == "41 0"
    assert run(ask, home, **env) == "41 1", "the second run should come from the cache"
    moved = tmp_path / "elsewhere"
    shutil.copytree(home, moved, copy_function=shutil.copyfile)  # the same sources, at another place and time
    assert run(ask, moved, **env) == "41 1", "another checkout of the same sources should share the compiled code"
    rng.write_text(rng.read_text().replace("return 41", "return 42"))
    assert run(ask, home, **env).startswith("42")


@compiled_only
def test_pitfall_1_processes_that_compile_at_the_same_time_lose_nothing(tmp_path: Path) -> None:
    """Numba rewrites a function's index with each signature: without a lock, the last writer would win."""
    package = tmp_path / "twice"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "kinds.py").write_text(
        "from allaboard.record import rule\n\n\n@rule\ndef first(cells: object) -> int:\n    return cells[0]\n"
    )
    code = (
        "import numpy as np\nfrom twice.kinds import first\nfirst(np.zeros(1, np.{}))\nprint(*first.stats.cache_misses)"
    )
    kinds = ["int8", "int16", "int32", "int64", "float32", "float64"]
    env = {**os.environ, "PYTHONPATH": f"{PACKAGE.parent}:{tmp_path}", "XDG_CACHE_HOME": str(tmp_path / "cache")}
    for _ in range(2):
        command = [sys.executable, "-c"]
        started = [
            subprocess.Popen([*command, code.format(kind)], env=env, stdout=subprocess.PIPE, text=True)
            for kind in kinds
        ]
        said = [process.communicate(timeout=300)[0].strip() for process in started]
        assert all(process.returncode == 0 for process in started)
    assert said == [""] * len(kinds), "the second time everything should come from the cache"


def in_new_process(folder: Path, code: str) -> str:
    """What a program prints that finds modules in this folder and keeps its compiled code there."""
    env = {"XDG_CACHE_HOME": str(folder / "cache"), "PYTHONPATH": f"{PACKAGE.parent}:{folder}"}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, env={**os.environ, **env}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@compiled_only
def test_pitfall_1_arrays_come_back_to_python_however_their_code_was_loaded(tmp_path: Path) -> None:
    """Arrays in a result need constants that the code for compiled callers does not have."""
    package = tmp_path / "workspaces"
    package.mkdir()
    (package / "__init__.py").write_text(
        "from typing import NamedTuple\n\nimport numpy as np\n\nfrom allaboard.record import Cells, rule\n\n\n"
        "class Workspace(NamedTuple):\n    a: Cells\n    b: Cells\n\n\n"
        "@rule\ndef workspace() -> Workspace:\n    return Workspace(np.zeros(2, np.int64), np.ones(3, np.int8))\n\n\n"
        "@rule\ndef size() -> int:\n    return len(workspace().b)\n"
    )
    both = "from workspaces import *\nprint(size(), workspace())"
    for _ in range(2):  # compiled, then read
        assert in_new_process(tmp_path, both) == "3 Workspace(a=array([0, 0]), b=array([1, 1, 1], dtype=int8))"
    for file in (tmp_path / "cache").rglob("size-*.entry"):
        file.unlink()
    made = "from workspaces import *\nprint(size(), workspace(), workspace.stats.cache_hits.total())"
    assert in_new_process(tmp_path, made).endswith("dtype=int8)) 1"), "the part is read before the entry"


@compiled_only
def test_pitfall_1_code_that_calls_missing_or_newer_code_is_compiled_again(tmp_path: Path) -> None:
    """A kept function names the files of those that it calls. Without them, or with others, it must not be used."""
    package = tmp_path / "chain"
    package.mkdir()
    (package / "__init__.py").touch()
    rules = "from allaboard.record import rule\n\n\n"
    (package / "inner.py").write_text(rules + "@rule\ndef inner(n: int) -> int:\n    return n + 1\n")
    (package / "outer.py").write_text(
        "from chain.inner import inner\n" + rules + "@rule\ndef outer(n: int) -> int:\n    return inner(n) * 2\n\n\n"
        "@rule\ndef most(n: int) -> int:\n    return outer(n) + 5\n"
    )

    def ask(code: str) -> str:
        return in_new_process(tmp_path, f"from chain.outer import *\n{code}")

    def forget(*names: str) -> None:
        for name in names:
            for file in (tmp_path / "cache").rglob(f"{name}-*"):
                file.unlink()

    assert ask("print(outer(3))") == "8"
    forget("inner")
    assert ask("print(most(3))") == "13", "the part of `outer` names a file that is gone"
    forget("inner", "most")
    assert ask("from allaboard.rng import below, stream\nbelow(stream(1), 3)\nprint(inner(3))") == "4"
    assert ask("print(most(3))") == "13", "`inner` was compiled anew, under another name"
    for file in (tmp_path / "cache").rglob("*-*.*"):
        file.write_bytes(b"damaged")
    assert ask("print(most(3), most.stats.cache_hits)") == "13 Counter()"


@compiled_only
@pytest.mark.parametrize(
    ("broken", "kept"),
    [("os.link", True), ("tempfile.mkstemp", False)],
    ids=["no links", "full disk"],
)
def test_pitfall_1_without_a_cache_compiling_takes_longer_and_works(tmp_path: Path, broken: str, kept: bool) -> None:
    """Some file systems have no links. On a full or read-only disk the code is compiled by each process."""
    package = tmp_path / "answers"
    package.mkdir()
    (package / "__init__.py").write_text(
        "from allaboard.record import rule\n\n\n@rule\ndef answer(n: int) -> int:\n    return n + 1\n"
    )
    refuse = f"def refuse(*_, **__):\n    raise PermissionError\nimport os, tempfile\n{broken} = refuse\n"
    ask = "from answers import answer\nprint(answer(3), answer.stats.cache_hits.total())"
    assert in_new_process(tmp_path, refuse + ask) == "4 0"
    assert in_new_process(tmp_path, ask) == ("4 1" if kept else "4 0")


GAMES_DIGEST = (  # of every state, view and event of a random game at every table
    "from allaboard import game_names\nfrom allaboard.testing.interpreted import tell\n"
    "for name in game_names():\n    tell(name, {})"
)


def test_pitfall_3_nothing_reaches_apply_before_legal() -> None:
    """Compiled code checks no bounds, so an invalid action must be refused with its reason, and change nothing."""
    for name in game_names():
        game = load(name)
        state = game.start(game.seats.start)
        before = state.tobytes()
        for actor in (*range(state.seats), CHANCE):
            if actor not in game.actors(state):
                with pytest.raises(Refusal):
                    game.play(state, actor, 0)
        assert state.tobytes() == before


@compiled_only
def test_pitfall_3_bounds_are_checked_in_a_run_of_their_own(tmp_path: Path) -> None:
    """With NUMBA_BOUNDSCHECK an index out of range is found. Its compiled code is cached separately."""
    code = (
        "import numpy as np\nfrom allaboard.rng import shuffle, stream\n"
        "try:\n    shuffle(stream(1), np.zeros(2, np.int64), 9)\nexcept IndexError:\n    print('found')"
    )
    env = {"XDG_CACHE_HOME": str(tmp_path)}
    run(
        "from allaboard.rng import *\nimport numpy as np\nshuffle(stream(1), np.zeros(2, np.int64), 2)",
        PACKAGE.parent,
        **env,
    )
    assert run(code, PACKAGE.parent, NUMBA_BOUNDSCHECK="1", **env) == "found"
    assert run(GAMES_DIGEST, PACKAGE.parent, NUMBA_BOUNDSCHECK="1") == run(GAMES_DIGEST, PACKAGE.parent)


@compiled_only
def test_pitfall_4_every_rule_is_compiled() -> None:
    """Interpreted access to a record is slow: every public function of the rules must be compiled."""
    for name in game_names():
        for part in filter(None, map(declaration(name).part, ("rules", "events", "standing"))):
            for function in vars(part).values():
                plain = inspect.isfunction(function) and function.__module__ == part.__name__
                assert not plain or function.__name__.startswith("_"), function


def test_pitfall_5_a_row_is_shared_until_it_is_copied() -> None:
    game = load("runaway")
    rows = np.zeros(2, game.rules.State.dtype).view(np.recarray)
    game.rules.start(rows[0], 3, game.options({}))
    shared, own = rows[0], game.copy(rows[0])
    game.rules.apply(rows[0], CHANCE, 5)
    assert shared.tobytes() == rows[0].tobytes() != own.tobytes()


def test_pitfall_5_states_are_copied_in_one_place_only() -> None:
    """Rules and words never call `.copy()` on a record themselves."""
    for file in (PACKAGE / "games").rglob("*.py"):
        assert ".copy()" not in file.read_text(encoding="utf-8"), file


def test_equal_histories_give_equal_bytes() -> None:
    """Neither padding nor earlier positions may make two equal states differ."""
    for name in game_names():
        game = load(name)
        runs = [
            hashlib.sha256(b"".join(state.tobytes() for state, _, _ in playout(game, game.seats.start, 3))).digest()
            for _ in range(2)
        ]
        assert runs[0] == runs[1]


def test_fields_become_a_dtype() -> None:
    class Cart(Record):
        wheels: int = field(np.int8)
        crates: np.ndarray[tuple[int, int], np.dtype[np.uint8]] = field(np.uint8, 2, 3)

    cart = blank(Cart)
    cart.wheels = 4
    cart.crates[1, 2] = 7
    assert Cart.dtype.names == ("wheels", "crates")
    assert cart.tobytes() == bytes([4, 0, 0, 0, 0, 0, 7])


def one() -> int:
    return 1


def two() -> int:
    return 2


def answer() -> int:
    return one() + LARGE


LARGE = 0


def test_a_name_is_bound_only_once() -> None:
    """Cached machine code is found by its name, so a second binding would silently get the code of the first."""
    words = {"one": rule(one), "LARGE": 10**6, "unused": one}
    bound = specialise(answer, "bound once", words)
    assert bound() == 10**6 + 1
    assert specialise(answer, "bound once", {**words, "LARGE": int("1000000"), "unused": two}) is bound
    for other in ({"one": rule(two)}, {"LARGE": 7}):
        with pytest.raises(ValueError, match=f"'bound once' is already bound to another {next(iter(other))}"):
            specialise(answer, "bound once", {**words, **other})
    assert specialise(answer, "bound twice", {**words, "one": rule(two)})() == 10**6 + 2
    mine = [specialise(answer, "not kept", {"one": rule(number)}, keep=False) for number in (one, two)]
    assert [function() for function in mine] == [1, 2], "what is not kept shares nothing"


@pytest.mark.parametrize("name", ["size", "round", "copy", "fields", "data"])
def test_a_field_cannot_have_a_name_that_python_code_would_not_find(name: str) -> None:
    with pytest.raises(TypeError, match=f"the field '{name}' of State needs another name"):
        type("State", (Record,), {name: field(np.int8)})


def test_fields_may_have_names_that_the_record_module_uses() -> None:
    class Cart(Record):
        over: int = field(np.int8)
        kind: int = field(np.int8)
        raw: int = field(np.int8)

    cart = blank(Cart)
    cart.over, cart.kind, cart.raw = 1, 2, 3
    again = copied(cart)
    assert (again.over, again.kind, again.raw) == (1, 2, 3)
