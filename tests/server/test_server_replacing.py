"""SIGHUP replaces the workers of a server one after the other, while people play."""

import asyncio
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest
from uvicorn.supervisors.multiprocess import SIGNALS

from allaboard.server import supervisor
from allaboard.server.run import server_config
from allaboard.server.supervisor import Supervisor
from server.backends import postgres, redis
from server.process import People
from server.serving import free_port, run
from server.test_server_durability import check_ledger
from server.test_server_workers import events_of, grown


class Pretended:
    """A worker that only writes down what happens to it. It is ready when it is asked for the third time."""

    def __init__(self, number: int, told: list[str], comes: bool) -> None:
        self.process, self._name, self._told, self._comes = self, f"worker {number}", told, comes
        self.pid, self._alive, self._asked = number, True, 0

    def is_alive(self) -> bool:
        return self._alive

    def is_ready(self) -> bool:
        self._asked += 1
        self._tell("is ready", self._comes and self._asked == 3)
        return self._comes and self._asked >= 3

    def retire(self) -> None:
        self._tell("retires")
        self._alive = False

    def kill(self) -> None:
        self._tell("is killed")
        self._alive = False

    def _tell(self, what: str, happens: bool = True) -> None:
        if happens:
            self._told.append(f"{self._name} {what}")


@contextmanager
def supervising(monkeypatch: pytest.MonkeyPatch, told: list[str], comes: bool = True) -> Iterator[Supervisor]:
    """A supervisor of two pretended workers."""
    handlers = {one: signal.getsignal(one) for one in SIGNALS}
    made: list[Any] = []

    def new(self: Supervisor) -> Any:
        made.append(Pretended(len(made), told, comes))
        return made[-1]

    monkeypatch.setattr(Supervisor, "_new", new)
    monkeypatch.setattr(supervisor, "Worker", Pretended)
    monkeypatch.setattr(supervisor, "MOST_START", 0.5)
    try:
        found = Supervisor(server_config("app", "127.0.0.1", 0, workers=2), [])
        found.init_processes()
        yield found
    finally:
        for one, handler in handlers.items():
            signal.signal(one, handler)


def test_a_worker_retires_when_the_new_one_is_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    with supervising(monkeypatch, told) as found:
        found.restart_all()
        assert [process.pid for process in found.processes] == [2, 3]
    assert told == ["worker 2 is ready", "worker 0 retires", "worker 3 is ready", "worker 1 retires"]


def test_old_workers_go_on_if_a_new_one_does_not_become_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    with supervising(monkeypatch, told, comes=False) as found:
        found.restart_all()
        assert [process.pid for process in found.processes] == [0, 1]
    assert told == ["worker 2 is killed"]


def test_nothing_is_replaced_after_ctrl_c(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    with supervising(monkeypatch, told) as found:
        found.signal_queue.append(signal.SIGINT)
        found.restart_all()
    assert told == ["worker 2 is killed"]


# ---- real processes


def workers_of(server: "subprocess.Popen[bytes]") -> set[int]:
    listing = ["ps", "-ww", "-o", "pid=,args=", "--ppid", str(server.pid)]
    listed = subprocess.run(listing, capture_output=True, text=True, check=True)
    return {int(line.split()[0]) for line in listed.stdout.splitlines() if "spawn_main" in line}


@pytest.mark.long
def test_people_play_on_while_all_workers_are_replaced() -> None:
    async def play(server: "subprocess.Popen[bytes]", url: str) -> People:
        before, people = workers_of(server), People([url])
        playing = [asyncio.create_task(people.group("miyajima", 2, n)) for n in range(4)]
        await grown(people, 20)
        server.send_signal(signal.SIGHUP)
        until = time.monotonic() + 200
        while len(workers_of(server) - before) < 2 or before & workers_of(server):
            assert time.monotonic() < until, "the workers were not replaced"
            async with httpx.AsyncClient() as web:  # a new connection each time: somebody always accepts it
                assert (await web.get(f"{url}/ready", timeout=20)).status_code == 200
            await asyncio.sleep(0.1)
        await grown(people, 20)
        people.stop.set()
        await asyncio.gather(*playing)
        return people

    subprocess.run([sys.executable, "-m", "allaboard.server.warm", "rules"], check=True)
    with postgres() as database, redis() as bus:
        port = free_port()
        command = [sys.executable, "-m", "allaboard", "serve", "--port", str(port), "--workers", "2"]
        command += ["--db", database.url, "--redis", bus, "--no-rates", "--bot-pace", "0", "--per-address", "100000"]
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            until = time.monotonic() + 200
            while True:
                try:
                    if len(set(re.findall(r'worker="(\w+)"', httpx.get(f"http://127.0.0.1:{port}/metrics").text))) == 2:
                        break
                except httpx.HTTPError:
                    assert server.poll() is None, "the server did not start"
                assert time.monotonic() < until, "there are no two workers"
                time.sleep(0.2)
            people = run(play(server, f"http://127.0.0.1:{port}"), 600)
        finally:
            server.terminate()
            server.wait(30)
        check_ledger(people, events_of(database))
