"""What must hold in every simulated world, whatever fails in it.

- Every acknowledged command is stored exactly once, between its call and its answer; a refused one is not stored.
- Every position and every step that a socket received is what its token's seat may know, and nobody else received one.
- A seat is assigned only to a token that opened it meanwhile, and a token that opens a seat is not refused.
- No bot plays for somebody who is connected; nothing happens at a table without people; one worker leads a table.
- A clock is not renewed by an action and its undo.
- When nothing fails any more, play goes on, and every worker knows everything that is in the database.
"""

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from allaboard.game import WATCHER, GameError
from allaboard.server import showing, tableevents
from allaboard.server.codes import hashed
from allaboard.server.moment import Moment
from allaboard.server.protocol import encode
from allaboard.server.room import LOST_SECONDS
from allaboard.server.schema import EVENTS
from allaboard.server.table import Step, Table, steps_of
from worlds.timing import QUIET

if TYPE_CHECKING:
    from worlds.parts import Line
    from worlds.people import Person
    from worlds.world import World

INFORMED = 3.0
"""Seconds after which every worker knows who is connected."""


@dataclass
class StoredEvent:
    """One event of the log, with the table after it."""

    at: float
    event: tableevents.TableEvent
    seats: list[list[str]]
    """By seat: the tokens that open it."""
    ply: int


@dataclass
class Log:
    """A table's log, applied step by step."""

    table: Table
    stored: list[StoredEvent] = field(default_factory=list)
    moments: dict[int, Moment] = field(default_factory=dict)
    steps: dict[int, Step] = field(default_factory=dict)
    """Every step that was ever played, undone ones too."""
    told: dict[tuple[int, int], Any] = field(default_factory=dict)
    """By step and viewer: what the viewer may know about the step."""


def read(world: "World", table_id: str) -> Log:
    """A table's log from the database."""
    query = select(EVENTS.c.seq, EVENTS.c.at, EVENTS.c.body).where(EVENTS.c.table_id == table_id)
    with world.engine.connect() as connection:
        rows = connection.execute(query.order_by(EVENTS.c.seq)).all()
    opened = tableevents.decode(rows[0].body.encode())
    assert isinstance(opened, tableevents.Opened)
    log = Log(Table(table_id, opened, rows[0].at))
    for seq, at, body in rows:
        event = tableevents.decode(body.encode())
        if seq:
            _apply(log, event, at)
        seats = [list(sitter.tokens) if sitter else [] for sitter in log.table.sitters]
        log.stored.append(StoredEvent(world.commits[table_id, seq], event, seats, log.table.ply))
        if log.table.phase != "gathering":
            log.moments[log.table.ply] = log.table.now
    return log


def _apply(log: Log, event: tableevents.TableEvent, at: int) -> None:
    table = log.table
    began, count = table.phase != "gathering", len(table.lines)
    before = table.now if began else None
    table.apply(event, at)
    if table.phase != "gathering":
        new = steps_of(before or table.first(), table.plies[count:], table.lines[count:])
        log.steps |= {step.ply: step for step in new}


def check(world: "World") -> list[str]:
    """The violations."""
    if not world.people[0].table:
        return []
    try:
        log = read(world, world.people[0].table)
    except GameError as error:
        return [f"what is stored cannot be played: {error}"]
    found = [*_once(world, log), *_leaders(world, log), *_goes_on(world, log), *_clock(world)]
    for line in world.lines:
        found += _views(log, line)
        found += _stories(log, line)
        found += _seats(log, line)
    found += _bots(world, log)
    return found


# ---- commands


def _once(world: "World", log: Log) -> list[str]:
    found = []
    stored: dict[str, list[StoredEvent]] = {}
    for one in log.stored:
        if command := getattr(one.event, "command", ""):
            stored.setdefault(command, []).append(one)
    for person in world.people:
        for name, asked in person.asked.items():
            events = stored.get(name, [])
            if len(events) > 1:
                found.append(f"{name} ({asked.kind}) was done {len(events)} times")
            if asked.ply is not None and asked.kind not in ("chat", "leave"):
                if not events:
                    found.append(f"{name} ({asked.kind}) was acknowledged and is not stored")
                elif not asked.sent <= events[0].at <= asked.answered:
                    found.append(f"{name} was stored at {events[0].at}, not between {asked.sent} and {asked.answered}")
                elif events[0].ply != asked.ply:
                    found.append(f"{name} was acknowledged at ply {asked.ply} and stored at {events[0].ply}")
            if asked.refused and events:
                found.append(f"{name} ({asked.kind}) was refused ({asked.refused}) and is stored")
            for one in events[:1]:
                seat = getattr(one.event, "by", getattr(one.event, "seat", -1))
                before = log.stored[log.stored.index(one) - 1].seats
                if seat < 0 or asked.who not in before[seat]:
                    found.append(f"{name} was done for seat {seat}, which its token did not open")
    return found


