"""The parent process of several workers. It restarts workers that died, and replaces all of them on SIGHUP."""

import os
import signal
import time
from collections.abc import Callable
from multiprocessing import resource_tracker
from socket import socket
from typing import Final

from uvicorn.config import Config
from uvicorn.supervisors import Multiprocess
from uvicorn.supervisors.multiprocess import Process

from allaboard.server.logs import log
from allaboard.server.readiness import is_compiled
from allaboard.server.stopping import GradualStop

CANNOT_START: Final = 3
"""The exit code of a worker that would fail in the same way again. uvicorn uses the same."""
SOON: Final = 30.0
"""If a worker dies within this many seconds, it died early."""
MOST_SOON: Final = 5
"""After this many early deaths in a row the server stops."""
MOST_START: Final = 120.0
"""Seconds within which a replacement must be ready. Otherwise the old workers go on."""
MOST_STOP: Final = 30.0
"""Seconds within which a worker that was replaced must have stopped."""
STOPPING: Final = {signal.SIGINT, signal.SIGTERM}


class Worker(Process):
    """A worker. If another one takes over, this one closes its sockets table by table."""

    @property
    def server(self) -> GradualStop:
        """The server in the worker's process."""
        if not isinstance(self._server, GradualStop):
            self._server = GradualStop(self.config)
            self._server.gradual = False
        return self._server

    def start(self) -> None:
        """Start the worker's process. It does not hear Ctrl-C until it can stop in order; the supervisor ends it."""
        if not hasattr(signal, "pthread_sigmask"):  # Windows
            super().start()
            return
        resource_tracker.ensure_running()  # otherwise it starts below, and unblocks the signal
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # the process inherits this
        try:
            super().start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def target(self, sockets: list[socket] | None = None) -> None:
        """Run the worker. uvicorn calls it in the worker's process, and sets its own handlers when it has started."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        if hasattr(signal, "pthread_sigmask"):
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        if hasattr(signal, "SIGUSR1"):
            signal.signal(signal.SIGUSR1, lambda *_: self.server.retire())
        super().target(sockets)

    def pong(self) -> None:
        """Tell the supervisor whether this worker serves requests and has compiled the rules of all games."""
        self.child_conn.recv()
        self.child_conn.send(self.server.started and is_compiled())

    def retire(self) -> None:
        """Tell the worker that another one takes over."""
        if self.process.is_alive() and self.process.pid:
            os.kill(self.process.pid, signal.SIGUSR1)


class Supervisor(Multiprocess):
    """uvicorn's supervisor. It does not restart workers that cannot start, and does not wait for busy ones."""

    def __init__(self, config: Config, sockets: list[socket]) -> None:
        super().__init__(config, sockets)
        self.failed = False
        self._died_soon = 0
        self._begun: dict[int, float] = {}

    def init_processes(self) -> None:
        """Start all workers."""
        self.processes = [self._new() for _ in range(self.processes_num)]

    def _new(self) -> Worker:
        worker = Worker(self.config, self.sockets)
        worker.start()
        return worker

    def keep_subprocess_alive(self) -> None:
        """Restart workers that died, unless all of them shall stop."""
        if self.should_exit.is_set() or STOPPING & set(self.signal_queue):
            return
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
            self.processes[index] = self._new()

    def restart_all(self) -> None:
        """Replace the workers one after the other, each when the new one is ready. New processes run new code."""
        for index, old in enumerate(self.processes):
            new = self._new()
            if not self._comes_true(new.is_ready, new, MOST_START):
                log("error", kind="worker", error="not ready, so the old workers go on")
                new.kill()
                return
            self.processes[index] = new
            assert isinstance(old, Worker)
            old.retire()
            if not self._comes_true(lambda old=old: not old.process.is_alive(), new, MOST_STOP):  # type: ignore[misc]
                old.kill()
            log("replaced", worker=index + 1)

    def _comes_true(self, what: Callable[[], bool], worker: Process, seconds: float) -> bool:
        """Wait for something, as long as this worker lives and nobody stops the server."""
        until = time.monotonic() + seconds
        while time.monotonic() < until and worker.process.is_alive() and not STOPPING & set(self.signal_queue):
            if what():
                return True
            time.sleep(0.05)
        return False

    def join_all(self) -> None:
        """Wait for the workers to stop. A second Ctrl-C ends them at once."""
        while any(process.process.is_alive() for process in self.processes):
            if signal.SIGINT in self.signal_queue or signal.SIGTERM in self.signal_queue:
                self.signal_queue.clear()
                for process in self.processes:
                    process.process.kill()
            time.sleep(0.05)
