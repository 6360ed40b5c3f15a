"""After the end: records, replays, verification, history, leaderboard; the daily challenge; rules."""

import time

import httpx
import msgspec
import pytest

from allaboard import fair, notation
from allaboard.catalog import catalog
from allaboard.game import load
from allaboard.games.hachi.rules import FACES, HIDDEN_NUMBERED
from allaboard.plain import play_random
from allaboard.reviews.review import review
from server.serving import get, play_on, post, run, seat_at

ADA, BOB = "ada's own browser secret", "bob's own browser secret"


def solo(url: str, game: str, browser: str | None = None) -> str:
    """Play a game to its end. Returns its id."""
    seated = post(url, "/api/solo", {"name": "Ada", "game": game, "level": "random"}, browser)

    async def play() -> None:
        async with seat_at(url, seated["table"], seated["token"]) as seat:
            await play_on(seat)

    run(play())
    return str(seated["table"])


def test_the_history_belongs_to_the_browser_and_to_nobody_else(url: str) -> None:
    table = solo(url, "miyajima", browser=ADA)
    mine = get(url, "/api/history", browser=ADA)
    assert [game["id"] for game in mine if game["id"] == table] == [table]
    (game,) = (game for game in mine if game["id"] == table)
    assert (game["phase"], game["seat"], game["name"], len(game["scores"])) == ("over", 0, "Ada", 1)
    assert (game["players"], game["bots"]) == (["Ada"], [None])
    assert table not in str(get(url, "/api/history", browser=BOB))
    assert httpx.get(f"{url}/api/history").status_code == 422


def test_the_leaderboard_lists_solo_miyajima_by_score(url: str) -> None:
    table = solo(url, "miyajima")
    places = get(url, "/api/leaderboard/miyajima?limit=200")
    assert table in [place["game_id"] for place in places]
    scores = [place["score"] for place in places]
    assert scores == sorted(scores, reverse=True)
    assert places[0]["title"] in ("gandy-dancer", "boilerman", "engineer", "inspector", "conductor", "tycoon")


@pytest.mark.parametrize("game", ["hachi", "runaway"])
def test_a_finished_game_replays_from_any_seat_and_with_all_hands_open(url: str, game: str) -> None:
    table = solo(url, game)
    openly, own = get(url, f"/api/games/{table}/replay"), get(url, f"/api/games/{table}/replay?seat=1")
    (record,) = notation.read_records(get(url, f"/api/games/{table}/record"))
    assert len(openly["steps"]) == len(own["steps"]) == len(record.lines)
    assert [step["action"] for step in openly["steps"]] == [line.text for line in record.lines]
    assert all(step["events"] for step in (*openly["steps"], *own["steps"]))
    assert openly["scores"] == record.tail["score"][1]
    if game == "hachi":
        dealt = 4 * 8 - 1
        hands = openly["steps"][dealt]["view"]["hand"]
        assert all(card <= FACES for hand in hands for card in hand)
        assert own["steps"][dealt]["view"]["hand"] == [[HIDDEN_NUMBERED] * 8, hands[1], *[[HIDDEN_NUMBERED] * 8] * 2]
    assert httpx.get(f"{url}/api/games/{table}/replay?seat=6").status_code == 422


def test_nothing_about_a_game_is_published_before_its_end(url: str) -> None:
    seated = post(url, "/api/solo", {"game": "hachi"})
    for what in ("record", "replay", "review", "verify"):
        answer = httpx.get(f"{url}/api/games/{seated['table']}/{what}")
        assert (answer.status_code, answer.json()["code"]) == (409, "not_over")


def test_the_seed_was_committed_to_before_the_first_roll(url: str) -> None:
    seated = post(url, "/api/solo", {"game": "runaway", "level": "random"})
    promised = get(url, f"/api/tables/{seated['table']}")["commitment"]

    async def play() -> None:
        async with seat_at(url, seated["table"], seated["token"]) as seat:
            assert seat.table["commitment"] == promised
            await play_on(seat)
            assert seat.over is not None
            assert fair.commitment(bytes.fromhex(seat.over["seed"])) == promised

    run(play())


