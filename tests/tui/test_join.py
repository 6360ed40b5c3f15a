"""A seat at a server's table, played in the terminal: the same screen with the server's positions."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from typing import Any, get_args

import pytest
from textual.widgets import RichLog

from allaboard.server.protocol import Emotes
from allaboard.tui.app import PlayApp
from allaboard.tui.match import Hint
from allaboard.tui.remote import GESTURES, JoinError, RemoteMatch, sit_down
from server.process import ServerProcess
from server.serving import get, open_table, play_on, post, seat_at, serving


def test_two_people_play_one_in_a_browser_one_in_a_terminal(tmp_path: Path) -> None:
    async def terminal(app: PlayApp, match: RemoteMatch, ready: asyncio.Event) -> list[str]:
        async with app.run_test(size=(80, 24)) as pilot:
            ready.set()
            for _ in range(3000):
                await pilot.pause(0.02)
                if match.position and match.position.ending:
                    break
                if match.position and match.position.menu:
                    await pilot.press("1")
            assert match.position
            return match.position.ending

    async def play(url: str, table: str, host: str, match: RemoteMatch) -> list[str]:
        ready = asyncio.Event()
        there = asyncio.create_task(terminal(PlayApp(match), match, ready))
        await ready.wait()
        async with seat_at(url, table, host, ping_interval=None) as seat:  # a first compilation may take long
            answer: Any = await seat.ask("start")
            assert answer["type"] == "ack", answer
            await play_on(seat)
        return await asyncio.wait_for(there, 120)

    with serving(tmp_path) as url:
        table, (host, *_) = open_table(url, "runaway", 3, 1, bots=["random"])
        match = RemoteMatch(*sit_down(f"{url}/t/{table}", "Ada"))
        ending = asyncio.run(play(url, table, host, match))
        assert any("record" in line for line in ending)
        with pytest.raises(JoinError):
            sit_down(f"{url}/t/{table}", "Late")


def test_people_chat_and_make_gestures(tmp_path: Path) -> None:
    async def talk(url: str, table: str, host: str, match: RemoteMatch) -> tuple[list[Any], str]:
        app = PlayApp(match)
        heard: list[dict[str, Any]] = []
        async with app.run_test(size=(80, 24)) as pilot:
            async with seat_at(url, table, host, ping_interval=None) as seat:
                while not match._players:
                    await pilot.pause(0.02)
                for line in ("hello", "/wave"):
                    await pilot.press("t")
                    await pilot.pause()
                    await pilot.press(*("slash" if letter == "/" else letter for letter in line), "enter")
                    while not heard or heard[-1]["type"] != ("emote" if line == "/wave" else "chat"):
                        heard.append(await seat.hear())
                await seat.ask("chat", text="good luck")
            story = app.query_one("#story", RichLog)
            while not any("good luck" in line.text for line in story.lines):
                await pilot.pause(0.02)
            return heard, "\n".join(line.text for line in story.lines)

    with serving(tmp_path) as url:
        table, (host, *_) = open_table(url, "runaway", 3, 1, bots=["random"])
        match = RemoteMatch(*sit_down(f"{url}/t/{table}", "Ada"))
        heard, story = asyncio.run(asyncio.wait_for(talk(url, table, host, match), 120))
    assert [said["text"] for said in heard if said["type"] == "chat"] == ["hello"]
    assert heard[-1]["name"] == "wave"
    assert "Ada: hello" in story
    assert "Ada: /wave" in story
    assert get_args(Emotes) == GESTURES


def test_a_hint_is_what_the_server_says(tmp_path: Path) -> None:
    async def ask(match: RemoteMatch) -> tuple[list[Hint], list[str]]:
        playing = asyncio.create_task(match.run(lambda: None, lambda sentences, strong=False: None))
        while not (match.position and match.position.menu):
            await asyncio.sleep(0.02)
        while not (hints := await match.hint()):  # expert may have to be compiled first
            await asyncio.sleep(1)
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        return hints, [choice.text for choice in match.position.menu]

    with serving(tmp_path) as url:
        mine = post(url, "/api/solo", {"game": "miyajima", "seats": 1})
        match = RemoteMatch(f"{url.replace('http', 'ws')}/api/tables/{mine['table']}/socket", mine["token"])
        hints, menu = asyncio.run(asyncio.wait_for(ask(match), 600))
    texts = [hint.text for hint in hints]
    assert len(texts) == min(3, len(menu))
    assert set(texts) <= set(menu)
    assert all(hint.why.startswith("score ") for hint in hints)


PROGRAM = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    print(line, end="", file=open(sys.argv[1], "a"), flush=True)
    if message["type"] == "act":
        print(json.dumps({"action": message["actions"][0]}), flush=True)
"""


