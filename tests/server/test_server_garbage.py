"""Full garbage collections wait until the server is quiet."""

import asyncio
import gc
import weakref
from collections.abc import Iterator

import pytest

from allaboard.server import garbage
from allaboard.server.metrics import METRICS


class Ring:
    """An object that only a garbage collection frees."""

    def __init__(self) -> None:
        self.self = self


@pytest.fixture
def old_ring() -> Iterator[weakref.ref[Ring]]:
    """Garbage that has survived the collections of young objects, after many of them."""
    usual = gc.get_threshold()
    gc.collect()
    gc.set_threshold(*garbage.YOUNG, garbage.NEVER)
    ring = Ring()
    gone = weakref.ref(ring)
    for _ in range(garbage.GROWN + 1):
        gc.collect(1)
    del ring
    yield gone
    gc.set_threshold(*usual)


@pytest.mark.parametrize(
    ("changes", "hours", "collected"), [(0, 0, True), (3000, 0, False), (3000, 2, True)], ids=["quiet", "busy", "late"]
)
def test_everything_is_collected_in_a_quiet_moment(
    old_ring: weakref.ref[Ring], changes: int, hours: int, collected: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [100_000.0]
    monkeypatch.setattr("allaboard.server.garbage.time.monotonic", lambda: clock[0])
    collecting = garbage.Collecting()
    monkeypatch.setitem(METRICS.counters, ("changes", ""), METRICS.counters["changes", ""])
    collecting._changes = METRICS.counters["changes", ""]
    clock[0] += hours * 3600
    METRICS.count("changes", by=changes * (1 + hours * 360))
    clock[0] += garbage.PAUSE_SECONDS
    asyncio.run(collecting.collect())
    assert (old_ring() is None) == collected


def test_a_settled_server_never_scans_everything_by_itself() -> None:
    usual = gc.get_threshold()
    try:
        garbage.settle()
        assert gc.get_threshold() == (*garbage.YOUNG, garbage.NEVER)
    finally:
        gc.unfreeze()
        gc.set_threshold(*usual)
