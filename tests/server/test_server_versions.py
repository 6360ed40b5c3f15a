"""Workers of two versions with one database: while the older one runs, nothing is written that it cannot read."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, update

from allaboard.server import tableevents
from allaboard.server.schema import RUNS
from allaboard.server.store import Store, now_ms
from server.serving import open_table, run, seat_at, serving


def test_the_workers_agree_on_the_oldest_list_of_events_that_one_of_them_knows(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    store.open()

    async def known() -> int:
        store._loop = asyncio.get_running_loop()
        return await store.known_events()

    def another(**signs: Any) -> int:
        with store.engine.begin() as connection:
            connection.execute(RUNS.delete().where(RUNS.c.id == 1))
            connection.execute(insert(RUNS), {"id": 1, "started": 0, "alive": now_ms(), **signs})
        return asyncio.run(known())

    assert asyncio.run(known()) == tableevents.VERSION
    assert another() == 1, "a worker of version 0.1 says nothing"
    assert another(events=tableevents.VERSION) == tableevents.VERSION
    assert another(events=tableevents.VERSION + 1) == tableevents.VERSION, "one of the next version"
    assert another(alive=now_ms() - 60_000) == tableevents.VERSION, "one that ended a minute ago"
    with store.engine.begin() as connection:
        connection.execute(update(RUNS).values(alive=0))
    assert asyncio.run(known()) == tableevents.VERSION
    store.close()


def test_what_an_older_worker_could_not_read_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in (tableevents.ReadyChanged, tableevents.NonceAdded, tableevents.HostChanged):
        assert kind.SINCE == 2
        monkeypatch.setattr(kind, "SINCE", tableevents.VERSION + 1)  # as if an older worker ran

    async def play(url: str) -> None:
        table, tokens = open_table(url, "hachi", 3, people=2)
        async with seat_at(url, table, tokens[0]) as host, seat_at(url, table, tokens[1]) as guest:
            for refused in (
                await guest.ask("ready", ready=True),
                await guest.ask("add_nonce", nonce="ab" * 32),
                await host.ask("leave"),
            ):
                assert (refused["code"], refused["key"]) == ("not_now", "error-upgrading")
            assert host.table["host"] == 0
            assert (await guest.ask("leave"))["type"] == "ack", "what every version knows goes on"
            assert (await host.ask("start"))["type"] == "ack"

    with serving(tmp_path) as url:
        run(play(url))
