"""How much one may ask for: a bucket that fills with time."""

import time
from collections import OrderedDict


class Bucket:
    """So many at once, so many a second after that."""

    __slots__ = ("_filled", "_left", "_most", "_rate", "exhausted")

    def __init__(self, rate: float, most: float) -> None:
        self._rate, self._most = rate, most
        self._left, self._filled = float(most), time.monotonic()
        self.exhausted = 0
        """How often it was empty, less how often it was not."""

    def take(self, price: float = 1.0) -> bool:
        """Take from it, if there is enough."""
        now = time.monotonic()
        self._left = min(self._most, self._left + (now - self._filled) * self._rate)
        self._filled = now
        if self._left < price:
            self.exhausted += 1
            return False
        self._left -= price
        self.exhausted = max(0, self.exhausted - 1)
        return True


class Buckets:
    """A bucket for each address; the longest unused are forgotten."""

    def __init__(self, rate: float, most: float, addresses: int = 10_000) -> None:
        self._rate, self._most, self._addresses = rate, most, addresses
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        """Take from an address's bucket."""
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self._rate, self._most)
            if len(self._buckets) > self._addresses:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(address)
        return bucket.take()
