"""Metrics as Prometheus text. Every worker can report those of all workers."""

import threading
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

import msgspec
from msgspec import Struct

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0)


class Histogram:
    """A histogram of durations in seconds."""

    def __init__(self) -> None:
        self.buckets = [0] * (len(BOUNDS) + 1)
        self.total, self.count = 0.0, 0

    def add(self, seconds: float) -> None:
        """Add a duration."""
        self.buckets[bisect_left(BOUNDS, seconds)] += 1
        self.total += seconds
        self.count += 1


class Snapshot(Struct, frozen=True):
    """The metrics of one worker."""

    counters: list[tuple[str, str, int]]
    gauges: dict[str, float]
    buckets: list[int]
    seconds: float


class Metrics:
    """Counters by name and label. Gauges are computed on request."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.counters: Counter[tuple[str, str]] = Counter()
        self.gauges: dict[str, Callable[[], float]] = {}
        self.commit = Histogram()

    def count(self, name: str, label: str = "", by: int = 1) -> None:
        """Increase a counter."""
        self.counters[name, label] += by

    def committed(self, changes: int, waits: Sequence[float]) -> None:
        """Record a commit, and how long each change in it has waited."""
        with self._lock:
            self.counters["commits", ""] += 1
            self.counters["changes", ""] += changes
            for wait in waits:
                self.commit.add(wait)

    def now(self) -> Snapshot:
        """The current values."""
        counted = [(name, label, value) for (name, label), value in sorted(self.counters.items())]
        gauges = {name: float(ask()) for name, ask in sorted(self.gauges.items())}
        return Snapshot(counted, gauges, list(self.commit.buckets), self.commit.total)

    def snapshot(self) -> str:
        """The current values as text, stored for the other workers."""
        return msgspec.json.encode(self.now()).decode()


def read(text: str) -> Snapshot | None:
    """Read the metrics of another worker; None if its version has another format."""
    try:
        found = msgspec.json.decode(text, type=Snapshot)
    except msgspec.MsgspecError:
        return None
    return found if len(found.buckets) == len(BOUNDS) + 1 else None


def text(workers: Mapping[str, Snapshot]) -> str:
    """The Prometheus exposition format. With several workers each line has a label with the worker's name."""
    lines: list[str] = []
    for name in sorted({name for one in workers.values() for name, _, _ in one.counters}):
        lines.append(f"# TYPE allaboard_{name}_total counter")
        for worker, one in workers.items():
            same = [(kind, value) for counted, kind, value in one.counters if counted == name]
            lines += [f"allaboard_{name}_total{_labels(worker, kind=kind)} {value}" for kind, value in same]
    for name in sorted({name for one in workers.values() for name in one.gauges}):
        lines.append(f"# TYPE allaboard_{name} gauge")
        shown = [(worker, one.gauges[name]) for worker, one in workers.items() if name in one.gauges]
        lines += [f"allaboard_{name}{_labels(worker)} {value:g}" for worker, value in shown]
    lines.append("# TYPE allaboard_commit_seconds histogram")
    for worker, one in workers.items():
        heap = 0
        for bound, bucket in zip((*map(str, BOUNDS), "+Inf"), one.buckets, strict=True):
            heap += bucket
            lines.append(f"allaboard_commit_seconds_bucket{_labels(worker, le=bound)} {heap}")
        lines.append(f"allaboard_commit_seconds_sum{_labels(worker)} {one.seconds:.6f}")
        lines.append(f"allaboard_commit_seconds_count{_labels(worker)} {heap}")
    return "\n".join(lines) + "\n"


def _labels(worker: str, **more: str) -> str:
    """The labels of a line.

    >>> _labels("", kind="away"), _labels("7", le="1.0"), _labels("", kind="")
    ('{kind="away"}', '{worker="7",le="1.0"}', '')
    """
    named = {name: value for name, value in {"worker": worker, **more}.items() if value}
    return "{" + ",".join(f'{name}="{value}"' for name, value in named.items()) + "}" if named else ""


METRICS = Metrics()
