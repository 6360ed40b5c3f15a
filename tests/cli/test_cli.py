"""The command line: its output, its exit codes and its files."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from allaboard.cli import app
from allaboard.game import load

run = CliRunner().invoke


def records(tmp_path: Path, game: str = "hachi", seats: int = 3, games: int = 2, *more: str) -> Path:
    file = tmp_path / f"{game}.txt"
    done = run(app, ["simulate", game, "--seats", str(seats), "--games", str(games), "--records", str(file), *more])
    assert done.exit_code == 0, done.output
    return file


@pytest.mark.parametrize(("game", "seats"), [("miyajima", 1), ("hachi", 5), ("runaway", 6)])
def test_simulate_then_verify(tmp_path: Path, game: str, seats: int) -> None:
    file = records(tmp_path, game, seats, 3, "--committed")
    done = run(app, ["verify", str(file)])
    assert done.exit_code == 0
    assert done.output.count("is valid") == 3
    assert "chance as committed" in done.output


def test_the_same_seed_gives_the_same_games(tmp_path: Path) -> None:
    one = records(tmp_path, "runaway", 4, 2, "--seed", "5").read_text()
    two = records(tmp_path, "runaway", 4, 2, "--seed", "5").read_text()
    other = records(tmp_path, "runaway", 4, 2, "--seed", "6").read_text()
    assert one == two != other


def test_simulate_needs_only_a_game() -> None:
    done = CliRunner().invoke(app, ["simulate", "hachi", "--json"])
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["seats"] == 4


@pytest.mark.parametrize("options", [[], ["--committed"]], ids=["", "committed"])
@pytest.mark.parametrize(("games", "said"), [(1, "1 game of"), (2, "2 games of")])
def test_simulate_counts_in_the_singular_and_in_the_plural(options: list[str], games: int, said: str) -> None:
    done = run(app, ["simulate", "miyajima", "--seats", "1", "--games", str(games), *options])
    assert done.stdout.startswith(f"{said} Fast Train to Miyajima with 1 seat"), done.output


def test_a_table_for_one_is_said_in_the_singular(tmp_path: Path) -> None:
    file = tmp_path / "r.txt"
    run(app, ["simulate", "miyajima", "--seats", "1", "--records", str(file)])
    assert "(miyajima, 1 seat, " in run(app, ["verify", str(file)]).stdout
    for command in ("replay", "review"):
        assert "this game has only seat 0, not 4" in run(app, [command, str(file), "--seat", "4"]).output


def test_simulate_prints_json(tmp_path: Path) -> None:
    file = tmp_path / "r.txt"
    done = run(app, ["simulate", "runaway", "--seats", "3", "--games", "4", "--records", str(file), "--json"])
    found = json.loads(done.stdout)
    assert found["games"] == 4


def test_verify_names_file_line_clause_and_what_is_legal(tmp_path: Path) -> None:
    file = records(tmp_path)
    rows = file.read_text().splitlines()
    at = next(number for number, row in enumerate(rows) if " play " in row)
    rows[at] = "s0 pass"
    file.write_text("\n".join(rows))
    done = run(app, ["verify", str(file)])
    assert done.exit_code == 1
    assert f"{file}:{at + 1}: record 1 is invalid" in done.output
    assert "(H4)" in done.output
    assert "legal: play" in done.output
    assert "record 2 is valid" in done.output, "the other record is still checked"
    found = [json.loads(line) for line in run(app, ["verify", "--json", str(file)]).output.splitlines()]
    assert [row["holds"] for row in found] == [False, True]
    assert (found[0]["line"], found[0]["clause"]) == (at + 1, "H4")


@pytest.mark.parametrize("content", [b"", b"hello", bytes(range(256)), b"\xff\xfe\x00", b"\0" * 100])
def test_unreadable_files_give_exit_code_2(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "junk"
    file.write_bytes(content)
    for command in ("verify", "replay"):
        done = run(app, [command, str(file)])
        assert done.exit_code == 2
        assert "cannot read" in done.output
        assert "Traceback" not in done.output
    assert run(app, ["verify", str(tmp_path / "nowhere")]).exit_code == 2
    assert run(app, ["verify", str(tmp_path)]).exit_code == 2


def test_replay_prints_sentences_for_one_seat(tmp_path: Path) -> None:
    file = records(tmp_path)
    everything = run(app, ["replay", str(file)])
    assert everything.exit_code == 0
    seat = run(app, ["replay", str(file), "--seat", "1"])
    assert seat.exit_code == 0
    assert "as seat 1 saw it" in seat.output
    assert len(set(everything.output.splitlines()) - set(seat.output.splitlines())) > 10, "dealt cards are hidden"
    assert run(app, ["replay", str(file), "--record", "2"]).output != everything.output
    assert "Seat 1: Kodama (random)" in everything.output
    assert "Kodama" in everything.output.split("Seat 2: Nozomi")[1]


@pytest.mark.parametrize(("game", "seats"), [("miyajima", 1), ("hachi", 3), ("runaway", 4)])
def test_replay_in_japanese_has_no_english_words(tmp_path: Path, game: str, seats: int) -> None:
    file = records(tmp_path, game, seats, 1)
    for more in ([], ["--seat", "0"], ["--table"]):
        japanese = run(app, ["replay", str(file), "--language", "ja", *more])
        assert japanese.exit_code == 0
        assert len(japanese.output.splitlines()) > 20
        words = re.findall("[A-Za-z]{3,}", japanese.output)
        assert set(words) <= {"Hikari", "Kodama", "Nozomi", "Sakura"}, "only the names of bots"
        english = run(app, ["replay", str(file), *more]).output.splitlines()
        assert english[0].startswith(f"{load(game).title}, {seats} seat{'s' if seats > 1 else ''}")
        assert english[1] == f"Seat 0: {japanese.output.splitlines()[1][3:].partition('（')[0]} (random)"
    half = file.read_text().splitlines()[:25]
    (tmp_path / "half.txt").write_text("\n".join(half) + "\n")
    said = run(app, ["replay", str(tmp_path / "half.txt"), "--language", "ja"]).output
    assert said.endswith("棋譜はここまでです。ゲームは終わっていません。\n")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["simulate", "chess", "--seats", "3"], "there is no game 'chess'; there are hachi, miyajima, runaway"),
        (["simulate", "hachi", "--seats", "9"], "3 to 5 players, not 9"),
        (["simulate", "hachi", "--seats", "3", "--games", "0"], "Invalid value for '--games'"),
        (["simulate", "hachi", "--seats", "many"], "Invalid value for '--seats'"),
        (["simulate", "hachi", "--seats", "3", "--records", "/nowhere/at/all.txt"], "cannot write"),
        (["simulate", "miyajima", "--seats", "3", "--board", "/nowhere.toml"], "cannot read"),
        (["rules", "chess"], "there is no game 'chess'"),
        (["warm", "chess"], "there is no game 'chess'"),
        (["verify"], "FILE"),
        (["dance"], "dance"),
    ],
)
def test_invalid_input_gives_a_sentence_and_exit_code_2(words: list[str], reason: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "allaboard", *words], capture_output=True, text=True, check=False, env=_plain_env()
    )
    assert done.returncode == 2
    assert reason in " ".join(done.stderr.replace("│", " ").split())
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_an_invalid_board_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    board, file = tmp_path / "board.toml", tmp_path / "records.txt"
    file.write_text("precious")
    board.write_text("[red]\nfast = [1, 2]\n")
    done = run(app, ["simulate", "miyajima", "--seats", "2", "--board", str(board), "--records", str(file)])
    assert done.exit_code == 2
    assert "red.fast must have 6 numbers, not 2" in done.output
    assert file.read_text() == "precious"


def test_replay_refuses_seats_and_records_that_are_not_there(tmp_path: Path) -> None:
    file = records(tmp_path)
    assert "seats 0 to 2, not 3" in run(app, ["replay", str(file), "--seat", "3"]).output
    assert "no record 3" in run(app, ["replay", str(file), "--record", "3"]).output
    refused = run(app, ["replay", str(file), "--language", "xx"])
    assert (refused.exit_code, "no sentences in 'xx'; there are en, ja" in refused.output) == (2, True)


@pytest.mark.parametrize("game", ["miyajima", "hachi", "runaway"])
def test_rules_are_printed(game: str) -> None:
    done = run(app, ["rules", game])
    assert done.exit_code == 0
    assert "*Ruling" in done.output


def test_a_closed_pipe_is_not_an_error(tmp_path: Path) -> None:
    file = records(tmp_path)
    pipe = f"{sys.executable} -m allaboard replay {file} | head -1; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", pipe], capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr
    assert done.stderr == ""


def _plain_env() -> dict[str, str]:
    import os

    return {**os.environ, "COLUMNS": "200", "NO_COLOR": "1", "TERM": "dumb"}
