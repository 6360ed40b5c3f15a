"""A live table. Its commands are carried out one by one: decided, stored, acknowledged and then broadcast."""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, NoReturn

import msgspec

from allaboard.game import WATCHER
from allaboard.server import decide, index, protocol, showing, snapshots, tableevents
from allaboard.server.adviser import Adviser
from allaboard.server.audience import Audience, tell_group
from allaboard.server.automation import Automation
from allaboard.server.bus import Broadcast, News, Presence
from allaboard.server.clock import Clock
from allaboard.server.commands import Commands
from allaboard.server.connection import Connection
from allaboard.server.metrics import METRICS
from allaboard.server.protocol import messages
from allaboard.server.refusal import Gone, Refused
from allaboard.server.store import Change, Conflict, StoreDown, now_ms
from allaboard.server.table import Step, Table

if TYPE_CHECKING:
    from allaboard.server.lobby import Lobby

LOST_SECONDS = 4.0
"""A worker that was silent for this many seconds is considered gone."""

Decide = Callable[[Table], decide.Decision]
TELL_AFTER = 0.1
"""Seconds between a change of presence and its message. Further changes in that time are sent with it."""
TELL_RATE = 500.0
"""For this many spectators, the message about presence is delayed by another second."""
REMARKS = 50
"""The number of chat messages that are kept for people who come or return."""
KNOWN_SECONDS = 300.0
"""With several workers: seconds of inactivity after which the table is read again. Well below `snapshots.SAFE_MS`."""


