"""Simulated parts of a worker: the disk under the database, Redis, threads and the network."""

import asyncio
import json
import random
import sqlite3
from collections.abc import Callable, Sequence
from functools import cache
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, TypeVar

from redis.exceptions import ConnectionError as RedisAway
from sqlalchemy import Engine, create_engine, insert
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import StaticPool

from allaboard.server import redisbus
from allaboard.server.inserting import Inserter
from allaboard.server.migrations import migrate
from allaboard.server.schema import RUNS
from allaboard.server.store import Change, Store, StoreDown, _Waiting, now_ms
from allaboard.server.tableevents import VERSION

if TYPE_CHECKING:
    from worlds.world import World

T = TypeVar("T")
TICK = 1e-6
"""What is sent later arrives later."""


class Delays:
    """Delays: mostly short, sometimes long, so that anything may overtake anything."""

    def __init__(self, rng: random.Random, usual: float, slow: float = 0.05) -> None:
        self._rng, self._usual, self._slow = rng, usual, slow

    def __call__(self) -> float:
        return self._usual * self._rng.random() * (30 if self._rng.random() < self._slow else 1)


# ---- the database


def _memory() -> Engine:
    return create_engine("sqlite://", poolclass=StaticPool, connect_args={"check_same_thread": False})


@cache
def _empty() -> Engine:
    engine = _memory()
    migrate(engine)
    return engine


@cache
def the_engine() -> Engine:
    """One engine for all worlds, because its statements are compiled once. Each world starts with an empty database."""
    return _memory()


def _driver(engine: Engine) -> sqlite3.Connection:
    connection: Any = engine.raw_connection().driver_connection
    return connection  # type: ignore[no-any-return]


def fresh_database() -> Engine:
    """An empty database of the current schema."""
    _driver(_empty()).backup(_driver(the_engine()))
    return the_engine()


class SimulatedStore(Store):
    """The real statements on a real SQLite database in memory. The world decides when they finish, and whether."""

    def __init__(self, world: "World", rng: random.Random) -> None:
        self.engine = self._reading = world.engine
        self.url = self.engine.url
        self.run = rng.getrandbits(53)
        self._world, self._rng = world, rng
        self._takes = Delays(rng, 0.01)
        self._is_away = False
        self._inserter = Inserter(self.engine)
        self._line: list[_Waiting] = []
        self._handing = None
        self._writing = False
        self._committed = 0.0
        self._lock = None

    async def start(self) -> None:
        self._loop = asyncio.get_running_loop()
        with self.engine.begin() as connection:
            signs = {"id": self.run, "started": now_ms(), "alive": now_ms(), "events": VERSION}
            connection.execute(insert(RUNS), signs)

    async def stop(self) -> None:
        pass

    def close(self) -> None:
        pass

    def _give(self, batch: list[_Waiting]) -> None:
        assert self._loop
        self._loop.call_later(self._takes(), self._commit, batch)

    def _transact(self, changes: Sequence[Change]) -> None:
        if self._world.disk_away and self._rng.random() < 0.6:
            raise OperationalError("insert", None, Exception("the disk is away"))
        super()._transact(changes)
        self._world.committed(self.run, changes)
        if self._world.disk_away:
            raise OperationalError("commit", None, Exception("the disk is away, but it has written"))

    async def write(self, work: Callable[[Any], T]) -> T:
        await asyncio.sleep(self._takes())
        return self._do(work)

    async def read(self, question: Callable[[Any], T]) -> T:
        await asyncio.sleep(self._takes())
        if self._world.disk_away:
            raise StoreDown("away")
        found = self._ask(question)
        await asyncio.sleep(self._takes())
        return found


# ---- Redis


class SimulatedRedis:
    """The parts of Redis that we use: channels without memory, and leases that expire."""

    def __init__(self, world: "World") -> None:
        self.world, self.up = world, True
        self.subscriptions: list[Subscription] = []
        self.leases: dict[str, tuple[str, float]] = {}

    def fail(self) -> None:
        self.up = False
        self.leases.clear()  # it stores nothing on disk
        for subscription in self.subscriptions:
            subscription.cut()

    def publish(self, channel: str, data: bytes) -> None:
        for subscription in self.subscriptions:
            subscription.say(channel, data)

    def eval(self, script: str, key: str, who: str, most: float) -> int:
        now = self.world.loop.time()
        holder, until = self.leases.get(key, ("", 0.0))
        holder = holder if until > now else ""
        if script == redisbus._RELEASE:
            if holder == who:
                del self.leases[key]
            return 0
        if holder and holder != who:
            return 0
        self.leases[key] = who, now + most / 1000
        return 1


class Subscription:
    """A subscription: messages arrive in order and delayed. When Redis fails, the subscriber connects again."""

    def __init__(self, redis: SimulatedRedis, rng: random.Random) -> None:
        self._redis, self._takes = redis, Delays(rng, 0.01, 0.1)
        self._channels: set[str] = set()
        self._heard: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()
        self._open, self._next = True, 0.0
        redis.subscriptions.append(self)

    async def subscribe(self, *channels: str) -> None:
        self._channels.update(channels)
        await self._need()

    async def unsubscribe(self, *channels: str) -> None:
        self._channels.difference_update(channels)
        await self._need()

    async def _need(self) -> None:
        await asyncio.sleep(self._takes())
        if not self._redis.up:
            raise RedisAway("away")
        self._open = True

    async def get_message(self, timeout: float) -> dict[str, Any] | None:
        if not self._open:
            await self._need()
        try:
            message = await asyncio.wait_for(self._heard.get(), timeout)
        except TimeoutError:
            return None
        if message is None:
            raise RedisAway("cut")
        return message

    def say(self, channel: str, data: bytes) -> None:
        if self._open and channel in self._channels:
            loop = self._redis.world.loop
            self._next = max(self._next + TICK, loop.time() + self._takes())
            loop.call_at(
                self._next,
                self._heard.put_nowait,
                {"channel": channel.encode(), "data": data},
                context=self._redis.world.outside,
            )

    def cut(self) -> None:
        if self._open:
            self._open = False
            self._heard.put_nowait(None)

    async def aclose(self) -> None:
        self._open = False


