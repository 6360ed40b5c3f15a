"""Reviews on request: thought out once, in turn, on the budget of who asks, and given up when nobody waits any more."""

import asyncio
import threading
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Final

from allaboard.server.limits import need
from allaboard.server.metrics import METRICS
from allaboard.server.refusal import Refused, ServerError
from allaboard.server.stories import Kept
from allaboard.server.turns import Turns
from allaboard.server.visitors import Visitor

MOST_AT_ONCE: Final = 2
"""Reviews of one address that are thought out or wait for it. They are paid for afterwards; more would be a loan."""

Key = tuple[object, ...]
Tell = Callable[[int, int], None]
Think = Callable[[Tell], bytes | Refused]
"""Thinks a review out; it says from time to time how far it is, and hears then whether anybody still waits."""


class NobodyWaits(ServerError):
    """Who asked is gone."""


@dataclass
class Thought:
    """A review that is thought out now."""

    task: "asyncio.Task[bytes]"
    given_up: threading.Event
    waiting: set[object] = field(default_factory=set)


class Reviews:
    """Thinks reviews out, each once, however many ask for it."""

    def __init__(self, thinkers: Turns, kept: Kept) -> None:
        self._thinkers, self._kept = thinkers, kept
        self._under_way: dict[Key, Thought] = {}
        self._begun: Counter[str] = Counter()  # by address, until their threads have ended

    async def told(
        self, key: Key, visitor: Visitor, game: str, think: Think, gone: Callable[[], Awaitable[None]]
    ) -> bytes:
        """A review as JSON. The first who asks pays. NobodyWaits, if they leave before it is there."""
        if told := self._kept.get(key):
            return told
        thought = self._under_way.get(key) or self._begin(key, visitor, game, think)
        leaving = asyncio.ensure_future(gone())
        thought.waiting.add(leaving)
        try:
            await asyncio.wait({thought.task, leaving}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            leaving.cancel()
            thought.waiting.discard(leaving)
            if not thought.waiting and not thought.task.done():
                self._give_up(key, thought)
        if not thought.task.done():
            METRICS.count("reviews", "left")
            raise NobodyWaits
        return thought.task.result()

    def _begin(self, key: Key, visitor: Visitor, game: str, think: Think) -> Thought:
        need("thinking", visitor.budget, price=0)
        if self._begun[visitor.host] >= MOST_AT_ONCE:
            METRICS.count("limited", "address.reviews")
            raise Refused("too_fast", "too-fast", seconds=5)
        given_up = threading.Event()
        task = asyncio.create_task(self._think(key, visitor, game, think, given_up))
        thought = self._under_way[key] = Thought(task, given_up)
        task.add_done_callback(lambda _: self._end(key, thought))
        return thought

    async def _think(self, key: Key, visitor: Visitor, game: str, think: Think, given_up: threading.Event) -> bytes:
        def tell(_: int, __: int) -> None:
            if given_up.is_set():
                raise NobodyWaits

        def paid(took: float) -> None:
            visitor.budget.spend("thinking", took)
            self._begun -= Counter({visitor.host: 1})

        self._begun[visitor.host] += 1
        work = self._thinkers.do(visitor.host, str(key[1]), (game, "review"), lambda: think(tell), paid)
        told, _ = await work
        if isinstance(told, Refused):
            raise told
        self._kept.put(key, told)
        METRICS.count("reviews", "told")
        return told

    def _give_up(self, key: Key, thought: Thought) -> None:
        """Nobody waits for it: whoever asks again begins anew."""
        thought.given_up.set()
        thought.task.cancel()
        self._end(key, thought)

    def _end(self, key: Key, thought: Thought) -> None:
        if self._under_way.get(key) is thought:
            del self._under_way[key]
        if thought.task.done() and not thought.task.cancelled():
            thought.task.exception()  # it was told to those who waited, if anybody did
