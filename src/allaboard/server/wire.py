"""uvicorn's WebSocket protocol with a fast path: the application may write frames directly to the transport."""

import asyncio
import struct
from collections import deque
from collections.abc import Mapping, MutableMapping
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import OPEN

try:
    from websockets.speedups import apply_mask
except ImportError:  # not compiled for this machine
    from websockets.utils import apply_mask

from allaboard.server.limits import Bucket
from allaboard.server.metrics import METRICS
from allaboard.server.protocol import CLOSE, MOST_BYTES

EXTENSION: Final = "allaboard.wire"
NOISE: Final = (20.0, 200.0)
"""Pings, pongs and continuation frames that one socket may send: a rate per second and a burst."""
MOST_PARTS: Final = 64
"""The largest number of frames of one message."""
MOST_UNREAD: Final = 8
"""Messages of one socket that wait for the application, before the server stops reading from the socket."""
MOST_AT_ONCE: Final = 1024
"""Messages of one socket that may come in one piece. Small frames would fill the memory before a limit is checked."""
CLOSE_SECONDS = 5.0
"""Seconds for a client to read the rest before its connection is aborted."""


def text_frame(message: bytes) -> bytes:
    """A complete, unmasked text frame, as servers send them (RFC 6455, 5.2).

    >>> text_frame(b"hi")
    b'\\x81\\x02hi'
    """
    size = len(message)
    if size < 126:
        return b"\x81" + bytes((size,)) + message
    if size < 65_536:
        return struct.pack("!BBH", 0x81, 126, size) + message
    return struct.pack("!BBQ", 0x81, 127, size) + message


def frame_size(data: bytes, at: int) -> int | None:
    """The length of the frame that begins there, as far as it is known; None if it is not one that we accept.

    >>> frame_size(b"\\x81\\x82abcdhi", 0), frame_size(b"\\x81", 0), frame_size(b"\\x81\\x02hi", 0)
    (8, 2, None)
    """
    if len(data) < at + 2:
        return 2 if len(data) > at else 0
    masked, size = data[at + 1] & 0x80, data[at + 1] & 0x7F
    if not masked or size == 127:
        return None
    if size < 126:
        return 6 + size
    if len(data) < at + 4:
        return 8
    size = data[at + 2] << 8 | data[at + 3]
    return 8 + size if size <= MOST_BYTES else None


Event = MutableMapping[str, Any]  # Any: as in ASGI
"""An event of ASGI."""


class Inbox:
    """The events that the application has not taken yet. An asyncio.Queue for one reader, at a fraction of the cost."""

    __slots__ = ("_events", "_wake")

    def __init__(self) -> None:
        self._events: deque[Event] = deque()
        self._wake: asyncio.Future[None] | None = None

    def __len__(self) -> int:
        return len(self._events)

    def empty(self) -> bool:
        """Whether nothing waits."""
        return not self._events

    def put_nowait(self, event: Event) -> None:
        """Add an event, and wake the reader."""
        self._events.append(event)
        if self._wake and not self._wake.done():
            self._wake.set_result(None)

    async def get(self) -> Event:
        """The next event."""
        while not self._events:
            self._wake = asyncio.get_running_loop().create_future()
            await self._wake
        return self._events.popleft()


class Closing:
    """A transport that is aborted if the client does not read the rest soon after it was closed.

    A closed transport otherwise waits for ever for a client that reads nothing. It would keep its memory and, because
    the application has not heard of the end, its place at the table.
    """

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport, self._loop = transport, loop
        self.write, self.is_closing, self.abort = transport.write, transport.is_closing, transport.abort
        self.pause_reading, self.resume_reading = transport.pause_reading, transport.resume_reading

    def close(self) -> None:
        """Send the buffered data, then close."""
        self._loop.call_later(CLOSE_SECONDS, self.abort)
        self._transport.close()


