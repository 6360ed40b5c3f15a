"""A table is loaded from a snapshot and later events: as quickly after a million events as after a hundred."""

import asyncio
import itertools
import json
import random
import sqlite3
import time
from pathlib import Path

import httpx
import pytest
from sqlalchemy import create_engine, insert, select
from sqlalchemy.pool import StaticPool

from allaboard import fair
from allaboard.game import load
from allaboard.server import decide, snapshots, tableevents
from allaboard.server.protocol import Settings
from allaboard.server.protocol.commands import Act, Undo
from allaboard.server.schema import EVENTS, RUNS, SNAPSHOTS, metadata
from allaboard.server.snapshots import EVERY
from allaboard.server.table import Table, fold
from allaboard.server.undoing import MOST_UNDOS
from server.serving import Seat, get, open_table, post, run, seat_at, serving

Bodies = list[tuple[int, bytes]]


def played(game: str, seats: int, rng: random.Random, moves: int) -> Bodies:
    """The events of a table where people act, choose, change their choices and undo."""
    people = [tableevents.Joined(s, f"P{s}", [f"token {s}"], f"browser {s}", f"{s:064x}") for s in range(seats)]
    last = fair.new_seed()
    opened = tableevents.Opened(Settings(game, seats, clock=60), fair.first_of(last).hex(), chain=last.hex())
    table = Table("t", opened, 1000)
    kept: list[tableevents.TableEvent] = [opened]

    def keep(event: tableevents.TableEvent) -> None:
        kept.append(event)
        table.apply(event, 1000 * len(kept))

    for person in people:
        keep(person)
    keep(tableevents.Shuffled(rng.sample(range(seats), seats), 0, "shuffle"))
    keep(tableevents.TokenAdded(0, "another token"))
    keep(tableevents.Started(table.with_chance([])[0], 0, "start"))
    for number in range(moves):
        if table.phase == "over":
            break
        seat = rng.choice(table.actors)
        if table.undoable is not None and table.undoing.undos < MOST_UNDOS and rng.random() < 0.4:
            events, _ = decide.undo(table, table.undoable, Undo(f"u{number}", table.ply))
        else:
            action = rng.choice(table.game.menu(table.state, seat))
            events, _ = decide.act(table, seat, Act(f"a{number}", table.ply, action))
        for event in events:
            keep(event)
    keep(tableevents.Paused(12_345))
    keep(tableevents.Resumed(12_000))
    return [(1000 * (at + 1), tableevents.encode(event)) for at, event in enumerate(kept)]


@pytest.mark.parametrize("game", ["hachi", "miyajima", "runaway"])
def test_a_snapshot_taken_anywhere_gives_the_same_table(game: str) -> None:
    rng = random.Random(game)
    bodies = played(game, 3, rng, 120)
    whole = snapshots.encode(snapshots.of(fold("t", bodies)))
    for cut in sorted({1, 4, 5, 6, 7, len(bodies), *rng.sample(range(8, len(bodies)), 25)}):
        kept = snapshots.encode(snapshots.of(fold("t", bodies[:cut])))
        rows = [(seq, at, body) for seq, (at, body) in enumerate(bodies) if seq >= cut - 1]
        table = snapshots.fold("t", kept, rows)
        assert snapshots.encode(snapshots.of(table)) == whole
        assert table.state.tobytes() == fold("t", bodies).state.tobytes()
        assert table.key == fold("t", bodies).key != table.seed


