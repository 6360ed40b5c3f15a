"""Tables whose players are told by push messages, for tests."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx

from server.pushservice import HERE, Browser
from server.serving import Seat, open_table

DAY = 86_400
OFFERED: dict[str, Any] = {"contact": "mailto:host@example.org", "push_networks": HERE, "second": 0.02}
"""The looks at who is away come after 0.1 and 1 second."""
GAME = "hachi"


def register(url: str, table: str, token: str, browser: Browser) -> httpx.Response:
    return httpx.post(f"{url}/api/tables/{table}/push", json=browser.form(token), timeout=30)


def kept(folder: Path) -> list[tuple[str, str, int]]:
    with closing(sqlite3.connect(folder / "tables.db")) as connection:
        return connection.execute("select table_id, endpoint, told from subscriptions order by at").fetchall()


def a_table(url: str, **settings: Any) -> tuple[str, list[str]]:
    """Two people and a bot, one after the other."""
    return open_table(url, GAME, 3, people=2, **{"clock": 3 * DAY, "patience": 3 * DAY, **settings})


async def give_turn(seat: Seat, to: int = 1) -> int:
    """Act until it is another seat's turn. Returns the ply."""
    while not seat.position or seat.position["actors"] != [to]:
        if seat.position and seat.my_turn:
            ply = seat.position["ply"]
            await seat.act(seat.position["actions"][0]["text"])
            while seat.position["ply"] == ply:
                await seat.hear()
        else:
            await seat.hear()
    return int(seat.position["ply"])


async def start(host: Seat) -> None:
    assert (await host.ask("start"))["type"] == "ack"
    if not host.position:
        await host.until("position")