class Wire(WebSocketsSansIOProtocol):
    """A WebSocket connection with fast paths for reading and writing.

    Frames are written directly, as long as the client reads them. Complete text frames, that is nearly all, are read
    here. All other frames go to the parser of the library, one complete frame at a time.
    """

    def __init__(self, *args: Any, **more: Any) -> None:  # Any: passed on to Uvicorn's protocol
        super().__init__(*args, **more)
        self._noise = Bucket(*NOISE)
        self.queue: Inbox = Inbox()  # type: ignore[assignment]
        self._rest = b""  # the beginning of a frame
        self._greeted = False  # the request of the handshake has come
        self._strange = False  # the client has sent something that only the library can handle

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Limit the time that closing takes."""
        super().connection_made(transport)
        self.transport = Closing(self.transport, self.loop)  # type: ignore[assignment]

    def eof_received(self) -> None:
        """Close, because the client has closed its side."""
        self.transport.close()

    def data_received(self, data: bytes) -> None:
        """Read frames."""
        if self._strange or not self.handshake_complete:
            self._strange, self._greeted = self._greeted, True  # nothing may follow the request before the answer
            super().data_received(data)
            return
        data, at = self._rest + data, 0
        while (size := frame_size(data, at)) and at + size <= len(data):
            end = at + size
            if data[at] != 0x81 or self.frames or not self._read_text(data, at, end):
                super().data_received(data[at:end])
                if self.conn.parser_exc is not None:  # the connection is closed, whatever follows
                    return
            at = end
        self._rest = data[at:]
        if size is None:
            self._strange, self._rest = True, b""
            super().data_received(data[at:])

    def _read_text(self, data: bytes, at: int, end: int) -> bool:
        """Read a complete text frame. Returns False if the library must do it."""
        if self.conn.state is not OPEN:
            return False
        head = at + (2 if data[at + 1] & 0x7F < 126 else 4)
        try:
            text = apply_mask(data[head + 4 : end], data[head : head + 4]).decode()
        except UnicodeDecodeError:
            return False
        if self.close_sent:
            return True
        if self._is_full():
            return True
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        if len(self.queue) >= MOST_UNREAD and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()
        return True

    def send_receive_event_to_app(self) -> None:
        """Queue a message that the library has read, if there is room."""
        if self.close_sent or not self._is_full():
            super().send_receive_event_to_app()

    def _is_full(self) -> bool:
        """Whether too many messages wait for the application. If so, the socket is closed."""
        if len(self.queue) < MOST_AT_ONCE:
            return False
        METRICS.count("closed", "too_fast")
        self.cut(CLOSE["too_fast"], "too_fast")
        return True

    def handle_connect(self, event: Request) -> None:
        """Make this connection available to the application in the ASGI scope."""
        super().handle_connect(event)
        if not self.close_sent:
            assert self.scope["extensions"] is not None
            self.scope["extensions"][EXTENSION] = {"wire": self}

    def handle_ping(self) -> None:
        """Answer a ping if the client reads. An answer that would have to wait is not sent (RFC 6455, 5.5.3)."""
        pongs = b"".join(self.conn.data_to_send())
        if self._too_many() or self.disconnected or self.close_sent or self.transport.is_closing():
            return
        if self.writable.is_set():
            self.transport.write(pongs)

    def handle_pong(self, event: Frame) -> None:
        """Take the answer to our own ping. Unsolicited pongs count as noise."""
        if not self._too_many():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """Read a continuation frame. The number of frames of a message is limited, however small they are."""
        if len(self.frames) >= MOST_PARTS:
            self.frames = []
            self.cut(1009, "too many parts")
        elif not self._too_many():
            super().handle_cont(event)

    def _too_many(self) -> bool:
        """Whether the client sent too many control and continuation frames. If so, the socket is closed."""
        if self._noise.holds(1):
            self._noise.spend(1)
            return False
        METRICS.count("closed", "too_fast")
        self.cut(CLOSE["too_fast"], "too_fast")
        return True

    def push(self, frame: bytes) -> bool:
        """Write a frame now. Returns False if it must be queued, or if the socket is closing."""
        if not self.writable.is_set() or self.disconnected or self.close_sent or self.transport.is_closing():
            return False
        self.transport.write(frame)
        return True

    def cut(self, code: int, reason: str) -> None:
        """Close a connection that stopped reading. The close frame follows the buffered data."""
        if self.disconnected or self.close_sent or self.transport.is_closing():
            return
        if self.conn.state is not OPEN:  # the handshake was not answered yet
            self.close_sent = True
            self.transport.abort()
            return
        self.conn.send_close(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.transport.close()


def wire_of(scope: Mapping[str, Any]) -> Wire | None:  # Any: as in ASGI
    """The wire of a connection. None if the server is not ours."""
    wire: Wire | None = (scope.get("extensions") or {}).get(EXTENSION, {}).get("wire")
    return wire
