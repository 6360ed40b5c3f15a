"""New objects are collected while there are moves. Full garbage collections wait until the server is quiet."""

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


@pytest.fixture(autouse=True)
def counters(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Counters and thresholds are as they were afterwards."""
    usual = gc.get_threshold()
    for name in ("changes", "connections"):
        monkeypatch.setitem(METRICS.counters, (name, ""), 0)
    gc.set_threshold(*garbage.YOUNG, garbage.NEVER)
    yield
    gc.set_threshold(*usual)


@pytest.fixture
def old_ring() -> weakref.ref[Ring]:
    """Garbage that has survived the collections of new objects."""
    ring = Ring()
    gc.collect(1)
    return weakref.ref(ring)


@pytest.mark.parametrize(
    ("connections", "changes", "seconds", "collected"),
    [
        (5_000, 50, 10, True),
        (100, 50, 10, False),
        (100, 50, 4_000, True),
        (5_000, 10_000, 10, False),
        (30_000, 10_000, 10, True),
        (100, 10_000_000, 4_000, False),
        (100, 10_000_000, 8_000, True),
    ],
    ids=["quiet", "not due", "due", "busy", "many", "busy for an hour", "busy for hours"],
)
def test_everything_is_collected_in_a_quiet_moment(
    old_ring: weakref.ref[Ring],
    connections: int,
    changes: int,
    seconds: float,
    collected: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = [100_000.0]
    monkeypatch.setattr("allaboard.server.garbage.time.monotonic", lambda: clock[0])
    collecting = garbage.Collecting()
    METRICS.count("connections", by=connections)
    METRICS.count("changes", by=changes)
    clock[0] += seconds
    asyncio.run(collecting.collect())
    assert (old_ring() is None) == collected


@pytest.mark.parametrize(("took", "pause"), [(0.01, garbage.PAUSE_SECONDS), (0.5, 50.0)])
def test_visitors_cannot_make_the_server_collect_all_the_time(
    took: float, pause: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [100_000.0]
    monkeypatch.setattr("allaboard.server.garbage.time.monotonic", lambda: clock[0])

    def collect() -> None:
        clock[0] += took

    collecting = garbage.Collecting()
    METRICS.count("connections", by=2 * garbage.FEW)
    monkeypatch.setattr("allaboard.server.garbage.gc.collect", collect)
    clock[0] += garbage.PAUSE_SECONDS
    assert asyncio.run(collecting.collect()) == pytest.approx(pause)


def test_new_objects_are_collected_while_there_are_moves(old_ring: weakref.ref[Ring]) -> None:
    collecting = garbage.Collecting()
    new = weakref.ref(Ring())
    assert asyncio.run(collecting.collect_new()) == garbage.IDLE_SECONDS
    assert new() is not None
    METRICS.count("changes")
    assert asyncio.run(collecting.collect_new()) == garbage.BUSY_SECONDS
    assert (new() is None, old_ring() is None) == (True, False)
    assert asyncio.run(collecting.collect_new()) == garbage.IDLE_SECONDS


def test_a_settled_server_never_scans_everything_by_itself() -> None:
    try:
        garbage.settle()
        assert gc.get_threshold() == (*garbage.YOUNG, garbage.NEVER)
    finally:
        gc.unfreeze()
