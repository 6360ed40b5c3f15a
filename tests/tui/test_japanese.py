"""The terminal in Japanese: whole games without an English word on the screen."""

import asyncio
import html
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.pilot import Pilot
from typer.testing import CliRunner

from allaboard import game_names, tui
from allaboard.bots.personas import names_at
from allaboard.catalog import LANGUAGES, columns, game_text
from allaboard.cli import app as cli
from allaboard.game import GameError
from allaboard.registry import declaration
from allaboard.testing.telling import Messages
from allaboard.tui.app import AskScreen, PlayApp, RulesScreen
from allaboard.tui.local import LocalMatch, new_match
from allaboard.tui.remote import RemoteMatch, sit_down
from allaboard.tui.words import words
from others.offering import offering
from server.serving import open_table, play_on, seat_at, serving
from tui.test_play import BRIEF, position, shown, story, until_asked

TERMINAL = Path(tui.__path__[0])
WIDE = (320, 60)  # no line is broken
LATIN = re.compile(r"[A-Za-z]{2,}")
CARDS = {"PC", "or", "Caboose"}
"""What is printed on cards."""


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALLABOARD_STATE", str(tmp_path))
    monkeypatch.chdir(tmp_path)


def match(game: str, seats: int, language: str = "ja", options: dict[str, int] | None = None) -> LocalMatch:
    return new_match(game, seats, "random", 0, 3, "太郎", 0.0, Path("棋譜"), dict(options or {}), language)


def screen(app: PlayApp) -> str:
    """Everything that is on the screen."""
    drawn = re.findall(r"<text [^>]*>(.*?)</text>", app.export_screenshot())
    return "\n".join(html.unescape(part) for part in drawn[1:]).replace("\xa0", " ")  # without the window's title


def latin(text: str, playing: LocalMatch) -> set[str]:
    """The English words of a text, without names, commands and what is printed on cards."""
    for name in names_at(dict(enumerate(playing.players))).values():
        text = text.replace(name, "")
    text = re.sub(r"allaboard verify|[0-9a-f]{16}…", "", text)  # a command and the commitment
    return {word for word in LATIN.findall(text) if word not in CARDS}


async def settled(pilot: Pilot[None], app: PlayApp, text: str) -> None:
    for _ in range(1000):
        await pilot.pause(0.01)
        if text in screen(app):
            return
    raise AssertionError(f"never saw {text}:\n{screen(app)}")


@pytest.mark.parametrize(("game", "seats"), [("miyajima", 1), ("miyajima", 3), ("hachi", 3), ("runaway", 3)])
def test_a_whole_game_has_no_english_word_on_the_screen(game: str, seats: int) -> None:
    async def play() -> tuple[set[str], str]:
        playing, found = match(game, seats, options=BRIEF.get(game)), set[str]()
        app = PlayApp(playing, language="ja")
        async with app.run_test(size=WIDE) as pilot:
            for turn in range(2000):
                await until_asked(pilot, app)
                if turn % 7 == 0:
                    found |= latin(screen(app), playing)
                if position(app).over:
                    return found | latin(screen(app) + story(app), playing), " ".join(position(app).ending)
                await pilot.press("1" if turn % 3 else "2", "1")
        raise AssertionError("the game does not end")

    found, ending = asyncio.run(play())
    assert not found
    assert "棋譜" in ending


def test_the_test_would_see_an_english_word() -> None:
    async def look() -> set[str]:
        playing = match("miyajima", 3, "en")
        app = PlayApp(playing, language="en")
        async with app.run_test(size=WIDE) as pilot:
            await settled(pilot, app, "Undo")
            return latin(screen(app), playing)

    assert {"Round", "Choose", "roll", "Hint", "Undo"} <= asyncio.run(look())


def test_hints_undo_rules_and_questions_are_japanese() -> None:
    async def play() -> None:
        app = PlayApp(None, lambda game, seats, level: match(game, seats), language="ja")
        async with app.run_test(size=WIDE) as pilot:
            await settled(pilot, app, "どのゲームで遊びますか？")
            assert isinstance(app.screen, AskScreen)
            assert "暴走列車" in screen(app)
            await pilot.press("down", "down", "enter")
            await settled(pilot, app, "何人で遊びますか？")
            await pilot.press("enter")
            await settled(pilot, app, "やさしいボット")
            await pilot.press("enter")
            await settled(pilot, app, "こっそり2枚選んでください")
            playing = app.match
            assert isinstance(playing, LocalMatch)
            await pilot.press("question_mark")
            await settled(pilot, app, "ヒント：")
            await pilot.press("u")
            await pilot.pause()
            assert [one.message for one in app._notifications] == [words("ja").say("no-undo")]
            assert not latin(screen(app), playing)
            await pilot.press("f1")
            await settled(pilot, app, "テーブルに戻る")
            assert isinstance(app.screen, RulesScreen)
            assert "暴走列車" in screen(app)

    asyncio.run(play())


def test_a_game_without_japanese_messages_is_shown_in_english(tmp_path: Path) -> None:
    async def play() -> tuple[str, str]:
        app = PlayApp(match("sorting", 2), language="ja")
        async with app.run_test(size=WIDE) as pilot:
            for _ in range(100):
                await until_asked(pilot, app)
                if position(app).over:
                    break
                await pilot.press("1")
            return story(app), screen(app)

    with offering(tmp_path / "distribution", sorting="sorting:GAME"):
        told, seen = asyncio.run(play())
    assert "太郎 takes" in told or "You take" in told
    assert "ゲーム終了" in seen, "what the terminal says is Japanese"


