"""What happened, as data: compiled code writes rows of numbers, which are read as typed records.

A game declares its events as classes, in order, and gives each a number. Its compiled `tell` writes one row for each
thing that a step did, in the order in which it happened::

    class Rolled(Event):
        seat: Seat
        face: int

    EVENTS = (Rolled, ...)
    ROLLED, ... = range(len(EVENTS))

    @rule
    def tell(before, after, actor, action, log):
        put(log, ROLLED, actor, action + 1)

The numbers of a row are the fields of the class, in order. A field may be a number, a boolean, one of several words
(`Literal`, written as its index), a seat, several seats (written as bits), or one of these or None (written as
NOTHING). The last field may be a list: `more` adds to it. Reasons why an action is refused, and the names of actions in
reviews, are declared and written in the same way.
"""

import re
from collections.abc import Callable, Sequence
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, ClassVar, Final, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import numpy as np
from msgspec import Meta, Struct

from allaboard.record import Cells, Record, blank, field, rule

CHANCE: Final = 8
"""The seat number of chance. Its actions are rolls of dice and draws of cards."""
MOST: Final = 96
"""The number of events that fit into a log. No step of a game has more."""
WIDTH: Final = 16
"""The number of numbers in a row: its kind, the length of its list, its fields, and the list."""
NOTHING: Final = -1
"""Stands for None in a field that may be None."""
HIDDEN: Final = -1
"""Stands for an action that a viewer does not see."""
_KIND, _MORE, _FIELDS = 0, 1, 2

Seat = Annotated[int, Meta(ge=0, le=8, extra={"role": "seat"})]
"""A seat; 8 is chance."""
Seats = Annotated[list[int], Meta(extra={"role": "seats"})]
"""Several seats, written as bits."""
Place = Annotated[int, Meta(ge=0, extra={"role": "place"})]
"""A place in a row, counted from 0; sentences count from 1."""


def tag(name: str) -> str:
    """The name of a class in messages and in JSON.

    >>> tag("GotOff")
    'got_off'
    """
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Event(Struct, frozen=True, tag_field="event", tag=tag):
    """Something that happened in a game, as one viewer may know it."""

    silent: ClassVar[bool] = False
    """Whether the event has no sentence, because another event of the same step says enough."""


class Reason(Struct, frozen=True, tag_field="reason", tag=tag):
    """Why an action is refused."""

    CLAUSE: ClassVar[str] = ""

    @property
    def clause(self) -> str:
        """The clause of the rules that forbids it."""
        return self.CLAUSE


class Phrase(Struct, frozen=True, tag_field="phrase", tag=tag):
    """What an action is called in a position: the message `option-TAG`, whose variables are the fields."""


class Acted(Event, frozen=True):
    """A seat took an action. For games that declare no events of their own."""

    seat: Seat
    action: str | None
    """The text form of the action; None if it is hidden from the viewer."""


class NotLegal(Reason, frozen=True):
    """The rules do not allow the action now. For games that declare no reasons of their own."""

    action: str


class NotItsTurn(Reason, frozen=True):
    """Somebody else must act. For games that declare no reasons of their own."""

    seat: Seat


class GameIsOver(Reason, frozen=True):
    """The game is over. For games that declare no reasons of their own."""


class Log(Record):
    """The rows that a step has written."""

    count: int = field(np.int32)
    lost: int = field(np.int32)  # rows for which there was no room
    rows: Cells = field(np.int32, MOST, WIDTH)  # the kind, how many numbers were added to its list, and the fields


@rule
def put(
    log: Log,
    kind: int,
    a: int = 0,
    b: int = 0,
    c: int = 0,
    d: int = 0,
    e: int = 0,
    f: int = 0,
    g: int = 0,
    h: int = 0,
) -> None:
    """Write an event: its number, and its fields in order."""
    at = int(log.count)
    if at == MOST:
        log.lost += 1
        return
    log.count = at + 1
    log.rows[at, 0] = kind
    log.rows[at, 1] = 0
    log.rows[at, 2] = a
    log.rows[at, 3] = b
    log.rows[at, 4] = c
    log.rows[at, 5] = d
    log.rows[at, 6] = e
    log.rows[at, 7] = f
    log.rows[at, 8] = g
    log.rows[at, 9] = h


