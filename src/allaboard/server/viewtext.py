"""Views as JSON text, written by compiled code: the same bytes as from `Game.to_json` in a quarter of the time.

A record's declaration becomes a table of numbers with one row for each field. One compiled function follows that table
for the records of all games. Another one, compiled for each game, adds scores, ranks and the game's standing.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Final, NamedTuple, cast

import msgspec
import numpy as np
import numpy.typing as npt

from allaboard.game import Game, State
from allaboard.record import Cells, Record, blank, row, rule, specialise

Bytes = npt.NDArray[np.uint8]
Numbers = npt.NDArray[np.int64]

FROM, UNTIL, AT, SIZE, SIGNED, DIMS, LONG, WIDE, DEEP, PER_SEAT, OPTIONAL, WORDS, BITS, TRIM = range(14)
"""The columns of a field's row: its name in the text pool, its position, number type and shape, and its format."""
PLAIN: Final = -1
"""Marks a field without names, or without bits."""
LONGEST_NUMBER: Final = 21
"""The length of the longest number with the comma after it."""
MOST_SEATS: Final = 8
RESULTS: Final = np.frombuffer(b'"scores":"ranks":null', np.uint8)
"""The names of the two lists, and the text for null."""


class Plan(NamedTuple):
    """How records of one class are written."""

    fields: Numbers
    words: Numbers
    """The position of each name in the text pool."""
    pool: Bytes
    room: int
    """The length of the longest possible text."""
    seats: int = 0
    """The offset of the field with the number of seats, if the record has one."""


@rule
def number(raw: Bytes, at: int, size: int, signed: int) -> int:
    """A little-endian number of a record."""
    found = np.int64(raw[at])
    for place in range(1, size):
        found |= np.int64(raw[at + place]) << np.int64(8 * place)
    if signed and size < 8 and raw[at + size - 1] >= 128:
        found -= np.int64(1) << np.int64(8 * size)
    return found  # type: ignore[return-value]  # compiled code takes it for an int


@rule
def put_number(out: Bytes, at: int, value: int) -> int:
    """Write a number in decimal digits. Returns where its text ends."""
    left = int(value)
    if 0 <= left < 10:  # most numbers
        out[at] = 48 + left
        return at + 1
    if left < 0:
        out[at] = 45
        at += 1
        left = -left
    size, most = 1, 10
    while left >= most:
        size += 1
        most *= 10
    for place in range(size):
        out[at + size - 1 - place] = 48 + left % 10
        left //= 10
    return at + size


@rule
def put_sign(out: Bytes, at: int, sign: int, there: bool) -> int:
    """Write a bracket or a comma, if it is needed."""
    if there:
        out[at] = sign
        return at + 1
    return at


@rule
def put_text(out: Bytes, at: int, pool: Bytes, begin: int, end: int) -> int:
    """Write a part of the text pool."""
    for place in range(begin, end):
        out[at + place - begin] = pool[place]
    return at + end - begin


@rule
def put_bits(out: Bytes, at: int, mask: int, lowest: int) -> int:
    """Write the bits that are set as a list of numbers."""
    out[at] = 91
    bit = 0
    while mask >> bit:
        if mask >> bit & 1:
            if out[at] != 91:
                out[at] = 44
            at = put_number(out, at + 1, bit + lowest)
            out[at] = 0
        bit += 1
    if out[at] == 91:
        at += 1
    out[at] = 93
    return at + 1


@rule
def filled(raw: Bytes, at: int, size: int, count: int) -> int:
    """The number of elements before the zeros at the end."""
    while count > 0:
        for place in range(size):
            if raw[at + (count - 1) * size + place]:
                return count
        count -= 1
    return 0


@rule
def put_fields(fields: Numbers, words: Numbers, pool: Bytes, raw: Bytes, seats: int, out: Bytes, at: int) -> int:
    """Write all fields of a record, each with its name and a comma. Returns where the text ends.

    One loop handles fields of up to three dimensions, because compiled calls with many arrays are slow.
    """
    for one in range(fields.shape[0]):
        begin, end, place, size = fields[one, FROM], fields[one, UNTIL], fields[one, AT], fields[one, SIZE]
        signed, optional, lowest = fields[one, SIGNED], fields[one, OPTIONAL], fields[one, BITS]
        first_word, dims, wide, deep = fields[one, WORDS], fields[one, DIMS], fields[one, WIDE], fields[one, DEEP]
        at = put_text(out, at, pool, begin, end)
        long = min(seats, fields[one, LONG]) if fields[one, PER_SEAT] else fields[one, LONG]
        at = put_sign(out, at, 91, dims > 2)
        for outer in range(long if dims > 2 else 1):
            at = put_sign(out, at, 44, outer > 0)
            at = put_sign(out, at, 91, dims > 1)
            for middle in range(wide if dims > 2 else long if dims > 1 else 1):
                at = put_sign(out, at, 44, middle > 0)
                at = put_sign(out, at, 91, dims > 0)
                start = place + (outer * wide + middle) * (deep if dims > 2 else wide) * size
                count = deep if dims > 2 else wide if dims > 1 else long if dims > 0 else 1
                if fields[one, TRIM]:
                    count = filled(raw, start, size, count)
                for item in range(count):
                    at = put_sign(out, at, 44, item > 0)
                    value = number(raw, start + item * size, size, signed)
                    if lowest >= 0:
                        at = put_bits(out, at, value, lowest)
                    elif optional and value == 0:
                        at = put_text(out, at, RESULTS, 17, 21)
                    elif first_word >= 0:
                        word = first_word + value - optional
                        at = put_text(out, at, pool, words[word, 0], words[word, 1])
                    else:
                        at = put_number(out, at, value - optional)
                at = put_sign(out, at, 93, dims > 0)
            at = put_sign(out, at, 93, dims > 1)
        at = put_sign(out, at, 93, dims > 2)
        at = put_sign(out, at, 44, True)
    return at


