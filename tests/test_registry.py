"""Which games there are: those of the package, and those that other distributions offer."""

import asyncio
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from allaboard import game_names, registry
from allaboard.bots import levels
from allaboard.bots.levels import policy
from allaboard.declaration import Declaration, Solo, span
from allaboard.game import CHANCE, load
from allaboard.registry import GameError, available, broken, declaration, is_shipped
from allaboard.rng import stream
from allaboard.server import bots_at_table, readiness
from allaboard.server.api import game_info
from allaboard.simulate import run as simulate
from allaboard.tui.app import PlayApp
from allaboard.tui.local import new_match
from others.offering import OTHERS, offering, write_distribution

SHIPPED = game_names()


def test_every_shipped_game_declares_itself_by_its_folders_name() -> None:
    for name in SHIPPED:
        assert is_shipped(name)
        assert declaration(name).name == name
        assert declaration(name).package == f"allaboard.games.{name}"
    assert [game.name for game in available()] == list(SHIPPED)
    assert broken() == {}


def test_an_unknown_game_is_refused_with_the_known_ones() -> None:
    with pytest.raises(GameError, match=f"there is no game 'chess'; there are {', '.join(SHIPPED)}"):
        declaration("chess")


def test_a_game_of_another_distribution_is_found_by_its_entry_point(tmp_path: Path) -> None:
    with offering(tmp_path, shunting="shunting:GAME"):
        assert game_names() == tuple(sorted({*SHIPPED, "shunting"}))
        assert not is_shipped("shunting")
        assert declaration("shunting").title == "Shunting"
        assert load("shunting").start(2).seats == 2
    assert game_names() == SHIPPED


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ("no_such_module:GAME", "the game faulty cannot be loaded from no_such_module:GAME of the distribution others"),
        ("shunting:NOTHING", "the game faulty cannot be loaded from shunting:NOTHING .*AttributeError"),
        ("raising:GAME", "the game faulty cannot be loaded from raising:GAME .*ZeroDivisionError"),
        ("shunting.rules:TAKE", "shunting.rules:TAKE .*must be the Declaration of the game faulty, not 0"),
        ("shunting:GAME", "shunting:GAME .*must declare the game faulty, not shunting"),
    ],
)
def test_a_broken_game_is_refused_with_a_sentence_and_does_not_break_the_others(
    tmp_path: Path, value: str, sentence: str
) -> None:
    (tmp_path / "raising.py").write_text("1 / 0\n")
    with offering(tmp_path, faulty=value, shunting="shunting:GAME"):
        with pytest.raises(GameError, match=sentence):
            declaration("faulty")
        assert list(broken()) == ["faulty"]
        assert broken()["faulty"]
        assert [game.name for game in available()] == sorted({*SHIPPED, "shunting"})
        sys.modules.pop("raising", None)


@pytest.fixture
def damaged(tmp_path: Path) -> Iterator[Path]:
    """A package with a copy of a game, to be damaged. Its distribution also offers a sound game."""
    package = tmp_path / "damaged"
    shutil.copytree(OTHERS / "tricks", package)
    file = package / "__init__.py"
    file.write_text(file.read_text().replace('name="tricks"', 'name="damaged"'))
    with offering(tmp_path, damaged="damaged:GAME", shunting="shunting:GAME"):
        yield package
    for name in [name for name in sys.modules if name.split(".")[0] == "damaged"]:
        del sys.modules[name]
    levels._policy.cache_clear()


@pytest.mark.parametrize("module", ["rules", "words", "events"])
def test_a_game_whose_modules_cannot_be_imported_does_not_break_the_others(damaged: Path, module: str) -> None:
    (damaged / f"{module}.py").write_text("def (\n")
    sentence = rf"the module {module} of the game damaged cannot be imported: SyntaxError: .*{module}\.py, line 1"
    with pytest.raises(GameError, match=sentence):
        load("damaged")
    assert re.match(sentence, broken()["damaged"])
    assert [game.name for game in available()] == sorted({*SHIPPED, "shunting"})


def test_a_game_without_its_words_is_told_which_module_is_missing(damaged: Path) -> None:
    (damaged / "words.py").unlink()
    with pytest.raises(GameError, match=r"the game damaged has no module damaged\.words"):
        load("damaged")


def test_a_bot_that_cannot_be_imported_is_reported_as_such(damaged: Path) -> None:
    (damaged / "players.py").write_text("import no_such_module_at_all\n")
    sentence = "the bot hard of Tricks cannot be imported: ModuleNotFoundError: No module named 'no_such_module_at_all'"
    with pytest.raises(GameError, match=sentence):
        policy("damaged", "hard")
    assert policy("damaged", "random").level == "random"
    told = {game.name: game_info(game) for game in available()}
    assert not told["damaged"].hints
    assert told[SHIPPED[0]].hints


def test_a_bot_that_is_declared_and_not_written_is_missing(damaged: Path) -> None:
    file = damaged / "players.py"
    file.write_text(file.read_text().replace("def hard(", "def harder("))
    with pytest.raises(GameError, match=r"the bot hard of Tricks is missing: damaged\.players has no function hard"):
        policy("damaged", "hard")


