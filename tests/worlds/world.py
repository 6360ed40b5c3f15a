"""A world from one number: workers, a database, Redis, people and faults, in one thread and with simulated time."""

import asyncio
import hashlib
import random
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import copy_context
from dataclasses import dataclass
from functools import cache
from types import ModuleType, SimpleNamespace
from typing import Any, TypeVar
from zlib import crc32

import pytest

from allaboard import fair
from allaboard.server import (
    automation,
    bots_at_table,
    clock,
    codes,
    decide,
    limits,
    migrations,
    readiness,
    retention,
    room,
    sockets,
    store,
    upkeep,
)
from allaboard.server.config import Config
from allaboard.server.connection import Connection
from allaboard.server.lobby import Lobby
from allaboard.server.protocol import Settings
from allaboard.server.store import Change
from worlds.checker import check
from worlds.loop import SimulatedLoop, SimulatedProcess
from worlds.parts import Line, SimulatedBus, SimulatedRedis, SimulatedStore, SimulatedTurns, fresh_database
from worlds.people import Person, live
from worlds.timing import PATIENCE, TROUBLE

T = TypeVar("T")
TIMED: tuple[ModuleType, ...] = (clock, automation, limits, migrations, retention, room, store, upkeep)
EPOCH = 1_800_000_000
GAMES = [("miyajima", 2), ("miyajima", 3), ("hachi", 3), ("hachi", 3), ("runaway", 3), ("runaway", 4)]


@cache
def compiled() -> None:
    """Load the rules, as an application does when it starts."""
    readiness.warm_up()


class Worker(SimulatedProcess):
    """One server process."""

    def __init__(self, world: "World", config: Config, number: int) -> None:
        super().__init__()
        rng = world.stream(f"worker {number}")
        self.store = SimulatedStore(world, rng)
        self.lobby = Lobby(config, self.store, SimulatedBus(world.redis, rng))
        self.lobby.bot_threads = SimulatedTurns(rng)  # type: ignore[assignment]
        self.lobby.stories.threads = SimulatedTurns(rng)  # type: ignore[assignment]
        self.lines: list[Line] = []


@dataclass
class Fault:
    """A temporary fault."""

    kind: str
    begins: float
    ends: float


