"""Push messages: encrypted for a browser, signed by the server, only to players who are away, only to public hosts."""

import asyncio
import importlib.util
import ipaddress
import json
import sqlite3
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from allaboard.server import endpoints
from allaboard.server.codes import hashed
from allaboard.server.database import engine_for
from allaboard.server.retention import Retention, forget, prune
from allaboard.server.store import Store
from allaboard.server.subscriptions import KEPT_DAYS, MOST_PER_TOKEN, Subscription, claim, keep
from allaboard.server.webpush import BadKeys, Receiver, Server, decoded, encoded, encrypt
from server.backends import postgres, redis
from server.pushservice import CURVE, HERE, Browser, PushService, certificate, claims, point, push_service
from server.serving import Seat, get, open_table, post, run, seat_at, serving

DAY = 86_400
OFFERED: dict[str, Any] = {"contact": "mailto:host@example.org", "push_networks": HERE, "second": 0.02}
"""The looks at who is away come after 0.1 and 1 second."""
GAME = "hachi"


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PushService]:
    with push_service(tmp_path, monkeypatch) as here:
        yield here


def register(url: str, table: str, token: str, browser: Browser) -> httpx.Response:
    return httpx.post(f"{url}/api/tables/{table}/push", json=browser.form(token), timeout=30)


def kept(folder: Path) -> list[tuple[str, str, int]]:
    with closing(sqlite3.connect(folder / "tables.db")) as connection:
        return connection.execute("select table_id, endpoint, told from subscriptions order by at").fetchall()


def a_table(url: str, **settings: Any) -> tuple[str, list[str]]:
    """Two people and a bot, one after the other."""
    return open_table(url, GAME, 3, people=2, **{"clock": 3 * DAY, "patience": 3 * DAY, **settings})


async def give_turn(seat: Seat, to: int = 1) -> int:
    """Act until it is another seat's turn. Returns the ply."""
    while not seat.position or seat.position["actors"] != [to]:
        if seat.position and seat.my_turn:
            ply = seat.position["ply"]
            await seat.act(seat.position["actions"][0]["text"])
            while seat.position["ply"] == ply:
                await seat.hear()
        else:
            await seat.hear()
    return int(seat.position["ply"])


async def start(host: Seat) -> None:
    assert (await host.ask("start"))["type"] == "ack"
    if not host.position:
        await host.until("position")


# ---- encryption and signature


