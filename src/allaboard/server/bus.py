"""Messages between workers that serve the same tables. A single worker sends none."""

import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

import msgspec
from msgspec import Struct


class BusMessage(Struct, tag_field="w", tag=lambda name: re.sub(r"\W", "", name).lower(), frozen=True):
    """A message to the other workers that have this table in memory."""


class News(BusMessage, frozen=True):
    """Events that were stored."""

    seq: int
    at: int
    bodies: list[str]


class Broadcast(BusMessage, frozen=True, tag="shout"):
    """A message for every socket of the table."""

    run: int
    message: str


class Presence(BusMessage, frozen=True):
    """Who is connected to one worker, and its number of events. A worker that has fewer events has missed some."""

    run: int
    seats: list[int]
    watchers: int
    seq: int = 0


BusMessages = News | Broadcast | Presence
encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(BusMessages).decode
Hear = Callable[[str, BusMessages], Awaitable[None]]
Gap = Callable[[], Awaitable[None]]


class Bus(Protocol):
    """A connection between workers."""

    away: bool
    """Whether the bus is interrupted at the moment."""

    async def start(self, hear: Hear, gap: Gap) -> None:
        """Start to receive. `gap` is called after an interruption; what was missed is in the database."""

    async def stop(self) -> None:
        """Stop listening."""

    async def publish(self, table: str, message: BusMessages) -> None:
        """Send a message to the other workers."""

    async def follow(self, table: str) -> None:
        """Subscribe to a table."""

    async def forget(self, table: str) -> None:
        """Unsubscribe from a table."""

    async def leads(self, run: int, tables: Sequence[str]) -> list[bool]:
        """By table: whether this worker leads it, that is, runs its bots and clocks."""
        ...

    async def release(self, run: int, table: str) -> None:
        """Give up the lead of a table."""


class Alone:
    """The bus of a single worker. It does nothing."""

    away = False

    async def start(self, hear: Hear, gap: Gap) -> None:
        """Do nothing."""

    async def stop(self) -> None:
        """Do nothing."""

    async def publish(self, table: str, message: BusMessages) -> None:
        """Do nothing."""

    async def follow(self, table: str) -> None:
        """Do nothing."""

    async def forget(self, table: str) -> None:
        """Do nothing."""

    async def leads(self, run: int, tables: Sequence[str]) -> list[bool]:
        """A single worker leads all tables."""
        return [True] * len(tables)

    async def release(self, run: int, table: str) -> None:
        """Do nothing."""
