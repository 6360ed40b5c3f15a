"""A table that people sit at now: commands come in one by one, are kept, acknowledged, and then told to everyone."""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from allaboard.game import WATCHER
from allaboard.server import decide, events, index, protocol, showing
from allaboard.server.adviser import Adviser
from allaboard.server.bus import News, Presence, Shout
from allaboard.server.clock import Clock
from allaboard.server.connection import Connection
from allaboard.server.keeper import Keeper
from allaboard.server.metrics import METRICS
from allaboard.server.refusal import Refused
from allaboard.server.store import Conflict, StoreDown, now_ms
from allaboard.server.table import Step, Table

if TYPE_CHECKING:
    from allaboard.server.lobby import Lobby

Decide = Callable[[Table], decide.Decision]
NEWS = (events.Joined, events.BotSeated, events.Emptied, events.Shuffled, events.Wheel, events.Started)


class Room:
    """One live table with its sockets."""

    def __init__(self, table: Table, lobby: "Lobby", left_ms: int | None) -> None:
        self.table, self.lobby, self.store = table, lobby, lobby.store
        self.lock = asyncio.Lock()
        self.connections: set[Connection] = set()
        self.elsewhere: dict[int, Presence] = {}  # who is connected to other workers
        self.heard: dict[int, float] = {}
        self.said: set[tuple[int, str]] = set()  # ids of chats and emotes, which are not kept
        self.clock = Clock(round(table.settings.clock * 1000 * lobby.config.second))
        if left_ms is not None:
            self.clock.reset(left_ms)
        self.keeper = Keeper(self)
        self.adviser = Adviser(table, lobby.thinkers)
        self.empty_since = time.monotonic()

    # ---- who is there

    def seat_of(self, connection: Connection) -> int | None:
        """The seat that a socket's token opens now; None for a watcher, and for who has lost the seat."""
        return None if connection.token is None else self.table.seat_of(connection.token)

    def _need_seat(self, connection: Connection) -> int:
        seat = self.seat_of(connection)
        if seat is None:
            raise Refused("not_seated", "only who has a seat can do this")
        return seat

    @property
    def connected_here(self) -> set[int]:
        """Seats with an open socket on this worker."""
        seats = (self.seat_of(connection) for connection in self.connections)
        return {seat for seat in seats if seat is not None}

    @property
    def connected(self) -> set[int]:
        """Seats with an open socket, on any worker."""
        return self.connected_here.union(*(presence.seats for presence in self.elsewhere.values()))

    @property
    def watchers_here(self) -> int:
        """How many watch on this worker."""
        return sum(connection.token is None for connection in self.connections)

    @property
    def watchers(self) -> int:
        """How many watch."""
        return self.watchers_here + sum(presence.watchers for presence in self.elsewhere.values())

    @property
    def anybody(self) -> bool:
        """Whether anybody is there."""
        return bool(self.connections) or any(p.seats or p.watchers for p in self.elsewhere.values())

    async def enter(self, connection: Connection) -> None:
        """A socket has said hello: it is told everything that its viewer may know.

        Only here, where nobody can change seats meanwhile, is its token looked up.
        """
        async with self.lock:
            table, seat = self.table, self.seat_of(connection)
            if connection.token is None and not table.settings.spectators:
                raise Refused("no_spectators", "this table is closed to watchers")
            if connection.token is not None and seat is None:
                raise Refused("unknown_token", "this token opens no seat at this table")
            self.connections.add(connection)
            connection.tell(protocol.Welcome(protocol.VERSION, seat, self.info()))
            if table.phase != "gathering":
                viewer = WATCHER if seat is None else seat
                connection.tell(showing.position(table, viewer, [], self.clock.left_ms()))
            if table.phase == "over":
                connection.tell(self.lobby.over(table))
            if self.keeper.counting:
                connection.tell(self.keeper.counting)
            await self.moved_about(connection)
            await self._resume()

    async def leave(self, connection: Connection) -> None:
        """A socket is gone."""
        async with self.lock:
            if connection in self.connections:
                self.connections.discard(connection)
                seat = self.seat_of(connection)
                if seat is not None and seat not in self.connected:
                    self.keeper.away_since[seat] = time.monotonic()
                await self.moved_about(None)
            if not self.anybody:
                self.empty_since = time.monotonic()
                await self._pause()

    async def moved_about(self, newcomer: Connection | None) -> None:
        """Presence has changed: tell it, here and elsewhere."""
        self.tell_table(but=newcomer)
        await self.tell_presence()
        self.keeper.look()

    async def tell_presence(self) -> None:
        """To other workers: who is connected to this one."""
        here = Presence(self.store.run, sorted(self.connected_here), self.watchers_here, self.table.seq)
        await self.lobby.bus.publish(self.table.id, here)

    async def others_are(self, presence: Presence) -> None:
        """Who is connected to another worker; it may know of events whose news did not come."""
        self.heard[presence.run] = time.monotonic()
        before = self.elsewhere.get(presence.run)
        if before is None or (before.seats, before.watchers) != (presence.seats, presence.watchers):
            self._elsewhere_is({**self.elsewhere, presence.run: presence})
        if presence.seq > self.table.seq:
            async with self.lock:
                await self.catch_up()

    def forget_lost_workers(self) -> None:
        """A worker that has said nothing for a while is gone, and its sockets with it."""
        late = time.monotonic() - 4
        if any(self.heard[run] < late for run in self.elsewhere):
            self._elsewhere_is({run: p for run, p in self.elsewhere.items() if self.heard[run] >= late})

    def _elsewhere_is(self, elsewhere: dict[int, Presence]) -> None:
        before = self.connected
        self.elsewhere = elsewhere
        for seat in before - self.connected:
            self.keeper.away_since[seat] = time.monotonic()
        self.tell_table()
        self.keeper.look()

    async def _pause(self) -> None:
        """Everybody has left: the clock stops, and what it had is kept."""
        left = self.clock.left_ms()
        if left is not None and self.table.phase == "playing" and self.keeper.warden:
            with suppress(Conflict, StoreDown):
                await self._keep(([events.Paused(left)], None))

    async def _resume(self) -> None:
        left = self.clock.left_ms()
        if left is not None and self.table.paused_ms is not None and self.keeper.warden:
            with suppress(Conflict, StoreDown):
                await self._keep(([events.Resumed(left)], None))

    # ---- commands

    async def command(self, connection: Connection, command: protocol.Commands) -> None:
        """Carry out what a socket asks for; the answer goes to it alone, the consequences to everyone."""
        assert not isinstance(command, protocol.Hello)
        METRICS.count("commands", type(command).__name__.lower())
        try:
            await self._command(connection, command)
        except Refused as refused:
            METRICS.count("refused", refused.code)
            connection.tell(refused.told(command.id))
        except StoreDown:
            METRICS.count("refused", "storage")
            sorry = "the server cannot keep moves at the moment, so this one was not made; try again"
            connection.tell(protocol.Error("storage", sorry, command.id))

    async def _command(self, connection: Connection, command: protocol.Commands) -> None:
        match command:
            case protocol.Ping(id=ping):
                connection.tell(protocol.Pong(ping))
                return
            case protocol.Story(id=story, last=last):
                steps = self.table.steps()[-last:]
                viewer = WATCHER if connection.token is None else self._need_seat(connection)
                connection.tell(protocol.StoryTold(story, showing.told(self.table, viewer, steps)))
                return
        seat = self._need_seat(connection)
        match command:
            case protocol.Advise():
                self.adviser.ask(connection, seat, command)
            case protocol.Chat() | protocol.Emote():
                await self._say(connection, seat, command)
            case protocol.Rematch(id=command_id):
                following = await self.lobby.rematch(self, seat)
                connection.tell(protocol.Ack(command_id, self.table.ply))
                await self.shout(protocol.Rematched(following))
            case protocol.Call(id=command_id):
                async with self.lock:
                    decide.call(self.table, self._need_seat(connection), command)
                    connection.tell(protocol.Ack(command_id, self.table.ply))
                    self.keeper.count_down()
            case protocol.Hello():
                raise Refused("bad_message", "hello is said only once")
            case _:
                await self.do(
                    lambda table: _decision(table, self._need_seat(connection), command), connection, command.id
                )

    async def _say(self, connection: Connection, seat: int, command: protocol.Chat | protocol.Emote) -> None:
        if (seat, command.id) not in self.said:
            if len(self.said) > 512:
                self.said.clear()
            self.said.add((seat, command.id))
            sitter = self.table.sitters[seat]
            name = sitter.name if sitter else ""
            if isinstance(command, protocol.Emote):
                await self.shout(protocol.Emoted(seat, command.name))
            else:
                text = " ".join("".join(c if c.isprintable() else " " for c in command.text).split())
                if not text:
                    raise Refused("bad_message", "there is nothing to say in that")
                await self.shout(protocol.Said(seat, name, text))
        connection.tell(protocol.Ack(command.id, self.table.ply))

    async def do(self, make: Decide, connection: Connection | None = None, command: str = "") -> None:
        """Decide, keep, acknowledge, tell: one at a time for each table."""
        async with self.lock:
            for _ in range(4):
                seat = self.seat_of(connection) if connection and command else None
                first = None if seat is None else self.table.answered.get((seat, command))
                if connection and first is not None:
                    connection.tell(protocol.Ack(command, first))  # a retry gets the first answer
                    return
                decision = make(self.table)
                if not decision[0]:
                    return
                try:
                    steps, kept = await self._keep(decision)
                    break
                except Conflict:  # another worker was first: look again
                    await self.catch_up()
            else:
                raise StoreDown
            if connection:
                connection.tell(protocol.Ack(command, self.table.ply))
            self.tell(kept, steps)

    async def _keep(self, decision: decide.Decision) -> tuple[list[Step], list[events.Any]]:
        kept, steps = decision
        at, seq = now_ms(), self.table.seq
        bodies = [events.encode(event) for event in kept]
        await self.store.append(self.table.id, seq, at, bodies, *index.statements(self.table, kept, steps, at))
        done = self._apply(kept, steps, at)
        await self.lobby.bus.publish(self.table.id, News(seq, at, [body.decode() for body in bodies]))
        return done, kept

    def _apply(self, kept: list[events.Any], steps: list[Step] | None, at: int) -> list[Step]:
        done: list[Step] = []
        for event in kept:
            ply = self.table.ply
            done += self.table.apply(event, at, steps if event is kept[-1] else None)
            if self.table.ply != ply or isinstance(event, events.Started):
                self.clock.reset()
        METRICS.count("actions", by=len(done))
        return done

    async def news(self, news: News) -> None:
        """What another worker has kept."""
        async with self.lock:
            if news.seq > self.table.seq:
                await self.catch_up()
            elif news.seq == self.table.seq:
                kept = [events.decode(body) for body in news.bodies]
                self.tell(kept, self._apply(kept, None, news.at))

    async def catch_up(self) -> None:
        """Take in what the database knows and we do not; nobody else may move the table meanwhile."""
        assert self.lock.locked()
        missed = await self.store.events_of(self.table.id, self.table.seq)
        for at, body in missed:
            event = events.decode(body)
            self.tell([event], self._apply([event], None, at))

    # ---- telling

    def info(self) -> protocol.TableInfo:
        """The table as everyone may know it."""
        return showing.info(self.table, self.connected, self.watchers)

    def tell(self, kept: list[events.Any], steps: list[Step]) -> None:
        """Everyone learns what they may know of what has just been kept."""
        if any(isinstance(event, events.Emptied) for event in kept):
            self._see_off()
        if any(isinstance(event, NEWS) for event in kept):
            self.tell_table()
        moved = any(isinstance(event, events.Acted | events.Started | events.Undone) for event in kept)
        chosen = any(isinstance(event, events.Chose | events.Wheel) for event in kept)
        if (moved or chosen) and self.table.phase != "gathering":
            clock = self.clock.left_ms()
            for viewer, group in self._viewers().items():
                show = (
                    showing.position(self.table, viewer, steps, clock) if moved else showing.decided(self.table, viewer)
                )
                message = protocol.encode(show)
                for connection in group:
                    connection.tell_bytes(message)
        if self.table.phase == "over" and moved:
            self._tell_all(self.lobby.over(self.table))
        self.keeper.look()

    def tell_table(self, but: Connection | None = None) -> None:
        """Who sits where, to everyone."""
        info = self.info()
        for connection in self.connections:
            if connection is not but:
                connection.tell(protocol.TableNews(info, self.seat_of(connection)))

    async def shout(self, message: protocol.Message) -> None:
        """To everyone, on every worker; not kept."""
        self._tell_all(message)
        await self.lobby.bus.publish(self.table.id, Shout(self.store.run, protocol.encode(message).decode()))

    def _tell_all(self, message: protocol.Message) -> None:
        self.tell_bytes(protocol.encode(message))

    def tell_bytes(self, message: bytes) -> None:
        """To every socket here."""
        for connection in self.connections:
            connection.tell_bytes(message)

    def _viewers(self) -> dict[int, list[Connection]]:
        viewers: dict[int, list[Connection]] = {}
        for connection in self.connections:
            viewer = WATCHER if connection.token is None else self._need_seat(connection)
            viewers.setdefault(viewer, []).append(connection)
        return viewers

    def _see_off(self) -> None:
        """Whose seat was emptied is sent away, and told nothing more."""
        gone = {c for c in self.connections if c.token is not None and self.seat_of(c) is None}
        self.connections -= gone
        for connection in gone:
            connection.close("kicked")


def _decision(table: Table, seat: int, command: protocol.Commands) -> decide.Decision:
    match command:
        case protocol.Act():
            return decide.act(table, seat, command)
        case protocol.Withdraw():
            return decide.withdraw(table, seat, command)
        case protocol.Undo():
            return decide.undo(table, seat, command)
        case protocol.TakeBackSeat():
            return decide.take_back(table, seat)
        case protocol.SeatBot():
            return decide.seat_bot(table, seat, command)
        case protocol.Kick():
            return decide.kick(table, seat, command)
        case protocol.Leave():
            return decide.leave(table, seat, command)
        case protocol.Shuffle():
            return decide.shuffle(table, seat)
        case protocol.Start():
            return decide.start(table, seat)
        case _:
            raise Refused("bad_message", "this is said only once, at the beginning")
