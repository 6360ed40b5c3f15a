"""The daily challenge is a contest: nobody sees today's tries of others, and unrated tries say why."""

from datetime import date, timedelta
from pathlib import Path

import httpx
import pytest

from allaboard import notation
from allaboard.registry import declaration
from allaboard.server import daily, tableevents
from allaboard.server.protocol import Settings
from allaboard.server.store import now_ms
from allaboard.server.table import Table
from server.serving import Seat, get, play_on, post, run, seat_at, serving

ADA, BOB = "ada's own browser secret", "bob's own browser secret"
GAMES = ("hachi", "miyajima", "runaway")


async def finish(url: str, seated: dict[str, str]) -> Seat:
    """Play a try to its end."""
    async with seat_at(url, seated["table"], seated["token"]) as seat:
        await play_on(seat)
        return seat


def best(url: str, game: str) -> list[str]:
    return [place["game_id"] for place in get(url, f"/api/daily/{game}")["best"]]


@pytest.mark.parametrize("game", GAMES)
def test_the_challenge_is_the_same_for_everyone_and_has_one_rated_try(url: str, game: str) -> None:
    before = get(url, f"/api/daily/{game}", browser=ADA)
    assert before["table"] is None
    assert before["seed"] is None
    mine = post(url, f"/api/daily/{game}", {"name": "Ada"}, browser=ADA)
    again = post(url, f"/api/daily/{game}", {"name": "Ada"}, browser=ADA)
    yours = post(url, f"/api/daily/{game}", {"name": "Bob"}, browser=BOB)
    assert mine["table"] == again["table"] != yours["table"]
    tables = [get(url, f"/api/tables/{seated['table']}") for seated in (mine, yours)]
    assert tables[0]["commitment"] == tables[1]["commitment"] == before["commitment"]
    assert tables[0]["daily"] == before["date"]
    assert tables[0]["unrated"] is None
    for seated in (again, yours):
        seat = run(finish(url, seated))
        assert seat.over is not None
        assert seat.over["seed"] is None, "the day is not over"
        assert seat.table["unrated"] is None
    after = get(url, f"/api/daily/{game}", browser=ADA)
    assert (after["table"], after["finished"], after["unrated"]) == (mine["table"], True, None)
    assert {mine["table"], yours["table"]} <= set(best(url, game))
    assert httpx.post(f"{url}/api/daily/{game}", json={"name": "Nobody"}).status_code == 422
    if declaration(game).solo:
        daily_of = {place["game_id"]: place["daily"] for place in get(url, f"/api/leaderboard/{game}?limit=200")}
        assert daily_of[mine["table"]] == before["date"], "so that no replay is offered today"


@pytest.mark.parametrize("game", GAMES)
def test_todays_tries_are_private_until_the_day_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    with serving(tmp_path) as url:
        seated = post(url, f"/api/daily/{game}", {"name": "Ada"}, browser=ADA)

        async def watch() -> None:
            async with seat_at(url, seated["table"], None) as watcher:
                assert "no_spectators" in watcher.frames[0]

        run(watch())
        run(finish(url, seated))
        run(watch())
        paths = ["record", "replay", "replay?seat=-1", "replay?seat=0", "review?seat=0", "verify"]
        for path in paths:
            answer = httpx.get(f"{url}/api/games/{seated['table']}/{path}")
            assert (answer.status_code, answer.json()["key"]) == (409, "error-day-not-over"), path
        later = (date.fromisoformat(daily.today()) + timedelta(days=1)).isoformat()
        monkeypatch.setattr(daily, "today", lambda: later)
        for path in paths:
            answer = httpx.get(f"{url}/api/games/{seated['table']}/{path}", timeout=120)  # a review takes some time
            assert answer.status_code == 200, path
        (record,) = notation.read_records(get(url, f"/api/games/{seated['table']}/record"))
        assert record.value("seed") is not None
        assert notation.verify(record) is None


