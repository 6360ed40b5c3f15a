"""All tables of a worker: opens them, loads them from their events, removes them from memory, opens rematches."""

import asyncio
import os
import re
from collections import Counter
from collections.abc import Awaitable, Sequence
from contextlib import suppress
from functools import partial
from typing import TypeVar
from weakref import WeakValueDictionary

from msgspec.structs import replace

from allaboard.registry import declaration
from allaboard.server import (
    bus,
    daily,
    decide,
    index,
    notices,
    openings,
    readiness,
    showing,
    snapshots,
    tableevents,
)
from allaboard.server.bots_at_table import AnswerTimes
from allaboard.server.codes import hashed, new_table_id, new_token, normal_code
from allaboard.server.config import Config
from allaboard.server.connection import Connection
from allaboard.server.forms import Seated
from allaboard.server.limits import Limits, household, need
from allaboard.server.logs import log_fault, scrubbed
from allaboard.server.metrics import METRICS
from allaboard.server.names import clean_name
from allaboard.server.protocol.messages import Over
from allaboard.server.pushing import Pushing
from allaboard.server.refusal import Gone, Refused, ServerError
from allaboard.server.reviewing import Reviews
from allaboard.server.room import Room
from allaboard.server.sharing import Sharing
from allaboard.server.store import Change, Conflict, Store, StoreDown, now_ms
from allaboard.server.stories import Stories
from allaboard.server.table import Table
from allaboard.server.turns import Turns
from allaboard.server.upkeep import Upkeep
from allaboard.server.visitors import NOBODY, Visitor


class Unreadable(ServerError):
    """The events of a table cannot be read."""

    def __init__(self, error: Exception) -> None:
        super().__init__()
        self.error = error


T = TypeVar("T")


