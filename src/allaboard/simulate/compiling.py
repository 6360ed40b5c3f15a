"""Detects that rules must be compiled, so that a program can tell its users why they wait."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from allaboard.record import INTERPRETED


@contextmanager
def on_compile(tell: Callable[[], None]) -> Iterator[None]:
    """Calls `tell` once, when the first function has to be compiled; not if all come from the cache."""
    if INTERPRETED:
        yield
        return
    from numba.core import event

    told: list[None] = []

    def notice(_: object) -> None:
        if not told:
            told.append(None)
            tell()

    class Notice(event.Listener):
        def on_start(self, event: object) -> None:
            notice(event)

        def on_end(self, event: object) -> None:
            pass

    with event.install_listener("numba:compile", Notice()):
        yield
