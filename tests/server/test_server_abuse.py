"""Abuse: the server survives any input, and other tables are not affected."""

import asyncio
import json
import os
import random
import socket as sockets
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, suppress
from http.client import HTTPResponse
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
import websockets.asyncio.client as ws
from hypothesis import HealthCheck, given, settings
from websockets.exceptions import ConnectionClosed, InvalidStatus

from allaboard.server.pages import STATIC
from allaboard.server.protocol import VERSION
from allaboard.server.run import LimitedHttp
from server.serving import Seat, open_table, play_on, post, run, seat_at, serving, until


def status_of_answer(connection: sockets.socket) -> int:
    """Read a whole answer, which may come in several pieces."""
    answer = HTTPResponse(connection)
    answer.begin()
    answer.read()
    return answer.status


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("guarded")
    with serving(folder, rates=True, hello_seconds=1.0, sockets_per_address=300) as address:
        yield address


def socket_address(url: str, table: str) -> str:
    return f"{url.replace('http', 'ws', 1)}/api/tables/{table}/socket"


async def undisturbed(url: str) -> None:
    """Another table plays a whole game without disturbance."""
    seated = await asyncio.to_thread(post, url, "/api/solo", {"game": "miyajima", "level": "random"})
    async with seat_at(url, seated["table"], seated["token"]) as seat:
        for _ in range(10):
            await seat.until("position", lambda m: bool(m["actions"])) if not seat.my_turn else None
            await seat.act(seat.position["actions"][0]["text"])


def test_a_page_of_another_site_cannot_open_a_socket(guarded: str) -> None:
    async def knock(origin: str | None) -> None:
        headers = {"Origin": origin} if origin else {}
        async with ws.connect(socket_address(guarded, "x"), additional_headers=headers):
            pass

    for foreign in ("https://evil.example", "null", "http://127.0.0.1:1"):
        with pytest.raises((InvalidStatus, ConnectionClosed)):
            run(knock(foreign))
    run(knock(guarded))
    run(knock(None))


def test_frames_over_16_kib_close_their_socket_only(guarded: str) -> None:
    async def shout() -> None:
        table, tokens = open_table(guarded, "hachi", 3, people=1)
        async with seat_at(guarded, table, tokens[0]) as seat:
            await seat.socket.send("x" * 16_385)
            await seat.socket.wait_closed()
            assert seat.socket.close_code == 1009
        await undisturbed(guarded)

    run(shout())


def test_compression_is_not_offered_so_there_is_no_bomb(guarded: str) -> None:
    async def ask() -> None:
        table, _ = open_table(guarded, "hachi", 3, people=1)
        async with ws.connect(socket_address(guarded, table), compression="deflate") as socket:
            assert "Sec-WebSocket-Extensions" not in (socket.response.headers if socket.response else {})

    run(ask())


def test_a_flood_is_slowed_down_and_then_closed(guarded: str) -> None:
    async def flood() -> None:
        table, tokens = open_table(guarded, "hachi", 3, people=1)
        async with seat_at(guarded, table, tokens[0]) as seat:
            with suppress(ConnectionClosed):
                for number in range(2000):
                    await seat.socket.send(json.dumps({"type": "ping", "id": str(number)}))
                    await seat.hear()  # more than a thousand at once would be closed without an answer
            assert seat.socket.close_code in (4008, 1006)  # a reset may arrive before the reason
            assert any('"too_fast"' in frame for frame in seat.frames)
        await undisturbed(guarded)

    run(flood())


def test_chat_is_rate_limited(guarded: str) -> None:
    async def talk() -> None:
        table, tokens = open_table(guarded, "hachi", 3, people=1)
        async with seat_at(guarded, table, tokens[0]) as seat:
            answers = [(await seat.ask("chat", text="hello")).get("code") for _ in range(10)]
            assert answers[:5] == [None] * 5
            assert "too_fast" in answers

    run(talk())


