"""An event loop with simulated time, and workers whose code can stop at any point."""

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from contextvars import Context, ContextVar, copy_context
from typing import Any


class Stuck(Exception):
    """Nothing can happen any more, but something is still waited for."""


class SimulatedProcess:
    """A process, such as a worker. When it ends, none of its code runs any more, not even `finally`."""

    def __init__(self) -> None:
        self.ended = False
        self.frozen: list[tuple[Callable[..., object], tuple[Any, ...], Context]] = []


PROCESS: ContextVar[SimulatedProcess | None] = ContextVar("PROCESS", default=None)


class _NoSockets(selectors.BaseSelector):
    """A selector without sockets: waiting advances the simulated time."""

    def __init__(self, loop: "SimulatedLoop") -> None:
        self._loop = loop
        self._keys: dict[Any, selectors.SelectorKey] = {}

    def register(self, fileobj: Any, events: int, data: Any = None) -> selectors.SelectorKey:
        self._keys[fileobj] = selectors.SelectorKey(fileobj, 0, events, data)
        return self._keys[fileobj]

    def unregister(self, fileobj: Any) -> selectors.SelectorKey:
        return self._keys.pop(fileobj)

    def get_map(self) -> Any:
        return self._keys

    def select(self, timeout: float | None = None) -> list[Any]:
        if timeout is None:
            raise Stuck
        self._loop.now += max(0.0, timeout)
        return []


class SimulatedLoop(asyncio.SelectorEventLoop):
    """Runs callbacks in the order in which they became ready. If none is ready, the time advances."""

    def __init__(self) -> None:
        self.now = 1000.0
        super().__init__(_NoSockets(self))
        self.everything: list[asyncio.Task[Any]] = []
        self.threads_take: Callable[[], float] = lambda: 0.0
        self.set_task_factory(self._make)  # type: ignore[arg-type]

    def time(self) -> float:
        return self.now

    def _make(self, _: Any, work: Coroutine[Any, Any, Any], **more: Any) -> "asyncio.Task[Any]":
        task = asyncio.Task(work, loop=self, **more)
        self.everything.append(task)
        return task

    def call_soon(self, callback: Any, *args: Any, context: Context | None = None) -> asyncio.Handle:  # type: ignore[override]
        context = copy_context() if context is None else context
        return super().call_soon(self._run_callback, callback, args, context, context=context)

    def call_at(self, when: float, callback: Any, *args: Any, context: Context | None = None) -> asyncio.TimerHandle:  # type: ignore[override]
        context = copy_context() if context is None else context
        return super().call_at(when, self._run_callback, callback, args, context, context=context)

    def call_soon_threadsafe(self, callback: Any, *args: Any, context: Context | None = None) -> asyncio.Handle:  # type: ignore[override]
        """Callbacks from threads arrive a little later."""
        return self.call_later(self.threads_take(), callback, *args, context=context)

    def run_in_executor(self, _: Any, function: Callable[..., Any], *args: Any) -> Any:  # type: ignore[override]
        async def do() -> Any:
            await asyncio.sleep(self.threads_take())
            return function(*args)

        return self.create_task(do())

    @staticmethod
    def _run_callback(callback: Callable[..., object], args: tuple[Any, ...], context: Context) -> None:
        process = PROCESS.get()
        if process is not None and process.ended:
            process.frozen.append((callback, args, context))
        else:
            callback(*args)

    def spawn(self, process: SimulatedProcess, work: Coroutine[Any, Any, Any]) -> "asyncio.Task[Any]":
        """Start a coroutine that belongs to a process."""
        context = copy_context()
        context.run(PROCESS.set, process)
        return self.create_task(work, context=context)

    def finish(self, processes: list[SimulatedProcess]) -> None:
        """Cancel all unfinished tasks, so that Python does not report them."""
        for process in processes:
            process.ended = False
            for callback, args, context in process.frozen:
                self.call_soon(callback, *args, context=context)
        for _ in range(50):
            waiting = [task for task in self.everything if not task.done()]
            if not waiting:
                break
            for task in waiting:
                task.cancel()
            self.run_until_complete(_later(1.0))
        for task in self.everything:
            if task.done() and not task.cancelled():
                task.exception()


async def _later(seconds: float) -> None:
    await asyncio.sleep(seconds)
