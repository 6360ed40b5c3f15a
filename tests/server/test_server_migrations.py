"""Databases of earlier versions can be opened: their games are replayed, checked and continued."""

import asyncio
import json
import sqlite3
import stat
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import Connection, text

from allaboard.server.database import engine_for
from allaboard.server.migrations import STEPS, VERSION, migrate, version_of
from allaboard.server.setuperror import SetupError
from allaboard.server.sqlitefile import make_private
from allaboard.server.store import Store
from server.backends import postgres
from server.serving import get, play_on, post, run, seat_at, serving

DATA = Path(__file__).parent / "data"
KNOWN: dict[str, Any] = json.loads((DATA / "version-1.json").read_text())
FOR_EVER: dict[str, Any] = {"keep_unstarted": 0, "keep_abandoned": 0}
"""The games of the fixture grow older every day."""


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A folder with a database that was played with the release before schema versions."""
    with closing(sqlite3.connect(tmp_path / "tables.db")) as connection:
        connection.executescript((DATA / "version-1.sql").read_text())
    return tmp_path


def version(file: Path) -> int:
    engine = engine_for(f"sqlite:///{file}")
    with engine.connect() as connection:
        found = version_of(connection)
    engine.dispose()
    return found


def rows(file: Path) -> int:
    with closing(sqlite3.connect(file)) as connection:
        return int(connection.execute("select count(*) from events").fetchone()[0])


def test_finished_games_of_the_previous_version_can_be_replayed_and_verified(old: Path) -> None:
    with serving(old, **FOR_EVER) as url:
        for game in KNOWN["finished"]:
            replay = get(url, f"/api/games/{game['table']}/replay")
            assert (replay["scores"], replay["ranks"], replay["seed"]) == (game["scores"], game["ranks"], game["seed"])
            verdict = get(url, f"/api/games/{game['table']}/verify")
            assert verdict["holds"], verdict
            assert verdict["draws"] > 0
        history = get(url, "/api/history?limit=50", browser=KNOWN["browsers"]["ada"])
        assert {game["table"] for game in KNOWN["finished"]} <= {played["id"] for played in history}


def test_a_solo_game_of_the_version_before_is_not_entered_again_by_its_record(old: Path) -> None:
    (solo,) = [game for game in KNOWN["finished"] if len(game["scores"]) == 1]
    with serving(old, **FOR_EVER) as url:
        record = httpx.get(f"{url}/api/games/{solo['table']}/record", timeout=60).text
        answer = httpx.post(f"{url}/api/leaderboard", json={"record": record, "name": "Mallory"}, timeout=60)
        assert (answer.status_code, answer.json().get("key")) == (409, "error-entered-before")


@pytest.mark.parametrize("game", KNOWN["playing"], ids=lambda game: game["game"])
def test_games_that_were_under_way_are_played_to_the_end(old: Path, game: dict[str, Any]) -> None:
    async def play(url: str) -> None:
        one, two = game["tokens"]
        async with seat_at(url, game["table"], one) as host, seat_at(url, game["table"], two) as guest:
            for seat in (host, guest):
                await seat.until("position") if not seat.position else None
            assert host.position["ply"] >= game["ply"]
            import asyncio

            await asyncio.gather(play_on(host), play_on(guest))

    with serving(old, **FOR_EVER) as url:
        run(play(url))
        assert get(url, f"/api/games/{game['table']}/verify")["holds"]


def test_a_table_that_had_not_started_can_still_be_joined_and_started(old: Path) -> None:
    async def play(url: str) -> None:
        gathering = KNOWN["gathering"]
        post(url, f"/api/tables/{gathering['table']}/join", {"name": "Alan"}, KNOWN["browsers"]["alan"])
        async with seat_at(url, gathering["table"], gathering["tokens"][0]) as host:
            assert [player and player["name"] for player in host.table["players"]] == ["Ada", "Grace", "Alan", None]
            assert (await host.ask("start"))["type"] == "ack"

    with serving(old, **FOR_EVER) as url:
        run(play(url))


def test_a_backup_is_made_before_the_first_migration_and_only_then(old: Path) -> None:
    before = rows(old / "tables.db")
    for _ in range(2):
        with serving(old, **FOR_EVER):
            pass
    assert version(old / "tables.db") == VERSION
    (copy,) = old.glob("tables.db.version-*")
    assert copy.name == "tables.db.version-1"
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert version(copy) == 1
    assert rows(copy) == before


def test_a_database_without_subscriptions_gets_them_and_keeps_its_games(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    with serving(tmp_path, contact="mailto:host@example.org") as url:
        solo = post(url, "/api/solo", {"game": "miyajima", "name": "Ada"}, "ada's secret browser")
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("drop table subscriptions")
        connection.execute("delete from schema_versions where version > 4")
    assert version(file) == 4
    with serving(tmp_path, contact="mailto:host@example.org") as url:
        (played,) = get(url, "/api/history", browser="ada's secret browser")
        assert played["id"] == solo["table"]
        answer = httpx.post(f"{url}/api/push/end", json={"endpoint": "https://push.example.org/a"}, timeout=30)
        assert (answer.status_code, answer.json()) == (200, {"tables": 0})
    assert version(file) == VERSION
    assert version(tmp_path / "tables.db.version-4") == 4


def test_a_step_that_fails_changes_nothing(old: Path) -> None:
    def half(connection: Connection) -> None:
        connection.execute(text("ALTER TABLE tables ADD COLUMN half TEXT"))
        raise RuntimeError("in the middle")

    engine = engine_for(f"sqlite:///{old / 'tables.db'}")
    with pytest.raises(RuntimeError, match="in the middle"):
        migrate(engine, {**STEPS, VERSION + 1: half})
    with engine.connect() as connection:
        assert version_of(connection) == 1
        assert "half" not in [row[1] for row in connection.execute(text("PRAGMA table_info(tables)"))]
    engine.dispose()
    assert version(old / "tables.db") == 1
    with serving(old, **FOR_EVER) as url:
        assert get(url, f"/api/games/{KNOWN['finished'][0]['table']}/verify")["holds"]


def test_a_database_of_a_later_version_is_refused_in_one_sentence(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    store.open()
    store.close()
    with closing(sqlite3.connect(tmp_path / "tables.db")) as connection, connection:
        connection.execute("insert into schema_versions values (99, 0, '9.9')")
    with pytest.raises(SetupError, match="version 99 of the schema"):
        Store(f"sqlite:///{tmp_path / 'tables.db'}").open()


def test_postgresql_is_migrated_too_by_the_first_of_several_workers() -> None:
    with postgres() as database:
        url = database.url
        engine = engine_for(url)
        script = (DATA / "version-1.sql").read_text().replace(" WITHOUT ROWID", "").replace('"', "")
        creating = [part for part in script.split(";\n") if part.lstrip().startswith("CREATE")]
        with engine.begin() as connection:
            for statement in creating:
                connection.execute(text(statement))
            assert version_of(connection) == 1
        stores = [Store(url) for _ in range(3)]
        import threading

        threads = [threading.Thread(target=store.open) for store in stores]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        with engine.connect() as connection:
            assert version_of(connection) == VERSION
            assert connection.execute(text("select count(*) from runs where metrics is null")).scalar() == 3
            assert connection.execute(text("select count(*) from subscriptions")).scalar() == 0
        for store in stores:
            store.close()
        engine.dispose()


# ---- the file


def test_a_second_server_on_the_same_file_is_refused(tmp_path: Path) -> None:
    first, second = (Store(f"sqlite:///{tmp_path / 'tables.db'}") for _ in range(2))
    first.open()
    with pytest.raises(SetupError, match="another server"):
        second.open()
    first.close()
    second.open()
    second.close()


def test_a_second_server_on_the_same_file_is_refused_by_its_other_names_too(tmp_path: Path) -> None:
    (tmp_path / "links").mkdir()
    (tmp_path / "links" / "games.db").symlink_to(tmp_path / "tables.db")
    first, second = Store(f"sqlite:///{tmp_path / 'tables.db'}"), Store(f"sqlite:///{tmp_path / 'links' / 'games.db'}")
    first.open()
    with pytest.raises(SetupError, match="another server"):
        second.open()
    first.close()


def test_only_the_owner_can_read_the_database(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    file.touch(0o644)
    file.chmod(0o644)
    with serving(tmp_path) as url:
        post(url, "/api/solo", {"game": "miyajima", "name": "Ada"})
        for beside in tmp_path.glob("tables.db*"):
            assert stat.S_IMODE(beside.stat().st_mode) == 0o600, beside
    make_private(file)


def test_a_file_that_is_not_a_database_is_not_changed(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    file.write_text("somebody else's file\n")
    file.chmod(0o644)
    with pytest.raises(SetupError, match="is not an SQLite database"):
        Store(f"sqlite:///{file}").open()
    assert stat.S_IMODE(file.stat().st_mode) == 0o644
    assert [one.name for one in tmp_path.iterdir()] == ["tables.db"], "nothing is written beside it"


def test_a_connection_that_reads_while_the_store_stops_is_closed() -> None:
    with postgres() as database:
        store = Store(database.url)
        store.open()

        async def stop_early() -> None:
            await store.start()
            reading = asyncio.create_task(store.read(lambda connection: connection.execute(text("select pg_sleep(1)"))))
            await asyncio.sleep(0.3)
            await store.stop()
            await reading

        run(stop_early())
        engine = engine_for(database.url)
        with engine.connect() as connection:
            others = "datname = current_database() and pid != pg_backend_pid()"
            assert connection.execute(text(f"select count(*) from pg_stat_activity where {others}")).scalar() == 0
        engine.dispose()
