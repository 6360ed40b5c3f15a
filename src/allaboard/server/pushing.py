"""Tells players by push message that it is their turn, if their page is closed and the game is slow.

The worker that has stored an action checks after a while who is away, so nobody is told twice. Messages are sent from a
bounded number of tasks. If sending fails, only the message is lost, never a move.
"""

import asyncio
import importlib.util
import ssl
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

import msgspec

from allaboard.server import endpoints, subscriptions
from allaboard.server.config import Config
from allaboard.server.logs import log, log_fault
from allaboard.server.metrics import METRICS
from allaboard.server.protocol import Settings
from allaboard.server.store import Store, StoreDown
from allaboard.server.subscriptions import Subscription
from allaboard.server.table import SLOW, Table

if TYPE_CHECKING:
    from allaboard.server.room import Room
    from allaboard.server.webpush import Server

SOON: Final = 5.0
"""Seconds from the beginning of a turn until a player who is not connected is told. A page may be loading again."""
LATER: Final = 50.0
"""Seconds until the server looks again. A socket whose other end is gone is closed within 40 seconds."""
MOST_WAITING: Final = 1000
"""The number of messages that wait or are being sent. Further ones are dropped."""
AT_ONCE: Final = 4
"""The number of messages that are sent at the same time."""
RETRY_SECONDS: Final = (20.0, 120.0)
"""Seconds until a message is sent again after the first and after the second failure."""
MOST_PAUSE: Final = 600.0
"""The longest pause that a push service can ask for, in seconds."""
STOP_SECONDS: Final = 3.0
"""Seconds for messages that wait when the server stops."""
WITHOUT_CLOCK: Final = 3 * 86_400
"""Seconds for which a push service keeps a message if the table has no clock."""

Outcome = Literal["sent", "gone", "failed", "refused"]


class Turn(msgspec.Struct, frozen=True, tag_field="type", tag="turn"):
    """The message to the browser: it is your turn. The browser's service worker shows a sentence made from it."""

    table: str
    game: str
    title: str
    ply: int


def is_slow(settings: Settings) -> bool:
    """Whether players of a table may close the page between their turns."""
    return not settings.clock or settings.clock >= SLOW


def why_not(config: Config) -> str:
    """Why the server does not offer push messages; empty if it does."""
    if importlib.util.find_spec("cryptography") is None:
        return 'the package cryptography is not installed; pip install "allaboard[push]"'
    if not config.who:
        return "push services want to know who is responsible; use --contact, or --public-url with https"
    return ""


