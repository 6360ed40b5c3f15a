"""A minimal WebSocket client, so that the server is measured and not the client."""

import asyncio
import struct
from collections.abc import Callable
from typing import Self, cast

KEY = "Sec-WebSocket-Key: YWxsYWJvYXJkLWxvYWQtMQ=="
Hear = Callable[[bytes], None]


class Socket(asyncio.Protocol):
    """One socket. Complete text frames are passed to `hear`."""

    def __init__(self, hear: Hear) -> None:
        self.hear = hear
        self.transport: asyncio.Transport
        self.lost = False
        self._waiting = bytearray()
        self._open: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    @classmethod
    async def connect(cls, host: str, port: int, path: str, hear: Hear) -> Self:
        """Do the handshake."""
        loop = asyncio.get_running_loop()
        transport, socket = await loop.create_connection(lambda: cls(hear), host, port)
        upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13"
        transport.write(f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\n{upgrade}\r\n{KEY}\r\n\r\n".encode())
        await asyncio.wait_for(socket._open, 60)
        return socket

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)

    def connection_lost(self, error: Exception | None) -> None:
        self.lost = True
        if not self._open.done():
            self._open.set_exception(error or ConnectionError("closed in the handshake"))

    def send(self, message: bytes) -> None:
        """Send a text frame, masked with zeros: the same work for the server, and no work here."""
        size = len(message)
        head = bytes((0x81, 0x80 | size)) if size < 126 else struct.pack("!BBH", 0x81, 0xFE, size)
        self.transport.write(head + b"\0\0\0\0" + message)

    def data_received(self, data: bytes) -> None:
        waiting = self._waiting
        waiting += data
        if not self._open.done():
            end = waiting.find(b"\r\n\r\n")
            if end < 0:
                return
            if b" 101 " not in waiting[:20]:
                self._open.set_exception(ConnectionError(bytes(waiting[:80]).decode("latin-1")))
                return
            del waiting[: end + 4]
            self._open.set_result(None)
        while len(waiting) >= 2:
            size, start = waiting[1] & 0x7F, 2
            if size == 126:
                if len(waiting) < 4:
                    return
                size, start = int.from_bytes(waiting[2:4], "big"), 4
            elif size == 127:
                if len(waiting) < 10:
                    return
                size, start = int.from_bytes(waiting[2:10], "big"), 10
            if len(waiting) < start + size:
                return
            opcode, frame = waiting[0] & 0x0F, bytes(waiting[start : start + size])
            del waiting[: start + size]
            if opcode == 1:
                self.hear(frame)
            elif opcode == 9:
                self.transport.write(bytes((0x8A, 0x80 | size, 0, 0, 0, 0)) + frame)
