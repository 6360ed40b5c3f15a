"""Many groups at once, at a fixed rate of moves or as fast as possible, and the measurements."""

import asyncio
import gc
import http.client
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.serving.group import Group, Heard
from benchmarks.serving.servers import Server

OPENERS = 8


@dataclass
class Result:
    """The results: moves per second, processor time per move and delays in milliseconds, memory in megabytes."""

    tables: int
    sockets: int
    opening: float
    seconds: float
    sent: int
    moves: int
    over: int
    errors: int
    unheard: int
    lost_sockets: int
    rate: float
    cpu: float
    memory: float
    ack: dict[str, float]
    others: dict[str, float]


async def open_all(groups: Sequence[Group]) -> float:
    """Seat everybody; returns how many seconds it took."""
    began, waiting = time.perf_counter(), list(reversed(groups))

    async def opener() -> None:
        web = http.client.HTTPConnection(groups[0].host, groups[0].port, timeout=60)
        while waiting:
            await waiting.pop().open(web)
        web.close()

    await asyncio.gather(*(opener() for _ in range(OPENERS)))
    return time.perf_counter() - began


async def play(server: Server, groups: Sequence[Group], heard: Heard, rate: float, seconds: float) -> Result:
    """Open the tables and play. A rate of 0 is as fast as possible, with one move at a time at each table."""
    opening = await open_all(groups)
    gc.collect()
    gc.disable()  # a collection among 18,000 sockets stops this client for so long that it would be the slowest delay
    await asyncio.sleep(0.5)
    random.Random(7).shuffle(heard.ready)
    heard.acks.clear()
    heard.others.clear()
    busy, began, sent = server.cpu(), time.perf_counter(), 0
    while (passed := time.perf_counter() - began) < seconds:
        due = int(passed * rate) + 1 - sent if rate else len(heard.ready)
        for _ in range(min(due, len(heard.ready))):
            sent += heard.ready.popleft().move()
        if not rate and sum(group.over for group in groups[:: max(1, len(groups) // 20)]) > 5:
            break  # too many games are over to continue at full speed
        await asyncio.sleep(0.001 if rate else 0)
    took, moves, busy = time.perf_counter() - began, len(heard.acks), server.cpu() - busy
    gc.enable()
    patience = time.perf_counter() + 10
    while any(group.waiting for group in groups) and time.perf_counter() < patience:
        await asyncio.sleep(0.1)
    lost = sum(socket.lost for group in groups for socket in group.sockets)
    result = Result(
        tables=len(groups),
        sockets=sum(len(group.sockets) for group in groups),
        opening=opening,
        seconds=took,
        sent=sent,
        moves=moves,
        over=sum(group.over for group in groups),
        errors=len(heard.errors),
        unheard=sum(group.waiting for group in groups),
        lost_sockets=lost,
        rate=round(moves / took, 1),
        cpu=round(1000 * busy / max(1, moves), 3),
        memory=round(server.megabytes()),
        ack=percentiles(heard.acks),
        others=percentiles(heard.others),
    )
    for group in groups:
        group.close()
    return result


def percentiles(times: Sequence[float]) -> dict[str, float]:
    """In milliseconds.

    >>> percentiles([0.001] * 98 + [0.5, 1.0])
    {'p50': 1.0, 'p95': 1.0, 'p99': 1000.0, 'p999': 1000.0}
    """
    ordered = sorted(times) or [float("nan")]
    shares = {"p50": 500, "p95": 950, "p99": 990, "p999": 999}
    at = {name: ordered[min(len(ordered) - 1, len(ordered) * share // 1000)] for name, share in shares.items()}
    return {name: round(1000 * seconds, 1) for name, seconds in at.items()}
