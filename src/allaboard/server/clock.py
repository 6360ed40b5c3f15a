"""The time left for a decision: it runs while somebody is there, and survives a restart as time left."""

import time


class Clock:
    """Counts down on the monotonic clock; None left means that there is no clock."""

    def __init__(self, total_ms: int) -> None:
        self.total_ms = total_ms
        self._left = float(total_ms)
        self._since: float | None = None

    def reset(self, left_ms: int | None = None) -> None:
        """A new decision, or one that is resumed with what it had."""
        self._left = float(self.total_ms if left_ms is None else max(0, left_ms))
        if self._since is not None:
            self._since = time.monotonic()

    def run(self) -> None:
        """Let it run."""
        if self._since is None:
            self._since = time.monotonic()

    def pause(self) -> None:
        """Stop it with what it has."""
        left = self.left_ms()
        self._left = float(left or 0)
        self._since = None

    @property
    def running(self) -> bool:
        """Whether time passes."""
        return self._since is not None

    def left_ms(self) -> int | None:
        """Milliseconds left."""
        if not self.total_ms:
            return None
        passed = 0.0 if self._since is None else (time.monotonic() - self._since) * 1000
        return max(0, round(self._left - passed))
