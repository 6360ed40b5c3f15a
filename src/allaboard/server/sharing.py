"""Several workers for the same tables: presence, the lease of a table, and events that were missed."""

from contextlib import suppress
from typing import TYPE_CHECKING

from allaboard.server import tableevents
from allaboard.server.periodic import PeriodicTasks
from allaboard.server.refusal import Refused
from allaboard.server.store import StoreDown

if TYPE_CHECKING:
    from allaboard.server.lobby import Lobby
    from allaboard.server.room import Room


class Sharing(PeriodicTasks):
    """What a worker does once a second if there are other workers."""

    def __init__(self, lobby: "Lobby") -> None:
        super().__init__()
        self._lobby = lobby
        self.known_events = 1 if lobby.shared else tableevents.VERSION
        """The version of events that every worker knows. Newer events are not stored while older workers run."""

    def start(self) -> None:
        """Start the tasks."""
        self.begin(self.share)

    async def share(self) -> float:
        """Announce presence, renew leases and forget lost workers. Without Redis, read the database."""
        lobby = self._lobby
        with suppress(StoreDown):
            self.known_events = await lobby.store.known_events()
        here = [room for room in lobby.rooms.values() if room.is_needed]
        led = await lobby.bus.leads(lobby.store.run, [room.table.id for room in here])
        if lobby.bus.away:  # no worker can be heard, so none is forgotten and no player counts as away
            await self.catch_up()
        for room in list(lobby.rooms.values()):
            if not lobby.bus.away:
                room.forget_lost_workers()
            if not room.is_needed:
                await self.release(room)
        for room, leads in zip(here, led, strict=True):
            await room.tell_presence()
            self._lead(room, leads)
        return 1.0

    async def claim(self, room: "Room") -> None:
        """Take the lease of a table if it is free, so that its bots need not wait a second."""
        if not room.automation.leads:
            bus = self._lobby.bus
            leads = bus.away or (await bus.leads(self._lobby.store.run, [room.table.id]))[0]
            self._lead(room, leads and room.is_needed)

    async def release(self, room: "Room") -> None:
        """Give up the lease because this worker does not need it, so that another one can take it at once."""
        if room.automation.leads:
            room.automation.leads = False
            await self._lobby.bus.release(self._lobby.store.run, room.table.id)

    def _lead(self, room: "Room", leads: bool) -> None:
        if room.automation.leads != leads:
            room.automation.leads = leads
            room.automation.look()

    async def catch_up(self) -> None:
        """Read the events that other workers have stored and could not announce."""
        lobby = self._lobby
        rooms = dict(lobby.rooms)
        latest = await lobby.store.latest(list(rooms))
        for table_id, room in rooms.items():
            if latest.get(table_id, 0) > room.table.seq:
                try:
                    async with room.lock:
                        await room.catch_up()
                except (StoreDown, Refused):  # an outage, or an unreadable table: go on with the others
                    continue
