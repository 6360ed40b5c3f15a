"""`allaboard db`: backups can be restored, defects are found, expired data is removed."""

import asyncio
import json
import sqlite3
import stat
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from typer.testing import CliRunner
from websockets.exceptions import ConnectionClosed

from allaboard.cli import app
from allaboard.server import snapshots
from allaboard.server.codes import hashed
from server.backends import postgres
from server.serving import get, open_table, post, run, seat_at, serving
from server.test_server_durability import events_in

DATA = Path(__file__).parents[1] / "server" / "data"
KNOWN: dict[str, Any] = json.loads((DATA / "version-1.json").read_text())
FOR_EVER: dict[str, Any] = {"keep_unstarted": 0, "keep_abandoned": 0}


def db(*words: str, url: str, code: int = 0) -> str:
    """Run a command. Returns its output on both streams."""
    done = CliRunner().invoke(app, ["db", *words, "--db", url])
    assert done.exit_code == code, (done.output, done.exception)
    return done.output


@pytest.fixture
def old(tmp_path: Path) -> str:
    """A database of version 1, with games of every kind."""
    with closing(sqlite3.connect(tmp_path / "tables.db")) as connection:
        connection.executescript((DATA / "version-1.sql").read_text())
    return f"sqlite:///{tmp_path / 'tables.db'}"


def test_upgrade_says_what_it_did(old: str, tmp_path: Path) -> None:
    assert "run `allaboard db upgrade`" in db("check", url=old, code=1)
    assert "run `allaboard db upgrade` first" in db("prune", url=old, code=2)
    assert "it had version 1" in db("upgrade", url=old)
    assert "had" not in db("upgrade", url=old)
    assert (tmp_path / "tables.db.version-1").exists()
    assert "no problems found" in db("check", url=old)


def test_a_backup_of_a_running_server_is_restored(tmp_path: Path) -> None:
    here, there = f"sqlite:///{tmp_path / 'tables.db'}", f"sqlite:///{tmp_path / 'new' / 'tables.db'}"
    copy = tmp_path / "copy.db"
    (tmp_path / "new").mkdir()
    with serving(tmp_path) as url:
        table, tokens = open_table(url, "runaway", 4, people=2, bots=[])
        db("backup", str(copy), url=here)
        assert stat.S_IMODE(copy.stat().st_mode) == 0o600
        assert "another server" in db("restore", str(copy), url=here, code=2)
        open_table(url, "runaway", 4, people=1, bots=[])
    assert "exists" in db("backup", str(copy), url=here, code=2)
    assert "not empty" in db("restore", str(copy), url=here, code=2)
    assert "restored 3 events" in db("restore", str(copy), url=there)
    assert "no problems" in db("check", url=there)
    with serving(tmp_path / "new") as url:
        assert get(url, f"/api/tables/{table}")["players"][1]["name"] == "Guest 1"

        async def begin() -> None:
            async with seat_at(url, table, tokens[0]) as seat:
                assert (await seat.ask("start"))["type"] == "ack"

        run(begin())


def test_a_backup_of_an_earlier_version_moves_to_postgresql_and_back(old: str, tmp_path: Path) -> None:
    first, second = tmp_path / "first.db", tmp_path / "second.db"
    before = events_in(tmp_path / "tables.db")
    db("backup", str(first), url=old)
    content = first.read_bytes()
    with postgres() as database:
        db("restore", str(first), url=database.url)
        assert first.read_bytes() == content, "a backup is not changed"
        assert "no problems" in db("check", url=database.url)
        with serving(tmp_path, db=database.url, **FOR_EVER) as url:
            for game in KNOWN["finished"]:
                assert get(url, f"/api/games/{game['table']}/verify")["holds"]
        db("backup", str(second), url=database.url)
    assert events_in(second) == before
    assert "no problems" in db("check", url=f"sqlite:///{second}")


def test_check_names_what_is_wrong(old: str, tmp_path: Path) -> None:
    db("upgrade", url=old)
    gap, bad, listed = (game["table"] for game in KNOWN["playing"])
    with closing(sqlite3.connect(tmp_path / "tables.db")) as connection, connection:
        connection.execute("delete from events where table_id = ? and seq = 3", (gap,))
        connection.execute("update events set body = '{}' where table_id = ? and seq = 4", (bad,))
        connection.execute("update tables set phase = 'over' where id = ?", (listed,))
        connection.execute("delete from events where table_id = ?", (KNOWN["gathering"]["table"],))
    said = db("check", url=old, code=1)
    assert f"{gap}: event 3 is missing" in said
    assert f"{bad}: its events cannot be applied" in said
    assert f"{listed}: it is listed as over, and its events say playing" in said
    assert f"{KNOWN['gathering']['table']}: it is listed and has no events" in said
    assert len(said.splitlines()) == 4


