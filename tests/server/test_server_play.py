"""Play: commands and their typed answers, simultaneous decisions, undo, chat, spectators."""

import asyncio
import json
from contextlib import AsyncExitStack
from typing import Any

import pytest
import websockets.asyncio.client as ws

from allaboard.catalog import catalog
from allaboard.games.hachi.rules import FACE, FACES, HIDDEN_NUMBERED, SHOWN
from allaboard.server.protocol import CLOSE, VERSION
from server.serving import Seat, open_table, run, seat_at


async def started(url: str, table: str, tokens: list[str], stack: Any) -> list[Seat]:
    """Everybody at the table, and the game started."""
    seats = [await stack.enter_async_context(seat_at(url, table, token)) for token in tokens]
    await seats[0].ask("start")
    for seat in seats:
        await seat.until("position") if not seat.position else None
    return seats


async def loading(url: str, stack: Any, seats: int = 3) -> list[Seat]:
    """Miyajima after the first roll: all players load at the same time."""
    table, tokens = open_table(url, "miyajima", seats, people=seats)
    sitting = await started(url, table, tokens, stack)
    await sitting[0].act("roll red")
    for seat in sitting:
        if seat.position["actors"] == [0]:
            await seat.until("position")
        assert seat.position["actors"] == list(range(seats))
    return sitting


def test_simultaneous_choices_may_be_changed_until_all_are_in(url: str) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            one, two, three = await loading(url, stack)
            ply = one.position["ply"]
            assert (await one.act("load red fast"))["ply"] == ply
            assert (await one.act("load red heavy"))["type"] == "ack"
            await two.until("decided")
            assert two.position["decided"] == [0]
            assert two.position["choice"] is None
            assert (await one.ask("withdraw", ply=ply))["type"] == "ack"
            await two.until("decided", lambda m: m["decided"] == [])
            assert (await one.ask("withdraw", ply=ply))["code"] == "not_your_turn"
            await one.act("load red heavy")
            await two.act("load red fast")
            await three.act("load red fast")
            told = await two.until("position")
            assert told["view"]["cars"][0][0] == [0, 1], "red, fast and heavy"
            assert [step["actor"] for step in told["steps"]] == [0, 1, 2]
            assert [step["ply"] for step in told["steps"]] == [ply + 1, ply + 2, ply + 3]
            assert [step["action"] for step in told["steps"]] == [None, "load red fast", None], "one's own is known"
            loads = [event for event in told["steps"][-1]["events"] if event["event"] == "loaded"]
            assert [(load["seat"], load["train"]) for load in loads] == [(0, "heavy"), (1, "fast"), (2, "fast")]

    run(play())


def test_wrong_commands_get_typed_answers_and_change_nothing(url: str) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            table, tokens = open_table(url, "hachi", 3, people=3)
            one, two, _ = await started(url, table, tokens, stack)
            ply, action = one.position["ply"], one.position["actions"][0]["text"]
            stale = await one.ask("act", ply=ply - 1, action=action)
            assert (stale["code"], stale["key"]) == ("stale", "error-stale")
            assert stale["args"] == {"ply": ply, "answers": ply - 1}
            assert stale["message"] == catalog().say(stale["key"], **stale["args"])
            assert (await one.ask("act", ply=ply + 1, action=action))["code"] == "ahead"
            foreign = await two.ask("act", ply=ply, action=action)
            assert foreign["code"] == "not_your_turn"
            assert foreign["clause"] == "H4"
            assert foreign["reason"] == {"reason": "not_your_turn", "seat": 1, "turn": 0}
            illegal = await one.ask("act", ply=ply, action="pass")
            assert (illegal["code"], illegal["clause"]) == ("illegal", "H4")
            assert illegal["reason"] == {"reason": "leader_must_play"}
            assert illegal["message"] == "the field is empty, and the leader may not pass"
            assert action in illegal["legal"]
            nonsense = await one.ask("act", ply=ply, action="castle")
            assert (nonsense["code"], nonsense["clause"], nonsense["reason"]) == ("illegal", None, None)
            assert "castle" in nonsense["message"]
            assert nonsense["key"] == "error-not-an-action"
            assert (await one.ask("withdraw", ply=ply))["code"] == "not_your_turn"
            assert (await one.ask("undo", ply=ply))["code"] == "no_undo"
            assert (await one.ask("call", ply=ply))["code"] == "not_now"
            assert (await one.ask("take_back_seat"))["code"] == "not_now"
            assert (await one.ask("act", ply=ply, action=action))["type"] == "ack"

    run(play())


