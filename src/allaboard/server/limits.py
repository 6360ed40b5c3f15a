"""How much one visitor may use: token buckets for each address, each seat and each socket.

A budget has one bucket for each resource. Requests and messages are paid for in advance, one by one. Processor time is
paid for afterwards, as measured, so that a bucket may go below zero. Nothing more is done until it has filled again.
`DEFAULTS` are the settings; `allaboard serve --limit` changes them.
"""

import ipaddress
import math
import time
from collections import OrderedDict
from collections.abc import Mapping
from typing import Final

from allaboard.server.metrics import METRICS
from allaboard.server.refusal import Refused

Rate = tuple[float, float]
"""The rate per second, and the burst."""

DEFAULTS: Final[Mapping[str, Rate]] = {
    "address.requests": (30, 300),
    "address.work": (0.2, 10),  # seconds of processor time to load, replay and check tables
    "address.thinking": (0.5, 60),  # seconds of processor time for hints
    "address.tables": (0.5, 40),  # tables opened or joined
    "address.push": (0.2, 30),  # subscriptions registered or ended
    "address.sockets": (10, 400),
    "address.messages": (300, 3000),
    "address.copies": (5000, 50_000),  # copies of messages at tables with many sockets
    "address.talk": (5, 50),
    "seat.messages": (25, 120),
    "seat.talk": (0.5, 5),
    "seat.hints": (1, 12),
    "seat.stories": (0.2, 10),
    "socket.messages": (20, 60),
    "socket.stories": (0.2, 6),
}
"""By holder and resource: the rate and the burst of the bucket."""

REFUSALS: Final = {
    "talk": "too-much-talk",
    "hints": "too-many-hints",
    "thinking": "too-many-hints",
    "tables": "too-many-tables",
}
"""The message of a refusal. The default is `too-fast`."""


class Bucket:
    """A token bucket."""

    __slots__ = ("_filled", "_left", "_most", "_rate", "exhausted")

    def __init__(self, rate: float, most: float) -> None:
        self._rate, self._most = rate, most
        self._left, self._filled = float(most), time.monotonic()
        self.exhausted = 0
        """How often it was empty, minus how often it was not."""

    def _fill(self) -> None:
        now = time.monotonic()
        self._left = min(self._most, self._left + (now - self._filled) * self._rate)
        self._filled = now

    def holds(self, price: float) -> bool:
        """Whether there is enough in it."""
        self._fill()
        enough = self._left >= price
        self.exhausted = max(0, self.exhausted - 1) if enough else self.exhausted + 1
        return enough

    def spend(self, price: float) -> None:
        """Take from it, even if there is not enough."""
        self._fill()
        self._left -= price

    def wait(self, price: float) -> int:
        """Seconds until there will be enough."""
        return max(1, math.ceil((price - self._left) / self._rate)) if self._rate else 3600


class Budget:
    """The buckets of one holder: an address, a seat or a socket."""

    def __init__(self, holder: str, rates: Mapping[str, Rate]) -> None:
        self.holder, self._rates = holder, rates
        self._buckets: dict[str, Bucket | None] = {}

    def bucket(self, what: str) -> Bucket | None:
        """The bucket of a resource; None if the resource is not limited."""
        if what not in self._buckets:
            rate = self._rates.get(f"{self.holder}.{what}")
            self._buckets[what] = None if rate is None else Bucket(*rate)
        return self._buckets[what]

    def spend(self, what: str, price: float) -> None:
        """Pay for something that was done."""
        if bucket := self.bucket(what):
            bucket.spend(price)


class Budgets:
    """The budgets of many holders. Those that were unused for the longest time are dropped."""

    def __init__(self, holder: str, rates: Mapping[str, Rate], most: int = 20_000) -> None:
        self._holder, self._rates, self._most = holder, rates, most
        self._budgets: OrderedDict[str, Budget] = OrderedDict()

    def of(self, name: str) -> Budget:
        """The budget of one holder."""
        budget = self._budgets.get(name)
        if budget is None:
            budget = self._budgets[name] = Budget(self._holder, self._rates)
            if len(self._budgets) > self._most:
                self._budgets.popitem(last=False)
        self._budgets.move_to_end(name)
        return budget


class Limits:
    """All budgets of a server."""

    def __init__(self, changes: Mapping[str, Rate], on: bool = True) -> None:
        self._rates: Mapping[str, Rate] = {**DEFAULTS, **changes} if on else {}
        self._addresses = Budgets("address", self._rates)
        self._seats = Budgets("seat", self._rates)

    def address(self, address: str) -> Budget:
        """The budget of an address."""
        return self._addresses.of(household(address))

    def seat(self, token: str) -> Budget:
        """The budget of a token, shared by all of its sockets."""
        return self._seats.of(token)

    def socket(self) -> Budget:
        """A new budget for one socket."""
        return Budget("socket", self._rates)


def need(what: str, *holders: Budget | None, price: float = 1.0) -> None:
    """Pay from all of these budgets. Raises Refused, and pays from none, if one of them has too little."""
    buckets = [(holder, bucket) for holder in holders if holder and (bucket := holder.bucket(what))]
    for holder, bucket in buckets:
        if not bucket.holds(price):
            METRICS.count("limited", f"{holder.holder}.{what}")
            raise Refused("too_fast", REFUSALS.get(what, "too-fast"), seconds=bucket.wait(price))
    for _, bucket in buckets:
        bucket.spend(price)


def household(address: str) -> str:
    """The network that shares a budget: the address itself, or the /64 network of an IPv6 address.

    >>> household("2001:db8:1:2:3:4:5:6"), household("192.0.2.1"), household("")
    ('2001:db8:1:2::', '192.0.2.1', '')
    """
    if ":" not in address:
        return address
    try:
        number = ipaddress.IPv6Address(address.partition("%")[0])
    except ValueError:
        return address
    if number.ipv4_mapped:
        return str(number.ipv4_mapped)
    return str(ipaddress.IPv6Address(int(number) >> 64 << 64))


def read_limit(text: str) -> tuple[str, Rate]:
    """Parse a limit: WHO.WHAT=RATE/BURST.

    >>> read_limit("socket.messages=10/30")
    ('socket.messages', (10.0, 30.0))
    """
    name, _, value = text.partition("=")
    rate, _, most = value.partition("/")
    if name not in DEFAULTS:
        raise ValueError(f"there is no limit {name!r}; there are {', '.join(DEFAULTS)}")
    try:
        found = float(rate), float(most)
    except ValueError:
        found = math.nan, math.nan
    if not all(math.isfinite(number) and number >= 0 for number in found):
        raise ValueError(f"a limit must look like {name}=RATE/BURST, such as {name}=10/30, not {text!r}")
    return name, found
