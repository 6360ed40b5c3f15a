"""Frames are read by a shortcut or by the library, however they are cut into pieces: the application sees the same."""

import asyncio
import random
import struct
from collections.abc import Callable
from typing import Any

import pytest
import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from allaboard.server.protocol import MOST_BYTES
from allaboard.server.wire import MOST_AT_ONCE, MOST_UNREAD, Wire

REQUEST = (
    b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: YWxsYWJvYXJkLWxvYWQtMQ==\r\n\r\n"
)


class Transport(asyncio.Transport):
    """Keeps what is written."""

    def __init__(self) -> None:
        super().__init__()
        self.written, self.closed, self.aborted, self.reading = b"", False, False, True

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return {"peername": ("127.0.0.1", 1), "sockname": ("127.0.0.1", 2)}.get(name, default)

    def write(self, data: Any) -> None:
        self.written += bytes(data)

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True

    def abort(self) -> None:
        self.closed = self.aborted = True

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True


def frame(opcode: int, data: bytes, mask: bytes = b"\x11\x22\x33\x44", fin: bool = True, masked: bool = True) -> bytes:
    size = len(data)
    flag = 0x80 if masked else 0
    head = bytes((opcode | (0x80 if fin else 0),))
    if size < 126:
        head += bytes((flag | size,))
    elif size < 65_536:
        head += struct.pack("!BH", flag | 126, size)
    else:
        head += struct.pack("!BQ", flag | 127, size)
    if not masked:
        return head + data
    return head + mask + bytes(byte ^ mask[place % 4] for place, byte in enumerate(data))


def opened(kind: type[WebSocketsSansIOProtocol], app: Any) -> tuple[WebSocketsSansIOProtocol, Transport]:
    """A connection that has sent its handshake."""
    config = uvicorn.Config(app, ws_max_size=MOST_BYTES, ws_per_message_deflate=False, log_config=None)
    config.load()
    wire, transport = kind(config, ServerState(), {}, asyncio.get_running_loop()), Transport()
    wire.connection_made(transport)
    wire.data_received(REQUEST)
    return wire, transport


