"""What an operator needs: health checks, faults in the log, retention, closing tables, deleting players' data."""

import asyncio
import json
import logging
import math
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from allaboard.registry import declaration
from allaboard.server import automation, commands
from allaboard.server.codes import hashed
from allaboard.server.database import engine_for
from allaboard.server.logs import _Lines
from allaboard.server.retention import Retention, prune
from allaboard.server.store import Change, Conflict, Store, StoreDown
from server.serving import get, open_table, post, run, seat_at, serving
from server.test_server_durability import events_in

DAY = 86_400_000
ADA, GRACE = "the-browser-of-ada", "the-browser-of-grace"


@pytest.fixture(autouse=True)
def _level(caplog: pytest.LogCaptureFixture) -> None:
    """Read the log at the level that servers use."""
    caplog.set_level(logging.INFO, "allaboard")


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    with serving(tmp_path) as url:
        yield url


def change(folder: Path, sql: str, *values: Any) -> None:
    """Change the database from outside."""
    with closing(sqlite3.connect(folder / "tables.db", timeout=20)) as connection, connection:
        connection.execute(sql, values)


def faults(caplog: pytest.LogCaptureFixture) -> list[dict[str, Any]]:
    """The faults in the log, as an operator would read them."""
    lines = [json.loads(_Lines().format(record)) for record in caplog.records if record.name == "allaboard"]
    return [line for line in lines if line["event"] == "error"]


# ---- tables that cannot be read


def damaged(folder: Path) -> tuple[str, str]:
    """A table whose third event is damaged, and an intact one."""
    with serving(folder) as url:
        bad, _ = open_table(url, "runaway", 4, people=2, bots=[])
        good, _ = open_table(url, "runaway", 4, people=2, bots=[])
    change(folder, 'update events set body = \'{"e":"nonsense"}\' where table_id = ? and seq = 2', bad)
    return bad, good


def test_a_table_that_cannot_be_read_is_quarantined_and_others_go_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    bad, good = damaged(tmp_path)
    with serving(tmp_path) as url:
        for _ in range(3):
            answer = httpx.get(f"{url}/api/tables/{bad}")
            assert (answer.status_code, answer.json()["code"]) == (410, "closed")
        assert httpx.post(f"{url}/api/tables/{bad}/join", json={"name": "Alan"}).status_code == 410
        assert get(url, f"/api/tables/{good}")["phase"] == "gathering"
        post(url, f"/api/tables/{good}/join", {"name": "Alan"})
        assert "allaboard_unreadable_tables 1" in get(url, "/metrics")
    (fault,) = faults(caplog)
    assert (fault["kind"], fault["table"]) == ("unreadable", bad)
    assert "nonsense" in fault["trace"]


@pytest.mark.parametrize("missing", [0, 1])
def test_a_table_with_a_missing_event_is_quarantined(tmp_path: Path, missing: int) -> None:
    with serving(tmp_path) as url:
        bad, _ = open_table(url, "runaway", 4, people=2, bots=[])
    change(tmp_path, "delete from events where table_id = ? and seq = ?", bad, missing)
    with serving(tmp_path) as url:
        answer = httpx.get(f"{url}/api/tables/{bad}", timeout=30)
        assert (answer.status_code, answer.json()["code"]) == (410, "closed")
        assert "allaboard_unreadable_tables 1" in get(url, "/metrics")


def test_a_quarantined_table_is_read_again_when_it_can_be(tmp_path: Path) -> None:
    bad, _ = damaged(tmp_path)
    with serving(tmp_path) as url:
        assert httpx.get(f"{url}/api/tables/{bad}").status_code == 410
    sound = json.dumps({"e": "joined", "seat": 1, "name": "Guest 1", "tokens": ["x"]})
    change(tmp_path, "update events set body = ? where table_id = ? and seq = 2", sound, bad)
    with serving(tmp_path) as url:
        assert get(url, f"/api/tables/{bad}")["phase"] == "gathering"
    with closing(sqlite3.connect(tmp_path / "tables.db")) as connection:
        assert connection.execute("select count(*) from notices").fetchone() == (0,)