@rule
def more(log: Log, fields: int, value: int) -> None:
    """Add a number to the list of the event that was written last. `fields` is the number of its other fields."""
    at = int(log.count) - 1
    place = 2 + fields + int(log.rows[at, 1])
    if place == WIDTH:
        log.lost += 1
        return
    log.rows[at, place] = value
    log.rows[at, 1] += 1


E_ = TypeVar("E_", bound=Struct)
_Read = Callable[[int], object]


def new_log() -> Log:
    """An empty log."""
    return blank(Log)


def read(log: Log, kinds: Sequence[type[E_]]) -> list[E_]:
    """What was written, as records of these classes."""
    if log.lost:
        raise ValueError(f"a step wrote {log.lost} events or list items more than the log has room for")
    rows = log.rows[: log.count].tolist()
    return [_reader(kinds[row[_KIND]])(row) for row in rows]


@cache
def _reader(kind: type[E_]) -> Callable[[list[int]], E_]:
    readers, tail = _columns(kind)

    def one(row: list[int]) -> E_:
        values = [read(value) for read, value in zip(readers, row[_FIELDS:], strict=False)]
        if tail:
            first = _FIELDS + len(readers)
            values.append([tail(value) for value in row[first : first + row[_MORE]]])
        return kind(*values)

    return one


def _columns(kind: type[Struct]) -> tuple[list[_Read], _Read | None]:
    """How to read each number of a row, and the numbers of the list at its end."""
    readers: list[_Read] = []
    tail: _Read | None = None
    for name, (role, hint) in fields_of(kind).items():
        if tail is not None:
            raise TypeError(f"{kind.__name__}.{name}: a list must be the last field")
        if role == "list":
            tail = _column(*get_args(hint))
        else:
            readers.append(_seats if role == "seats" else _column(hint))
    if len(readers) > WIDTH - _FIELDS:
        raise TypeError(f"{kind.__name__} has {len(readers)} fields; there is room for {WIDTH - _FIELDS}")
    return readers, tail


@cache
def fields_of(kind: type[Struct]) -> dict[str, tuple[str, object]]:
    """The fields of an event, each with its role (seat, seats, place, word, number, truth, list) and its type."""
    hints = get_type_hints(kind, include_extras=True)
    return {name: _role(hints[name]) for name in kind.__struct_fields__}


def _role(hint: object) -> tuple[str, object]:
    for one in _members(hint):
        if get_origin(one) is Annotated:
            found = [note.extra["role"] for note in get_args(one)[1:] if isinstance(note, Meta) and note.extra]
            if found:
                return str(found[0]), hint
    inner = [one for one in _members(hint) if one is not NoneType]
    if get_origin(inner[0]) is list:
        return "list", inner[0]
    if get_origin(inner[0]) is Literal or inner[0] is str:
        return "word", hint
    return ("truth" if inner[0] is bool else "number"), hint


def _members(hint: object) -> tuple[object, ...]:
    return get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)


def _column(hint: object) -> _Read:
    members = [one for one in _members(hint) if one is not NoneType]
    if len(members) != 1:
        raise TypeError(f"a field must be of one type, or of one type or None, not {hint}")
    (one,) = members
    read = _plain(get_args(one)[0] if get_origin(one) is Annotated else one)
    if len(_members(hint)) == 1:
        return read
    return lambda value: None if value == NOTHING else read(value)


def _plain(hint: object) -> _Read:
    if get_origin(hint) is Literal:
        words = get_args(hint)
        return lambda value: words[value]
    if hint is int:
        return lambda value: value
    if hint is bool:
        return bool
    raise TypeError(f"an event's field cannot be {hint}")


def _seats(bits: int) -> list[int]:
    return [seat for seat in range(9) if bits >> seat & 1]


def describe(kind: type[Struct]) -> dict[str, object]:
    """A class as data, for programs in other languages: its name and how to read each number of its rows."""
    columns = [_describe(name, role, hint) for name, (role, hint) in fields_of(kind).items()]
    return {"tag": str(kind.__struct_config__.tag), "fields": columns}


def _describe(name: str, role: str, hint: object) -> dict[str, object]:
    inner = get_args(hint)[0] if role == "list" else hint
    words = [word for one in _members(inner) if get_origin(one) is Literal for word in get_args(one)]
    kind = role if role != "list" else f"list of {_role(inner)[0]}"
    return {"name": name, "is": kind, "words": words, "optional": NoneType in _members(inner)}
