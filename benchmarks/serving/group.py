"""A group of simulated people at one table. A move is complete when everybody has received it."""

import asyncio
import http.client
import json
import random
import time
from abc import abstractmethod
from collections import deque
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import msgspec
from benchmarks.serving.socket import Socket


@dataclass
class Heard:
    """The measurements of all groups, in seconds."""

    acks: list[float] = field(default_factory=list)
    others: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    acknowledged: dict[tuple[str, str], int] = field(default_factory=dict)  # (table, command) -> ply
    ready: "deque[Group]" = field(default_factory=deque)


class Group:
    """People at a table. `ready` has the groups that can move."""

    ACKNOWLEDGED = 0
    """How many messages the mover gets in addition to the one that everybody gets."""

    def __init__(self, host: str, port: int, heard: Heard, number: int) -> None:
        self.host, self.port, self.heard = host, port, heard
        self.rng = random.Random(number)
        self.sockets: list[Socket] = []
        self.over = False
        self.table = ""
        self._mover = -1  # the seat whose move is being delivered
        self._sent = 0.0
        self._missing = 0  # how many messages about it have not arrived

    @abstractmethod
    async def open(self, web: http.client.HTTPConnection) -> None:
        """Seat everybody and start the game."""

    @abstractmethod
    def choose(self) -> tuple[int, bytes] | None:
        """A seat that can move, and its command."""

    @property
    def waiting(self) -> bool:
        """Whether somebody has not received the last move."""
        return self._missing > 0

    def move(self) -> bool:
        """Send a move, if any seat can move."""
        chosen = None if self.over or self._missing else self.choose()
        if chosen is None:
            return False
        self._mover, command = chosen
        self._missing = len(self.sockets) + self.ACKNOWLEDGED
        self._sent = time.perf_counter()
        self.sockets[self._mover].send(command)
        return True

    def arrived(self, seat: int, *, acknowledges: bool = False) -> None:
        """A message about the current move has arrived at a seat."""
        if self._missing <= 0:
            return
        passed = time.perf_counter() - self._sent
        if acknowledges:
            self.heard.acks.append(passed)
        elif seat != self._mover:
            self.heard.others.append(passed)
        self._missing -= 1
        if self._missing == 0:
            self.heard.ready.append(self)

    def close(self) -> None:
        """Close all sockets."""
        for socket in self.sockets:
            socket.transport.abort()


def _answer(web: http.client.HTTPConnection, path: str, body: dict[str, Any]) -> http.client.HTTPResponse:
    web.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
    return web.getresponse()


def post(web: http.client.HTTPConnection, path: str, body: dict[str, Any]) -> Any:
    """A request that must succeed. A connection that the server has closed meanwhile is opened again."""
    try:
        answer = _answer(web, path, body)
    except ConnectionError:
        web.close()
        answer = _answer(web, path, body)
    text = answer.read()
    if answer.status not in (200, 201):
        raise ConnectionError(f"{path}: {answer.status} {text[:200]!r}")
    return json.loads(text) if text else None


class Text(msgspec.Struct):
    """A legal action."""

    text: str


class Told(msgspec.Struct):
    """The few fields of messages that are needed here; all others are skipped."""

    type: str
    ply: int = 0
    id: str | None = None
    code: str | None = None
    actions: list[Text] = []
    decided: list[int] = []


_told = msgspec.json.Decoder(Told).decode


class AllAboard(Group):
    """A table of our server: the mover's acknowledgement, and a position (or who has decided) to everyone."""

    ACKNOWLEDGED = 1

    def __init__(self, host: str, port: int, heard: Heard, number: int, game: str, seats: int) -> None:
        super().__init__(host, port, heard, number)
        self.game, self.seats = game, seats
        self.told: dict[int, Told] = {}
        self.decided: list[int] = []
        self.count = 0

    async def open(self, web: http.client.HTTPConnection) -> None:
        """Open the table over HTTP and WebSockets, as browsers do."""
        self.table, tokens = await asyncio.to_thread(self._seat, web)
        path = f"/api/tables/{self.table}/socket"
        for seat, token in enumerate(tokens):
            socket = await Socket.connect(self.host, self.port, path, partial(self.hear, seat))
            socket.send(json.dumps({"type": "hello", "version": 2, "token": token}).encode())
            self.sockets.append(socket)
        self.sockets[0].send(b'{"type":"start","id":"start"}')
        while len(self.told) < self.seats:
            await asyncio.sleep(0.01)
        self.heard.ready.append(self)

    def _seat(self, web: http.client.HTTPConnection) -> tuple[str, list[str]]:
        settings = {"game": self.game, "seats": self.seats}
        seated = post(web, "/api/tables", {"settings": settings, "name": "Host"})
        joining = f"/api/tables/{seated['table']}/join"
        guests = [post(web, joining, {"name": "Guest"}) for _ in range(self.seats - 1)]
        return seated["table"], [seated["token"], *(guest["token"] for guest in guests)]

    def hear(self, seat: int, frame: bytes) -> None:
        """Handle a message to a seat. The mover gets the acknowledgement first, then the same message as the others."""
        if frame.startswith(b'{"type":"position"'):
            message = self.told[seat] = _told(frame)
            self.decided = message.decided
            self.arrived(seat)
        elif frame.startswith(b'{"type":"decided"'):
            self.decided = _told(frame).decided
            self.arrived(seat)
        elif frame.startswith(b'{"type":"ack"'):
            message = _told(frame)
            assert message.id
            if message.id != "start":
                self.heard.acknowledged[self.table, message.id] = message.ply
                self.arrived(seat, acknowledges=True)
        elif frame.startswith(b'{"type":"error"'):
            self.heard.errors.append(_told(frame).code or "")
            self._missing = 0
            self.heard.ready.append(self)
        elif frame.startswith(b'{"type":"over"'):
            self.over = True

    def choose(self) -> tuple[int, bytes] | None:
        """The first seat that can move."""
        newest = max(told.ply for told in self.told.values())
        for seat, told in self.told.items():
            if told.actions and told.ply == newest and seat not in self.decided:
                self.count += 1
                action = self.rng.choice(told.actions).text
                command = {"type": "act", "id": f"{seat}-{self.count}", "ply": told.ply, "action": action}
                return seat, json.dumps(command).encode()
        return None


