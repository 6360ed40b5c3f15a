"""Around a game: previews of links, ready marks, whose turn it is, figures and leaderboards."""

import html
import re
from datetime import date, timedelta
from pathlib import Path

import httpx
import pytest

from allaboard.server import daily
from server.serving import get, open_table, play_on, post, run, seat_at, serving

ADA, BOB = "ada's own browser secret", "bob's own browser secret"


def tags(url: str, path: str) -> dict[str, str]:
    """The preview tags of a page."""
    answer = httpx.get(url + path)
    assert answer.status_code == 200
    return {
        key: html.unescape(value)
        for key, value in re.findall(r'<meta property="(og:\w+)" content="([^"]*)"', answer.text)
    }


@pytest.fixture(scope="module")
def pages() -> None:
    built = Path(daily.__file__).parent / "static" / "index.html"
    if not built.is_file():
        pytest.skip("the client is not built")


@pytest.mark.usefixtures("pages")
def test_a_link_preview_describes_the_page(url: str) -> None:
    assert tags(url, "/")["og:title"] == "All Aboard"
    assert tags(url, "/rules/hachi")["og:title"] == "The rules of Hachi Train · All Aboard"
    assert tags(url, "/rules/chess")["og:title"] == "All Aboard"
    assert tags(url, "/table/lusab-babad-gutih-tugad")["og:title"] == "All Aboard", "no such table"
    table, _ = open_table(url, "miyajima", 3, 1, bots=["random"])
    told = tags(url, f"/table/{table}")
    assert told["og:title"] == "Fast Train to Miyajima · All Aboard"
    assert told["og:description"] == "Seat zero invites you. 1 open seat."
    assert told["og:url"] == f"{url}/table/{table}"
    assert told["og:image"] == f"{url}/preview.png", "a complete address: relative ones are not followed"
    assert httpx.get(told["og:image"]).headers["content-type"] == "image/png"


@pytest.mark.usefixtures("pages")
def test_a_name_in_a_preview_is_text_and_nothing_else(url: str) -> None:
    name = '"><script>x'
    body = {"settings": {"game": "hachi", "seats": 3}, "name": name}
    table = post(url, "/api/tables", body)["table"]
    page = httpx.get(f"{url}/table/{table}").text
    assert "<script>x" not in page
    assert tags(url, f"/table/{table}")["og:description"].startswith(name)


async def finish(url: str, told: dict[str, str]) -> int:
    """Play a solo game to its end. Returns the score."""
    async with seat_at(url, told["table"], told["token"]) as seat:
        await play_on(seat)
        assert seat.over
        return int(seat.over["scores"][0])


@pytest.mark.usefixtures("pages")
def test_the_preview_of_a_replay_has_the_result_unless_it_is_a_daily_challenge(url: str) -> None:
    seated = post(url, "/api/solo", {"game": "miyajima", "seats": 1, "name": "Ada"})
    score = run(finish(url, seated))
    assert tags(url, f"/replay/{seated['table']}")["og:description"] == f"1. Ada ({score})"
    seated = post(url, "/api/daily/miyajima", {"name": "Cleo"}, browser="cleo's own browser secret")
    run(finish(url, seated))
    assert tags(url, f"/replay/{seated['table']}")["og:description"] == "A game of Fast Train to Miyajima."


def test_players_say_that_they_are_ready(tmp_path: Path) -> None:
    async def ready(url: str, table: str, token: str) -> list[bool]:
        async with seat_at(url, table, token) as seat:
            answer = await seat.ask("ready", ready=True)
            assert answer["type"] == "ack"
            told = get(url, f"/api/tables/{table}")
            return [player["ready"] for player in told["players"]]

    with serving(tmp_path) as url:
        table, tokens = open_table(url, "hachi", 3, 2)
        assert run(ready(url, table, tokens[1])) == [False, True, False]
    with serving(tmp_path) as url:  # it was stored
        assert [player["ready"] for player in get(url, f"/api/tables/{table}")["players"]] == [False, True, False]

        async def later() -> None:
            async with seat_at(url, table, None) as watcher:
                assert (await watcher.ask("ready", ready=True))["code"] == "not_seated"
            async with seat_at(url, table, tokens[0]) as host:
                await host.say("ready", ready="yes")
                assert (await host.until("error"))["code"] == "bad_message"
                await host.ask("start")
                assert (await host.ask("ready", ready=True))["code"] == "not_now"

        run(later())


