"""Programs of others at the table: the documented example plays; whatever goes wrong, the game goes on."""

import re
import sys
from pathlib import Path

import pytest

from allaboard.bots.outside import CHANCES, Outside
from allaboard.game import Game, GameError, load
from allaboard.rng import stream
from allaboard.simulate.ladder import climb, play_one

DOCS = Path(__file__).parents[2] / "docs" / "outside-bots.md"
EXAMPLE = re.findall(r"```python\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)[0]
ASKED = (
    "import json, sys, time\nfor line in sys.stdin:\n    m = json.loads(line)\n    if m['type'] != 'act': continue\n"
)


def named(tmp_path: Path, source: str) -> str:
    program = tmp_path / "bot.py"
    program.write_text(source, encoding="utf-8")
    return f"exec:{sys.executable} {program}"


def one_game(game: Game, bot: str, seed: int = 1) -> Outside:
    """A game with the program at seat 0; returns the program, closed."""
    outside = Outside(bot, deadline_ms=300)
    seated = [bot, *["random"] * (game.seats.start + 1)]
    state = play_one(game, seated, stream(seed), stream(seed, 1), {bot: outside})
    assert game.over(state)
    outside.close()
    return outside


@pytest.mark.parametrize("name", ["miyajima", "hachi", "runaway"])
def test_the_documented_example_plays_whole_games(tmp_path: Path, name: str) -> None:
    assert len(EXAMPLE.strip().splitlines()) == 10
    assert one_game(load(name), named(tmp_path, EXAMPLE)).reports == []


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
    assert report in said
    assert "random plays on for it" in said


def test_a_command_that_is_none_is_reported_and_not_tried_for_ever() -> None:
    outside = Outside("exec:no-such-program-anywhere")
    for seat in range(5):
        guest = outside.sit(load("runaway"), seat % 3, 3)
        assert guest.forfeited
    assert len(outside.reports) == CHANCES
    assert "cannot be started" in outside.reports[0]
    assert "not started again" in outside.reports[-1]


@pytest.mark.parametrize("name", ["medium", "exec:", "exec:'open"])
def test_a_name_that_is_none_is_refused(name: str) -> None:
    with pytest.raises(GameError):
        Outside(name)


def test_a_program_climbs_the_ladder(tmp_path: Path) -> None:
    bot = named(tmp_path, EXAMPLE)
    found = climb("runaway", 3, ("easy", bot), games=3)
    assert found.reports == []
    assert {rung.bot for rung in found.rungs} == {"easy", bot}
