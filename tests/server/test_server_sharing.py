"""Several workers: crashed ones are forgotten, Redis may fail, and missed events cause no refusals."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress

import httpx
import pytest
import redis as redis_client
from sqlalchemy import create_engine, text

from server.backends import Postgres, Redis, postgres, redis_server
from server.process import ServerProcess
from server.serving import Seat, get, open_table, play_on, post, run, seat_at, until


@pytest.fixture(scope="module")
def backends() -> Iterator[tuple[Postgres, Redis]]:
    with ExitStack() as stack:
        yield stack.enter_context(postgres()), stack.enter_context(redis_server())


@pytest.fixture
def workers(backends: tuple[Postgres, Redis]) -> Iterator[list[ServerProcess]]:
    """Two workers whose patience is short: a second of a game takes 0.3 s."""
    database, bus = backends
    started = [ServerProcess(database.url, ("--redis", bus.url, "--second", "0.3")) for _ in range(2)]
    try:
        for worker in started:
            worker.launch()
        for worker in started:
            worker.reached()
        yield started
    finally:
        for worker in started:
            worker.stop()
        if bus.process is None:
            bus.start()


def kept(database: Postgres, table: str) -> list[str]:
    """The kinds of a table's events."""
    engine = create_engine(database.url.replace("postgresql", "postgresql+psycopg"))
    with engine.connect() as connection:
        query = text("select body::json->>'e' from events where table_id = :table order by seq")
        found = [str(row[0]) for row in connection.execute(query, {"table": table})]
    engine.dispose()
    return found


def connected(url: str, table: str) -> list[bool]:
    return [player["connected"] for player in get(url, f"/api/tables/{table}")["players"]]


def test_people_who_were_connected_to_a_crashed_worker_are_forgotten(
    workers: list[ServerProcess], backends: tuple[Postgres, Redis]
) -> None:
    one, two = workers

    async def play() -> str:
        table, tokens = open_table(one.url, "miyajima", 2, people=2, patience=5)
        async with seat_at(one.url, table, tokens[0]) as ada, seat_at(one.url, table, tokens[1]):
            async with seat_at(two.url, table, None):  # the other worker loads the table, and then nobody is there
                await ada.ask("start")
            await until(lambda: connected(two.url, table) == [True, True])
            await asyncio.to_thread(one.kill)
        await until(lambda: connected(two.url, table) == [False, False])
        return table

    table = run(play())
    before = kept(backends[0], table)
    time.sleep(4)  # patience is 1.5 s
    after = kept(backends[0], table)
    assert after == before, "a table where nobody is connected has played on"
    assert "wheel" not in after


def test_while_redis_is_away_play_goes_on_and_nobody_connected_gets_a_bot(
    workers: list[ServerProcess], backends: tuple[Postgres, Redis]
) -> None:
    database, bus = backends
    one, two = workers
    table, tokens = open_table(one.url, "miyajima", 2, people=2, patience=5)

    async def play() -> None:
        async with seat_at(one.url, table, tokens[0]) as ada, seat_at(two.url, table, tokens[1]) as grace:
            await ada.ask("start")
            await grace.until("position") if not grace.position else None
            await asyncio.to_thread(bus.stop)
            for _ in range(8):
                await one_move(ada, grace)
            await asyncio.sleep(3)  # twice the patience: seats that are not reported count as connected
            await asyncio.to_thread(bus.start)
            for _ in range(4):
                await one_move(ada, grace)
            assert "wheel" not in kept(database, table)
            await until(lambda: connected(one.url, table) == connected(two.url, table) == [True, True])
            await asyncio.gather(play_on(ada), play_on(grace))
            assert ada.over
            assert grace.over
            assert ada.over["scores"] == grace.over["scores"]

    run(play(), 300)
    assert "wheel" not in kept(database, table)
    assert get(one.url, f"/api/games/{table}/verify")["holds"]


async def one_move(*seats: Seat) -> None:
    """Let one seat act, and wait until everybody knows it, on every worker."""
    while True:
        for seat in seats:
            if seat.my_turn:
                answer = await seat.act(str(seat.position["actions"][0]["text"]))
                assert answer["type"] == "ack", answer
                for one in seats:
                    while one.position["ply"] < answer["ply"]:
                        await one.hear(30)
                return
        for seat in seats:
            with suppress(TimeoutError):
                await seat.hear(0.2)