def test_a_repeated_command_gets_its_first_answer_and_is_done_once(url: str) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            table, tokens = open_table(url, "miyajima", 2, people=2)
            one, _ = await started(url, table, tokens, stack)
            ply = one.position["ply"]
            first = await one.ask("act", id="same", ply=ply, action="roll red")
            again = await one.ask("act", id="same", ply=ply, action="roll red")
            assert first == again
            assert one.position["ply"] == ply + 2  # the roll, and the face

    run(play())


def test_a_spectator_sees_what_is_public_and_cannot_act(url: str) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            table, tokens = open_table(url, "hachi", 3, people=3)
            seats = await started(url, table, tokens, stack)
            watcher = await stack.enter_async_context(seat_at(url, table, None))
            await watcher.until("position")
            assert watcher.you is None
            assert watcher.position["actions"] == []
            assert watcher.position["view"]["hand"] == [[HIDDEN_NUMBERED] * 8] * 3
            assert all(card <= FACES for card in seats[0].position["view"]["hand"][0])
            assert (await watcher.ask("act", ply=0, action="pass"))["code"] == "not_seated"
            assert (await watcher.ask("chat", text="hello"))["code"] == "not_seated"

    run(play())


def test_a_table_may_be_closed_to_spectators(url: str) -> None:
    async def knock() -> None:
        table, _ = open_table(url, "hachi", 3, people=1, spectators=False)
        async with seat_at(url, table, None) as watcher:
            assert "no_spectators" in watcher.frames[0]
            await watcher.socket.wait_closed()
            assert watcher.socket.close_code == 4003

    run(knock())


def test_a_player_may_undo_an_action_until_somebody_or_chance_has_acted(url: str) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            table, tokens = open_table(url, "hachi", 3, people=3)
            one, two, _ = await started(url, table, tokens, stack)
            before = one.position
            await one.act(one.position["actions"][0]["text"])
            await one.until("position") if one.position is before else None
            assert one.position["undo"]
            assert (await two.ask("undo", ply=one.position["ply"]))["code"] == "no_undo"
            played = one.position["steps"][-1]["ply"]
            assert (await one.ask("undo", ply=one.position["ply"]))["type"] == "ack"
            await one.until("position", lambda m: m["actors"] == [0])
            assert (one.position["undone"], one.position["steps"]) == ([played], [])
            assert one.position["view"] == before["view"]
            assert one.position["ply"] > before["ply"]
            await one.act(one.position["actions"][0]["text"])
            await two.until("position", lambda m: m["actors"] == [1] and not m["undone"])
            assert two.position["steps"][-1]["ply"] > played, "no other step gets the number of one that is gone"
            story = await two.ask("story", last=400)
            numbers = [step["ply"] for step in story["steps"]]
            assert played not in numbers
            assert numbers == sorted(set(numbers))
            await two.act("pass")  # and chance gives a card
            await two.until("position", lambda m: not m["undo"])
            await one.until("position", lambda m: m["ply"] == two.position["ply"])
            assert not one.position["undo"]
            assert (await one.ask("undo", ply=one.position["ply"]))["code"] == "no_undo"
            assert (await two.ask("undo", ply=two.position["ply"]))["code"] == "no_undo"

    run(play())


def test_a_reveal_cannot_be_undone(url: str) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            one, two = await loading(url, stack, seats=2)
            await one.act("load red fast")
            await two.act("load red fast")
            await two.until("position") if two.position["decided"] else None
            assert (await two.ask("undo", ply=two.position["ply"]))["code"] == "no_undo"

    run(play())


def test_people_chat_and_make_gestures(url: str) -> None:
    async def talk() -> None:
        async with AsyncExitStack() as stack:
            table, tokens = open_table(url, "hachi", 3, people=2)
            one = await stack.enter_async_context(seat_at(url, table, tokens[0]))
            two = await stack.enter_async_context(seat_at(url, table, tokens[1]))
            await one.say("chat", text="  <b>hello</b>\u0000\n you ")
            said = await two.until("chat")
            assert said["text"] == "<b>hello</b> you"
            late = await stack.enter_async_context(seat_at(url, table, tokens[1]))
            assert json.loads(late.frames[0])["remarks"] == [said]
            await two.say("emote", name="clap")
            assert (await one.until("emote")) == {"type": "emote", "seat": 1, "name": "clap"}
            await one.say("chat", text="\u0007")
            assert (await one.until("error"))["code"] == "bad_message"
            await one.say("chat", text="x" * 201)
            assert (await one.until("error"))["code"] == "bad_message"

    run(talk())


