"""Two server processes on PostgreSQL and Redis serve the same tables. One is killed, and the games go on."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from sqlalchemy import create_engine, text

from server.backends import Postgres, postgres, redis
from server.process import People, ServerProcess
from server.serving import open_table, play_on, run, seat_at
from server.test_server_durability import check_ledger


@pytest.fixture(scope="module")
def backends() -> Iterator[tuple[Postgres, str]]:
    with ExitStack() as stack:
        yield stack.enter_context(postgres()), stack.enter_context(redis())


@pytest.fixture
def workers(backends: tuple[Postgres, str]) -> Iterator[list[ServerProcess]]:
    database, bus = backends
    started = [ServerProcess(database.url, ("--redis", bus)) for _ in range(2)]
    try:
        for worker in started:
            worker.launch()
        for worker in started:
            worker.reached()
        yield started
    finally:
        for worker in started:
            worker.stop()


def events_of(database: Postgres) -> dict[str, list[tuple[int, bytes]]]:
    kept: dict[str, list[tuple[int, bytes]]] = {}
    engine = create_engine(database.url.replace("postgresql", "postgresql+psycopg"))
    with engine.connect() as connection:
        for table, seq, at, body in connection.execute(
            text("select table_id, seq, at, body from events order by 1, 2")
        ):
            assert seq == len(kept.setdefault(table, [])), "a gap in the events"
            kept[table].append((at, body.encode()))
    engine.dispose()
    return kept


def test_players_of_one_table_sit_at_different_workers(workers: list[ServerProcess]) -> None:
    one, two = (worker.url for worker in workers)
    table, tokens = open_table(one, "runaway", 4, people=3)

    async def play() -> None:
        async with (
            seat_at(one, table, tokens[0]) as host,
            seat_at(two, table, tokens[1]) as guest,
            seat_at(two, table, tokens[2]) as third,
            seat_at(two, table, None) as watcher,
        ):
            await host.ask("chat", text="hello over there")
            assert (await guest.until("chat"))["text"] == "hello over there"
            async with seat_at(two, table, tokens[1]) as again:
                assert [said["text"] for said in json.loads(again.frames[0])["remarks"]] == ["hello over there"]
            await host.ask("start")
            await asyncio.gather(*(play_on(seat) for seat in (host, guest, third)))
            while watcher.over is None:
                await watcher.hear()
            assert host.over is not None
            assert guest.over is not None
            assert host.over["scores"] == guest.over["scores"] == watcher.over["scores"]

    run(play())


def test_one_worker_is_killed_in_the_middle_of_play_and_the_games_go_on(
    workers: list[ServerProcess], backends: tuple[Postgres, str]
) -> None:
    async def play() -> People:
        people = People([worker.url for worker in workers])
        groups = [("hachi", 3), ("miyajima", 2), ("runaway", 3), ("runaway", 4)]
        playing = [asyncio.create_task(people.group(game, seats, n)) for n, (game, seats) in enumerate(groups)]
        for victim in (workers[0], workers[1]):
            await grown(people, 30)
            await asyncio.to_thread(victim.kill)
            await grown(people, 30)
            await asyncio.to_thread(victim.start)
        await grown(people, 30)
        people.stop.set()
        await asyncio.gather(*playing)
        return people

    check_ledger(run(play(), 240), events_of(backends[0]))


async def grown(people: People, moves: int) -> None:
    """Wait until some more moves have been acknowledged."""
    until = len(people.ledger.acked) + moves
    while len(people.ledger.acked) < until:
        await asyncio.sleep(0.05)


def test_a_bots_game_goes_on_at_the_other_worker(workers: list[ServerProcess]) -> None:
    table, tokens = open_table(workers[0].url, "hachi", 4, people=1, bots=["random"] * 3)

    async def play() -> None:
        async with seat_at(workers[0].url, table, tokens[0]) as seat:
            await seat.ask("start")
            await seat.until("position", lambda m: bool(m["actions"]))
            await asyncio.to_thread(workers[0].kill)
        async with seat_at(workers[1].url, table, tokens[0]) as seat:
            await seat.until("position")
            await play_on(seat)
            assert seat.over is not None

    run(play())


def test_moves_are_refused_while_the_database_restarts_and_play_resumes(
    workers: list[ServerProcess], backends: tuple[Postgres, str]
) -> None:
    database = backends[0]
    table, tokens = open_table(workers[0].url, "miyajima", 1, people=1)

    async def play() -> None:
        async with seat_at(workers[0].url, table, tokens[0]) as seat:
            await seat.ask("start")
            await seat.until("position") if not seat.position else None
            ply = seat.position["ply"]
            await asyncio.to_thread(database.stop, "immediate")
            try:
                refused = await seat.ask("act", id="m", ply=ply, action="roll red")
                assert refused["code"] == "storage"
                assert seat.position["ply"] == ply
            finally:
                await asyncio.to_thread(database.start)
            for _ in range(50):
                answer = await seat.ask("act", id="m", ply=ply, action="roll red")
                if answer["type"] == "ack":
                    return
                await asyncio.sleep(0.2)
            raise AssertionError("play did not resume")

    run(play())
