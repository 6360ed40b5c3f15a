"""A server as a separate process, to be killed and started again, and people who play on meanwhile."""

import asyncio
import atexit
import json
import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import httpx
import websockets.asyncio.client as ws
from websockets.exceptions import WebSocketException

from allaboard.server.protocol import VERSION
from server.serving import free_port

AWAY = (OSError, WebSocketException, TimeoutError, httpx.HTTPError)


class ForkServer:
    """The process that all server processes are forked from."""

    def __init__(self) -> None:
        environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "src")}
        command = [sys.executable, str(Path(__file__).parent / "forkserver.py")]
        self._process = subprocess.Popen(
            command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        assert self._process.stdout
        assert self._process.stdout.readline() == "ready\n"

    def ask(self, **question: Any) -> int:
        """Ask it to start a server, or to wait for the end of one."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps(question) + "\n")
        return int(self._process.stdout.readline())

    def close(self) -> None:
        """Stop it."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait(10)


@cache
def fork_server() -> ForkServer:
    """The fork server, started when it is first needed."""
    made = ForkServer()
    atexit.register(made.close)
    return made


@dataclass
class ServerProcess:
    """`allaboard serve` on one port. It can be started and stopped repeatedly."""

    db: str
    options: tuple[str, ...] = ()
    port: int = field(default_factory=free_port)
    pid: int = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> "ServerProcess":
        """Start it and wait until it answers."""
        self.launch()
        return self.reached()

    def launch(self) -> None:
        """Start it."""
        quick = ["--bot-pace", "0", "--no-rates", "--per-address", "100000", "--log-level", "warning"]
        self.pid = fork_server().ask(start=["serve", "--port", str(self.port), "--db", self.db, *quick, *self.options])

    def reached(self, seconds: float = 90) -> "ServerProcess":
        """Wait until it answers."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            try:
                if httpx.get(f"{self.url}/ready", timeout=2).status_code == 200:
                    return self
            except httpx.HTTPError:
                pass
            time.sleep(0.05)
        raise AssertionError("the server did not start")

    def kill(self) -> None:
        """Send SIGKILL."""
        os.kill(self.pid, signal.SIGKILL)
        fork_server().ask(wait=self.pid)
        self.pid = 0

    def terminate(self) -> float:
        """Send SIGTERM. Returns the seconds until the process ended."""
        began = time.monotonic()
        os.kill(self.pid, signal.SIGTERM)
        fork_server().ask(wait=self.pid)
        self.pid = 0
        return time.monotonic() - began

    def stop(self) -> None:
        """Stop it, in whatever state it is."""
        if self.pid:
            self.kill()


@dataclass
class Ledger:
    """What the server has acknowledged to the players. It must not lose or repeat any of it."""

    acked: dict[tuple[str, str], int] = field(default_factory=dict)  # (table, command) -> ply
    tables: list[str] = field(default_factory=list)
    views: dict[tuple[str, int, int], Any] = field(default_factory=dict)  # (table, seat, ply) -> view
    changed: list[tuple[str, int, int]] = field(default_factory=list)  # positions that differed later
    refusals: list[str] = field(default_factory=list)
    finished: int = 0


class People:
    """Groups that open tables and play, as fast as they are answered, while the server is stopped and started."""

    def __init__(self, urls: list[str], pace: float = 0.0) -> None:
        self.urls, self.pace = urls, pace
        self.ledger = Ledger()
        self.stop = asyncio.Event()

    async def group(self, game: str, seats: int, number: int) -> None:
        """One group, game after game."""
        rng = random.Random(number)
        while not self.stop.is_set():
            table, tokens = await self._open(game, seats, rng)
            self.ledger.tables.append(table)
            await asyncio.gather(*(self._sit(table, token, seat, rng) for seat, token in enumerate(tokens)))

    async def _open(self, game: str, seats: int, rng: random.Random) -> tuple[str, list[str]]:
        settings = {"game": game, "seats": seats}
        seated = await self._post("/api/tables", {"settings": settings, "name": "Host"}, rng)
        tokens = [seated["token"]]
        joining = f"/api/tables/{seated['table']}/join"
        while len(tokens) < seats:  # after a lost answer, the browser's secret finds the seat again
            tokens.append((await self._post(joining, {"name": "Guest"}, rng))["token"])
        return seated["table"], tokens

    async def _post(self, path: str, body: dict[str, Any], rng: random.Random) -> Any:
        browser = {"Allaboard-Browser": f"{rng.getrandbits(128):032x}"}
        while True:
            try:
                async with httpx.AsyncClient() as client:
                    answer = await client.post(rng.choice(self.urls) + path, json=body, headers=browser, timeout=10)
                if answer.status_code == 201:
                    return answer.json()
                self.ledger.refusals.append(answer.text)
            except AWAY:
                pass
            await asyncio.sleep(0.1)

    async def _sit(self, table: str, token: str, seat: int, rng: random.Random) -> None:
        """Play one seat to the end of the game. An unanswered command is sent again with its id."""
        unanswered: dict[str, Any] = {}
        while not self.stop.is_set():
            url = rng.choice(self.urls).replace("http", "ws", 1)
            try:
                async with ws.connect(f"{url}/api/tables/{table}/socket", compression=None, open_timeout=5) as socket:
                    await socket.send(json.dumps({"type": "hello", "version": VERSION, "token": token}))
                    if unanswered:
                        await socket.send(json.dumps(unanswered))
                    if await self._play(socket, table, seat, unanswered, rng):
                        return
            except AWAY:
                await asyncio.sleep(0.05)

    async def _play(
        self, socket: ws.ClientConnection, table: str, seat: int, unanswered: dict[str, Any], rng: random.Random
    ) -> bool:
        position: dict[str, Any] = {}
        decided: list[int] = []
        while not self.stop.is_set():
            try:
                message = json.loads(await asyncio.wait_for(socket.recv(), 1.0))
            except TimeoutError:
                continue
            match message["type"]:
                case "welcome" if message["table"]["phase"] == "gathering" and seat == 0 and not unanswered:
                    unanswered.update(type="start", id=f"{seat}-start")
                    await socket.send(json.dumps(unanswered))
                case "position":
                    position, decided = message, message["decided"]
                    key = (table, seat, message["ply"])
                    if self.ledger.views.setdefault(key, message["view"]) != message["view"]:
                        self.ledger.changed.append(key)
                case "decided" if position and message["ply"] == position["ply"]:
                    decided = message["decided"]
                case "ack" if message["id"] == unanswered.get("id"):
                    if unanswered["type"] == "act":
                        self.ledger.acked[table, message["id"]] = message["ply"]
                    unanswered.clear()
                case "error" if message["id"] == unanswered.get("id"):
                    self.ledger.refusals.append(message["code"])
                    unanswered.clear()
                    await asyncio.sleep(0.02)
                case "over":
                    self.ledger.finished += 1
                    return True
            if position and not unanswered and position["actions"] and seat not in decided:
                action = rng.choice(position["actions"])["text"]
                unanswered.update(type="act", id=f"{seat}-{rng.getrandbits(48):x}", ply=position["ply"], action=action)
                await asyncio.sleep(self.pace)
                await socket.send(json.dumps(unanswered))
        return False
