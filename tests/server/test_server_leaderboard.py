"""A solo game from a device enters the leaderboard by its record: once, and only if the record is valid."""

import re
from collections.abc import Callable

import httpx
import pytest

from allaboard import fair, notation
from allaboard.game import CHANCE, load
from allaboard.plain import random_action
from allaboard.rng import stream
from allaboard.server.forms import MOST_RECORD
from server.serving import get, play_on, post, run, seat_at

ADA = "ada's own browser secret"


def played(seed: bytes, luck: int = 0, seats: int = 1, game: str = "miyajima", lines: int = 9999) -> str:
    """The record of a game with committed chance, as a device writes it."""
    known, rng, draws = load(game), stream(luck), 0
    scribe = notation.Scribe(known, seats, [f"Ada {seat}" for seat in range(seats)])
    scribe.record.note("commitment", fair.commitment(seed))
    scribe.record.note("seed", seed.hex())
    while (actors := known.actors(scribe.state)) and len(scribe.record.lines) < lines:
        action = random_action(known, scribe.state, actors[0], rng)
        if actors[0] == CHANCE:
            action = fair.outcome(seed, draws, known.weights(scribe.state))
            draws += 1
        scribe.play(actors[0], action)
    return str(scribe.record)


def refused(url: str, record: str, name: str = "Ada") -> tuple[int, str]:
    answer = httpx.post(f"{url}/api/leaderboard", json={"record": record, "name": name}, timeout=60)
    return answer.status_code, str(answer.json().get("key"))


def on_the_board(url: str) -> dict[str, dict[str, object]]:
    return {place["game_id"]: place for place in get(url, "/api/leaderboard/miyajima?limit=200")}


def test_a_valid_record_enters_with_its_replay(url: str) -> None:
    record = played(fair.new_seed())
    entered = post(url, "/api/leaderboard", {"record": record, "name": "Ada"}, ADA)
    (written,) = notation.read_records(record)
    assert entered["score"] == written.tail["score"][1][0]
    place = on_the_board(url)[entered["table"]]
    assert (place["name"], place["score"], place["device"]) == ("Ada", entered["score"], True)
    replay = get(url, f"/api/games/{entered['table']}/replay")
    assert [step["action"] for step in replay["steps"]] == [line.text for line in written.lines]
    assert get(url, f"/api/games/{entered['table']}/verify")["holds"]
    assert entered["table"] in [game["id"] for game in get(url, "/api/history", browser=ADA)]


def test_a_game_enters_once_whatever_its_sender_and_its_later_moves(url: str) -> None:
    seed = fair.new_seed()
    record = played(seed)
    post(url, "/api/leaderboard", {"record": record, "name": "Ada"})
    before = len(on_the_board(url))
    assert refused(url, record, "Bob") == (409, "error-entered-before")
    other = played(seed, luck=1)
    assert other != record
    assert refused(url, other) == (409, "error-entered-before"), "the same dice, now that they are known"
    assert len(on_the_board(url)) == before


def test_a_game_of_this_server_is_not_entered_as_one_of_a_device(url: str) -> None:
    seated = post(url, "/api/solo", {"name": "Ada", "game": "miyajima", "begin": False})
    nonce = fair.new_seed()

    async def play() -> None:
        async with seat_at(url, seated["table"], seated["token"]) as seat:
            assert (await seat.ask("add_nonce", nonce=nonce.hex()))["type"] == "ack"
            await seat.ask("start")
            await play_on(seat)

    run(play())
    assert on_the_board(url)[seated["table"]]["device"] is False
    record = get(url, f"/api/games/{seated['table']}/record")
    assert refused(url, record, "Mallory") == (422, "error-enter-chance")
    # The key of the draws can be submitted as a seed. The dice are the same.
    (read,) = notation.read_records(record)
    key = fair.shared(bytes.fromhex(str(read.value("seed"))), {0: nonce})
    disguised = re.sub(r"nonce .*\n", "", record)
    disguised = re.sub(r"seed .*", f"seed {key.hex()}", disguised)
    disguised = re.sub(r"commitment .*", f"commitment {fair.commitment(key)}", disguised)
    assert notation.verify(notation.read_records(disguised)[0]) is None
    assert refused(url, disguised, "Mallory") == (409, "error-entered-before")


@pytest.mark.parametrize(
    ("change", "status", "key"),
    [
        (lambda text: text + text, 422, "one-record"),
        (lambda text: "hello", 422, "record-fails"),
        (lambda text: text.replace("game miyajima", "game chess"), 422, "record-fails"),
        (lambda text: re.sub(r"seed .*\n", "", text), 422, "enter-chance"),
        (lambda text: re.sub(r"commitment .*\n", "", text), 422, "enter-chance"),
        (lambda text: re.sub(r"seed [0-9a-f]{4}", "seed 0000", text), 422, "record-fails"),
        (lambda text: re.sub(r"score (\d+)", r"score 9\1", text), 422, "record-fails"),
        (lambda text: re.sub(r"(?s)\n\nscore.*", "\n", text), 409, "enter-unfinished"),
        (lambda text: text.replace("seats 1", "seats 1\noption distance_points 9 9 9 9 9 36"), 422, "enter-solo"),
        (lambda text: played(bytes(32), lines=8), 409, "enter-unfinished"),
        (lambda text: played(bytes(32), seats=2), 422, "enter-solo"),
        (lambda text: played(bytes(32), seats=3, game="runaway"), 422, "enter-solo"),
    ],
)
def test_invalid_records_are_not_entered(url: str, change: Callable[[str], str], status: int, key: str) -> None:
    before = on_the_board(url)
    assert refused(url, change(played(fair.new_seed()))) == (status, f"error-{key}")
    assert on_the_board(url) == before


def test_records_are_limited_in_size(url: str) -> None:
    assert refused(url, "x" * (MOST_RECORD + 1))[0] == 400
    assert httpx.post(f"{url}/api/leaderboard", content=b"x" * (5 * MOST_RECORD), timeout=60).status_code in (400, 413)
    assert refused(url, played(fair.new_seed()), name="   ")[0] == 422
