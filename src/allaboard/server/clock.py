"""The time left for a decision. It runs while somebody is connected, and survives a restart."""

import time


class Clock:
    """A countdown on the monotonic clock. `None` left means that there is no clock."""

    def __init__(self, total_ms: int) -> None:
        self.total_ms = total_ms
        self._left = self._given = self._before = float(total_ms)
        self._since: float | None = None

    def reset(self, left_ms: int | None = None, before_ms: int | None = None) -> None:
        """Start a decision, or resume one with its time left. `before_ms` is the time left of the last decision."""
        self._before = self._exact() if before_ms is None else float(before_ms)
        self._left = self._given = float(self.total_ms if left_ms is None else max(0, left_ms))
        if self._since is not None:
            self._since = time.monotonic()

    def back(self) -> None:
        """Go back to the last decision because its action was undone. The time since then counts for it."""
        self._left = self._given = self._before - (self._given - self._exact())
        if self._since is not None:
            self._since = time.monotonic()

    def run(self) -> None:
        """Start or continue."""
        if self._since is None:
            self._since = time.monotonic()

    def pause(self) -> None:
        """Stop and remember the time left."""
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
