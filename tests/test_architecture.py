"""The architecture: imports point one way, there are no import cycles, and common code names no game."""

import ast
import io
import re
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from importlib.resources import files
from pathlib import Path

import pytest

from allaboard import game_names
from allaboard.registry import declaration

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "allaboard"
CLIENT = ROOT / "client" / "src"
LAYERS = [
    {"cache", "internals", "sources", "declaration"},
    {"codecache", "registry"},
    {"compileerror", "environments"},
    {"compiled"},
    {"record"},
    {"rng", "maths", "layout", "events"},
    {"catalog", "interface"},
    {"game"},
    {"board", "chance"},
    {"fair"},
    {"notation"},
    {"plain"},
    {"bots"},
    {"reviews"},
    {"core"},
    {"simulate", "server", "tui", "testing"},
    {"envs"},
    {"cli"},
]
"""The layers of modules and packages, the lowest first. A layer imports only lower ones."""
LAYER = {name: level for level, names in enumerate(LAYERS) for name in names}

FRAMEWORKS = {
    "bots": "allaboard.bots.",
    "tally": "allaboard.simulate.",
    "figures": "allaboard.simulate.",
    "peers": "allaboard.simulate.",
    "encoder": "allaboard.envs.row",
    "terminal": "allaboard.tui.match",
}
"""What else a part of a game may import. Other parts import nothing above `board`."""


def module_name(file: Path) -> str:
    parts = file.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(file): file for file in PACKAGE.rglob("*.py")}


def statements(nodes: list[ast.stmt], everywhere: bool) -> Iterator[ast.stmt]:
    """The statements of a module that run when it is imported; on request also those inside functions."""
    for node in nodes:
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test) and not everywhere:
            yield from statements(node.orelse, everywhere)
            continue
        yield node
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not everywhere:
            continue
        for inner in ("body", "orelse", "finalbody", "handlers", "cases"):
            yield from statements(getattr(node, inner, []), everywhere)


def imports(module: str, everywhere: bool = True) -> set[str]:
    """The modules of the package that a module imports: all of them, or only those at import time."""
    found: set[str] = set()
    for node in statements(ast.parse(MODULES[module].read_text(encoding="utf-8")).body, everywhere):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} has a relative import"
            names = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= {name if name in MODULES else str(node.module) for name in names}
    return {name for name in found if name in MODULES and name != module}


def layer_of(module: str) -> str:
    """The layer of a module; empty for the package itself."""
    return module.split(".")[1] if "." in module else ""


COMMON = [name for name in MODULES if layer_of(name) not in ("", "__main__", "games")]
GAMES = [name for name in MODULES if layer_of(name) == "games" and name != "allaboard.games"]


def test_imports_point_one_way() -> None:
    wrong = []
    for module in COMMON:
        here = layer_of(module)
        assert here in LAYER, f"{here} has no layer: add it to LAYERS"
        for name in imports(module):
            there = layer_of(name)
            if there and there != here and LAYER.get(there, 99) >= LAYER[here]:
                wrong.append(f"{module} imports {name}")
    assert not wrong


def test_there_are_no_import_cycles() -> None:
    """Over the whole package: there is no cycle of imports at import time."""
    graph = {module: imports(module, everywhere=False) for module in MODULES}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        raise AssertionError(f"modules import each other: {' → '.join(error.args[1])}") from None


def test_the_test_for_import_cycles_finds_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in {"a": "from b import one", "b": "if 1:\n    import c", "c": "def later():\n    import a"}.items():
        (tmp_path / f"{name}.py").write_text(text)
        monkeypatch.setitem(MODULES, name, tmp_path / f"{name}.py")
    assert [imports(name, everywhere=False) for name in "abc"] == [{"b"}, {"c"}, set()]
    assert imports("c") == {"a"}, "inside a function it is allowed, but it is seen"
    (tmp_path / "c.py").write_text("import a")
    with pytest.raises(AssertionError, match="modules import each other"):
        test_there_are_no_import_cycles()


@pytest.mark.parametrize("module", GAMES)
def test_a_part_of_a_game_imports_only_its_framework_and_its_own_game(module: str) -> None:
    _, _, game, *rest = module.split(".")
    part = rest[0] if rest else ""
    for name in imports(module):
        if name.startswith("allaboard.games."):
            assert name.split(".")[2] == game, f"{module} imports another game: {name}"
        elif LAYER[layer_of(name)] > LAYER["board"]:
            framework = FRAMEWORKS.get(part)
            assert framework, f"{module} imports {name}, which lies above `board`"
            assert f"{name}.".startswith(framework) or name == framework, f"{module} imports {name}"


