"""What workers tell each other about tables; a single worker talks to nobody."""

import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

import msgspec
from msgspec import Struct


class Word(Struct, tag_field="w", tag=lambda name: re.sub(r"\W", "", name).lower(), frozen=True):
    """Something that the other workers with this table should know."""


class News(Word, frozen=True):
    """Events that have been kept."""

    seq: int
    at: int
    bodies: list[str]


class Shout(Word, frozen=True):
    """A message for every socket of the table."""

    run: int
    message: str


class Presence(Word, frozen=True):
    """Who is connected to one worker, and how far it knows the table: who knows less has missed something."""

    run: int
    seats: list[int]
    watchers: int
    seq: int = 0


Words = News | Shout | Presence
encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Words).decode
Hear = Callable[[str, Words], Awaitable[None]]
Gap = Callable[[], Awaitable[None]]


class Bus(Protocol):
    """How workers talk."""

    away: bool
    """Whether they cannot talk at the moment."""

    async def start(self, hear: Hear, gap: Gap) -> None:
        """Listen; after a gap, what was missed is in the database."""

    async def stop(self) -> None:
        """Stop listening."""

    async def publish(self, table: str, word: Words) -> None:
        """Tell the others."""

    async def follow(self, table: str) -> None:
        """Subscribe to a table."""

    async def forget(self, table: str) -> None:
        """Unsubscribe from a table."""

    async def keeps(self, run: int, tables: Sequence[str]) -> list[bool]:
        """Which of these tables this worker keeps going."""
        ...

    async def release(self, run: int, table: str) -> None:
        """This worker does not keep the table going any more."""


class Alone:
    """The bus of a single worker."""

    away = False

    async def start(self, hear: Hear, gap: Gap) -> None:
        """Nobody to listen to."""

    async def stop(self) -> None:
        """Nothing to end."""

    async def publish(self, table: str, word: Words) -> None:
        """Nobody to tell."""

    async def follow(self, table: str) -> None:
        """Nobody speaks."""

    async def forget(self, table: str) -> None:
        """Nobody spoke."""

    async def keeps(self, run: int, tables: Sequence[str]) -> list[bool]:
        """All of them."""
        return [True] * len(tables)

    async def release(self, run: int, table: str) -> None:
        """Nobody else could."""
