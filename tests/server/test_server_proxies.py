"""The server behind nginx and Caddy, as docs/guides/reverse-proxy.md configures them: on a host and under a path."""

import asyncio
import json
import re
from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from urllib.parse import urlsplit

import httpx
import pytest
import websockets.asyncio.client as ws
from websockets.exceptions import InvalidStatus

from allaboard.server.pages import FIRST
from allaboard.tui.remote import sit_down
from server.proxies import PROXIES
from server.serving import Seat, open_table, play_on, post, run, seat_at, serving


@dataclass
class Behind:
    """A server behind a proxy."""

    url: str
    origin: str
    root: str


@pytest.fixture(scope="module", params=[f"{proxy}{path}" for proxy in PROXIES for path in ("", "/games")])
def behind(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Behind]:
    name, slash, path = request.param.partition("/")
    root = slash + path
    folder = tmp_path_factory.mktemp("proxy")
    with (
        serving(folder, root_path=root, proxy="127.0.0.1", sockets_per_address=4) as backend,
        PROXIES[name](folder, int(backend.rsplit(":", 1)[1]), bool(root)) as origin,
    ):
        yield Behind(origin + root, origin, root)


def test_pages_and_their_files_come_through(behind: Behind) -> None:
    if not FIRST.is_file():
        pytest.skip("the client is not built: make serve")
    for page in ("/", "/table/lusab-babad-gutih-tugad", "/rules/hachi"):
        text = httpx.get(behind.url + page).text
        assert f'<meta name="root" content="{behind.root}" />' in text
        files = re.findall(r'(?:src|href)="([^"]+)"', text)
        assert len(files) > 4
        for file in files:
            assert file.startswith(f"{behind.root}/")
            assert httpx.get(behind.origin + file).status_code == 200, file


def test_a_whole_game_is_played_through_a_proxy(behind: Behind) -> None:
    own = {"Origin": behind.origin}
    answer = httpx.post(f"{behind.url}/api/solo", json={"game": "runaway", "level": "random"}, headers=own, timeout=60)
    seated = answer.json()
    assert answer.status_code == 201, answer.text
    assert seated["link"] == f"{behind.root}/table/{seated['table']}"

    async def play() -> None:
        async with seat_at(behind.url, seated["table"], seated["token"], additional_headers=own) as seat:
            await seat.until("position") if not seat.position else None
            await play_on(seat)

    run(play())
    assert httpx.get(f"{behind.url}/api/games/{seated['table']}/verify", timeout=60).json()["holds"]


def test_foreign_pages_are_refused_behind_a_proxy_too(behind: Behind) -> None:
    foreign = {"Origin": "https://elsewhere.example"}
    assert httpx.post(f"{behind.url}/api/solo", json={"game": "hachi"}, headers=foreign).status_code == 403
    table, _ = open_table(behind.url, "hachi", 3, people=1)

    async def connect() -> None:
        address = f"{behind.url.replace('http', 'ws', 1)}/api/tables/{table}/socket"
        with pytest.raises(InvalidStatus):
            async with ws.connect(address, additional_headers=foreign):
                pass

    run(connect())


def test_a_program_joins_by_the_link(behind: Behind) -> None:
    table, _ = open_table(behind.url, "runaway", 4, people=1, bots=[])
    socket, token = sit_down(f"{behind.url}/table/{table}", "Robo")

    async def greet() -> None:
        async with ws.connect(socket) as line:
            await line.send(json.dumps({"type": "hello", "version": 2, "token": token}))
            seat = Seat(line)
            await seat.hear()
            assert seat.you == 1

    run(greet())


def test_visitors_are_known_by_their_addresses_and_cannot_fake_them(behind: Behind) -> None:
    table = post(behind.url, "/api/tables", {"settings": {"game": "hachi", "seats": 3}, "name": "Ada"})["table"]
    where = urlsplit(behind.url)
    address = f"{behind.url.replace('http', 'ws', 1)}/api/tables/{table}/socket"

    async def visit() -> None:
        async with AsyncExitStack() as stack:

            async def sit(source: str, number: int) -> None:
                claimed = {"X-Forwarded-For": f"10.0.0.{number}", "Forwarded": f"for=10.0.0.{number}"}
                line = ws.connect(address, local_addr=(source, 0), additional_headers=claimed)
                await stack.enter_async_context(line)

            for number in range(4):
                await sit("127.0.0.1", number)
            with pytest.raises(InvalidStatus):
                await sit("127.0.0.1", 4)
            await sit("127.0.0.2", 5)

    assert where.hostname == "127.0.0.1"
    run(asyncio.wait_for(visit(), 60))