@pytest.mark.parametrize("count", [200, pytest.param(3000, marks=pytest.mark.long)])
def test_silent_sockets_are_closed_and_disturb_nobody(tmp_path: Path, count: int) -> None:
    async def sit(url: str) -> None:
        table, _ = open_table(url, "hachi", 3, people=1)
        async with AsyncExitStack() as stack:
            silent: list[ws.ClientConnection] = []
            while len(silent) < count:
                knock = (stack.enter_async_context(ws.connect(socket_address(url, table))) for _ in range(50))
                silent += await asyncio.gather(*knock)
            await undisturbed(url)
            await asyncio.gather(*(socket.wait_closed() for socket in silent))
            assert {socket.close_code for socket in silent} == {4009}
        await undisturbed(url)

    with serving(tmp_path, hello_seconds=2.0 + count / 200) as url:
        run(sit(url), 60 + count / 10)


def test_connections_that_never_ask_are_closed_and_sockets_that_spoke_are_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("allaboard.server.run.HEAD_SECONDS", 0.3)

    async def sit(url: str) -> None:
        table, tokens = open_table(url, "hachi", 3, people=1)
        host, port = url.removeprefix("http://").split(":")
        silent, writer = await asyncio.open_connection(host, int(port))
        async with seat_at(url, table, tokens[0]) as seat:
            assert await asyncio.wait_for(silent.read(), 10) == b""
            writer.close()
            await asyncio.sleep(0.5)
            assert (await seat.ask("ping"))["type"] == "pong"

    with serving(tmp_path) as url:
        run(sit(url))


def test_the_head_of_a_second_request_must_come_in_time_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("allaboard.server.run.HEAD_SECONDS", 0.3)
    with serving(tmp_path) as url:
        host, port = url.removeprefix("http://").split(":")
        with sockets.create_connection((host, int(port)), timeout=60) as slow:
            slow.sendall(b"GET /health HTTP/1.1\r\nHost: trains\r\n\r\n")
            assert status_of_answer(slow) == 200
            slow.sendall(b"GET /health HTTP/1.1\r\nHost: trains\r\n")  # and no more
            assert slow.recv(4096) == b""


