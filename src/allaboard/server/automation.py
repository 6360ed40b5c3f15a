"""What happens at a table without a command: moves of bots, clocks and patience that run out, and the countdown."""

import asyncio
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Literal

import msgspec

from allaboard.bots.personas import style_of
from allaboard.game import CHANCE
from allaboard.server import bots_at_table, countdown, decide, tableevents
from allaboard.server.logs import log_fault
from allaboard.server.metrics import METRICS
from allaboard.server.protocol.messages import Countdown
from allaboard.server.refusal import Refused
from allaboard.server.store import StoreDown
from allaboard.server.table import Table

if TYPE_CHECKING:
    from allaboard.server.room import Room

RETRY_SECONDS = 1.0
"""Seconds until something that could not be stored is tried again."""


class Automation:
    """Runs the bots and clocks of one table. With several workers, only the worker with the lease does this."""

    def __init__(self, room: "Room") -> None:
        self.room = room
        self.leads = not room.lobby.shared  # with several workers, the lease decides
        self.away_since: dict[int, float] = dict.fromkeys(range(room.table.settings.seats), time.monotonic())
        self._thinking: dict[tuple[int, int], asyncio.Task[None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._timers: list[asyncio.TimerHandle] = []
        self._ply, self._began = -1, 0.0  # the current decision, and when it started
        self._counted = -1
        self._seen: set[int] = set()  # the seats that have been shown what led to this decision
        self._stirred = asyncio.Event()  # set when something has changed
        self._countdown: asyncio.Task[None] | None = None
        self._counting: tuple[Countdown, float] | None = None  # the last countdown message, and the time of its zero
        self._closed = False

    @property
    def second(self) -> float:
        """The length of a second. Tests make it shorter."""
        return self.room.lobby.config.second

    @property
    def has_work(self) -> bool:
        """Whether a bot or the clock must act even if nobody is connected. Only slow tables go on then."""
        table = self.room.table
        if self._closed or table.phase != "playing" or not table.is_slow:
            return False
        bots = any((sitter := table.sitters[seat]) and sitter.driven for seat in table.undecided())
        return bots or self.room.clock.left_ms() == 0

    def close(self) -> None:
        """Stop everything."""
        self._closed = True
        self._forget()
        for task in list(self._tasks):
            task.cancel()

    def _forget(self) -> None:
        for timer in self._timers:
            timer.cancel()
        self._timers.clear()

    def _start(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log_fault("automation", error, table=self.room.table.id)
            METRICS.count("faults", "automation")

    def look(self) -> None:
        """Schedule what must happen next. Call it after every change."""
        self._forget()
        self._stirred.set()
        table, room = self.room.table, self.room
        if self._closed or table.phase != "playing" or not (room.audience.anybody or table.is_slow):
            room.clock.pause()
            self._watch_host()
            return
        room.clock.run()
        if table.ply != self._ply:
            self._ply, self._began = table.ply, time.monotonic()
            self._seen.clear()
        if not self.leads or room.lobby.stopping:
            return
        for seat in table.undecided():
            sitter = table.sitters[seat]
            if sitter and sitter.driven:
                self._think(table, seat)
            elif not room.lobby.bus.away and not room.audience.is_connected(seat):
                waited = time.monotonic() - self.away_since[seat]
                self._at(table.settings.patience * self.second - waited, self._lose_patience, seat)
        left = room.clock.left_ms()
        if left is not None:
            counted = countdown.late_choice(table) is not None
            self._at(left / 1000 - (countdown.WHOLE * self.second if counted else 0), self._time_out, table.ply)
        if countdown.bot_calls(table):
            waited = time.monotonic() - self._began
            self._at(countdown.bot_patience(table) * self.second - waited, self._bot_call, table.ply)

    def seated(self, kept: list[tableevents.TableEvent]) -> None:
        """Update the times since which seats are away. They move with people in a shuffle; the start resets them."""
        now = time.monotonic()
        for event in kept:
            match event:
                case tableevents.Joined(seat=seat):
                    self.away_since[seat] = now
                case tableevents.Shuffled(order=order):
                    self.away_since = {seat: self.away_since[old] for seat, old in enumerate(order)}
                case tableevents.Started():
                    self.away_since |= dict.fromkeys(set(self.away_since) - self.room.audience.connected, now)

    def _watch_host(self) -> None:
        """Before the start: watch for a host who is gone, because nobody else could start the game."""
        table, room = self.room.table, self.room
        if table.phase != "gathering" or self._closed or not self.leads or room.lobby.stopping or room.lobby.bus.away:
            return
        if table.host not in room.audience.connected and any(seat in room.audience.connected for seat in table.heirs()):
            waited = time.monotonic() - self.away_since[table.host]
            self._at(table.settings.patience * self.second - waited, self._pass_on, table.host)

    async def _pass_on(self, _: int) -> None:
        if not self.room.lobby.bus.away:
            await self._do(lambda table: decide.pass_on(table, self.room.audience.connected))

    def _at(self, seconds: float, what: Callable[[int], Coroutine[None, None, None]], argument: int) -> None:
        loop = asyncio.get_running_loop()
        self._timers.append(loop.call_later(max(0.0, seconds), lambda: self._start(what(argument))))

    # ---- bots

    def _think(self, table: Table, seat: int) -> None:
        decision = table.ply, seat
        if decision not in self._thinking:
            self._thinking[decision] = task = self._start(self._bot_move(table, seat, table.ply))
            task.add_done_callback(lambda _: self._thinking.pop(decision, None))

    async def _bot_move(self, table: Table, seat: int, ply: int) -> None:
        began, lobby = time.monotonic(), self.room.lobby
        game, menu = table.game, table.now.legal(seat)
        sitter = table.sitters[seat]
        assert sitter is not None
        level = sitter.bot or table.settings.level
        style = style_of(sitter.name, game.declaration.styles) if sitter.bot else None
        went_on = next((actor for actor, _ in reversed(table.lines) if actor != CHANCE), -1) == seat
        pause = bots_at_table.natural_delay(table.commitment, ply, seat, went_on)
        planned = lobby.answer_times.answer_after(game.declaration, level, pause) * lobby.config.bot_pace
        action = menu[0]
        if len(menu) > 1:
            view, seed = table.now.view(seat), bots_at_table.seed_for(table.seed, ply, seat)
            think = partial(bots_at_table.choose, game, level, view, seed, style, sitter.percent)
            action, took = await lobby.bot_threads.do(self.room.payer, table.id, (game.name, level), think)
            lobby.answer_times.took(game.name, level, took)
        text = game.say(seat, action)
        passed = time.monotonic() - began
        due = bots_at_table.moment_to_answer(planned, passed) if planned else passed
        await asyncio.sleep(due - passed)

        def move(table: Table) -> decide.Decision:
            sitter = table.sitters[seat]
            if table.ply != ply or seat not in table.undecided() or not (sitter and sitter.driven):
                return [], None  # the table has changed, or the owner is back
            return decide.choose(table, seat, text)

        await self._do(move)

    async def _do(self, move: Callable[[Table], decide.Decision]) -> None:
        try:
            await self.room.do(move)
        except (Refused, StoreDown):  # the database is not available: try again later
            self._timers.append(asyncio.get_running_loop().call_later(RETRY_SECONDS, self.look))

    # ---- clocks and patience

    async def _lose_patience(self, seat: int) -> None:
        def autopilot(table: Table) -> decide.Decision:
            sitter = table.sitters[seat]

            # While the bus is interrupted, it is unknown who is connected to other workers.
            present = self.room.audience.is_connected(seat) or self.room.lobby.bus.away
            if present or seat not in table.undecided() or sitter is None or sitter.driven:
                return [], None
            return [tableevents.Autopilot(seat, True, "away")], None

        await self._do(autopilot)

    async def _time_out(self, ply: int) -> None:
        if self.room.table.ply != ply:
            return
        if countdown.late_choice(self.room.table) is not None:
            self.count_down("clock")
            return

        def autopilots(table: Table) -> decide.Decision:
            late = [seat for seat in table.undecided() if (sitter := table.sitters[seat]) and not sitter.driven]
            return ([tableevents.Autopilot(seat, True, "clock") for seat in late] if table.ply == ply else []), None

        await self._do(autopilots)

    # ---- the countdown

    def counting(self) -> Countdown | None:
        """The current countdown, with the time left of it."""
        if self._counting is None:
            return None
        said, zero = self._counting
        return msgspec.structs.replace(said, left_ms=max(0, round((zero - time.monotonic()) * 1000)))

    def has_counted(self) -> bool:
        """Whether the countdown of the current decision was called or has begun. There is only one."""
        return self._counted == self.room.table.ply

    def saw(self, seat: int, ply: int) -> None:
        """A seat has been shown what led to a decision."""
        if self.room.table.ply == self._ply == ply:
            self._seen.add(seat)
            self._stirred.set()

    def _unseen(self) -> set[int]:
        """The people who are here, must choose, and have not been shown everything yet."""
        table = self.room.table
        people = [seat for seat in table.undecided() if (sitter := table.sitters[seat]) and not sitter.driven]
        return {seat for seat in people if self.room.audience.is_connected(seat)} - self._seen

    async def _story_told(self, ply: int, most: float) -> None:
        """Wait until everybody who must choose has been shown what happened, for some seconds at most."""
        end = time.monotonic() + most
        while self.room.table.ply == ply and self._unseen() and (left := end - time.monotonic()) > 0:
            self._stirred.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stirred.wait(), left)

    async def _bot_call(self, ply: int) -> None:
        if self.room.table.ply == ply and countdown.bot_calls(self.room.table):
            self.count_down("called")

    def count_down(self, why: Literal["called", "clock"]) -> None:
        """Start the countdown, once in each decision. It waits until the last turn was shown, if the clock allows."""
        ply = self.room.table.ply
        if self.has_counted():
            return
        if self._countdown:
            self._countdown.cancel()
        self._counted = ply
        self._countdown = self._start(self._count(ply, why))

    async def _count(self, ply: int, why: Literal["called", "clock"]) -> None:
        table = self.room.table
        seat, binding = countdown.caller(table), countdown.binds(table)
        assert seat is not None
        if why == "called":
            began = self._began if self._ply == ply else time.monotonic()
            untold = began + countdown.story(table) * self.second - time.monotonic()
            left = self.room.clock.left_ms()
            most = untold if left is None else min(untold, left / 1000 - countdown.WHOLE * self.second)
            await self._story_told(ply, most)
        zero = time.monotonic() + countdown.WHOLE * self.second
        try:
            for count in range(countdown.COUNT, -1, -1):
                if self.room.table.ply != ply:
                    return
                left = max(0, round((zero - time.monotonic()) * 1000))
                self._counting = Countdown(ply, count, left, seat, why, binding), zero
                await self.room.broadcast(self._counting[0])
                if count:
                    await asyncio.sleep(zero - (count - 1) * self.second - time.monotonic())
        finally:
            self._counting = None

        def late(table: Table) -> decide.Decision:
            return decide.late(table) if table.ply == ply and table.undecided() else ([], None)

        if binding:
            await self._do(late)