@pytest.mark.parametrize(("game", "seats"), [("miyajima", 8), ("hachi", 5), ("runaway", 6)])
def test_the_table_fits_eighty_columns(game: str, seats: int) -> None:
    async def play() -> None:
        app = PlayApp(match(game, seats), language="ja")
        async with app.run_test(size=(80, 24)) as pilot:
            for _ in range(8):
                await until_asked(pilot, app)
                assert max(map(columns, shown(app).splitlines())) <= 78
                assert len(shown(app).rstrip().splitlines()) <= app.query_one("#table").size.height
                await pilot.press("1")

    asyncio.run(play())


def test_a_table_of_a_server_is_shown_in_japanese(tmp_path: Path) -> None:
    async def play(url: str, table: str, host: str, playing: RemoteMatch) -> str:
        app = PlayApp(playing, language="ja")
        async with app.run_test(size=WIDE) as pilot, seat_at(url, table, host, ping_interval=None) as seat:
            while not playing._players:
                await pilot.pause(0.02)
            await seat.ask("emote", name="wave")
            await seat.ask("start")
            other = asyncio.create_task(play_on(seat))
            while not (playing.position and playing.position.menu):
                await pilot.pause(0.02)
            await playing._send("act", ply=playing._ply, action="track long")
            await settled(pilot, app, "線路は、列車が分岐に着いたときに選びます")
            await playing._send("withdraw", ply=playing._ply)
            await settled(pilot, app, "取り消せる選択がありません")
            while not playing.position.ending:
                await pilot.pause(0.02)
                if playing.position.menu:
                    await pilot.press("1")
            await other
            return story(app)

    with serving(tmp_path) as url:
        table, (host, *_) = open_table(url, "runaway", 3, 1, bots=["random"])
        playing = RemoteMatch(*sit_down(f"{url}/t/{table}", "花子"), "ja")
        told = asyncio.run(asyncio.wait_for(play(url, table, host, playing), 240))
    assert "こんにちは！" in told
    assert "発車！" in told
    assert "棋譜：" in told


def catalogs() -> Iterator[tuple[str, dict[str, Messages]]]:
    """The messages of the terminal and of every game, by language."""
    yield "", {one: Messages((TERMINAL / "messages" / f"{one}.ftl").read_text("utf-8")) for one in LANGUAGES}
    for name in game_names():
        yield name, {one: Messages(game_text(declaration(name), one)) for one in LANGUAGES}


def test_the_words_of_the_terminal_are_the_same_in_every_language() -> None:
    for name, found in catalogs():
        english, japanese = found["en"], found["ja"]
        assert not [*english.junk, *japanese.junk, *english.twice, *japanese.twice]
        own = {message for message in english.variables if not name or message.startswith("terminal-")}
        for message in own:
            assert japanese.all_variables(message) == english.all_variables(message), f"{name} {message}"
        spare = {m for m in japanese.variables if not name or m.startswith("terminal-")} - own
        assert not spare, f"{name} {spare}"


def test_every_word_of_the_terminal_is_used() -> None:
    """Messages whose names are put together are listed here."""
    built = ("level-", "gesture-", "closed-", "hint-", "ask-", "track-", "short-")
    for name, found in catalogs():
        folder = Path(str(declaration(name).need("words").__file__)).parent if name else TERMINAL
        code = "\n".join(file.read_text("utf-8") for file in folder.rglob("*.py"))
        if not name:
            code += "\n".join(file.read_text("utf-8") for file in (folder.parent / "cli").glob("*.py"))
        for message in found["en"].variables:
            if not name or message.startswith("terminal-"):
                known = f'"{message}"' in code or f"'{message}'" in code
                assert known or message.removeprefix("terminal-").startswith(built), f"{name} {message} is not used"


@pytest.mark.parametrize(
    ("words_", "said"),
    [
        (["play", "chess"], "「chess」というゲームはありません"),
        (["play", "hachi", "--record", "none/file.txt"], "none/file.txtに書けません："),
        (["play", "--board", "board.toml"], "--boardの前にゲームの名前が必要です"),
        (["play", "hachi", "--resume", "--board", "board.toml"], "--resumeは保存したゲームの盤面で続けるので"),
        (["play", "hachi", "--board", "board.toml"], "board.tomlを読めません："),
        (["play", "hachi", "--board", "wrong.toml"], "wrong.toml: この盤面は使えません："),
        (["join", "http://localhost:1/table/x", "--bot", "medium"], "プログラムはexec:COMMANDの形で指定します"),
        (["rules", "chess"], "「chess」というゲームはありません"),
        (["replay", "none.txt"], "none.txtを読めません："),
        (["review", "record.txt"], "record.txt"),
    ],
)
def test_what_is_wrong_with_a_command_is_said_in_japanese(words_: list[str], said: str) -> None:
    Path("wrong.toml").write_text("colour = 1\n")
    Path("record.txt").write_text("")
    done = CliRunner().invoke(cli, [*words_, "--language", "ja"])
    assert done.exit_code == 2
    assert said in done.output


@pytest.mark.parametrize(
    ("seats", "level", "said"),
    [
        (9, "medium", "八トレインは3人から5人用です（9人ではできません）"),
        (3, "strong", "八トレインにstrongのボットはいません"),
    ],
)
def test_an_invalid_table_is_refused_in_japanese(seats: int, level: str, said: str) -> None:
    with pytest.raises(GameError, match=re.escape(said)):
        new_match("hachi", seats, level, 0, 3, "太郎", 0.0, None, language="ja")