@pytest.mark.parametrize("game", game_names())
def test_the_rules_of_a_game_import_no_other_part_of_it(game: str) -> None:
    own = f"allaboard.games.{game}"
    assert not [name for name in imports(f"{own}.rules") if name.startswith(f"{own}.")]


def test_common_code_imports_no_game() -> None:
    assert not [(module, name) for module in COMMON for name in imports(module) if name.startswith("allaboard.games.")]


def _common(top: Path, *kinds: str) -> Iterator[Path]:
    """Common files of these kinds, without tests and build results."""
    for file in top.rglob("*"):
        inside = file.relative_to(top).parts
        made = {"static", "built"} & {*inside}
        if file.suffix in kinds and inside[0] != "games" and not made and not file.name.endswith(".test.ts"):
            yield file


def test_common_code_names_no_game() -> None:
    """Neither code nor comments nor docstrings name a game. What they need is in the declaration."""
    word = re.compile("|".join(game_names()), re.IGNORECASE)
    found = []
    for file in [*_common(PACKAGE, ".py", ".ftl", ".toml"), *_common(CLIENT, ".ts", ".svelte", ".css", ".ftl")]:
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            found += [f"{file.relative_to(ROOT)}:{number}: {line.strip()}"] if word.search(line) else []
    assert not found, "\n".join(found)


def test_common_code_cites_no_clause() -> None:
    letters = "".join(declaration(name).clauses for name in game_names())
    clause = re.compile(rf"\b[{letters}][0-9]{{1,2}}\b(?!\w)")
    found = [
        f"{module}: {line.strip()}"
        for module in COMMON
        for line in MODULES[module].read_text(encoding="utf-8").splitlines()
        if clause.search(line)
    ]
    assert not found, "\n".join(found)


# ---- the rulebooks


def rulebook(name: str) -> str:
    return files(f"allaboard.games.{name}").joinpath("rulebook.md").read_text(encoding="utf-8")


def clauses(name: str) -> list[str]:
    """A game's clauses, as its rulebook numbers them."""
    found = set(re.findall(r"\b[A-Z][0-9]{1,2}\b", " ".join(re.findall(r"\*\*(.+?)\*\*", rulebook(name)))))
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
    assert declaration(name).clauses == last[0]
    assert [clause for clause in clauses(name) if clause not in clauses_with_a_test()] == []


@pytest.mark.parametrize("name", game_names())
def test_the_rulebooks_contain_every_ruling(name: str) -> None:
    assert "*Ruling" in rulebook(name)
    assert declaration(name).title in rulebook(name)


# ---- the repository


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


def test_no_package_index_or_private_path_is_in_the_repository() -> None:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if listed.returncode:
        pytest.skip("not a git checkout")
    index = re.compile(rb'"resolved": *"http|registry *= *"?http|--(extra-)?index-url')
    for name in filter(None, listed.stdout.decode().split("\0")):
        path = ROOT / name
        if path.is_file() and path != Path(__file__) and index.search(path.read_bytes()) is not None:
            raise AssertionError(f"{name} names a package index")


def lines_with_any() -> list[tuple[Path, int, bool]]:
    """Every line of the package that uses the type Any: its file, its number, and whether a comment says why."""
    found = []
    for file in sorted((ROOT / "src").rglob("*.py")):
        text = file.read_text(encoding="utf-8")
        if not re.search(r"\bAny\b", text):
            continue
        lines = text.splitlines()
        tokens = tokenize.generate_tokens(io.StringIO(text).readline)
        used = {token.start[0] for token in tokens if token.type == tokenize.NAME and token.string == "Any"}
        for number in sorted(used):
            line, above = lines[number - 1], lines[number - 2]
            if "import " not in line:
                found.append((file.relative_to(ROOT), number, "# Any: " in line or "# Any: " in above))
    return found


def test_every_use_of_any_has_a_reason() -> None:
    found = lines_with_any()
    assert [f"{file}:{number}" for file, number, reason in found if not reason] == []
    assert len(found) < 60
