"""A table that people sit at now: commands come in one by one, are kept, acknowledged, and then told to everyone."""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, NoReturn

from allaboard.game import WATCHER
from allaboard.server import decide, index, protocol, showing, snapshots, tableevents
from allaboard.server.adviser import Adviser
from allaboard.server.bus import News, Presence, Shout
from allaboard.server.clock import Clock
from allaboard.server.connection import Connection
from allaboard.server.keeper import Keeper
from allaboard.server.limits import need
from allaboard.server.logs import log_fault
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
        self.players: set[Connection] = set()  # with a token
        self.watching: set[Connection] = set()
        self.payer = ""  # whose turn it is when a bot of this table thinks: the address of the last player who came
        self.elsewhere: dict[int, Presence] = {}  # who is connected to other workers
        self.heard: dict[int, float] = {}
        self.said: set[tuple[str, str]] = set()  # ids of chats, emotes and calls, which are not kept
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

    def seat_of(self, connection: Connection) -> int | None:
        """The seat that a socket's token opens now; None for a watcher, and for who has lost the seat."""
        return None if connection.token is None else self.table.seat_of(connection.token)

    def _need_seat(self, connection: Connection) -> int:
        seat = self.seat_of(connection)
        if seat is None:
            raise Refused("not_seated", "not-seated")
        return seat

    @property
    def connections(self) -> set[Connection]:
        """Every socket here."""
        return self.players | self.watching

    @property
    def connected_here(self) -> set[int]:
        """Seats with an open socket on this worker."""
        seats = (self.seat_of(connection) for connection in self.players)
        return {seat for seat in seats if seat is not None}

    @property
    def connected(self) -> set[int]:
        """Seats with an open socket, on any worker."""
        return self.connected_here.union(*(presence.seats for presence in self.elsewhere.values()))

    @property
    def watchers_here(self) -> int:
        """How many watch on this worker."""
        return len(self.watching)

    @property
    def watchers(self) -> int:
        """How many watch."""
        return self.watchers_here + sum(presence.watchers for presence in self.elsewhere.values())

    @property
    def anybody(self) -> bool:
        """Whether anybody is connected."""
        return bool(self.players or self.watching) or any(p.seats or p.watchers for p in self.elsewhere.values())

    async def enter(self, connection: Connection) -> None:
        """A socket has said hello: it is told everything that its viewer may know.

        Only here, where nobody can change seats meanwhile, is its token looked up.
        """
        async with self.lock:
            self.need_open()
            table, seat = self.table, self.seat_of(connection)
            if connection.token is None and not table.settings.spectators:
                raise Refused("no_spectators", "no-spectators")
            if connection.token is not None and seat is None and self.lobby.shared:
                await self.catch_up()  # another worker may have seated them a moment ago
                table, seat = self.table, self.seat_of(connection)
            if connection.token is not None and seat is None:
                raise Refused("unknown_token", "unknown-token")
            if connection.token is None:
                self.watching.add(connection)
            else:
                self.players.add(connection)
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
        for connection in list(self.connections):
            connection.close(why)

    async def leave(self, connection: Connection) -> None:
        """A socket is gone."""
        async with self.lock:
            if self.given_up:  # by now the table may live in another room
                return
            if connection in self.players or connection in self.watching:
                self.players.discard(connection)
                self.watching.discard(connection)
                seat = self.seat_of(connection)
                if seat is not None and seat not in self.connected:
                    self.keeper.away_since[seat] = time.monotonic()
                await self.moved_about()
            if not self.anybody:
                self.empty_since = time.monotonic()
                await self._pause()
            if self.lobby.shared and not self.connections:
                await self.lobby.sharing.release(self)

    async def moved_about(self) -> None:
        """Presence has changed: tell it, here and elsewhere."""
        self._tell_connected_soon()
        await self.tell_presence()
        self.keeper.look()

    def _tell_connected_soon(self) -> None:
        """Tell who is connected in a moment, and with it whatever changes until then: the more are here, the later."""
        if self._telling is None:
            wait = TELL_AFTER + len(self.watching) / TELL_RATE
            self._telling = asyncio.get_running_loop().call_later(wait, self._tell_connected)

    def _tell_connected(self) -> None:
        self._telling = None
        bots = {seat for seat, sitter in enumerate(self.table.sitters) if sitter and sitter.bot}
        self._tell_all(protocol.Presence(sorted(bots | self.connected), self.watchers))

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
        late = time.monotonic() - LOST_SECONDS
        if any(self.heard[run] < late for run in self.elsewhere):
            self._elsewhere_is({run: p for run, p in self.elsewhere.items() if self.heard[run] >= late})

    def hear_anew(self) -> None:
        """The workers can talk again: whoever was not heard meanwhile gets time to speak."""
        now = time.monotonic()
        self.heard = dict.fromkeys(self.elsewhere, now)
        for seat in range(len(self.table.sitters)):
            if seat not in self.connected:
                self.keeper.away_since[seat] = now
        self.keeper.look()

    def _elsewhere_is(self, elsewhere: dict[int, Presence]) -> None:
        before = self.connected
        self.elsewhere = elsewhere
        for seat in before - self.connected:
            self.keeper.away_since[seat] = time.monotonic()
        if not self.anybody:
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
            connection.tell(Refused("storage", "cannot-write").told(command.id))
        except Exception as error:  # our fault: the table is read again, since nobody knows what it is now
            log_fault("command", error, table=self.table.id, command=type(command).__name__.lower())
            METRICS.count("faults", "command")
            connection.tell(Refused("bad_request", "broken").told(command.id))
            await self.lobby.drop(self.table.id, "restarting")

    async def _command(self, connection: Connection, command: protocol.Commands) -> None:
        match command:
            case protocol.Ping(id=ping):
                connection.tell(protocol.Pong(ping))
                return
            case protocol.Story(id=story, last=last):
                need("stories", connection.socket, connection.seat)
                viewer = WATCHER if connection.token is None else self._need_seat(connection)
                connection.tell_bytes(await self.lobby.stories.told(self.table, viewer, last, story, connection))
                return
        seat = self._need_seat(connection)
        match command:
            case protocol.Advise():
                self.adviser.ask(connection, seat, command)
            case protocol.Chat() | protocol.Emote():
                await self._say(connection, seat, command)
            case protocol.Rematch(id=command_id):
                following = await self.lobby.rematch(self, connection, command_id)
                connection.tell(protocol.Ack(command_id, self.table.ply))
                await self.shout(protocol.Rematched(following))
            case protocol.Call(id=command_id):
                async with self.lock:
                    called = self.table.who(self._need_seat(connection)), command_id
                    if called not in self.said:
                        decide.call(self.table, self._need_seat(connection), command)
                        self._once(called)
                        self.keeper.count_down("called")
                    connection.tell(protocol.Ack(command_id, self.table.ply))
            case protocol.Hello():
                raise Refused("bad_message", "hello-once")
            case _:
                await self.do(
                    lambda table: _decision(table, self._need_seat(connection), command), connection, command.id
                )

    async def _say(self, connection: Connection, seat: int, command: protocol.Chat | protocol.Emote) -> None:
        said = self.table.who(seat), command.id
        if said not in self.said:
            need("talk", connection.seat, connection.address)
            self._once(said)
            sitter = self.table.sitters[seat]
            name = sitter.name if sitter else ""
            if isinstance(command, protocol.Emote):
                await self.shout(protocol.Emoted(seat, command.name))
            else:
                text = " ".join("".join(c if c.isprintable() else " " for c in command.text).split())
                if not text:
                    raise Refused("bad_message", "nothing-said")
                await self.shout(protocol.Said(seat, name, text))
        connection.tell(protocol.Ack(command.id, self.table.ply))

    def _once(self, said: tuple[str, str]) -> None:
        """Remember a command that is not kept, for retries."""
        if len(self.said) > 512:
            self.said.clear()
        self.said.add(said)

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
                connection.tell(protocol.Ack(command, self.table.ply))
            self.tell(kept, steps)

    def answered(self, connection: Connection | None, command: str) -> int | None:
        """The ply at which a command of this person was carried out, if it was."""
        seat = self.seat_of(connection) if connection and command else None
        return None if seat is None else self.table.answered.get((self.table.who(seat), command))

    async def _know(self) -> None:
        """After a long time, look whether others have kept something: their events may be in a snapshot by now."""
        if time.time() - self.known > KNOWN_SECONDS and self.lobby.config.redis:
            await self.catch_up()

    async def _keep(self, decision: decide.Decision) -> tuple[list[Step], list[tableevents.TableEvent]]:
        kept, steps = decision
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
        self.table = table
        self.adviser.follow(table)
        self.clock.reset(self.clock.total_ms - (now_ms() - table.began))
        self._see_off()
        self.tell_table()
        if table.phase != "gathering":
            self._tell_positions([], [])
        if table.phase == "over":
            self._tell_all(self.lobby.over(table))
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
        info = showing.info(self.table, self.connected, self.watchers)
        self._waking = any(player and player.stand_in for player in info.players)
        return info

    def tell(self, kept: list[tableevents.TableEvent], steps: list[Step]) -> None:
        """Tell everyone what they may know of the events that were just stored."""
        self.keeper.seated(kept)
        if any(isinstance(event, tableevents.Emptied | tableevents.Keyed) for event in kept):
            self._see_off()
        if any(isinstance(event, NEWS) for event in kept) or self._waking:
            self.tell_table()
        moved = any(isinstance(event, tableevents.Acted | tableevents.Started | tableevents.Undone) for event in kept)
        chosen = any(isinstance(event, tableevents.Chose | tableevents.Autopilot) for event in kept)
        if (moved or chosen) and self.table.phase != "gathering":
            undone = [self.table.undone] if any(isinstance(event, tableevents.Undone) for event in kept) else []
            if moved:
                self._tell_positions(steps, undone)
            else:
                self._tell_each(lambda viewer: showing.decided(self.table, viewer))
        if self.table.phase == "over" and moved:
            self._tell_all(self.lobby.over(self.table))
        self.keeper.look()

    def _tell_positions(self, steps: list[Step], undone: list[int]) -> None:
        clock = self.clock.left_ms()
        self._tell_each(lambda viewer: showing.position(self.table, viewer, steps, clock, undone))

    def _tell_each(self, make: Callable[[int], protocol.Message]) -> None:
        """To everyone their own message, made once for all sockets of a viewer."""
        for viewer, group in self._viewers().items():
            message = protocol.encode(make(viewer))
            for connection in group:
                connection.tell_bytes(message)

    def tell_table(self) -> None:
        """Who sits where, to everyone."""
        info = self.info()
        self._tell_each(lambda viewer: protocol.TableNews(info, None if viewer == WATCHER else viewer))

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

    def close(self) -> None:
        """Stop everything in this room."""
        self.keeper.close()
        if self._telling:
            self._telling.cancel()

    def _viewers(self) -> dict[int, list[Connection]]:
        viewers: dict[int, list[Connection]] = {WATCHER: list(self.watching)} if self.watching else {}
        for connection in self.players:
            if (seat := self.seat_of(connection)) is not None:
                viewers.setdefault(seat, []).append(connection)
        return viewers

    def _see_off(self) -> None:
        """Whose seat was emptied is sent away, and told nothing more."""
        gone = {connection for connection in self.players if self.seat_of(connection) is None}
        self.players -= gone
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
            return decide.take_back(table, seat, command)
        case protocol.SeatBot():
            return decide.seat_bot(table, seat, command)
        case protocol.Kick():
            return decide.kick(table, seat, command)
        case protocol.Leave():
            return decide.leave(table, seat, command)
        case protocol.Shuffle():
            return decide.shuffle(table, seat, command)
        case protocol.Start():
            return decide.start(table, seat, command)
        case protocol.Ready():
            return decide.ready(table, seat, command)
        case protocol.AddNonce():
            return decide.add_nonce(table, seat, command)
        case _:
            raise Refused("bad_message", "hello-once")
