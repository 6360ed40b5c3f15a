"""Push messages go to players who are away, once, and say nothing secret."""

import asyncio
import json
import sqlite3
import ssl
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest

from allaboard.server import endpoints
from allaboard.server.codes import hashed
from allaboard.server.database import engine_for
from allaboard.server.retention import Retention, forget, prune
from allaboard.server.store import Store
from allaboard.server.subscriptions import KEPT_DAYS, Subscription, claim, keep
from server.backends import postgres, redis
from server.pushing import DAY, GAME, OFFERED, a_table, give_turn, kept, register, start
from server.pushservice import HERE, PushService, certificate, claims, push_service
from server.serving import Seat, get, post, run, seat_at, serving


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PushService]:
    with push_service(tmp_path, monkeypatch) as here:
        yield here


# ---- who is told


def test_a_player_who_is_away_is_told_once_and_the_message_has_no_secret(tmp_path: Path, service: PushService) -> None:
    browser = service.browser("/send/guest")

    async def play(url: str) -> None:
        offer = get(url, "/api/push")
        table, tokens = a_table(url)
        answer = register(url, table, tokens[1], browser)
        assert (answer.status_code, answer.json()) == (201, {"table": table, "seat": 1, "days": KEPT_DAYS})
        topics = set()
        async with seat_at(url, table, tokens[0]) as host:
            await start(host)
            for number in (1, 2):
                ply = await give_turn(host)
                request = await asyncio.to_thread(service.wait, number)
                assert request.path == "/send/guest"
                message = browser.read(request.body)
                assert message == {"type": "turn", "table": table, "game": GAME, "title": message["title"], "ply": ply}
                assert not {"token", "name"} & message.keys()
                signed = claims(request.headers["Authorization"])
                assert signed["aud"] == f"https://localhost:{service.port}"
                assert (signed["sub"], signed["key"]) == ("mailto:host@example.org", offer["key"])
                head = json.dumps(request.headers)
                assert (request.headers["TTL"], request.headers["Content-Encoding"]) == (str(3 * DAY), "aes128gcm")
                assert table not in head, "the push service does not learn the table"
                assert len(request.headers["Topic"]) == 32
                topics.add(request.headers["Topic"])
                async with seat_at(url, table, tokens[1]) as guest:
                    await give_turn(guest, to=0)
                await host.until("position", lambda _: host.my_turn)
        assert len(topics) == 1, "a later message replaces the earlier one"
        assert len(service.requests) == 2

    with serving(tmp_path, **OFFERED) as url:
        run(play(url))
    assert len(service.requests) == 2


def test_messages_go_to_players_who_have_lost_their_connection_and_not_to_connected_ones(
    tmp_path: Path, service: PushService
) -> None:
    async def play(url: str) -> None:
        table, tokens = a_table(url)
        for token, path in zip(tokens, ("/host", "/guest"), strict=True):
            assert register(url, table, token, service.browser(path)).status_code == 201
        async with seat_at(url, table, tokens[0]) as host:
            async with seat_at(url, table, tokens[1]) as guest:
                await start(host)
                for _ in range(3):
                    await give_turn(host)
                    await guest.until("position", lambda _: guest.my_turn)
                    await give_turn(guest, to=0)
                    await host.until("position", lambda _: host.my_turn)
                ply = await give_turn(host)
                await guest.until("position", lambda _: guest.my_turn)
                assert not service.requests
            # The guest was connected when the turn began, and is not when the server looks again.
            request = await asyncio.to_thread(service.wait, 1)
            assert (request.path, service.browser("/guest").path) == ("/guest", "/guest")
            assert ply >= 4
        assert [request.path for request in service.requests] == ["/guest"]

    with serving(tmp_path, **OFFERED) as url:
        run(play(url))
    assert [request.path for request in service.requests] == ["/guest"]


def test_what_is_due_is_sent_when_the_server_stops(tmp_path: Path, service: PushService) -> None:
    async def play(url: str) -> None:
        table, tokens = a_table(url)
        assert register(url, table, tokens[1], service.browser("/guest")).status_code == 201
        assert register(url, table, tokens[0], service.browser("/host")).status_code == 201
        async with seat_at(url, table, tokens[0]) as host:
            await start(host)
            await give_turn(host)
            assert not service.requests

    with serving(tmp_path, **{**OFFERED, "second": 1000.0}) as url:  # nobody is told before the end
        run(play(url))
    assert [request.path for request in service.requests] == ["/guest"]


