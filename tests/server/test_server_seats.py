"""A seat belongs to its token: no burst of messages lets anybody keep the view of a seat that they have lost."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager

import websockets.asyncio.client as ws
from websockets.exceptions import ConnectionClosed

from allaboard.server.protocol import VERSION
from server.serving import Seat, open_table, post, run, seat_at

SOCKETS = 10


@asynccontextmanager
async def burst(url: str, table: str, token: str, first: Callable[[], Awaitable[object]]) -> AsyncIterator[list[Seat]]:
    """Do something, and at the same time say hello ten times with a token."""
    address = f"{url.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    hello = json.dumps({"type": "hello", "version": VERSION, "token": token})
    async with AsyncExitStack() as stack:
        connecting = [ws.connect(address, compression=None, max_size=None) for _ in range(SOCKETS)]
        sockets = [await stack.enter_async_context(one) for one in connecting]
        await asyncio.gather(first(), *(socket.send(hello) for socket in sockets))
        yield [Seat(socket) for socket in sockets]


async def drain(seats: list[Seat]) -> None:
    """Read everything that these sockets receive for a moment."""

    async def read(seat: Seat) -> None:
        try:
            while True:
                await seat.hear(timeout=1)
        except (TimeoutError, ConnectionClosed):
            return

    await asyncio.gather(*(read(seat) for seat in seats))


def learned_a_hand(seats: list[Seat]) -> bool:
    return any('"type":"position"' in frame for seat in seats for frame in seat.frames)


async def somebody_else_sits_down_and_plays(url: str, table: str, host: Seat) -> int:
    seated = await asyncio.to_thread(post, url, f"/api/tables/{table}/join", {"name": "Honest"}, "honest" * 6)
    async with seat_at(url, table, seated["token"]) as honest:
        assert (await host.ask("start"))["type"] == "ack"
        await honest.until("position")
        assert honest.you is not None
        return honest.you


def test_leaving_and_saying_hello_in_one_burst_keeps_no_seat(url: str) -> None:
    async def steal() -> None:
        table, tokens = open_table(url, "hachi", 3, people=2)
        async with (
            seat_at(url, table, tokens[0]) as host,
            seat_at(url, table, tokens[1]) as thief,
            burst(url, table, tokens[1], lambda: thief.say("leave")) as left,
        ):
            await thief.socket.wait_closed()
            await somebody_else_sits_down_and_plays(url, table, host)
            await drain(left)
            assert not learned_a_hand(left)
            for seat in left:
                assert seat.socket.close_code in (4003, 4011), "sent away, or refused"

    for _ in range(4):
        run(steal())


def test_being_sent_away_and_saying_hello_in_one_burst_keeps_no_seat(url: str) -> None:
    async def steal() -> None:
        table, tokens = open_table(url, "hachi", 3, people=2)
        async with (
            seat_at(url, table, tokens[0]) as host,
            seat_at(url, table, tokens[1]) as thief,
            burst(url, table, tokens[1], lambda: host.say("kick", seat=1)) as left,
        ):
            await thief.socket.wait_closed()
            await somebody_else_sits_down_and_plays(url, table, host)
            await drain(left)
            assert not learned_a_hand(left)

    for _ in range(4):
        run(steal())


def test_a_shuffle_and_a_reconnect_in_one_burst_end_on_the_right_seat(url: str) -> None:
    async def shuffle() -> None:
        table, tokens = open_table(url, "hachi", 3, people=3)
        async with AsyncExitStack() as stack:
            host, *others = [await stack.enter_async_context(seat_at(url, table, token)) for token in tokens]

            async def shuffle_often() -> None:
                for _ in range(6):
                    await host.say("shuffle")

            back = await stack.enter_async_context(burst(url, table, tokens[1], shuffle_often))
            await drain([host, *others, *back])
            assert (await host.ask("start"))["type"] == "ack"
            await drain([host, *others, *back])
            names = {"Seat zero": host, "Guest 1": others[0], "Guest 2": others[1]}
            for name, seat in [*names.items(), *(("Guest 1", seat) for seat in back)]:
                assert seat.you is not None
                assert seat.table["players"][seat.you]["name"] == name
                assert seat.position["view"]["viewer"] == seat.you
            hands = {seat.position["view"]["viewer"] for seat in back}
            assert hands == {others[0].you}

    for _ in range(3):
        run(shuffle())


def test_a_command_that_waited_behind_a_shuffle_is_its_senders(url: str) -> None:
    async def arrange() -> None:
        table, tokens = open_table(url, "hachi", 4, people=3, bots=[])
        async with seat_at(url, table, tokens[0]) as host, seat_at(url, table, tokens[1]) as guest:
            for _ in range(8):  # a guest's command is never taken for the host's, wherever both are after a shuffle
                await asyncio.gather(host.say("shuffle"), guest.say("shuffle"), guest.say("kick", seat=0))
            await drain([host, guest])
            answers = [json.loads(frame) for frame in guest.frames]
            refused = [answer["code"] for answer in answers if answer["type"] == "error"]
            assert refused == ["not_host"] * 16
            assert sum(player is not None for player in host.table["players"]) == 3

    run(arrange())
