"""Periodic tasks while the server runs. An exception does not end them."""

import asyncio
from collections.abc import Awaitable, Callable

from allaboard.server.logs import log_fault
from allaboard.server.metrics import METRICS
from allaboard.server.store import Conflict, StoreDown

Chore = Callable[[], Awaitable[float]]
"""A periodic task. It returns the number of seconds until its next run."""


class Chores:
    """Runs each chore in a task of its own."""

    def __init__(self) -> None:
        self._tasks: list[asyncio.Task[None]] = []

    def begin(self, *chores: Chore) -> None:
        """Start the chores after a second."""
        self._tasks += [asyncio.create_task(_for_ever(chore)) for chore in chores]

    def stop(self) -> None:
        """Stop the chores."""
        for task in self._tasks:
            task.cancel()


async def _for_ever(chore: Chore) -> None:
    pause = 1.0
    while True:
        await asyncio.sleep(pause)
        try:
            pause = await chore()
        except (StoreDown, Conflict):  # already logged by the store
            pause = 1.0
        except Exception as error:
            log_fault("chore", error, chore=getattr(chore, "__name__", "?"))
            METRICS.count("faults", "chore")
