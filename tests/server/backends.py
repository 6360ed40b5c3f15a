"""A real PostgreSQL and a real Redis for a test, from Debian's packages, on free ports."""

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from server.serving import free_port


def _binary(name: str) -> str:
    debian = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    found = shutil.which(name) or next(map(str, debian), None)
    if found is None:
        pytest.skip(f"{name} is not installed (Debian: apt-get install postgresql redis-server)")
    return found


@dataclass
class Postgres:
    """One database cluster in a folder; it can be stopped and started."""

    folder: Path
    port: int
    user: str | None

    @property
    def url(self) -> str:
        return f"postgresql://allaboard@127.0.0.1:{self.port}/postgres"

    def start(self) -> None:
        """Start it, and wait until it answers."""
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={self.folder}"
        self._control("-w", "-o", options, "-l", str(self.folder / "log"), "start")

    def stop(self, how: str = "fast") -> None:
        """Stop it; `immediate` is a crash."""
        self._control("-m", how, "stop")

    def _control(self, *arguments: str) -> None:
        command = [_binary("pg_ctl"), "-D", str(self.folder / "data"), *arguments]
        subprocess.run(command, user=self.user, check=True, stdout=subprocess.DEVNULL, timeout=60)


@contextmanager
def postgres() -> Iterator[Postgres]:
    """A new PostgreSQL. It refuses to run as root, so root starts it as another user."""
    initdb = _binary("initdb")
    user = "postgres" if os.geteuid() == 0 else None
    folder = Path(tempfile.mkdtemp(prefix="allaboard-pg-"))
    if user:
        shutil.chown(folder, user)
    try:
        command = [initdb, "-D", str(folder / "data"), "-A", "trust", "-U", "allaboard", "--no-sync"]
        subprocess.run(command, user=user, check=True, stdout=subprocess.DEVNULL, timeout=120)
        server = Postgres(folder, free_port(), user)
        server.start()
        try:
            yield server
        finally:
            server.stop("immediate")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@dataclass
class Redis:
    """One Redis; it can be stopped and started."""

    port: int
    process: "subprocess.Popen[bytes] | None" = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        """Start it, and wait until it answers."""
        command = [_binary("redis-server"), "--port", str(self.port), "--bind", "127.0.0.1"]
        command += ["--save", "", "--appendonly", "no"]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd=tempfile.gettempdir())
        until = time.monotonic() + 60
        while time.monotonic() < until:
            with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), timeout=1):
                return
            time.sleep(0.05)
        raise AssertionError("Redis did not start")

    def stop(self) -> None:
        """Stop it."""
        if self.process:
            self.process.terminate()
            self.process.wait(20)
            self.process = None


@contextmanager
def redis_server() -> Iterator[Redis]:
    """A new Redis that can be stopped and started."""
    server = Redis(free_port())
    try:
        server.start()
        yield server
    finally:
        server.stop()


@contextmanager
def redis() -> Iterator[str]:
    """A new Redis; gives its URL."""
    with redis_server() as server:
        yield server.url
