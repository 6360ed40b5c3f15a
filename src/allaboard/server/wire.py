"""A short way out for WebSocket frames: uvicorn's protocol, with a door for messages that are ready to be written."""

import struct
from collections.abc import Mapping
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

EXTENSION: Final = "allaboard.wire"
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

    def handle_connect(self, event: Request) -> None:
        """Tell the application of the door."""
        super().handle_connect(event)
        if not self.close_sent:
            assert self.scope["extensions"] is not None
            self.scope["extensions"][EXTENSION] = {"wire": self}

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
