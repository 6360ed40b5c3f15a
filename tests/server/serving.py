"""A real server on a real port, and small clients for tests."""

import asyncio
import itertools
import json
import socket
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import uvicorn
import websockets.asyncio.client as ws

from allaboard.server.app import make_app
from allaboard.server.config import Config
from allaboard.server.protocol import VERSION
from allaboard.server.readiness import warm_up
from allaboard.server.run import server_config

QUICK = Config(bot_pace=0.0, rates=False, sockets_per_address=100_000)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def serving(folder: Path, **changes: Any) -> Iterator[str]:
    """A server in a thread; gives its address."""
    proxy = changes.pop("proxy", "")
    config = replace(QUICK, db=f"sqlite:///{folder / 'tables.db'}")
    config = replace(config, **changes)
    port, most = free_port(), config.sockets_per_address
    warm_up()  # once in this process: no test waits for a compiler
    server = uvicorn.Server(server_config(make_app(config), "127.0.0.1", port, proxy=proxy, per_address=most))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive(), "the server did not start"
        threading.Event().wait(0.02)
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join(10)
        assert not thread.is_alive(), "the server did not end within 10 s"


_sockets = itertools.count()


class Seat:
    """A socket at a table. It keeps every message that it received."""

    def __init__(self, socket: ws.ClientConnection) -> None:
        self.socket = socket
        self.frames: list[str] = []
        self.position: dict[str, Any] = {}
        self.table: dict[str, Any] = {}
        self.you: int | None = None
        self.over: dict[str, Any] | None = None
        self.commands = 0
        self.prefix = f"c{next(_sockets)}-"  # the ids of a person's commands differ between sockets

    async def hear(self, timeout: float = 120) -> dict[str, Any]:
        """The next message."""
        frame = await asyncio.wait_for(self.socket.recv(), timeout)
        assert isinstance(frame, str)
        self.frames.append(frame)
        message: dict[str, Any] = json.loads(frame)
        match message["type"]:
            case "position":
                self.position = message
            case "decided" if self.position and self.position["ply"] == message["ply"]:
                self.position |= {key: message[key] for key in ("decided", "choice", "may_call", "undo")}
            case "table" | "welcome":
                self.table, self.you = message["table"], message["you"]
            case "presence":
                for seat, player in enumerate(self.table["players"]):
                    if player:
                        player["connected"] = seat in message["connected"]
                self.table["spectators"] = message["spectators"]
            case "over":
                self.over = message
        return message

    async def until(self, kind: str, test: Callable[[dict[str, Any]], bool] = lambda _: True) -> dict[str, Any]:
        """The next message of a kind."""
        while True:
            message = await self.hear()
            if message["type"] == kind and test(message):
                return message

    async def connected(self, seat: int, there: bool = True) -> None:
        """Wait until somebody at a seat is connected, or is not. It may have been told before."""
        while self.table["players"][seat]["connected"] != there:
            await self.hear()

    async def say(self, kind: str, **fields: Any) -> str:
        """Send a command and return its id."""
        self.commands += 1
        fields.setdefault("id", f"{self.prefix}{self.commands}")
        await self.socket.send(json.dumps({"type": kind, **fields}))
        return str(fields["id"])

    async def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send a command and wait for its answer."""
        command = await self.say(kind, **fields)
        while True:
            message = await self.hear()
            if message.get("id") == command and message["type"] in ("ack", "error", "pong", "story", "advice"):
                return message

    async def act(self, action: str) -> dict[str, Any]:
        """Act at the ply last seen."""
        return await self.ask("act", ply=self.position["ply"], action=action)

    @property
    def my_turn(self) -> bool:
        """Whether this seat must act and has not chosen."""
        return bool(self.position.get("actions")) and self.you not in self.position["decided"]


@asynccontextmanager
async def seat_at(url: str, table: str, token: str | None, **more: Any) -> AsyncIterator[Seat]:
    """Say hello at a table."""
    address = f"{url.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    async with ws.connect(address, compression=None, max_size=None, **more) as socket:
        seat = Seat(socket)
        await socket.send(json.dumps({"type": "hello", "version": VERSION, "token": token}))
        await seat.hear()
        yield seat


def post(url: str, path: str, body: dict[str, Any], browser: str | None = None) -> Any:
    """A POST that must succeed."""
    answer = httpx.post(url + path, json=body, headers={"Allaboard-Browser": browser} if browser else {}, timeout=30)
    assert answer.status_code == 201, answer.text
    return answer.json()


def get(url: str, path: str, browser: str | None = None) -> Any:
    """A GET that must succeed."""
    answer = httpx.get(url + path, headers={"Allaboard-Browser": browser} if browser else {}, timeout=30)
    assert answer.status_code == 200, answer.text
    return answer.json() if "json" in answer.headers["content-type"] else answer.text


def open_table(url: str, game: str, seats: int, people: int, **settings: Any) -> tuple[str, list[str]]:
    """A table with people seated, and bots on the other seats; its id and the people's tokens."""
    bots = settings.pop("bots", ["random"] * (seats - people))
    body = {"settings": {"game": game, "seats": seats, **settings}, "name": "Seat zero", "bots": bots}
    host = post(url, "/api/tables", body)
    joining = f"/api/tables/{host['table']}/join"
    guests = [post(url, joining, {"name": f"Guest {number}"}) for number in range(1, people)]
    return host["table"], [host["token"], *(guest["token"] for guest in guests)]


async def play_on(
    seat: Seat, pick: Callable[[Seat], str] = lambda seat: str(seat.position["actions"][0]["text"])
) -> None:
    """Play until the game is over."""
    while seat.over is None:
        if seat.my_turn:
            await seat.act(pick(seat))
        if seat.over is None and not seat.my_turn:
            await seat.hear()


async def until(test: Callable[[], bool], seconds: float = 30) -> None:
    """Wait until a condition holds."""
    end = time.monotonic() + seconds
    while not await asyncio.to_thread(test):
        assert time.monotonic() < end, "it did not happen"
        await asyncio.sleep(0.1)


def run(work: Awaitable[Any], seconds: float = 600) -> Any:
    """Run a test's coroutine with a time limit."""

    async def limited() -> Any:
        return await asyncio.wait_for(work, seconds)

    return asyncio.run(limited())
