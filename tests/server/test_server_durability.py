"""No acknowledged command is lost or repeated, whatever happens to the server."""

import asyncio
import random
import resource
import sqlite3
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from allaboard import notation
from allaboard.server import tableevents
from allaboard.server.showing import record
from allaboard.server.table import fold
from server.process import People, ServerProcess
from server.serving import post, run, seat_at

GROUPS = [("hachi", 3), ("miyajima", 2), ("runaway", 3), ("miyajima", 1), ("hachi", 4), ("runaway", 4)]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    process = ServerProcess(f"sqlite:///{tmp_path / 'tables.db'}")
    try:
        yield process
    finally:
        process.stop()


def check_ledger(people: People, kept: dict[str, list[tuple[int, bytes]]]) -> None:
    """Every acknowledged command is stored once, every table can be loaded, and positions never differ later."""
    ledger = people.ledger
    assert not ledger.changed
    commands: Counter[tuple[str, str]] = Counter()
    for table in ledger.tables:
        for _, body in kept[table]:
            event = tableevents.decode(body)
            if isinstance(event, tableevents.Acted | tableevents.Chose) and event.command:
                commands[table, event.command] += 1
        fold(table, kept[table])
    assert not [command for command, times in commands.items() if times > 1], "done twice"
    assert not [command for command in ledger.acked if command not in commands], "acknowledged and lost"
    assert len(ledger.acked) > 50


def events_in(path: Path) -> dict[str, list[tuple[int, bytes]]]:
    """All events of a database file, by table."""
    kept: dict[str, list[tuple[int, bytes]]] = {}
    with sqlite3.connect(path) as connection:
        for table, seq, at, body in connection.execute("select table_id, seq, at, body from events order by 1, 2"):
            assert seq == len(kept.setdefault(table, [])), "a gap in the events"
            kept[table].append((at, body.encode()))
    return kept


def killed(server: ServerProcess, times: int) -> People:
    """Play while the server is killed repeatedly."""

    async def play() -> People:
        people = People([server.url])
        playing = [asyncio.create_task(people.group(game, seats, n)) for n, (game, seats) in enumerate(GROUPS)]
        for _ in range(times):
            await asyncio.sleep(random.uniform(0.5, 1.5))
            before = len(people.ledger.acked)
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)
            while len(people.ledger.acked) <= before:  # play has resumed
                await asyncio.sleep(0.05)
        people.stop.set()
        await asyncio.gather(*playing)
        return people

    server.start()
    people: People = run(play(), 60 + 40 * times)
    server.kill()
    return people


@pytest.mark.parametrize("times", [5, pytest.param(50, marks=pytest.mark.long)])
def test_no_acknowledged_move_is_lost_or_doubled_when_the_server_is_killed(
    server: ServerProcess, tmp_path: Path, times: int
) -> None:
    people = killed(server, times)
    kept = events_in(tmp_path / "tables.db")
    check_ledger(people, kept)
    finished = [fold(table, kept[table]) for table in people.ledger.tables]
    for table in finished:
        if table.phase == "over":
            (written,) = notation.read_records(str(record(table, table.seed.hex(), "2026-01-01")))
            assert notation.verify(written) is None


def test_sigterm_ends_it_in_order_and_everybody_comes_back_to_the_same_position(server: ServerProcess) -> None:
    server.start()
    seated = post(server.url, "/api/solo", {"game": "hachi", "level": "random"})

    async def stay() -> tuple[int | None, dict[str, object], float]:
        async with seat_at(server.url, seated["table"], seated["token"]) as seat:
            await seat.until("position", lambda m: bool(m["actions"]))
            took = await asyncio.to_thread(server.terminate)
            await seat.socket.wait_closed()
            return seat.socket.close_code, seat.position, took

    async def back() -> dict[str, object]:
        async with seat_at(server.url, seated["table"], seated["token"]) as seat:
            await seat.until("position")
            return seat.position

    code, before, took = run(stay())
    assert code == 1012
    assert took < 10
    server.start()
    after = run(back())
    assert {**after, "steps": []} == {**before, "steps": []}


def test_a_clock_survives_a_crash_with_the_time_that_it_had(server: ServerProcess) -> None:
    server.start()
    settings = {"game": "hachi", "seats": 3, "clock": 1000}
    seated = post(server.url, "/api/tables", {"settings": settings, "name": "Ada", "bots": ["random", "random"]})

    async def look(start: bool) -> int:
        async with seat_at(server.url, seated["table"], seated["token"]) as seat:
            if start:
                await seat.ask("start")
            if not seat.position:
                await seat.until("position")
            if start:
                await asyncio.sleep(2.5)
                await asyncio.to_thread(server.kill)
            return int(seat.position["clock_ms"])

    run(look(start=True))
    time.sleep(3)
    server.start()
    left = run(look(start=False))
    assert 1_000_000 - 4_500 <= left <= 1_000_000 - 1_000  # the crash and the pause after it cost no time


def test_moves_are_refused_while_the_disk_is_full_and_play_goes_on_afterwards(server: ServerProcess) -> None:
    server.start()
    pid, room = server.pid, resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
    seated = post(server.url, "/api/solo", {"game": "miyajima", "level": "random"})

    async def play() -> None:
        async with seat_at(server.url, seated["table"], seated["token"]) as seat:
            await seat.until("position")
            ply = seat.position["ply"]
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (0, room[1]))  # no file may grow: the disk is full
            refused = await seat.ask("act", id="m", ply=ply, action="roll red")
            assert refused["code"] == "storage"
            assert seat.position["ply"] == ply
            while httpx.get(f"{server.url}/ready").status_code == 200:  # an answer may be a quarter of a second old
                await asyncio.sleep(0.05)
            answer = httpx.post(f"{server.url}/api/solo", json={"game": "hachi"})
            assert (answer.status_code, answer.json()["code"]) == (503, "storage")
            resource.prlimit(pid, resource.RLIMIT_FSIZE, room)
            assert (await seat.ask("act", id="m", ply=ply, action="roll red"))["type"] == "ack"

    run(play())
    assert httpx.get(f"{server.url}/health").status_code == 200