def test_the_history_says_whose_turn_it_is(url: str) -> None:
    body = {"settings": {"game": "hachi", "seats": 3}, "name": "Ada", "bots": []}
    first = post(url, "/api/tables", body, browser=ADA)
    others = [
        post(url, f"/api/tables/{first['table']}/join", {"name": name}, browser=f"{name}'s own browser secret")
        for name in ("Bob", "Cleo")
    ]
    browsers = [ADA, "Bob's own browser secret", "Cleo's own browser secret"]
    assert not any(game["turn"] for game in get(url, "/api/history", browser=ADA)), "it has not begun"

    async def begin() -> int:
        async with seat_at(url, first["table"], first["token"]) as host:
            await host.ask("start")
            if not host.position:
                await host.until("position")
            return int(host.position["actors"][0])

    actor = run(begin())
    assert len(others) == 2
    turns = [
        next(game["turn"] for game in get(url, "/api/history", browser=who) if game["id"] == first["table"])
        for who in browsers
    ]
    assert turns == [seat == actor for seat in range(3)]


def test_an_unfinished_game_stays_in_the_history_after_many_others(url: str) -> None:
    eve = "Eve's own browser secret"
    body = {"settings": {"game": "hachi", "seats": 3}, "name": "Eve", "bots": []}
    slow = post(url, "/api/tables", body, browser=eve)
    for _ in range(3):
        solo = post(url, "/api/solo", {"game": "miyajima", "seats": 1, "name": "Eve"}, browser=eve)
        run(finish(url, solo))
    games = get(url, "/api/history?limit=2", browser=eve)
    assert [(game["id"], game["phase"]) for game in games] == [(slow["table"], "gathering"), (solo["table"], "over")]


def test_a_table_may_take_days(url: str) -> None:
    settings = {"game": "hachi", "seats": 3, "clock": 604_800, "patience": 604_800}
    assert post(url, "/api/tables", {"settings": settings, "name": "Ada"})
    body = {"settings": {**settings, "clock": 604_801}, "name": "Ada"}
    assert httpx.post(f"{url}/api/tables", json=body).status_code == 400


def test_the_figures_of_a_browser_count_its_own_games_only(tmp_path: Path) -> None:
    with serving(tmp_path) as url:
        scores = []
        for _ in range(2):
            seated = post(url, "/api/solo", {"game": "miyajima", "seats": 1, "name": "Ada"}, browser=ADA)

            async def finish(told: dict[str, str] = seated) -> int:
                async with seat_at(url, told["table"], told["token"]) as seat:
                    await play_on(seat)
                    assert seat.over
                    return int(seat.over["scores"][0])

            scores.append(run(finish()))
        (told,) = get(url, "/api/figures", browser=ADA)
        assert (told["game"], told["seats"], told["played"], told["best"]) == ("miyajima", 1, 2, max(scores))
        assert told["mean"] == pytest.approx(sum(scores) / 2)
        assert get(url, "/api/figures", browser=BOB) == []
        assert httpx.get(f"{url}/api/figures").status_code == 422


def test_a_streak_counts_days_and_wins_are_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    today = date(2026, 5, 10)
    wins = 0
    with serving(tmp_path) as url:
        for day in (4, 6, 7, 8):
            monkeypatch.setattr(daily, "today", lambda day=day: today.replace(day=day).isoformat())
            seated = post(url, "/api/daily/runaway", {"name": "Ada"}, browser=ADA)

            async def finish(told: dict[str, str] = seated) -> int:
                async with seat_at(url, told["table"], told["token"]) as seat:
                    await play_on(seat)
                    assert seat.over
                    return int(seat.over["ranks"][0])

            wins += run(finish()) == 1

        def streak(at: date) -> int:
            monkeypatch.setattr(daily, "today", at.isoformat)
            return int(get(url, "/api/daily/runaway", browser=ADA)["streak"])

        assert streak(today.replace(day=8)) == 3
        assert streak(today.replace(day=9)) == 3, "today's can still be played"
        assert streak(today.replace(day=10)) == 0
        assert [place["score"] for place in get(url, "/api/leaderboard/runaway")] == ([wins] if wins else [])
        monkeypatch.setattr(daily, "today", (today + timedelta(days=40)).isoformat)
        assert get(url, "/api/leaderboard/runaway") == []
        assert 0 < get(url, "/api/daily/runaway")["next_ms"] <= 86_400_000