def test_prune_removes_at_once_when_no_server_runs(old: str, tmp_path: Path) -> None:
    db("upgrade", url=old)
    with closing(sqlite3.connect(tmp_path / "tables.db")) as connection, connection:
        connection.execute("update runs set alive = 0")
        connection.execute("update events set at = 0")
        connection.execute("update tables set created = 0")
    everything = set(events_in(tmp_path / "tables.db"))
    finished = {game["table"] for game in KNOWN["finished"]}
    assert f"removed: {len(everything - finished)}" in db("prune", url=old)
    assert set(events_in(tmp_path / "tables.db")) == finished
    assert f"removed: {len(finished)}" in db("prune", "--keep-finished", "1", url=old)
    assert not events_in(tmp_path / "tables.db")


def test_a_players_data_are_deleted_everywhere_and_the_games_stay(old: str, tmp_path: Path) -> None:
    db("upgrade", "--no-backup", url=old)
    ada = KNOWN["browsers"]["ada"]
    game = KNOWN["playing"][0]
    with serving(tmp_path, **FOR_EVER) as url:
        before = get(url, "/api/history?limit=50", browser=ada)
        assert len(before) >= 8

        async def watch() -> None:
            async with seat_at(url, game["table"], game["tokens"][1]) as grace:
                await asyncio.to_thread(db, "forget", "--browser", ada, url=old)
                with pytest.raises(ConnectionClosed) as closed:
                    await grace.until("never")
                assert closed.value.rcvd
                assert closed.value.rcvd.code == 1012, "come back and read it again"
            async with seat_at(url, game["table"], game["tokens"][1]) as grace:
                assert sorted(player["name"] for player in grace.table["players"]) == ["Grace", "—"]

        run(watch())
        assert get(url, "/api/history?limit=50", browser=ada) == []
        for finished in KNOWN["finished"]:
            assert get(url, f"/api/games/{finished['table']}/verify")["holds"]
            assert "Ada" not in get(url, f"/api/games/{finished['table']}/record")
    with closing(sqlite3.connect(tmp_path / "tables.db")) as connection:
        connection.execute("pragma wal_checkpoint(truncate)")
    for file in tmp_path.glob("tables.db*"):
        assert b"Ada" not in file.read_bytes(), file
    assert "there is no data" in db("forget", "--browser", ada, url=old, code=2)
    gathering = KNOWN["gathering"]["table"]
    assert "tables" in db("forget", "--table", gathering, "--seat", "1", url=old)
    assert b"Grace" not in (tmp_path / "tables.db").read_bytes()
    assert "no problems" in db("check", url=old)


@pytest.mark.parametrize("every", [4, 512])
def test_the_data_of_people_without_a_browser_are_found_by_their_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, every: int
) -> None:
    """With and without a snapshot. Others at the table keep theirs."""
    monkeypatch.setattr(snapshots, "EVERY", every)
    here = f"sqlite:///{tmp_path / 'tables.db'}"

    async def ready(url: str, table: str, tokens: list[str]) -> None:
        async with seat_at(url, table, tokens[1]) as guest:
            for number in range(8):
                await guest.ask("ready", ready=number % 2 == 0)

    with serving(tmp_path) as url:
        table, tokens = open_table(url, "runaway", 4, people=3, bots=[])
        run(ready(url, table, tokens))
    assert "there is no data" in db("forget", "--table", table, "--seat", "3", url=here, code=2), "nobody sits there"
    assert "1 table" in db("forget", "--table", table, "--seat", "1", url=here)
    assert "no problems" in db("check", url=here)
    said = (tmp_path / "tables.db").read_bytes()
    assert b"Guest 1" not in said
    assert hashed(tokens[1]).encode() not in said
    with serving(tmp_path) as url:
        players = get(url, f"/api/tables/{table}")["players"]
        assert [player and player["name"] for player in players] == ["Seat zero", "—", "Guest 2", None]

        async def enter() -> list[str]:
            found = []
            for token in tokens:
                async with seat_at(url, table, token) as seat:
                    found.append(json.loads(seat.frames[0])["type"])
            return found

        assert run(enter()) == ["welcome", "error", "welcome"]


