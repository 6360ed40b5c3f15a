"""People of a simulated world: they sit down, play, retry, undo, leave, are kicked, and some try to steal a seat."""

import asyncio
import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from allaboard.server.codes import hashed
from allaboard.server.forms import NewTable
from allaboard.server.openings import open_table
from allaboard.server.protocol import VERSION
from allaboard.server.refusal import Refused
from allaboard.server.store import Conflict, StoreDown
from worlds.parts import Closed, Line
from worlds.timing import QUIET, TROUBLE

if TYPE_CHECKING:
    from worlds.world import Worker, World

TRANSIENT = ("storage", "restarting", "too_fast", "bad_request")
"""Error codes after which a command is sent again with its id."""


@dataclass
class Asked:
    """A command and its result."""

    who: str
    kind: str
    sent: float
    answered: float = float("inf")
    ply: int | None = None
    refused: str = ""


class Person:
    """Somebody with a browser."""

    def __init__(self, world: "World", name: str) -> None:
        self.world, self.name = world, name
        self.rng = world.stream(name)
        self.browser = hashed(f"browser of {name}")
        self.table, self.token = "", ""
        self.seat: int | None = None
        self.asked: dict[str, Asked] = {}
        self.unanswered: dict[str, Any] | None = None
        self.phase, self.over, self.gone = "gathering", False, False
        self.position: dict[str, Any] = {}
        self.table_info: dict[str, Any] = {}
        self.host = False
        self.count = 0

    def worker(self) -> "Worker | None":
        return self.rng.choice(self.world.workers) if self.world.workers else None

    async def sit(self, table: str = "") -> None:
        """Open a table or take a seat, with retries."""
        new = NewTable(self.world.settings, self.name)
        while not self.token:
            worker = self.worker()
            try:
                if worker and table:
                    seated = await self.world.request(worker, lambda lobby: lobby.join(table, self.name, self.browser))
                elif worker:
                    seated = await self.world.request(worker, lambda lobby: open_table(lobby, new, self.browser))
                else:
                    await asyncio.sleep(0.3)
                    continue
                self.table, self.token, self.seat, self.gone = seated.table, seated.token, seated.seat, False
            except Refused as refused:
                if refused.code not in (*TRANSIENT, "closed"):
                    self.gone = True
                    return
                await asyncio.sleep(0.2)
            except (TimeoutError, StoreDown, Conflict):
                await asyncio.sleep(0.2)

    async def play(self) -> None:
        """Be connected, with interruptions, until the world ends."""
        while not self.over and not self.gone:
            worker = self.worker()
            if worker is None:
                await asyncio.sleep(0.2)
                continue
            line = self.world.line_to(worker, self.table, hashed(self.token))
            line.say(type="hello", version=VERSION, token=self.token)
            if self.unanswered:
                line.say(**self.unanswered)
            talking = asyncio.create_task(self._talk(line))
            try:
                while True:
                    self._heard(await line.hear())
            except Closed:
                pass
            finally:
                talking.cancel()
            if line.code in (4003, 4004, 4011, 4012) and not self._may_come_back(line):
                self.gone = True
            await asyncio.sleep(self.rng.random() * 0.3)

    def _may_come_back(self, line: Line) -> bool:
        codes = [message["code"] for _, message in line.told if message["type"] == "error"]
        return bool(codes) and codes[-1] in TRANSIENT

    def _heard(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "welcome" | "table":
                self.table_info, self.seat = message["table"], message["you"]
                self.phase = message["table"]["phase"]
            case "position":
                self.phase, self.position = "playing", message
            case "decided" if self.position.get("ply") == message["ply"]:
                self.position = {**self.position, **{key: message[key] for key in ("decided", "choice", "undo")}}
            case "over":
                self.over = True
            case "ack" | "error" | "story" if message["id"] in self.asked:
                self._answered(message)

    def _answered(self, message: dict[str, Any]) -> None:
        asked = self.asked[message["id"]]
        transient = message["type"] == "error" and message["code"] in TRANSIENT
        if not transient and asked.answered == float("inf"):
            asked.answered = self.world.loop.time()
            asked.ply = message.get("ply") if message["type"] == "ack" else None
            asked.refused = message.get("code", "")
        if not transient and self.unanswered and self.unanswered["id"] == message["id"]:
            self.unanswered = None

    async def _talk(self, line: Line) -> None:
        """Send commands now and then. Unanswered ones are sent again."""
        rng, said, since = self.rng, "", 0.0
        while True:
            await asyncio.sleep(self._pause())
            if not self.world.calm and rng.random() < 0.01:
                line.cut()
                return
            if self.unanswered:
                if self.unanswered["id"] != said or self.world.loop.time() - since > 1.5:
                    said, since = self.unanswered["id"], self.world.loop.time()
                    line.say(**self.unanswered)
                continue
            command = self._idea()
            if command:
                self.count += 1
                command["id"] = f"{self.name}-{self.count}"
                self.asked[command["id"]] = Asked(hashed(self.token), command["type"], self.world.loop.time())
                self.unanswered = command
                said, since = command["id"], self.world.loop.time()
                for _ in range(2 if rng.random() < 0.1 else 1):
                    line.say(**command)

    def _pause(self) -> float:
        if self.world.calm:
            return 0.15 + 0.1 * self.rng.random()
        if self.world.dawdles and self.position.get("actions") and not self.position.get("undo"):
            return 0.8 + 0.6 * self.rng.random()
        return 0.03 + 0.2 * self.rng.random()

    def _idea(self) -> dict[str, Any] | None:
        rng, position = self.rng, self.position
        if self.phase == "gathering":
            return self._before_the_start(rng)
        if not position or self.seat is None:
            return None
        player = self.table_info["players"][self.seat]
        if player and player["autopilot"]:
            return {"type": "take_back_seat"}
        if rng.random() < 0.03:
            return {"type": "story", "last": rng.choice([1, 5, 400])}
        ply = position["ply"]
        if position.get("undo") and rng.random() < (0.8 if self.world.dawdles else 0.3) and not self.world.calm:
            return {"type": "undo", "ply": ply}
        if position["choice"] and rng.random() < 0.05:
            return {"type": "withdraw", "ply": ply}
        if position["actions"] and (not position["choice"] or rng.random() < 0.05):
            return {"type": "act", "ply": ply, "action": rng.choice(position["actions"])["text"]}
        return None

    def _before_the_start(self, rng: random.Random) -> dict[str, Any] | None:
        info = self.table_info
        if not info or self.seat is None:
            return None
        if info["host"] != self.seat:
            return {"type": "chat", "text": "hello"} if rng.random() < 0.1 else None
        full = all(info["players"])
        if rng.random() < 0.25:
            return {"type": "shuffle"}
        return {"type": "start"} if self.world.calm or (full and rng.random() < 0.3) else None


async def steal(world: "World", thief: Person, host: Person) -> None:
    """Lose a seat, by leaving or by a kick, and at that moment say hello with its token six times."""
    rng = world.stream("thief")
    await asyncio.sleep(0.5 + rng.random())
    if not thief.token or thief.phase != "gathering" or thief.seat is None:
        return
    lines: list[Line] = []
    kicks = rng.random() < 0.5
    actor = host if kicks else thief
    command = {"type": "kick", "id": "kick", "seat": thief.seat} if kicks else {"type": "leave", "id": "leave"}
    mine = [line for line in world.lines if line.code is None and line.token == hashed(actor.token)]
    if mine:
        mine[-1].say(**command)
    for _ in range(6):
        if worker := thief.worker():
            line = world.line_to(worker, thief.table, hashed(thief.token))
            line.say(type="hello", version=VERSION, token=thief.token)
            lines.append(line)
        await asyncio.sleep(0.01 * rng.random())


async def watch(world: "World", table: str) -> None:
    """A spectator."""
    rng = world.stream("watcher")
    while True:
        await asyncio.sleep(0.5 + rng.random())
        if not world.workers:
            continue
        line = world.line_to(rng.choice(world.workers), table, None)
        line.say(type="hello", version=VERSION, token=None)
        try:
            while True:
                await line.hear()
        except Closed:
            pass


async def live(world: "World") -> None:
    """The whole run: open, gather, play, with all faults; then a while without faults."""
    rng = world.stream("life")
    await asyncio.gather(*(world.open_worker() for _ in range(rng.choice([1, 2, 2]))))
    wrong = [asyncio.create_task(world.go_wrong(fault)) for fault in world.faults]
    people = [Person(world, "Host")]
    host = people[0]
    world.people = people
    await host.sit()
    living = [asyncio.create_task(host.play())]
    count = world.settings.seats if rng.random() < 0.8 else world.settings.seats - 1
    steals = rng.random() < 0.5
    for number in range(1, count):
        people.append(Person(world, f"Guest {number}"))
        living.append(asyncio.create_task(_come(people[-1], host.table)))
    if steals and count > 1:
        living.append(asyncio.create_task(steal(world, people[1], host)))
        people.append(Person(world, "Heir"))
        living.append(asyncio.create_task(_come(people[-1], host.table, 2.0)))
    if rng.random() < 0.3:
        living.append(asyncio.create_task(watch(world, host.table)))
    await asyncio.sleep(TROUBLE)
    await asyncio.gather(*wrong)
    world.calm = True
    world.calmed = world.loop.time()
    await asyncio.sleep(QUIET)
    for task in living:
        if task.done() and not task.cancelled() and (error := task.exception()):
            raise error


async def _come(person: Person, table: str, after: float = 0.0) -> None:
    await asyncio.sleep(after + person.rng.random())
    await person.sit(table)
    await person.play()