def joining(url: str, table: str, bot: str) -> subprocess.Popen[str]:
    words = [sys.executable, "-m", "allaboard", "join", f"{url}/t/{table}", "--name", "Robo", "--bot", bot]
    return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


async def host(url: str, table: str, token: str) -> None:
    async with seat_at(url, table, token, ping_interval=None) as seat:
        while not all(seat.table["players"]):
            await seat.hear(60)
        answer: Any = await seat.ask("start")
        assert answer["type"] == "ack", answer
        await play_on(seat)


@pytest.mark.parametrize("game", ["miyajima", "hachi", "runaway"])
def test_a_program_sits_down_at_a_table(tmp_path: Path, game: str) -> None:
    (tmp_path / "bot.py").write_text(PROGRAM)
    with serving(tmp_path) as url:
        table, (token, *_) = open_table(url, game, 3, 1, bots=["random"])
        robo = joining(url, table, f"exec:{sys.executable} {tmp_path / 'bot.py'} {tmp_path / 'heard'}")
        asyncio.run(asyncio.wait_for(host(url, table, token), 240))
        told, faults = robo.communicate(timeout=60)
        over = get(url, f"/api/tables/{table}")
    assert robo.returncode == 0, faults
    assert "The record: " in told
    messages = [json.loads(line) for line in (tmp_path / "heard").read_text().splitlines()]
    assert [message["type"] for message in messages if message["type"] != "act"] == ["start", "end"]
    assert messages[0] == {"type": "start", "game": game, "seat": 1, "seats": 3, "options": {}}
    assert over["phase"] == "over"


def test_a_program_that_fails_at_a_table_is_reported_and_its_game_goes_on(tmp_path: Path) -> None:
    with serving(tmp_path) as url:
        table, (token, *_) = open_table(url, "runaway", 3, 1, bots=["random"])
        robo = joining(url, table, "exec:no-such-program-anywhere")
        asyncio.run(asyncio.wait_for(host(url, table, token), 240))
        told, _ = robo.communicate(timeout=60)
    assert robo.returncode == 0
    assert told.count("cannot be started") == 1
    assert "The record: " in told


def test_a_program_plays_on_when_the_server_is_there_again(tmp_path: Path) -> None:
    async def half(token: str) -> None:
        async with seat_at(server.url, table, token, ping_interval=None) as seat:
            while not all(seat.table["players"]):
                await seat.hear(60)
            await seat.ask("start")
            while seat.position.get("ply", 0) < 30:
                if seat.my_turn:
                    await seat.act(seat.position["actions"][0]["text"])
                else:
                    await seat.hear()

    async def rest(token: str) -> None:
        async with seat_at(server.url, table, token, ping_interval=None) as seat:
            await play_on(seat)

    (tmp_path / "bot.py").write_text(PROGRAM)
    server = ServerProcess(f"sqlite:///{tmp_path / 'tables.sqlite'}").start()
    try:
        table, (token, *_) = open_table(server.url, "miyajima", 2, 1, bots=[])
        robo = joining(server.url, table, f"exec:{sys.executable} {tmp_path / 'bot.py'} {tmp_path / 'heard'}")
        asyncio.run(asyncio.wait_for(half(token), 120))
        server.kill()
        server.start()
        asyncio.run(asyncio.wait_for(rest(token), 120))
        told, faults = robo.communicate(timeout=60)
    finally:
        server.stop()
    assert robo.returncode == 0, faults
    assert "The connection is lost" in told
    assert "The record: " in told


def test_a_program_is_named_as_such() -> None:
    refused = joining("http://localhost:1", "any", "medium")
    assert "exec:COMMAND" in refused.communicate(timeout=60)[1]
    assert refused.returncode == 2


def test_a_dead_link_gives_one_sentence() -> None:
    with pytest.raises(JoinError, match="link of a table"):
        sit_down("nonsense", "Ada")
    with pytest.raises(JoinError, match="nobody answers"):
        sit_down("http://127.0.0.1:9/t/some-table-far-away", "Ada")
