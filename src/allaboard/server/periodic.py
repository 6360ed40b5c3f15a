"""Periodic tasks while the server runs. An exception does not end them."""

import asyncio
from collections.abc import Awaitable, Callable

from allaboard.server.logs import log_fault
from allaboard.server.metrics import METRICS
from allaboard.server.store import Conflict, StoreDown

Task = Callable[[], Awaitable[float]]
"""A periodic task. It returns the number of seconds until its next run."""


class PeriodicTasks:
    """Runs each function in an asyncio task of its own."""

    def __init__(self) -> None:
        self._tasks: list[asyncio.Task[None]] = []

    def begin(self, *tasks: Task) -> None:
        """Start the tasks after a second."""
        self._tasks += [asyncio.create_task(_for_ever(task)) for task in tasks]

    def stop(self) -> None:
        """Stop the tasks."""
        for task in self._tasks:
            task.cancel()


async def _for_ever(task: Task) -> None:
    pause = 1.0
    while True:
        await asyncio.sleep(pause)
        try:
            pause = await task()
        except (StoreDown, Conflict):  # already logged by the store
            pause = 1.0
        except Exception as error:
            log_fault("task", error, task=getattr(task, "__name__", "?"))
            METRICS.count("faults", "task")
