"""Events as JSON text, written by compiled code: the same bytes as from encoding the records.

The declarations of a game's events become tables of numbers that one compiled function follows for all games.
"""

from functools import cache, lru_cache
from types import NoneType
from typing import Final, Literal, NamedTuple, get_args, get_origin

import msgspec
import numpy as np

from allaboard.events import NOTHING, WIDTH, Event, Log, fields_of, new_log
from allaboard.game import Game, State
from allaboard.record import row, rule
from allaboard.server.protocol import encode
from allaboard.server.viewtext import LONGEST_NUMBER, Bytes, Numbers, put_bits, put_number, put_sign, put_text

HEAD, HEAD_END, FIRST, COUNT = range(4)
"""The columns of a kind of event: where its name is in the pool, its first field, and how many fields it has."""
NAME, NAME_END, ROLE, OPTIONAL, WORDS = range(5)
"""The columns of a field."""
NUMBER, TRUTH, WORD, SEATS, MANY = range(5)
"""The roles of a field. MANY is added for a list of such values."""
CONSTANTS: Final = np.frombuffer(b"nulltruefalse", np.uint8)


class EventPlan(NamedTuple):
    """How the events of a game are written."""

    kinds: Numbers
    fields: Numbers
    words: Numbers
    """Where each word is in the pool."""
    pool: Bytes
    room: int
    """The length of the longest event, with the comma after it."""


@rule
def put_value(
    fields: Numbers, words: Numbers, pool: Bytes, field: int, role: int, value: int, out: Bytes, at: int
) -> int:
    """Write one value of an event; returns where its text ends."""
    if fields[field, OPTIONAL] and value == NOTHING:
        return put_text(out, at, CONSTANTS, 0, 4)
    if role == TRUTH:
        return put_text(out, at, CONSTANTS, 4, 8) if value else put_text(out, at, CONSTANTS, 8, 13)
    if role == WORD:
        word = fields[field, WORDS] + value
        return put_text(out, at, pool, words[word, 0], words[word, 1])
    if role == SEATS:
        return put_bits(out, at, value, 0)
    return put_number(out, at, value)


@rule
def put_events(kinds: Numbers, fields: Numbers, words: Numbers, pool: Bytes, log: Log, out: Bytes, at: int) -> int:
    """Write all events of a log as a list; returns where its text ends."""
    at = put_sign(out, at, 91, True)
    for one in range(int(log.count)):
        at = put_sign(out, at, 44, one > 0)
        kind = int(log.rows[one, 0])
        at = put_text(out, at, pool, kinds[kind, HEAD], kinds[kind, HEAD_END])
        first = kinds[kind, FIRST]
        for place in range(kinds[kind, COUNT]):
            field = first + place
            at = put_text(out, at, pool, fields[field, NAME], fields[field, NAME_END])
            role = fields[field, ROLE]
            if role < MANY:
                at = put_value(fields, words, pool, field, role, int(log.rows[one, 2 + place]), out, at)
                continue
            at = put_sign(out, at, 91, True)
            for item in range(int(log.rows[one, 1])):
                at = put_sign(out, at, 44, item > 0)
                value = int(log.rows[one, 2 + place + item])
                at = put_value(fields, words, pool, field, role - MANY, value, out, at)
            at = put_sign(out, at, 93, True)
        at = put_sign(out, at, 125, True)
    return put_sign(out, at, 93, True)


@cache
def event_plan(kinds: tuple[type[Event], ...]) -> EventPlan:
    """How these events are written: their declarations as numbers."""
    pool, rows, room = bytearray(), [], 0
    columns: list[list[int]] = []
    words: list[tuple[int, int]] = []

    def keep(text: bytes) -> tuple[int, int]:
        pool.extend(text)
        return len(pool) - len(text), len(pool)

    for kind in kinds:
        named = keep(b'{"event":' + msgspec.json.encode(kind.__struct_config__.tag))
        rows.append([*named, len(columns), len(fields_of(kind))])
        size = named[1] - named[0] + 2
        for name, (role, hint) in fields_of(kind).items():
            begin, end = keep(b"," + msgspec.json.encode(name) + b":")
            inner = get_args(hint)[0] if role == "list" else hint
            members = get_args(inner) if NoneType in get_args(inner) else (inner,)
            choices = [word for one in members if get_origin(one) is Literal for word in get_args(one)]
            first = len(words)
            words.extend(keep(msgspec.json.encode(word)) for word in choices)
            plain = WORD if choices else TRUTH if bool in members else SEATS if role == "seats" else NUMBER
            columns.append([begin, end, plain + MANY * (role == "list"), NoneType in members, first])
            longest = max([LONGEST_NUMBER, *(words[at][1] - words[at][0] + 1 for at in range(first, len(words)))])
            size += end - begin + 2 + longest * (WIDTH if role in ("list", "seats") else 1)
        room = max(room, size)
    return EventPlan(
        np.array(rows, np.int64).reshape(-1, 4),
        np.array(columns, np.int64).reshape(-1, 5),
        np.array(words, np.int64).reshape(-1, 2),
        np.frombuffer(bytes(pool) or b" ", np.uint8),
        room,
    )


@lru_cache(maxsize=64)
def plan_of(game: Game[State]) -> EventPlan:
    """How the events of a game are written."""
    assert game.told is not None
    return event_plan(tuple(game.told.EVENTS))


def events_text(game: Game[State], before: State, after: State, actor: int, action: int) -> bytes:
    """The events of a step for the viewer of these two views, as a JSON list. A hidden action is passed as HIDDEN."""
    if game.told is None:
        return encode(game.events(before, after, actor, action))
    log, plan = new_log(), plan_of(game)
    game.told.tell(row(before), row(after), actor, action, log)
    need_room(log.lost)
    out = np.empty(2 + int(log.count) * plan.room, np.uint8)
    return out[: put_events(*plan[:4], log, out, 0)].tobytes()


def need_room(lost: int) -> None:
    """Fail if a step has more events than fit into a log."""
    if lost:
        raise ValueError(f"a step wrote {lost} events or list items more than the log has room for")
