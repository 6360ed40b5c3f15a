"""A bus between workers through Redis: a channel for each table, and a lease for the worker that leads it.

Redis is not needed for correctness: the database decides which worker was first. Redis makes updates fast.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import msgspec
import redis.asyncio as redis
from redis.exceptions import RedisError

from allaboard.server.bus import BusMessages, Gap, Hear, decode, encode
from allaboard.server.logs import log, log_fault
from allaboard.server.metrics import METRICS
from allaboard.server.setuperror import SetupError, reason

CHANNEL = "allaboard:table:"
LEASE = "allaboard:lease:"
LEASE_MS = 4000
_TAKE = """
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
"""
_RELEASE = """
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
"""


class RedisBus:
    """A channel for each table that this worker knows."""

    def __init__(self, url: str) -> None:
        self.away = False
        # Any: the types of redis-py leave open whether an answer must be awaited
        self._redis: Any = redis.Redis.from_url(url, socket_connect_timeout=2, socket_timeout=5)
        self._pubsub: Any = self._redis.pubsub(ignore_subscribe_messages=True)  # Any: as above
        self._tasks: list[asyncio.Task[None]] = []
        self._followed: set[str] = set()
        self._must_resubscribe = False  # subscribing failed: subscribe to all channels again
        self._queued: list[tuple[str, bytes]] = []
        self._wake = asyncio.Event()

    async def start(self, hear: Hear, gap: Gap) -> None:
        """Start to receive. Raises an error if Redis cannot be reached."""
        try:
            await self._pubsub.subscribe(CHANNEL + "all")
        except (RedisError, OSError) as error:
            raise SetupError(f"cannot use Redis: {reason(error)}") from error
        self._tasks = [asyncio.create_task(self._listen(hear, gap)), asyncio.create_task(self._publish_all())]

    async def stop(self) -> None:
        """Stop listening."""
        for task in self._tasks:
            task.cancel()
        with suppress(RedisError, OSError):
            await self._publish_queued()
            await self._pubsub.aclose()
            await self._redis.aclose()

    async def _listen(self, hear: Hear, gap: Gap) -> None:
        missed = False
        while True:
            missed = missed or self.away
            try:
                if self._must_resubscribe:
                    await self._pubsub.subscribe(*self._followed)
                    self._must_resubscribe, missed = False, True
                message = await self._pubsub.get_message(timeout=1.0)
                if missed:  # everything that was missed is in the database
                    missed = False
                    self._is_away(None)
                    await gap()
                if message is not None:
                    await self._handle(message, hear)
            except (RedisError, OSError) as error:
                self._is_away(error)
                missed = True
                await asyncio.sleep(0.3)
            except Exception as error:  # the listener must not end
                log_fault("bus", error)
                METRICS.count("faults", "bus")
                await asyncio.sleep(0.3)

    # Any: a message of redis-py has values of several types
    async def _handle(self, message: dict[str, Any], hear: Hear) -> None:
        """Handle a message. Errors do not affect later messages."""
        table = message["channel"].decode("utf-8", "replace").removeprefix(CHANNEL)
        try:
            await hear(table, decode(message["data"]))
        except msgspec.MsgspecError as error:  # from another version, or from another program
            log("error", kind="bus", error=type(error).__name__, table=table[:40])
            METRICS.count("faults", "undecodable")
        except Exception as error:
            log_fault("bus", error, table=table[:40])
            METRICS.count("faults", "bus")

    def _is_away(self, error: Exception | None) -> None:
        if self.away != (error is not None):
            self.away = error is not None
            log("redis", state="away" if error else "back", kind=type(error).__name__ if error else "")

    async def publish(self, table: str, message: BusMessages) -> None:
        """Queue a message for the other workers. If Redis is not available they find the events in the database."""
        self._queued.append((CHANNEL + table, encode(message)))
        self._wake.set()

    async def _publish_all(self) -> None:
        """Publish all queued messages, in order, on one connection."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            try:
                await self._publish_queued()
            except (RedisError, OSError) as error:
                log("redis", state="mute", kind=type(error).__name__)

    async def _publish_queued(self) -> None:
        queued, self._queued = self._queued, []
        if queued:
            async with self._redis.pipeline(transaction=False) as pipe:
                for channel, message in queued:
                    pipe.publish(channel, message)
                await pipe.execute()

    async def follow(self, table: str) -> None:
        """Subscribe to a table."""
        if CHANNEL + table in self._followed:
            return
        self._followed.add(CHANNEL + table)
        try:
            await self._pubsub.subscribe(CHANNEL + table)
        except (RedisError, OSError) as error:
            log("redis", state="deaf", kind=type(error).__name__)
            self._must_resubscribe = True

    async def forget(self, table: str) -> None:
        """Unsubscribe from a table."""
        self._followed.discard(CHANNEL + table)
        with suppress(RedisError, OSError):
            await self._pubsub.unsubscribe(CHANNEL + table)

    async def leads(self, run: int, tables: Sequence[str]) -> list[bool]:
        """Take or renew the leases of these tables. Without Redis every worker leads, and the database decides."""
        if not tables and not self.away:
            return []
        try:
            async with self._redis.pipeline(transaction=False) as pipe:
                for table in tables:
                    pipe.eval(_TAKE, 1, LEASE + table, str(run), str(LEASE_MS))
                return [bool(taken) for taken in await pipe.execute()]
        except (RedisError, OSError) as error:
            self._is_away(error)  # the listener notices when Redis is back
            return [True] * len(tables)

    async def release(self, run: int, table: str) -> None:
        """Give up a lease, if it is ours."""
        if not self.away:
            with suppress(RedisError, OSError):
                await self._redis.eval(_RELEASE, 1, LEASE + table, str(run))
