"""A short way out for WebSocket frames: uvicorn's protocol, with a door for messages that are ready to be written."""

import struct
from collections.abc import Mapping
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

from allaboard.server.limits import Bucket
from allaboard.server.metrics import METRICS
from allaboard.server.protocol import CLOSE

EXTENSION: Final = "allaboard.wire"
NOISE: Final = (20.0, 200.0)
"""Pings, pongs and parts of messages that one socket may send: so many a second, so many at once."""
MOST_PARTS: Final = 64
"""Frames that one message may come in."""
LAST_CHANCE = 5.0
"""Seconds in which who does not read may still read why the socket is closed."""


def text_frame(message: bytes) -> bytes:
    """A whole text frame, as servers send them: unmasked (RFC 6455, 5.2).

    >>> text_frame(b"hi")
    b'\\x81\\x02hi'
    """
    size = len(message)
    if size < 126:
        return b"\x81" + bytes((size,)) + message
    if size < 65_536:
        return struct.pack("!BBH", 0x81, 126, size) + message
    return struct.pack("!BBQ", 0x81, 127, size) + message


class Wire(WebSocketsSansIOProtocol):
    """A socket whose application may write frames at once, as long as the other side reads them."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._noise = Bucket(*NOISE)

    def handle_connect(self, event: Request) -> None:
        """Tell the application of the door."""
        super().handle_connect(event)
        if not self.close_sent:
            assert self.scope["extensions"] is not None
            self.scope["extensions"][EXTENSION] = {"wire": self}

    def handle_ping(self) -> None:
        """Answer, if the other side reads: an answer that would have to wait is not sent (RFC 6455, 5.5.3)."""
        pongs = b"".join(self.conn.data_to_send())
        if self._too_many() or self.disconnected or self.close_sent or self.transport.is_closing():
            return
        if self.writable.is_set():
            self.transport.write(pongs)

    def handle_pong(self, event: Frame) -> None:
        """An answer to our own ping, or noise."""
        if not self._too_many():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """A further part of a message; a message has only so many parts, however small they are."""
        if len(self.frames) >= MOST_PARTS:
            self.frames = []
            self.cut(1009, "too many parts")
        elif not self._too_many():
            super().handle_cont(event)

    def _too_many(self) -> bool:
        """Whether there were too many frames that are no messages; then the socket is closed."""
        if self._noise.holds(1):
            self._noise.spend(1)
            return False
        METRICS.count("closed", "too_fast")
        self.cut(CLOSE["too_fast"], "too_fast")
        return True

    def push(self, frame: bytes) -> bool:
        """Write a frame now; False if it must wait its turn, because earlier ones do or because the socket closes."""
        if not self.writable.is_set() or self.disconnected or self.close_sent or self.transport.is_closing():
            return False
        self.transport.write(frame)
        return True

    def cut(self, code: int, reason: str) -> None:
        """Close a socket that does not read: the reason goes after all that waits, but nobody waits long for it."""
        if self.disconnected or self.close_sent or self.transport.is_closing():
            return
        self.conn.send_close(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.transport.close()
        self.loop.call_later(LAST_CHANCE, self.transport.abort)


def wire_of(scope: Mapping[str, Any]) -> Wire | None:
    """The wire under a connection; other servers than ours have none."""
    wire: Wire | None = (scope.get("extensions") or {}).get(EXTENSION, {}).get("wire")
    return wire
