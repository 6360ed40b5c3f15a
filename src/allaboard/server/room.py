"""A table that people sit at now: commands come in one by one, are kept, acknowledged, and then told to everyone."""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, NoReturn

from allaboard.game import WATCHER
from allaboard.server import decide, index, protocol, showing, snapshots, tableevents
from allaboard.server.adviser import Adviser
from allaboard.server.audience import Audience
from allaboard.server.bus import News, Presence, Shout
from allaboard.server.clock import Clock
from allaboard.server.commands import Commands
from allaboard.server.connection import Connection
from allaboard.server.keeper import Keeper
from allaboard.server.metrics import METRICS
from allaboard.server.refusal import Gone, Refused
from allaboard.server.store import Change, Conflict, StoreDown, now_ms
from allaboard.server.table import Step, Table

if TYPE_CHECKING:
    from allaboard.server.lobby import Lobby

LOST_SECONDS = 4.0
"""A worker that has said nothing for so long is gone."""

Decide = Callable[[Table], decide.Decision]
NEWS = (
    tableevents.Joined,
    tableevents.BotSeated,
    tableevents.Emptied,
    tableevents.Hosted,
    tableevents.Shuffled,
    tableevents.Autopilot,
    tableevents.Started,
    tableevents.Nonced,
    tableevents.Readied,
)
TELL_AFTER = 0.1
"""Seconds after which it is told who is connected, and in which further changes are told together."""
TELL_RATE = 500.0
"""Watchers for whom it takes another second."""
KNOWN_SECONDS = 300.0
"""With several workers: how long a table may be idle before it is looked up again; well under `snapshots.SAFE_MS`."""


