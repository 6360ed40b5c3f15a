"""Every command with an id is carried out once, also after a crash, and after its sender has changed seats."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from allaboard.server.table import REMEMBERED
from server.serving import Seat, get, open_table, play_on, post, run, seat_at, serving


async def settled(seat: Seat) -> Seat:
    await seat.ask("ping")
    return seat


def names(seat: Seat) -> list[str | None]:
    return [player and player["name"] for player in seat.table["players"]]


async def shuffled(seat: Seat, id_: str) -> list[str | None]:
    assert (await seat.ask("shuffle", id=id_))["type"] == "ack"
    return names(await settled(seat))


def test_a_shuffle_is_done_once_however_often_it_is_sent(tmp_path: Path) -> None:
    async def first(url: str, table: str, token: str) -> list[str | None]:
        async with seat_at(url, table, token) as host:
            seating = await shuffled(host, "mix")
            for _ in range(12):  # one of these would differ
                assert await shuffled(host, "mix") == seating
            return seating

    async def again(url: str, table: str, token: str, seating: list[str | None]) -> None:
        async with seat_at(url, table, token) as host:
            for _ in range(12):
                assert await shuffled(host, "mix") == seating
            seatings = [await shuffled(host, f"mix {number}") for number in range(12)]
            assert any(other != seating for other in seatings), "another id is another shuffle"

    with serving(tmp_path) as url:
        table, tokens = open_table(url, "runaway", 6, people=6)
        seating = run(first(url, table, tokens[0]))
    with serving(tmp_path) as url:  # the ids were stored
        run(again(url, table, tokens[0], seating))


def test_others_cannot_make_the_table_forget_a_command(url: str) -> None:
    async def play() -> None:
        table, tokens = open_table(url, "runaway", 6, people=6)
        async with seat_at(url, table, tokens[0]) as host, seat_at(url, table, tokens[1]) as guest:
            seating = await shuffled(host, "mix")
            for number in range(REMEMBERED * 6 + 1):
                await guest.say("ready", ready=number % 2 == 0)
            assert (await guest.ask("ready", ready=True))["type"] == "ack"
            for _ in range(6):
                assert await shuffled(host, "mix") == seating

    run(play())


def test_the_same_id_of_another_person_is_another_command(url: str) -> None:
    async def play() -> None:
        table, tokens = open_table(url, "hachi", 3, people=2, bots=["random"])
        async with seat_at(url, table, tokens[0]) as host, seat_at(url, table, tokens[1]) as guest:
            assert (await host.ask("shuffle", id="1"))["type"] == "ack"
            assert (await guest.ask("shuffle", id="1"))["code"] == "not_host"

    run(play())


@pytest.mark.parametrize(
    ("kind", "command"),
    [
        ("start", {}),
        ("kick", {"seat": 1}),
        ("seat_bot", {"seat": 2, "level": "easy"}),
        ("add_nonce", {"nonce": "ab" * 32}),
    ],
)
def test_what_the_host_does_is_acknowledged_again_and_not_done_again(
    url: str, kind: str, command: dict[str, Any]
) -> None:
    async def play() -> None:
        table, tokens = open_table(url, "hachi", 4, people=2, bots=[])
        async with seat_at(url, table, tokens[0]) as host:
            first = await host.ask(kind, id="once", **command)
            assert first["type"] == "ack"
            before = names(await settled(host))
        async with seat_at(url, table, tokens[0]) as host:
            assert await host.ask(kind, id="once", **command) == first
            assert names(await settled(host)) == before

    run(play())


def test_leaving_and_taking_back_are_done_once(url: str) -> None:
    async def play() -> None:
        mine = post(url, "/api/solo", {"game": "hachi", "seats": 3, "level": "random"})
        async with seat_at(url, mine["table"], mine["token"]) as seat:
            for kind in ("leave", "take_back_seat"):
                assert (await seat.ask(kind, id=kind))["type"] == "ack"
            assert (await seat.ask("leave", id="leave"))["type"] == "ack"
            assert (await settled(seat)).table["players"][0]["autopilot"] is False, "the retry has not left again"

    run(play())


def test_there_is_one_rematch_however_many_ask_for_it_at_once(tmp_path: Path) -> None:
    async def play(url: str) -> set[str]:
        table, tokens = open_table(url, "miyajima", 2, people=2, public=True)
        async with seat_at(url, table, tokens[0]) as one, seat_at(url, table, tokens[1]) as two:
            await one.ask("start")
            await asyncio.gather(play_on(one), play_on(two))
            for number in range(5):
                await asyncio.gather(one.say("rematch", id=f"{number}"), two.say("rematch", id=f"{number}"))
            return {(await seat.until("rematch"))["table"] for seat in (one, two) for _ in range(5)}

    with serving(tmp_path) as url:
        (following,) = run(play(url))
        running = [entry["id"] for entry in get(url, "/api/tables?limit=200")]
        assert running == [following], "no table was opened and forgotten"
