"""The servers that are measured, each in its own processes, bound to a core."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from socket import create_connection, socket
from urllib.request import urlopen

from allaboard.server import warm

BOARDGAME_IO = Path(__file__).parents[1] / "peers" / "boardgameio"


@dataclass
class Server:
    """A running server."""

    port: int
    pid: int
    database: str = ""

    def _family(self) -> list[int]:
        kin = [self.pid]
        for task in Path(f"/proc/{self.pid}/task").glob("*/children"):
            kin += [int(child) for child in task.read_text().split()]
        return kin

    def workers(self, count: int) -> list[int]:
        """The worker processes, once all of them serve."""
        until = time.monotonic() + 120
        while count > 1:
            with suppress(OSError), urlopen(f"http://127.0.0.1:{self.port}/metrics", timeout=30) as answer:
                if len(set(re.findall(r'worker="(\w+)"', answer.read().decode()))) == count:
                    break
            if time.monotonic() > until:
                raise RuntimeError(f"there are no {count} workers")
            time.sleep(0.5)
        spawned = [pid for pid in self._family()[1:] if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]
        return spawned if count > 1 else [self.pid]

    def cpu(self) -> float:
        """Processor seconds so far, workers included."""
        ticks = 0
        for pid in self._family():
            with suppress(OSError):
                fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
                ticks += int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK")

    def megabytes(self) -> float:
        """Resident memory, workers included."""
        total = 0
        for pid in self._family():
            with suppress(OSError):
                total += int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        return total / 1e6


def _free_port() -> int:
    with socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def _running(command: Sequence[str], port: int, core: int | None) -> Iterator[int]:
    kept = ["taskset", "-c", str(core), *command] if core is not None else command
    process = subprocess.Popen(kept, stdout=subprocess.DEVNULL)
    try:
        until = time.monotonic() + 120
        while True:
            with suppress(OSError), create_connection(("127.0.0.1", port), 1):
                break
            if process.poll() is not None or time.monotonic() > until:
                raise RuntimeError(f"{command[0]} did not start")
            time.sleep(0.1)
        yield process.pid
    finally:
        process.terminate()
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


@contextmanager
def all_aboard(core: int | None, database: str = "", redis: str = "", workers: int = 1) -> Iterator[Server]:
    """Our server: one worker on SQLite, or several on PostgreSQL and Redis."""
    if warm.needed():  # otherwise the server would compile while it is measured
        subprocess.run([sys.executable, "-m", "allaboard.server.warm", "bots"], stdout=subprocess.DEVNULL, check=True)
    port, folder = _free_port(), Path(tempfile.mkdtemp(prefix="allaboard-load-"))
    database = database or f"sqlite:///{folder / 'tables.db'}"
    command = [sys.executable, "-m", "allaboard", "serve", "--port", str(port), "--db", database]
    command += ["--no-rates", "--per-address", "100000", "--log-level", "warning", "--workers", str(workers)]
    command += ["--redis", redis] if redis else []
    try:
        with _running(command, port, core) as pid:
            yield Server(port, pid, database)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def boardgame_io(core: int, *, on_disk: bool) -> Iterator[Server]:
    """boardgame.io with its storage on disk or in memory."""
    if not (BOARDGAME_IO / "node_modules").is_dir():
        subprocess.run(["npm", "install", "--no-audit", "--no-fund"], cwd=BOARDGAME_IO, check=True)
    port, folder = _free_port(), Path(tempfile.mkdtemp(prefix="boardgameio-load-"))
    command = ["node", str(BOARDGAME_IO / "server.js"), str(port), *([str(folder)] if on_disk else [])]
    try:
        with _running(command, port, core) as pid:
            yield Server(port, pid)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