DERAILED = """
from allaboard.record import rule
from .rules import State

@rule
def easy(view: State, rng, knowledge, budget) -> int:
    return view.no_such_field

@rule
def medium(view: State, rng, knowledge, budget) -> int:
    return view.die + ()

@rule
def worth(view: State) -> int:
    return view.die + ()

@rule
def hard(view: State, rng, knowledge, budget) -> int:
    return worth(view)
"""
REASONS = {
    "easy": "easy cannot be compiled: there is no field 'no_such_field'",
    "medium": "medium, line 11 cannot be compiled: No implementation of function",
    "hard": "worth, line 15 cannot be compiled: No implementation of function",
}


@pytest.fixture(scope="module")
def derailed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A game whose bots can be imported, but not compiled."""
    folder = tmp_path_factory.mktemp("derailed")
    shutil.copytree(OTHERS / "shunting", folder / "derailed")
    file = folder / "derailed" / "__init__.py"
    levels = '"easy": "players", "medium": "players", "hard": "players"'
    named = file.read_text().replace('name="shunting"', f'name="derailed", levels={{{levels}}}')
    file.write_text(named)
    (folder / "derailed" / "players.py").write_text(DERAILED)
    with offering(folder, derailed="derailed:GAME"):
        yield "derailed"


@pytest.mark.parametrize("level", REASONS)
def test_a_bot_that_cannot_be_compiled_is_named_with_the_reason(
    derailed: str, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Simulations and the terminal end with it. A server has it in its log, and the next lower level plays."""
    game = load(derailed)
    state = game.start(2)
    game.play_text(state, CHANCE, "3")
    view, sentence = game.view(state, 0), f"the bot {level} of Shunting cannot play: derailed.players.{REASONS[level]}"
    for use in (lambda: policy(derailed, level)(view, stream(1)), lambda: simulate(derailed, 2, 4, bots=[level])):
        with pytest.raises(GameError, match=re.escape(sentence)):
            use()
    logged: list[dict[str, object]] = []
    monkeypatch.setattr(bots_at_table, "READY", {(derailed, "random"), (derailed, level)})
    monkeypatch.setattr(bots_at_table, "log", lambda event, **about: logged.append(about))
    assert bots_at_table.choose(game, level, view, 1) in game.legal(view, 0)
    (about,) = logged
    assert about["bot"] == level
    assert sentence in str(about["error"])

    async def play() -> str | None:
        app = PlayApp(new_match(derailed, 2, level, 1, 1, "Aki", 0, None))
        async with app.run_test(size=(80, 24)) as pilot:
            while app.problem is None:
                await pilot.pause(0.05)
        return app.problem

    assert sentence in (asyncio.run(asyncio.wait_for(play(), 120)) or "")


