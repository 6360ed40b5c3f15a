"""Periodic tasks while the server runs. An exception does not end them."""

import asyncio
from collections.abc import Awaitable, Callable

from allaboard.server.logs import log_fault
from allaboard.server.metrics import METRICS
from allaboard.server.store import Conflict, StoreDown

Chore = Callable[[], Awaitable[float]]
"""Does something, and says in how many seconds it wants to do it again."""


class Chores:
    """Some chores, each in a task of its own."""

    def __init__(self) -> None:
        self._tasks: list[asyncio.Task[None]] = []

    def begin(self, *chores: Chore) -> None:
        """Start them after a second."""
        self._tasks += [asyncio.create_task(_for_ever(chore)) for chore in chores]

    def stop(self) -> None:
        """Stop them."""
        for task in self._tasks:
            task.cancel()


async def _for_ever(chore: Chore) -> None:
    pause = 1.0
    while True:
        await asyncio.sleep(pause)
        try:
            pause = await chore()
        except (StoreDown, Conflict):  # the store has told the log
            pause = 1.0
        except Exception as error:
            log_fault("chore", error, chore=getattr(chore, "__name__", "?"))
            METRICS.count("faults", "chore")