class Pushing:
    """The push messages of one worker."""

    def __init__(self, config: Config, store: Store) -> None:
        self._config, self._store, self._second = config, store, config.second
        self._networks = endpoints.networks(config.push_networks)
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._looking: dict[str, list[_Look]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._stopping = False
        self.server: Server | None = None
        """The server's keys; None: the server does not offer push messages."""
        self._context: ssl.SSLContext | None = None
        self._logged: set[int] = set()
        METRICS.gauges["pushes_waiting"] = lambda: len(self._tasks)

    async def start(self) -> None:
        """Read the server's keys, or log why push messages are not offered."""
        if why := why_not(self._config):
            log("push", state="not offered", why=why)
            return
        from allaboard.server.webpush import Server

        secret = await asyncio.to_thread(self._store.secret, "push")
        self._context = await asyncio.to_thread(ssl.create_default_context)
        self.server = Server(secret, self._config.who)
        log("push", state="offered")

    async def stop(self) -> None:
        """Send what is due to players who are away now, and then nothing more. Call it before sockets are closed."""
        self._stopping = True
        for looks in list(self._looking.values()):
            for look in looks:
                look.timer.cancel()
                self._look(look.room, look.ply, look.seats)
        self._looking.clear()
        until = asyncio.get_running_loop().time() + STOP_SECONDS
        while self._tasks and (left := until - asyncio.get_running_loop().time()) > 0:
            await asyncio.wait(self._tasks, timeout=left)
        for task in self._tasks:
            task.cancel()

    async def need(self, endpoint: str) -> None:
        """Check that messages may be sent to an address. Raises Forbidden or Unreachable."""
        await endpoints.resolve(endpoints.read(endpoint), self._networks)

    # ---- who is told

    def turn(self, room: "Room") -> None:
        """Look after a while which of the players who must decide now are away."""
        table = room.table
        for look in self._looking.pop(table.id, ()):
            look.timer.cancel()
        if not self.server or self._stopping or not is_slow(table.settings):
            return
        seats = _awaited(table)
        here = {seat for seat in seats if room.audience.is_connected(seat)}
        looks = [self._after(SOON, room, seats - here), self._after(LATER, room, here)]
        if found := [look for look in looks if look]:
            self._looking[table.id] = found

    def _after(self, seconds: float, room: "Room", seats: set[int]) -> "_Look | None":
        if not seats:
            return None
        ply, loop = room.table.ply, asyncio.get_running_loop()
        return _Look(room, ply, seats, loop.call_later(seconds * self._second, self._look, room, ply, seats))

    def _look(self, room: "Room", ply: int, seats: set[int]) -> None:
        room = _current(room)
        table = room.table
        planned = self._looking.get(table.id, ())
        if all(look.timer.when() <= asyncio.get_running_loop().time() for look in planned):
            self._looking.pop(table.id, None)
        if table.ply != ply:
            return
        away = [seat for seat in _awaited(table) & seats if not room.audience.is_connected(seat)]
        tokens = [token for seat in away if (sitter := table.sitters[seat]) for token in sitter.tokens]
        if tokens:
            self._start(self._tell, room, ply, tokens)

    def _start(self, work: Callable[..., Coroutine[None, None, None]], *arguments: object) -> None:
        if len(self._tasks) >= MOST_WAITING:
            METRICS.count("pushes", "dropped")
            return
        task = asyncio.get_running_loop().create_task(work(*arguments))
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log_fault("push", error)
            METRICS.count("faults", "push")

    async def _tell(self, room: "Room", ply: int, tokens: list[str]) -> None:
        table = room.table.id
        with suppress(StoreDown):  # already logged by the store
            for one in await self._store.write(lambda kept: subscriptions.claim(kept, table, tokens, ply)):
                self._start(self._deliver, room, ply, one)

    # ---- sending

    async def _deliver(self, room: "Room", ply: int, one: Subscription) -> None:
        """Send a message. After a failure, send it again if it is still that player's turn."""
        for pause in (*RETRY_SECONDS, None):
            async with self._slots:
                outcome, wait = await self._send(room.table, ply, one)
            METRICS.count("pushes", outcome)
            if outcome == "gone":
                with suppress(StoreDown):
                    await self._store.write(lambda kept: subscriptions.end(kept, one.endpoint))
            if outcome != "failed" or pause is None or self._stopping:
                return
            await asyncio.sleep(min(max(pause, wait), MOST_PAUSE) * self._second)
            if _current(room).table.ply != ply:
                return

    async def _send(self, table: Table, ply: int, one: Subscription) -> tuple[Outcome, float]:
        from allaboard.server.webpush import BadKeys, Receiver

        assert self.server is not None
        assert self._context is not None
        message = msgspec.json.encode(Turn(table.id, table.game.name, table.game.declaration.title, ply))
        try:
            endpoint, receiver = endpoints.read(one.endpoint), Receiver.read(one.key, one.auth)
            body = await asyncio.to_thread(self.server.sealed, message, receiver)
            headers = {
                "Authorization": self.server.authorization(endpoint.origin),
                "Content-Encoding": "aes128gcm",
                "Content-Type": "application/octet-stream",
                "TTL": str(table.settings.clock or WITHOUT_CLOCK),
                "Topic": self.server.topic(table.id, one.auth),
                "Urgency": "normal",
            }
            answer = await endpoints.post(endpoint, headers, body, self._networks, self._context)
        except (endpoints.Forbidden, BadKeys):  # the name of the service now points to a private address
            return "gone", 0.0
        except endpoints.Unreachable:
            return "failed", 0.0
        outcome = outcome_of(answer.status)
        if outcome == "refused" and answer.status not in self._logged:
            self._logged.add(answer.status)
            log("push", state="refused", status=answer.status, service=endpoint.host)
        return outcome, answer.wait


class _Look(NamedTuple):
    """A planned look at who is away."""

    room: "Room"
    ply: int
    seats: set[int]
    timer: asyncio.TimerHandle


def outcome_of(status: int) -> Outcome:
    """What the answer of a push service means. A redirect counts as a refusal.

    >>> [outcome_of(status) for status in (201, 410, 404, 429, 503, 307, 403)]
    ['sent', 'gone', 'gone', 'failed', 'failed', 'refused', 'refused']
    """
    if 200 <= status < 300:
        return "sent"
    if status in (404, 410):
        return "gone"
    return "failed" if status in (408, 429) or status >= 500 else "refused"


def _awaited(table: Table) -> set[int]:
    """The seats of people who must decide now."""
    if table.phase != "playing":
        return set()
    return {seat for seat in table.undecided() if (sitter := table.sitters[seat]) and not sitter.driven}


def _current(room: "Room") -> "Room":
    """The room of a table. It may have been loaded again meanwhile."""
    return room.lobby.rooms.get(room.table.id, room)