def test_busy_push_services_are_asked_again_and_unknown_subscriptions_are_deleted(
    tmp_path: Path, service: PushService
) -> None:
    service.answers = [(503, {}), (429, {"Retry-After": "1"}), (410, {})]
    before = get_counts(tmp_path, service, 3)
    assert before == {"failed": 2, "gone": 1}
    assert kept(tmp_path) == []


def get_counts(folder: Path, service: PushService, number: int, **changes: Any) -> dict[str, int]:
    """Give a player who is away a turn, wait for some requests, and return how often each outcome was counted."""

    def counted(url: str) -> dict[str, int]:
        lines = get(url, "/metrics").splitlines()
        found = [line for line in lines if line.startswith("allaboard_pushes_total")]
        return {line.split('"')[1]: int(line.split()[-1]) for line in found}

    async def play(url: str) -> dict[str, int]:
        before = counted(url)
        table, tokens = a_table(url)
        assert register(url, table, tokens[1], service.browser("/guest")).status_code == 201
        async with seat_at(url, table, tokens[0]) as host:
            await start(host)
            await give_turn(host)
            await asyncio.to_thread(service.wait, number)
            while sum(counted(url).values()) < sum(before.values()) + number:
                await asyncio.sleep(0.05)
            while "allaboard_pushes_waiting 0" not in get(url, "/metrics"):
                await asyncio.sleep(0.05)
        after = counted(url)
        return {kind: n - before.get(kind, 0) for kind, n in after.items() if n != before.get(kind, 0)}

    with serving(folder, **{**OFFERED, "second": 0.001, **changes}) as url:
        found: dict[str, int] = run(play(url))
    return found


@pytest.mark.parametrize(
    "said", [b"HTTP/1.1 201 Created\r\n" + b"X: y\r\n" * 20_000, b"SSH-2.0\r\n\r\n", b"HTTP/1.1 2", b""]
)
def test_a_push_service_that_answers_nonsense_or_nothing_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: bytes
) -> None:
    public, private = certificate(tmp_path)
    monkeypatch.setattr(endpoints, "SECONDS", 1.0)
    hears = ssl.create_default_context(cafile=str(public))
    speaks = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    speaks.load_cert_chain(public, private)

    async def ask() -> None:
        leave = asyncio.Event()

        async def serve(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(said)
            await leave.wait()  # it does not close the connection
            writer.transport.abort()

        server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=speaks)
        port = server.sockets[0].getsockname()[1]
        endpoint = endpoints.read(f"https://localhost:{port}/a")
        with pytest.raises(endpoints.Unreachable):
            await endpoints.post(endpoint, {}, b"body", endpoints.networks(HERE), hears)
        with pytest.raises(endpoints.Unreachable):  # a certificate that nobody has signed
            await endpoints.post(endpoint, {}, b"body", endpoints.networks(HERE), ssl.create_default_context())
        leave.set()
        server.close()

    run(ask())


def test_redirects_are_not_followed(tmp_path: Path, service: PushService) -> None:
    service.answers = [(307, {"Location": f"https://localhost:{service.port}/elsewhere"})]
    assert get_counts(tmp_path, service, 1) == {"refused": 1}
    assert [request.path for request in service.requests] == ["/guest"]
    assert len(kept(tmp_path)) == 1


def test_no_message_is_sent_at_a_quick_table_or_after_the_game(tmp_path: Path, service: PushService) -> None:
    async def play(url: str) -> None:
        quick, tokens = a_table(url, clock=90, patience=120)
        answer = register(url, quick, tokens[1], service.browser("/quick"))
        assert (answer.status_code, answer.json()["key"]) == (409, "error-push-fast")
        table, tokens = a_table(url)
        assert register(url, table, tokens[1], service.browser("/slow")).status_code == 201
        async with seat_at(url, table, tokens[0]) as host, seat_at(url, table, tokens[1]) as guest:
            await start(host)

            async def act(seat: Seat) -> None:
                while seat.over is None:
                    if seat.my_turn:
                        await seat.act(str(seat.position["actions"][0]["text"]))
                    if seat.over is None and not seat.my_turn:
                        await seat.hear()

            await asyncio.gather(act(host), act(guest))
        answer = register(url, table, tokens[1], service.browser("/over"))
        assert (answer.status_code, answer.json()["key"]) == (409, "error-over")

    with serving(tmp_path, **OFFERED) as url:
        run(play(url))
    assert kept(tmp_path) == [], "the end of a game ends its subscriptions"
    assert not service.requests


# ---- deleting