@rule
def put_list(begin: int, end: int, numbers: Numbers, first: int, count: int, out: Bytes, at: int) -> int:
    """Write numbers as a list under a name, and a comma."""
    at = put_text(out, at, RESULTS, begin, end)
    out[at] = 91
    at += 1
    for place in range(count):
        if place:
            out[at] = 44
            at += 1
        at = put_number(out, at, int(numbers[first + place]))
    out[at] = 93
    out[at + 1] = 44
    return at + 2


@rule
def put_view(
    fields: Numbers,
    words: Numbers,
    pool: Bytes,
    raw: Bytes,
    more: Numbers,
    more_words: Numbers,
    more_pool: Bytes,
    standing: Bytes,
    numbers: Numbers,
    seats: int,
    out: Bytes,
) -> int:
    """Write a whole view: its fields, scores, ranks and standing. Returns where the text ends."""
    out[0] = 123
    at = put_fields(fields, words, pool, raw, seats, out, 1)
    at = put_list(0, 9, numbers, 0, seats, out, at)
    at = put_list(9, 17, numbers, seats, seats, out, at)
    at = put_fields(more, more_words, more_pool, standing, seats, out, at)
    out[at - 1] = 125
    return at


# ---- scores, ranks and standing; these names are bound to a game's rules


def score(view: State, seat: int) -> int:
    """The game's `score`."""
    raise NotImplementedError


def rank(view: State, seat: int) -> int:
    """The game's `rank`."""
    raise NotImplementedError


def stand(view: State, standing: Record) -> None:
    """The game's `stand`."""
    raise NotImplementedError


def results(view: State, numbers: Numbers) -> None:
    """Compute the score of every seat, then the rank of every seat."""
    seats = int(view.seats)
    for seat in range(seats):
        numbers[seat] = score(view, seat)
        numbers[seats + seat] = rank(view, seat)


def results_and_standing(view: State, numbers: Numbers, standing: Record) -> None:
    """Compute scores and ranks, and the game's standing."""
    seats = int(view.seats)
    for seat in range(seats):
        numbers[seat] = score(view, seat)
        numbers[seats + seat] = rank(view, seat)
    stand(view, standing)


# ---- called from Python


def plan(kind: type[Record]) -> Plan:
    """How records of a class are written: the declaration as numbers."""
    if kind not in _plans:
        _plans[kind] = _planned(kind)
    return _plans[kind]


_plans: dict[type[Record], Plan] = {}


def _planned(kind: type[Record]) -> Plan:
    assert kind.dtype.fields is not None
    pool, rows, room = bytearray(), [], 0
    words: list[tuple[int, int]] = []
    for name, one in kind.fields.items():
        if one.secret:
            continue
        begin = len(pool)
        pool += msgspec.json.encode(name) + b":"
        end, first = len(pool), len(words) if one.names else PLAIN
        for word in one.names:
            words.append((len(pool), len(pool) + len(encoded := msgspec.json.encode(word))))
            pool += encoded
        dtype = np.dtype(one.number)
        shape = (*one.shape, 1, 1, 1)[:3]
        rows.append(
            [
                *(begin, end, kind.dtype.fields[name][1]),
                *(dtype.itemsize, dtype.kind == "i", len(one.shape), *shape),
                *(one.per_seat, one.optional, first, PLAIN if one.bits is None else one.bits, one.trim),
            ]
        )
        room += end - begin + 1 + _longest(one.shape, one.names, one.bits, 8 * dtype.itemsize)
    return Plan(
        np.array(rows, np.int64).reshape(-1, 14),
        np.array(words, np.int64).reshape(-1, 2),
        np.frombuffer(bytes(pool) or b" ", np.uint8),
        room,
        kind.dtype.fields["seats"][1] if "seats" in kind.fields else 0,
    )


def _longest(shape: Iterable[int], names: Iterable[str], bits: int | None, width: int) -> int:
    one = max([LONGEST_NUMBER, *(len(msgspec.json.encode(word)) + 1 for word in names)])
    size = one if bits is None else width * one + 3
    for count in reversed(tuple(shape)):
        size = size * count + 3
    return size


NOTHING: Final = Plan(np.zeros((0, 14), np.int64), np.zeros((0, 2), np.int64), np.frombuffer(b" ", np.uint8), 0)
"""The plan for games without a standing."""


@lru_cache(maxsize=64)
def _following(game: Game[State]) -> Callable[..., None]:
    """The game's compiled function for scores, ranks and, if it has one, its standing."""
    rules = {"score": game.rules.score, "rank": game.rules.rank}
    if game.standing is None:
        return specialise(results, game.name, rules)
    return specialise(results_and_standing, game.name, rules | {"stand": game.standing.stand})


def view_text(game: Game[State], view: State) -> bytes:
    """A view as JSON."""
    record = row(view)
    raw, numbers = _raw(record), np.empty(2 * MOST_SEATS, np.int64)
    own = plan(game.rules.State)
    seats = raw[own.seats].item()
    if game.standing is None:
        more, standing = NOTHING, raw
        _following(game)(record, numbers)
    else:
        more, follows = plan(game.standing.Standing), blank(game.standing.Standing)
        _following(game)(record, numbers, follows)
        standing = _raw(follows)
    out = np.empty(own.room + more.room + 2 * (len(RESULTS) + MOST_SEATS * LONGEST_NUMBER), np.uint8)
    end = put_view(*own[:3], raw, *more[:3], standing, numbers, seats, out)
    return out[:end].tobytes()


def _raw(record: Record) -> Bytes:
    return np.frombuffer(cast(Cells, record).data, np.uint8)
