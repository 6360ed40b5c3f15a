"""The parent process of several workers. It restarts workers that died, but not without end."""

import signal
import time
from socket import socket
from typing import Final

from uvicorn.config import Config
from uvicorn.supervisors import Multiprocess
from uvicorn.supervisors.multiprocess import Process

from allaboard.server.logs import log

CANNOT_START: Final = 3
"""The exit code of a worker that would fail in the same way again. uvicorn uses the same."""
SOON: Final = 30.0
"""A worker that dies within this many seconds died early."""
MOST_SOON: Final = 5
"""After this many early deaths in a row the server stops."""


class Supervisor(Multiprocess):
    """uvicorn's supervisor. It does not restart workers that cannot start, and does not wait for busy ones."""

    def __init__(self, config: Config, sockets: list[socket]) -> None:
        super().__init__(config, sockets)
        self.failed = False
        self._died_soon = 0
        self._begun: dict[int, float] = {}

    def keep_subprocess_alive(self) -> None:
        """Restart workers that died."""
        now = time.monotonic()
        for index, process in enumerate(self.processes):
            begun = self._begun.setdefault(process.process.pid or 0, now)
            if process.process.is_alive():
                continue
            code = process.process.exitcode
            self._died_soon = self._died_soon + 1 if now - begun < SOON else 1
            log("error", kind="worker", error="died", code=code)
            if code == CANNOT_START or self._died_soon >= MOST_SOON:
                self.failed = True
                self.should_exit.set()
                return
            replacement = Process(self.config, self.sockets)
            replacement.start()
            self.processes[index] = replacement

    def join_all(self) -> None:
        """Wait for the workers to stop. A second Ctrl-C ends them at once."""
        while any(process.process.is_alive() for process in self.processes):
            if signal.SIGINT in self.signal_queue or signal.SIGTERM in self.signal_queue:
                self.signal_queue.clear()
                for process in self.processes:
                    process.process.kill()
            time.sleep(0.05)
