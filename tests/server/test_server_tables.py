"""Tables: opening, joining, arranging, starting, coming back, lists, rematches."""

import re

import httpx
import pytest

from server.serving import Seat, get, open_table, play_on, post, run, seat_at


def test_a_table_has_a_code_that_can_be_read_aloud(url: str) -> None:
    table, _ = open_table(url, "hachi", 4, people=1)
    assert re.fullmatch(r"([bdfghjklmnprstvz][aiou][bdfghjklmnprstvz][aiou][bdfghjklmnprstvz]-?){4}", table)
    spoken = "%20".join(table.upper().split("-"))
    assert get(url, f"/api/tables/by-code/{spoken}")["id"] == table


def test_the_link_holds_no_secret(url: str) -> None:
    body = {"settings": {"game": "hachi", "seats": 4}, "name": "Ada"}
    seated = post(url, "/api/tables", body)
    assert seated["link"].endswith(f"/table/{seated['table']}")
    assert seated["token"] not in seated["link"]
    assert seated["token"] not in str(get(url, f"/api/tables/{seated['table']}"))


def test_the_host_seats_bots_shuffles_and_starts(url: str) -> None:
    table, tokens = open_table(url, "runaway", 4, people=2)

    async def arrange() -> None:
        async with seat_at(url, table, tokens[0]) as host, seat_at(url, table, tokens[1]) as guest:
            assert (await guest.ask("start"))["code"] == "not_host"
            assert (await host.ask("seat_bot", seat=1, level="easy"))["code"] == "seat_taken"
            assert (await host.ask("seat_bot", seat=7, level="easy"))["code"] == "not_now"
            assert (await host.ask("seat_bot", seat=2, level="easy"))["type"] == "ack"
            await host.until("table", lambda m: m["table"]["players"][2] is not None)
            assert host.table["players"][2]["bot"] == "easy"
            for _ in range(6):
                assert (await host.ask("shuffle"))["type"] == "ack"
            assert (await host.ask("start"))["type"] == "ack"
            await host.until("position")
            await guest.until("position")
            assert host.table["phase"] == "playing"
            assert host.table["host"] == host.you
            assert {host.table["players"][s]["name"] for s in (host.you or 0, guest.you or 0)} == {
                "Seat zero",
                "Guest 1",
            }
            assert (await host.ask("shuffle"))["code"] == "not_now"

    run(arrange())


def test_open_seats_get_bots_of_the_tables_level_at_the_start(url: str) -> None:
    table, tokens = open_table(url, "hachi", 4, people=1, bots=[], level="random")

    async def start() -> None:
        async with seat_at(url, table, tokens[0]) as host:
            await host.ask("start")
            await host.until("position")
            assert [player["bot"] for player in host.table["players"]] == [None, "random", "random", "random"]

    run(start())


def test_a_kicked_guest_loses_the_seat(url: str) -> None:
    table, tokens = open_table(url, "hachi", 3, people=2)

    async def kick() -> None:
        async with seat_at(url, table, tokens[0]) as host, seat_at(url, table, tokens[1]) as guest:
            await host.ask("kick", seat=1)
            await guest.socket.wait_closed()
            assert guest.socket.close_code == 4011
        async with seat_at(url, table, tokens[1]) as gone:
            assert "unknown_token" in gone.frames[0]

    run(kick())


def test_the_same_token_opens_the_same_seat_in_every_tab_with_the_exact_view(url: str) -> None:
    table, tokens = open_table(url, "hachi", 3, people=3)

    async def look(token: str) -> Seat:
        async with seat_at(url, table, token) as seat:
            await seat.until("position")
            return seat

    async def refresh() -> None:
        async with seat_at(url, table, tokens[0]) as host:
            await host.ask("start")
            await host.until("position")
            first, second = await look(tokens[1]), await look(tokens[1])
            assert first.you == second.you == 1
            assert first.position == second.position

    run(refresh())


def test_the_same_browser_gets_its_seat_back_without_a_token(url: str) -> None:
    table, _ = open_table(url, "hachi", 4, people=1, bots=[])
    secret = "the browser's own secret"
    first = post(url, f"/api/tables/{table}/join", {"name": "Ada"}, browser=secret)
    again = post(url, f"/api/tables/{table}/join", {"name": "Ada"}, browser=secret)
    assert first["seat"] == again["seat"]
    assert first["token"] != again["token"]
    assert get(url, f"/api/tables/{table}")["players"][2] is None


def test_nobody_can_join_a_full_table_or_a_game_that_has_begun(url: str) -> None:
    table, _ = open_table(url, "hachi", 3, people=3)
    answer = httpx.post(f"{url}/api/tables/{table}/join", json={"name": "Late"})
    assert (answer.status_code, answer.json()["code"]) == (409, "table_full")
    solo = post(url, "/api/solo", {"game": "hachi"})
    answer = httpx.post(f"{url}/api/tables/{solo['table']}/join", json={"name": "Late"})
    assert (answer.status_code, answer.json()["code"]) == (409, "not_now")


def test_public_tables_are_listed_and_private_ones_are_not(url: str) -> None:
    private, _ = open_table(url, "hachi", 4, people=1)
    public, _ = open_table(url, "hachi", 4, people=1, public=True)
    listed = {entry["id"] for entry in get(url, "/api/tables?game=hachi&limit=200")}
    assert public in listed
    assert private not in listed


@pytest.mark.parametrize(
    "settings",
    [
        {"game": "chess", "seats": 2},
        {"game": "hachi", "seats": 2},
        {"game": "hachi", "seats": 4, "options": {"colour": 3}},
        {"game": "miyajima", "seats": 2, "options": {"red.fast": [6, 5, 4, 3, 2, 1]}},
        {"game": "miyajima", "seats": 2, "options": {"red.fast": [1, 2]}},
        {"game": "miyajima", "seats": 2, "options": {"red.fast": 10**30}},
        {"game": "hachi", "seats": 4, "clock": -1},
        {"game": "hachi", "seats": 4, "level": "god"},
    ],
)
def test_impossible_settings_are_refused(url: str, settings: dict[str, object]) -> None:
    answer = httpx.post(f"{url}/api/tables", json={"settings": settings, "name": "Ada"})
    assert answer.status_code in (400, 422)
    assert answer.json()["code"] in ("bad_settings", "bad_request")
    assert answer.json()["message"]


@pytest.mark.parametrize("name", ["", "   ", "\u0000\u0007", "x" * 25, "bot:hard", "\u202e\u200b"])
def test_names_are_printable_and_short(url: str, name: str) -> None:
    answer = httpx.post(f"{url}/api/tables", json={"settings": {"game": "hachi", "seats": 4}, "name": name})
    assert answer.status_code in (400, 422)


def test_a_rematch_seats_the_same_people_with_the_same_tokens(url: str) -> None:
    seated = post(url, "/api/solo", {"game": "runaway", "seats": 3, "level": "random", "name": "Ada"})

    async def again() -> None:
        async with seat_at(url, seated["table"], seated["token"]) as seat:
            assert (await seat.ask("rematch"))["code"] == "not_over"
            await play_on(seat)
            await seat.say("rematch")
            following = (await seat.until("rematch"))["table"]
            await seat.say("rematch", id="once more")
            assert (await seat.until("rematch"))["table"] == following
        async with seat_at(url, following, seated["token"]) as seat:
            assert seat.table["phase"] == "playing"
            assert seat.table["players"][seat.you or 0]["name"] == "Ada"
            assert seat.you == 2  # the next seat begins

    run(again())
