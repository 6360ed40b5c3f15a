"""The last steps and the replays of tables. They are computed in threads, on the visitor's budget, and cached."""

from collections import OrderedDict
from collections.abc import Callable
from typing import TypeVar

from allaboard.server import showing
from allaboard.server.connection import Connection
from allaboard.server.limits import Budget, need
from allaboard.server.metrics import METRICS
from allaboard.server.protocol import encode
from allaboard.server.refusal import Refused
from allaboard.server.table import Table
from allaboard.server.turns import Turns

T = TypeVar("T")
MOST_BYTES = 32 * 1024 * 1024
"""The size of the cache in bytes."""
MOST_WAITING = 16
"""The number of requests of one address that may wait for a thread."""


class AnswerCache:
    """A cache of answers, by kind, table and so on. Those that were unused for the longest time are dropped."""

    def __init__(self, most: int) -> None:
        self._most, self._bytes = most, 0
        self._answers: OrderedDict[tuple[object, ...], bytes] = OrderedDict()

    def get(self, key: tuple[object, ...]) -> bytes | None:
        """The answer, if it is in the cache."""
        if found := self._answers.get(key):
            self._answers.move_to_end(key)
        return found

    def forget(self, table: str) -> None:
        """Remove the answers about a table that was closed or changed."""
        for key in [key for key in self._answers if key[1] == table]:
            self._bytes -= len(self._answers.pop(key))

    def put(self, key: tuple[object, ...], told: bytes) -> None:
        """Store an answer."""
        self._bytes += len(told) - len(self._answers.pop(key, b""))
        self._answers[key] = told
        while self._bytes > self._most:
            self._bytes -= len(self._answers.popitem(last=False)[1])


class Stories:
    """Computes what happened at tables."""

    def __init__(self, threads: int) -> None:
        self.threads = Turns(threads, "replays")
        self.cache = AnswerCache(MOST_BYTES)

    async def work(self, host: str, budget: Budget, table: str, kind: str, work: Callable[[], T]) -> T:
        """Do long work in a thread, in turn, on a visitor's budget."""
        need("work", budget, price=0)
        if self.threads.waiting(host) >= MOST_WAITING:
            METRICS.count("limited", "address.waiting")
            raise Refused("too_fast", "too-fast", seconds=1)
        result, took = await self.threads.do(host, table, kind, work)
        budget.spend("work", took)
        return result

    async def told(self, table: Table, viewer: Callable[[], int], last: int, command: str, asking: Connection) -> bytes:
        """The answer to `story`: the last steps as a viewer may know them.

        `viewer` is called each time, because seats may be shuffled and the game may start during the computation.
        """
        for _ in range(3):
            ply = table.ply
            steps = await self._steps(table, viewer(), last, asking)
            if ply == table.ply:
                break  # otherwise the table has changed, and the answer would be incomplete
        return b'{"type":"story","id":' + encode(command) + b',"steps":' + steps + b"}"

    async def _steps(self, table: Table, viewer: int, last: int, asking: Connection) -> bytes:
        key = "story", table.id, table.ply, viewer, last
        if told := self.cache.get(key):
            return told
        lines, plies, first = list(table.lines), list(table.plies), table.first()

        def tell() -> bytes:
            return encode(showing.told(table, viewer, showing.last_steps(first, plies, lines, last)))

        steps = await self.work(asking.host, asking.address, table.id, "story", tell)
        self.cache.put(key, steps)
        return steps
