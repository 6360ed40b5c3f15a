"""Time at the table: clocks, patience, the bot at the wheel, RunAway's countdown. A second is short here."""

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack, suppress
from typing import Any

import pytest

from allaboard.server.bots_at_table import MOST_SECONDS, natural_delay
from server.house import Seat, open_table, run, seat_at, serving

SECOND = 0.1


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("quick"), second=SECOND) as address:
        yield address


Begun = tuple[str, list[str], list[Seat]]


async def begun(url: str, stack: Any, game: str, people: int, seats: int = 0, **settings: Any) -> Begun:
    table, tokens = open_table(url, game, seats or people, people=people, **settings)
    sitting = [await stack.enter_async_context(seat_at(url, table, token)) for token in tokens]
    await sitting[0].ask("start")
    for seat in sitting:
        if not seat.position:
            await seat.until("position")
    return table, tokens, sitting


def test_when_the_clock_ends_a_bot_plays_visibly_until_the_owner_takes_the_seat_back(quick: str) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            _, _, (one, two, _) = await begun(quick, stack, "hachi", 3, clock=5, level="random")
            assert 0 < one.position["clock_ms"] <= 500
            ply = one.position["ply"]
            await two.until("table", lambda m: m["table"]["players"][0]["wheel"])
            await two.until("position", lambda m: m["ply"] > ply)
            assert (await one.ask("act", ply=one.position["ply"], action="pass"))["code"] in (
                "bot_at_the_wheel",
                "stale",
            )
            assert (await one.ask("take_back_seat"))["type"] == "ack"
            await two.until("table", lambda m: not m["table"]["players"][0]["wheel"])

    run(play())


def test_who_stays_away_longer_than_the_tables_patience_is_driven_by_a_bot(quick: str) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            table, tokens, (one, two, _) = await begun(quick, stack, "hachi", 3, patience=5, level="random")
            ply = one.position["ply"]
            await one.socket.close()
            await two.until("table", lambda m: not m["table"]["players"][0]["connected"])
            await two.until("table", lambda m: m["table"]["players"][0]["wheel"])
            await two.until("position", lambda m: m["ply"] > ply)
            back = await stack.enter_async_context(seat_at(quick, table, tokens[0]))
            assert back.table["players"][0]["wheel"]
            assert (await back.ask("take_back_seat"))["type"] == "ack"
            assert (await back.ask("take_back_seat", id="twice"))["code"] == "not_now"

    run(play())


def test_a_table_waits_for_who_is_connected_and_has_no_clock(quick: str) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            _, _, (one, _, _) = await begun(quick, stack, "hachi", 3, patience=5)
            with pytest.raises(TimeoutError):
                await one.hear(timeout=SECOND * 10)

    run(play())


async def choosing(url: str, stack: Any, people: int = 3, **settings: Any) -> list[Seat]:
    """RunAway at its first choice of cards."""
    _, _, sitting = await begun(url, stack, "runaway", people, **settings)
    for seat in sitting:
        while not seat.position["actions"]:
            await seat.until("position")
    return sitting


@pytest.mark.clause("R6")
def test_when_all_people_but_one_have_chosen_the_countdown_runs_and_late_is_none(quick: str) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            one, two, three = await choosing(quick, stack)
            await one.act("cards P7")
            await two.act("cards C7")
            counts = [(await three.until("countdown"))["count"] for _ in range(4)]
            assert counts == [3, 2, 1, 0]
            shown = (await three.until("position"))["view"]["players"]
            assert [player["revealed"] for player in shown] == ["cards P7", "cards C7", "cards none"]

    run(play())


@pytest.mark.clause("R6")
def test_the_engineer_calls_the_countdown_and_who_chooses_in_time_is_not_late(quick: str) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            one, two, three = await choosing(quick, stack)
            assert (await one.ask("call", ply=one.position["ply"]))["code"] == "not_now"  # the engineer chooses first
            await one.act("cards P7")
            if not one.position["may_call"]:
                await one.until("decided", lambda m: m["may_call"])
            assert (await two.ask("call", ply=two.position["ply"]))["code"] == "not_now"
            assert (await one.ask("call", ply=one.position["ply"]))["type"] == "ack"
            await two.until("countdown", lambda m: m["count"] == 3)
            await two.act("cards C6")
            await three.until("countdown", lambda m: m["count"] == 0)
            shown = (await three.until("position"))["view"]["players"]
            assert [player["revealed"] for player in shown] == ["cards P7", "cards C6", "cards none"]

    run(play())


@pytest.mark.clause("R6")
def test_a_clock_ends_in_the_countdown(quick: str) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            one, _, _ = await choosing(quick, stack, clock=6)
            counts = [(await one.until("countdown"))["count"] for _ in range(4)]
            assert counts == [3, 2, 1, 0]
            shown = (await one.until("position"))["view"]["players"]
            assert [player["revealed"] for player in shown] == ["cards none"] * 3

    run(play())


def test_nobody_is_hurried_in_a_game_against_bots(quick: str) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            _, _, (one,) = await begun(quick, stack, "runaway", 1, seats=4)
            while not one.position["actions"]:
                await one.until("position")
            with suppress(TimeoutError):
                while True:
                    assert (await one.hear(timeout=SECOND * 8))["type"] != "countdown"
            assert one.my_turn

    run(play())


def test_the_clock_stands_still_while_nobody_is_there(quick: str) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            table, tokens, _ = await begun(quick, stack, "hachi", 3, clock=50)
        async with seat_at(quick, table, tokens[0]) as back:
            first = (await back.until("position"))["clock_ms"]
        await asyncio.sleep(SECOND * 10)
        async with seat_at(quick, table, tokens[0]) as back:
            again = (await back.until("position"))["clock_ms"]
            assert first - 5 * SECOND * 1000 < again <= first  # the second while nobody was there has not passed

    run(play())


def test_bots_take_hardly_any_time_for_small_things_and_never_more_than_a_second() -> None:
    delays = [natural_delay(options, small) for options in range(1, 200) for small in (False, True)]
    assert 0 < min(delays) <= natural_delay(1, small=False)
    assert max(delays) < MOST_SECONDS
