"""The terminal as a player uses it: keys and mouse through Textual's pilot, whole games, saved games."""

import asyncio
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import Label, OptionList, RichLog, Static

from allaboard import notation
from allaboard.game import GameError
from allaboard.tui import saves
from allaboard.tui.app import AskScreen, PlayApp, RulesScreen
from allaboard.tui.local import LocalMatch, new_match
from allaboard.tui.match import Position

SMALL = (80, 24)
BRIEF = {"hachi": {"rounds": 2, "numbers": 5}}
"""Options with which a game still has several rounds, with a third of the steps."""


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALLABOARD_STATE", str(tmp_path))


def match(game: str, seats: int, seat: int = 0, seed: int = 3) -> LocalMatch:
    return new_match(game, seats, "random", seat, seed, "Ada", 0.0, None)


async def until_asked(pilot: Any, app: PlayApp) -> None:
    for _ in range(6000):
        await pilot.pause(0.01)
        if shown(app) and (position(app).menu or position(app).over):
            return
    raise AssertionError("nobody asks, and it is not over")


def position(app: PlayApp) -> Position:
    assert app.match
    assert app.match.position
    return app.match.position


def shown(app: PlayApp) -> str:
    return str(app.query_one("#board", Static).render())


def story(app: PlayApp) -> str:
    return "\n".join(strip.text for strip in app.query_one("#story", RichLog).lines)


@pytest.mark.parametrize(
    ("game", "seats", "seat"), [("miyajima", 1, 0), ("miyajima", 3, 1), ("hachi", 3, 2), ("runaway", 4, 0)]
)
def test_a_whole_game_by_keyboard(game: str, seats: int, seat: int, tmp_path: Path) -> None:
    async def play() -> None:
        app = PlayApp(match(game, seats, seat))
        async with app.run_test(size=SMALL) as pilot:
            for turn in range(2000):
                await until_asked(pilot, app)
                if position(app).over:
                    break
                menu = app.query_one("#menu", OptionList)
                menu.highlighted = turn % menu.option_count
                await pilot.press("enter" if turn % 3 else "1")
            assert position(app).over
            assert "over" in str(app.query_one("#asks", Label).render())
            assert "allaboard verify" in " ".join(position(app).ending)

    asyncio.run(play())
    (file,) = (tmp_path / "records").glob("*.txt")
    (record,) = notation.read_records(file.read_text())
    assert notation.verify(record) is None
    assert record.value("seed")
    assert record.value("commitment")
    assert record.players[seat] == "Ada"


def test_in_a_solo_game_the_rank_and_the_goals_are_shown() -> None:
    async def play() -> None:
        app = PlayApp(match("miyajima", 1))
        async with app.run_test(size=SMALL) as pilot:
            await until_asked(pilot, app)
            assert "Rank so far: Gandy Dancer" in shown(app)
            assert "four destinations and 230 points" in shown(app)

    asyncio.run(play())


def test_the_mouse_chooses_too() -> None:
    async def play() -> None:
        app = PlayApp(match("miyajima", 1))
        async with app.run_test(size=SMALL) as pilot:
            await until_asked(pilot, app)
            await pilot.click("#menu", offset=(6, 1))
            await until_asked(pilot, app)
            assert "You take the yellow die." in story(app)

    asyncio.run(play())


def test_undo_goes_back_to_the_last_roll_and_no_further() -> None:
    async def play() -> None:
        app = PlayApp(match("miyajima", 1))
        async with app.run_test(size=SMALL) as pilot:
            await until_asked(pilot, app)
            await pilot.press("1")
            await until_asked(pilot, app)
            before = shown(app)
            await pilot.press("u")
            await until_asked(pilot, app)
            assert shown(app) == before, "a roll cannot be undone"
            await pilot.press("2")
            await until_asked(pilot, app)
            assert shown(app) != before
            await pilot.press("u")
            await until_asked(pilot, app)
            assert shown(app) == before, "a load can be undone until the next roll"
            await pilot.press("u")
            await until_asked(pilot, app)
            assert shown(app) == before

    asyncio.run(play())


