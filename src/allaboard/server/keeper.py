"""What happens at a table by itself: bots move, clocks end, patience ends, the countdown counts."""

import asyncio
import time
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from allaboard.server import bots_at_table, countdown, decide, events
from allaboard.server.protocol import Countdown
from allaboard.server.refusal import Refused
from allaboard.server.store import StoreDown
from allaboard.server.table import Table

if TYPE_CHECKING:
    from allaboard.server.room import Room

AGAIN = 1.0
"""Seconds until something that could not be kept is tried again."""


class Keeper:
    """Keeps one table going. Where several workers serve a table, only the one with the lease does."""

    def __init__(self, room: "Room") -> None:
        self.room = room
        self.warden = True
        self.away_since: dict[int, float] = dict.fromkeys(range(room.table.settings.seats), time.monotonic())
        self.counting: Countdown | None = None
        self._thinking: dict[tuple[int, int], asyncio.Task[None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._timers: list[asyncio.TimerHandle] = []
        self._counted = -1
        self._countdown: asyncio.Task[None] | None = None
        self._closed = False

    @property
    def second(self) -> float:
        """How long a second is; tests live faster."""
        return self.room.lobby.config.second

    def close(self) -> None:
        """Nothing happens by itself any more."""
        self._closed = True
        self._forget()
        for task in list(self._tasks):
            task.cancel()

    def _forget(self) -> None:
        for timer in self._timers:
            timer.cancel()
        self._timers.clear()

    def _start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def look(self) -> None:
        """Something has changed: what must happen by itself, and when?"""
        self._forget()
        table, room = self.room.table, self.room
        if self._closed or table.phase != "playing" or not room.anybody:
            room.clock.pause()
            return
        room.clock.run()
        if not self.warden or room.lobby.stopping:
            return
        for seat in table.undecided():
            sitter = table.sitters[seat]
            if sitter and sitter.driven:
                self._think(table, seat)
            elif seat not in room.connected:
                waited = time.monotonic() - self.away_since[seat]
                self._at(table.settings.patience * self.second - waited, self._lose_patience, seat)
        left = room.clock.left_ms()
        if left is not None:
            counted = countdown.late_choice(table) is not None
            self._at(left / 1000 - (countdown.COUNT * self.second if counted else 0), self._time_out, table.ply)
        if countdown.begins(table):
            self.count_down()

    def _at(self, seconds: float, what: Any, argument: int) -> None:
        loop = asyncio.get_running_loop()
        self._timers.append(loop.call_later(max(0.0, seconds), lambda: self._start(what(argument))))

    # ---- bots

    def _think(self, table: Table, seat: int) -> None:
        thought = table.ply, seat
        if thought not in self._thinking:
            self._thinking[thought] = task = self._start(self._bot_move(table, seat, table.ply))
            task.add_done_callback(lambda _: self._thinking.pop(thought, None))

    async def _bot_move(self, table: Table, seat: int, ply: int) -> None:
        began = time.monotonic()
        config = self.room.lobby.config
        game, menu = table.game, table.now.legal(seat)
        level = table.sitters[seat].bot or table.settings.level  # type: ignore[union-attr]
        view = table.now.view(seat).record
        seed = bots_at_table.seed_for(table.seed, ply, seat)
        action = menu[0]
        if len(menu) > 1:
            loop = asyncio.get_running_loop()
            action = await loop.run_in_executor(self.room.lobby.thinkers, bots_at_table.choose, game, level, view, seed)
        text = game.words.say(seat, action)
        delay = bots_at_table.natural_delay(len(menu), text.startswith("insert")) * config.bot_pace
        await asyncio.sleep(max(0.0, delay - (time.monotonic() - began)))

        def move(table: Table) -> decide.Decision:
            sitter = table.sitters[seat]
            if table.ply != ply or seat not in table.undecided() or not (sitter and sitter.driven):
                return [], None  # the table has moved on, or the owner is back
            return decide.choose(table, seat, text)

        await self._do(move)

    async def _do(self, move: Any) -> None:
        try:
            await self.room.do(move)
        except (Refused, StoreDown):  # the database is away: look again in a while
            self._timers.append(asyncio.get_running_loop().call_later(AGAIN, self.look))

    # ---- clocks and patience

    async def _lose_patience(self, seat: int) -> None:
        def wheel(table: Table) -> decide.Decision:
            sitter = table.sitters[seat]
            if seat in self.room.connected or seat not in table.undecided() or sitter is None or sitter.driven:
                return [], None
            return [events.Wheel(seat, True, "away")], None

        await self._do(wheel)

    async def _time_out(self, ply: int) -> None:
        if self.room.table.ply != ply:
            return
        if countdown.late_choice(self.room.table) is not None:
            self.count_down()
            return

        def wheels(table: Table) -> decide.Decision:
            late = [seat for seat in table.undecided() if (sitter := table.sitters[seat]) and not sitter.driven]
            return ([events.Wheel(seat, True, "clock") for seat in late] if table.ply == ply else []), None

        await self._do(wheels)

    # ---- the countdown

    def count_down(self) -> None:
        """3, 2, 1, 0, if it does not run already."""
        ply = self.room.table.ply
        if self._countdown is None or self._countdown.done() or self._counted != ply:
            if self._countdown:
                self._countdown.cancel()
            self._counted = ply
            self._countdown = self._start(self._count(ply))

    async def _count(self, ply: int) -> None:
        try:
            for count in range(countdown.COUNT, -1, -1):
                if self.room.table.ply != ply:
                    return
                self.counting = Countdown(ply, count, round(count * self.second * 1000))
                await self.room.shout(self.counting)
                if count:
                    await asyncio.sleep(self.second)
        finally:
            self.counting = None

        def late(table: Table) -> decide.Decision:
            return decide.late(table) if table.ply == ply and table.undecided() else ([], None)

        await self._do(late)
