"""Garbage collection in a server with thousands of tables.

With 4,500 open tables the default collector stops the server for half a second, several times a minute. Here young
objects are collected often, a few at a time. A full collection, which scans every table, waits for a quiet moment.
"""

import gc
import time

from allaboard.server.metrics import METRICS

YOUNG = (5_000, 3)
"""New objects before a collection, and collections before one that includes the survivors: 10 to 20 ms each."""
NEVER = 1_000_000_000
GROWN = 20
"""Collections of survivors after which a full collection is due."""
QUIET = 10.0
"""Changes of tables per second below which a server is quiet."""
PAUSE_SECONDS = 10.0
LATEST_SECONDS = 3600.0
"""A server that is never quiet collects after this time all the same."""


def settle() -> None:
    """Exclude all existing objects from garbage collection, and collect young objects only.

    Scanning compilers and database layers took more time than everything else about an action.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*YOUNG, NEVER)


class Collecting:
    """The chore that collects everything when the server is quiet."""

    def __init__(self) -> None:
        self._changes = 0
        self._looked = self._collected = time.monotonic()

    async def collect(self) -> float:
        """Collect all garbage if it is due and the server is quiet."""
        now, changes = time.monotonic(), METRICS.counters["changes", ""]
        quiet = changes - self._changes < QUIET * (now - self._looked)
        self._changes, self._looked = changes, now
        late = now - self._collected > LATEST_SECONDS
        if gc.get_count()[2] > GROWN and (quiet or late):
            gc.collect()
            self._collected = time.monotonic()
        return PAUSE_SECONDS