def test_hint_rules_and_quit() -> None:
    async def play() -> None:
        app = PlayApp(match("runaway", 3))
        async with app.run_test(size=SMALL) as pilot:
            await until_asked(pilot, app)
            await pilot.press("question_mark")
            for _ in range(6000):
                await pilot.pause(0.01)
                if "Hint: " in story(app):
                    break
            assert re.search("Hint: (No cards|Passenger|Conductor|Suitcases)", story(app))
            await pilot.press("f1")
            await pilot.pause()
            assert isinstance(app.screen, RulesScreen)
            await pilot.press("escape")
            await pilot.press("q")

    asyncio.run(play())


def test_a_game_that_was_left_goes_on_where_it_was() -> None:
    async def first() -> str:
        app = PlayApp(match("hachi", 3))
        async with app.run_test(size=SMALL) as pilot:
            for _ in range(3):
                await until_asked(pilot, app)
                await pilot.press("1")
            await until_asked(pilot, app)
            text = shown(app)
            await pilot.press("q")
        return text

    async def second() -> str:
        assert saves.latest() == "hachi"
        app = PlayApp(LocalMatch.resume("hachi"))
        async with app.run_test(size=SMALL) as pilot:
            await until_asked(pilot, app)
            return shown(app)

    assert asyncio.run(first()) == asyncio.run(second())
    with pytest.raises(GameError, match="no unfinished game"):
        LocalMatch.resume("runaway")


def test_a_game_on_another_board_goes_on_on_it() -> None:
    """Fewer destinations end the game; bots that have not learned on this board say so; the record keeps the board."""

    async def first() -> str:
        app = PlayApp(
            new_match("miyajima", 2, "hard", 0, 3, "Ada", 0.0, None, {"destinations_to_end": (1, 1, 1, 1, 1)})
        )
        async with app.run_test(size=SMALL) as pilot:
            await until_asked(pilot, app)
            assert "hard was trained on the game's own board, not on this one" in " ".join(story(app).split())
            assert "destinations 0 of 1" in shown(app)
            await pilot.press("1")
            await until_asked(pilot, app)
            text = shown(app)
            await pilot.press("q")
        return text

    async def second() -> str:
        app = PlayApp(LocalMatch.resume("miyajima"))
        async with app.run_test(size=SMALL) as pilot:
            await until_asked(pilot, app)
            return shown(app)

    assert asyncio.run(first()) == asyncio.run(second())


def test_without_a_game_the_terminal_asks_for_one() -> None:
    async def play() -> None:
        app = PlayApp(None, lambda game, seats, level: match(game, seats))
        async with app.run_test(size=SMALL) as pilot:
            await pilot.pause(0.1)
            assert isinstance(app.screen, AskScreen)
            await pilot.press("down", "enter")  # Miyajima
            await pilot.pause(0.1)
            await pilot.press("enter")  # alone
            await until_asked(pilot, app) if app.match else await pilot.pause(0.3)
            await until_asked(pilot, app)
            assert "Rank so far" in shown(app)

    asyncio.run(play())


@pytest.mark.parametrize(("game", "seats"), [("miyajima", 8), ("hachi", 5), ("runaway", 6)])
def test_the_table_fits_eighty_columns_and_twenty_four_lines(game: str, seats: int) -> None:
    async def play() -> None:
        app = PlayApp(match(game, seats))
        async with app.run_test(size=SMALL) as pilot:
            for _ in range(8):
                await until_asked(pilot, app)
                assert max(map(len, shown(app).splitlines())) <= 78
                assert len(shown(app).rstrip().splitlines()) <= app.query_one("#table").size.height
                await pilot.press("1")

    asyncio.run(play())


@pytest.mark.parametrize("answers", [True, False])
def test_a_program_can_play(tmp_path: Path, answers: bool) -> None:
    program = tmp_path / "bot.py"
    program.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    message = json.loads(line)\n"
        f"    if message['type'] == 'act' and {answers}:\n"
        "        print(json.dumps({'action': message['actions'][0]}), flush=True)\n"
        "    elif message['type'] == 'act':\n"
        "        break\n",
        encoding="utf-8",
    )

    async def play() -> str:
        app = PlayApp(new_match("runaway", 3, f"exec:{sys.executable} {program}", 0, 3, "Ada", 0.0, None))
        async with app.run_test(size=SMALL) as pilot:
            for _ in range(3):
                await until_asked(pilot, app)
                await pilot.press("1")
            await until_asked(pilot, app)
            return story(app).replace("\n", " ")

    assert ("random plays instead" in " ".join(asyncio.run(play()).split())) is not answers
