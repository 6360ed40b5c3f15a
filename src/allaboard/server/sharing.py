"""Several workers serve the same tables: who is connected where, which worker keeps a table going, what was missed."""

from contextlib import suppress
from typing import TYPE_CHECKING

from allaboard.server import tableevents
from allaboard.server.chores import Chores
from allaboard.server.refusal import Refused
from allaboard.server.store import StoreDown

if TYPE_CHECKING:
    from allaboard.server.lobby import Lobby
    from allaboard.server.room import Room


class Sharing(Chores):
    """What one worker does once a second because there are others."""

    def __init__(self, lobby: "Lobby") -> None:
        super().__init__()
        self._lobby = lobby
        self.known_events = 1 if lobby.shared else tableevents.VERSION
        """The version of events that every worker knows; while older ones run, no newer events are kept."""

    def start(self) -> None:
        """Begin."""
        self.begin(self.share)

    async def share(self) -> float:
        """Tell who is here, renew the leases, forget workers that are gone; without Redis, ask the database."""
        lobby = self._lobby
        with suppress(StoreDown):
            self.known_events = await lobby.store.known_events()
        here = [room for room in lobby.rooms.values() if room.audience.connections]
        kept = await lobby.bus.keeps(lobby.store.run, [room.table.id for room in here])
        if lobby.bus.away:  # nobody is heard, so nobody is forgotten, and nobody loses patience
            await self.catch_up()
        for room in list(lobby.rooms.values()):
            if not lobby.bus.away:
                room.forget_lost_workers()
            if not room.audience.connections and room.keeper.leads:
                room.keeper.leads = False
        for room, keeps in zip(here, kept, strict=True):
            await room.tell_presence()
            self._lead(room, keeps)
        return 1.0

    async def claim(self, room: "Room") -> None:
        """Keep a table going, if nobody else does: a table should not wait a second for its bots."""
        if not room.keeper.leads:
            bus = self._lobby.bus
            keeps = bus.away or (await bus.keeps(self._lobby.store.run, [room.table.id]))[0]
            self._lead(room, keeps and bool(room.audience.connections))

    async def release(self, room: "Room") -> None:
        """Everybody has left this worker: another one may keep the table going at once."""
        if room.keeper.leads:
            room.keeper.leads = False
            await self._lobby.bus.release(self._lobby.store.run, room.table.id)

    def _lead(self, room: "Room", leads: bool) -> None:
        if room.keeper.leads != leads:
            room.keeper.leads = leads
            room.keeper.look()

    async def catch_up(self) -> None:
        """Take in what other workers have kept and could not tell."""
        lobby = self._lobby
        rooms = dict(lobby.rooms)
        latest = await lobby.store.latest(list(rooms))
        for table_id, room in rooms.items():
            if latest.get(table_id, 0) > room.table.seq:
                try:
                    async with room.lock:
                        await room.catch_up()
                except (StoreDown, Refused):  # an outage, or this table cannot be read: the others go on
                    continue
