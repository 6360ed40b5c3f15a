"""`allaboard simulate`, `compare` and `bench` from the outside."""

import json
import os
import pty
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import polars as pl
import pytest
from typer.testing import CliRunner, Result

from allaboard import notation, plain
from allaboard.cli import app
from allaboard.game import load
from allaboard.simulate import bench, peers
from allaboard.simulate.frame import read_parquet

BOARDS = Path(__file__).parents[2] / "src" / "allaboard" / "games"


def allaboard(*words: object) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words])


def test_a_batch_writes_games_records_and_a_page(tmp_path: Path) -> None:
    out, records, report = (tmp_path / name for name in ("games.parquet", "games.txt", "page.html"))
    files = ["--out", out, "--records", records, "--report", report]
    done = allaboard("simulate", "miyajima", "--seats", 2, "--games", 30, "--seed", 5, *files, "--json")
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)
    frame, about = read_parquet(out)
    assert (told["games"], about.games, about.seed) == (30, 30, 5)
    assert told["mean_scores"] == pytest.approx([frame["score"].arr.get(seat).mean() for seat in range(2)], abs=0.001)
    assert "What 30 games of Fast Train to Miyajima show" in report.read_text(encoding="utf-8")
    game = load("miyajima")
    expected = "\n".join(str(plain.play_random(game, 2, 5, number, {})) for number in range(30))
    assert records.read_text(encoding="utf-8") == expected, "the plain path writes the same records"


def test_the_best_game_is_kept_as_a_record(tmp_path: Path) -> None:
    best, every = tmp_path / "best.txt", tmp_path / "all.txt"
    done = allaboard("simulate", "miyajima", "--seats", 1, "--games", 300, "--best", best, "--records", every)
    assert done.exit_code == 0, done.output
    (record,) = notation.read_records(best.read_text(encoding="utf-8"))
    scores = [game.tail["score"][1][0] for game in notation.read_records(every.read_text(encoding="utf-8"))]
    assert record.tail["score"][1][0] == max(scores)
    assert notation.verify(record) is None


def test_a_board_is_written_into_the_records(tmp_path: Path) -> None:
    board = tmp_path / "short.toml"
    text = (BOARDS / "runaway" / "board.toml").read_text(encoding="utf-8")
    board.write_text(text.replace("brake_half = 24", "brake_half = 20"), encoding="utf-8")
    records = tmp_path / "games.txt"
    done = allaboard("simulate", "runaway", "--seats", 3, "--games", 2, "--board", board, "--records", records)
    assert done.exit_code == 0, done.output
    assert "option main.brake_half 20" in records.read_text(encoding="utf-8")
    assert "2 games of RunAway Train" in done.stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["chess", "--seats", "2"], "there is no game 'chess'"),
        (["hachi", "--seats", "2"], "3 to 5 players, not 2"),
        (["hachi", "--seats", "3", "--bots", "godlike"], "godlike"),
        (["hachi", "--seats", "3", "--bots", "random,"], "names with commas"),
        (["hachi", "--seats", "3", "--bots", "random,random"], "one for each"),
        (["hachi", "--seats", "3", "--out", "/nowhere/games.parquet"], "cannot write /nowhere/games.parquet"),
        (["hachi", "--seats", "3", "--report", "/"], "cannot write /"),
        (["hachi", "--seats", "3", "--records", "/nowhere/games.txt"], "cannot write"),
        (["runaway", "--seats", "3", "--board", "/nowhere.toml"], "cannot read /nowhere.toml"),
    ],
)
def test_invalid_input_gives_a_sentence_and_exit_code_2(words: list[str], sentence: str) -> None:
    done = allaboard("simulate", *words, "--games", 10**9)
    assert done.exit_code == 2
    assert sentence in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize(
    ("text", "sentence"),
    [("[main", "not valid TOML"), ("speed = 1", "there is no option 'speed'"), ("\0", "not valid TOML")],
)
def test_a_damaged_board_is_named(tmp_path: Path, text: str, sentence: str) -> None:
    board = tmp_path / "bad.toml"
    board.write_text(text, encoding="utf-8")
    for words in (
        ["simulate", "runaway", "--seats", 3, "--board", board],
        ["compare", board, board, "--game", "runaway"],
    ):
        done = allaboard(*words)
        assert done.exit_code == 2
        assert sentence in done.stderr
        assert "bad.toml" in done.stderr


