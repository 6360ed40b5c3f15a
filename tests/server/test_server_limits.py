"""One visitor cannot block the others: budgets for addresses, seats and sockets, and limits on what is sent."""

import asyncio
import json
import random
import socket as sockets
import struct
import threading
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
import websockets.asyncio.client as ws
from websockets.exceptions import ConnectionClosed

from allaboard.server import showing
from allaboard.server.app import make_app
from allaboard.server.limits import Bucket, Limits, household, need, read_limit
from allaboard.server.refusal import Refused
from allaboard.server.run import server_config
from server.serving import QUICK, free_port, get, open_table, play_on, post, run, seat_at, serving
from server.test_server_abuse import shake_hands


@contextmanager
def proxied(folder: Path, **changes: Any) -> Iterator[str]:
    """A server behind a reverse proxy, which is the test itself."""
    config = replace(QUICK, db=f"sqlite:///{folder / 'tables.db'}", **changes)
    port = free_port()
    server = uvicorn.Server(server_config(make_app(config), "127.0.0.1", port, proxy="127.0.0.1"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        threading.Event().wait(0.02)
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join(10)


def counted(url: str, name: str, kind: str) -> int:
    found = [
        line for line in httpx.get(f"{url}/metrics").text.splitlines() if line.startswith(f'{name}{{kind="{kind}"}}')
    ]
    return int(found[0].split()[-1]) if found else 0


# ---- budgets


def test_a_bucket_fills_with_time_and_may_go_into_debt(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("allaboard.server.limits.time.monotonic", lambda: now)
    bucket = Bucket(2, 5)
    assert bucket.holds(5)
    bucket.spend(9)
    assert not bucket.holds(0)
    assert bucket.wait(0) == 2
    now += 1.9
    assert not bucket.holds(0)
    now += 0.2
    assert bucket.holds(0)
    now += 1000
    assert bucket.holds(5)
    assert not bucket.holds(5.1), "it holds no more than that"


def test_a_request_is_charged_to_all_budgets_or_to_none() -> None:
    all_ = Limits({"address.messages": (0, 3), "seat.messages": (0, 2), "socket.messages": (0, 10)})
    address, seat, socket = all_.address("192.0.2.1"), all_.seat("t"), all_.socket()
    need("messages", socket, seat, address)
    need("messages", socket, seat, address)
    for _ in range(3):
        with pytest.raises(Refused) as refused:
            need("messages", socket, seat, address)
        assert refused.value.code == "too_fast"
    need("messages", all_.socket(), all_.seat("another"), address)
    with pytest.raises(Refused):
        need("messages", all_.socket(), all_.seat("a third"), address)
    need("messages", all_.socket(), None, all_.address("192.0.2.2"))
    off = Limits({}, on=False)
    for _ in range(10_000):
        need("messages", off.socket(), off.seat("t"), off.address(""))


def test_an_ipv6_visitor_has_one_budget_for_all_their_addresses() -> None:
    assert household("2001:db8:0:1:a::1") == household("2001:db8:0:1:b::2") != household("2001:db8:0:2:a::1")
    assert household("::ffff:192.0.2.7") == "192.0.2.7"
    assert household("fe80::1%eth0") == "fe80::"
    assert household("not an address: at all") == "not an address: at all"


@pytest.mark.parametrize(
    "text", ["messages=1/2", "socket.messages", "socket.messages=x/1", "seat.talk=1/-1", "seat.talk=nan/1"]
)
def test_a_wrong_limit_is_explained(text: str) -> None:
    with pytest.raises(ValueError, match="limit"):
        read_limit(text)


# ---- on the server


def test_requests_are_limited_for_each_address_and_refusals_say_when_to_try_again(tmp_path: Path) -> None:
    with proxied(tmp_path, rates=True, limits={"address.requests": (0.05, 20)}) as url, httpx.Client() as client:
        one, other = {"X-Forwarded-For": "192.0.2.1"}, {"X-Forwarded-For": "192.0.2.2"}
        answers = [client.get(f"{url}/api/games", headers=one) for _ in range(25)]
        assert [answer.status_code for answer in answers] == [200] * 20 + [429] * 5
        refused = answers[-1]
        assert refused.json()["code"] == "too_fast"
        assert 1 <= int(refused.headers["retry-after"]) <= 20
        assert client.get(f"{url}/api/games", headers=other).status_code == 200, "another visitor of the same proxy"
        assert client.get(f"{url}/health", headers=one).status_code == 200
        assert counted(url, "allaboard_limited_total", "address.requests") >= 5


def test_sockets_behind_a_proxy_are_counted_for_the_visitor(tmp_path: Path) -> None:
    async def crowd(url: str) -> None:
        table, _ = open_table(url, "hachi", 3, people=1)
        address = f"{url.replace('http', 'ws', 1)}/api/tables/{table}/socket"

        async def come(visitor: str) -> ws.ClientConnection:
            return await ws.connect(address, additional_headers={"X-Forwarded-For": visitor})

        async with AsyncExitStack() as stack:
            for _ in range(3):
                stack.push_async_callback((await come("192.0.2.1")).close)
            with pytest.raises(Exception, match="403"):
                await come("192.0.2.1")
            stack.push_async_callback((await come("192.0.2.2")).close)

    with proxied(tmp_path, sockets_per_address=3) as url:
        run(crowd(url))


def test_a_seat_has_one_budget_in_all_its_sockets(tmp_path: Path) -> None:
    async def talk(url: str) -> list[str | None]:
        table, tokens = open_table(url, "hachi", 3, people=1)
        codes: list[str | None] = []
        for _ in range(4):
            async with seat_at(url, table, tokens[0]) as seat:
                codes += [(await seat.ask("chat", text="hello")).get("code") for _ in range(3)]
        return codes

    with serving(tmp_path, rates=True, limits={"seat.talk": (0.001, 5)}) as url:
        assert run(talk(url)) == [None] * 5 + ["too_fast"] * 7


def test_commands_that_reach_many_sockets_have_a_budget(tmp_path: Path) -> None:
    limits = {"address.copies": (0.001, 100.0)}
    with serving(tmp_path, rates=True, limits=limits, sockets_per_address=100) as url:

        async def flood(watchers: int) -> list[str]:
            table, tokens = open_table(url, "hachi", 3, people=1)
            async with AsyncExitStack() as stack:
                host = await stack.enter_async_context(seat_at(url, table, tokens[0]))
                for _ in range(watchers):
                    await stack.enter_async_context(seat_at(url, table, None))
                answers = [await host.ask("ready", ready=number % 2 == 0) for number in range(6)]
                assert (await host.ask("ping"))["type"] == "pong"
                return [answer.get("code", "ack") for answer in answers]

        assert run(flood(3)) == ["ack"] * 6, "at small tables nobody counts them"
        assert run(flood(40)) == ["ack"] * 3 + ["too_fast"] * 3


def test_stories_are_limited_and_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    really = showing.told

    def told(table: Any, viewer: int, steps: Any) -> Any:
        if len(steps) > 20:
            made.append(viewer)
            assert threading.current_thread().name.startswith("replays"), "not on the event loop"
        return really(table, viewer, steps)

    monkeypatch.setattr(showing, "told", told)

    async def ask(url: str) -> None:
        mine = post(url, "/api/solo", {"game": "hachi", "seats": 3, "level": "random"})
        async with seat_at(url, mine["table"], mine["token"]) as seat:
            while not seat.my_turn:
                await seat.hear()
            answers = [await seat.ask("story", last=400) for _ in range(12)]
            assert len({json.dumps(answer["steps"]) for answer in answers if answer["type"] == "story"}) == 1
            assert "too_fast" in {answer.get("code") for answer in answers}
            assert (await seat.act(seat.position["actions"][0]["text"]))["type"] == "ack"
        assert made == [0]

    with serving(tmp_path, rates=True) as url:
        run(ask(url))


def test_replays_are_made_once_and_off_the_event_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from allaboard.server import finished

    made: list[str] = []
    really = finished._replay

    def noted(*arguments: Any) -> Any:
        made.append(threading.current_thread().name)
        return really(*arguments)

    monkeypatch.setattr(finished, "_replay", noted)

    async def play(url: str) -> str:
        mine = post(url, "/api/solo", {"game": "runaway", "seats": 3, "level": "random"})
        async with seat_at(url, mine["table"], mine["token"]) as seat:
            await play_on(seat)
        return str(mine["table"])

    with serving(tmp_path) as url:
        table = run(play(url))
        first = get(url, f"/api/games/{table}/replay?seat=0")
        assert all(get(url, f"/api/games/{table}/replay?seat=0") == first for _ in range(5))
        assert get(url, f"/api/games/{table}/replay?seat=1") != first
    assert len(made) == 2
    assert all(name.startswith("replays") for name in made)


def test_the_visitor_pays_for_processor_time(tmp_path: Path) -> None:
    async def play(url: str) -> str:
        mine = post(url, "/api/solo", {"game": "miyajima", "level": "random"})
        async with seat_at(url, mine["table"], mine["token"]) as seat:
            await play_on(seat)
        return str(mine["table"])

    with proxied(tmp_path, rates=True, limits={"address.work": (0.000001, 0.001)}) as url:
        table = run(play(url))
        one, other = {"X-Forwarded-For": "192.0.2.1"}, {"X-Forwarded-For": "192.0.2.2"}
        paths = ["replay?seat=0", "replay", "record", "verify"]
        codes = [httpx.get(f"{url}/api/games/{table}/{path}", headers=one).status_code for path in paths]
        assert codes[0] == 200
        assert codes[-1] == 429
        assert httpx.get(f"{url}/api/games/{table}/verify", headers=other).status_code == 200


def test_a_body_that_comes_byte_by_byte_is_not_waited_for(tmp_path: Path) -> None:
    with serving(tmp_path, body_seconds=0.5) as url:
        host, port = url.removeprefix("http://").split(":")
        with sockets.create_connection((host, int(port)), timeout=60) as raw:
            head = f"POST /api/solo HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
            raw.sendall(f'{head}Content-Length: 100\r\n\r\n{{"game"'.encode())
            answer = b""
            with suppress(OSError):
                while chunk := raw.recv(4096):
                    answer += chunk
        assert answer.startswith(b"HTTP/1.1 408 "), answer
        assert b'"too_slow"' in answer
        post(url, "/api/solo", {"game": "hachi"})


# ---- outgoing data


def frame(opcode: int, payload: bytes = b"", last: bool = True) -> bytes:
    """A client's frame, masked with zeros."""
    return struct.pack("!BB", (0x80 if last else 0) | opcode, 0x80 | len(payload)) + bytes(4) + payload


def rss() -> int:
    status = Path("/proc/self/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1]) // 1024


@pytest.mark.parametrize("request_line", ["GET /health", "POST /nothing"])
def test_a_body_that_nobody_reads_must_come_in_time_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request_line: str
) -> None:
    monkeypatch.setattr("allaboard.server.run.BODY_SECONDS", 0.2)
    with serving(tmp_path) as url:
        host, port = url.removeprefix("http://").split(":")
        raw = sockets.create_connection((host, int(port)), timeout=20)
        raw.sendall(f"{request_line} HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nno more".encode())
        got = b""
        while chunk := raw.recv(65536):  # until it is closed
            got += chunk
        raw.close()
    assert got.startswith(b"HTTP/1.1 ")


def test_pings_of_a_client_that_does_not_read_use_no_memory_and_end_the_socket(url: str) -> None:
    table, _ = open_table(url, "hachi", 3, people=1)
    deaf = shake_hands(url, table)
    before, pings = rss(), frame(0x9, bytes(125)) * 500
    deaf.settimeout(20)
    sent = 0
    with suppress(OSError):  # it is closed while we still send
        while sent < 200_000_000:
            deaf.sendall(pings)
            sent += len(pings)
    assert sent < 100_000_000, "nobody has stopped it"
    assert rss() - before < 100
    deaf.close()
    assert httpx.get(f"{url}/health").status_code == 200


def test_a_message_in_endless_parts_is_closed(url: str) -> None:
    table, _ = open_table(url, "hachi", 3, people=1)
    raw = shake_hands(url, table)
    raw.settimeout(30)
    told = b""
    with suppress(ConnectionResetError):
        raw.sendall(frame(0x1, b"x", last=False) + frame(0x0, b"", last=False) * 100)
        while chunk := raw.recv(65536):
            told += chunk
    raw.close()
    assert struct.pack("!H", 1009) + b"too many parts" in told
    assert httpx.get(f"{url}/health").status_code == 200


def test_ordinary_pings_are_answered(url: str) -> None:
    async def ping() -> None:
        table, tokens = open_table(url, "hachi", 3, people=1)
        async with seat_at(url, table, tokens[0]) as seat:
            for _ in range(20):
                await asyncio.wait_for(await seat.socket.ping(), 20)

    run(ping())


def test_presence_is_sent_after_changes_and_combines_them(tmp_path: Path) -> None:
    people = 120

    async def crowd(url: str) -> None:
        table, tokens = open_table(url, "hachi", 3, people=2)
        async with AsyncExitStack() as stack:
            host = await stack.enter_async_context(seat_at(url, table, tokens[0]))
            await host.ask("ping")
            before = len(host.frames)
            watchers = [stack.enter_async_context(seat_at(url, table, None)) for _ in range(people)]
            for at in range(0, people, 30):
                await asyncio.gather(*watchers[at : at + 30])
            while host.table["spectators"] < people:
                await host.hear()
            news = [json.loads(text) for text in host.frames[before:]]
            assert {message["type"] for message in news} <= {"presence", "pong"}
            assert len(news) < people / 3, "several changes come together"
            assert max(len(text) for text in host.frames[before:]) < 200
            guest = await stack.enter_async_context(seat_at(url, table, tokens[1]))
            await host.connected(1)
            await guest.socket.close()
            await host.connected(1, False)
            assert host.table["players"][1]["connected"] is False

    with serving(tmp_path) as url:
        run(crowd(url))


def test_a_change_of_presence_waits_for_further_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("allaboard.server.room.TELL_AFTER", 1000.0)

    async def come(url: str) -> None:
        table, tokens = open_table(url, "hachi", 3, people=1)
        async with AsyncExitStack() as stack:
            host = await stack.enter_async_context(seat_at(url, table, tokens[0]))
            for _ in range(5):
                await stack.enter_async_context(seat_at(url, table, None))
                await host.ask("ping")
            assert {json.loads(text)["type"] for text in host.frames} == {"welcome", "pong"}

    with serving(tmp_path) as url:
        run(come(url))


def test_long_work_of_one_visitor_does_not_delay_the_bots_of_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from allaboard.server import bots_at_table

    gate = threading.Event()
    really = bots_at_table.choose

    def choose(game: Any, level: str, view: Any, seed: int, *more: Any) -> int:
        if level == "expert":
            gate.wait(60)
        return really(game, "random", view, seed)

    monkeypatch.setattr(bots_at_table, "choose", choose)

    async def come(url: str, table: str, token: str, visitor: str, stack: AsyncExitStack) -> Any:
        return await stack.enter_async_context(
            seat_at(url, table, token, additional_headers={"X-Forwarded-For": visitor})
        )

    async def play(url: str) -> None:
        async with AsyncExitStack() as stack:
            for _ in range(12):
                seated = post(url, "/api/solo", {"game": "hachi", "seats": 3, "level": "expert"})
                seat = await come(url, seated["table"], seated["token"], "192.0.2.66", stack)
                while not seat.my_turn:
                    await seat.hear()
                    if seat.position and seat.position["actors"] != [0]:
                        break
                if seat.my_turn:
                    await seat.act(random.choice(seat.position["actions"])["text"])
            easy = post(url, "/api/solo", {"game": "hachi", "seats": 3, "level": "easy"})
            seat = await come(url, easy["table"], easy["token"], "192.0.2.7", stack)
            try:
                for _ in range(4):
                    while not seat.my_turn:
                        await seat.hear(timeout=40)
                    await seat.act(seat.position["actions"][0]["text"])
            finally:
                gate.set()

    with proxied(tmp_path) as url:
        run(play(url))


def test_a_flood_from_one_address_is_answered_with_a_typed_refusal(tmp_path: Path) -> None:
    async def flood(url: str) -> None:
        table, _ = open_table(url, "hachi", 3, people=1)
        async with AsyncExitStack() as stack:
            seats = [await stack.enter_async_context(seat_at(url, table, None)) for _ in range(6)]
            codes = []
            with suppress(ConnectionClosed):
                for _ in range(20):
                    for seat in seats:
                        await seat.say("ping")
                        answer = await seat.hear()
                        while answer["type"] not in ("pong", "error"):
                            answer = await seat.hear()
                        codes.append(answer.get("code"))
            assert codes[:30] == [None] * 30
            assert "too_fast" in codes, "no socket was too fast, but all of them together were"

    with serving(tmp_path, rates=True, limits={"address.messages": (0.01, 60)}) as url:
        run(flood(url))