def test_what_a_server_writes_meanwhile_is_deleted_too(tmp_path: Path) -> None:
    """Until it reads the notice, a server writes what it has in memory."""
    here, ada = f"sqlite:///{tmp_path / 'tables.db'}", "the-browser-of-ada"

    async def play(url: str) -> None:
        seated = post(url, "/api/tables", {"settings": {"game": "runaway", "seats": 4}, "name": "Ada Lovelace"}, ada)
        async with seat_at(url, seated["table"], seated["token"]) as host:
            forgetting = asyncio.create_task(asyncio.to_thread(db, "forget", "--browser", ada, url=here))
            with suppress(ConnectionClosed):
                while True:  # each shuffle writes who sits where
                    await host.ask("shuffle")
            await forgetting
        assert get(url, f"/api/tables/{seated['table']}")["host"] >= 0
        assert get(url, "/api/history", browser=ada) == []

    with serving(tmp_path) as url:
        run(play(url))
    assert "no problems" in db("check", url=here)
    assert b"Lovelace" not in (tmp_path / "tables.db").read_bytes()


def test_an_operator_closes_a_table(tmp_path: Path) -> None:
    here = f"sqlite:///{tmp_path / 'tables.db'}"

    async def play(url: str) -> None:
        table, tokens = open_table(url, "runaway", 4, people=2, bots=[], public=True)
        async with seat_at(url, table, tokens[0]) as ada:
            await asyncio.to_thread(db, "close", table.upper(), "--why", "it was rude", url=here)
            with pytest.raises(ConnectionClosed) as closed:
                await ada.until("never")
            assert closed.value.rcvd
            assert closed.value.rcvd.code == 4012
        joining = httpx.post(f"{url}/api/tables/{table}/join", json={"name": "Alan"})
        assert (joining.status_code, joining.json()["code"]) == (410, "closed")
        assert "it was rude" in joining.json()["message"]
        assert table not in [one["id"] for one in get(url, "/api/tables?limit=200")]
        async with seat_at(url, table, tokens[0]) as ada:
            assert json.loads(ada.frames[0])["code"] == "closed"

    with serving(tmp_path) as url:
        run(play(url))
        assert "there is no table" in db("close", "lusab-babad-gutih-tugad", url=here, code=2)
        post(url, "/api/solo", {"game": "hachi"})


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["backup", "/no/such/folder/x.db"], "cannot write"),
        (["restore", "/no/such/file.db"], "there is no backup"),
        (["forget"], "name the player by --browser"),
        (["forget", "--browser", "x" * 20, "--table", "y"], "name the player by --browser"),
    ],
)
def test_impossible_requests_give_one_sentence(old: str, words: list[str], sentence: str) -> None:
    said = db(*words, url=old, code=2)
    assert sentence in said
    assert len(said.strip().splitlines()) == 1


@pytest.mark.parametrize("command", ["check", "upgrade", "prune"])
def test_a_missing_database_gives_one_sentence(tmp_path: Path, command: str) -> None:
    said = db(command, url=f"sqlite:///{tmp_path / 'none.db'}", code=2)
    assert "there is no database" in said
    assert not (tmp_path / "none.db").exists()


def test_a_file_that_is_not_a_backup_is_not_restored(tmp_path: Path) -> None:
    (tmp_path / "junk").write_bytes(b"no database " * 1000)
    with closing(sqlite3.connect(tmp_path / "other.db")) as connection:
        connection.execute("create table bookmarks (url)")
    for name in ("junk", "other.db"):
        said = db("restore", str(tmp_path / name), url=f"sqlite:///{tmp_path / 'new.db'}", code=2)
        assert said == f"allaboard: {tmp_path / name} is not a backup of an All Aboard database\n"
        assert not (tmp_path / "new.db").exists()


def test_snapshots_are_checked_and_forgotten_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshots, "EVERY", 6)
    here, ada = f"sqlite:///{tmp_path / 'tables.db'}", "the-browser-of-ada"

    async def play(url: str) -> str:
        body = {"game": "miyajima", "seats": 1, "name": "Ada Lovelace"}
        seated = post(url, "/api/solo", body, ada)
        async with seat_at(url, seated["table"], seated["token"]) as seat:
            await seat.until("position") if not seat.position else None
            for _ in range(20):
                await seat.act(str(seat.position["actions"][0]["text"]))
                await seat.until("position")
        return str(seated["table"])

    with serving(tmp_path) as url:
        table = run(play(url))
    first = min(seq for seq, _ in rows_of(tmp_path, table))
    assert first > 0, "a snapshot has replaced the first events"
    assert "no problems" in db("check", url=here)
    db("forget", "--browser", ada, url=here)
    assert "no problems" in db("check", url=here)
    assert b"Lovelace" not in (tmp_path / "tables.db").read_bytes()
    with closing(sqlite3.connect(tmp_path / "tables.db")) as connection, connection:
        connection.execute("delete from events where table_id = ? and seq = ?", (table, first))
    assert f"{table}: event {first} is missing" in db("check", url=here, code=1)


def rows_of(folder: Path, table: str) -> list[tuple[int, str]]:
    with closing(sqlite3.connect(folder / "tables.db")) as connection:
        return connection.execute("select seq, body from events where table_id = ?", (table,)).fetchall()