async def heard(kind: type[WebSocketsSansIOProtocol], pieces: list[bytes]) -> tuple[list[object], bytes, bool]:
    """What the application was told, what was answered, and whether the connection is closed."""
    told: list[object] = []

    async def app(_: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        while (event := await receive())["type"] != "websocket.disconnect":
            told.append(event.get("text", event.get("bytes")))
        told.append(event.get("code"))

    wire, transport = opened(kind, app)
    while not transport.written:
        await asyncio.sleep(0)
    transport.written = b""
    for piece in pieces:
        if transport.closed:
            break
        wire.data_received(piece)
        while not wire.queue.empty():
            await asyncio.sleep(0)
    wire.connection_lost(None)
    while wire.tasks:
        await asyncio.sleep(0)
    return told, transport.written, transport.closed


def cut(data: bytes, rng: random.Random) -> list[bytes]:
    """The same bytes in pieces, as a network would deliver them."""
    places = sorted(rng.randrange(len(data) + 1) for _ in range(rng.choice((0, 1, 3, min(300, len(data))))))
    return [piece for begin, end in zip([0, *places], [*places, len(data)], strict=True) if (piece := data[begin:end])]


def odd_frames(rng: random.Random) -> list[bytes]:
    """Frames that only the library handles."""
    text = "線路 ok".encode()
    return rng.choice(
        [
            [frame(0x2, text)],
            [frame(0x9, b"ping")],
            [frame(0xA, b"pong")],
            [frame(0x1, text[:3], fin=False), frame(0x9, b"?"), frame(0x0, text[3:])],
            [frame(0x1, text[:2], fin=False), frame(0x0, b"", fin=False), frame(0x0, text[2:])],
            [frame(0x1, b"\xff\xfe")],
            [frame(0x1, b"begun", fin=False), frame(0x1, b"another")],
            [frame(0x0, b"of nothing")],
            [frame(0x3, b"unknown")],
            [frame(0x41, b"reserved bit")],
            [frame(0x1, text, masked=False)],
            [frame(0x1, b"x" * (MOST_BYTES + 1))],
            [frame(0x1, b"x" * 70_000)],
            [frame(0x8, struct.pack("!H", 1000) + b"bye")],
            [frame(0x8, b"\x00")],
            [frame(0x9, b"x" * 126)],
        ]
    )


@pytest.mark.parametrize("seed", range(60))
def test_the_shortcut_reads_what_the_library_reads(seed: int) -> None:
    """Whatever pieces they come in, frames read as if the library had got them one by one."""
    rng = random.Random(seed)
    frames: list[bytes] = []
    for _ in range(rng.randrange(1, 9)):
        if rng.random() < 0.3:
            frames += odd_frames(rng)
        else:
            size = rng.choice((0, 1, 5, 125, 126, 300, MOST_BYTES))
            frames.append(frame(0x1, bytes(rng.randrange(32, 127) for _ in range(size)), rng.randbytes(4)))
    ours = asyncio.run(heard(Wire, cut(b"".join(frames), rng)))
    assert ours == asyncio.run(heard(WebSocketsSansIOProtocol, frames))


async def heard_early(kind: type[WebSocketsSansIOProtocol], early: bytes, late: bytes) -> list[object]:
    """What the application is told if something comes before the answer to the handshake."""
    told: list[object] = []
    ready, answered = asyncio.Event(), asyncio.Event()

    async def app(_: Any, receive: Any, send: Any) -> None:
        await receive()
        await ready.wait()
        await send({"type": "websocket.accept"})
        answered.set()
        while (event := await receive())["type"] != "websocket.disconnect":
            told.append(event["text"])

    wire, _ = opened(kind, app)
    wire.data_received(early)
    ready.set()
    await answered.wait()
    wire.data_received(late)
    wire.connection_lost(None)
    while wire.tasks:
        await asyncio.sleep(0)
    return told


def test_the_second_half_of_an_early_frame_is_not_read_as_a_frame() -> None:
    whole = frame(0x1, b"hello") + frame(0x1, b"again")
    found = [asyncio.run(heard_early(kind, whole[:4], whole[4:])) for kind in (Wire, WebSocketsSansIOProtocol)]
    assert found[0] == found[1]


def test_a_socket_that_sends_more_than_is_handled_is_not_read() -> None:
    asyncio.run(sends_more())


async def sends_more() -> None:
    handled, go_on = 0, asyncio.Event()

    async def app(_: Any, receive: Any, send: Any) -> None:
        nonlocal handled
        await receive()
        await send({"type": "websocket.accept"})
        await go_on.wait()
        while (await receive())["type"] != "websocket.disconnect":
            handled += 1

    wire, transport = opened(Wire, app)
    while not transport.written:
        await asyncio.sleep(0)
    for _ in range(MOST_UNREAD - 1):
        wire.data_received(frame(0x1, b"more"))
    assert transport.reading
    wire.data_received(frame(0x1, b"more"))
    assert not transport.reading
    go_on.set()
    while handled < MOST_UNREAD:
        await asyncio.sleep(0)
    assert transport.reading
    wire.connection_lost(None)


PARTS = frame(0x1, b"", fin=False) + frame(0x0, b"")


@pytest.mark.parametrize("sent", [frame(0x1, b""), frame(0x2, b""), PARTS], ids=["text", "binary", "parts"])
def test_a_socket_cannot_fill_the_memory_with_small_messages(sent: bytes) -> None:
    asyncio.run(sends_too_much(sent))


async def sends_too_much(sent: bytes) -> None:
    told = []

    async def app(_: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        while (event := await receive())["type"] != "websocket.disconnect":
            told.append(event)
        told.append(event)

    wire, transport = opened(Wire, app)
    while not transport.written:
        await asyncio.sleep(0)
    wire.data_received(sent * 40_000)
    inbox: Any = wire.queue
    assert len(inbox) <= MOST_AT_ONCE + 1
    assert transport.closed
    while wire.tasks:
        await asyncio.sleep(0)
    assert told[-1]["code"] == 4008
    wire.connection_lost(None)


def test_a_socket_cannot_fill_the_memory_before_the_handshake_is_answered() -> None:
    asyncio.run(sends_too_early())


async def sends_too_early() -> None:
    async def app(_: Any, receive: Any, __: Any) -> None:
        while (await receive())["type"] != "websocket.disconnect":
            await asyncio.sleep(3600)

    wire, transport = opened(Wire, app)
    wire.data_received(frame(0x1, b"") * 40_000)
    inbox: Any = wire.queue
    assert len(inbox) <= MOST_AT_ONCE + 1
    assert transport.closed
    for task in wire.tasks:
        task.cancel()
    wire.connection_lost(None)


ENDINGS: list[Callable[[Any], object]] = [
    lambda wire: wire.keepalive_timeout(),
    lambda wire: wire.eof_received(),
    lambda wire: wire.data_received(frame(8, b"")),
    lambda wire: wire.data_received(frame(1, b"text", masked=False)),
    lambda wire: wire.cut(4010, "slow_reader"),
    lambda wire: wire.shutdown(),
]


@pytest.mark.parametrize("end", ENDINGS)
def test_a_closed_connection_is_aborted_if_the_client_does_not_read_the_rest(
    end: Callable[[Any], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("allaboard.server.wire.CLOSE_SECONDS", 0.01)

    async def app(_: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        await asyncio.Event().wait()

    async def close() -> None:
        wire, transport = opened(Wire, app)
        while not transport.written:
            await asyncio.sleep(0)
        end(wire)
        assert transport.closed
        assert not transport.aborted
        while not transport.aborted:  # the library alone would wait for the client for ever
            await asyncio.sleep(0.01)
        wire.connection_lost(None)
        for task in wire.tasks:
            task.cancel()

    asyncio.run(asyncio.wait_for(close(), 5))
