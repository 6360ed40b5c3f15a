"""From the last release to this one, worker by worker, while people play: nothing is lost and nobody waits for long."""

import asyncio
import json
import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets.asyncio.client as ws

from allaboard.server.protocol import VERSION
from server.backends import postgres, redis
from server.process import AWAY, People
from server.serving import free_port, run
from server.test_server_durability import check_ledger
from server.test_server_workers import events_of, grown

LAST_RELEASE = "73121f5"
GAMES = int(os.environ.get("ALLABOARD_UPGRADE_GAMES", "500"))
MOVES_A_SECOND = 60
"""The approximate rate of all games together: these people are slower than the servers."""
LONGEST = 5.0
"""The longest time in seconds for which anybody may be disconnected."""


@pytest.fixture(scope="module")
def last_release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources of the last release, from the repository's history."""
    root, folder = Path(__file__).parents[2], tmp_path_factory.mktemp("release")
    archive = folder / "release.tar"
    command = ["git", "-C", str(root), "archive", "-o", str(archive), LAST_RELEASE, "src"]
    if not shutil.which("git") or subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("the history of the repository is not here")
    shutil.unpack_archive(archive, folder)
    return folder / "src"


@dataclass
class Worker:
    """A server process of one version or the other, on one port."""

    db: str
    redis: str
    port: int = field(default_factory=free_port)
    process: "subprocess.Popen[bytes] | None" = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self, sources: Path) -> None:
        """Start the version of these sources, and wait until it answers."""
        command = [sys.executable, "-c", "from allaboard.cli import main; main()", "serve", "--port", str(self.port)]
        command += ["--db", self.db, "--redis", self.redis, "--no-rates", "--bot-pace", "0", "--per-address", "100000"]
        environment = {**os.environ, "PYTHONPATH": str(sources)}
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self.process = subprocess.Popen(command, env=environment, cwd=sources.parent, **quiet)  # type: ignore[call-overload]
        until = time.monotonic() + 300
        while time.monotonic() < until:
            assert self.process
            assert self.process.poll() is None, "the server did not start"
            try:
                if httpx.get(f"{self.url}/api/games", timeout=5).status_code == 200:
                    return
            except httpx.HTTPError:
                time.sleep(0.1)
        raise AssertionError("the server did not answer")

    def stop(self) -> None:
        """Send SIGTERM."""
        if self.process:
            self.process.terminate()
            self.process.wait(30)
            self.process = None


class Unlike(dict[tuple[str, int, int], Any]):
    """The two versions write views differently, so they are not compared."""

    def setdefault(self, _: tuple[str, int, int], view: Any = None, /) -> Any:
        return view


class Travellers(People):
    """People whose page is reloaded for another version. They record how long they were disconnected.

    They come through a proxy, which asks the other worker if one refuses, and wait between two attempts as browsers do.
    """

    def __init__(self, urls: list[str], pace: float) -> None:
        super().__init__(urls, pace)
        self.ledger.views = Unlike()
        self.longest = 0.0
        self.versions: set[int] = set()

    async def _sit(self, table: str, token: str, seat: int, rng: random.Random) -> None:
        unanswered: dict[str, Any] = {}
        version, gone = VERSION, float("inf")  # people who were never connected are not disconnected
        tries = 0
        while not self.stop.is_set():
            try:
                url = (await self._upstream(rng)).replace("http", "ws", 1)
                async with ws.connect(f"{url}/api/tables/{table}/socket", compression=None, open_timeout=5) as socket:
                    await socket.send(json.dumps({"type": "hello", "version": version, "token": token}))
                    first = json.loads(await socket.recv())
                    if first.get("code") == "bad_version":
                        version = 3 - version
                        continue
                    self.versions.add(version)
                    tries = 0
                    self.longest = max(self.longest, time.monotonic() - gone)
                    if unanswered:
                        await socket.send(json.dumps(unanswered))
                    try:
                        again: Any = Again(socket, first)
                        if await self._play(again, table, seat, unanswered, rng):
                            return
                    finally:
                        gone = time.monotonic()
            except AWAY:
                tries += 1
                await asyncio.sleep(min(8, 0.25 * 2 ** (tries - 1)) * rng.uniform(0.6, 1))

    async def _upstream(self, rng: random.Random) -> str:
        """A worker that answers."""
        first, *others = rng.sample(self.urls, len(self.urls))
        for url in others:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", int(first.rpartition(":")[2]))
            except OSError:
                first = url
            else:
                writer.close()
        return first


class Again:
    """A socket whose first message is received once more."""

    def __init__(self, socket: ws.ClientConnection, first: dict[str, Any]) -> None:
        self.send = socket.send
        self._socket, self._first = socket, [json.dumps(first)]

    async def recv(self) -> str:
        return self._first.pop() if self._first else str(await self._socket.recv())


@contextmanager
def two_workers(sources: Path) -> Iterator[tuple[list[Worker], Any]]:
    with ExitStack() as stack:
        database, bus = stack.enter_context(postgres()), stack.enter_context(redis())
        workers = [Worker(database.url, bus) for _ in range(2)]
        for worker in workers:
            stack.callback(worker.stop)
            worker.start(sources)
        yield workers, database


@pytest.mark.long
def test_the_workers_are_replaced_one_after_the_other_while_people_play(last_release: Path) -> None:
    this = Path(__file__).parents[2] / "src"
    warm = [
        sys.executable,
        "-m",
        "allaboard.server.warm",
        "rules",
    ]  # as docs/guides/database.md says, before the workers are replaced
    subprocess.run(warm, env={**os.environ, "PYTHONPATH": str(this)}, check=True)
    games = [("hachi", 3), ("miyajima", 2), ("runaway", 3)]

    async def play(workers: list[Worker]) -> Travellers:
        people = Travellers([worker.url for worker in workers], pace=GAMES / MOVES_A_SECOND)
        playing = [asyncio.create_task(people.group(*games[n % len(games)], n)) for n in range(GAMES)]
        await grown(people, 2 * GAMES)
        for worker in workers:
            await asyncio.to_thread(worker.stop)
            await asyncio.to_thread(worker.start, this)
            await grown(people, 2 * GAMES)
        people.stop.set()
        await asyncio.gather(*playing)
        return people

    with two_workers(last_release) as (workers, database):
        people = run(play(workers), 1200)
        kept = events_of(database)
    print(f"{GAMES} games, {len(kept)} tables; nobody was away for longer than {people.longest:.2f} s")
    assert people.versions == {1, 2}
    check_ledger(people, kept)
    assert people.longest < LONGEST, f"somebody was away for {people.longest:.1f} s"
