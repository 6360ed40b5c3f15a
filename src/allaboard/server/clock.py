"""The time left for a decision: it runs while somebody is there, and survives a restart as time left."""

import time


class Clock:
    """Counts down on the monotonic clock; None left means that there is no clock."""

    def __init__(self, total_ms: int) -> None:
        self.total_ms = total_ms
        self._left = self._given = self._before = float(total_ms)
        self._since: float | None = None

    def reset(self, left_ms: int | None = None, before_ms: int | None = None) -> None:
        """A new decision, or one that is resumed with what it had; before it, the last decision had so much left."""
        self._before = self._exact() if before_ms is None else float(before_ms)
        self._left = self._given = float(self.total_ms if left_ms is None else max(0, left_ms))
        if self._since is not None:
            self._since = time.monotonic()

    def back(self) -> None:
        """The last action was undone: its decision goes on, and the time since counts for it."""
        self._left = self._given = self._before - (self._given - self._exact())
        if self._since is not None:
            self._since = time.monotonic()

    def run(self) -> None:
        """Let it run."""
        if self._since is None:
            self._since = time.monotonic()

    def pause(self) -> None:
        """Stop it with what it has."""
        self._left = self._exact()
        self._since = None

    @property
    def running(self) -> bool:
        """Whether time passes."""
        return self._since is not None

    def left_ms(self) -> int | None:
        """Milliseconds left."""
        return max(0, round(self._exact())) if self.total_ms else None

    def _exact(self) -> float:
        passed = 0.0 if self._since is None else (time.monotonic() - self._since) * 1000
        return self._left - passed
