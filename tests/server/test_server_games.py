"""Whole games over real sockets."""

import asyncio
import json

import jsonschema_rs
import pytest

from allaboard import notation
from allaboard.server.asyncapi import asyncapi
from server.serving import get, open_table, play_on, post, run, seat_at

SEATS = {"miyajima": 3, "hachi": 4, "runaway": 4}


def described(frames: list[str]) -> None:
    """Check every frame against the AsyncAPI description of its message."""
    document = json.loads(json.dumps(asyncapi()))
    payloads = {message["name"]: message["payload"] for message in document["components"]["messages"].values()}
    validators = {
        kind: jsonschema_rs.validator_for({**payload, "components": document["components"]})
        for kind, payload in payloads.items()
    }
    for message in map(json.loads, frames):
        validators[message["type"]].validate(message)
    assert {"welcome", "position", "story", "over", "error"} <= {json.loads(frame)["type"] for frame in frames}


@pytest.mark.parametrize("game", SEATS)
def test_one_person_and_bots_play_a_whole_game(url: str, game: str) -> None:
    seated = post(url, "/api/solo", {"game": game, "seats": SEATS[game], "level": "random"})

    async def play() -> tuple[dict[str, object], list[str]]:
        async with seat_at(url, seated["table"], seated["token"]) as seat:
            await seat.ask("act", ply=0, action="nonsense")
            await play_on(seat)
            await seat.ask("story", last=60)
            assert seat.over is not None
            return seat.over, seat.frames

    over, frames = run(play())
    described(frames)
    text = get(url, str(over["record_url"]))
    (record,) = notation.read_records(text)
    assert notation.verify(record) is None
    assert record.value("seed") == over["seed"]
    verdict = get(url, f"/api/games/{seated['table']}/verify")
    assert verdict["holds"]
    assert verdict["seed"] == over["seed"]


@pytest.mark.parametrize("game", SEATS)
def test_friends_play_a_whole_game_together(url: str, game: str) -> None:
    table, tokens = open_table(url, game, SEATS[game], people=SEATS[game])

    async def play() -> None:
        async with asyncio.TaskGroup() as group:

            async def sit(number: int, token: str) -> list[str]:
                async with seat_at(url, table, token) as seat:
                    if number == 0:
                        await seat.ask("start")
                    await play_on(seat)
                    assert seat.over is not None
                    return [str(seat.over["scores"])]

            tasks = [group.create_task(sit(number, token)) for number, token in enumerate(tokens)]
        assert len({str(task.result()) for task in tasks}) == 1

    run(play())
