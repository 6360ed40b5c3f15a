"""A room may be given up while somebody waits to enter, and times of absence are right."""

import asyncio
import json
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from sqlalchemy import create_engine

from allaboard.server import bus, decide, openings, readiness, showing, tableevents
from allaboard.server.codes import hashed
from allaboard.server.connection import Connection
from allaboard.server.forms import NewTable
from allaboard.server.lobby import Lobby
from allaboard.server.notices import put
from allaboard.server.protocol import Settings
from allaboard.server.protocol.commands import Leave, Shuffle, Start, Story
from allaboard.server.refusal import Gone
from allaboard.server.store import Store, now_ms
from allaboard.server.table import Table
from allaboard.server.visitors import NOBODY
from server.serving import QUICK, get, open_table, play_on, run, seat_at, serving


@asynccontextmanager
async def lobby_in(folder: Path) -> AsyncIterator[Lobby]:
    config = replace(QUICK, db=f"sqlite:///{folder / 'tables.db'}")
    store = Store(config.database())
    store.open()
    readiness.warm_up()  # an application does this when it starts
    lobby = Lobby(config, store, bus.Alone())
    await lobby.start()
    try:
        yield lobby
    finally:
        await lobby.stop()


def socket_of(token: str) -> Connection:
    async def send(_: str) -> None:
        pass

    async def close(_: int, __: str) -> None:
        pass

    return Connection(hashed(token), send, close)


def moved(table: Table) -> bus.News:
    """What another worker says that has stored a move."""
    seat = table.actors[0]
    events, _ = decide.choose(table, seat, table.game.menu(table.state, seat)[0])
    return bus.News(table.seq, now_ms(), [tableevents.encode(event).decode() for event in events])


def test_a_worker_forgets_a_game_that_others_play_elsewhere(tmp_path: Path) -> None:
    async def play() -> None:
        async with lobby_in(tmp_path) as lobby:
            host = await openings.open_table(lobby, NewTable(Settings("hachi", 3), "Host"), None)
            room = await lobby.room(host.table, NOBODY)
            socket = socket_of(host.token)
            await room.enter(socket)
            await room.commands.carry_out(socket, Start("start"))
            await lobby.hear(host.table, moved(room.table))
            assert lobby.rooms[host.table] is room  # somebody plays here
            await room.leave(socket)
            ply = room.table.ply
            await lobby.hear(host.table, moved(room.table))
            assert host.table not in lobby.rooms
            assert room.table.ply > ply  # so that nobody is told about a turn that is over

    run(play())


def test_nobody_enters_or_plays_in_a_room_that_was_removed_from_memory(tmp_path: Path) -> None:
    async def play() -> None:
        async with lobby_in(tmp_path) as lobby:
            host = await openings.open_table(lobby, NewTable(Settings("hachi", 3), "Host"), None)
            room = await lobby.room(host.table, NOBODY)
            socket = socket_of(host.token)
            async with room.lock:
                entering = asyncio.create_task(room.enter(socket))
                joining = asyncio.create_task(lobby.join(host.table, "Guest", None))
                await asyncio.sleep(0)
                await lobby.drop(host.table, "restarting")
            with pytest.raises(Gone):
                await entering
            assert socket not in room.audience.players
            guest = await joining  # finds the table again
            again = await lobby.room(host.table, NOBODY)
            assert again is not room
            await again.enter(socket_of(guest.token))  # the new room knows it
            with pytest.raises(Gone):
                await lobby.rematch(room, socket, "again")

    run(play())


def test_a_table_is_loaded_again_only_after_its_last_command_is_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with lobby_in(tmp_path) as lobby:
            host = await openings.open_table(lobby, NewTable(Settings("hachi", 3), "Host"), None)
            writing, go = asyncio.Event(), asyncio.Event()
            append = lobby.store.append

            async def slowly(*change: object) -> None:
                writing.set()
                await go.wait()
                await append(*change)  # type: ignore[arg-type]

            monkeypatch.setattr(lobby.store, "append", slowly)
            joining = asyncio.create_task(lobby.join(host.table, "Guest", None))
            await writing.wait()
            await lobby.drop(host.table, "restarting")
            reading = asyncio.create_task(lobby.room(host.table, NOBODY))
            await asyncio.sleep(0.2)
            go.set()
            guest = await joining
            await (await reading).enter(socket_of(guest.token))

    run(play())


