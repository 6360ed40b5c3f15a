"""A match at a table of a server: the same screen, with the positions that the server sends."""

import asyncio
import json
import secrets
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from allaboard.game import Game, GameError, State, load
from allaboard.layout import Json
from allaboard.tui.match import Position, Tell, menu_of

PATIENCE = 10.0  # seconds to wait for an answer
GESTURES = ("wave", "clap", "laugh", "think", "wow", "oops", "hurry", "thanks")


if TYPE_CHECKING:
    from websockets.asyncio import client


class JoinError(ValueError):
    """The table cannot be joined; the message says why."""


def sit_down(url: str, name: str, who: str | None = None) -> tuple[str, str]:
    """Take an open seat at the table of a link; returns the socket's address and the token of the seat.

    With the same secret, a player gets the same seat back the next time.
    """
    parts = urllib.parse.urlsplit(url)
    *before, table = parts.path.strip("/").split("/")
    root = "".join(f"/{part}" for part in before[:-1])  # a proxy may serve the application under a path
    if parts.scheme not in ("http", "https") or not table:
        raise JoinError(f"expected the link of a table, such as http://localhost:8000/table/four-words, not {url!r}")
    base = f"{parts.scheme}://{parts.netloc}{root}/api/tables/{table}"
    body = json.dumps({"name": name}).encode()
    asked = urllib.request.Request(f"{base}/join", body, {"Content-Type": "application/json"})
    if who is not None:
        asked.add_header("Allaboard-Browser", who)
    try:
        with urllib.request.urlopen(asked, timeout=10) as answer:
            seated = json.load(answer)
    except urllib.error.HTTPError as error:
        raise JoinError(_reason(error)) from None
    except OSError as error:
        raise JoinError(f"nobody answers at {parts.netloc}: {error}") from None
    socket = base.replace("http", "ws", 1).replace(f"/tables/{table}", f"/tables/{seated['table']}")
    return f"{socket}/socket", str(seated["token"])


def _reason(error: urllib.error.HTTPError) -> str:
    try:
        said = json.load(error)
        return str(said.get("message") or said.get("detail") or said)
    except ValueError:
        return f"the server answers {error.code}"