def test_an_undo_does_not_play_the_game_again(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("hachi")
    bodies = played("hachi", 3, random.Random(1), 40)
    table = fold("t", bodies)
    while table.undoable is None:
        events, _ = decide.act(table, table.actors[0], Act("x", table.ply, game.menu(table.state, table.actors[0])[0]))
        table.apply(events[0], 0)
    monkeypatch.setattr(Table, "first", lambda _: pytest.fail("played again from the start"))
    before = len(table.lines)
    table.apply(tableevents.Undone(table.undoable), 0)
    assert len(table.lines) == before - 1


async def back_and_forth(seat: Seat, times: int) -> list[dict[str, object]]:
    """Act and undo repeatedly. Returns the answers to the undos."""
    answers = []
    for _ in range(times):
        assert (await seat.act(seat.position["actions"][0]["text"]))["type"] == "ack"
        while not seat.position["undo"]:
            await seat.until("position")
        answers.append(await seat.ask("undo", ply=seat.position["ply"]))
        if answers[-1]["type"] == "error":
            return answers
        while not seat.position["actions"] or seat.position["undo"]:
            await seat.until("position")
    return answers


def test_undos_in_a_row_are_limited_until_somebody_else_acts(url: str) -> None:
    async def play() -> None:
        table, tokens = open_table(url, "hachi", 3, people=3)
        async with (
            seat_at(url, table, tokens[0]) as one,
            seat_at(url, table, tokens[1]) as two,
            seat_at(url, table, tokens[2]) as three,
        ):
            await one.ask("start")
            await one.until("position") if not one.position else None
            answers = await back_and_forth(one, MOST_UNDOS + 1)
            assert [a["type"] for a in answers] == ["ack"] * MOST_UNDOS + ["error"]
            assert answers[-1]["code"] == "no_undo"
            assert str(MOST_UNDOS) in str(answers[-1]["message"])
            for turn in itertools.cycle((two, three, one)):
                await turn.ask("ping")
                if not turn.my_turn:
                    continue
                assert (await turn.act(turn.position["actions"][-1]["text"]))["type"] == "ack"
                await turn.ask("ping")
                if turn is one and one.position["undo"]:
                    break
            assert (await one.ask("undo", ply=one.position["ply"]))["type"] == "ack"

    run(play())


def write(path: Path, table: str, bodies: Bodies) -> None:
    """Write a table's events into a database without a server."""
    with sqlite3.connect(path) as connection:
        rows = [(table, seq, at, 1, body.decode()) for seq, (at, body) in enumerate(bodies)]
        connection.executemany("insert into events (table_id, seq, at, run, body) values (?, ?, ?, ?, ?)", rows)


def count(path: Path, table: str) -> int:
    with sqlite3.connect(path) as connection:
        return int(connection.execute("select count(*) from events where table_id = ?", (table,)).fetchone()[0])


def undone(pairs: int) -> Bodies:
    """A table of an earlier version whose only player acts and undoes all the time."""
    game = load("hachi")
    opened = {"e": "opened", "settings": {"game": "hachi", "seats": 3}, "seed": "00" * 32}
    table = Table("t", tableevents.decode(json.dumps(opened).encode()), 0)
    seating = [{"e": "joined", "seat": s, "name": f"P{s}", "tokens": [f"{s}"]} for s in range(3)]
    for event in seating:
        table.apply(tableevents.decode(json.dumps(event).encode()), 0)
    lines, _ = table.with_chance([])
    table.apply(tableevents.Started(lines), 0)
    seat = table.actors[0]
    act = {"e": "acted", "lines": [[seat, game.menu(table.state, seat)[0]]], "seat": seat}
    pair = [act, {"e": "undone", "seat": seat}]
    events = [opened, *seating, {"e": "started", "lines": lines}, *pair * pairs]
    return [(at, json.dumps(event).encode()) for at, event in enumerate(events)]


def test_a_table_with_thousands_of_undone_pairs_is_loaded_once_and_nobody_waits_for_it(tmp_path: Path) -> None:
    table, path = "babad-babad-babad-babad", tmp_path / "tables.db"
    with serving(tmp_path) as url:
        post(url, "/api/solo", {"game": "hachi"})
    write(path, table, undone(3000))
    assert count(path, table) > 6000

    async def look(url: str) -> None:
        async with httpx.AsyncClient(timeout=60) as client:
            looking = asyncio.create_task(client.get(f"{url}/api/tables/{table}"))
            while not looking.done():
                assert (await client.get(f"{url}/health")).status_code == 200
            assert (await looking).json()["phase"] == "playing"
        for _ in range(200):
            if count(path, table) <= EVERY:
                return
            await asyncio.sleep(0.05)
        raise AssertionError("the events that nobody needs are still there")

    with serving(tmp_path, sleep_seconds=0.2) as url:
        run(look(url))
        before = count(path, table)
        time.sleep(1)
        assert get(url, f"/api/tables/{table}")["phase"] == "playing"
        assert count(path, table) == before == 1
    with serving(tmp_path) as url:

        async def go_on() -> None:
            async with httpx.AsyncClient(timeout=60) as client:
                assert (await client.get(f"{url}/api/tables/{table}")).json()["players"][2]["name"] == "P2"

        run(go_on())


def test_changed_choices_leave_the_database_when_the_table_sleeps(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"

    async def choose(url: str) -> tuple[str, list[str], dict[str, object]]:
        table, tokens = open_table(url, "runaway", 3, people=3)
        async with seat_at(url, table, tokens[0]) as one:
            await one.ask("start")
            while not one.my_turn:
                await one.hear()
            ply = one.position["ply"]
            for number in range(60):
                answer = await one.ask(
                    "act", id=f"n{number}", ply=ply, action=f"cards {'PC'[number % 2]}{number % 7 + 1}"
                )
                assert answer["type"] == "ack"
            await one.ask("ping")
            return table, tokens, one.position

    async def again(url: str, table: str, tokens: list[str], before: dict[str, object]) -> None:
        async with seat_at(url, table, tokens[0]) as one:
            while not one.position:
                await one.hear()
            for field in ("ply", "view", "choice", "decided", "actions"):
                assert one.position[field] == before[field], field
            first = await one.ask("act", id="n3", ply=0, action="cards none")
            assert first["type"] == "ack", "the first answer, although its row is gone"

    with serving(tmp_path, sleep_seconds=0.2) as url:
        table, tokens, before = run(choose(url))
        for _ in range(200):
            if count(path, table) < 10:
                break
            time.sleep(0.05)
        assert count(path, table) < 10
        run(again(url, table, tokens, before))
    with serving(tmp_path) as url:
        run(again(url, table, tokens, before))


def test_a_long_table_gets_snapshots_while_it_is_played(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"

    async def arrange(url: str) -> str:
        table, tokens = open_table(url, "hachi", 4, people=1, bots=[])
        async with seat_at(url, table, tokens[0]) as host:
            for number in range(EVERY + 40):
                level = ("easy", "medium")[number % 2]
                assert (await host.ask("seat_bot", seat=1, level=level))["type"] == "ack"
            await host.ask("start")
            while not host.my_turn:
                await host.hear()
            assert (await host.act(host.position["actions"][0]["text"]))["type"] == "ack"
        return table

    with serving(tmp_path) as url:
        table = run(arrange(url))
    assert count(path, table) < EVERY
    with serving(tmp_path) as url:
        assert get(url, f"/api/tables/{table}")["phase"] == "playing"


def test_events_stay_while_a_worker_runs_that_cannot_read_snapshots() -> None:
    engine = create_engine("sqlite://", poolclass=StaticPool)
    metadata.create_all(engine)
    bodies = played("miyajima", 2, random.Random(3), 40)
    table = fold("t", bodies)
    kept = enumerate(bodies)
    rows = [{"table_id": "t", "seq": seq, "at": at, "run": 1, "body": body.decode()} for seq, (at, body) in kept]
    now = bodies[-1][0] + 2 * snapshots.SAFE_MS

    def left(known: int | None) -> int:
        with engine.begin() as connection:
            for one in (EVENTS, RUNS, SNAPSHOTS):
                connection.execute(one.delete())
            connection.execute(insert(EVENTS), rows)
            connection.execute(insert(RUNS), {"id": 1, "started": 0, "alive": now - 500, "events": known})
            for statement, values in snapshots.change(table, now, alone=False).statements:
                connection.execute(statement, values)
            return len(connection.execute(select(EVENTS)).all())

    assert left(None) == len(bodies)
    assert left(2) == 1
    engine.dispose()
