"""Recent answers, shared by everybody who asks at about the same time."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Recent(Generic[T]):
    """The answer to a question that is expensive to answer. It is asked again only when the last answer is old."""

    def __init__(self, ask: Callable[[], Awaitable[T]], seconds: float = 0.25) -> None:
        self._ask, self._seconds = ask, seconds
        self._asking: asyncio.Task[T] | None = None
        self._until = 0.0

    async def __call__(self) -> T:
        """The answer. If a caller is cancelled while it waits, the others still get the answer."""
        if self._asking is None or (self._asking.done() and time.monotonic() >= self._until):
            self._asking = asyncio.create_task(self._answer())
        return await asyncio.shield(self._asking)

    async def _answer(self) -> T:
        try:
            return await self._ask()
        finally:
            self._until = time.monotonic() + self._seconds
