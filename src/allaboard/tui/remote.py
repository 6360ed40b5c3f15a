"""A match at a table of a running server: the same screen, with the server's positions; no rules are needed here."""

import asyncio
import json
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from typing import Any

from allaboard.tui.match import Choice, Position, Tell

TITLES = {"hachi": "Hachi Train", "miyajima": "Fast Train to Miyajima", "runaway": "RunAway Train"}

PATIENCE = 10.0  # seconds to wait for an answer
GESTURES = ("wave", "clap", "laugh", "think", "wow", "oops", "hurry", "thanks")


class JoinError(ValueError):
    """The table cannot be joined; the message says why."""


def sit_down(url: str, name: str) -> tuple[str, str]:
    """Take an open seat at the table of a link; returns the socket's address and the token of the seat."""
    parts = urllib.parse.urlsplit(url)
    table = parts.path.rstrip("/").rsplit("/", 1)[-1]
    if parts.scheme not in ("http", "https") or not table:
        raise JoinError(f"expected the link of a table, such as http://localhost:8000/t/four-words, not {url!r}")
    base = f"{parts.scheme}://{parts.netloc}/api/tables/{table}"
    body = json.dumps({"name": name}).encode()
    asked = urllib.request.Request(f"{base}/join", body, {"Content-Type": "application/json"})
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
        self._sent = 0
        self._ply = 0
        self._advice: asyncio.Future[dict[str, Any]] | None = None  # what was asked for and is not yet there
        self._players: list[str] = []
        self._seat = 0
        self._game = ""
        self.options: dict[str, Any] = {}  # of the table
        self.clock = 0  # seconds for each decision, if there is one
        self.asked = (0, 0)  # which time one is here, and the ply: the same question is asked only once
        self.result: tuple[int, int] | None = None  # one's score and rank, at the end
        self.position = Position("", "All Aboard", 0, ["you"], {})

    async def run(self, changed: Callable[[], None], tell: Tell) -> None:
        """Show what the server sends; after a lost connection, say hello again."""
        from websockets.asyncio.client import connect
        from websockets.exceptions import ConnectionClosed

        async for socket in connect(self._address, compression=None):
            self._socket = socket
            try:
                self.asked = self.asked[0] + 1, 0
                await self._send("hello", version=1, token=self._token)
                async for frame in socket:
                    self._take(json.loads(frame), changed, tell)
                return
            except ConnectionClosed as closed:
                if closed.rcvd is not None and closed.rcvd.code not in (1012, 4010):
                    tell([f"The server has closed the table: {closed.rcvd.reason or closed.rcvd.code}."])
                    return
                tell(["The connection is lost; trying again …"])
                await asyncio.sleep(1)
            finally:
                socket.transport.close()  # at once: who leaves does not wait for the server's goodbye

    def _take(self, message: dict[str, Any], changed: Callable[[], None], tell: Tell) -> None:
        kind = message["type"]
        if kind in ("welcome", "table"):
            table = message["table"]
            self._seat = message["you"] or 0
            settings = table["settings"]
            self._game, self.options, self.clock = settings["game"], settings["options"], settings["clock"]
            self._players = [_name(player) for player in table["players"]]
            if table["phase"] == "gathering":
                tell([f"At the table {table['id']}: {', '.join(self._players)}. The host begins."])
        elif kind == "position":
            self._ply = message["ply"]
            self.asked = self.asked[0], self._ply
            waiting = [seat for seat in message["actors"] if seat not in message["decided"]]
            chosen = message["choice"] is not None
            self.position = Position(
                game=self._game,
                title=TITLES[self._game],
                seat=self._seat,
                players=self._players,
                view=message["view"],
                waiting=waiting,
                menu=[] if chosen else [Choice(one["text"], one["parts"]) for one in message["actions"]],
                over=not message["actors"],
                can_undo=message["undo"],
            )
            tell([sentence for event in message["events"] for sentence in event["sentences"]])
            changed()
        elif kind == "over":
            self.position.over = True
            self.result = message["scores"][self._seat], message["ranks"][self._seat]
            self.position.ending = [message["share"], f"The record: {message['record_url']}"]
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
        """Ask the server to take your last action back."""
        if self.position.can_undo:
            await self._send("undo", ply=self._ply)
        return self.position.can_undo

    async def hint(self) -> list[str]:
        """What expert expects of your best actions, where the table allows it."""
        self._advice = asyncio.get_running_loop().create_future()
        await self._send("advise", ply=self._ply)
        try:
            advice = await asyncio.wait_for(self._advice, PATIENCE)
        except TimeoutError:
            return ["The server has not answered; ask again."]
        return [f"{hint['text']}\t{advice['expects']} {hint['value']:.2f}" for hint in advice["hints"][:3]]

    async def say(self, text: str) -> None:
        """To everybody at the table; a gesture stands for itself."""
        gesture = text.strip().removeprefix("/")
        if text.startswith("/") and gesture in GESTURES:
            await self._send("emote", name=gesture)
        elif text.strip():
            await self._send("chat", text=text.strip()[:200])

    def close(self) -> None:
        """The seat stays yours; the socket closes with the program."""


def _name(player: dict[str, Any] | None) -> str:
    if player is None:
        return "open seat"
    return f"bot:{player['bot']}" if player["bot"] else str(player["name"])
