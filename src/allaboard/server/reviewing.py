"""Reviews on request. Each is computed once, on the budget of the visitor, and cancelled when nobody waits for it."""

import asyncio
import threading
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Final

from allaboard.server.limits import need
from allaboard.server.metrics import METRICS
from allaboard.server.refusal import Refused, ServerError
from allaboard.server.stories import AnswerCache
from allaboard.server.turns import Turns
from allaboard.server.visitors import Visitor

MOST_AT_ONCE: Final = 2
"""The number of reviews of one address that may run or wait. It is limited because they are paid for afterwards."""

Key = tuple[object, ...]
Tell = Callable[[int, int], None]
Think = Callable[[Tell], bytes | Refused]
"""Computes a review. It reports its progress to `Tell`, which raises NobodyWaiting if nobody waits any more."""


class NobodyWaiting(ServerError):
    """No client waits for the review any more."""


@dataclass
class RunningReview:
    """A review that is being computed."""

    task: "asyncio.Task[bytes]"
    given_up: threading.Event
    waiting: set[object] = field(default_factory=set)


class Reviews:
    """Computes reviews, each once, however many clients ask for it."""

    def __init__(self, bot_threads: Turns, cache: AnswerCache) -> None:
        self._threads, self._cache = bot_threads, cache
        self._running: dict[Key, RunningReview] = {}
        self._begun: Counter[str] = Counter()  # by address, until the threads have ended

    async def told(
        self, key: Key, visitor: Visitor, game: str, think: Think, gone: Callable[[], Awaitable[None]]
    ) -> bytes:
        """A review as JSON. The first visitor pays. Raises NobodyWaiting if the client disconnects too early."""
        if told := self._cache.get(key):
            return told
        running = self._running.get(key) or self._begin(key, visitor, game, think)
        leaving = asyncio.ensure_future(gone())
        running.waiting.add(leaving)
        try:
            await asyncio.wait({running.task, leaving}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            leaving.cancel()
            running.waiting.discard(leaving)
            if not running.waiting and not running.task.done():
                self._give_up(key, running)
        if not running.task.done():
            METRICS.count("reviews", "left")
            raise NobodyWaiting
        return running.task.result()

    def _begin(self, key: Key, visitor: Visitor, game: str, think: Think) -> RunningReview:
        need("thinking", visitor.budget, price=0)
        if self._begun[visitor.host] >= MOST_AT_ONCE:
            METRICS.count("limited", "address.reviews")
            raise Refused("too_fast", "too-fast", seconds=5)
        given_up = threading.Event()
        task = asyncio.create_task(self._think(key, visitor, game, think, given_up))
        running = self._running[key] = RunningReview(task, given_up)
        task.add_done_callback(lambda _: self._end(key, running))
        return running

    async def _think(self, key: Key, visitor: Visitor, game: str, think: Think, given_up: threading.Event) -> bytes:
        def tell(_: int, __: int) -> None:
            if given_up.is_set():
                raise NobodyWaiting

        def paid(took: float) -> None:
            visitor.budget.spend("thinking", took)
            self._begun -= Counter({visitor.host: 1})

        self._begun[visitor.host] += 1
        work = self._threads.do(visitor.host, str(key[1]), (game, "review"), lambda: think(tell), paid)
        told, _ = await work
        if isinstance(told, Refused):
            raise told
        self._cache.put(key, told)
        METRICS.count("reviews", "told")
        return told

    def _give_up(self, key: Key, running: RunningReview) -> None:
        """Cancel a review that nobody waits for. A later request starts again."""
        running.given_up.set()
        running.task.cancel()
        self._end(key, running)

    def _end(self, key: Key, running: RunningReview) -> None:
        if self._running.get(key) is running:
            del self._running[key]
        if running.task.done() and not running.task.cancelled():
            running.task.exception()  # already reported to the clients that waited, if there were any
