"""The log in the terminal and `allaboard replay`: line by line what the record's events say, in every language."""

import asyncio
import re
from pathlib import Path

import pytest
from textual.widgets import RichLog
from typer.testing import CliRunner

from allaboard import notation
from allaboard.bots.personas import names_at
from allaboard.catalog import LANGUAGES
from allaboard.cli import app as commands
from allaboard.game import load
from allaboard.tui.app import PlayApp
from allaboard.tui.local import LocalMatch, new_match
from allaboard.tui.words import words
from tui.test_play import BRIEF, position, until_asked


def said_of(record: notation.GameRecord, seat: int, you: int | None, language: str) -> list[str]:
    """What a seat is told of a game, in sentences."""
    game, names = load(record.value("game") or ""), list(names_at(record.players).values())
    said: list[str] = []
    for step in notation.replay(record):
        events = game.step_events(step.before, step.after, step.line.actor, step.action, seat)
        said += game.sentences(events, names, you, language)
    return said


def squeezed(lines: list[str]) -> str:
    """The text without spaces: the log breaks long lines."""
    return "".join("".join(lines).split())


async def played(match: LocalMatch, language: str) -> list[str]:
    """The log of a whole game."""
    app = PlayApp(match, language=language)
    async with app.run_test(size=(80, 24)) as pilot:
        app.query_one("#story", RichLog).max_lines = None
        for turn in range(2000):
            await until_asked(pilot, app)
            if position(app).over:
                await pilot.pause()
                return [strip.text for strip in app.query_one("#story", RichLog).lines]
            await pilot.press("1" if turn % 3 else "2", "1")
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "seats"), [("miyajima", 1), ("hachi", 3), ("runaway", 3)])
def test_every_line_is_what_the_record_says(
    game: str, seats: int, language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ALLABOARD_STATE", str(tmp_path))
    file = tmp_path / "game.txt"
    match = new_match(game, seats, "random", 0, 3, "Ada", 0.0, file, BRIEF.get(game), language)
    lines = asyncio.run(played(match, language))
    (record,) = notation.read_records(file.read_text(encoding="utf-8"))
    promised = words(language).say("committed", commitment=str(record.value("commitment"))[:16])
    said = [promised, *match._introductions(), *said_of(record, 0, 0, language), *match.position.ending]
    assert squeezed(lines) == squeezed(said)

    replayed = CliRunner().invoke(commands, ["replay", str(file), "--seat", "0", "--language", language])
    told = re.findall(r"^ +\d+  (.*)$", replayed.output, re.MULTILINE)
    expected = said_of(record, 0, None, language)
    assert told[: len(expected)] == expected