class Lobby:
    """All tables that this worker has in memory, by id."""

    def __init__(self, config: Config, store: Store, talk: bus.Bus) -> None:
        self.config, self.store, self.bus = config, store, talk
        self.rooms: dict[str, Room] = {}
        self.limits = Limits(config.limits, config.rates)
        self.bot_threads = Turns(os.cpu_count() or 1, "bots")
        self.answer_times = AnswerTimes()
        self.stories = Stories(1)
        self.reviews = Reviews(self.bot_threads, self.stories.cache)
        self.open_sockets: Counter[str] = Counter()  # by address, including sockets before their hello
        self.stopping = False
        self._waking: dict[str, asyncio.Task[Room]] = {}
        self._leaving: WeakValueDictionary[str, Room] = WeakValueDictionary()  # rooms given up, perhaps still busy
        self.shared = bool(config.redis)
        """Whether other workers serve the same tables."""
        self.sharing, self.upkeep, self.pushing = Sharing(self), Upkeep(self), Pushing(config, store)
        self.daily_secret = b""
        self.unreadable: set[str] = set()  # tables whose events cannot be read
        self._suspect: set[str] = set()  # tables that another run could not read, perhaps an older version
        METRICS.gauges["unreadable_tables"] = lambda: len(self.unreadable)
        METRICS.gauges["tables"] = lambda: len(self.rooms)
        METRICS.gauges["sockets"] = lambda: sum(len(room.audience.connections) for room in self.rooms.values())

    async def start(self) -> None:
        """Start to serve tables."""
        await self.store.start()
        self.daily_secret = await asyncio.to_thread(self.store.secret, "daily")
        await self.pushing.start()
        await self.bus.start(self.hear, self.missed_something)
        self.upkeep.start()
        if self.shared:
            self.sharing.start()

    async def stop(self) -> None:
        """Refuse new commands, store what was started, and ask all clients to reconnect."""
        self.stopping = True
        self.upkeep.stop()
        self.sharing.stop()
        await self.pushing.stop()
        ending = []
        for room in self.rooms.values():
            room.close()
            for connection in list(room.audience.connections):
                connection.close("restarting")
                ending.append(connection.ended.wait())
        if ending:
            with suppress(TimeoutError):
                await asyncio.wait_for(asyncio.gather(*ending), 3)
        with suppress(StoreDown, Conflict, TimeoutError):
            await asyncio.wait_for(self.store.heartbeat(), 1)
        await self.bus.stop()
        await self.store.stop()
        self.bot_threads.close()
        self.stories.threads.close()

    # ---- opening

    async def found(
        self,
        opened: tableevents.Opened,
        seating: Sequence[tableevents.TableEvent],
        *,
        begin: bool,
        browser: str | None = None,
    ) -> Table:
        """Store a new table and everything that belongs to it in one commit."""
        table, change = self.new(opened, seating, begin=begin)
        if opened.daily and browser and not opened.again:
            change.statements.append(daily.try_row(table, browser))
        await self.store.keep(change)
        await self._make_room(table, None)
        return table

    def new(
        self, opened: tableevents.Opened, seating: Sequence[tableevents.TableEvent], *, begin: bool
    ) -> tuple[Table, Change]:
        """A new table, and the changes that store it."""
        self.need_open()
        at = now_ms()
        opened = replace(opened, rules=declaration(opened.settings.game).rules_version)
        table = Table(new_table_id(), opened, at)
        kept: list[tableevents.TableEvent] = [opened, *seating]
        for event in seating:
            table.apply(event, at)
        if begin:
            lines, steps = table.with_chance([])
            kept.append(tableevents.Started(lines))
            table.apply(kept[-1], at, steps)
        METRICS.count("tables", table.game.name)
        rows = [self.store.row(table.id, seq, at, tableevents.encode(event)) for seq, event in enumerate(kept)]
        return table, Change(rows, index.opened(table))

    # ---- finding

    def visitor(self, address: str) -> Visitor:
        """The visitor of an address."""
        return Visitor(household(address), self.limits.address(address))

    async def room(self, table_id: str, visitor: Visitor) -> Room:
        """The room of a table. It is loaded from its events if needed, on the visitor's budget."""
        table_id = known_form(table_id)
        if room := self.rooms.get(table_id):
            return room
        if table_id not in self._waking:
            need("work", visitor.budget, price=0)
            self._waking[table_id] = asyncio.create_task(self._wake(table_id, visitor))
            self._waking[table_id].add_done_callback(lambda _: self._waking.pop(table_id, None))
        return await asyncio.shield(self._waking[table_id])

    async def _wake(self, table_id: str, visitor: Visitor) -> Room:
        if leaving := self._leaving.pop(table_id, None):
            async with leaving.lock:  # wait until its last command is stored
                pass
        await self.bus.follow(table_id)
        try:
            snapshot, rows = await self._kept(table_id)
            fold = partial(_folded, table_id, snapshot, rows)
            table, took = await self._readable(table_id, self.stories.threads.do(visitor.host, table_id, "fold", fold))
        except BaseException:
            await self.bus.forget(table_id)
            raise
        visitor.budget.spend("work", took)
        left = None if table.is_slow else table.paused_ms
        if left is None and table.settings.clock and table.phase == "playing":
            seen = None if table.is_slow else await self.store.last_seen(table_id)
            until = now_ms() if seen is None else max(seen, rows[-1][1])
            left = round(table.settings.clock * 1000 * self.config.second) - (until - table.began)
        room = await self._make_room(table, left, 0 if snapshot is None else rows[0][0])
        async with room.lock:  # others may find the room meanwhile
            if self.shared:
                await room.catch_up()  # events that others have stored while we loaded the table
            if len(rows) >= snapshots.EVERY:
                room.take_snapshot()
        return room

    async def _make_room(self, table: Table, left_ms: int | None, snapshot: int = 0) -> Room:
        await self.bus.follow(table.id)
        return self.rooms.setdefault(table.id, Room(table, self, left_ms, snapshot))

    async def look(self, table_id: str, visitor: Visitor) -> Table:
        """A table for reading. A table that is not in memory is not kept there."""
        table_id = known_form(table_id)
        if room := self.rooms.get(table_id):
            return room.table
        snapshot, rows = await self._kept(table_id)
        if len(rows) >= snapshots.EVERY:  # this happens once: loading the table makes a snapshot
            return (await self.room(table_id, visitor)).table
        fold = partial(_folded, table_id, snapshot, rows)
        work = self.stories.work(visitor.host, visitor.budget, table_id, "fold", fold)
        return await self._readable(table_id, work)

    async def _kept(self, table_id: str) -> tuple[bytes | None, list[snapshots.Row]]:
        """The snapshot and events of a table. Raises Refused if the table was closed or is known to be unreadable."""
        await readiness.rules_of()
        if table_id in self.unreadable:
            raise Refused("closed", "table-unreadable")
        kept, notice = await self.store.read(
            lambda connection: (snapshots.ask(connection, table_id), notices.about(connection, table_id))
        )
        if notice and notice.what in notices.BARRING:
            raise closed(notice)
        if not kept[1]:
            raise Refused("unknown_table", "unknown-table")
        if notice and notice.what == "unreadable":
            self._suspect.add(table_id)
        return kept

    async def _readable(self, table_id: str, folding: Awaitable[T]) -> T:
        """Wait for a table to be built from its events. Errors affect this table only."""
        try:
            folded = await folding
        except Unreadable as unreadable:
            await self.quarantine(table_id, unreadable.error)
            raise Refused("closed", "table-unreadable") from None
        if table_id in self._suspect:
            self._suspect.discard(table_id)
            await self.store.keep(Change(statements=notices.take_down(table_id)))
        return folded

    async def quarantine(self, table_id: str, error: Exception) -> None:
        """Close a table whose events cannot be read. Its events stay as they are, and the operator is informed."""
        log_fault("unreadable", error, table=table_id)
        METRICS.count("faults", "unreadable")
        self.unreadable.add(table_id)
        await self.drop(table_id, "closed")
        with suppress(StoreDown, Conflict):
            why = f"{type(error).__name__}: {scrubbed(str(error))}"
            await self.store.keep(Change(statements=notices.put(table_id, "unreadable", why)))

    async def drop(self, table_id: str, why: str) -> None:
        """Remove a table from memory and close its sockets. Its events stay."""
        if room := self.rooms.pop(table_id, None):
            self._leaving[table_id] = room
            room.shut(why)
            await self.bus.forget(table_id)

    async def _drop_unneeded(self, room: Room) -> None:
        """Drop a game in which another worker has moved, if nobody plays it here. Its waiting jobs are discarded."""
        if room.table.phase == "playing" and not room.is_needed and not room.lock.locked():
            await self.drop(room.table.id, "restarting")

    # ---- joining

    async def join(self, table_id: str, name: str, browser: str | None, visitor: Visitor = NOBODY) -> Seated:
        """Take a seat, or get one's own seat back."""
        self.need_open()
        name, token = clean_name(name), new_token()
        seat = -1

        def sit(table: Table) -> decide.Decision:
            nonlocal seat
            seat, kept = decide.join(table, name, hashed(token), browser)
            return list(kept), None

        for _ in range(4):
            room = await self.room(table_id, visitor)
            with suppress(Gone):
                await room.do(sit)
                return self.seated(room.table, seat, token)
        raise Gone

    async def rematch(self, room: Room, connection: Connection, command: str) -> str:
        """Open a new table for the same people. They keep their tokens, and the next seat starts.

        It is stored together with the event that links it to this table, so there is only one rematch.
        """
        async with room.lock:
            room.need_open()
            for _ in range(4):
                table, seat = room.table, room.audience.seat_of(connection)
                if seat is None:
                    raise Refused("not_seated", "not-seated")
                if table.phase != "over":
                    raise Refused("not_over", "rematch-after-end")
                if table.following:
                    return table.following
                if table.daily:
                    raise Refused("not_now", "one-try-a-day")
                following, change = self.new(*openings.rematch(table), begin=True)
                try:
                    await room.keep_with(tableevents.RematchOpened(following.id, seat, command), change)
                except Conflict:  # somebody at another worker was first
                    await room.catch_up()
                    continue
                await self._make_room(following, None)
                return following.id
        raise StoreDown

    # ---- the end

    def seed_of(self, table: Table) -> str | None:
        """The seed, if it is public: after the end of a game, or after the day of a daily challenge."""
        if table.phase != "over" or (table.daily and table.daily >= daily.today()):
            return None
        return table.seed.hex()

    def over(self, table: Table) -> Over:
        """The message about the end of a table's game."""
        return showing.over(table, self.seed_of(table))

    # ---- tasks

    def need_open(self) -> None:
        """Raise Refused while the server shuts down."""
        if self.stopping:
            raise Refused("restarting", "restarting")

    async def hear(self, table_id: str, message: bus.BusMessages) -> None:
        """Handle a message of another worker."""
        room = self.rooms.get(table_id)
        if room is None:
            return
        with suppress(StoreDown):  # missed events are read with the next message of that worker
            match message:
                case bus.News(seq=seq) if seq >= room.table.seq:  # not our own
                    ply = room.table.ply
                    await room.news(message)
                    if room.table.ply != ply and self.rooms.get(table_id) is room:
                        await self._drop_unneeded(room)
                case bus.Broadcast(run=run, message=text) if run != self.store.run:
                    room.pass_on(text)
                case bus.Presence(run=run) if run != self.store.run:
                    await room.take_presence(message)

    def seated(self, table: Table, seat: int, token: str) -> Seated:
        """What a client needs to take a seat at a table."""
        return Seated(table.id, seat, token, f"{self.config.base}/table/{table.id}")

    async def missed_something(self) -> None:
        """Catch up with all tables after an interruption of the bus, and give the other workers time to report."""
        for room in list(self.rooms.values()):
            room.restart_timers()
        await self.sharing.catch_up()


def known_form(code: str) -> str:
    """The normal form of a table's id. Refuses texts that cannot be one, without a lookup."""
    table_id = normal_code(code)
    if not re.fullmatch("([a-z]{5}-){3}[a-z]{5}", table_id):
        raise Refused("unknown_table", "unknown-table")
    return table_id


def closed(notice: notices.Notice) -> Refused:
    """The refusal for a table that was closed."""
    if notice.what == "expired":
        return Refused("closed", "table-expired")
    return Refused("closed", "table-closed", why=notice.why)


def _folded(table_id: str, snapshot: bytes | None, rows: list[snapshots.Row]) -> Table:
    try:
        return snapshots.fold(table_id, snapshot, rows)
    except Exception as error:
        raise Unreadable(error) from error
