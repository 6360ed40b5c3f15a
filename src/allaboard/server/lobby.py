"""All tables: opened, joined, woken from their events, put to sleep, followed by a rematch."""

import asyncio
import os
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from allaboard import fair
from allaboard.game import GameError, load
from allaboard.server import bus, daily, decide, events, index, protocol, showing
from allaboard.server.codes import hashed, heard, new_table_id, new_token
from allaboard.server.config import Config
from allaboard.server.forms import NewSolo, NewTable, Seated
from allaboard.server.metrics import METRICS
from allaboard.server.names import clean_name
from allaboard.server.refusal import Refused
from allaboard.server.room import Room
from allaboard.server.store import Conflict, Statement, Store, StoreDown, now_ms
from allaboard.server.table import Table, fold, options_of


class Lobby:
    """Every table that this worker knows, by its id."""

    def __init__(self, config: Config, store: Store, talk: bus.Bus) -> None:
        self.config, self.store, self.bus = config, store, talk
        self.rooms: dict[str, Room] = {}
        self.thinkers = ThreadPoolExecutor(max(1, os.cpu_count() or 1), "bot")
        self.stopping = False
        self._waking: dict[str, asyncio.Task[Room]] = {}
        self._chores: list[asyncio.Task[None]] = []
        self.daily_secret = b""
        METRICS.gauges["tables"] = lambda: len(self.rooms)
        METRICS.gauges["sockets"] = lambda: sum(len(room.connections) for room in self.rooms.values())

    async def start(self) -> None:
        """Open for business."""
        await self.store.start()
        self.daily_secret = await asyncio.to_thread(self.store.secret, "daily")
        await self.bus.start(self.hear, self.missed_something)
        self._chores = [asyncio.create_task(self._beat()), asyncio.create_task(self._sweep())]
        if self.config.redis:
            self._chores.append(asyncio.create_task(self._share()))

    async def stop(self) -> None:
        """No new commands; every socket is told to come back; what was begun is kept."""
        self.stopping = True
        for chore in self._chores:
            chore.cancel()
        ending = []
        for room in self.rooms.values():
            room.keeper.close()
            for connection in list(room.connections):
                connection.close("restarting")
                ending.append(connection.ended.wait())
        if ending:
            with suppress(TimeoutError):
                await asyncio.wait_for(asyncio.gather(*ending), 3)
        with suppress(StoreDown, Conflict, TimeoutError):
            await asyncio.wait_for(self.store.beat(), 1)
        await self.bus.stop()
        await self.store.stop()
        self.thinkers.shutdown(wait=False, cancel_futures=True)

    # ---- opening

    async def open(self, new: NewTable, browser: str | None) -> Seated:
        """A new table, its host seated."""
        settings = checked(new.settings)
        if len(new.bots) >= settings.seats:
            raise Refused(
                "bad_settings", f"there is room for {settings.seats - 1} bots beside you, not {len(new.bots)}"
            )
        token = new_token()
        seating: list[events.Any] = [events.Joined(0, clean_name(new.name), [hashed(token)], browser)]
        first_bot = settings.seats - len(new.bots)
        seating += [events.BotSeated(first_bot + i, level) for i, level in enumerate(new.bots)]
        table = await self._found(events.Opened(settings, fair.new_seed().hex()), seating, begin=False)
        return self._seated(table, 0, token)

    async def solo(self, new: NewSolo, browser: str | None) -> Seated:
        """A game that begins at once, bots on all other seats."""
        seats = new.seats or (1 if new.game == "miyajima" else 4)
        settings = checked(
            protocol.Settings(
                new.game,
                seats,
                new.options,
                level=new.level,
                spectators=False,
                memory_aid=new.memory_aid,
                hints=new.hints,
            )
        )
        token = new_token()
        seating = _with_bots(settings, new.level, events.Joined(0, clean_name(new.name), [hashed(token)], browser))
        table = await self._found(events.Opened(settings, fair.new_seed().hex()), seating, begin=True)
        return self._seated(table, 0, token)

    async def daily(self, game: str, name: str, browser: str) -> Seated:
        """One's try at today's challenge; who has one already gets it back."""
        date = daily.today()
        if own := await daily.tried(self.store, game, date, browser):
            return await self.join(own, name, browser)
        settings = daily.settings(game)
        token = new_token()
        seating = _with_bots(settings, settings.level, events.Joined(0, clean_name(name), [hashed(token)], browser))
        opened = events.Opened(settings, daily.seed(self.daily_secret, game, date).hex(), date)
        try:
            table = await self._found(opened, seating, begin=True, browser=browser)
        except Conflict:  # the same browser in two tabs
            own = await daily.tried(self.store, game, date, browser)
            assert own is not None
            return await self.join(own, name, browser)
        return self._seated(table, 0, token)

    async def _found(
        self, opened: events.Opened, seating: Sequence[events.Any], *, begin: bool, browser: str | None = None
    ) -> Table:
        """Keep a new table with everything that belongs to it, in one commit."""
        self.need_open()
        at = now_ms()
        table = Table(new_table_id(), opened, at)
        kept: list[events.Any] = [opened, *seating]
        for event in seating:
            table.apply(event, at)
        if begin:
            lines, steps = table.with_chance([])
            kept.append(events.Started(lines))
            table.apply(kept[-1], at, steps)
        more: list[Statement] = index.opened(table)
        if opened.daily and browser:
            more.append(daily.try_row(table, browser))
        await self.store.append(table.id, 0, at, [events.encode(event) for event in kept], *more)
        METRICS.count("tables", table.game.name)
        await self._house(table, None)
        return table

    # ---- finding

    async def room(self, table_id: str) -> Room:
        """A table, woken from its events if need be."""
        table_id = heard(table_id)
        if len(table_id) != 23 or not table_id.replace("-", "").isalpha():
            raise Refused("unknown_table", "there is no such table")
        if room := self.rooms.get(table_id):
            return room
        if table_id not in self._waking:
            self._waking[table_id] = asyncio.create_task(self._wake(table_id))
            self._waking[table_id].add_done_callback(lambda _: self._waking.pop(table_id, None))
        return await asyncio.shield(self._waking[table_id])

    async def _wake(self, table_id: str) -> Room:
        await self.bus.follow(table_id)
        kept = await self.store.events_of(table_id)
        if not kept:
            await self.bus.forget(table_id)
            raise Refused("unknown_table", "there is no such table")
        table = fold(table_id, kept)
        left = table.paused_ms
        if left is None and table.settings.clock and table.phase == "playing":
            seen = await self.store.last_seen(table_id)
            until = now_ms() if seen is None else max(seen, kept[-1][0])
            left = round(table.settings.clock * 1000 * self.config.second) - (until - table.began)
        room = await self._house(table, left)
        async with room.lock:  # others may find the room meanwhile
            await room.catch_up()  # what was kept while we read
        return room

    async def _house(self, table: Table, left_ms: int | None) -> Room:
        await self.bus.follow(table.id)
        return self.rooms.setdefault(table.id, Room(table, self, left_ms))

    async def look(self, table_id: str) -> Table:
        """A table to read only; one that sleeps is not woken for it."""
        if room := self.rooms.get(heard(table_id)):
            return room.table
        kept = await self.store.events_of(heard(table_id)) if len(table_id) < 40 else []
        if not kept:
            raise Refused("unknown_table", "there is no such table")
        return fold(heard(table_id), kept)

    # ---- joining

    async def join(self, table_id: str, name: str, browser: str | None) -> Seated:
        """Sit down, or get one's seat back."""
        self.need_open()
        room = await self.room(table_id)
        name, token = clean_name(name), new_token()
        seat = -1

        def sit(table: Table) -> decide.Decision:
            nonlocal seat
            seat, kept = decide.join(table, name, hashed(token), browser)
            return list(kept), None

        await room.do(sit)
        return self._seated(room.table, seat, token)

    async def rematch(self, room: Room, seat: int) -> str:
        """A new table with the same people, who keep their tokens; the next seat begins."""
        table = room.table
        if table.phase != "over":
            raise Refused("not_over", "a rematch comes after the end")
        if table.following:
            return table.following
        if table.daily:
            raise Refused("not_now", "the daily challenge has one try a day")
        count = table.settings.seats
        seating: list[events.Any] = []
        for place in range(count):
            sitter = table.sitters[(place + 1) % count]
            assert sitter is not None
            if sitter.bot:
                seating.append(events.BotSeated(place, sitter.bot))
            else:
                seating.append(events.Joined(place, sitter.name, sitter.tokens, sitter.browser))
        opened = events.Opened(table.settings, fair.new_seed().hex(), after=table.id)
        following = await self._found(opened, seating, begin=True)

        def follow(table: Table) -> decide.Decision:
            return ([] if table.following else [events.Followed(following.id)]), None

        await room.do(follow)
        return room.table.following or following.id

    # ---- the end

    def seed_of(self, table: Table) -> str | None:
        """The seed, where it may be told: after the end, and a daily challenge's when its day is over."""
        if table.phase != "over" or (table.daily and table.daily >= daily.today()):
            return None
        return table.seed.hex()

    def over(self, table: Table) -> protocol.Over:
        """How a table's game ended."""
        return showing.over(table, self.seed_of(table), daily.share(table, self.config.public_url))

    # ---- chores

    def need_open(self) -> None:
        """Nothing new while the server goes down."""
        if self.stopping:
            raise Refused("restarting", "the server restarts; come back in a moment")

    async def hear(self, table_id: str, word: bus.Words) -> None:
        """Something that another worker said."""
        room = self.rooms.get(table_id)
        if room is None:
            return
        with suppress(StoreDown):  # what is missed now comes with the next news, or with who is present
            match word:
                case bus.News():
                    await room.news(word)
                case bus.Shout(run=run, message=message) if run != self.store.run:
                    room.tell_bytes(message.encode())
                case bus.Presence(run=run) if run != self.store.run:
                    await room.others_are(word)

    def _seated(self, table: Table, seat: int, token: str) -> Seated:
        return Seated(table.id, seat, token, f"{self.config.public_url}/table/{table.id}")

    async def missed_something(self) -> None:
        """The workers could not talk for a while: look everything up."""
        for room in list(self.rooms.values()):
            with suppress(StoreDown):
                async with room.lock:
                    await room.catch_up()

    async def _share(self) -> None:
        """With other workers: who is here, and which tables this one keeps going."""
        while True:
            await asyncio.sleep(1)
            rooms = [room for room in self.rooms.values() if room.connections]
            for room, keeps in zip(
                rooms, await self.bus.keeps(self.store.run, [r.table.id for r in rooms]), strict=True
            ):
                room.forget_lost_workers()
                await room.tell_presence()
                if room.keeper.warden != keeps:
                    room.keeper.warden = keeps
                    room.keeper.look()

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(1)
            with suppress(StoreDown, Conflict):
                await self.store.beat()

    async def _sweep(self) -> None:
        """Tables that nobody has been at for a while leave memory; their events stay."""
        while True:
            await asyncio.sleep(min(5.0, self.config.sleep_seconds))
            late = time.monotonic() - self.config.sleep_seconds
            for table_id, room in list(self.rooms.items()):
                if not room.anybody and room.empty_since < late and not room.lock.locked():
                    room.keeper.close()
                    del self.rooms[table_id]
                    await self.bus.forget(table_id)


def checked(settings: protocol.Settings) -> protocol.Settings:
    """Settings that a game can be played with."""
    try:
        load(settings.game).start(settings.seats, options_of(settings))
    except (GameError, OverflowError) as error:
        raise Refused("bad_settings", str(error)) from None
    return settings


def _with_bots(settings: protocol.Settings, level: protocol.Level, person: events.Joined) -> list[events.Any]:
    return [person, *(events.BotSeated(seat, level) for seat in range(1, settings.seats))]
