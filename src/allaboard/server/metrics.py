"""What the server counts, as Prometheus text."""

import threading
from collections import Counter
from collections.abc import Callable, Sequence

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0)


class Histogram:
    """How long things took, in seconds."""

    def __init__(self) -> None:
        self.buckets = [0] * (len(BOUNDS) + 1)
        self.total, self.count = 0.0, 0

    def add(self, seconds: float) -> None:
        """One more."""
        self.buckets[next((i for i, bound in enumerate(BOUNDS) if seconds <= bound), len(BOUNDS))] += 1
        self.total += seconds
        self.count += 1


class Metrics:
    """Counters by name and label; gauges are asked when somebody looks."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.counters: Counter[tuple[str, str]] = Counter()
        self.gauges: dict[str, Callable[[], float]] = {}
        self.commit = Histogram()

    def count(self, name: str, label: str = "", by: int = 1) -> None:
        """One more of something."""
        self.counters[name, label] += by

    def committed(self, changes: int, waits: Sequence[float]) -> None:
        """A commit, and how long each change in it has waited."""
        with self._lock:
            self.counters["commits", ""] += 1
            self.counters["changes", ""] += changes
            for wait in waits:
                self.commit.add(wait)

    def text(self) -> str:
        """The Prometheus exposition format."""
        lines: list[str] = []
        for name in sorted({name for name, _ in self.counters}):
            lines.append(f"# TYPE allaboard_{name}_total counter")
            for (counted, label), value in sorted(self.counters.items()):
                if counted == name:
                    of = f'{{kind="{label}"}}' if label else ""
                    lines.append(f"allaboard_{name}_total{of} {value}")
        for name, ask in sorted(self.gauges.items()):
            lines += [f"# TYPE allaboard_{name} gauge", f"allaboard_{name} {ask():g}"]
        lines.append("# TYPE allaboard_commit_seconds histogram")
        heap = 0
        for bound, bucket in zip((*map(str, BOUNDS), "+Inf"), self.commit.buckets, strict=True):
            heap += bucket
            lines.append(f'allaboard_commit_seconds_bucket{{le="{bound}"}} {heap}')
        lines += [f"allaboard_commit_seconds_sum {self.commit.total:.6f}", f"allaboard_commit_seconds_count {heap}"]
        return "\n".join(lines) + "\n"


METRICS = Metrics()