class BoardgameIo(Group):
    """A match of boardgame.io, over its socket.io protocol. Its update to the mover counts as the acknowledgement."""

    MIX = ((0, 1, 5), (1, 2, 3), (5, 3, 4))

    def __init__(self, host: str, port: int, heard: Heard, number: int) -> None:
        super().__init__(host, port, heard, number)
        self.state: dict[int, dict[str, Any]] = {}
        self.credentials: list[str] = []

    async def open(self, web: http.client.HTTPConnection) -> None:
        """Make a match over its lobby, connect, and ask for the state."""
        await asyncio.to_thread(self._seat, web)
        path = "/socket.io/?EIO=4&transport=websocket"
        for seat in range(2):
            socket = await Socket.connect(self.host, self.port, path, partial(self.hear, seat))
            self.sockets.append(socket)
            socket.send(b"40/loading,")
        while len(self.state) < 2:
            await asyncio.sleep(0.01)
        self.heard.ready.append(self)

    def _seat(self, web: http.client.HTTPConnection) -> None:
        self.table = post(web, "/games/loading/create", {"numPlayers": 2})["matchID"]
        for seat in "01":
            joined = post(web, f"/games/loading/{self.table}/join", {"playerID": seat, "playerName": "Guest"})
            self.credentials.append(joined["playerCredentials"])

    def hear(self, seat: int, frame: bytes) -> None:
        """Handle a packet. The first digits are the types of the engine.io packet and of the socket.io packet."""
        if frame == b"2":
            self.sockets[seat].send(b"3")
        elif frame.startswith(b"40/loading"):
            asked = ["sync", self.table, str(seat), self.credentials[seat], 2]
            self.sockets[seat].send(b"42/loading," + json.dumps(asked).encode())
        elif frame.startswith(b"42/loading,"):
            name, *rest = msgspec.json.decode(frame[11:])
            if name == "sync":
                self.state[seat] = rest[1]["state"]
            elif name == "update":
                self.state[seat] = rest[1]
                self.over = "gameover" in rest[1]["ctx"]
                self.arrived(seat, acknowledges=seat == self._mover)

    def choose(self) -> tuple[int, bytes] | None:
        """The same decisions as at our tables."""
        newest = max(self.state.values(), key=lambda state: state["_stateID"])
        game, active = newest["G"], newest["ctx"]["activePlayers"] or {}
        if game["phase"] == "choose":
            seat, name = int(newest["ctx"]["currentPlayer"]), "roll"
            chosen: list[Any] = [self.rng.choice([die for die in range(3) if not game["faces"][die]])]
        else:
            seat, name = int(next(player for player in game["awaited"] if player in active)), "load"
            chosen = [self.rng.choice(self._open(game, seat)), self.rng.choice(("fast", "heavy"))]
        payload = {"type": name, "args": chosen, "playerID": str(seat), "credentials": self.credentials[seat]}
        action = {"type": "MAKE_MOVE", "payload": payload}
        sent = ["update", action, newest["_stateID"], self.table, str(seat)]
        return seat, b"42/loading," + json.dumps(sent).encode()

    def _open(self, game: dict[str, Any], seat: int) -> list[int]:
        colours = [self.MIX[game["die"]][die] for die in range(3) if game["faces"][die]]
        sheet = game["sheets"][str(seat)]
        return [c for c in colours if sheet[c]["fast"]["cars"] < 6 and sheet[c]["heavy"]["cars"] < 6]
