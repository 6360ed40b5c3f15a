"""The sending side of a socket: directly or from a bounded queue. Connections that stop reading are closed."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Final

from allaboard.server.limits import Budget, Limits, household
from allaboard.server.metrics import METRICS
from allaboard.server.protocol import CLOSE, encode
from allaboard.server.protocol.messages import Message
from allaboard.server.wire import Wire, text_frame

UNLIMITED: Final = Limits({}, on=False)
MOST_WAITING = 512
MOST_WAITING_BYTES = 2 * 1024 * 1024

CLOSE_SLOW = (CLOSE["slow_reader"], "slow_reader")

SendText = Callable[[str], Awaitable[None]]
SendClose = Callable[[int, str], Awaitable[None]]


class Connection:
    """A viewer's socket at a table.

    It keeps the hash of its token, never a seat: before the start people change seats and leave them, so the table is
    asked for the seat each time that it matters. Without a token it belongs to a spectator.
    """

    def __init__(
        self,
        token: str | None,
        send: SendText,
        close: SendClose,
        wire: Wire | None = None,
        host: str = "",
        limits: Limits = UNLIMITED,
    ) -> None:
        self.token, self.host = token, household(host)
        self.address, self.socket = limits.address(host), limits.socket()
        self.seat: Budget | None = None if token is None else limits.seat(token)
        self._send, self._close, self._wire = send, close, wire
        self._waiting: deque[bytes] = deque()
        self._bytes = 0
        self._held = b""
        self._busy = False  # messages are queued or being written, so later ones must queue behind them
        self._wake = asyncio.Event()
        self.ending: tuple[int, str] | None = None
        self.ended = asyncio.Event()

    def tell(self, message: Message) -> None:
        """Send a message after the queued ones."""
        self.tell_bytes(encode(message))

    def tell_bytes(self, message: bytes) -> None:
        """Send an encoded message. One encoding serves all sockets of a viewer."""
        held, self._held = self._held, b""
        if self.ending:
            return
        frames = text_frame(held) + text_frame(message) if held else text_frame(message)
        if not self._busy and self._wire and self._wire.push(frames):
            return
        self._busy = True
        if held:
            self._queue(held)
        self._queue(message)
        self._wake.set()

    def hold(self, message: Message) -> None:
        """Keep a message back, to send it in one write with the next one or at `let_go`."""
        self.let_go()
        self._held = encode(message)

    def let_go(self) -> None:
        """Send the message that was held back, if it is still waiting."""
        if held := self._held:
            self._held = b""
            self.tell_bytes(held)

    def _queue(self, message: bytes) -> None:
        if self.ending:
            return
        self._waiting.append(message)
        self._bytes += len(message)
        if len(self._waiting) > MOST_WAITING or self._bytes > MOST_WAITING_BYTES:
            METRICS.count("closed", "slow_reader")
            self._waiting.clear()
            self.close("slow_reader")
            if self._wire:
                self._wire.cut(*CLOSE_SLOW)

    def close(self, why: str) -> None:
        """Close the socket after the queued messages have been sent."""
        if not self.ending:
            self.let_go()
            self.ending = (CLOSE[why], why)
            self._wake.set()

    async def write(self) -> None:
        """Write the queue to the socket until the socket is closed."""
        try:
            while True:
                while self._waiting:
                    message = self._waiting.popleft()
                    self._bytes -= len(message)
                    await self._send(message.decode())
                self._busy = False
                if self.ending:
                    await self._close(*self.ending)
                    return
                self._wake.clear()
                await self._wake.wait()
        except Exception:  # the socket is gone; servers report that in many ways
            return
        finally:
            self.ending = self.ending or (CLOSE["slow_reader"], "gone")
            self.ended.set()
