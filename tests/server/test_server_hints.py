"""Hints: the expected results, for seats that must act and may ask, from that seat's view."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from allaboard.bots.advice import advise
from allaboard.game import load
from server.serving import Seat, open_table, post, run, seat_at, serving

GAMES = ("miyajima", "hachi", "runaway")


async def asked(seat: Seat) -> dict[str, Any]:
    """Hints for the last position. Expert may have to be compiled first."""
    while (answer := await seat.ask("advise", ply=seat.position["ply"])).get("code") == "not_now":
        await asyncio.sleep(1)
    return answer


async def deciding(stack: AsyncExitStack, url: str, table: str, token: str) -> Seat:
    """A seat that must decide."""
    seat = await stack.enter_async_context(seat_at(url, table, token))
    while not seat.my_turn:
        await seat.hear()
    return seat


@pytest.mark.parametrize("game", GAMES)
def test_a_person_alone_among_bots_may_ask_about_every_action(url: str, game: str) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            mine = post(url, "/api/solo", {"game": game, "seats": 3, "level": "random"})
            seat = await deciding(stack, url, mine["table"], mine["token"])
            assert seat.table["hints"] is True
            answer = await asked(seat)
            assert answer["type"] == "advice", answer
            assert answer["ply"] == seat.position["ply"]
            assert {hint["text"] for hint in answer["hints"]} == {a["text"] for a in seat.position["actions"]}
            values = [hint["value"] for hint in answer["hints"]]
            assert values == sorted(values, reverse=True), "best first"
            again = await asked(seat)
            assert again["hints"] == answer["hints"], "the same numbers for the same position"
            assert (await seat.act(answer["hints"][0]["text"]))["type"] == "ack"

    run(play(), 600)


def test_hints_are_computed_from_the_seats_own_view(url: str) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            mine = post(url, "/api/solo", {"game": "miyajima", "seats": 1})
            seat = await deciding(stack, url, mine["table"], mine["token"])
            answer = await asked(seat)
            game = load("miyajima")
            expected = advise(game.view(game.start(1), 0))
            assert answer["expects"] == expected.expects == "score"
            assert [(hint["text"], hint["value"]) for hint in answer["hints"]] == [
                (hint.text, hint.value) for hint in expected.hints
            ]

    run(play(), 600)


def test_among_people_hints_are_for_the_current_player_and_only_if_the_table_allows_them(url: str) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            table, tokens = open_table(url, "hachi", 3, people=2, hints=True)
            one, two = [await stack.enter_async_context(seat_at(url, table, token)) for token in tokens]
            assert (await one.ask("advise", ply=0))["code"] == "not_now", "the game has not begun"
            await one.ask("start")
            for seat in (one, two):
                await seat.until("position") if not seat.position else None
            assert (await asked(one))["type"] == "advice"
            ply = one.position["ply"]
            assert (await two.ask("advise", ply=ply))["code"] == "not_your_turn"
            assert (await one.ask("advise", ply=ply - 1))["code"] == "stale"
            assert (await one.ask("advise", ply=ply + 1))["code"] == "ahead"
            watcher = await stack.enter_async_context(seat_at(url, table, None))
            assert (await watcher.ask("advise", ply=ply))["code"] == "not_seated"
            for seat in (two, watcher):
                assert not [frame for frame in seat.frames if '"advice"' in frame], "nobody else is told"

    run(play(), 600)


@pytest.mark.parametrize("chosen", [{}, {"hints": False}], ids=["nothing said", "said no"])
def test_a_table_of_friends_has_no_hints_unless_it_wants_them(url: str, chosen: dict[str, Any]) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            table, tokens = open_table(url, "miyajima", 2, people=2, **chosen)
            one, _ = [await stack.enter_async_context(seat_at(url, table, token)) for token in tokens]
            await one.ask("start")
            await one.until("position") if not one.position else None
            assert one.table["hints"] is False
            assert (await one.ask("advise", ply=one.position["ply"]))["code"] == "no_hints"

    run(play())


def test_the_daily_challenge_has_no_hints(url: str) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            mine = post(url, "/api/daily/miyajima", {"name": "Aki"}, browser="a browser that asks for hints")
            seat = await deciding(stack, url, mine["table"], mine["token"])
            assert (await seat.ask("advise", ply=seat.position["ply"]))["code"] == "no_hints"

    run(play())


def test_requests_for_hints_are_limited(tmp_path: Path) -> None:
    async def play(strict: str) -> None:
        async with AsyncExitStack() as stack:
            mine = post(strict, "/api/solo", {"game": "miyajima", "seats": 1})
            seat = await deciding(stack, strict, mine["table"], mine["token"])
            await asked(seat)
            answers = [await seat.ask("advise", ply=seat.position["ply"]) for _ in range(40)]
            assert "too_fast" in {answer.get("code") for answer in answers}
            assert (await seat.act("roll red"))["type"] == "ack"

    with serving(tmp_path, rates=True) as strict:
        run(play(strict), 600)