def test_subscriptions_are_deleted_with_their_player_their_table_and_their_age(
    tmp_path: Path, service: PushService
) -> None:
    ada, grace = "ada's secret browser", "grace's secret browser"
    with serving(tmp_path, **OFFERED) as url:
        body = {"settings": {"game": GAME, "seats": 3, "clock": DAY}, "name": "Ada"}
        table = post(url, "/api/tables", body, ada)
        guest = post(url, f"/api/tables/{table['table']}/join", {"name": "Grace"}, grace)
        again = post(url, f"/api/tables/{table['table']}/join", {"name": "Ada"}, ada)  # a second token of her seat
        for token, path in ((table["token"], "/1"), (again["token"], "/2"), (guest["token"], "/3")):
            assert register(url, table["table"], token, service.browser(path)).status_code == 201
    engine = engine_for(f"sqlite:///{tmp_path / 'tables.db'}")
    with engine.begin() as connection:
        assert forget(connection, hashed(ada)) == 1
    assert [endpoint.rsplit("/", 1)[1] for _, endpoint, _ in kept(tmp_path)] == ["3"]
    with closing(sqlite3.connect(tmp_path / "tables.db")) as file:
        file.execute("pragma wal_checkpoint(truncate)")
    content = (tmp_path / "tables.db").read_bytes()
    assert f"localhost:{service.port}/3".encode() in content
    assert f"localhost:{service.port}/1".encode() not in content
    with engine.begin() as connection:
        at = connection.exec_driver_sql("select at from subscriptions").scalar_one()
        never = Retention(0, 0, 0)
        prune(connection, never, at + KEPT_DAYS * DAY * 1000)
        assert connection.exec_driver_sql("select count(*) from subscriptions").scalar() == 1
        prune(connection, never, at + KEPT_DAYS * DAY * 1000 + 1)
        assert connection.exec_driver_sql("select count(*) from subscriptions").scalar() == 0
    with engine.begin() as connection:
        one = Subscription("https://push.example.org/", "k", "a")
        for statement, values in keep(table["table"], "token", one, -1, at):
            connection.execute(statement, values)
        prune(connection, Retention(unstarted=1), at + 50 * DAY * 1000)  # nobody runs, so it is removed at once
        assert connection.exec_driver_sql("select count(*) from subscriptions").scalar() == 0
    engine.dispose()


# ---- several workers


def test_two_workers_tell_a_player_once_and_only_if_connected_to_neither(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ExitStack() as stack:
        service = stack.enter_context(push_service(tmp_path, monkeypatch))
        database, channel = stack.enter_context(postgres()), stack.enter_context(redis())
        shared = {**OFFERED, "db": database.url, "redis": channel}
        one, two = (stack.enter_context(serving(tmp_path, **shared)) for _ in range(2))
        assert get(one, "/api/push")["key"] == get(two, "/api/push")["key"]

        async def play() -> None:
            table, tokens = a_table(one)
            assert register(two, table, tokens[1], service.browser("/guest")).status_code == 201
            async with seat_at(one, table, tokens[0]) as host, seat_at(two, table, None):  # both workers have the table
                async with seat_at(two, table, tokens[1]) as guest:
                    await start(host)
                    await host.connected(1)
                    for _ in range(2):
                        await give_turn(host)
                        await guest.until("position", lambda _: guest.my_turn)
                        await give_turn(guest, to=0)
                        await host.until("position", lambda _: host.my_turn)
                    assert not service.requests
                await host.connected(1, False)
                ply = await give_turn(host)
                request = await asyncio.to_thread(service.wait, 1)
                assert request.path == "/guest"
                found = await asyncio.gather(*(asyncio.to_thread(claimed, table, tokens[1], ply) for _ in range(8)))
                assert found == [0] * 8, "the workers have claimed it"
                found = await asyncio.gather(*(asyncio.to_thread(claimed, table, tokens[1], ply + 1) for _ in range(8)))
                assert sorted(found) == [0] * 7 + [1]

        def claimed(table: str, token: str, ply: int) -> int:
            engine = engine_for(database.url)
            with engine.begin() as connection:
                got = claim(connection, table, [hashed(token)], ply)
            engine.dispose()
            return len(got)

        run(play())
    assert len(service.requests) == 1


def test_two_workers_make_one_key(tmp_path: Path) -> None:
    with postgres() as database:
        stores = [Store(database.url) for _ in range(4)]
        for store in stores:
            store.open()

        async def together() -> list[bytes]:
            return await asyncio.gather(*(asyncio.to_thread(store.secret, "push") for store in stores))

        assert len(set(run(together()))) == 1
        for store in stores:
            store.close()