class Room:
    """One live table with its sockets."""

    def __init__(self, table: Table, lobby: "Lobby", left_ms: int | None, snapshot: int = 0) -> None:
        self.table, self.lobby, self.store = table, lobby, lobby.store
        self.lock = asyncio.Lock()
        self.audience = Audience(table)
        self.commands = Commands(self)
        self.payer = ""  # whose turn it is when a bot of this table thinks: the address of the last player who came
        self.heard: dict[int, float] = {}
        self.clock = Clock(round(table.settings.clock * 1000 * lobby.config.second))
        if left_ms is not None:
            self.clock.reset(left_ms, left_ms - (table.began - table.began_before))
        self.keeper = Keeper(self)
        self.adviser = Adviser(table, lobby.thinkers)
        self.empty_since = time.monotonic()
        self.known = time.time()  # when we last knew that nothing was kept that we do not know of
        self.snapshot = snapshot  # how far the last one goes
        self._telling: asyncio.TimerHandle | None = None
        self._waking = False  # somebody was told that a bot is still being compiled
        self._tasks: set[asyncio.Task[None]] = set()
        self.given_up = False

    # ---- who is there

    async def enter(self, connection: Connection) -> None:
        """A socket has said hello: it is told everything that its viewer may know.

        Only here, where nobody can change seats meanwhile, is its token looked up.
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
            connection.tell(protocol.Welcome(protocol.VERSION, seat, self.info()))
            if table.phase != "gathering":
                viewer = WATCHER if seat is None else seat
                connection.tell(showing.position(table, viewer, [], self.clock.left_ms()))
            if table.phase == "over":
                connection.tell(self.lobby.over(table))
            if counting := self.keeper.counting():
                connection.tell(counting)
            await self.moved_about()
            if self.lobby.shared:
                await self.lobby.sharing.claim(self)
            await self._resume()

    def need_open(self) -> None:
        """Whoever found the room before it was given up must look for the table again."""
        if self.given_up:
            raise Gone

    def shut(self, why: str) -> None:
        """The room is given up: nothing happens in it any more, and its sockets are closed."""
        self.given_up = True
        self.close()
        for connection in list(self.audience.connections):
            connection.close(why)

    async def leave(self, connection: Connection) -> None:
        """A socket is gone."""
        async with self.lock:
            if self.given_up:  # by now the table may live in another room
                return
            if self.audience.remove(connection):
                seat = self.audience.seat_of(connection)
                if seat is not None and seat not in self.audience.connected:
                    self.keeper.away_since[seat] = time.monotonic()
                await self.moved_about()
            if not self.audience.anybody:
                self.empty_since = time.monotonic()
                await self._pause()
            if self.lobby.shared and not self.audience.connections:
                await self.lobby.sharing.release(self)

    async def moved_about(self) -> None:
        """Presence has changed: tell it, here and elsewhere."""
        self._tell_connected_soon()
        await self.tell_presence()
        self.keeper.look()

    def _tell_connected_soon(self) -> None:
        """Tell who is connected in a moment, and with it whatever changes until then: the more are here, the later."""
        if self._telling is None:
            wait = TELL_AFTER + len(self.audience.watching) / TELL_RATE
            self._telling = asyncio.get_running_loop().call_later(wait, self._tell_connected)

    def _tell_connected(self) -> None:
        self._telling = None
        bots = {seat for seat, sitter in enumerate(self.table.sitters) if sitter and sitter.bot}
        self.audience.tell_all(protocol.Presence(sorted(bots | self.audience.connected), self.audience.watchers))

    async def tell_presence(self) -> None:
        """To other workers: who is connected to this one."""
        await self.lobby.bus.publish(self.table.id, self.audience.here(self.store.run))

    async def others_are(self, presence: Presence) -> None:
        """Who is connected to another worker; it may know of events whose news did not come."""
        self.heard[presence.run] = time.monotonic()
        before = self.audience.elsewhere.get(presence.run)
        if before is None or (before.seats, before.watchers) != (presence.seats, presence.watchers):
            self._elsewhere_is({**self.audience.elsewhere, presence.run: presence})
        if presence.seq > self.table.seq:
            async with self.lock:
                await self.catch_up()

    def forget_lost_workers(self) -> None:
        """A worker that has said nothing for a while is gone, and its sockets with it."""
        late = time.monotonic() - LOST_SECONDS
        if any(self.heard[run] < late for run in self.audience.elsewhere):
            self._elsewhere_is({run: p for run, p in self.audience.elsewhere.items() if self.heard[run] >= late})

    def hear_anew(self) -> None:
        """The workers can talk again: whoever was not heard meanwhile gets time to speak."""
        now = time.monotonic()
        self.heard = dict.fromkeys(self.audience.elsewhere, now)
        for seat in range(len(self.table.sitters)):
            if seat not in self.audience.connected:
                self.keeper.away_since[seat] = now
        self.keeper.look()

    def _elsewhere_is(self, elsewhere: dict[int, Presence]) -> None:
        before = self.audience.connected
        self.audience.elsewhere = elsewhere
        for seat in before - self.audience.connected:
            self.keeper.away_since[seat] = time.monotonic()
        if not self.audience.anybody:
            self.empty_since = time.monotonic()
        self._tell_connected_soon()
        self.keeper.look()

    async def _pause(self) -> None:
        """Everybody has left: the clock stops, and what it had is kept."""
        left = self.clock.left_ms()
        if left is not None and self.table.phase == "playing" and self.keeper.leads:
            with suppress(Conflict, StoreDown):
                await self._keep(([tableevents.Paused(left)], None))

    async def _resume(self) -> None:
        left = self.clock.left_ms()
        if left is not None and self.table.paused_ms is not None and self.keeper.leads:
            with suppress(Conflict, StoreDown):
                await self._keep(([tableevents.Resumed(left)], None))

    # ---- commands

    async def do(self, make: Decide, connection: Connection | None = None, command: str = "") -> None:
        """Decide, keep, acknowledge, tell: one at a time for each table."""
        fresh = False
        async with self.lock:
            self.need_open()
            await self._know()
            for _ in range(4):
                first = self.answered(connection, command)
                if connection and first is not None:
                    connection.tell(protocol.Ack(command, first))  # a retry gets the first answer
                    return
                try:
                    decision = make(self.table)
                except Refused:
                    if fresh or not await self._missed_something():
                        raise
                    fresh = True  # the refusal was about a table that has moved on elsewhere
                    continue
                if not decision[0]:
                    return
                try:
                    steps, kept = await self._keep(decision)
                    break
                except Conflict:  # another worker was first: look again
                    METRICS.count("conflicts")
                    await self.catch_up()
            else:
                raise StoreDown
            if connection:
                connection.hold(protocol.Ack(command, self.table.ply))  # it goes out with the position
            try:
                self.tell(kept, steps)
            finally:
                if connection:
                    connection.let_go()

    def answered(self, connection: Connection | None, command: str) -> int | None:
        """The ply at which a command of this person was carried out, if it was."""
        seat = self.audience.seat_of(connection) if connection and command else None
        return None if seat is None else self.table.answered.get((self.table.who(seat), command))

    async def _know(self) -> None:
        """After a long time, look whether others have kept something: their events may be in a snapshot by now."""
        if time.time() - self.known > KNOWN_SECONDS and self.lobby.config.redis:
            await self.catch_up()

    async def _keep(self, decision: decide.Decision) -> tuple[list[Step], list[tableevents.TableEvent]]:
        kept, steps = decision
        if any(self.lobby.sharing.known_events < event.SINCE for event in kept):
            raise Refused("not_now", "upgrading")
        at, seq = now_ms(), self.table.seq
        bodies = [tableevents.encode(event) for event in kept]
        await self.store.append(self.table.id, seq, at, bodies, *index.statements(self.table, kept, steps, at))
        done = self._apply(kept, steps, at)
        self.known = time.time()
        if self.table.seq - self.snapshot >= snapshots.EVERY:
            self.take_snapshot()
        await self.lobby.bus.publish(self.table.id, News(seq, at, [body.decode() for body in bodies]))
        return done, kept

    async def keep_too(self, event: tableevents.TableEvent, change: Change) -> None:
        """Keep an event together with a change elsewhere."""
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
            if isinstance(event, tableevents.Undone):
                self.clock.back()
            elif self.table.ply != ply or isinstance(event, tableevents.Started):
                self.clock.reset()
        METRICS.count("actions", by=len(done))
        return done

    async def news(self, news: News) -> None:
        """What another worker has kept."""
        async with self.lock:
            if news.seq > self.table.seq:
                await self.catch_up()
            elif news.seq == self.table.seq:
                await self._take_in([(news.at, body.encode()) for body in news.bodies])

    async def catch_up(self) -> None:
        """Take in what the database knows and we do not; nobody else may move the table meanwhile."""
        assert self.lock.locked()
        kept, missed = await snapshots.load(self.store, self.table.id, self.table.seq)
        self.known = time.time()
        if kept is None:
            await self._take_in([(at, body) for _, at, body in missed])
            return
        try:
            table = snapshots.fold(self.table.id, kept, missed)
        except Exception as error:
            await self._give_up(error)
        self._replace(table)

    async def _missed_something(self) -> bool:
        """Whether other workers have kept what this one did not know."""
        before = self.table.seq
        if self.lobby.shared:
            await self.catch_up()
        return self.table.seq != before

    async def _take_in(self, kept: list[tuple[int, bytes]]) -> None:
        """Events that another worker has kept."""
        for at, body in kept:
            try:
                event = tableevents.decode(body)
                steps = self._apply([event], None, at)
            except Exception as error:
                await self._give_up(error)
            self.tell([event], steps)

    async def _give_up(self, error: Exception) -> NoReturn:
        """What another worker has kept cannot be understood: this table ends here, and no other."""
        await self.lobby.quarantine(self.table.id, error)
        raise Refused("closed", "table-unreadable") from None

    def _replace(self, table: Table) -> None:
        """So much was missed that the table was loaded anew."""
        self.table = self.audience.table = table
        self.adviser.follow(table)
        self.clock.reset(self.clock.total_ms - (now_ms() - table.began))
        self.audience.see_off()
        self.tell_table()
        if table.phase != "gathering":
            self._tell_positions([], [])
        if table.phase == "over":
            self.audience.tell_all(self.lobby.over(table))
        self.keeper.look()

    def take_snapshot(self) -> None:
        """Write the table down as it is now, and forget the events that it replaces."""
        self.snapshot, self.table.waste = self.table.seq, 0
        change = snapshots.change(self.table, now_ms(), alone=not self.lobby.config.redis)
        task = asyncio.get_running_loop().create_task(self._write(change))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _write(self, change: Change) -> None:
        with suppress(Conflict, StoreDown):  # another worker has a later one, or the next one will do
            await self.store.keep(change)
            METRICS.count("snapshots")

    # ---- telling

    def info(self) -> protocol.TableInfo:
        """The table, with what everybody may know about it."""
        info = showing.info(self.table, self.audience.connected, self.audience.watchers)
        self._waking = any(player and player.stand_in for player in info.players)
        return info

    def tell(self, kept: list[tableevents.TableEvent], steps: list[Step]) -> None:
        """Tell everyone what they may know of the events that were just stored."""
        self.keeper.seated(kept)
        if any(isinstance(event, tableevents.Emptied | tableevents.Keyed) for event in kept):
            self.audience.see_off()
        if any(isinstance(event, NEWS) for event in kept) or self._waking:
            self.tell_table()
        moved = any(isinstance(event, tableevents.Acted | tableevents.Started | tableevents.Undone) for event in kept)
        chosen = any(isinstance(event, tableevents.Chose | tableevents.Autopilot) for event in kept)
        if (moved or chosen) and self.table.phase != "gathering":
            undone = [self.table.undone] if any(isinstance(event, tableevents.Undone) for event in kept) else []
            if moved:
                self._tell_positions(steps, undone)
            else:
                self.audience.tell_each(lambda viewer: showing.decided(self.table, viewer))
        if self.table.phase == "over" and moved:
            self.audience.tell_all(self.lobby.over(self.table))
        self.keeper.look()

    def _tell_positions(self, steps: list[Step], undone: list[int]) -> None:
        clock = self.clock.left_ms()
        self.audience.tell_each(lambda viewer: showing.position(self.table, viewer, steps, clock, undone))

    def tell_table(self) -> None:
        """Who sits where, to everyone."""
        info = self.info()
        self.audience.tell_each(lambda viewer: protocol.TableNews(info, None if viewer == WATCHER else viewer))

    async def shout(self, message: protocol.Message) -> None:
        """To everyone, on every worker; not kept."""
        self.audience.tell_all(message)
        await self.lobby.bus.publish(self.table.id, Shout(self.store.run, protocol.encode(message).decode()))

    def close(self) -> None:
        """Stop everything in this room."""
        self.keeper.close()
        if self._telling:
            self._telling.cancel()
