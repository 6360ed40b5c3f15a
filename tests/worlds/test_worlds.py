"""Simulated worlds: whatever fails, no move is lost or repeated, and nobody sees the cards of others.

A failure names the world's number; `World(number).run()` repeats it, to the byte.
"""

import asyncio
import logging
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from allaboard.server.audience import Audience
from allaboard.server.clock import Clock
from allaboard.server.redisbus import RedisBus
from allaboard.server.refusal import Refused
from allaboard.server.room import Room
from allaboard.server.sharing import Sharing
from allaboard.server.store import Store
from allaboard.server.stories import Stories
from allaboard.server.table import Table
from worlds.parts import SimulatedStore
from worlds.world import World

CHUNK = 10
WORLDS = 80
"""Each known defect is found in the first forty."""
Break = Callable[[pytest.MonkeyPatch], None]


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """Silence the log: many faults are logged."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


def bad_worlds(numbers: range) -> dict[int, list[str]]:
    """The violations, by world."""
    return {number: problems for number in numbers if (problems := World(number).run())}


@pytest.mark.parametrize("first", range(0, WORLDS, CHUNK))
def test_every_world_keeps_the_guarantees(first: int) -> None:
    assert not bad_worlds(range(first, first + CHUNK))


@pytest.mark.long
@pytest.mark.parametrize("first", range(1000, 6000, 20 * CHUNK))
def test_thousands_of_worlds_keep_the_guarantees(first: int) -> None:
    assert not bad_worlds(range(first, first + 20 * CHUNK))


def test_a_number_gives_the_same_world_again(tmp_path: Path) -> None:
    numbers = range(3, 7)
    here = [_digest(number) for number in numbers]
    script = "import sys, logging; sys.path[:0] = sys.argv[1:]; logging.disable(50); from worlds.world import World\n"
    script += f"for number in {list(numbers)}: made = World(number); made.run(); print(made.digest())"
    paths = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2] / "src")]
    done = subprocess.run(
        [sys.executable, "-c", script, *paths], capture_output=True, text=True, timeout=300, check=True
    )
    assert done.stdout.split() == here


def _digest(number: int) -> str:
    made = World(number)
    made.run()
    return made.digest()


# ---- known defects, put back in


def seat_read_before_the_lock(patch: pytest.MonkeyPatch) -> None:
    """The seat of a socket is read before the room is locked, and used afterwards."""
    enter, seat_of = Room.enter, Audience.seat_of
    read: dict[Any, int | None] = {}

    async def early(self: Room, connection: Any) -> None:
        seat = seat_of(self.audience, connection)
        if seat is not None:
            read[connection] = seat
        await enter(self, connection)

    patch.setattr(Room, "enter", early)
    patch.setattr(Audience, "seat_of", lambda self, connection: read.get(connection, seat_of(self, connection)))


def story_of_another(patch: pytest.MonkeyPatch) -> None:
    """Everybody who asks for the story is told what the first seat knows."""
    told = Stories.told

    async def for_the_first(self: Stories, table: Table, _: Callable[[], int], *about: Any) -> bytes:
        return await told(self, table, lambda: 0, *about)

    patch.setattr(Stories, "told", for_the_first)


def crashed_workers_are_not_forgotten(patch: pytest.MonkeyPatch) -> None:
    """People who were connected to a crashed worker count as connected for ever."""
    patch.setattr(Room, "forget_lost_workers", lambda self: None)


def outage_not_noticed(patch: pytest.MonkeyPatch) -> None:
    """While Redis fails, the database is not read, and people who are not reported count as absent."""
    patch.setattr(RedisBus, "_is_away", lambda self, error: None)


def listener_ends(patch: pytest.MonkeyPatch) -> None:
    """A message that cannot be decoded ends the listener."""
    handle = RedisBus._handle

    async def strictly(self: RedisBus, message: Any, hear: Any) -> None:
        if not message["data"].startswith(b'{"w":"') or message["data"] == b'{"w":"new"}':
            raise asyncio.CancelledError
        await handle(self, message, hear)

    patch.setattr(RedisBus, "_handle", strictly)


def many_leaders(patch: pytest.MonkeyPatch) -> None:
    """Every worker leads the table."""

    async def everybody(self: RedisBus, run: int, tables: list[str]) -> list[bool]:
        return [True] * len(tables)

    patch.setattr(RedisBus, "leads", everybody)


def unknown_tokens_are_refused_at_once(patch: pytest.MonkeyPatch) -> None:
    """A token that this worker does not know is refused without reading the database."""

    async def refuse(self: Room, connection: Any) -> None:
        async with self.lock:
            if connection.token is not None and self.audience.seat_of(connection) is None:
                raise Refused("unknown_token", "unknown-token")
        await enter(self, connection)

    enter = Room.enter
    patch.setattr(Room, "enter", refuse)


def clock_renewed(patch: pytest.MonkeyPatch) -> None:
    """An undo gives the whole time again."""
    patch.setattr(Clock, "back", lambda self: self.reset())


def done_again(patch: pytest.MonkeyPatch) -> None:
    """A retry counts as a new command."""
    patch.setattr(Room, "answered", lambda self, connection, command: None)


def acknowledged_before_stored(patch: pytest.MonkeyPatch) -> None:
    """A move is acknowledged while it is still being written."""
    append = Store.append

    async def hope(self: SimulatedStore, *change: Any) -> None:
        async def later() -> None:
            with suppress(Exception):
                await append(self, *change)

        asyncio.get_running_loop().create_task(later())

    patch.setattr(SimulatedStore, "append", hope)


def nobody_catches_up(patch: pytest.MonkeyPatch) -> None:
    """What was missed during an outage of Redis is not read."""

    async def nothing(self: Sharing) -> None:
        pass

    patch.setattr(Sharing, "catch_up", nothing)
    patch.setattr(Room, "catch_up", nothing)


@pytest.mark.parametrize(
    ("broken", "says"),
    [
        (seat_read_before_the_lock, "opens no seat was told"),
        (story_of_another, "than it may know"),
        (crashed_workers_are_not_forgotten, "nothing happened"),
        (outage_not_noticed, "got a bot, and was connected"),
        (listener_ends, "a worker knows"),
        (many_leaders, "workers lead the table"),
        (unknown_tokens_are_refused_at_once, "a token was refused"),
        (clock_renewed, "an undo gave"),
        (done_again, "was done"),
        (acknowledged_before_stored, "not between"),
        (nobody_catches_up, ""),
    ],
)
def test_a_known_defect_is_found(broken: Break, says: str, monkeypatch: pytest.MonkeyPatch) -> None:
    broken(monkeypatch)
    for number in range(WORLDS):
        if any(says in problem for problem in World(number).run()):
            return
    pytest.fail("no world finds it")