def test_past_events_can_be_requested_again(url: str) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            table, tokens = open_table(url, "hachi", 3, people=3)
            one, two, _ = await started(url, table, tokens, stack)
            mine, yours = await one.ask("story", last=24), await two.ask("story", last=24)
            assert [step["ply"] for step in mine["steps"]] == list(range(1, 25))
            card = mine["steps"][0]["action"]
            assert mine["steps"][0]["events"] == [{"event": "dealt", "seat": 0, "face": card}], "one's own card"
            assert yours["steps"][0]["action"] is None
            assert yours["steps"][0]["events"] == [{"event": "dealt", "seat": 0, "face": None}]

    run(play())


@pytest.mark.parametrize(
    "frame", ["", "[]", "{}", '{"type":"act"}', '{"type":"fly","id":"1"}', "\U0001f600", "null", "[" * 9000]
)
def test_nonsense_is_answered_and_the_socket_lives_on(url: str, frame: str) -> None:
    async def talk() -> None:
        table, tokens = open_table(url, "hachi", 3, people=1)
        async with seat_at(url, table, tokens[0]) as seat:
            await seat.socket.send(frame)
            assert (await seat.until("error"))["code"] == "bad_message"
            assert (await seat.ask("ping"))["type"] == "pong"

    run(talk())


def test_what_is_wrong_at_hello_closes_the_socket_with_a_reason(url: str) -> None:
    async def hello(table: str, token: str | None) -> tuple[str, int | None]:
        async with seat_at(url, table, token) as seat:
            await asyncio.wait_for(seat.socket.wait_closed(), 10)
            return seat.frames[0], seat.socket.close_code

    async def knock() -> None:
        table, _ = open_table(url, "hachi", 3, people=1)
        assert "unknown_token" in (await hello(table, "guess"))[0]
        error, code = await hello("babab-babab-babab-babab", None)
        assert "unknown_table" in error
        assert code == 4004

    run(knock())


@pytest.mark.parametrize("version", [0, 1, VERSION + 1])
def test_a_client_of_another_version_learns_the_servers_version(url: str, version: int) -> None:
    async def knock() -> None:
        table, tokens = open_table(url, "hachi", 3, people=1)
        address = f"{url.replace('http', 'ws', 1)}/api/tables/{table}/socket"
        async with ws.connect(address, compression=None) as socket:
            await socket.send(json.dumps({"type": "hello", "version": version, "token": tokens[0]}))
            error = json.loads(await socket.recv())
            assert (error["code"], error["key"]) == ("bad_version", "error-bad-version")
            assert error["args"] == {"version": VERSION, "yours": version}
            await socket.wait_closed()
            assert socket.close_code == CLOSE["bad_version"]

    run(knock())


@pytest.mark.clause("H13")
def test_without_the_memory_aid_views_do_not_contain_it(url: str) -> None:
    async def play(memory_aid: bool) -> tuple[list[int], list[dict[str, Any]]]:
        table, tokens = open_table(url, "hachi", 3, people=1, memory_aid=memory_aid)
        async with seat_at(url, table, tokens[0]) as seat:
            await seat.ask("start")
            seen: list[dict[str, Any]] = []
            while seat.over is None:
                if seat.position:
                    seen.append(seat.position["view"])
                if seat.my_turn:
                    await seat.act(seat.position["actions"][-1]["text"])
                if seat.over is None and not seat.my_turn:
                    await seat.hear()
        rivals = [card for view in seen for hand in view["hand"][1:] for card in hand]
        return [card for card in rivals if card & FACE <= FACES], seen

    known, _ = run(play(True))
    assert known  # otherwise there is nothing to forget
    known, seen = run(play(False))
    assert not known
    assert not any(card & SHOWN for view in seen for hand in view["hand"] for card in hand)
    assert not any(count for view in seen for count in view["discarded"])
    assert all(card <= FACES for view in seen for card in view["hand"][0])  # the player's own hand is there
