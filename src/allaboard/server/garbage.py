"""Garbage collection in a server with thousands of tables.

With 4,500 open tables the default collector stops the server for half a second, several times a minute. Python counts
new objects minus freed ones, and a move frees about as many as it creates. So the count grows slowly, and then a single
collection scans hundreds of thousands of objects. Here new objects are collected many times a second while there are
moves. A full collection, which scans every table, waits for a quiet moment.
"""

import gc
import time

from allaboard.server.metrics import METRICS

YOUNG = (5_000, 3)
"""New objects before a collection, and collections before one that includes the survivors."""
BUSY_SECONDS, IDLE_SECONDS = 0.05, 0.5
"""Pauses between two collections of new objects: while there are moves, and otherwise."""
NEVER = 1_000_000_000
FEW, MANY = 1_000, 20_000
"""A full collection is due after FEW new connections, and happens after MANY even if the server is not quiet."""
QUIET = 10.0
"""Changes of tables per second below which a server is quiet."""
PAUSE_SECONDS = 10.0
SHARE = 100.0
"""After a full collection, the next one waits for this many times its duration, whatever the number of connections."""
DUE_SECONDS, LATEST_SECONDS = 3600.0, 7200.0
"""Like FEW and MANY, but in seconds since the last full collection, for a server with few connections."""


def settle() -> None:
    """Exclude all existing objects from garbage collection, and collect young objects only.

    Scanning the objects of compilers and database layers took more time than everything else about an action.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*YOUNG, NEVER)


class Collecting:
    """The tasks that collect garbage: new objects often, everything when the server is quiet."""

    def __init__(self) -> None:
        self._changes = self._moved = self._connections = 0
        self._looked = self._collected = time.monotonic()

    async def collect_new(self) -> float:
        """Collect new objects if there were moves."""
        moved, self._moved = self._moved, METRICS.counters["changes", ""]
        if moved == self._moved:
            return IDLE_SECONDS
        gc.collect(1)
        return BUSY_SECONDS

    async def collect(self) -> float:
        """Collect all garbage, such as closed connections, if it is due and the server is quiet."""
        now, changes = time.monotonic(), METRICS.counters["changes", ""]
        quiet = changes - self._changes < QUIET * (now - self._looked)
        self._changes, self._looked = changes, now
        connections = METRICS.counters["connections", ""]
        new, passed = connections - self._connections, now - self._collected
        due = new > FEW or passed > DUE_SECONDS
        if new > MANY or passed > LATEST_SECONDS or (due and quiet):
            gc.collect()
            self._connections, self._collected = connections, time.monotonic()
            return max(PAUSE_SECONDS, SHARE * (self._collected - now))
        return PAUSE_SECONDS
