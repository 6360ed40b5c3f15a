"""Maintenance of a server: heartbeats, metrics of all workers, and the removal of old tables."""

import asyncio
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from allaboard.server import archive, metrics, notices, retention
from allaboard.server.garbage import Collecting
from allaboard.server.logs import log
from allaboard.server.metrics import METRICS
from allaboard.server.periodic import PeriodicTasks
from allaboard.server.readiness import is_compiled
from allaboard.server.recent import Recent
from allaboard.server.refusal import Refused
from allaboard.server.store import Conflict, StoreDown
from allaboard.server.visitors import NOBODY

if TYPE_CHECKING:
    from allaboard.server.lobby import Lobby

OVERDUE_SECONDS = 60.0
"""Seconds between two searches for slow tables whose clock has run out."""
READY_SECONDS = 5.0
"""Seconds within which a ready database answers."""


class Upkeep(PeriodicTasks):
    """The tasks of one worker, and its answers about itself."""

    def __init__(self, lobby: "Lobby") -> None:
        super().__init__()
        self._lobby, self._store, self._config = lobby, lobby.store, lobby.config
        self._board = notices.Board(lobby.store)
        self.readiness = Recent(self._readiness)
        self.counted = Recent(self._counted)
        if lobby.shared:
            METRICS.gauges["redis_up"] = lambda: not lobby.bus.away

    def start(self) -> None:
        """Start the tasks."""
        garbage = Collecting()
        self.begin(self.heartbeat, self.sweep, self.wake_overdue, self.watch_notices, self.expire)
        self.begin(garbage.collect_new, garbage.collect)

    async def _readiness(self) -> str:
        """`ok`, or what is missing to serve tables."""
        if self._lobby.stopping:
            return "restarting"
        try:
            async with asyncio.timeout(READY_SECONDS):
                await self._store.heartbeat()
                await self._store.events_of("none")
        except (StoreDown, Conflict, TimeoutError):
            return "storage"
        return "ok" if is_compiled() else "compiling"

    async def _counted(self) -> str:
        """The metrics of all workers as Prometheus text."""
        if not self._lobby.shared:
            return metrics.text({"": METRICS.now()})
        try:
            kept = await self._store.others_counted()
        except StoreDown:
            kept = {}
        others = {str(run): found for run, text in kept.items() if (found := metrics.read(text))}
        return metrics.text({str(self._store.run): METRICS.now(), **others})

    async def heartbeat(self) -> float:
        """Write a heartbeat."""
        await self._store.heartbeat(METRICS.snapshot() if self._lobby.shared else None)
        return 1.0

    async def sweep(self) -> float:
        """Remove tables from memory if nobody has been connected to them for a while. Their events stay."""
        late = time.monotonic() - self._config.sleep_seconds
        for table_id, room in list(self._lobby.rooms.items()):
            idle = not room.audience.anybody and not room.automation.has_work
            if idle and room.empty_since < late and not room.lock.locked():
                if room.table.waste:
                    room.take_snapshot()
                await self._lobby.drop(table_id, "restarting")
        return min(5.0, self._config.sleep_seconds)

    async def wake_overdue(self) -> float:
        """Load slow tables on which a clock has run out while nobody was connected, so that the game goes on."""
        second = self._config.second
        for table_id in await archive.overdue(self._store, second):
            if table_id not in self._lobby.rooms and table_id not in self._lobby.unreadable:
                with suppress(Refused):  # closed or unreadable
                    room = await self._lobby.room(table_id, NOBODY)
                    if self._lobby.shared:
                        await self._lobby.sharing.claim(room)
                    room.automation.look()
        return OVERDUE_SECONDS * second

    async def watch_notices(self) -> float:
        """Remove tables from memory that were closed or changed by another process."""
        for notice in await self._board.news():
            self._lobby.stories.cache.forget(notice.table)
            if notice.what == "reread":
                self._lobby.unreadable.discard(notice.table)
            if notice.what != "unreadable" and notice.table in self._lobby.rooms:
                log("notice", what=notice.what, table=notice.table)
                await self._lobby.drop(notice.table, "restarting" if notice.what == "reread" else "closed")
        return 1.0

    async def expire(self) -> float:
        """Remove expired tables from the database."""
        pruned = await self._store.write(lambda connection: retention.prune(connection, self._config.retention()))
        if pruned.expired or pruned.removed:
            log("pruned", expired=pruned.expired, removed=pruned.removed)
        return 1.0 if pruned.more else 600.0