def test_a_request_that_came_in_time_is_answered_though_the_server_was_busy_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The head is complete before its time is over, but the server reads the end of it only after that."""
    patience = 3.0
    monkeypatch.setattr("allaboard.server.run.HEAD_SECONDS", patience)
    stalled, go_on, really = threading.Event(), threading.Event(), LimitedHttp.on_header

    def stall(self: LimitedHttp, name: bytes, value: bytes) -> None:
        if name == b"stall":  # while it reads: then timers are next
            stalled.set()
            go_on.wait(60)
        really(self, name, value)

    monkeypatch.setattr(LimitedHttp, "on_header", stall)
    with serving(tmp_path) as url, ThreadPoolExecutor(1) as other:
        host, port = url.removeprefix("http://").split(":")
        with sockets.create_connection((host, int(port)), timeout=60) as asks:
            asks.sendall(b"GET /health HTTP/1.1\r\nHost: trains\r\n\r\n")
            assert status_of_answer(asks) == 200
            asks.sendall(b"GET /health HTTP/1.1\r\nHost: trains\r\n")
            httpx.get(f"{url}/health")  # by now the server has read that
            waits = other.submit(httpx.get, f"{url}/health", headers={"stall": "yes"}, timeout=60)
            assert stalled.wait(60)
            asks.sendall(b"\r\n")
            time.sleep(patience + 0.5)
            go_on.set()
            assert status_of_answer(asks) == 200
            assert waits.result().status_code == 200


@pytest.mark.parametrize("part", [b"A: " + b"a" * 100_000, b"A: b\r\n" * 20_000, b"/" * 100_000])
def test_the_head_of_a_request_has_a_maximum_size(tmp_path: Path, part: bytes) -> None:
    with serving(tmp_path) as url:
        host, port = url.removeprefix("http://").split(":")
        with sockets.create_connection((host, int(port)), timeout=60) as endless:
            endless.sendall(b"GET /" if part[:1] == b"/" else b"GET /health HTTP/1.1\r\nHost: trains\r\n")
            try:
                for _ in range(100):
                    endless.sendall(part)
                answer = endless.recv(4096)
            except OSError:
                answer = b"431"  # closed before we have read the reason
            assert b"431" in answer
        headers = {"A": "b" * 20_000}
        assert httpx.get(f"{url}/health", headers=headers).status_code == 200, "a long one is read"


def test_a_connection_cannot_fill_the_memory_with_requests_that_wait(tmp_path: Path) -> None:
    def answers(url: str, count: int) -> int:
        host, port = url.removeprefix("http://").split(":")
        with sockets.create_connection((host, int(port)), timeout=60) as hasty:
            answer, ask = b"", b"GET /health HTTP/1.1\r\nHost: trains\r\n"
            try:
                hasty.sendall((ask + b"\r\n") * (count - 1) + ask + b"Connection: close\r\n\r\n")
                while some := hasty.recv(65_536):
                    answer += some
            except OSError:
                pass  # closed before we have read everything
        return answer.count(b"HTTP/1.1 200")

    with serving(tmp_path) as url:
        assert answers(url, 8) == 8
        assert answers(url, 1000) < 100


def test_connections_that_do_not_read_the_answer_are_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("allaboard.server.run.READ_SECONDS", 0.3)

    def closed(url: str) -> float:
        lines = httpx.get(f"{url}/metrics").text.splitlines()
        return sum(float(line.rsplit(" ", 1)[1]) for line in lines if 'limited_total{kind="unread_answer"}' in line)

    with serving(tmp_path) as url:
        host, port = url.removeprefix("http://").split(":")
        before = closed(url)
        largest = max((file for file in STATIC.rglob("*") if file.is_file()), key=lambda file: file.stat().st_size)
        with sockets.create_connection((host, int(port)), timeout=60) as lazy:
            lazy.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
            request = f"GET /{largest.relative_to(STATIC)} HTTP/1.1\r\nHost: trains\r\n\r\n".encode()
            lazy.sendall(request * 10)  # and nothing is read
            until = time.monotonic() + 60
            while closed(url) == before:
                assert time.monotonic() < until
                time.sleep(0.1)


def test_the_plain_connections_of_one_address_are_limited(tmp_path: Path) -> None:
    def closed(connection: sockets.socket) -> bool:
        connection.settimeout(0.5)
        try:
            return connection.recv(1) == b""
        except TimeoutError:
            return False
        except OSError:
            return True

    async def play(url: str) -> None:
        table, tokens = open_table(url, "hachi", 3, people=1)
        async with seat_at(url, table, tokens[0]) as seat, seat_at(url, table, None):  # WebSockets do not count
            host, port = url.removeprefix("http://").split(":")
            crowd = [sockets.create_connection((host, int(port))) for _ in range(40)]
            try:
                assert (await seat.ask("ping"))["type"] == "pong"
                assert sum(await asyncio.gather(*(asyncio.to_thread(closed, one) for one in crowd))) == 20
            finally:
                for one in crowd:
                    one.close()
            while httpx.get(f"{url}/health").status_code != 200:
                await asyncio.sleep(0.1)

    with serving(tmp_path, sockets_per_address=20) as url:
        run(play(url))
    with serving(tmp_path, sockets_per_address=20, proxy="127.0.0.1") as url:  # a proxy serves many clients
        host, port = url.removeprefix("http://").split(":")
        crowd = [sockets.create_connection((host, int(port))) for _ in range(40)]
        assert httpx.get(f"{url}/health").status_code == 200
        assert not any(closed(one) for one in crowd[-3:])
        for one in crowd:
            one.close()


def test_the_sockets_of_one_address_are_limited(tmp_path: Path) -> None:
    async def crowd(url: str) -> None:
        async with AsyncExitStack() as stack:
            table, _ = open_table(url, "hachi", 3, people=1)
            for _ in range(20):
                await stack.enter_async_context(ws.connect(socket_address(url, table)))
            with pytest.raises((InvalidStatus, ConnectionClosed)):
                await stack.enter_async_context(ws.connect(socket_address(url, table)))

    with serving(tmp_path, sockets_per_address=20) as url:
        run(crowd(url))


def shake_hands(url: str, table: str) -> sockets.socket:
    """A raw socket with a small window at a table."""
    host, port = url.removeprefix("http://").split(":")
    raw = sockets.socket()
    raw.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
    raw.connect((host, int(port)))
    key = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13"
    request = f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket"
    raw.sendall(f"{request}\r\nConnection: Upgrade\r\n{key}\r\n\r\n".encode())
    answer = b""
    while not answer.endswith(b"\r\n\r\n"):
        answer += raw.recv(1)
    assert b" 101 " in answer
    raw.sendall(masked({"type": "hello", "version": VERSION, "token": None}))
    return raw


def masked(message: dict[str, Any]) -> bytes:
    text = json.dumps(message).encode()
    return bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text


def until_closed(raw: sockets.socket) -> bytes:
    """Everything that arrives until the connection is closed."""
    raw.settimeout(20)
    got = b""
    try:
        while chunk := raw.recv(1 << 16):
            got += chunk
    except ConnectionResetError:
        pass
    return got


def slow_readers(url: str) -> int:
    counts = [line for line in httpx.get(f"{url}/metrics").text.splitlines() if 'kind="slow_reader"' in line]
    return int(counts[0].split()[-1]) if counts else 0


def test_connections_that_stop_reading_are_closed_and_the_others_play_on(url: str) -> None:
    async def play() -> None:
        table, tokens = open_table(url, "miyajima", 2, people=2)
        before = slow_readers(url)
        async with seat_at(url, table, tokens[0]) as one, seat_at(url, table, tokens[1]) as two:
            await one.ask("start")
            for _ in range(40):  # until there is a story
                for seat in (one, two):
                    if seat.my_turn:
                        await seat.act(seat.position["actions"][0]["text"])
                    await seat.ask("ping")
            deaf = await asyncio.to_thread(shake_hands, url, table)
            for number in range(1500):  # it sends requests and reads nothing
                try:
                    deaf.sendall(masked({"type": "story", "id": str(number), "last": 400}))
                except OSError:
                    break
                if number % 50 == 0:
                    assert (await one.ask("ping"))["type"] == "pong"
                    if slow_readers(url) > before:
                        break
            await asyncio.gather(play_on(one), play_on(two))
            assert one.over is not None
            await asyncio.to_thread(until_closed, deaf)  # otherwise it would time out
            deaf.close()
            await until(lambda: slow_readers(url) == before + 1)  # an answer of /metrics is used for a moment

    run(play())


def fuzz(rng: random.Random) -> str | bytes:
    """A frame that a client would not send."""
    kind = rng.randrange(4)
    if kind == 0:
        return rng.randbytes(rng.randrange(200))
    commands = [
        "act",
        "hello",
        "chat",
        "undo",
        "withdraw",
        "call",
        "seen",
        "seat_bot",
        "start",
        "kick",
        "story",
        "rematch",
        "ping",
    ]
    values: list[Any] = [
        None,
        -1,
        0,
        1,
        2**70,
        1.5,
        "",
        "x" * 300,
        "pass",
        "roll red",
        [],
        {},
        True,
        "\u0000",
        "💥",
        {"a": [1]},
    ]
    message = {"type": rng.choice(commands), "id": rng.choice(["1", "z", *values])}
    message |= {key: rng.choice(values) for key in rng.sample(["ply", "action", "text", "seat", "level", "last"], 3)}
    text = json.dumps(message)
    return text[: rng.randrange(len(text))] if kind == 1 else text


@pytest.mark.parametrize("frames", [1500, pytest.param(100_000, marks=pytest.mark.long)])
def test_fuzzed_frames_neither_stop_the_server_nor_disturb_a_table(url: str, frames: int) -> None:
    async def storm() -> None:
        rng, sent = random.Random(frames), 0
        table, tokens = open_table(url, "miyajima", 2, people=2)
        async with seat_at(url, table, tokens[1]) as witness:
            listening = asyncio.create_task(listen(witness))
            while sent < frames:
                try:
                    async with ws.connect(socket_address(url, table), compression=None) as socket:
                        if rng.random() < 0.9:
                            token = rng.choice([tokens[0], None])
                            await socket.send(json.dumps({"type": "hello", "version": VERSION, "token": token}))
                        for _ in range(15):
                            await socket.send(fuzz(rng))
                            sent += 1
                        await asyncio.wait_for(socket.recv(), 5)
                except (ConnectionClosed, TimeoutError):
                    sent += 1
            await witness.say("ping", id="still")
            assert await asyncio.wait_for(listening, 20)
        await undisturbed(url)

    async def listen(witness: Seat) -> bool:
        """Read everything up to the answer, as browsers do."""
        while True:
            message = await witness.hear(600)
            if message["type"] == "pong":
                return bool(message["id"] == "still")
            witness.frames.clear()

    run(storm(), 60 + frames / 50)


def test_pages_have_security_headers_and_no_inline_script(url: str) -> None:
    for path in ("/", "/table/lusab-babad-gutih-tugad", "/api/games"):
        headers = httpx.get(url + path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'self'" in policy
        scripts = policy.split("style-src")[0]
        assert "unsafe" not in scripts.replace("'wasm-unsafe-eval'", ""), "WebAssembly, and nothing else"
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers


@pytest.mark.parametrize("path", ["/", "/table/lusab-babad-gutih-tugad", "/api/games", "/health"])
def test_head_is_answered_like_get_without_the_body(url: str, path: str) -> None:
    head, whole = httpx.head(url + path), httpx.get(url + path)
    assert head.status_code == whole.status_code == 200
    assert head.content == b""
    assert head.headers["content-type"] == whole.headers["content-type"]


@pytest.mark.parametrize("path", ["/../../etc/passwd", "/%2e%2e/%2e%2e/app.py", "/assets/../../app.py", "/api/nothing"])
def test_nothing_outside_the_built_pages_is_served(url: str, path: str) -> None:
    host, port = url.removeprefix("http://").split(":")
    with sockets.create_connection((host, int(port))) as raw:
        raw.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
        answer = b""
        while chunk := raw.recv(65536):
            answer += chunk
    assert b"root:" not in answer
    assert b"make_app" not in answer
    assert b" 500 " not in answer.splitlines()[0]


def test_bodies_are_limited(url: str) -> None:
    body = {"settings": {"game": "hachi", "seats": 4}, "name": "x" * 20_000}
    assert httpx.post(f"{url}/api/tables", json=body).status_code in (400, 413)
    junk = httpx.post(f"{url}/api/tables", content=os.urandom(500), headers={"Content-Type": "application/json"})
    assert junk.status_code == 400


def test_the_http_api_matches_its_description(url: str) -> None:
    described = httpx.get(f"{url}/api/schema/openapi.json").json()
    schema = schemathesis.openapi.from_dict(described)
    schema.config.update(base_url=url)
    schema.config.checks.positive_data_acceptance.expected_statuses = ["2xx", "404", "409", "422", "429"]

    for operation in schema.get_all_operations():

        @settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck), database=None)
        @given(case=operation.ok().as_strategy())  # type: ignore[union-attr]
        def answers(case: Any) -> None:
            response = case.call()
            case.validate_response(response)

        answers()


def test_health_and_metrics_are_served(url: str, tmp_path: Path) -> None:
    assert httpx.get(f"{url}/health").json()["status"] == "ok"
    text = httpx.get(f"{url}/metrics").text
    assert "allaboard_commits_total" in text
    assert "allaboard_commit_seconds_bucket" in text
    assert "allaboard_sockets" in text
