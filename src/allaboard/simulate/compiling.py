"""Notices when rules must be compiled, so that whoever waits can be told."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from allaboard.record import INTERPRETED


@contextmanager
def on_compile(tell: Callable[[], None]) -> Iterator[None]:
    """Calls back once, when the first function has to be compiled; not if all come from the cache."""
    if INTERPRETED:
        yield
        return
    from numba.core import event

    told: list[None] = []

    def notice(_: Any) -> None:
        if not told:
            told.append(None)
            tell()

    class Notice(event.Listener):
        def on_start(self, event: Any) -> None:
            notice(event)

        def on_end(self, event: Any) -> None:
            pass

    with event.install_listener("numba:compile", Notice()):
        yield
