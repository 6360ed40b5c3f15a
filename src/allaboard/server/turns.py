"""Work in threads, in fair order: by address, and within an address by table. Quick work does not wait for long work.

The address that has used the least time is next. Long work may use all threads but one, which is reserved for quick
work. One address never gets all threads for long work if there are at least two.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from allaboard.server.metrics import METRICS

T = TypeVar("T")
QUICK: Final = 0.02
"""Work that takes less than this many seconds counts as quick."""


@dataclass
class Job:
    """Work that waits for a thread."""

    address: str
    table: str
    kind: Hashable
    work: Callable[[], object]
    future: "asyncio.Future[Any]"  # Any: what the work returns; jobs of all kinds wait in one queue
    quick: bool
    paid: "Callable[[float], None] | None" = None

    @property
    def queue(self) -> tuple[str, bool]:
        """The queue that it waits in."""
        return self.table, self.quick


@dataclass
class Account:
    """The time that an address has used, and its queues."""

    used: float = 0.0
    waiting: int = 0
    running: int = 0
    running_long: int = 0
    tables: "dict[tuple[str, bool], Queue]" = field(default_factory=dict)  # quick work has queues of its own


@dataclass
class Queue:
    """The quick or the long work of one table."""

    used: float = 0.0
    jobs: deque[Job] = field(default_factory=deque)


class Turns:
    """Threads that many visitors share."""

    def __init__(self, threads: int, name: str) -> None:
        self.name = name
        self._long = max(1, threads)
        self._share = max(1, self._long - 1)  # the threads for long work that one address may use
        self._running_long = self._running = 0
        self._pool = ThreadPoolExecutor(self._long + 1, name)
        self._accounts: dict[str, Account] = {}
        self._usual: dict[Hashable, float] = {}
        METRICS.gauges[f"{name}_waiting"] = lambda: sum(account.waiting for account in self._accounts.values())

    def close(self) -> None:
        """Accept no more work."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def waiting(self, address: str) -> int:
        """The number of waiting jobs of an address."""
        account = self._accounts.get(address)
        return account.waiting if account else 0

    async def do(
        self,
        address: str,
        table: str,
        kind: Hashable,
        work: Callable[[], T],
        paid: Callable[[float], None] | None = None,
    ) -> tuple[T, float]:
        """Run a function when its turn comes. Returns the result and the processor time that it took.

        `paid` is called once with the time, even if nobody waits for the result any more.
        """
        loop = asyncio.get_running_loop()
        job = Job(address, table, kind, work, loop.create_future(), self._usual.get(kind, 1.0) < QUICK, paid)
        self._enqueue(job)
        self._next(loop)
        result: tuple[T, float] = await job.future
        return result

    def _enqueue(self, job: Job) -> None:
        account = self._accounts.setdefault(job.address, Account())
        if not account.waiting and not account.running:  # after a pause an address has neither credit nor debt
            account.used = max(account.used, self._least())
        queue = account.tables.setdefault(job.queue, Queue())
        if not queue.jobs:
            queue.used = max(queue.used, min((q.used for q in account.tables.values() if q.jobs), default=0.0))
        queue.jobs.append(job)
        account.waiting += 1

    def _least(self) -> float:
        return min((account.used for account in self._accounts.values() if account.waiting), default=0.0)

    def _next(self, loop: asyncio.AbstractEventLoop) -> None:
        """Start all jobs that can start now."""
        while self._running <= self._long and (job := self._pick()):
            account = self._accounts[job.address]
            account.waiting -= 1
            if job.future.done():  # nobody waits for it any more
                if job.paid:
                    job.paid(0.0)
                continue
            self._running += 1
            account.running += 1
            if not job.quick:
                self._running_long += 1
                account.running_long += 1
            usual = self._usual.get(job.kind, QUICK)
            account.used += usual  # at once, so that the next pick includes running jobs
            account.tables[job.queue].used += usual
            self._pool.submit(self._run, job, loop)
        if len(self._accounts) > 1000:
            self._forget()

    def _pick(self) -> Job | None:
        """The next job: of the address that has used the least, the table that has used the least."""
        waiting = [account for account in self._accounts.values() if account.waiting]
        for account in sorted(waiting, key=lambda account: account.used):
            can = [queue for queue in account.tables.values() if queue.jobs and self._may(account, queue.jobs[0])]
            if can:
                return min(can, key=lambda queue: queue.used).jobs.popleft()
        return None

    def _may(self, account: Account, job: Job) -> bool:
        return job.quick or (self._running_long < self._long and account.running_long < self._share)

    def _run(self, job: Job, loop: asyncio.AbstractEventLoop) -> None:
        began, result, error = time.thread_time(), None, None
        try:
            result = job.work()
        except Exception as raised:
            error = raised
        took = time.thread_time() - began
        with suppress(RuntimeError):  # the loop has ended, so nobody waits for the result
            loop.call_soon_threadsafe(self._done, job, result, error, took, loop)

    def _done(
        self, job: Job, result: object, error: Exception | None, took: float, loop: asyncio.AbstractEventLoop
    ) -> None:
        account = self._accounts[job.address]
        if job.paid:
            job.paid(took)
        self._running -= 1
        account.running -= 1
        if not job.quick:
            self._running_long -= 1
            account.running_long -= 1
        usual = self._usual.get(job.kind, QUICK)
        account.used += took - usual
        if queue := account.tables.get(job.queue):
            queue.used += took - usual
            if not queue.jobs and len(account.tables) > 100:
                del account.tables[job.queue]
        self._usual[job.kind] = took if job.kind not in self._usual else 0.8 * self._usual[job.kind] + 0.2 * took
        if not job.future.done():
            if error is None:
                job.future.set_result((result, took))
            else:
                job.future.set_exception(error)
        self._next(loop)

    def _forget(self) -> None:
        """Forget the accounts of addresses that are gone."""
        for address in [a for a, account in self._accounts.items() if not account.waiting and not account.running]:
            del self._accounts[address]