def test_rules_are_served_by_clause(url: str) -> None:
    for language in ("en", "ja"):
        page = get(url, f"/api/rules/miyajima?language={language}")
        clauses = {clause["id"]: clause for section in page["sections"] for clause in section["clauses"]}
        assert {f"M{n}" for n in range(1, 12)} <= set(clauses)
        assert clauses["M9"]["ruling"]
        assert not clauses["M1"]["ruling"]
    assert httpx.get(f"{url}/api/rules/chess").status_code == 404


def test_a_games_sentences_are_served_in_every_language(url: str) -> None:
    english, japanese, other = (get(url, f"/api/games/runaway/messages/{language}") for language in ("en", "ja", "xx"))
    assert "nobody_won = Nobody wins." in english
    assert "nobody_won = 勝者はいません。" in japanese
    assert other == ""
    answer = httpx.get(f"{url}/api/games/chess/messages/en")
    assert answer.status_code == 404
    problem = answer.json()
    assert (problem["key"], problem["args"]["game"]) == ("error-no-such-game", "chess")
    assert problem["message"] == catalog().say(problem["key"], **problem["args"])


def test_games_list_what_can_be_played(url: str) -> None:
    games = {game["name"]: game for game in get(url, "/api/games")}
    assert (games["hachi"]["least"], games["hachi"]["most"]) == (3, 5)
    assert "medium" in games["runaway"]["levels"]


def test_a_finished_game_is_reviewed_for_a_seat(url: str) -> None:
    table = solo(url, "runaway")
    until = time.monotonic() + 600
    while httpx.get(f"{url}/api/games/{table}/review", timeout=120).status_code == 409:  # compiled in another process
        assert time.monotonic() < until
        time.sleep(1)
    text = httpx.get(f"{url}/api/games/{table}/record").text
    (record,) = notation.read_records(text)
    for seat, language in ((0, "en"), (1, "ja")):
        asked: dict[str, str | int] = {"seat": seat, "language": language}
        told = httpx.get(f"{url}/api/games/{table}/review", params=asked, timeout=120)
        assert told.status_code == 200, told.text
        assert told.content == msgspec.json.encode(review(record, seat, language=language))
        sent = httpx.post(f"{url}/api/review", json={"record": text, **asked}, timeout=120)
        assert (sent.status_code, sent.content) == (200, told.content), "a record that is sent has the same review"
    answer = httpx.get(f"{url}/api/games/{table}/review?seat=7")
    assert (answer.status_code, answer.json()["key"]) == (422, "error-no-such-seat")


def test_an_invalid_record_is_not_reviewed(url: str) -> None:
    text = str(play_random(load("runaway"), 3, 1, 0, {}))
    lines = text.split("\n")
    ranks = next(at for at, line in enumerate(lines) if line.startswith("score"))
    wrong = {
        "error-record-fails": ["", "nonsense", text.replace("game runaway", "game chess"), "\n".join(lines[:-6])],
        "error-one-record": [text + "\n" + text],
        "error-usual-board": [text.replace("game runaway\n", "game runaway\noption short.end 59\n")],
    }
    wrong["error-record-fails"].append("\n".join([*lines[:ranks], "score 9 9 9", *lines[ranks + 1 :]]))
    for key, records in wrong.items():
        for record in records:
            answer = httpx.post(f"{url}/api/review", json={"record": record}, timeout=60)
            assert (answer.status_code, answer.json()["key"]) == (422, key), (record[:200], answer.text)
    answer = httpx.post(f"{url}/api/review", json={"record": text, "seat": 3}, timeout=60)
    assert (answer.status_code, answer.json()["key"]) == (422, "error-no-such-seat")
    for body in ({}, {"record": 3}, {"record": text, "seat": 8}, {"record": text, "language": "xx"}):
        assert httpx.post(f"{url}/api/review", json=body).status_code == 400
    assert httpx.post(f"{url}/api/review", content=b'{"record":"\\ud800"}').status_code == 400
    assert httpx.post(f"{url}/api/review", json={"record": "x" * 70_000}).status_code == 400
    assert httpx.post(f"{url}/api/review", json={"record": "x" * 300_000}).status_code == 413
