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
from allaboard.tui.match import Hint, Position, Tell, menu_of
from allaboard.tui.words import expected, words

PATIENCE = 10.0  # seconds to wait for an answer
Message = dict[str, Any]  # Any: JSON of the protocol; its fields depend on its type
GESTURES = ("wave", "clap", "laugh", "think", "wow", "oops", "hurry", "thanks")


if TYPE_CHECKING:
    from websockets.asyncio import client


class JoinError(ValueError):
    """The table cannot be joined; the message says why."""


def sit_down(url: str, name: str, who: str | None = None, language: str = "en") -> tuple[str, str]:
    """Take an open seat at the table of a link; returns the socket's address and the token of the seat.

    With the same secret, a player gets the same seat back the next time.
    """
    said = words(language)
    parts = urllib.parse.urlsplit(url)
    *before, table = parts.path.strip("/").split("/")
    root = "".join(f"/{part}" for part in before[:-1])  # a proxy may serve the application under a path
    if parts.scheme not in ("http", "https") or not table:
        raise JoinError(said.say("link-expected", example="http://localhost:8000/table/four-words", link=url))
    base = f"{parts.scheme}://{parts.netloc}{root}/api/tables/{table}"
    body = json.dumps({"name": name}).encode()
    asked = urllib.request.Request(f"{base}/join", body, {"Content-Type": "application/json"})
    if who is not None:
        asked.add_header("Allaboard-Browser", who)
    try:
        with urllib.request.urlopen(asked, timeout=10) as answer:
            seated = json.load(answer)
    except urllib.error.HTTPError as error:
        raise JoinError(_reason(error, language)) from None
    except OSError as error:
        raise JoinError(said.say("nobody-answers", server=parts.netloc, why=str(error))) from None
    socket = base.replace("http", "ws", 1).replace(f"/tables/{table}", f"/tables/{seated['table']}")
    return f"{socket}/socket", str(seated["token"])


def _reason(error: urllib.error.HTTPError, language: str) -> str:
    try:
        said = json.load(error)
    except ValueError:
        return words(language).say("server-answers", code=error.code)
    return _refused(said, language) if "message" in said else str(said.get("detail") or said)


def _refused(said: Message, language: str) -> str:
    """What a server refuses: its message of the catalogs, or its own text."""
    key, messages = str(said.get("key") or "error-text"), words(language)
    known = key != "error-text" and key in messages
    return messages.say(key, **said.get("args", {})) if known else str(said["message"])


class RemoteMatch:
    """A seat at a server's table."""

    talks = True

    def __init__(self, socket: str, token: str, language: str = "en") -> None:
        self.language, self._said = language, words(language)
        self._address, self._token = socket, token
        self._socket: client.ClientConnection | None = None
        self._nonce = secrets.token_hex(32)
        self._sent = 0
        self._ply = 0
        self._advice: asyncio.Future[Message] | None = None  # the request for hints that is not answered yet
        self._players: list[str] = []
        self._seat = 0
        self._table = ""
        self.game: Game[State] | None = None
        self.options: Message = {}  # of the table
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
                        tell([self._said.say("new-table")])
                        self._address = self._address.replace(self._table, message["table"])
                        self.result = None
                        return True
                    self._take(message, changed, tell)
                    if message["type"] == "welcome":
                        await self._share(message["you"], message["table"])
                    elif message["type"] == "position" and self.game and self.game.declaration.countdown:
                        await self._send("seen", ply=self._ply)  # sentences are shown at once
                return False
            except ConnectionClosed as closed:
                if closed.rcvd is not None and closed.rcvd.code not in (1012, 4010):
                    tell([self._closed(closed.rcvd.code, closed.rcvd.reason)])
                    return False
                tell([self._said.say("lost")])
                await asyncio.sleep(1)
            finally:
                socket.transport.close()  # at once, without waiting for the server's close frame
        return False

    def _closed(self, code: int, reason: str) -> str:
        known = f"closed-{code}"
        otherwise = reason if reason and self.language == "en" else self._said.say("closed-code", code=code)
        return self._said.say("closed", why=self._said.say(known) if known in self._said else otherwise)

    async def _share(self, seat: int | None, table: Message) -> None:
        """Before the start, add a nonce, so that the server alone cannot choose the dice."""
        nonces = table.get("nonces", [])
        if table["phase"] == "gathering" and seat is not None and seat < len(nonces) and nonces[seat] is None:
            await self._send("add_nonce", nonce=self._nonce)

    def _take(self, message: Message, changed: Callable[[], None], tell: Tell) -> None:
        kind = message["type"]
        if kind in ("welcome", "table"):
            table = message["table"]
            self._table = str(table["id"])
            self._seat = message["you"] or 0
            settings = table["settings"]
            self.options, self.clock = settings["options"], settings["clock"]
            try:
                self.game = load(settings["game"])
            except GameError:
                raise JoinError(self._said.say("not-installed", game=settings["game"])) from None
            nobody = self._said.say("open-seat")
            self._players = [nobody if player is None else str(player["name"]) for player in table["players"]]
            if table["phase"] == "gathering":
                tell([self._said.say("at-table", table=table["id"], names=self._said.row(self._players))])
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
                language=self.language,
            )
            happened = [sentence for step in message["steps"] for sentence in self._sentences(step["events"])]
            tell(happened, strong=self.position.over)
            changed()
        elif kind == "over" and self.position:
            self.position.over = True
            self.result = message["scores"][self._seat], message["ranks"][self._seat]
            places = sorted(zip(message["ranks"], self.position.players, message["scores"], strict=True))
            results = [self._said.say("place", rank=rank, name=name, score=score) for rank, name, score in places]
            self.position.ending = [*results, self._said.say("record-at", url=message["record_url"])]
            changed()
        elif kind == "chat":
            tell([self._said.say("said", name=message["name"], text=message["text"])])
        elif kind == "emote":
            gesture = self._said.say(f"gesture-{message['name']}")
            tell([self._said.say("said", name=self._players[message["seat"]], text=gesture)])
        elif kind == "advice":
            self._advised(message)
        elif kind == "error":
            tell([self._why(message)])
            self._advised({"hints": []})

    def _sentences(self, events: list[Json]) -> list[str]:
        assert self.game is not None
        read = [self.game.event(event) for event in events]
        return self.game.sentences(read, self._players, self._seat, self.language)

    def _why(self, error: Message) -> str:
        """Why a command was refused."""
        if error.get("reason") and self.game is not None:
            return self.game.catalog(self.language).explain(
                self.game.read_reason(error["reason"]), self._players, self._seat
            )
        return _refused(error, self.language)

    def _advised(self, advice: Message) -> None:
        if self._advice and not self._advice.done():
            self._advice.set_result(advice)

    async def _send(self, kind: str, **words: object) -> None:
        if kind != "hello":
            self._sent += 1
            words["id"] = f"{self._token[:6]}-{self._sent}"
        assert self._socket is not None
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

    async def hint(self) -> list[Hint]:
        """The values that the best bot gives your best actions, if the table allows hints."""
        self._advice = asyncio.get_running_loop().create_future()
        await self._send("advise", ply=self._ply)
        try:
            advice = await asyncio.wait_for(self._advice, PATIENCE)
        except TimeoutError:
            return [Hint("", self._said.say("not-answered"))]
        return [
            Hint(hint["text"], expected(self._said, advice["expects"], hint["value"])) for hint in advice["hints"][:3]
        ]

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
