"""Boards on the command line: printed, described, and used by every command that plays."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from allaboard import game_names
from allaboard.board import read_board, schema
from allaboard.bots import boards, knowledge
from allaboard.bots.levels import policy
from allaboard.cli import app
from allaboard.game import GameError, load
from allaboard.registry import declaration
from allaboard.simulate.compare import same_players
from allaboard.simulate.plan import Plan, bot_settings
from allaboard.testing import any_board

run = CliRunner().invoke


@pytest.mark.parametrize("game", game_names())
def test_the_printed_board_is_the_games_own(game: str, tmp_path: Path) -> None:
    done = run(app, ["board", game])
    assert done.exit_code == 0
    assert "#" in done.stdout
    known = load(game)
    assert read_board(done.stdout, known) == known.OPTIONS
    other = next(name for name in game_names() if name != game)
    with pytest.raises(GameError, match=f"a board of {game}, not of {other}"):
        read_board(done.stdout, load(other))


def test_an_unknown_game_has_no_board() -> None:
    done = run(app, ["board", "chess"])
    assert done.exit_code == 2
    assert "there is no game 'chess'" in done.stderr


@pytest.mark.parametrize("game", game_names())
def test_the_schema_accepts_what_the_game_accepts(game: str) -> None:
    told = json.loads(run(app, ["board", game, "--schema"]).stdout)
    known = load(game)
    assert told == schema(known)
    assert told["properties"]["game"]["const"] == game
    assert not wrong(told, nested(known.OPTIONS))
    for seed in range(30):
        assert not wrong(told, nested(any_board(known, seed)))
    for name, (low, high) in known.LIMITS.items():
        like = known.OPTIONS[name]
        for number in (low - 1, high + 1):
            value = number if isinstance(like, int) else (number,) * len(like)
            assert wrong(told, nested({name: value})), name
            with pytest.raises(GameError, match=f"{name} must be from {low} to {high}, not {number}"):
                known.options({name: value})
    assert wrong(told, {"no such option": 1})
    assert set(known.LIMITS) == set(known.OPTIONS)


def nested(options: object) -> dict[str, object]:
    """Dotted names as tables, as they stand in a file."""
    root: dict[str, object] = {}
    assert isinstance(options, dict)
    for name, value in options.items():
        *tables, last = name.split(".")
        place = root
        for table in tables:
            inner = place.setdefault(table, {})
            assert isinstance(inner, dict)
            place = inner
        place[last] = list(value) if isinstance(value, tuple) else value
    return root


def wrong(told: dict[str, object], board: dict[str, object]) -> list[str]:
    """The errors that an editor would show."""
    import jsonschema

    return [error.message for error in jsonschema.Draft202012Validator(told).iter_errors(board)]


def test_a_file_may_say_only_what_differs(tmp_path: Path) -> None:
    board, file = tmp_path / "mine.toml", tmp_path / "games.txt"
    board.write_text("start_speed = 3\n[long]\nend = 64\n[short]\nend = 58\n")
    words = ["simulate", "runaway", "--seats", "3", "--board", str(board), "--records", str(file)]
    assert run(app, words).exit_code == 0
    told = [line for line in file.read_text().splitlines() if line.startswith("option")]
    assert sorted(told) == ["option long.end 64", "option start_speed 3"]
    assert run(app, ["verify", str(file)]).exit_code == 0


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "this could be a board of hachi or miyajima or runaway"),
        ("colour = 3", "no game has all these options"),
        ("game = 'chess'", "there is no game 'chess'"),
        ("[", "not valid TOML"),
    ],
)
def test_compare_says_which_game_it_cannot_find(tmp_path: Path, text: str, reason: str) -> None:
    board = tmp_path / "board.toml"
    board.write_text(text)
    done = run(app, ["compare", str(board), str(board)])
    assert done.exit_code == 2
    assert reason in done.stderr


def test_the_ladder_can_be_played_on_a_board(tmp_path: Path) -> None:
    """At such a speed nobody can stop the train, and random players go over the cliff."""
    board = tmp_path / "fast.toml"
    board.write_text('game = "runaway"\nstart_speed = 99\n')
    words = ["ladder", "runaway", "--seats", "3", "--bots", "random,easy", "--games", "6", "--json"]
    usual, fast = json.loads(run(app, words).stdout), json.loads(run(app, [*words, "--board", str(board)]).stdout)
    wins = [sum(pairing["win_share"] for pairing in found["pairings"]) for found in (usual, fast)]
    assert wins[0] > 0
    assert wins[1] == 0, "the train is at the cliff before anybody has played a card"


def test_bots_that_learned_on_another_board_say_so(tmp_path: Path) -> None:
    board = tmp_path / "mine.toml"
    board.write_text('game = "runaway"\nstart_speed = 2\n')
    words = ["simulate", "runaway", "--seats", "3", "--games", "1", "--bots", "hard,easy,random"]
    on_it = run(app, [*words, "--board", str(board)])
    assert on_it.exit_code == 0
    assert "hard was trained on the game's own board, not on this one" in on_it.stderr
    assert "easy learned" not in on_it.stderr
    assert "learned" not in run(app, words).stderr
    board.write_text('game = "runaway"\nstart_speed = 1\n')
    assert "learned" not in run(app, [*words, "--board", str(board)]).stderr, "that is the game's own board"


def test_boards_are_compared_with_the_same_players(tmp_path: Path) -> None:
    one, other, report = tmp_path / "one.toml", tmp_path / "other.toml", tmp_path / "page.html"
    one.write_text('game = "runaway"\n')
    other.write_text('game = "runaway"\n[long]\nend = 71\n')
    words = ["compare", str(one), str(other), "--seats", "3", "--games", "20", "--report", str(report)]
    done = run(app, [*words, "--bots", "medium,medium,easy"])
    assert done.exit_code == 0
    assert "medium: trained on only one of the boards; uses rules of thumb on both" in done.stderr
    assert "rules of thumb" in report.read_text()
    plans = [Plan("runaway", 3, ("medium", "easy", "easy"), 0, {"long.end": end}) for end in (70, 71)]
    assert [plan.untaught for plan in same_players(plans)] == [("medium",)] * 2
    assert not bot_settings(same_players(plans)[0])[0][1].any(), (
        "it plays without what it learned, also on its own board"
    )
    other.write_text('game = "runaway"\nstart_speed = 2\n')
    assert "one of the boards" not in run(app, words).stderr, "what it learned holds at every speed"


@pytest.mark.parametrize("game", game_names())
def test_the_command_that_trains_a_bot_for_a_board_is_accepted(game: str) -> None:
    for level in declaration(game).all_levels:
        for name in (level, f"{level}:7", f"{level}/bold" if "bold" in declaration(game).styles else level):
            bot = policy(game, name)
            if bot.knowledge.size:
                words = boards.lesson(bot).strip("`").split()[1:-2]
                done = run(app, [*words, "--minutes", "0"])
                assert "minutes of training" in str(done.exception), done.exception


def test_what_is_learned_on_a_board_is_used_on_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    board, options = tmp_path / "mine.toml", {"start_speed": 2}
    board.write_text("start_speed = 2\n")
    own = policy("runaway", "hard")
    assert boards.on_board(own, options) is own
    assert boards.learned_elsewhere([own], options)
    words = ["train", "runaway", "hard", "--minutes", "0.001", "--board", str(board), "--json"]
    done = run(app, words)
    assert done.exit_code == 0, done.output
    file = Path(json.loads(done.stdout)["file"])
    assert file.is_relative_to(tmp_path)
    assert knowledge.label_of("runaway", file).get("board") == options
    learned = boards.on_board(own, options)
    assert (learned.knowledge != own.knowledge).any()
    assert boards.learned_elsewhere([own], options) == []
    assert boards.on_board(own, {}) is own
    with pytest.raises(GameError, match="on another board"):
        knowledge.read("runaway", own.knowledge.size, file)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["play", "runaway", "--board", "FILE"], "start_speed must be from 1 to 99, not 0"),
        (["play", "--board", "FILE"], "--board needs the name of a game"),
        (["play", "runaway", "--resume", "--board", "FILE"], "--resume continues on the board"),
        (["ladder", "runaway", "--board", "FILE"], "start_speed must be from 1 to 99, not 0"),
        (["train", "runaway", "hard", "--board", "FILE"], "start_speed must be from 1 to 99, not 0"),
        (["serve", "--board", "FILE"], "start_speed must be from 1 to 99, not 0"),
        (["serve", "--board", "GOOD", "--board", "GOOD"], "there is a board of runaway already"),
    ],
)
def test_an_invalid_board_is_refused_with_one_sentence(tmp_path: Path, words: list[str], reason: str) -> None:
    bad, good = tmp_path / "bad.toml", tmp_path / "good.toml"
    bad.write_text("start_speed = 0\n")
    good.write_text("start_speed = 5\n")
    given = [{"FILE": str(bad), "GOOD": str(good)}.get(word, word) for word in words]
    done = subprocess.run(
        [sys.executable, "-m", "allaboard", *given], capture_output=True, text=True, check=False, env=dict(os.environ)
    )
    assert done.returncode == 2
    assert reason in done.stderr
    assert "Traceback" not in done.stderr
