"""Rows of numbers and typed records: what compiled code writes is what is read."""

from typing import Literal

import msgspec
import pytest

from allaboard.events import MOST, NOTHING, WIDTH, Event, Place, Reason, Seat, Seats, describe, more, new_log, put, read

Colour = Literal["red", "blue"]


class Moved(Event, frozen=True):
    """A field of every kind, and a list at the end."""

    seat: Seat
    target: Seat | None
    seats: Seats
    place: Place
    colour: Colour
    pay: int | None
    loud: bool
    cards: list[Colour]


class Stopped(Event, frozen=True):
    """No field at all."""


KINDS = (Moved, Stopped)
MOVED, STOPPED = range(2)


def test_what_is_written_is_read_in_order() -> None:
    log = new_log()
    put(log, STOPPED)
    put(log, MOVED, 1, 3, 0b101, 0, 1, 7, 1)
    more(log, 7, 1)
    more(log, 7, 0)
    put(log, MOVED, 0, NOTHING, 0, 2, 0, NOTHING, 0)
    assert read(log, KINDS) == [
        Stopped(),
        Moved(1, 3, [0, 2], 0, "blue", 7, True, ["blue", "red"]),
        Moved(0, None, [], 2, "red", None, False, []),
    ]


def test_an_event_is_json_with_its_name() -> None:
    told = msgspec.to_builtins(Moved(1, None, [2], 0, "blue", None, True, ["red"]))
    assert told["event"] == "moved"
    assert told["target"] is None
    assert msgspec.convert(told, Moved | Stopped) == Moved(1, None, [2], 0, "blue", None, True, ["red"])


def test_a_log_that_is_full_is_an_error_and_not_a_shorter_story() -> None:
    log = new_log()
    for _ in range(MOST):
        put(log, STOPPED)
    assert len(read(log, KINDS)) == MOST
    put(log, STOPPED)
    with pytest.raises(ValueError, match="a step wrote 1 events or list items more than the log has room for"):
        read(log, KINDS)


def test_a_list_that_is_too_long_is_an_error_and_not_a_shorter_list() -> None:
    log = new_log()
    put(log, MOVED, 0, NOTHING, 0, 0, 0, NOTHING, 0)
    room = WIDTH - 2 - 7  # the kind, the length of the list, and the other fields
    for _ in range(room):
        more(log, 7, 1)
    (event,) = read(log, (Moved,))
    assert len(event.cards) == room
    more(log, 7, 1)
    with pytest.raises(ValueError, match="more than the log has room for"):
        read(log, KINDS)


def test_a_list_must_be_the_last_field() -> None:
    class Wrong(Event, frozen=True):
        cards: list[int]
        seat: Seat

    log = new_log()
    put(log, 0, 1)
    with pytest.raises(TypeError, match=r"Wrong\.seat: a list must be the last field"):
        read(log, (Wrong,))


def test_a_field_must_have_one_type_that_numbers_can_represent() -> None:
    class Worded(Event, frozen=True):
        text: str

    class Torn(Event, frozen=True):
        what: int | bool

    log = new_log()
    put(log, 0, 1)
    with pytest.raises(TypeError, match="an event's field cannot be <class 'str'>"):
        read(log, (Worded,))
    with pytest.raises(TypeError, match="a field must be of one type, or of one type or None"):
        read(log, (Torn,))


def test_a_description_says_how_every_number_reads() -> None:
    told = describe(Moved)
    assert told["tag"] == "moved"
    fields = told["fields"]
    assert isinstance(fields, list)
    assert [(field["name"], field["is"], field["words"], field["optional"]) for field in fields] == [
        ("seat", "seat", [], False),
        ("target", "seat", [], True),
        ("seats", "seats", [], False),
        ("place", "place", [], False),
        ("colour", "word", ["red", "blue"], False),
        ("pay", "number", [], True),
        ("loud", "truth", [], False),
        ("cards", "list of word", ["red", "blue"], False),
    ]


def test_a_reason_has_its_clause() -> None:
    class Full(Reason, frozen=True):
        CLAUSE = "T4"
        seat: Seat

    assert Full(1).clause == "T4"
    assert msgspec.to_builtins(Full(1)) == {"reason": "full", "seat": 1}
