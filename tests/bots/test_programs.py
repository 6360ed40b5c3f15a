"""Programs as bots: the documented example plays, and the game goes on after any fault."""

import re
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from allaboard.bots.levels import NOTHING_LEARNED, Policy
from allaboard.bots.programs import MOST_FAULTS, Program
from allaboard.game import Game, GameError, State, load
from allaboard.games.runaway.rules import legal
from allaboard.notation import verify
from allaboard.record import rule
from allaboard.rng import Rng, stream
from allaboard.simulate import run
from allaboard.simulate.ladder import run_ladder
from allaboard.simulate.programs import play_one
from allaboard.simulate.records import records

DOCS = Path(__file__).parents[2] / "docs" / "reference" / "programs.md"
EXAMPLE = re.findall(r"```python\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)[0]
ASKED = (
    "import json, sys, time\nfor line in sys.stdin:\n    m = json.loads(line)\n    if m['type'] != 'act': continue\n"
)


def named(tmp_path: Path, source: str) -> str:
    program = tmp_path / "bot.py"
    program.write_text(source, encoding="utf-8")
    return f"exec:{sys.executable} {program}"


def one_game(game: Game[State], bot: str, seed: int = 1) -> Program:
    """A game with the program at seat 0; returns the program, closed."""
    program = Program(bot, deadline_ms=300)
    seated = [bot, *["random"] * (game.seats.start + 1)]
    state = play_one(game, seated, stream(seed), stream(seed, 1), {bot: program})
    assert game.over(state)
    program.close()
    return program


@pytest.mark.parametrize("name", ["miyajima", "hachi", "runaway"])
def test_the_documented_example_plays_whole_games(tmp_path: Path, name: str) -> None:
    assert len(EXAMPLE.strip().splitlines()) <= 11
    assert one_game(load(name), named(tmp_path, EXAMPLE)).reports == []


def test_no_program_is_left_running(tmp_path: Path) -> None:
    ended = tmp_path / "ended"
    waits = f"import pathlib, sys\nfor line in sys.stdin: pass\npathlib.Path({str(ended)!r}).touch()\n"
    program = Program(named(tmp_path, waits))
    program.sit("runaway", 0, 3)  # and the game is never finished
    program.close()
    assert ended.exists()


@pytest.mark.parametrize(
    ("source", "report"),
    [
        ("raise SystemExit(3)", "has ended with exit code 3"),
        (ASKED + "    print('hello', flush=True)", "'hello', which is not"),
        (ASKED + "    print('[1]', flush=True)", "which is not"),
        (
            ASKED + """    print('{"action": "fly"}', flush=True)""",
            "plays 'fly', which is not legal; legal: cards",
        ),
        (
            ASKED + "    if 'n' in globals(): time.sleep(9)\n    n = 1\n"
            "    print(json.dumps({'action': m['actions'][0]}), flush=True)",
            "did not answer within 300 ms",
        ),
    ],
)
def test_a_program_that_fails_is_reported_and_the_game_goes_on(tmp_path: Path, source: str, report: str) -> None:
    (said,) = one_game(load("runaway"), named(tmp_path, source)).reports
    assert report in said.said()
    assert "random plays instead" in said.said()
    assert said.said("ja").endswith("。以後は「ランダム」が代わりに打ちます")


def test_a_program_that_cannot_be_started_is_reported_and_not_tried_for_ever() -> None:
    program = Program("exec:no-such-program-anywhere")
    for seat in range(5):
        assert program.sit("runaway", seat % 3, 3).forfeited
    assert len(program.reports) == MOST_FAULTS
    assert "cannot be started" in program.reports[0].said()
    assert "not started again" in program.reports[-1].said()
    assert program.reports[-1].said("ja").endswith("このプログラムはもう起動しません")


@pytest.mark.parametrize("name", ["medium", "exec:", "exec:'open"])
def test_an_invalid_name_of_a_program_is_refused(name: str) -> None:
    with pytest.raises(GameError):
        Program(name)


@rule
def last_of_all(view: Any, rng: Rng, knowledge: Any, budget: int) -> int:
    """The same choices as the documented example."""
    room = np.zeros(4096, np.int16)
    return int(room[legal(view, int(view.viewer), room) - 1])


def test_a_program_plays_the_same_games_as_a_compiled_bot_that_chooses_alike(tmp_path: Path) -> None:
    ours = Policy("runaway", "last", last_of_all, NOTHING_LEARNED, 0)
    bot = named(tmp_path, EXAMPLE)
    (theirs, mine) = (run("runaway", 3, 4, (one, "easy", "random"), seed=2, rotate=True) for one in (bot, ours))
    assert theirs.reports == []
    assert theirs.columns.keys() == mine.columns.keys()
    for name, column in mine.columns.items():
        assert (theirs.columns[name] == column).all(), name
    for one, other in zip(records(theirs), records(mine), strict=True):
        assert one.lines == other.lines
        assert verify(one) is None


def test_a_program_does_not_play_on_a_cluster(tmp_path: Path) -> None:
    with pytest.raises(GameError, match="not on a cluster"):
        run("runaway", 3, 1, (named(tmp_path, EXAMPLE),), cluster="local")


def test_a_program_plays_on_the_ladder(tmp_path: Path) -> None:
    bot = named(tmp_path, EXAMPLE)
    found = run_ladder("runaway", 3, ("easy", bot), games=3)
    assert found.reports == []
    assert {one.bot for one in found.rated} == {"easy", bot}
