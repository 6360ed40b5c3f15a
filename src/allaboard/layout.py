"""Records as JSON, and back: the same for every game. TypeScript's readers are generated from the same declarations.

>>> class Cart(Record):
...     seats: int = field(np.int8)
...     gait: int = field(np.int8, names=("walk", "trot"))
...     loads: Cells = field(np.uint8, 4, per_seat=True)
...     driver: int = field(np.int8, optional=True)
>>> cart = blank(Cart)
>>> cart.seats, cart.gait, cart.loads[1] = 2, 1, 7
>>> to_json(Cart, cart)
{'seats': 2, 'gait': 'trot', 'loads': [0, 7], 'driver': None}
>>> from_json(Cart, to_json(Cart, cart)).tobytes() == cart.tobytes()
True
"""

from collections.abc import Callable, Mapping
from typing import TypeVar, cast

import numpy as np

from allaboard.record import Cells, Field, Record, blank, field, read

Json = dict[str, object]
R = TypeVar("R", bound=Record)

__all__ = ["Cells", "Json", "Record", "blank", "describe", "field", "from_json", "to_json"]


def to_json(kind: type[R], state: R) -> Json:
    """A record's fields by name, written as its declaration says. Secret fields are left out."""
    if kind not in _writers:
        _writers[kind] = _writer(kind)
    return _writers[kind](read(state))


_writers: dict[type[Record], Callable[[Record], Json]] = {}


def _writer(kind: type[Record]) -> Callable[[Record], Json]:
    """A function that converts one type of record to JSON. Its source is generated, because it must be fast."""
    told = [(name, one) for name, one in kind.fields.items() if not one.secret]
    body = ", ".join(f"{name!r}: {_expression(name, one)}" for name, one in told)
    names = {f"_{name}": one.names for name, one in told if one.names}
    scope: dict[str, object] = {**names, "bits": _bits, "trimmed": _trimmed}
    exec(f"def write(s):\n    return {{{body}}}", scope)  # made from our own declarations only
    return cast(Callable[[Record], Json], scope["write"])


def _expression(name: str, one: Field) -> str:
    value = f"s.{name}" + (".tolist()" if len(one.shape) > 1 else "")
    if one.per_seat:
        value += "[:s.seats]"
    return _nested(value, one, len(one.shape), f"_{name}")


def _nested(value: str, one: Field, depth: int, names: str) -> str:
    if depth == 0:
        return _one(value, one, names)
    if depth == 1 and one.trim:
        value = f"trimmed({value})"
    item = f"v{depth}"
    inner = _nested(item, one, depth - 1, names)
    return value if inner == item else f"[{inner} for {item} in {value}]"


def _one(value: str, one: Field, names: str) -> str:
    if one.bits is not None:
        return f"bits({value}, {one.bits})"
    inner = f"{value} - 1" if one.optional else value
    inner = f"{names}[{inner}]" if one.names else inner
    return f"({inner} if {value} else None)" if one.optional else inner


def _bits(mask: int, first: int) -> list[int]:
    return [bit + first for bit in range(mask.bit_length()) if mask >> bit & 1]


def _trimmed(numbers: list[int]) -> list[int]:
    end = len(numbers)
    while end and not numbers[end - 1]:
        end -= 1
    return numbers[:end]


def from_json(kind: type[R], told: Mapping[str, object]) -> R:
    """The record that this JSON describes. Missing fields are zero. Raises a ValueError that names a wrong one."""
    state = blank(kind)
    for name, one in kind.fields.items():
        if name not in told:
            continue
        try:
            if one.shape:
                _fill(getattr(state, name), told[name], one)
            else:
                setattr(state, name, _number(told[name], one))
        except (ValueError, TypeError, OverflowError) as error:
            raise ValueError(f"{name} cannot be {told[name]!r:.60}: {error}") from None
    return state


def _fill(cells: Cells, told: object, one: Field) -> None:
    if not isinstance(told, list) or len(told) > len(cells):
        raise ValueError(f"a list of at most {len(cells)} is needed")
    for at, item in enumerate(told):
        if cells.ndim > 1:
            _fill(cells[at], item, one)
        else:
            cells[at] = _number(item, one)


def _number(told: object, one: Field) -> int:
    if one.bits is not None:
        if not isinstance(told, list):
            raise ValueError("a list of numbers is needed")
        return sum(1 << _whole(bit) - one.bits for bit in told)
    if told is None and one.optional:
        return 0
    if not one.names:
        return _whole(told) + one.optional
    if told not in one.names:
        raise ValueError(f"one of {', '.join(one.names)} is needed")
    return one.names.index(told) + one.optional


def _whole(told: object) -> int:
    if type(told) is not int:
        raise ValueError("a whole number is needed")
    return told


def describe(kind: type[Record]) -> list[Json]:
    """Every field with its offset in bytes and how it is written, for programs in other languages."""
    found: list[Json] = []
    assert kind.dtype.fields is not None
    for name, one in kind.fields.items():
        found.append(
            {
                "name": name,
                "number": np.dtype(one.number).name,
                "at": kind.dtype.fields[name][1],
                "shape": list(one.shape),
                "names": list(one.names),
                "per_seat": one.per_seat,
                "optional": one.optional,
                "bits": one.bits,
                "trim": one.trim,
                "secret": one.secret,
            }
        )
    return found