def test_the_example_of_rfc_8291_is_encrypted_byte_by_byte() -> None:
    sender = int.from_bytes(decoded("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big")
    public = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    receiver = Receiver.read(public, "BTBZMqHH6r4Tts7J_aSIgg")
    key, salt = ec.derive_private_key(sender, CURVE), decoded("DGv6ra1nlYgDCS1FRnbzlw")
    body = encrypt(b"When I grow up, I want to be a watermelon", receiver, key, salt)
    assert encoded(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
        "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_every_message_has_its_own_key_and_salt() -> None:
    server, browser = Server(b"k" * 32, "mailto:a@example.org"), Browser("/a", 1)
    receiver = Receiver.read(encoded(browser.public), encoded(browser.auth))
    one, two = (server.sealed(b'{"n": 1}', receiver) for _ in range(2))
    assert one[:86] != two[:86]
    assert browser.read(one) == browser.read(two) == {"n": 1}
    assert len({server.topic("a", "bc"), server.topic("ab", "c"), server.topic("a", "bc")}) == 2


@pytest.mark.parametrize("secret", [bytes(32), b"\xff" * 32, b"s" * 32])
def test_any_secret_makes_a_key_that_signs(secret: bytes) -> None:
    server = Server(secret, "mailto:a@example.org")
    signed = claims(server.authorization("https://push.example.org", now=1000))
    assert signed == {
        "aud": "https://push.example.org",
        "exp": 1000 + 12 * 3600,
        "sub": "mailto:a@example.org",
        "key": server.public,
    }


@pytest.mark.parametrize(
    ("key", "auth"),
    [
        (encoded(bytes(65)), encoded(bytes(16))),
        (encoded(b"\x04" + b"\x01" * 64), encoded(bytes(16))),  # not on the curve
        (encoded(point(ec.generate_private_key(CURVE).public_key())), encoded(bytes(15))),
        (encoded(point(ec.generate_private_key(CURVE).public_key()))[:-4], encoded(bytes(16))),
        ("+" * 87, encoded(bytes(16))),
        ("ä" * 87, encoded(bytes(16))),
    ],
    ids=["zeros", "not on the curve", "short secret", "short key", "other alphabet", "not ASCII"],
)
def test_keys_that_cannot_be_used_are_refused(key: str, auth: str) -> None:
    with pytest.raises(BadKeys):
        Receiver.read(key, auth)


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


def test_a_connected_player_is_not_told_and_a_player_whose_line_is_lost_is(
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
            # The guest was connected when the turn began, and is gone at the second look.
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


def test_a_push_service_that_is_busy_is_asked_again_and_one_that_knows_nobody_is_forgotten(
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


def test_nobody_is_told_at_a_quick_table_or_after_the_game(tmp_path: Path, service: PushService) -> None:
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


# ---- registering


BAD = [
    "http://push.example.org/a",
    "ftp://push.example.org/a",
    "https:///a",
    "https://127.0.0.1/a",
    "https://[::1]/a",
    "https://[::ffff:10.0.0.1]/a",
    "https://2130706433/a",
    "https://0x7f000001/a",
    "https://0x7f.1/a",
    "https://169.254.169.254/latest/meta-data",
    "https://user:password@push.example.org/a",
    "https://push.example.org/a#b",
    "https://push.example.org/a b",
    "https://push.example.org/a\r\nX-Evil: 1",
    "https://push.example.org:99999/a",
    "https://push.example.org/" + "a" * 1024,
    "https://pushé.example.org/a",
    "nonsense",
    "",
]


@pytest.mark.parametrize("url", BAD)
def test_addresses_that_are_no_push_service_are_not_read(url: str) -> None:
    with pytest.raises(endpoints.Forbidden):
        endpoints.read(url)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",
        "224.0.0.1",
        "255.255.255.255",
        "192.0.2.1",
        "198.18.0.1",
        "240.0.0.1",
        "::1",
        "::",
        "fe80::1",
        "fc00::1",
        "fd12::1",
        "ff02::1",
        "::ffff:127.0.0.1",
        "::ffff:8.8.8.8",
        "64:ff9b::a00:1",
        "64:ff9b:1::1",
        "2002:7f00:1::1",
        "2001:0:1::1",
        "2001:db8::1",
    ],
)
def test_no_address_that_is_not_public_is_connected_to(address: str) -> None:
    assert not endpoints.is_public(ipaddress.ip_address(address))


@pytest.mark.parametrize("address", ["8.8.8.8", "142.250.1.1", "2607:f8b0:4005:80a::200a", "2a00:1450::1"])
def test_public_addresses_are_allowed(address: str) -> None:
    assert endpoints.is_public(ipaddress.ip_address(address))


def test_names_of_private_addresses_are_refused_unless_the_network_is_listed() -> None:
    endpoint = endpoints.read("https://localhost/a")
    with pytest.raises(endpoints.Forbidden):
        run(endpoints.resolve(endpoint, ()))
    with pytest.raises(endpoints.Forbidden):
        run(endpoints.resolve(endpoint, endpoints.networks(["192.168.0.0/16"])))
    assert run(endpoints.resolve(endpoint, endpoints.networks(HERE)))


@pytest.mark.parametrize("url", ["https://localhost/a", "https://localhost:8443/a", *BAD[:10]])
def test_the_server_refuses_to_register_them(tmp_path: Path, url: str) -> None:
    browser = Browser("/a", 443)
    with serving(tmp_path, contact="mailto:host@example.org") as server:
        table, tokens = a_table(server)
        body = {**browser.form(tokens[1]), "endpoint": url}
        answer = httpx.post(f"{server}/api/tables/{table}/push", json=body, timeout=30)
    assert (answer.status_code, answer.json()["key"]) == (422, "error-push-endpoint")
    assert kept(tmp_path) == []


def test_a_name_that_points_to_a_private_address_later_gets_nothing(tmp_path: Path, service: PushService) -> None:
    """The address is checked again when a message is sent. The subscription is then deleted."""

    async def play(url: str) -> None:
        table, tokens = a_table(url)
        one = Subscription(*(service.browser("/guest").form("")[name] for name in ("endpoint", "p256dh", "auth")))
        engine = engine_for(f"sqlite:///{tmp_path / 'tables.db'}")
        with engine.begin() as connection:
            for statement, values in keep(table, hashed(tokens[1]), one, -1, 10**15):
                connection.execute(statement, values)
        engine.dispose()
        assert len(kept(tmp_path)) == 1
        async with seat_at(url, table, tokens[0]) as host:
            await start(host)
            await give_turn(host)
            while kept(tmp_path):
                await asyncio.sleep(0.05)

    with serving(tmp_path, **{**OFFERED, "push_networks": ()}) as url:
        run(play(url))
    assert not service.requests


def test_only_the_token_of_a_seat_registers_and_only_good_keys(tmp_path: Path, service: PushService) -> None:
    with serving(tmp_path, **OFFERED) as url:
        table, tokens = a_table(url)
        other, _ = a_table(url)
        browser = service.browser("/a")
        for code, token in ((table, "x" * 32), (other, tokens[1])):
            answer = register(url, code, token, browser)
            assert (answer.status_code, answer.json()["code"]) == (422, "unknown_token")
        answer = register(url, "babab-babab-babab-babab", tokens[1], browser)
        assert answer.status_code == 404
        bad = {**browser.form(tokens[1]), "p256dh": encoded(b"\x04" + bytes(64))}
        answer = httpx.post(f"{url}/api/tables/{table}/push", json=bad, timeout=30)
        assert (answer.status_code, answer.json()["key"]) == (422, "error-push-keys")
    assert kept(tmp_path) == []


def test_a_seat_has_a_few_browsers_and_each_of_them_once(tmp_path: Path, service: PushService) -> None:
    with serving(tmp_path, **OFFERED) as url:
        table, tokens = a_table(url)
        for number in range(MOST_PER_TOKEN + 3):
            for _ in range(2):
                assert register(url, table, tokens[1], service.browser(f"/{number}")).status_code == 201
        assert register(url, table, tokens[0], service.browser("/host")).status_code == 201
        paths = [endpoint.rsplit("/", 1)[1] for _, endpoint, _ in kept(tmp_path)]
        assert paths == [*map(str, range(3, MOST_PER_TOKEN + 3)), "host"]
        body = {"endpoint": service.browser("/host").endpoint}
        for found in (1, 0):
            answer = httpx.post(f"{url}/api/push/end", json=body, timeout=30)
            assert (answer.status_code, answer.json()) == (200, {"tables": found})
        assert len(kept(tmp_path)) == MOST_PER_TOKEN


def test_one_address_cannot_register_without_end(tmp_path: Path, service: PushService) -> None:
    limits = {"address.push": (0.001, 3.0)}
    with serving(tmp_path, **OFFERED, rates=True, limits=limits) as url:
        table, tokens = a_table(url)
        answers = [register(url, table, tokens[1], service.browser(f"/{n}")) for n in range(4)]
    assert [answer.status_code for answer in answers] == [201, 201, 201, 429]


@pytest.mark.parametrize("changes", [{}, {"public_url": "http://games.example.org"}])
def test_without_a_contact_push_is_not_offered_and_the_log_says_so(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, changes: dict[str, str]
) -> None:
    caplog.set_level("INFO", "allaboard")
    with serving(tmp_path, **changes) as url:
        assert get(url, "/api/push")["key"] is None
        table, tokens = a_table(url)
        answer = register(url, table, tokens[1], Browser("/a", 443))
        assert (answer.status_code, answer.json()["key"]) == (409, "error-push-off")
    said = [record.__dict__["fields"] for record in caplog.records if record.message == "push"]
    assert [entry["state"] for entry in said] == ["not offered"]
    assert "--contact" in said[0]["why"]


def test_without_the_package_push_is_not_offered_and_tables_are_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "cryptography" else find(name))
    caplog.set_level("INFO", "allaboard")

    async def play(url: str) -> None:
        table, tokens = a_table(url)
        assert register(url, table, tokens[1], Browser("/a", 443)).json()["key"] == "error-push-off"
        async with seat_at(url, table, tokens[0]) as host:
            await start(host)
            await give_turn(host)

    with serving(tmp_path, **OFFERED) as url:
        run(play(url))
    said = [record.__dict__["fields"] for record in caplog.records if record.message == "push"]
    assert [entry["why"].split("; ")[1] for entry in said] == ['pip install "allaboard[push]"']


def test_the_server_does_not_import_the_package_before_it_needs_it() -> None:
    code = "import sys, allaboard.server.app; sys.exit('cryptography' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=300)


def test_an_https_address_is_contact_enough_and_the_key_outlives_a_restart(tmp_path: Path) -> None:
    keys = []
    for _ in range(2):
        with serving(tmp_path, public_url="https://games.example.org") as url:
            keys.append(get(url, "/api/push")["key"])
    assert keys[0] == keys[1]
    assert len(decoded(keys[0])) == 65


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
