"""The parent of several workers: it starts a new one for one that has died, but not for ever."""

import signal
import time
from socket import socket
from typing import Final

from uvicorn.config import Config
from uvicorn.supervisors import Multiprocess
from uvicorn.supervisors.multiprocess import Process

from allaboard.server.logs import log

CANNOT_START: Final = 3
"""The exit code of a worker that would fail in the same way again; uvicorn's own, too."""
SOON: Final = 30.0
"""A worker that dies within so many seconds has died soon."""
MOST_SOON: Final = 5
"""So many soon deaths in a row are not bad luck."""


class Supervisor(Multiprocess):
    """uvicorn's, which would start workers that cannot start again and again, and waits for those that are busy."""

    def __init__(self, config: Config, sockets: list[socket]) -> None:
        super().__init__(config, sockets)
        self.failed = False
        self._died_soon = 0
        self._begun: dict[int, float] = {}

    def keep_subprocess_alive(self) -> None:
        """Look after the workers."""
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
        """Wait for the workers to end in order; Ctrl-C once more ends them at once."""
        while any(process.process.is_alive() for process in self.processes):
            if signal.SIGINT in self.signal_queue or signal.SIGTERM in self.signal_queue:
                self.signal_queue.clear()
                for process in self.processes:
                    process.process.kill()
            time.sleep(0.05)