# ---- views and seats


def _viewer(log: Log, line: "Line") -> int | None:
    """The seat that a socket's token opens, or a spectator. None: the token opens no seat any more."""
    if line.token is None:
        return WATCHER
    return next((seat for seat, tokens in enumerate(log.stored[-1].seats) if line.token in tokens), None)


def _views(log: Log, line: "Line") -> list[str]:
    found: list[str] = []
    viewer = _viewer(log, line)
    for at, message in line.told:
        if message["type"] not in ("position", "decided"):
            continue
        if viewer is None:
            found.append(f"at {at} a token that opens no seat was told a {message['type']}")
            continue
        moment = log.moments.get(message["ply"])
        if moment is None:
            found.append(f"at {at} seat {viewer} was told ply {message['ply']}, which was never stored")
        elif message["type"] == "position" and message["view"] != _view(moment, viewer):
            found.append(f"at {at} seat {viewer} was told another view of ply {message['ply']} than its own")
        elif message["type"] == "position" and message["actions"] and viewer not in moment.actors:
            found.append(f"at {at} seat {viewer} was offered actions at ply {message['ply']}")
        if message["choice"] and viewer is not None and not _chose(log, viewer, message["choice"]):
            found.append(f"at {at} seat {viewer} was told a choice that was not its own")
    return found


def _stories(log: Log, line: "Line") -> list[str]:
    """Compare the steps that a socket received, at once or when it asked for them again, with those of its seat."""
    found: list[str] = []
    viewer = _viewer(log, line)
    for at, message in line.told:
        if message["type"] not in ("position", "story"):
            continue
        for step in message["steps"]:
            if viewer is None:
                found.append(f"at {at} a token that opens no seat was told step {step['ply']}")
            elif step["ply"] not in log.steps:
                found.append(f"at {at} seat {viewer} was told step {step['ply']}, which was never stored")
            elif step != _told(log, step["ply"], viewer):
                found.append(f"at {at} seat {viewer} was told another step {step['ply']} than it may know")
    return found


def _told(log: Log, ply: int, viewer: int) -> Any:
    if (ply, viewer) not in log.told:
        (told,) = showing.told(log.table, viewer, [log.steps[ply]])
        log.told[ply, viewer] = json.loads(encode(told))
    return log.told[ply, viewer]


def _view(moment: Moment, viewer: int) -> Any:
    key = id(moment), viewer
    if key not in _VIEWS or _VIEWS[key][0] is not moment:
        _VIEWS[key] = moment, json.loads(encode(showing.seen_by(moment, viewer)))
    return _VIEWS[key][1]


_VIEWS: dict[tuple[int, int], tuple[Moment, Any]] = {}


def _chose(log: Log, seat: int, choice: str) -> bool:
    return any(
        isinstance(one.event, tableevents.Chose) and (one.event.seat, one.event.action) == (seat, choice)
        for one in log.stored
    )


def _seats(log: Log, line: "Line") -> list[str]:
    """Compare the seats and refusals that a socket received with what was true between its hello and then."""
    found: list[str] = []
    if line.token is None:
        return found
    for at, message in line.told:
        if message["type"] in ("welcome", "table"):
            held = _held(log, line, line.opened - INFORMED, at)
            if message["you"] not in held:
                found.append(f"at {at} a socket was told seat {message['you']}; its token opened {held}")
        refused = message["type"] == "error" and message["code"] == "unknown_token"
        if refused and None not in _held(log, line, line.opened, at):
            found.append(f"at {at} a token was refused that opened a seat all the time")
    return found