def test_a_command_with_a_bot_that_cannot_be_compiled_says_one_sentence(derailed: str) -> None:
    command = [sys.executable, "-m", "allaboard", "simulate", derailed, "--bots", "easy", "--games", "1"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    (said,) = done.stderr.splitlines()
    assert said == f"allaboard: the bot easy of Shunting cannot play: derailed.players.{REASONS['easy']}"


BOLD = """
__version__ = "0.4.6"

class Fore:
    def __getattr__(self, name: str) -> str:
        return "\\x1b[31m"

class Style:
    BRIGHT, RESET_ALL = "\\x1b[1m", "\\x1b[0m"

Fore = Fore()

def init() -> None: ...
reinit = deinit = init
"""


@pytest.mark.parametrize("bold", [False, True])
def test_a_server_logs_which_bots_cannot_be_compiled(
    derailed: str, bold: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are compiled in another process when the server starts. Until then, bots that are ready play."""
    if bold:  # Numba's messages are, where colorama is installed
        (tmp_path / "colorama.py").write_text(BOLD)
        monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)
    command = [sys.executable, "-m", "allaboard.server.warm", "bots", derailed]
    warm = subprocess.run(command, capture_output=True, text=True, check=False)
    logged: list[dict[str, object]] = []
    monkeypatch.setattr(readiness, "log", lambda event, **about: logged.append(about))
    monkeypatch.setattr(bots_at_table, "READY", set())
    for line in (*warm.stdout.splitlines(), *warm.stderr.splitlines()):
        readiness.hear(line)
    # servers of other tests may be compiling in this process, too
    assert {level for game, level in bots_at_table.READY if game == derailed} == {"random"}
    mine = [about for about in logged if about.get("game") == derailed]
    assert {str(about["bot"]) for about in mine} == set(REASONS)
    for about in mine:
        assert REASONS[str(about["bot"])] in str(about["error"])


def test_two_distributions_with_the_same_game_are_refused_and_named(tmp_path: Path) -> None:
    write_distribution(tmp_path, name="more", faulty="shunting:GAME")
    with offering(tmp_path, faulty="shunting:GAME", shunting="shunting:GAME"):
        with pytest.raises(GameError, match="the distributions more and others both offer a game faulty"):
            declaration("faulty")
        assert [game.name for game in available()] == sorted({*SHIPPED, "shunting"})


def test_a_game_of_the_package_cannot_be_replaced(tmp_path: Path) -> None:
    with offering(tmp_path, **{SHIPPED[0]: "shunting:GAME"}):
        assert game_names() == SHIPPED
        assert declaration(SHIPPED[0]).package == f"allaboard.games.{SHIPPED[0]}"


def test_a_folder_of_the_package_without_a_declaration_is_refused_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    module = sys.modules[declaration(SHIPPED[0]).package]
    monkeypatch.delattr(module, "GAME")
    registry.declaration.cache_clear()
    with pytest.raises(GameError, match=f"allaboard.games.{SHIPPED[0]}:GAME must be the Declaration"):
        declaration(SHIPPED[0])
    registry.declaration.cache_clear()


def test_commands_go_on_where_a_game_is_broken(tmp_path: Path) -> None:
    write_distribution(tmp_path, faulty="no_such_module:GAME", shunting="shunting:GAME")
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), str(OTHERS), *sys.path]), "NO_COLOR": "1"}

    def allaboard(*words: str) -> "subprocess.CompletedProcess[str]":
        command = [sys.executable, "-m", "allaboard", *words]
        return subprocess.run(command, env=env, capture_output=True, text=True, check=False)

    assert allaboard("rules", SHIPPED[0]).returncode == 0
    records = tmp_path / "games.txt"
    done = allaboard("simulate", "shunting", "--seats", "2", "--games", "2", "--records", str(records))
    assert done.returncode == 0, done.stderr
    assert allaboard("verify", str(records)).stdout.count("is valid") == 2
    refused = allaboard("rules", "faulty")
    assert refused.returncode == 2
    assert "cannot be loaded from no_such_module:GAME" in " ".join(refused.stderr.replace("│", " ").split())
    assert "Traceback" not in refused.stderr


# ---- what a declaration may say


def declared(**changes: object) -> Declaration[object]:
    plain: dict[str, object] = {"name": "tram", "title": "Tram", "package": "tram", "seats": range(2, 4)}
    return Declaration(**{**plain, "usual_seats": 2, "clauses": "T", **changes})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"name": "Tram"}, "must consist of lower-case letters, digits and underscores, .*not 'Tram'"),
        ({"name": "tram line"}, "not 'tram line'"),
        ({"name": "1tram"}, "not '1tram'"),
        ({"name": "tråm"}, "not 'tråm'"),
        ({"seats": range(1, 10)}, r"tram: a game is for 1 to 8 players, not for range\(1, 10\)"),
        ({"seats": range(0, 3)}, "a game is for 1 to 8 players"),
        ({"seats": range(3, 3)}, "a game is for 1 to 8 players"),
        ({"seats": range(2, 9, 2)}, "a game is for 1 to 8 players"),
        ({"usual_seats": 5}, "tram is for 2 to 3 players, so `usual_seats` cannot be 5"),
        ({"levels": {"genius": "bots"}}, "tram declares the level 'genius'; there are easy, medium, hard, expert"),
        ({"levels": {"random": "bots"}}, "declares the level 'random'"),
    ],
)
def test_an_invalid_declaration_is_refused(changes: dict[str, object], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        declared(**changes)


def test_levels_that_a_game_does_not_have_become_the_next_below() -> None:
    game = declared(levels={"hard": "bots", "easy": "bots"})
    assert game.all_levels == ("random", "easy", "hard")
    assert game.best_level == "hard"
    assert [game.nearest_level(level) for level in ("random", "medium", "expert")] == ["random", "easy", "hard"]
    assert declared().best_level == "random"


def test_a_part_that_is_missing_is_none_and_one_that_is_broken_is_an_error(tmp_path: Path) -> None:
    package = tmp_path / "tramway"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "rules.py").write_text("import no_such_module_at_all\n")
    game = declared(package="tramway")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(tmp_path))
        assert game.part("events") is None
        assert game.part("bots.search") is None, "not even the folder is there"
        with pytest.raises(ModuleNotFoundError, match="the game tram has no module tramway"):
            game.need("words")
        with pytest.raises(ModuleNotFoundError, match="no_such_module_at_all"):
            game.part("rules")
        assert game.text("rulebook.md") is None


@pytest.mark.parametrize(("score", "rank"), [(0, "low"), (9, "low"), (10, "high"), (99, "high"), (-5, "low")])
def test_a_solo_rank_is_the_highest_that_the_score_reaches(score: int, rank: str) -> None:
    assert Solo(ranks=((10, "high"), (0, "low"))).rank(score) == rank


@pytest.mark.parametrize(("seats", "words"), [(range(3, 6), "3 to 5"), (range(2, 3), "2")])
def test_numbers_of_seats_in_words(seats: range, words: str) -> None:
    assert span(seats) == words


def test_nothing_is_imported_to_list_the_games() -> None:
    code = (
        "import sys; from allaboard import game_names; game_names(); print([m for m in sys.modules if '.games.' in m])"
    )
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