def test_a_table_keeps_the_version_of_its_rules(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with serving(tmp_path) as url:
        old, _ = open_table(url, "runaway", 3, people=1)
    rules = declaration("runaway")
    object.__setattr__(rules, "rules_version", 2)  # as a later release would declare it
    try:
        with serving(tmp_path) as url:
            assert httpx.get(f"{url}/api/tables/{old}").status_code == 410
            new, _ = open_table(url, "runaway", 3, people=1)
            assert get(url, f"/api/tables/{new}")["phase"] == "gathering"
    finally:
        object.__setattr__(rules, "rules_version", 1)
    assert "OtherRules" in faults(caplog)[0]["error"]
    with closing(sqlite3.connect(tmp_path / "tables.db")) as connection:
        (why,) = connection.execute("select why from notices").fetchone()
    assert "version 1 of runaway, this server has 2" in why


# ---- health


def test_one_change_that_cannot_be_written_does_not_affect_others(tmp_path: Path) -> None:
    """Changes share a commit. One of them fails in a way that nobody has thought of, and the writer goes on."""

    async def write() -> list[BaseException | None]:
        await store.start()
        wrong: list[Any] = [store.row("a", 0, 0, b"{}"), store.row("b", object(), 0, b"{}")]  # type: ignore[arg-type]
        changes = [Change([row]) for row in [*wrong, store.row("c", 0, 0, b"{}"), store.row("a", 0, 0, b"{}")]]
        found = await asyncio.gather(*(store.keep(change) for change in changes), return_exceptions=True)
        await store.keep(Change([store.row("d", 0, 0, b"{}")]))
        await store.stop()
        return found

    store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    store.open()
    found = asyncio.run(write())
    assert [type(one) for one in found] == [type(None), StoreDown, type(None), Conflict]
    with closing(sqlite3.connect(tmp_path / "tables.db")) as connection:
        assert connection.execute("select table_id from events order by 1").fetchall() == [("a",), ("c",), ("d",)]


def ready(url: str, code: int, status: str) -> None:
    """Wait for this answer. An answer may be a quarter of a second old."""
    while (answer := httpx.get(f"{url}/ready")).status_code != code:
        time.sleep(0.05)
    assert answer.json()["status"] == status


def until_counted(url: str, line: str) -> None:
    """Wait until this line is among the metrics."""
    while line not in get(url, "/metrics"):
        time.sleep(0.05)


def test_many_who_ask_whether_it_is_ready_share_the_answer(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ready(url, 200, "ok")
    asked: list[float] = []
    read = Store.events_of

    async def counting(store: Store, table: str, *more: Any) -> Any:
        asked.append(time.monotonic())
        return await read(store, table, *more)

    monkeypatch.setattr(Store, "events_of", counting)
    with httpx.Client(base_url=url) as client:
        while len(asked) < 4:
            assert client.get("/ready").status_code == 200
    assert all(after - before >= 0.25 for before, after in pairwise(asked))


def test_alive_is_not_ready(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    ready(url, 200, "ok")
    transact = Store._transact

    def no_disk(store: Store, changes: Sequence[Change]) -> None:
        if str(tmp_path) in str(store.url):  # there may be servers of other tests in this process
            raise OSError(28, "No space left on device")
        transact(store, changes)

    monkeypatch.setattr(Store, "_transact", no_disk)
    ready(url, 503, "storage")
    assert httpx.get(f"{url}/health").json()["status"] == "ok"
    until_counted(url, "allaboard_storage_up 0")
    monkeypatch.undo()
    ready(url, 200, "ok")
    until_counted(url, "allaboard_storage_up 1")
    assert [fault["kind"] for fault in faults(caplog)] == ["storage"], "an outage is logged once"
    assert "No space left on device" in faults(caplog)[0]["trace"]
    assert any(getattr(record, "fields", {}).get("state") == "back" for record in caplog.records)


def test_a_fault_is_logged_with_its_table_and_trace_and_without_secrets(
    url: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id, (token,) = open_table(url, "miyajima", 1, people=1)

    def broken(*_: Any) -> None:
        raise RuntimeError(f"token {token} of {ADA} has hash {hashed(token)}")

    async def ask() -> None:
        async with seat_at(url, table_id, token) as seat:
            monkeypatch.setattr(commands, "_decision", broken)
            answer = await seat.ask("start")
            assert answer["key"] == "error-broken"
            with pytest.raises(ConnectionClosed) as closed:
                await seat.until("never")
            assert closed.value.rcvd
            assert closed.value.rcvd.code == 1012, "come back: the table is read again"
        monkeypatch.undo()
        async with seat_at(url, table_id, token) as seat:
            assert (await seat.ask("start"))["type"] == "ack"

    run(ask())
    monkeypatch.setattr("allaboard.server.showing.info", broken)
    assert httpx.get(f"{url}/api/tables/{table_id}").status_code == 500
    command, request = faults(caplog)
    assert (command["kind"], command["table"], command["command"]) == ("command", table_id, "start")
    assert (request["kind"], request["table"]) == ("request", table_id)
    for fault in (command, request):
        assert "in broken" in fault["trace"]
        assert token not in json.dumps(fault)
        assert hashed(token) not in json.dumps(fault)
        assert ADA not in json.dumps(fault)


def test_faults_outside_of_commands_are_logged_too(
    url: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: Any) -> None:
        raise RuntimeError("no thought")

    async def play() -> None:
        monkeypatch.setattr(automation.Automation, "_bot_move", broken)
        table_id, (token,) = open_table(url, "runaway", 3, people=1)
        async with seat_at(url, table_id, token) as seat:
            await seat.ask("start")
            for _ in range(200):
                if faults(caplog):
                    break
                await asyncio.sleep(0.05)
        fault = faults(caplog)[0]
        assert (fault["kind"], fault["table"]) == ("automation", table_id)

    run(play())


# ---- retention


def aged(folder: Path, days: dict[str, float]) -> None:
    """Make tables this many days old."""
    for table_id, old in days.items():
        change(folder, "update events set at = at - ? where table_id = ?", round(old * DAY), table_id)
        change(folder, "update tables set created = created - ? where id = ?", round(old * DAY), table_id)


def old_tables(folder: Path) -> dict[str, str]:
    """Tables of every phase, old and new."""
    with serving(folder) as url:
        made = {name: open_table(url, "runaway", 4, people=2, bots=[])[0] for name in ("unstarted", "fresh", "recent")}
        made["abandoned"] = post(url, "/api/solo", {"game": "hachi"})["table"]
        made["playing"] = post(url, "/api/solo", {"game": "hachi"})["table"]
    aged(folder, {made["unstarted"]: 8, made["fresh"]: 6, made["recent"]: 8, made["abandoned"]: 91, made["playing"]: 8})
    change(folder, "update events set at = at + ? where table_id = ? and seq = 2", 7 * DAY, made["recent"])
    return made


def tables_in(folder: Path) -> set[str]:
    with closing(sqlite3.connect(folder / "tables.db")) as connection:
        listed = {row[0] for row in connection.execute("select id from tables")}
        seated = {row[0] for row in connection.execute("select table_id from sitters")}
    assert listed == seated == set(events_in(folder / "tables.db"))
    return listed


def test_tables_expire_by_when_they_were_last_used(tmp_path: Path) -> None:
    made = old_tables(tmp_path)
    engine = engine_for(f"sqlite:///{tmp_path / 'tables.db'}")
    change(tmp_path, "update runs set alive = 0")  # no server is running
    with engine.begin() as connection:
        done = prune(connection, Retention())
    engine.dispose()
    assert (done.expired, done.removed) == (2, 2)
    assert tables_in(tmp_path) == {made["fresh"], made["recent"], made["playing"]}


@pytest.mark.parametrize("days", [math.inf, 1e300])
def test_any_number_of_days_is_for_ever_if_it_is_large(tmp_path: Path, days: float) -> None:
    made = old_tables(tmp_path)
    engine = engine_for(f"sqlite:///{tmp_path / 'tables.db'}")
    with engine.begin() as connection:
        done = prune(connection, Retention(days, days, days))
    engine.dispose()
    assert (done.expired, done.removed) == (0, 0)
    assert tables_in(tmp_path) == set(made.values())


def test_a_running_server_removes_expired_tables_in_two_steps(tmp_path: Path) -> None:
    made = old_tables(tmp_path)
    with serving(tmp_path) as url:
        for _ in range(200):
            if (answer := httpx.get(f"{url}/api/tables/{made['abandoned']}")).status_code == 410:
                break
            time.sleep(0.05)
        assert answer.json()["key"] == "error-table-expired"
        assert get(url, f"/api/tables/{made['playing']}")["phase"] == "playing"
        assert made["abandoned"] in tables_in(tmp_path), "its events stay until every worker knows"
    change(tmp_path, "update notices set at = at - 120000")
    change(tmp_path, "update runs set alive = alive - 120000")
    with serving(tmp_path):
        for _ in range(200):
            if made["abandoned"] not in tables_in(tmp_path):
                break
            time.sleep(0.05)
    assert tables_in(tmp_path) == {made["fresh"], made["recent"], made["playing"]}


def test_chat_is_never_stored(tmp_path: Path) -> None:
    async def talk(url: str) -> None:
        table_id, (one, two) = open_table(url, "miyajima", 2, people=2)
        async with seat_at(url, table_id, one) as ada, seat_at(url, table_id, two) as grace:
            await ada.ask("chat", text="between-you-and-me")
            await grace.until("chat")

    with serving(tmp_path) as url:
        run(talk(url))
    for file in tmp_path.iterdir():
        assert b"between-you-and-me" not in file.read_bytes()


# ---- the host


def test_a_vanished_hosts_role_passes_on(tmp_path: Path) -> None:
    async def play(url: str) -> None:
        table_id, (host, guest, third) = open_table(url, "runaway", 4, people=3, bots=[], patience=5)
        async with seat_at(url, table_id, host) as ada:
            assert ada.table["host"] == 0
        async with seat_at(url, table_id, third) as alan:
            await alan.until("table", lambda m: m["table"]["host"] == 2)
            async with seat_at(url, table_id, host) as ada:
                assert ada.table["host"] == 2
                assert (await ada.ask("start"))["code"] == "not_host"
            assert (await alan.ask("start"))["type"] == "ack"
        async with seat_at(url, table_id, guest) as grace:
            assert grace.table["phase"] == "playing"
        assert get(url, f"/api/tables/{table_id}")["host"] == 2

    with serving(tmp_path, second=0.1) as url:
        run(play(url))


def test_a_connected_host_keeps_the_role(tmp_path: Path) -> None:
    async def play(url: str) -> None:
        table_id, (host, guest) = open_table(url, "runaway", 4, people=2, bots=[], patience=5)
        async with seat_at(url, table_id, host) as ada, seat_at(url, table_id, guest):
            await asyncio.sleep(0.5)
            await ada.ask("ping")
            assert ada.table["host"] == 0

    with serving(tmp_path, second=0.02) as url:
        run(play(url))


def test_a_host_may_leave_if_somebody_else_is_there(url: str) -> None:
    async def play() -> None:
        table_id, (host, guest) = open_table(url, "runaway", 4, people=2, bots=[], public=True)
        async with seat_at(url, table_id, guest) as grace:
            async with seat_at(url, table_id, host) as ada:
                await ada.say("leave")
                await grace.until("table", lambda m: m["table"]["host"] == 1 and m["table"]["players"][0] is None)
            assert (await grace.ask("leave"))["code"] == "not_now"
        (listed,) = [one for one in get(url, "/api/tables?limit=200") if one["id"] == table_id]
        assert listed["host"] == "Guest 1"

    run(play())


def test_a_kicked_guest_stays_out(tmp_path: Path) -> None:
    async def play(url: str) -> str:
        body = {"settings": {"game": "runaway", "seats": 4}, "name": "Ada"}
        host = post(url, "/api/tables", body, ADA)
        joining = f"{url}/api/tables/{host['table']}/join"
        guest = post(url, f"/api/tables/{host['table']}/join", {"name": "Grace"}, GRACE)
        async with (
            seat_at(url, host["table"], host["token"]) as ada,
            seat_at(url, host["table"], guest["token"]) as seat,
        ):
            assert (await ada.ask("kick", seat=1))["type"] == "ack"
            with pytest.raises(ConnectionClosed):
                await seat.until("never")
        again = httpx.post(joining, json={"name": "Not Grace"}, headers={"Allaboard-Browser": GRACE})
        assert (again.status_code, again.json()["code"]) == (403, "kicked")
        assert httpx.post(joining, json={"name": "Nobody"}).status_code == 403, "without a browser's secret"
        post(url, f"/api/tables/{host['table']}/join", {"name": "Alan"}, "the-browser-of-alan")
        return str(host["table"])

    with serving(tmp_path) as url:
        table_id = run(play(url))
    with serving(tmp_path) as url:  # after a restart, too
        again = httpx.post(
            f"{url}/api/tables/{table_id}/join", json={"name": "Grace"}, headers={"Allaboard-Browser": GRACE}
        )
        assert again.status_code == 403


def test_players_who_left_may_come_back_and_a_removed_bot_bars_nobody(url: str) -> None:
    async def play() -> None:
        body = {"settings": {"game": "runaway", "seats": 4}, "name": "Ada", "bots": ["easy"]}
        host = post(url, "/api/tables", body, ADA)
        guest = post(url, f"/api/tables/{host['table']}/join", {"name": "Grace"}, GRACE)
        async with seat_at(url, host["table"], host["token"]) as ada:
            await ada.ask("kick", seat=3)
            async with seat_at(url, host["table"], guest["token"]) as grace:
                await grace.say("leave")
                await ada.until("table", lambda m: m["table"]["players"][1] is None)
        post(url, f"/api/tables/{host['table']}/join", {"name": "Grace"}, GRACE)
        post(url, f"/api/tables/{host['table']}/join", {"name": "Nobody"})

    run(play())


def test_a_clock_that_was_ahead_does_not_stop_the_writer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulated worlds replace the clock of all stores in the process for a while."""
    ahead = SimpleNamespace(**{name: getattr(time, name) for name in ("time", "time_ns", "monotonic", "sleep")})
    ahead.perf_counter = lambda: time.perf_counter() + 1000
    with serving(tmp_path) as url:
        with monkeypatch.context() as patch:
            patch.setattr("allaboard.server.store.time", ahead)
            open_table(url, "hachi", 3, people=1)
        open_table(url, "hachi", 3, people=1)