def test_an_interrupt_keeps_what_is_done(tmp_path: Path) -> None:
    out = tmp_path / "games.parquet"
    words = ["simulate", "runaway", "--seats", "3", "--games", "100000000", "--out", str(out)]
    code = "from allaboard.cli import main; main()"
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "COLUMNS": "120", "TERM": "xterm"}
    ours, theirs = pty.openpty()  # a progress bar is for terminals, and says when games are under way
    with subprocess.Popen(
        [sys.executable, "-c", code, *words], stdout=subprocess.DEVNULL, stderr=theirs, env=env
    ) as it:
        os.close(theirs)
        said = b""
        while b"games/s" not in said:
            said += os.read(ours, 4096)
        it.send_signal(signal.SIGINT)
        with suppress(OSError):  # the other end is closed
            while more := os.read(ours, 4096):
                said += more
    os.close(ours)
    assert it.returncode == 130
    assert b"of 100000000 games; they are kept" in said
    frame, about = read_parquet(out)
    assert 0 < about.games == len(frame) < about.wanted


def test_compare_finds_the_game_from_its_boards(tmp_path: Path) -> None:
    text = (BOARDS / "runaway" / "board.toml").read_text(encoding="utf-8")
    one, two = tmp_path / "usual.toml", tmp_path / "short.toml"
    one.write_text(text, encoding="utf-8")
    two.write_text(text.replace("brake_half = 24", "brake_half = 8"), encoding="utf-8")
    report = tmp_path / "compare.html"
    done = allaboard("compare", one, two, "--bots", "random", "--games", 1000, "--report", report, "--json")
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)
    assert told["game"] == "runaway"
    assert any(change["figure"] == "speed" for change in told["differ"])
    page = report.read_text(encoding="utf-8")
    assert "usual" in page
    assert "▲" in page or "▼" in page


def test_help_is_quick() -> None:
    heavy = "[name for name in ('numba', 'numpy', 'polars') if name in sys.modules]"
    code = f"import sys; from allaboard.cli import app; print({heavy})"
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, env=env)
    assert done.stdout.decode().strip() == "[]"


def test_the_bench_table_goes_between_its_marks(tmp_path: Path) -> None:
    found = bench.Findings(
        [
            bench.Line("runaway", "All Aboard, 5 seats", 20e6, 5e6),
            bench.Line("runaway", "OpenSpiel C++ Goofspiel, 5 players", 2e6, 1e6, 10),
        ],
        {"runaway": 1.95},
        [bench.Start("runaway", 6.2, 0.8, 512.0, 9.0)],
        "a processor",
    )
    table = bench.table(found, "allaboard bench runaway")
    assert "| | OpenSpiel C++ Goofspiel, 5 players | 2.0 million | 10.0 times as fast |" in table
    assert "| runaway | 1.95 times one | 6.2 s | 0.8 s | 9 s, 512 MB |" in table
    page = bench.write_between_marks("# Speed\n<!-- bench -->\nold\n<!-- /bench -->\nmore\n", table)
    assert "old" not in page
    assert page.endswith("<!-- /bench -->\nmore\n")
    file = tmp_path / "measurements.md"
    file.write_text("no marks here", encoding="utf-8")
    done = allaboard("bench", "runaway", "--page", file)
    assert done.exit_code == 2
    assert "<!-- bench -->" in done.stderr


def test_peers_play_whole_games() -> None:
    for module in ("pyspiel", "rlcard", "pettingzoo"):
        pytest.importorskip(module)
    pig = peers.open_spiel_cpp("Pig", "pig").play(0.02)
    goofspiel = peers.open_spiel_cpp("Goofspiel", "goofspiel(players=3,num_cards=4)").play(0.02)
    stepped = peers.open_spiel_python("Goofspiel", "goofspiel(players=3,num_cards=4)").play(0.02)
    for found in (pig, goofspiel, stepped):
        assert found.moves > 0
        assert found.seconds > 0
    assert goofspiel.moves == 3 * goofspiel.chances, "three bids for every card turned up"
    assert stepped.moves == 3 * stepped.chances


def test_a_frame_is_polars() -> None:
    from allaboard.simulate import run

    frame = run("runaway", 3, 5).frame
    assert isinstance(frame, pl.DataFrame)
    assert frame["game"].to_list() == [0, 1, 2, 3, 4]