def test_times_of_absence_follow_a_shuffle_and_start_at_joining(tmp_path: Path) -> None:
    async def play() -> None:
        async with lobby_in(tmp_path) as lobby:
            host = await openings.open_table(lobby, NewTable(Settings("runaway", 6), "Host"), None)
            room = await lobby.room(host.table, NOBODY)
            socket = socket_of(host.token)
            await room.enter(socket)
            room.automation.away_since = {seat: float(seat) for seat in range(6)}  # long ago
            guest = await lobby.join(host.table, "Guest", None)
            came = room.automation.away_since[guest.seat]
            assert came > 5
            await room.commands.carry_out(socket, Shuffle("mix"))
            seat = room.table.seat_of(hashed(guest.token))
            assert room.automation.away_since[seat if seat is not None else -1] == came
            assert sorted(room.automation.away_since.values()) == [0, 2, 3, 4, 5, came]
            own = room.table.seat_of(hashed(host.token))
            assert own is not None
            room.automation.away_since[own] = -1.0
            await room.commands.carry_out(socket, Start("go"))
            since = dict(room.automation.away_since)
            assert since.pop(own) == -1.0, "connected people are not absent"
            assert min(since.values()) > came, "absent people have the whole patience from the start of the game on"
            await room.commands.carry_out(socket, Leave("bye"))

    run(play())


def test_a_story_that_waited_behind_a_shuffle_and_the_start_is_that_of_the_senders_new_seat(tmp_path: Path) -> None:
    async def play() -> None:
        async with lobby_in(tmp_path) as lobby:
            host = await openings.open_table(lobby, NewTable(Settings("hachi", 3), "Host"), None)
            room = await lobby.room(host.table, NOBODY)
            heard: list[str] = []

            async def send(text: str) -> None:
                heard.append(text)

            async def close(_: int, __: str) -> None:
                pass

            asking, acting = Connection(hashed(host.token), send, close), socket_of(host.token)
            writing = asyncio.create_task(asking.write())
            await room.enter(asking)
            await room.enter(acting)
            busy = threading.Event()
            waiting = asyncio.create_task(lobby.stories.threads.do("another", "table", "long", busy.wait))
            story = asyncio.create_task(room.commands.carry_out(asking, Story("story", 40)))
            await asyncio.sleep(0)
            number = 0
            while room.table.seat_of(hashed(host.token)) == 0:
                await room.commands.carry_out(acting, Shuffle(f"mix {(number := number + 1)}"))
            await room.commands.carry_out(acting, Start("go"))
            busy.set()
            await asyncio.gather(story, waiting)
            await asyncio.sleep(0)
            writing.cancel()
            (told,) = (json.loads(text) for text in heard if '"type":"story"' in text)
            own = room.table.seat_of(hashed(host.token))
            assert own is not None
            dealt = [step["action"] for step in told["steps"]]
            steps = room.table.steps()[: len(dealt)]  # a bot may have played meanwhile
            assert dealt == [showing.told(room.table, own, [step])[0].action for step in steps]
            assert any(dealt), "cards were dealt"

    run(play())


def test_cached_answers_about_a_table_are_dropped_with_it(tmp_path: Path) -> None:
    with serving(tmp_path) as url:
        table, tokens = open_table(url, "miyajima", 1, people=1)

        async def play() -> None:
            async with seat_at(url, table, tokens[0]) as seat:
                await seat.ask("start")
                await play_on(seat)

        run(play())
        assert "miyajima" in get(url, f"/api/games/{table}/record")
        engine = create_engine(f"sqlite:///{tmp_path / 'tables.db'}")
        with engine.begin() as connection:
            for statement, values in put(table, "closed", "spam"):
                connection.execute(statement, values)
        engine.dispose()

        async def gone() -> None:
            while httpx.get(f"{url}/api/games/{table}/record").status_code != 410:
                await asyncio.sleep(0.2)

        run(gone(), 60)