class Client:
    """A connection to Redis for everything else."""

    def __init__(self, redis: SimulatedRedis, rng: random.Random) -> None:
        self._redis, self._takes = redis, Delays(rng, 0.004)

    def pipeline(self, transaction: bool = True) -> "Pipe":
        return Pipe(self)

    async def eval(self, script: str, _: int, key: str, who: str, most: str = "0") -> int:
        return int((await self.do([("eval", (script, key, who, float(most)))]))[0])

    async def do(self, commands: list[tuple[str, tuple[Any, ...]]]) -> list[Any]:
        await asyncio.sleep(self._takes())
        if not self._redis.up:
            raise RedisAway("away")
        answers = [getattr(self._redis, name)(*arguments) for name, arguments in commands]
        await asyncio.sleep(self._takes())
        return answers

    async def aclose(self) -> None:
        pass


class Pipe:
    """Commands that are sent together."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._commands: list[tuple[str, tuple[Any, ...]]] = []

    async def __aenter__(self) -> "Pipe":
        return self

    async def __aexit__(self, *_: object) -> None:
        pass

    def publish(self, channel: str, data: bytes) -> None:
        self._commands.append(("publish", (channel, data)))

    def eval(self, script: str, _: int, key: str, who: str, most: str) -> None:
        self._commands.append(("eval", (script, key, who, float(most))))

    async def execute(self) -> list[Any]:
        return await self._client.do(self._commands)


class SimulatedBus(redisbus.RedisBus):
    """The real bus over a simulated Redis."""

    def __init__(self, redis: SimulatedRedis, rng: random.Random) -> None:
        super().__init__("redis://nowhere")
        self._redis, self._pubsub = Client(redis, rng), Subscription(redis, rng)


# ---- threads


class SimulatedTurns:
    """Threads that take some time."""

    def __init__(self, rng: random.Random) -> None:
        self._takes = Delays(rng, 0.1)

    def waiting(self, _: str) -> int:
        return 0

    async def do(self, _: str, __: str, ___: object, work: Callable[[], T]) -> tuple[T, float]:
        await asyncio.sleep(self._takes())
        return work(), 0.001

    def close(self) -> None:
        pass


# ---- the network


class Closed(Exception):
    """The socket is closed."""


class Line:
    """One WebSocket with both of its ends. Everything that the client received is kept, with its time."""

    def __init__(self, world: "World", rng: random.Random, token: str | None) -> None:
        self.world, self.token = world, token
        self._takes = Delays(rng, 0.01)
        self._there: asyncio.Queue[dict[str, Any]] = asyncio.Queue()  # at the server
        self._here: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()  # at the client
        self._next = {True: 0.0, False: 0.0}
        self.opened, self.closed = world.loop.time(), float("inf")
        self.entered = float("inf")
        self.code: int | None = None
        self._over = False  # the server's end
        self.told: list[tuple[float, dict[str, Any]]] = []
        self.client = SimpleNamespace(host=f"10.0.0.{rng.randrange(9)}")
        self.headers: dict[str, str] = {}
        self.scope: dict[str, Any] = {}

    def _carry(self, up: bool, what: Callable[[], object]) -> None:
        loop = self.world.loop
        self._next[up] = max(self._next[up] + TICK, loop.time() + self._takes())
        loop.call_at(self._next[up], what, context=self.world.outside)

    # the server's end

    async def accept(self) -> None:
        pass

    async def receive(self) -> dict[str, Any]:
        return await self._there.get()

    async def send(self, message: dict[str, Any]) -> None:
        if self._over:
            raise Closed
        told = json.loads(message["text"])
        self._carry(False, lambda: self._arrive(told))

    async def close(self, code: int = 1000, reason: str = "") -> None:
        self._over = True
        self._carry(False, lambda: self._end(code))

    # the client's end

    def say(self, **message: Any) -> None:
        text = json.dumps(message)
        self._carry(True, lambda: self._there.put_nowait({"type": "websocket.receive", "text": text}))

    def _arrive(self, told: dict[str, Any]) -> None:
        if self.code is None:
            if told["type"] == "welcome":
                self.entered = min(self.entered, self.world.loop.time())
            self.told.append((self.world.loop.time(), told))
            self._here.put_nowait(told)

    def _end(self, code: int) -> None:
        if self.code is None:
            self.code, self.closed = code, self.world.loop.time()
            self._here.put_nowait(None)
            self._carry(True, lambda: self._there.put_nowait({"type": "websocket.disconnect"}))

    async def hear(self) -> dict[str, Any]:
        message = await self._here.get()
        if message is None:
            raise Closed
        return message

    def cut(self) -> None:
        """Cut the connection. Each end notices it in its own time."""
        self._end(1006)
