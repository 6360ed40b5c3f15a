"""A core is built from its sources only, also for a game of another distribution."""

import re
from pathlib import Path

import llvmlite.binding as llvm
import pytest

from allaboard.core import compiling
from allaboard.core.build import build, compile_apart, hash_of, kept_core
from allaboard.core.description import SECTION, Description
from allaboard.core.linking import link
from allaboard.core.trace import Job
from allaboard.registry import GameError, declaration, game_names, is_shipped
from core.cores import bundled, in_node, in_python
from others.offering import offering

MACHINE = 'target triple = "wasm32-unknown-unknown"\n'


def made(text: str) -> bytes:
    """An object file from a piece of LLVM's language."""
    machine = compiling._machine()
    layout = f'target datalayout = "{machine.target_data}"\n'
    return bytes(machine.emit_object(llvm.parse_assembly(MACHINE + layout + text)))


def exported(body: str, rest: str = "") -> str:
    return f'{rest}\ndefine i32 @f(i32 %x) "wasm-export-name"="f" {{\n{body}\n}}\n'


def test_the_same_sources_give_the_same_bytes(tmp_path: Path) -> None:
    with offering(tmp_path / "distribution", shunting="shunting:GAME"):
        for name in ("one", "another/place"):
            (tmp_path / name).mkdir(parents=True)
            compile_apart("shunting", tmp_path / name)
    first, second = tmp_path / "one", tmp_path / "another" / "place"
    assert sorted(file.name for file in first.iterdir()) == ["files", "shunting.wasm"]
    assert (first / "shunting.wasm").read_bytes() == (second / "shunting.wasm").read_bytes()


@pytest.mark.long
@pytest.mark.parametrize("game", [name for name in game_names() if is_shipped(name)])
def test_the_same_sources_give_the_same_bytes_for_whole_games(game: str, tmp_path: Path) -> None:
    compile_apart(game, tmp_path)
    for file in (tmp_path / "files").read_text().split():
        assert (tmp_path / file).read_bytes() == (kept_core(game) / file).read_bytes()


def test_a_game_with_nothing_but_rules_and_words_has_a_core(tmp_path: Path) -> None:
    script = bundled("node.ts", tmp_path / "node.mjs", "node")
    with offering(tmp_path / "distribution", shunting="shunting:GAME"):
        seats = list(declaration("shunting").seats)
        job = Job("shunting", seats, games=3, levels={"random": 0})
        assert in_node(script, job) == in_python(job)
        assert in_node(script, Job("shunting", seats, games=3)) == in_python(Job("shunting", seats, games=3))


def test_a_folder_holds_what_was_asked_for_and_nothing_old(tmp_path: Path) -> None:
    folder = tmp_path / "built"
    folder.mkdir()
    (folder / "gone.wasm").write_bytes(b"old")
    with offering(tmp_path / "distribution", shunting="shunting:GAME"):
        assert [line.split(":")[0] for line in build(["shunting"], folder)] == ["shunting"]
    assert [file.name for file in folder.iterdir()] == ["shunting.wasm"]


def test_the_hashes_of_cores_differ() -> None:
    hashes = {hash_of(declaration(name)) for name in game_names() if is_shipped(name)}
    assert len(hashes) == sum(map(is_shipped, game_names()))


# ---- linking


def test_a_missing_function_is_named() -> None:
    code = "%y = call i32 @gamma(i32 %x)\nret i32 %y"
    with pytest.raises(GameError, match="calls gamma, which a browser does not have"):
        link(made(exported(code, "declare i32 @gamma(i32)")), {})


def test_missing_data_is_named() -> None:
    code = "%y = load i32, ptr @elsewhere\nret i32 %y"
    with pytest.raises(GameError, match="needs elsewhere"):
        link(made(exported(code, "@elsewhere = external global i32")), {})


def test_a_file_that_is_not_an_object_file_is_refused() -> None:
    with pytest.raises(GameError, match="object file"):
        link(b"ELF and so on", {})


def test_custom_sections_stay() -> None:
    module = link(made(exported("ret i32 %x")), {SECTION: b'{"game": 1}'})
    assert module.endswith(bytes([len(SECTION)]) + SECTION.encode() + b'{"game": 1}')
    assert b"memory" in module


def test_function_names_can_be_included() -> None:
    made_of = made(
        exported("%y = call i32 @inner(i32 %x)\nret i32 %y", "define i32 @inner(i32 %x) noinline {\nret i32 %x\n}")
    )
    assert b"inner" in link(made_of, {}, names=True)
    assert b"inner" not in link(made_of, {})


def test_an_llvm_without_webassembly_is_refused_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(triple: str) -> None:
        raise RuntimeError("No available targets are compatible")

    monkeypatch.setattr(llvm.Target, "from_triple", none)
    with pytest.raises(GameError, match="this llvmlite was built without WebAssembly"):
        compiling.compile_entries([])


def test_every_part_of_the_description_has_a_typescript_type() -> None:
    page = (Path(__file__).parents[2] / "client" / "src" / "core" / "generated.ts").read_text(encoding="utf-8")
    told = re.search(r"interface Description \{(.*?)\n\}", page, re.DOTALL)
    assert told
    assert re.findall(r"^  (\w+):", told[1], re.MULTILINE) == list(Description.__struct_fields__)