class Room:
    """A live table with its sockets."""

    def __init__(self, table: Table, lobby: "Lobby", left_ms: int | None, snapshot: int = 0) -> None:
        self.table, self.lobby, self.store = table, lobby, lobby.store
        self.lock = asyncio.Lock()
        self.audience = Audience(table)
        self.commands = Commands(self)
        self.payer = ""  # the address that pays for this table's bots: that of the player who connected last
        self.heard: dict[int, float] = {}
        self.remarks: deque[messages.Said] = deque(maxlen=REMARKS)
        self.clock = Clock(round(table.settings.clock * 1000 * lobby.config.second))
        if left_ms is not None:
            self.clock.reset(left_ms, left_ms - (table.began - table.began_before))
        self.automation = Automation(self)
        self.adviser = Adviser(table, lobby.bot_threads)
        self.empty_since = time.monotonic()
        self.known = time.time()  # the last time at which we knew all events of the table
        self.snapshot = snapshot  # the number of the event up to which the last snapshot goes
        self._telling: asyncio.TimerHandle | None = None
        self._waking = False  # a client was told that a bot is still being compiled
        self._unrated = table.unrated  # the value that clients were told
        self._tasks: set[asyncio.Task[None]] = set()
        self.given_up = False

    # ---- presence

    async def enter(self, connection: Connection) -> None:
        """Admit a socket after its hello and send everything that its viewer may know.

        The token is looked up here, under the lock, because seats cannot change meanwhile.
        """
        async with self.lock:
            self.need_open()
            table, seat = self.table, self.audience.seat_of(connection)
            if connection.token is None and not table.settings.spectators:
                raise Refused("no_spectators", "no-spectators")
            if connection.token is not None and seat is None and self.lobby.shared:
                await self.catch_up()  # another worker may have seated them a moment ago
                table, seat = self.table, self.audience.seat_of(connection)
            if connection.token is not None and seat is None:
                raise Refused("unknown_token", "unknown-token")
            self.audience.add(connection)
            if connection.token is not None:
                self.payer = connection.host
            connection.tell(messages.Welcome(protocol.VERSION, seat, self.info(), list(self.remarks)))
            if table.phase != "gathering":
                viewer = WATCHER if seat is None else seat
                connection.tell(*self._positions([viewer], [], []))
            if table.phase == "over":
                connection.tell(self.lobby.over(table))
            if counting := self.automation.counting():
                connection.tell(counting)
            await self.presence_changed()
            if self.lobby.shared:
                await self.lobby.sharing.claim(self)
            await self._resume()

    def need_open(self) -> None:
        """Raise Gone if the room was given up. The caller must then look for the table again."""
        if self.given_up:
            raise Gone

    def shut(self, why: str) -> None:
        """Give the room up: stop its timers and close its sockets."""
        self.given_up = True
        self.close()
        for connection in list(self.audience.connections):
            connection.close(why)

    async def leave(self, connection: Connection) -> None:
        """Remove a socket that is gone."""
        async with self.lock:
            if self.given_up:  # the table may be in another room by now
                return
            if self.audience.remove(connection):
                seat = self.audience.seat_of(connection)
                if seat is not None and seat not in self.audience.connected:
                    self.automation.away_since[seat] = time.monotonic()
                await self.presence_changed()
            if not self.audience.anybody:
                self.empty_since = time.monotonic()
                await self._pause()
            if self.lobby.shared and not self.is_needed:
                await self.lobby.sharing.release(self)

    @property
    def is_needed(self) -> bool:
        """Whether this worker must run the bots and clocks of the table, if no other worker does."""
        return bool(self.audience.connections) or self.automation.has_work

    async def presence_changed(self) -> None:
        """Announce a change of presence, to the sockets and to other workers."""
        self._tell_connected_soon()
        await self.tell_presence()
        self.automation.look()

    def _tell_connected_soon(self) -> None:
        """Schedule the message about presence. The delay grows with the number of spectators."""
        if self._telling is None:
            wait = TELL_AFTER + len(self.audience.watching) / TELL_RATE
            self._telling = asyncio.get_running_loop().call_later(wait, self._tell_connected)

    def _tell_connected(self) -> None:
        self._telling = None
        bots = {seat for seat, sitter in enumerate(self.table.sitters) if sitter and sitter.bot}
        self.audience.tell_all(messages.Presence(sorted(bots | self.audience.connected), self.audience.watchers))

    async def tell_presence(self) -> None:
        """Announce to other workers who is connected to this one."""
        await self.lobby.bus.publish(self.table.id, self.audience.here(self.store.run))

    async def take_presence(self, presence: Presence) -> None:
        """Record the presence of another worker. If that worker knows more events than this one, catch up."""
        self.heard[presence.run] = time.monotonic()
        before = self.audience.elsewhere.get(presence.run)
        if before is None or (before.seats, before.watchers) != (presence.seats, presence.watchers):
            self._elsewhere_is({**self.audience.elsewhere, presence.run: presence})
        if presence.seq > self.table.seq:
            async with self.lock:
                await self.catch_up()

    def forget_lost_workers(self) -> None:
        """Forget workers that have been silent for a while, and their sockets."""
        late = time.monotonic() - LOST_SECONDS
        if any(self.heard[run] < late for run in self.audience.elsewhere):
            self._elsewhere_is({run: p for run, p in self.audience.elsewhere.items() if self.heard[run] >= late})

    def restart_timers(self) -> None:
        """Restart the timers after an interruption of the bus, so that other workers have time to report."""
        now = time.monotonic()
        self.heard = dict.fromkeys(self.audience.elsewhere, now)
        for seat in range(len(self.table.sitters)):
            if seat not in self.audience.connected:
                self.automation.away_since[seat] = now
        self.automation.look()

    def _elsewhere_is(self, elsewhere: dict[int, Presence]) -> None:
        before = self.audience.connected
        self.audience.elsewhere = elsewhere
        for seat in before - self.audience.connected:
            self.automation.away_since[seat] = time.monotonic()
        if not self.audience.anybody:
            self.empty_since = time.monotonic()
        self._tell_connected_soon()
        self.automation.look()

    async def _pause(self) -> None:
        """Stop the clock because everybody left, and store the time left."""
        left = self.clock.left_ms()
        slow = self.table.is_slow
        if left is not None and not slow and self.table.phase == "playing" and self.automation.leads:
            with suppress(Conflict, StoreDown):
                await self._keep(([tableevents.Paused(left)], None))

    async def _resume(self) -> None:
        left = self.clock.left_ms()
        if left is not None and self.table.paused_ms is not None and self.automation.leads:
            with suppress(Conflict, StoreDown):
                await self._keep(([tableevents.Resumed(left)], None))

    # ---- commands

    async def do(self, make: Decide, connection: Connection | None = None, command: str = "") -> None:
        """Decide, store, acknowledge and broadcast a command, one at a time for each table."""
        fresh = False
        async with self.lock:
            self.need_open()
            await self._know()
            for _ in range(4):
                first = self.answered(connection, command)
                if connection and first is not None:
                    connection.tell(messages.Ack(command, first))  # a retry gets the first answer
                    return
                try:
                    decision = make(self.table)
                except Refused:
                    if fresh or not await self._missed_something():
                        raise
                    fresh = True  # the refusal was about an old position: another worker has changed the table
                    continue
                if not decision[0]:
                    return
                try:
                    steps, kept = await self._keep(decision)
                    break
                except Conflict:  # another worker was first: catch up and decide again
                    METRICS.count("conflicts")
                    await self.catch_up()
            else:
                raise StoreDown
            if connection:
                connection.hold(messages.Ack(command, self.table.ply))  # sent together with the position
            try:
                self.tell(kept, steps)
            finally:
                if connection:
                    connection.let_go()

    def answered(self, connection: Connection | None, command: str) -> int | None:
        """The ply at which this person's command was carried out, if it was."""
        seat = self.audience.seat_of(connection) if connection and command else None
        return None if seat is None else self.table.answered.get(self.table.who(seat), {}).get(command)

    async def _know(self) -> None:
        """After a long pause, read the events of other workers: they may be in a snapshot by now."""
        if time.time() - self.known > KNOWN_SECONDS and self.lobby.config.redis:
            await self.catch_up()

    async def _keep(self, decision: decide.Decision) -> tuple[list[Step], list[tableevents.TableEvent]]:
        kept, steps = decision
        for event in kept:
            if self.lobby.sharing.known_events < event.SINCE:
                raise Refused("not_now", "upgrading")
        at, seq, before = now_ms(), self.table.seq, (self.table.phase, self.table.ply)
        bodies = [tableevents.encode(event) for event in kept]
        await self.store.append(self.table.id, seq, at, bodies, *index.statements(self.table, kept, steps, at))
        done = self._apply(kept, steps, at)
        self.known = time.time()
        if self.table.seq - self.snapshot >= snapshots.EVERY:
            self.take_snapshot()
        if before != (self.table.phase, self.table.ply):
            self.lobby.pushing.turn(self)
        if self.lobby.shared:
            await self.lobby.bus.publish(self.table.id, News(seq, at, [body.decode() for body in bodies]))
        return done, kept

    async def keep_with(self, event: tableevents.TableEvent, change: Change) -> None:
        """Store an event together with another change."""
        at, seq, body = now_ms(), self.table.seq, tableevents.encode(event)
        change.rows.append(self.store.row(self.table.id, seq, at, body))
        await self.store.keep(change)
        self._apply([event], None, at)
        await self.lobby.bus.publish(self.table.id, News(seq, at, [body.decode()]))

    def _apply(self, kept: list[tableevents.TableEvent], steps: list[Step] | None, at: int) -> list[Step]:
        done: list[Step] = []
        for event in kept:
            ply = self.table.ply
            done += self.table.apply(event, at, steps if event is kept[-1] else None)
            if isinstance(event, tableevents.BACK):
                self.clock.back()
            elif self.table.ply != ply or isinstance(event, tableevents.Started):
                self.clock.reset()
        METRICS.count("actions", by=len(done))
        return done

    async def news(self, news: News) -> None:
        """Apply the events that another worker has stored and announced."""
        async with self.lock:
            if news.seq > self.table.seq:
                await self.catch_up()
            elif news.seq == self.table.seq:
                await self._take_in([(news.at, body.encode()) for body in news.bodies])

    async def catch_up(self) -> None:
        """Apply events that are in the database and not here. Call it under the lock."""
        assert self.lock.locked()
        table_id, start = self.table.id, self.table.seq
        kept, missed = await self.store.read(lambda connection: snapshots.ask(connection, table_id, start))
        self.known = time.time()
        if kept is None and missed and missed[0][0] > self.table.seq:
            await self._give_up(snapshots.Incomplete(f"event {self.table.seq} is missing"))
        if kept is None:
            await self._take_in([(at, body) for _, at, body in missed])
            return
        try:
            table = snapshots.fold(self.table.id, kept, missed)
        except Exception as error:
            await self._give_up(error)
        self._replace(table)

    async def _missed_something(self) -> bool:
        """Whether other workers have stored events that this one did not know."""
        before = self.table.seq
        if self.lobby.shared:
            await self.catch_up()
        return self.table.seq != before

    async def _take_in(self, kept: list[tuple[int, bytes]]) -> None:
        """Apply events that another worker has stored."""
        for at, body in kept:
            try:
                event = tableevents.decode(body)
                steps = self._apply([event], None, at)
            except Exception as error:
                await self._give_up(error)
            self.tell([event], steps)

    async def _give_up(self, error: Exception) -> NoReturn:
        """Close this table because its stored events cannot be read. Other tables are not affected."""
        await self.lobby.quarantine(self.table.id, error)
        raise Refused("closed", "table-unreadable") from None

    def _replace(self, table: Table) -> None:
        """Continue with a table that was loaded again because too many events were missed."""
        self.table = self.audience.table = table
        self.adviser.follow(table)
        self.clock.reset(self.clock.total_ms - (now_ms() - table.began))
        self.audience.close_unseated()
        self.tell_table()
        if table.phase != "gathering":
            self._tell_positions([], [])
        if table.phase == "over":
            self.audience.tell_all(self.lobby.over(table))
        self.automation.look()

    def take_snapshot(self) -> None:
        """Store a snapshot of the table and delete the events that it replaces."""
        self.snapshot, self.table.waste = self.table.seq, 0
        change = snapshots.change(self.table, now_ms(), alone=not self.lobby.config.redis)
        task = asyncio.get_running_loop().create_task(self._write(change))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _write(self, change: Change) -> None:
        with suppress(Conflict, StoreDown):  # another worker has a newer one, or the next snapshot will do
            await self.store.keep(change)
            METRICS.count("snapshots")

    # ---- broadcasting

    def info(self) -> protocol.TableInfo:
        """The public information about the table."""
        info = showing.info(self.table, self.audience.connected, self.audience.watchers)
        self._waking = any(player and player.stand_in for player in info.players)
        self._unrated = info.unrated
        return info

    def tell(self, kept: list[tableevents.TableEvent], steps: list[Step]) -> None:
        """Send everyone what they may know about events that were just stored."""
        kinds = {type(event) for event in kept}
        self.automation.seated(kept)
        if kinds & tableevents.SEATS:
            self.audience.close_unseated()
        if kinds & tableevents.NEWS or self._waking or self.table.unrated != self._unrated:
            self.tell_table()
        back = bool(kinds.intersection(tableevents.BACK))
        moved = back or bool(kinds & tableevents.MOVES)
        if self.table.phase != "gathering":
            if moved:
                self._tell_positions(steps, self.table.undone if back else [])
            elif kinds & tableevents.CHOICES:
                counted = self.automation.has_counted()
                self.audience.tell_each(lambda viewer: showing.decided(self.table, viewer, counted=counted))
        if self.table.phase == "over" and moved:
            self.audience.tell_all(self.lobby.over(self.table))
        self.automation.look()

    def _tell_positions(self, steps: list[Step], undone: list[int]) -> None:
        viewers = self.audience.viewers()
        for position, group in zip(self._positions(list(viewers), steps, undone), viewers.values(), strict=True):
            tell_group(group, position)

    def _positions(self, viewers: Sequence[int], steps: list[Step], undone: Sequence[int]) -> list[messages.Position]:
        counted = self.automation.has_counted()
        return showing.positions(self.table, viewers, steps, self.clock.left_ms(), undone, counted=counted)

    def tell_table(self) -> None:
        """Send everyone the public information about the table."""
        info = self.info()
        self.audience.tell_each(lambda viewer: messages.TableNews(info, None if viewer == WATCHER else viewer))

    async def broadcast(self, message: messages.Message) -> None:
        """Send a message to everyone, on every worker. It is not stored."""
        self._remember(message)
        self.audience.tell_all(message)
        await self.lobby.bus.publish(self.table.id, Broadcast(self.store.run, protocol.encode(message).decode()))

    def pass_on(self, text: str) -> None:
        """Send a message that another worker has broadcast."""
        with suppress(msgspec.DecodeError):  # of a worker of another version
            self._remember(msgspec.json.decode(text, type=messages.Messages))
        self.audience.tell_bytes(text.encode())

    def _remember(self, message: messages.Message) -> None:
        if isinstance(message, messages.Said):
            self.remarks.append(message)

    def close(self) -> None:
        """Stop all timers of this room."""
        self.automation.close()
        if self._telling:
            self._telling.cancel()