class RemoteMatch:
    """A seat at a server's table."""

    talks = True

    def __init__(self, socket: str, token: str) -> None:
        self._address, self._token = socket, token
        self._socket: Any = None
        self._nonce = secrets.token_hex(32)
        self._sent = 0
        self._ply = 0
        self._advice: asyncio.Future[dict[str, Any]] | None = None  # questions that are not answered yet
        self._players: list[str] = []
        self._seat = 0
        self._table = ""
        self.game: Game[State] | None = None
        self.options: dict[str, Any] = {}  # of the table
        self.clock = 0  # seconds for each decision, if the table has a clock
        self.asked = (0, 0)  # the number of the connection, and the ply: the same question is asked only once
        self.result: tuple[int, int] | None = None  # your score and rank, at the end
        self.position: Position | None = None
        self.told: Json = {}  # the position's view as the server sent it

    async def run(self, changed: Callable[[], None], tell: Tell) -> None:
        """Show what the server sends, and reconnect after a lost connection."""
        from websockets.asyncio.client import connect

        while await self._at_table(connect, changed, tell):
            pass

    async def _at_table(self, connect: "type[client.connect]", changed: Callable[[], None], tell: Tell) -> bool:
        """Play at one table. Returns whether the players move to another table afterwards."""
        from websockets.exceptions import ConnectionClosed

        async for socket in connect(self._address, compression=None):
            self._socket = socket
            try:
                self.asked = self.asked[0] + 1, 0
                await self._send("hello", version=2, token=self._token)
                async for frame in socket:
                    message = json.loads(frame)
                    if message["type"] == "rematch":
                        tell(["There is a new table with the same players."])
                        self._address = self._address.replace(self._table, message["table"])
                        self.result = None
                        return True
                    self._take(message, changed, tell)
                    if message["type"] == "welcome":
                        await self._share(message["you"], message["table"])
                return False
            except ConnectionClosed as closed:
                if closed.rcvd is not None and closed.rcvd.code not in (1012, 4010):
                    tell([f"The server has closed the table: {closed.rcvd.reason or closed.rcvd.code}."])
                    return False
                tell(["The connection is lost; trying again …"])
                await asyncio.sleep(1)
            finally:
                socket.transport.close()  # at once, without waiting for the server's close frame
        return False

    async def _share(self, seat: int | None, table: dict[str, Any]) -> None:
        """Before the start, add a nonce, so that the server alone cannot choose the dice."""
        nonces = table.get("nonces", [])
        if table["phase"] == "gathering" and seat is not None and seat < len(nonces) and nonces[seat] is None:
            await self._send("add_nonce", nonce=self._nonce)

    def _take(self, message: dict[str, Any], changed: Callable[[], None], tell: Tell) -> None:
        kind = message["type"]
        if kind in ("welcome", "table"):
            table = message["table"]
            self._table = str(table["id"])
            self._seat = message["you"] or 0
            settings = table["settings"]
            self.options, self.clock = settings["options"], settings["clock"]
            try:
                self.game = load(settings["game"])
            except GameError as error:
                raise JoinError(f"this table plays a game that is not installed here: {error}") from None
            self._players = [_name(player) for player in table["players"]]
            if table["phase"] == "gathering":
                tell([f"At the table {table['id']}: {', '.join(self._players)}. The host starts the game."])
        elif kind == "position":
            self._ply = message["ply"]
            self.asked = self.asked[0], self._ply
            waiting = [seat for seat in message["actors"] if seat not in message["decided"]]
            chosen = message["choice"] is not None
            assert self.game is not None
            self.told = message["view"]
            view = self.game.from_json(self.told)
            self.position = Position(
                game=self.game,
                seat=self._seat,
                players=self._players,
                view=view,
                waiting=waiting,
                menu=menu_of(self.game, view, self._seat) if message["actions"] and not chosen else [],
                over=not message["actors"],
                can_undo=message["undo"],
            )
            tell([sentence for step in message["steps"] for sentence in self._sentences(step["events"])])
            changed()
        elif kind == "over" and self.position:
            self.position.over = True
            self.result = message["scores"][self._seat], message["ranks"][self._seat]
            places = sorted(zip(message["ranks"], self.position.players, message["scores"], strict=True))
            results = [f"{rank}. {name}: {score}" for rank, name, score in places]
            self.position.ending = [*results, f"The record: {message['record_url']}"]
            changed()
        elif kind == "chat":
            tell([f"{message['name']}: {message['text']}"])
        elif kind == "emote":
            tell([f"{self._players[message['seat']]}: /{message['name']}"])
        elif kind == "advice":
            self._advised(message)
        elif kind == "error":
            tell([message["message"]])
            self._advised({"hints": []})

    def _sentences(self, events: list[Json]) -> list[str]:
        assert self.game is not None
        read = [self.game.event(event) for event in events]
        return self.game.sentences(read, self._players, self._seat)

    def _advised(self, advice: dict[str, Any]) -> None:
        if self._advice and not self._advice.done():
            self._advice.set_result(advice)

    async def _send(self, kind: str, **words: Any) -> None:
        if kind != "hello":
            self._sent += 1
            words["id"] = f"{self._token[:6]}-{self._sent}"
        await self._socket.send(json.dumps({"type": kind, **words}))

    async def act(self, text: str) -> None:
        """Your action, at the ply that you saw."""
        await self._send("act", ply=self._ply, action=text)

    async def undo(self) -> bool:
        """Ask the server to undo your last action."""
        allowed = self.position is not None and self.position.can_undo
        if allowed:
            await self._send("undo", ply=self._ply)
        return allowed

    async def hint(self) -> list[str]:
        """The values that expert gives your best actions, if the table allows hints."""
        self._advice = asyncio.get_running_loop().create_future()
        await self._send("advise", ply=self._ply)
        try:
            advice = await asyncio.wait_for(self._advice, PATIENCE)
        except TimeoutError:
            return ["The server has not answered; ask again."]
        return [f"{hint['text']}\t{advice['expects']} {hint['value']:.2f}" for hint in advice["hints"][:3]]

    async def say(self, text: str) -> None:
        """Send a chat line or a gesture to everybody at the table."""
        gesture = text.strip().removeprefix("/")
        if text.startswith("/") and gesture in GESTURES:
            await self._send("emote", name=gesture)
        elif text.strip():
            await self._send("chat", text=text.strip()[:200])

    async def again(self) -> None:
        """Ask for a new table with the same players. Everybody who is connected moves there."""
        await self._send("rematch")

    def close(self) -> None:
        """Do nothing: the seat stays yours, and the socket closes when the program ends."""


def _name(player: dict[str, Any] | None) -> str:
    if player is None:
        return "open seat"
    return str(player["name"])