def test_a_second_try_from_the_same_browser_does_not_count_and_says_so(url: str) -> None:
    browser = "a browser that tries again"
    first = post(url, "/api/daily/miyajima", {"name": "Ada", "again": True}, browser=browser)
    assert get(url, f"/api/tables/{first['table']}")["unrated"] is None, "the first one counts, whatever was asked"
    early = post(url, "/api/daily/miyajima", {"name": "Ada", "again": True}, browser=browser)
    assert early["table"] == first["table"], "nobody sees the dice of an unfinished try at another table"
    run(finish(url, first))
    second = post(url, "/api/daily/miyajima", {"name": "Ada", "again": True}, browser=browser)
    assert second["table"] != first["table"]
    info = get(url, f"/api/tables/{second['table']}")
    assert (info["unrated"], info["daily"]) == ("again", daily.today())
    run(finish(url, second))
    assert first["table"] in best(url, "miyajima")
    assert second["table"] not in best(url, "miyajima")
    assert get(url, "/api/daily/miyajima", browser=browser)["table"] == first["table"]
    assert httpx.get(f"{url}/api/games/{second['table']}/replay").status_code == 409


def test_a_try_in_which_a_bot_played_does_not_count_and_says_so(url: str) -> None:
    browser = "a browser that lets a bot play"
    mine = post(url, "/api/daily/hachi", {"name": "Ada"}, browser=browser)

    async def play() -> Seat:
        async with seat_at(url, mine["table"], mine["token"]) as seat:
            assert (await seat.ask("leave"))["type"] == "ack"
            while seat.table["unrated"] is None:
                await seat.until("table")
            assert seat.table["unrated"] == "autopilot"
            assert (await seat.ask("take_back_seat"))["type"] == "ack"
            await play_on(seat)
            return seat

    assert run(play()).table["unrated"] == "autopilot", "it stays unrated"
    page = get(url, "/api/daily/hachi", browser=browser)
    assert (page["unrated"], page["finished"]) == ("autopilot", True)
    assert mine["table"] not in best(url, "hachi")


@pytest.mark.parametrize("after_a_bot", [True, False])
def test_an_undo_counts_against_a_try_only_after_a_bots_move(after_a_bot: bool) -> None:
    opened = tableevents.Opened(Settings("hachi", 3), "00" * 32, "2026-01-01")
    table = Table("t", opened, 0)
    table.apply(tableevents.Joined(0, "Ada", ["a"]), 0)
    for seat in (1, 2):
        table.apply(tableevents.BotSeated(seat, "easy"), 0)
    table.apply(tableevents.Started(table.with_chance([])[0]), 0)
    moved = 0
    while True:
        seat = table.actors[0]
        menu = table.game.menu(table.state, seat)
        play = next((text for text in menu if text != "pass"), None)
        if seat == 0 and play and bool(moved) == after_a_bot:
            table.apply(tableevents.Acted(table.with_chance([(0, play)])[0], 0), 0)
            if table.undoable == 0:
                break
            continue
        moved += seat != 0
        table.apply(tableevents.Acted(table.with_chance([(seat, menu[0])])[0], seat), 0)
    table.apply(tableevents.Undone(0), 0)
    assert table.unrated == ("undo" if after_a_bot else None)


def test_a_try_that_goes_on_after_its_day_is_not_rated() -> None:
    """The seed of a day is public when the day is over."""
    midnight = 1_767_312_000_000  # of 2 January 2026
    opened = tableevents.Opened(Settings("miyajima", 1), "00" * 32, "2026-01-01")
    table = Table("t", opened, midnight - 5000)
    table.apply(tableevents.Joined(0, "Ada", ["a"]), midnight - 5000)
    table.apply(tableevents.Started(table.with_chance([])[0]), midnight - 4000)
    menu = table.game.menu(table.state, 0)
    assert table.unrated_at(midnight) == "late"
    table.apply(tableevents.Acted(table.with_chance([(0, menu[0])])[0], 0), midnight - 1)
    assert table.unrated is None
    menu = table.game.menu(table.state, 0)
    table.apply(tableevents.Acted(table.with_chance([(0, menu[0])])[0], 0), midnight)
    assert table.unrated == "late"


def test_a_late_try_is_not_among_the_best(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(tmp_path) as url:
        seated = post(url, "/api/daily/miyajima", {"name": "Ada"}, browser=ADA)
        day = daily.today()
        later = (date.fromisoformat(day) + timedelta(days=1)).isoformat()
        monkeypatch.setattr(daily, "today", lambda: later)
        monkeypatch.setattr("allaboard.server.room.now_ms", lambda: now_ms() + 86_400_000)
        assert get(url, f"/api/daily/miyajima?date={day}")["seed"], "whoever plays on can know the dice"
        seat = run(finish(url, seated))
        assert seat.table["unrated"] == "late"
        assert get(url, f"/api/daily/miyajima?date={day}")["best"] == []
