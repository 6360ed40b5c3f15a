"""Registering a browser for push messages: who may, which addresses, how many, and when push is offered."""

import asyncio
import importlib.util
import ipaddress
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from allaboard.server import endpoints
from allaboard.server.codes import hashed
from allaboard.server.database import engine_for
from allaboard.server.subscriptions import MOST_PER_TOKEN, Subscription, keep
from allaboard.server.webpush import decoded, encoded
from server.pushing import OFFERED, a_table, give_turn, kept, register, start
from server.pushservice import HERE, Browser, PushService, push_service
from server.serving import get, run, seat_at, serving


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PushService]:
    with push_service(tmp_path, monkeypatch) as here:
        yield here


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
def test_addresses_that_cannot_be_push_services_are_refused(url: str) -> None:
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


def test_a_seat_has_a_limited_number_of_browsers_and_each_of_them_once(tmp_path: Path, service: PushService) -> None:
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


def test_registering_is_limited_for_each_address(tmp_path: Path, service: PushService) -> None:
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
