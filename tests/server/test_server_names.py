"""Names: nobody can look like a bot, like an empty seat, or like somebody else at the table."""

import httpx
import pytest

from allaboard.bots.personas import NAMES
from allaboard.server.names import clean_name, need_unlike, skeleton
from allaboard.server.refusal import Refused
from server.serving import get, open_table, post, run, seat_at

INVISIBLE = [
    "\u200b\u200d",
    "\u3164",
    "\u2800\u2800",
    "\u115f\u1160",
    "\u202e\u2066",
    "\ufe0f",
    "\u00ad",
    "- . -",
    "\u0301\u0302",
    "\U0001d159",
    "\ufffc",
]
BOTS = [
    "medium bot",
    "🤖 expert",
    "Medium Bot",
    "mediumbot",
    "ＭＥＤＩＵＭ　ＢＯＴ",
    "bot",
    "b0t",
    "Ｂot",
    "bоt",
    "bot:hard",
    "expert-bot",
    "Kodama (medium bot)",
    "ボット",
    "medium bot2",
    "Bot1",
    "b.o.t",
    "Kodama (medium bo\u0336t)",
    "ꓐꓳꓔ",
    "Ᏼоᴛ",
]
ALIKE = [
    ("Ada", "ada"),
    ("Ada", "Аda"),
    ("Ada", "A d a"),
    ("Ada", "Ádà"),
    ("Ada", "Ａｄａ"),
    ("Ada", "Ad\u200ba"),
    ("Bill", "Blll"),
    ("Bob", "B0b"),
    ("Mo", "Mο"),
    ("Erna", "Ema"),
    ("Ada", "Ada\u180b"),
    ("Ada", "Ad\U0001d159a"),
    ("Ada", "A\u1ab0da"),
    ("Ada", "ꓮda"),
    ("Ada", "ᎪᎠᎪ"),
    ("Ada", "ᴀᴅᴀ"),
    ("Bob", "Bⲟb"),
]
DIFFERENT = [
    ("Ada", "Adam"),
    ("たかし", "たがし"),
    ("はな", "ばな"),
    ("太郎", "次郎"),
    ("Anna", "Hanna"),
    ("Ив", "Ян"),
    ("Guest 2", "Guest 3"),
]


@pytest.mark.parametrize("name", INVISIBLE)
def test_a_name_must_be_visible(url: str, name: str) -> None:
    answer = httpx.post(f"{url}/api/tables", json={"settings": {"game": "hachi", "seats": 4}, "name": name})
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_name")


@pytest.mark.parametrize("name", [*BOTS, *NAMES, NAMES[0].lower(), "Нikari", "K0dama"])
def test_nobody_has_the_name_of_a_bot(url: str, name: str) -> None:
    with pytest.raises(Refused) as refused:
        clean_name(name)
    assert refused.value.key == "error-name-of-bot"
    for path, body in (("/api/solo", {"game": "hachi"}), ("/api/tables", {"settings": {"game": "hachi", "seats": 4}})):
        answer = httpx.post(url + path, json={**body, "name": name})
        assert (answer.status_code, answer.json()["code"]) == (422, "bad_name")


@pytest.mark.parametrize(
    "name",
    ["Ada", "Botan", "Abbott", "Zoë", "José", "山田 太郎", "さくら", "李", "Ольга", "Ω", "🚂", "R2-D2", "Sakura K."],
)
def test_people_keep_their_names(name: str) -> None:
    assert clean_name(name) == name


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_names_that_look_alike_cannot_sit_at_one_table(url: str, one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)
    host = post(url, "/api/tables", {"settings": {"game": "hachi", "seats": 4}, "name": one})
    answer = httpx.post(f"{url}/api/tables/{host['table']}/join", json={"name": other})
    assert (answer.status_code, answer.json()["key"]) == (422, "error-name-taken")


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_names_that_differ_can_sit_at_one_table(one: str, other: str) -> None:
    assert need_unlike(other, [one]) == other


@pytest.mark.parametrize("text", [" ", *INVISIBLE[:7], "\U0001d159"])
def test_a_chat_message_must_be_visible(url: str, text: str) -> None:
    async def say() -> None:
        table, tokens = open_table(url, "hachi", 4, people=1)
        async with seat_at(url, table, tokens[0]) as seat:
            assert (await seat.ask("chat", text=text))["key"] == "error-nothing-said"

    run(say())


def test_guests_without_a_name_are_numbered(url: str) -> None:
    table, _ = open_table(url, "hachi", 4, people=1, bots=[])
    for _ in range(3):
        post(url, f"/api/tables/{table}/join", {"name": "Guest"})
    players = get(url, f"/api/tables/{table}")["players"]
    assert [player["name"] for player in players[1:]] == ["Guest", "Guest 2", "Guest 3"]
