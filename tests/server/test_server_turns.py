"""A fair order of work: expensive requests of one visitor do not block the others."""

import asyncio
import threading
import time

from allaboard.server.turns import Turns
from server.serving import run


def busy(seconds: float) -> None:
    """Use processor time without holding Python's lock for long."""
    until = time.thread_time() + seconds
    while time.thread_time() < until:
        sum(range(200))


def test_addresses_take_turns_however_much_one_of_them_wants() -> None:
    async def think() -> None:
        turns, order = Turns(1, "test"), []

        async def one(address: str, table: str) -> None:
            await turns.do(address, table, "thought", lambda: busy(0.03))
            order.append(address)

        greedy = [asyncio.create_task(one("greedy", f"table {n}")) for n in range(20)]
        await asyncio.sleep(0.1)
        modest = [asyncio.create_task(one("modest", "one table")) for _ in range(3)]
        await asyncio.gather(*greedy, *modest)
        turns.close()
        places = [place for place, who in enumerate(order) if who == "modest"]
        assert places[-1] < 14, f"not after all that was there before: {order}"

    run(think())


def test_tables_of_one_address_take_turns_too() -> None:
    async def think() -> None:
        turns, order = Turns(1, "test"), []

        async def one(table: str) -> None:
            await turns.do("home", table, "thought", lambda: busy(0.02))
            order.append(table)

        await asyncio.gather(*(one("first") for _ in range(10)), *(one("second") for _ in range(3)))
        turns.close()
        assert max(place for place, table in enumerate(order) if table == "second") < 9, order

    run(think())


def test_quick_work_does_not_wait_for_slow_work() -> None:
    async def think() -> None:
        turns = Turns(2, "test")
        gate = threading.Event()
        await turns.do("a", "t", "quick", lambda: None)
        slow = [asyncio.create_task(turns.do(who, "t", "slow", gate.wait)) for who in ("a", "b", "c") for _ in range(5)]
        await asyncio.sleep(0.1)
        await asyncio.wait_for(turns.do("a", "t", "quick", lambda: None), 30)
        await asyncio.wait_for(turns.do("d", "u", "quick", lambda: None), 30)
        gate.set()
        await asyncio.gather(*slow)
        turns.close()

    run(think())


def test_one_address_never_has_all_threads_for_slow_work() -> None:
    async def think() -> None:
        turns, gate = Turns(2, "test"), threading.Event()
        slow = [asyncio.create_task(turns.do("greedy", f"t{n}", "slow", gate.wait)) for n in range(10)]
        await asyncio.sleep(0.1)
        await asyncio.wait_for(turns.do("modest", "t", "other slow", lambda: busy(0.05)), 30)
        gate.set()
        await asyncio.gather(*slow)
        turns.close()

    run(think())


def test_work_that_nobody_waits_for_is_not_started_and_errors_are_returned() -> None:
    async def think() -> None:
        turns, gate, done = Turns(1, "test"), threading.Event(), []
        first = asyncio.create_task(turns.do("a", "t", "slow", gate.wait))
        second = asyncio.create_task(turns.do("a", "t", "slow", lambda: done.append(2)))
        await asyncio.sleep(0.05)
        second.cancel()
        third = asyncio.create_task(turns.do("a", "t", "slow", lambda: 1 // 0))
        gate.set()
        await first
        try:
            await third
        except ZeroDivisionError:
            done.append(3)
        turns.close()
        assert done == [3]

    run(think())
