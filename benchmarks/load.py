"""Load on the table server, by real clients over loopback.

    allaboard serve --per-address 100000 --no-rates &
    python benchmarks/load.py steady --tables 1000 --rate 300 --seconds 120
    python benchmarks/load.py saturate --tables 100 --seconds 20

Steady: so many tables of four at once, bots excluded, so many moves a second in all; how long from sending a move to
its acknowledgement (it is on disk then), and to the other seats' sockets. Saturate: every table plays as fast as it
can. Run the server and this on different cores (taskset -c 0 and taskset -c 1).
"""

import argparse
import asyncio
import json
import random
import time
from collections import deque
from typing import Any
from urllib.request import Request, urlopen

import msgspec
import websockets.asyncio.client as ws


class Action(msgspec.Struct):
    """A legal action."""

    text: str


class Told(msgspec.Struct):
    """The little that this client needs to know of any message."""

    type: str
    ply: int = 0
    id: str | None = None
    code: str | None = None
    actions: list[Action] = []


decode = msgspec.json.Decoder(Told).decode


class Table:
    """Four people at a table, driven by one hand."""

    def __init__(self, load: "Load", number: int) -> None:
        self.load = load
        self.rng = random.Random(number)
        self.sockets: list[ws.ClientConnection] = []
        self.waiting: tuple[str, int, float] | None = None  # command, ply, when it was sent
        self.told: dict[int, Told] = {}
        self.over = False

    async def open(self) -> None:
        """Sit everybody down and begin; the readers live as long as the sockets."""
        table, tokens = await asyncio.to_thread(self._seat)
        address = self.load.url.replace("http", "ws", 1)
        for seat, token in enumerate(tokens):
            socket = await ws.connect(f"{address}/api/tables/{table}/socket", compression=None, max_size=None)
            await socket.send(json.dumps({"type": "hello", "version": 1, "token": token}))
            self.sockets.append(socket)
            self.load.readers.append(asyncio.create_task(self._read(seat, socket)))
        await self.sockets[0].send('{"type":"start","id":"start"}')

    def _seat(self) -> tuple[str, list[str]]:
        settings = {"game": self.load.game, "seats": self.load.seats}
        seated = _post(f"{self.load.url}/api/tables", {"settings": settings, "name": "Host"})
        joining = f"{self.load.url}/api/tables/{seated['table']}/join"
        guests = [_post(joining, {"name": "Guest"}) for _ in range(self.load.seats - 1)]
        return seated["table"], [seated["token"], *(guest["token"] for guest in guests)]

    async def _read(self, seat: int, socket: ws.ClientConnection) -> None:
        async for frame in socket:
            message, now = decode(frame), time.perf_counter()
            if message.type == "position":
                self.told[seat] = message
                if self.load.sent_at.get((id(self), message.ply)) is None and self.waiting:
                    self.load.sent_at[id(self), message.ply] = self.waiting[2]
                sent = self.load.sent_at.get((id(self), message.ply))
                if sent is not None:
                    self.load.spread.append(now - sent)
                self._able(message)
            elif message.type == "ack" and self.waiting and message.id == self.waiting[0]:
                self.load.acks.append(now - self.waiting[2])
                self.load.sent_at[id(self), message.ply] = self.waiting[2]
                self.waiting = None
            elif message.type == "error":
                self.load.errors.append(message.code or "")
                self.waiting = None
            elif message.type == "over":
                self.over = True

    def _able(self, message: Told) -> None:
        if message.actions:
            self.load.ready.append(self)
            self.load.wake.set()

    async def move(self) -> bool:
        """One legal move of whoever may move."""
        newest = max((told.ply for told in self.told.values()), default=0)
        able = [seat for seat, told in self.told.items() if told.actions and told.ply == newest]
        if not able or self.over:
            return False
        if self.waiting:  # the position came before the acknowledgement
            self.load.ready.append(self)
            return False
        seat = able[0]
        told = self.told.pop(seat)
        command = f"{seat}-{told.ply}"
        self.waiting = (command, told.ply, time.perf_counter())
        text = self.rng.choice(told.actions).text
        await self.sockets[seat].send(json.dumps({"type": "act", "id": command, "ply": told.ply, "action": text}))
        return True


class Load:
    """All tables together."""

    def __init__(self, url: str, game: str, seats: int) -> None:
        self.url, self.game, self.seats = url, game, seats
        self.ready: deque[Table] = deque()
        self.wake = asyncio.Event()
        self.readers: list[asyncio.Task[None]] = []
        self.acks: list[float] = []
        self.spread: list[float] = []
        self.sent_at: dict[tuple[int, int], float] = {}
        self.errors: list[str] = []

    async def run(self, tables: int, rate: float, seconds: float) -> dict[str, Any]:
        """Open the tables, play, and tell how it went; a rate of 0 is as fast as it goes."""
        opened = [Table(self, number) for number in range(tables)]
        began = time.perf_counter()
        for at in range(0, tables, 20):
            await asyncio.gather(*(table.open() for table in opened[at : at + 20]))
        opening = time.perf_counter() - began
        await asyncio.sleep(1)
        self.acks.clear()
        self.spread.clear()
        began, sent = time.perf_counter(), 0
        while (passed := time.perf_counter() - began) < seconds:
            if rate and sent >= passed * rate:
                await asyncio.sleep(0.001)
            elif self.ready:
                sent += await self.ready.popleft().move()
                await asyncio.sleep(0)
            else:
                self.wake.clear()
                await asyncio.wait([asyncio.create_task(self.wake.wait())], timeout=0.2)
        done = len(self.acks)
        await asyncio.sleep(1)
        for task in self.readers:
            task.cancel()
        found: dict[str, Any] = {"tables": tables, "seats": self.seats, "opened in s": round(opening, 1)}
        found |= {"moves a second": round(done / seconds, 1), "sent": sent, "acknowledged": len(self.acks)}
        found |= {"errors": len(self.errors), "over": sum(table.over for table in opened)}
        for name, times in (("ack ms", self.acks), ("others ms", self.spread)):
            found |= {f"{name} p{p}": round(1000 * _percentile(times, p), 1) for p in (50, 95, 99)}
        return found


def _percentile(times: list[float], percent: int) -> float:
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)] if ordered else float("nan")


def _post(url: str, body: dict[str, Any]) -> Any:
    request = Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urlopen(request, timeout=30) as answer:
        return json.loads(answer.read())


def main() -> None:
    """Read the command line and print what was found as JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mode", choices=("steady", "saturate"))
    parser.add_argument("--url", default="http://127.0.0.1:8000")
    parser.add_argument("--game", default="hachi")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=300)
    parser.add_argument("--seconds", type=float, default=120)
    asked = parser.parse_args()
    load = Load(asked.url, asked.game, asked.seats)
    rate = asked.rate if asked.mode == "steady" else 0
    print(json.dumps(asyncio.run(load.run(asked.tables, rate, asked.seconds)), indent=2))


if __name__ == "__main__":
    main()