class World:
    """A whole world, determined by one number."""

    def __init__(self, number: int) -> None:
        compiled()
        self.number = number
        rng = self.stream("plan")
        self.loop = SimulatedLoop()
        self.loop.threads_take = lambda: 0.005 * threads.random()
        threads = self.stream("threads")
        self.outside = copy_context()
        self.engine = fresh_database()
        self.redis = SimulatedRedis(self)
        self.disk_away = False
        self.workers: list[Worker] = []
        self.all_workers: list[Worker] = []
        self.lines: list[Line] = []
        self.commits: dict[tuple[str, int], float] = {}
        self.calm = False
        game, seats = rng.choice(GAMES)
        clock_seconds = 8 if game == "hachi" and rng.random() < 0.5 else 0
        self.settings = Settings(game, seats, clock=clock_seconds, patience=PATIENCE, level="random")
        self.config = Config(bot_pace=0.2, rates=False, redis="simulated", sleep_seconds=4.0, sockets_per_address=1000)
        self.dawdles = bool(clock_seconds)
        self.faults = self._faults(rng)
        self.problems: list[str] = []
        self.people: list[Person] = []
        self.begun = self.calmed = self.loop.time()

    def stream(self, name: str) -> random.Random:
        """A separate random stream for each part, so that no part changes another one's."""
        return random.Random(f"{self.number} {name}")

    def _faults(self, rng: random.Random) -> list[Fault]:
        kinds = ["crash", "redis", "disk", "noise", "cut", "lost"]
        found = []
        for _ in range(rng.randrange(4)):
            begins = 1.0 + rng.random() * (TROUBLE - 4)
            kind = rng.choice(kinds)
            lasts = 11.0 if kind == "redis" and rng.random() < 0.4 else rng.random() * 5
            found.append(Fault(kind, begins, begins + 0.2 + lasts))
        return found

    # ---- workers

    async def open_worker(self) -> Worker:
        """Start a worker, after a delay."""
        worker = Worker(self, self.config, len(self.all_workers))
        self.all_workers.append(worker)
        await self.loop.spawn(worker, worker.lobby.start())
        self.workers.append(worker)
        return worker

    async def crash(self, worker: Worker) -> None:
        """Stop a worker at once, whatever it was doing. After a while another one replaces it."""
        worker.ended = True
        self.workers.remove(worker)
        luck = self.stream("crash")
        for person in self.people:  # some do not come back
            person.gone = person.gone or luck.random() < 0.2
        for line in worker.lines:
            line.cut()
        own = worker.lobby.bus._pubsub  # type: ignore[attr-defined]
        self.redis.subscriptions = [one for one in self.redis.subscriptions if one is not own]
        await asyncio.sleep(2.0)
        while not self.redis.up:  # a worker does not start without it
            await asyncio.sleep(0.5)
        await self.open_worker()

    def line_to(self, worker: Worker, table: str, token: str | None) -> Line:
        """A new socket."""
        line = Line(self, self.stream(f"line {len(self.lines)}"), token)
        self.lines.append(line)
        worker.lines.append(line)
        handler: Any = sockets.table_socket.fn
        self.loop.spawn(worker, handler(line, table, worker.lobby))
        return line

    async def request(self, worker: Worker, ask: Callable[[Lobby], Awaitable[T]]) -> T:
        """An HTTP request. Raises TimeoutError if nobody answers."""
        answer: asyncio.Future[T] = self.loop.create_future()

        async def serve() -> None:
            try:
                found = await ask(worker.lobby)
            except Exception as error:
                if not answer.done():
                    answer.set_exception(error)
            else:
                if not answer.done():
                    answer.set_result(found)

        self.loop.spawn(worker, serve())
        return await asyncio.wait_for(answer, 3.0)

    def committed(self, _: int, changes: Sequence[Change]) -> None:
        """Record a commit of the database."""
        for change in changes:
            for row in change.rows:
                self.commits[row.table_id, row.seq] = self.loop.time()

    # ---- faults

    async def go_wrong(self, fault: Fault) -> None:
        """One fault, from its beginning to its end."""
        await asyncio.sleep(fault.begins)
        rng, lasts = self.stream(f"fault {fault.begins}"), fault.ends - fault.begins
        match fault.kind:
            case "crash" if self.workers:
                await self.crash(rng.choice(self.workers))
            case "redis":
                self.redis.fail()
                await asyncio.sleep(lasts)
                self.redis.up = True
            case "disk":
                self.disk_away = True
                await asyncio.sleep(min(lasts, 3.0))
                self.disk_away = False
            case "noise":  # a message from another version
                for _ in range(5):
                    for table in {table for table, _ in self.commits}:
                        self.redis.publish(f"allaboard:table:{table}", rng.choice([b"\xff", b"{}", b'{"w":"new"}']))
                    await asyncio.sleep(lasts / 5)
            case "cut":
                for line in self.lines:
                    if line.code is None and rng.random() < 0.7:
                        line.cut()
            case "lost":  # one worker's connection to Redis is reset
                for subscription in self.redis.subscriptions:
                    if rng.random() < 0.5:
                        subscription.cut()

    # ---- the whole of it

    def run(self) -> list[str]:
        """Run the world. Returns the violations."""
        with simulated(self):
            asyncio.set_event_loop(self.loop)
            self.loop.set_exception_handler(lambda *_: None)
            try:
                self.loop.run_until_complete(live(self))
                self.problems += check(self)
            finally:
                self.redis.up = False
                self.disk_away = True
                self.loop.finish(list(self.all_workers))
                self.loop.close()
                asyncio.set_event_loop(None)
        return self.problems

    def digest(self) -> str:
        """A hash of all messages and their times: the same number gives the same world."""
        told = [[(round(at, 9), message) for at, message in line.told] for line in self.lines]
        return hashlib.sha256(repr((sorted(self.commits.items()), told)).encode()).hexdigest()


@contextmanager
def simulated(world: World) -> Iterator[None]:
    """Replace time and randomness, and make the order of sockets in a set independent of memory addresses."""
    loop, luck = world.loop, world.stream("luck")
    clock = SimpleNamespace(
        monotonic=loop.time,
        perf_counter=loop.time,
        time=lambda: EPOCH + loop.time(),
        time_ns=lambda: round((EPOCH + loop.time()) * 1e9),
        sleep=time.sleep,  # for a thread of another test's server that is about to end
    )
    secrets = SimpleNamespace(
        randbits=luck.getrandbits,
        token_bytes=luck.randbytes,
        token_hex=lambda size: luck.randbytes(size).hex(),
        token_urlsafe=lambda size: luck.randbytes(size).hex(),
    )
    with pytest.MonkeyPatch.context() as patch:
        for module in TIMED:
            patch.setattr(module, "time", clock)
        for module in (codes, store, fair):
            patch.setattr(module, "secrets", secrets)
        patch.setattr(Connection, "__hash__", lambda connection: crc32((connection.token or "").encode()))
        patch.setattr(decide, "random", SimpleNamespace(SystemRandom=lambda: luck))
        patch.setattr(bots_at_table, "READY", set())  # what other tests have compiled must not matter here
        yield
