"""Time at the table: clocks, patience, autopilot, the countdown. Seconds are shorter here."""

import asyncio
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, ExitStack, closing, suppress
from pathlib import Path
from typing import Any, TypeVar

import pytest
from sqlalchemy import select

from allaboard.registry import declaration
from allaboard.server import bots_at_table, tableevents
from allaboard.server.bots_at_table import (
    MOST_SECONDS,
    MOST_THOUGHT,
    STEP,
    AnswerTimes,
    moment_to_answer,
    natural_delay,
)
from allaboard.server.database import engine_for
from allaboard.server.schema import EVENTS
from server.backends import postgres, redis
from server.serving import Seat, open_table, post, run, seat_at, serving

SECOND = 0.1


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("quick"), second=SECOND) as address:
        yield address


@pytest.fixture(scope="module")
def unhurried(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Seconds are long here: whatever only waits for a clock would take minutes."""
    with serving(tmp_path_factory.mktemp("unhurried"), second=30) as address:
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
            await two.until("table", lambda m: m["table"]["players"][0]["autopilot"])
            await two.until("position", lambda m: m["ply"] > ply)
            assert (await one.ask("act", ply=one.position["ply"], action="pass"))["code"] in (
                "on_autopilot",
                "stale",
            )
            assert (await one.ask("take_back_seat"))["type"] == "ack"
            await two.until("table", lambda m: not m["table"]["players"][0]["autopilot"])

    run(play())


def test_a_bot_plays_for_players_who_are_away_longer_than_the_tables_patience(quick: str) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            table, tokens, (one, two, _) = await begun(quick, stack, "hachi", 3, patience=5, level="random")
            ply = one.position["ply"]
            await one.socket.close()
            await two.connected(0, False)
            await two.until("table", lambda m: m["table"]["players"][0]["autopilot"])
            await two.until("position", lambda m: m["ply"] > ply)
            back = await stack.enter_async_context(seat_at(quick, table, tokens[0]))
            assert back.table["players"][0]["autopilot"]
            assert (await back.ask("take_back_seat"))["type"] == "ack"
            assert (await back.ask("take_back_seat", id="twice"))["code"] == "not_now"

    run(play())


HOUR = 3600
"""The shortest clock of a slow table."""


Event = TypeVar("Event", bound=tableevents.TableEvent)


def events(folder: Path, kind: type[Event]) -> list[Event]:
    """The stored events of a kind, read without anybody at the table."""
    with closing(sqlite3.connect(folder / "tables.db")) as connection:
        rows = connection.execute("select body from events order by seq").fetchall()
    return [event for (body,) in rows if isinstance(event := tableevents.decode(body.encode()), kind)]


async def until(folder: Path, kind: type[Event], enough: Callable[[list[Event]], bool]) -> None:
    while not enough(events(folder, kind)):
        await asyncio.sleep(0.1)


def test_at_a_slow_table_bots_move_while_nobody_is_connected(tmp_path: Path) -> None:
    """The bot that is thinking when everybody leaves moves, and so does the next one."""

    async def play(url: str) -> None:
        async with AsyncExitStack() as stack:
            slow = {"clock": HOUR, "patience": HOUR}
            _, _, (one,) = await begun(url, stack, "hachi", 1, seats=3, **slow)
            await one.act(one.position["actions"][0]["text"])
        await until(tmp_path, tableevents.Acted, lambda found: {one.lines[0][0] for one in found} == {0, 1, 2})
        assert not events(tmp_path, tableevents.Paused), "its clock does not stop"

    with serving(tmp_path, bot_pace=1, sleep_seconds=0.2) as url:
        run(play(url))


def test_at_a_slow_table_the_clock_runs_out_while_nobody_is_connected(tmp_path: Path) -> None:
    """The table is not in memory then. Bots play for both people, one after the other."""

    async def play(url: str) -> None:
        async with AsyncExitStack() as stack:
            await begun(url, stack, "hachi", 2, seats=3, clock=HOUR, patience=HOUR)
        await until(tmp_path, tableevents.Autopilot, lambda found: {one.seat for one in found} == {0, 1})
        assert {one.why for one in events(tmp_path, tableevents.Autopilot)} == {"clock"}

    with serving(tmp_path, second=0.0005, sleep_seconds=0.1) as url:
        run(play(url))


def test_at_a_slow_table_of_two_workers_the_clock_runs_out_once(tmp_path: Path) -> None:
    """On PostgreSQL, where both workers look for such tables."""
    with ExitStack() as stack:
        database, channel = stack.enter_context(postgres()), stack.enter_context(redis())
        shared: dict[str, Any] = {"db": database.url, "redis": channel, "second": 0.0005, "sleep_seconds": 0.1}
        one, _ = (stack.enter_context(serving(tmp_path, **shared)) for _ in range(2))

        def seats() -> list[int]:
            engine = engine_for(database.url)
            with engine.connect() as connection:
                bodies = connection.execute(select(EVENTS.c.body).order_by(EVENTS.c.seq)).scalars().all()
            engine.dispose()
            kept = [tableevents.decode(body.encode()) for body in bodies]
            return [event.seat for event in kept if isinstance(event, tableevents.Autopilot)]

        async def play() -> None:
            async with AsyncExitStack() as sitting:
                await begun(one, sitting, "hachi", 2, seats=3, clock=HOUR, patience=HOUR)
            while len(await asyncio.to_thread(seats)) < 2:
                await asyncio.sleep(0.1)

        run(play())
        assert sorted(seats()) == [0, 1]


def test_a_table_without_a_clock_waits_for_connected_players(quick: str) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            _, _, (one, _, _) = await begun(quick, stack, "hachi", 3, patience=5)
            with suppress(TimeoutError):
                while True:
                    assert (await one.hear(timeout=SECOND * 10))["type"] == "presence"
            assert one.my_turn

    run(play())


async def choosing(url: str, stack: Any, people: int = 3, **settings: Any) -> list[Seat]:
    """RunAway at its first choice of cards."""
    _, _, sitting = await begun(url, stack, "runaway", people, **settings)
    for seat in sitting:
        while not seat.position["actions"]:
            await seat.until("position")
    return sitting


async def counted(seat: Seat) -> list[tuple[int, int, str, bool]]:
    """A whole countdown as a seat receives it: the number, who counts, why, and whether it is binding."""
    heard = [await seat.until("countdown") for _ in range(4)]
    assert heard[0]["left_ms"] >= 5 * SECOND * 1000 * 0.9, "from the call on, everybody has five seconds"
    return [(one["count"], one["seat"], one["why"], one["binding"]) for one in heard]


async def called(engineer: Seat) -> None:
    """The engineer chooses and calls the countdown."""
    await engineer.act("cards P7")
    if not engineer.position["may_call"]:
        await engineer.until("decided", lambda m: m["may_call"])
    assert (await engineer.ask("call", ply=engineer.position["ply"]))["type"] == "ack"


@pytest.mark.clause("R6")
def test_with_a_clock_the_engineer_calls_the_countdown_and_late_players_choose_no_cards(quick: str) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            one, two, three = await choosing(quick, stack, clock=600)
            assert (await one.ask("call", ply=one.position["ply"]))["code"] == "not_now", "the engineer chooses first"
            await two.act("cards C7")
            assert (await two.ask("call", ply=two.position["ply"]))["code"] == "not_now", "nobody else calls"
            await called(one)
            assert await counted(three) == [(count, 0, "called", True) for count in (3, 2, 1, 0)]
            assert (await three.until("position"))["view"]["revealed"] == ["cards P7", "cards C7", "cards none"]

    run(play())


@pytest.mark.clause("R6")
def test_choices_during_the_countdown_are_not_late(quick: str) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            one, two, three = await choosing(quick, stack, clock=600)
            await called(one)
            await two.until("countdown", lambda m: m["count"] == 3)
            await two.act("cards C6")
            await three.until("countdown", lambda m: m["count"] == 0)
            assert (await three.until("position"))["view"]["revealed"] == ["cards P7", "cards C6", "cards none"]

    run(play())


@pytest.mark.clause("R6")
def test_a_called_count_waits_until_everybody_has_seen_what_happened(quick: str) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            one, two, _ = await choosing(quick, stack, clock=600)
            began = one.position["clock_ms"]
            await called(one)
            await two.until("countdown")
            async with seat_at(quick, one.table["id"], None) as watcher:
                now = (await watcher.until("position"))["clock_ms"]
                assert began - now >= 7 * SECOND * 1000, "the story of a turn has its time first"
                late = await watcher.until("countdown")
                assert late["left_ms"] <= 5 * SECOND * 1000, "who comes later has no more time than the others"

    run(play())


@pytest.mark.clause("R6")
def test_a_called_count_begins_when_those_who_must_choose_have_seen_what_happened(unhurried: str) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            one, two, three = await choosing(unhurried, stack)
            ply = one.position["ply"]
            await called(one)
            assert (await two.ask("seen", ply=ply))["type"] == "ack"
            assert (await three.ask("seen", ply=ply - 1))["type"] == "ack", "of the decision before: it does not count"
            await two.ask("ping")
            assert not any("countdown" in frame for frame in two.frames)
            await three.ask("seen", ply=ply)
            assert (await two.until("countdown"))["count"] == 3

    run(play())


@pytest.mark.clause("R6")
def test_a_called_count_does_not_wait_for_those_who_have_chosen(unhurried: str) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            one, two, three = await choosing(unhurried, stack)
            await called(one)
            await two.ask("seen", ply=one.position["ply"])
            await three.act("cards P1")
            assert (await two.until("countdown"))["count"] == 3

    run(play())


@pytest.mark.clause("R6")
def test_a_clock_ends_in_the_countdown(quick: str) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            one, _, _ = await choosing(quick, stack, clock=8)
            assert await counted(one) == [(count, 0, "clock", True) for count in (3, 2, 1, 0)]
            assert (await one.until("position"))["view"]["revealed"] == ["cards none"] * 3

    run(play())


@pytest.mark.clause("R6")
def test_without_a_clock_the_engineer_may_count_and_nobody_loses_a_turn(quick: str) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            one, two, three = await choosing(quick, stack)
            await two.act("cards C7")
            await called(one)
            assert await counted(three) == [(count, 0, "called", False) for count in (3, 2, 1, 0)]
            with suppress(TimeoutError):
                while True:
                    assert (await three.hear(timeout=SECOND * 10))["type"] != "position"
            assert three.my_turn, "the table waits"
            await three.act("cards P1")
            assert (await one.until("position"))["view"]["revealed"] == ["cards P7", "cards C7", "cards P1"]

    run(play())


@pytest.mark.clause("R6")
def test_the_countdown_runs_once_in_a_decision(quick: str) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            table, tokens, (one, two, _) = await begun(quick, stack, "runaway", 3)
            while not one.position["actions"]:
                await one.until("position")
            await called(one)
            await counted(two)
            assert (await one.ask("call", ply=one.position["ply"]))["type"] == "ack"
            with suppress(TimeoutError):
                while True:
                    assert (await two.hear(timeout=SECOND * 20))["type"] != "countdown"
            back = await stack.enter_async_context(seat_at(quick, table, tokens[0]))
            assert not (await back.until("position"))["may_call"], "it is not offered again after a reload"

    run(play())


@pytest.mark.clause("R6")
def test_the_countdown_does_not_start_because_the_others_are_ready(quick: str) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            one, two, three = await choosing(quick, stack)
            await one.act("cards P7")
            await two.act("cards C7")
            with suppress(TimeoutError):
                while True:
                    assert (await three.hear(timeout=SECOND * 20))["type"] != "countdown"
            assert three.my_turn

    run(play())


def test_there_is_no_countdown_for_a_person_alone_with_bots(quick: str) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            one = await under_a_bot(quick, stack)
            with suppress(TimeoutError):
                while True:
                    assert (await one.hear(timeout=SECOND * 30))["type"] != "countdown"
            assert one.my_turn

    run(play())


@pytest.mark.clause("R6")
def test_a_bot_calls_in_the_second_half_of_the_clocks_time(quick: str) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            one = await under_a_bot(quick, stack, clock=60)
            engineer = one.position["view"]["engineer"]
            assert await counted(one) == [(count, engineer, "called", True) for count in (3, 2, 1, 0)]
            async with seat_at(quick, one.table["id"], None) as watcher:
                assert (await watcher.until("position"))["view"]["revealed"][0] == "cards none"

    run(play())


async def under_a_bot(url: str, stack: Any, **settings: Any) -> Seat:
    """One person among bots, at the first choice of cards with a bot as the engineer."""
    _, _, (one,) = await begun(url, stack, "runaway", 1, seats=4, **settings)
    while one.position["view"]["engineer"] == 0 or not one.position["actions"]:
        if one.my_turn:
            texts = [action["text"] for action in one.position["actions"]]
            await one.act("cards none" if "cards none" in texts else texts[-1])
        await one.until("position")
    return one


def test_the_clock_stops_while_nobody_is_connected(quick: str) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            table, tokens, _ = await begun(quick, stack, "hachi", 3, clock=50)
        async with seat_at(quick, table, tokens[0]) as back:
            first = (await back.until("position"))["clock_ms"]
        await asyncio.sleep(SECOND * 10)
        async with seat_at(quick, table, tokens[0]) as back:
            again = (await back.until("position"))["clock_ms"]
            assert first - 5 * SECOND * 1000 < again <= first  # time does not pass while nobody is connected

    run(play())


def test_bots_pause_for_less_than_a_second_and_shorter_between_actions_of_one_turn() -> None:
    first, next_ = ([natural_delay("c", ply, 1, goes_on) for ply in range(500)] for goes_on in (False, True))
    assert 0 < min(next_) < min(first)
    assert max(next_) < max(first) < MOST_SECONDS
    assert first == [natural_delay("c", ply, 1, False) for ply in range(500)], "it follows from what is public"
    assert len({round(one, 6) for one in first}) > 400


def test_a_bot_without_a_choice_answers_no_sooner_than_one_that_has_to_think() -> None:
    hiding, open_ = declaration("hachi"), declaration("miyajima")
    times = AnswerTimes()
    for seconds in (9.0, 0.9, 1.1, 0.8):  # the first time, code is loaded
        times.took("hachi", "expert", seconds)
        times.took("miyajima", "expert", seconds)
    assert times.answer_after(hiding, "expert", 0.5) == 1.5
    assert times.answer_after(hiding, "easy", 0.5) == MOST_SECONDS, "as long as nothing is known of the level"
    for seconds in (0.3, 0.01):
        times.took("hachi", "easy", seconds)
    assert times.answer_after(hiding, "easy", 0.5) == 0.5
    times.took("hachi", "easy", 100.0)
    assert times.answer_after(hiding, "easy", 0.5) == MOST_THOUGHT
    assert moment_to_answer(1.5, 1.6) == 1.5 + STEP, "an answer that took longer is sent at a full step"
    assert not open_.chance_hides
    assert times.answer_after(open_, "expert", 0.5) == (1.5 if open_.simultaneous else 0.5)


def test_the_time_of_a_bots_pass_does_not_tell_whether_it_had_a_choice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinking = 0.9  # longer than any pause
    really = bots_at_table.choose

    def slowly(game: Any, level: str, view: Any, seed: int, *more: Any) -> int:
        until = time.thread_time() + thinking
        while time.thread_time() < until:
            sum(range(1000))
        return really(game, level, view, seed, *more)

    monkeypatch.setattr(bots_at_table, "choose", slowly)
    planned: list[tuple[bool, float]] = []
    plan = AnswerTimes.answer_after

    def noted(times: AnswerTimes, game: Any, level: str, pause: float) -> float:
        found = plan(times, game, level, pause)
        planned.append((bool(times._durations.get((game.name, level))), found))
        return found

    monkeypatch.setattr(AnswerTimes, "answer_after", noted)

    async def play(url: str) -> list[float]:
        mine = post(url, "/api/solo", {"game": "hachi", "seats": 3, "level": "easy"})
        waits: list[float] = []
        async with seat_at(url, mine["table"], mine["token"]) as seat:
            since = time.monotonic()
            while len(waits) < 7 and seat.over is None:
                if seat.my_turn:
                    await seat.act(str(seat.position["actions"][0]["text"]))
                    since = time.monotonic()
                message = await seat.hear()
                if message["type"] == "position" and message["steps"]:
                    if any(step["actor"] in (1, 2) for step in message["steps"]):
                        waits.append(time.monotonic() - since)
                    since = time.monotonic()
        return waits

    with serving(tmp_path, bot_pace=1.0) as url:
        waits = run(play(url))
    after = [found for known, found in planned if known]
    assert after
    assert min(after) >= thinking, "whether it will think or not"
    assert min(waits[2:]) > thinking - 0.1


def test_a_clock_is_not_renewed_by_acting_and_undoing(quick: str) -> None:
    times = 4

    async def play() -> None:
        async with AsyncExitStack() as stack:
            _, _, (one, _, _) = await begun(quick, stack, "hachi", 3, clock=600)
            first = one.position["clock_ms"]
            for _ in range(times):
                await asyncio.sleep(SECOND * 5)
                assert (await one.act(one.position["actions"][0]["text"]))["type"] == "ack"
                if not one.position["undo"]:
                    await one.until("position", lambda m: m["undo"])
                ply = one.position["ply"]
                assert (await one.ask("undo", ply=ply))["type"] == "ack"
                while one.position["ply"] == ply:
                    await one.until("position")
            assert one.position["clock_ms"] <= first - times * 5 * SECOND * 1000 + 50

    run(play())