def test_a_player_who_is_seated_at_one_worker_says_hello_at_the_other_while_redis_is_away(
    workers: list[ServerProcess], backends: tuple[Postgres, Redis]
) -> None:
    one, two = workers

    async def play() -> None:
        table, tokens = open_table(one.url, "runaway", 6, people=1, bots=[])
        async with seat_at(two.url, table, tokens[0]):
            await asyncio.to_thread(backends[1].stop)
            try:
                for number in range(5):
                    guest = post(one.url, f"/api/tables/{table}/join", {"name": f"Guest {number}"})
                    async with seat_at(two.url, table, guest["token"]) as seat:
                        assert seat.you == number + 1, seat.frames
            finally:
                await asyncio.to_thread(backends[1].start)

    run(play())


def test_no_command_is_refused_because_the_worker_missed_something(
    workers: list[ServerProcess], backends: tuple[Postgres, Redis]
) -> None:
    one, two = workers

    async def play() -> None:
        table, tokens = open_table(one.url, "miyajima", 1, people=1)
        async with seat_at(one.url, table, tokens[0]) as here, seat_at(two.url, table, tokens[0]) as there:
            await asyncio.to_thread(backends[1].stop)
            try:
                assert (await here.ask("start"))["type"] == "ack"
                await here.until("position") if not here.position else None
                ply = here.position["ply"]
                action = here.position["actions"][0]["text"]
                answer = await there.ask("act", ply=ply, action=action)  # it does not know that the game started
                assert answer["type"] == "ack", answer
            finally:
                await asyncio.to_thread(backends[1].start)

    run(play())


def test_one_undecodable_message_does_not_end_the_listener(
    workers: list[ServerProcess], backends: tuple[Postgres, Redis]
) -> None:
    one, two = workers
    channel = redis_client.Redis.from_url(backends[1].url)

    async def play() -> None:
        table, tokens = open_table(one.url, "miyajima", 2, people=2)
        async with seat_at(one.url, table, tokens[0]) as ada, seat_at(two.url, table, tokens[1]) as grace:
            for junk in (b"", b"\xff\xfe", b"[", b'{"w":"nobody"}', b'{"w":"news","seq":3,"at":0,"bodies":[]}'):
                channel.publish(f"allaboard:table:{table}", junk)
            await ada.ask("chat", text="still there?")
            assert (await grace.until("chat"))["text"] == "still there?"

    run(play())
    counted = get(two.url, "/metrics")
    assert "undecodable" in counted
    channel.close()


def test_one_worker_keeps_a_table(workers: list[ServerProcess], backends: tuple[Postgres, Redis]) -> None:
    one, two = workers
    lease = redis_client.Redis.from_url(backends[1].url)

    def conflicts() -> dict[str, str]:
        lines = [line for line in get(one.url, "/metrics").splitlines() if "conflicts_total{" in line]
        return dict(line.rsplit(" ", 1) for line in lines)

    before = conflicts()

    async def play() -> None:
        table, tokens = open_table(one.url, "hachi", 4, people=2)
        async with seat_at(one.url, table, tokens[0]) as ada, seat_at(two.url, table, tokens[1]) as grace:
            holder = lease.get(f"allaboard:lease:{table}")
            assert holder, "the first one took it at once"
            await ada.ask("start")
            await asyncio.gather(play_on(ada), play_on(grace))
            assert lease.get(f"allaboard:lease:{table}") == holder
        await until(lambda: lease.get(f"allaboard:lease:{table}") is None, 3.5)  # given up, not expired

    run(play(), 240)
    # two leaders would compute the same decisions twice; workers of earlier tests are forgotten meanwhile
    assert conflicts().items() <= before.items()
    lease.close()


def test_metrics_cover_all_workers(workers: list[ServerProcess]) -> None:
    one, two = workers
    open_table(one.url, "hachi", 4, people=2)
    open_table(two.url, "runaway", 4, people=2)
    for url in (one.url, two.url):
        end = time.monotonic() + 30
        while True:
            lines = httpx.get(f"{url}/metrics").text.splitlines()
            opened = [line for line in lines if line.startswith("allaboard_tables_total")]
            kinds = {line.split('kind="')[1].split('"')[0] for line in opened}
            told = {line.split('worker="')[1].split('"')[0] for line in opened}
            if (len(told) >= 2 and kinds >= {"hachi", "runaway"}) or time.monotonic() > end:
                break
            time.sleep(0.2)
        assert len(told) >= 2, opened  # a worker that was killed may still be told
        assert kinds >= {"hachi", "runaway"}
        assert sum(line.startswith("allaboard_redis_up{") and line.endswith(" 1") for line in lines) >= 2