def _held(log: Log, line: "Line", since: float, until: float) -> set[int | None]:
    """The seats that a socket's token opened between two times; None: at some time it opened none."""
    held = set()
    for one, following in zip(log.stored, [*log.stored[1:], None], strict=True):
        if one.at <= until and (following is None or following.at >= since):
            held.add(next((seat for seat, tokens in enumerate(one.seats) if line.token in tokens), None))
    return held


# ---- actions without a command


def _there(world: "World", token: str | None, at: float, since: float) -> bool:
    """Whether somebody with this token (or anybody) was connected all the time, with one socket."""
    return any(line.entered <= since and line.closed >= at and token in (None, line.token) for line in world.lines)


def _bots(world: "World", log: Log) -> list[str]:
    found = []
    for one, before in zip(log.stored[1:], log.stored, strict=False):
        event = one.event
        if isinstance(event, tableevents.Autopilot) and event.why == "away":
            tokens = before.seats[event.seat]
            if any(_there(world, token, one.at, one.at - INFORMED) for token in tokens):
                found.append(f"at {one.at} seat {event.seat} got a bot, and was connected")
        by_itself = isinstance(event, tableevents.Autopilot | tableevents.Acted | tableevents.Chose)
        if by_itself and not event.command and not _redis_was_away(world, one.at - 2 * LOST_SECONDS, one.at):  # type: ignore[union-attr]
            late = one.at - LOST_SECONDS - INFORMED
            if not any(line.entered <= one.at and line.closed >= late for line in world.lines):
                found.append(f"at {one.at} {type(event).__name__} happened by itself where nobody was")
    return found


def _redis_was_away(world: "World", start: float, end: float) -> bool:
    begun = world.begun
    return any(
        fault.kind == "redis" and begun + fault.begins <= end and begun + fault.ends >= start for fault in world.faults
    )


def _leaders(world: "World", log: Log) -> list[str]:
    rooms = [room for worker in world.workers if (room := worker.lobby.rooms.get(log.table.id))]
    leads = sum(room.automation.leads for room in rooms)
    here = any(room.audience.connections for room in rooms)
    return [f"{leads} workers lead the table"] if leads > 1 or (here and not leads) else []


def _goes_on(world: "World", log: Log) -> list[str]:
    found = []
    for worker in world.workers:
        room = worker.lobby.rooms.get(log.table.id)
        if (
            room
            and room.audience.connections
            and room.table.seq < len([k for k in log.stored if k.at < world.loop.time() - INFORMED])
        ):
            found.append(f"a worker knows {room.table.seq} of {len(log.stored)} events")
        elif (
            room and room.audience.connections and room.table.seq == log.table.seq and not _same(room.table, log.table)
        ):
            found.append("a worker's table is not the one of the log")
    anybody = any(line.entered < world.calmed + 2 and line.closed > world.loop.time() for line in world.lines)
    waits = QUIET - 2.0
    if anybody and log.table.phase != "over" and log.stored[-1].at < world.loop.time() - waits:
        found.append(f"nothing happened after {log.stored[-1].at}, until {world.loop.time()}")
    return found


def _same(one: Table, other: Table) -> bool:
    return bytes(one.state) == bytes(other.state) and one.pending == other.pending and one.ply == other.ply  # type: ignore[call-overload]


# ---- clocks


def _clock(world: "World") -> list[str]:
    found: list[str] = []
    for person in world.people:
        found += _renewed(world, person)
    return found


def _renewed(world: "World", person: "Person") -> list[str]:
    """An undo leads back to a decision whose clock has gone on meanwhile."""
    slack = 600  # milliseconds in transit, in both directions
    for line in world.lines:
        if not person.token or line.token != hashed(person.token):
            continue
        began: dict[int, tuple[float, int]] = {}  # by ply: when its decision began, and with how much time
        for at, message in line.told:
            if message["type"] != "position" or message["clock_ms"] is None or not message["actions"]:
                continue
            ply, left = message["ply"], message["clock_ms"]
            if not message["undone"]:
                began[ply] = at, left
            elif first := began.get(message["undone"][-1] - 1):  # the ply before the undone step
                began[ply] = first
                if left > first[1] - (at - first[0]) * 1000 + slack:
                    return [f"at {at} an undo gave {left} ms, of {first[1]} at {first[0]}"]
    return []
