"""States as records: a class with fields becomes a NumPy dtype, and functions marked with `@rule` are compiled.

>>> class Cart(Record):
...     wheels: int = field(np.int8)
...     crates: Cells = field(np.uint8, 2, 3)
>>> blank(Cart).crates.shape
(2, 3)
>>> read(blank(Cart)).wheels
0
"""

import os
from collections import namedtuple
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, ClassVar, NamedTuple, TypeVar, cast

import numpy as np
import numpy.typing as npt

from allaboard import cache as cache_folder
from allaboard import compiled, sources

Cells = npt.NDArray[Any]  # Any: a cell of any width is used as an int; compiled code converts it
"""A field of several numbers."""
Records = npt.NDArray[np.void]
"""An array of records: states, views, outcomes."""
Layout = np.dtype[np.void]
"""The layout of a record in bytes."""

INTERPRETED = os.environ.get("ALLABOARD_INTERPRETED", "") not in ("", "0")
"""Whether rules run as plain Python: for debuggers, and for the test that compiled rules give the same results."""


_LONG = 160  # the maximum length of a record's fields in its `repr`
R = TypeVar("R", bound="Record")
F = TypeVar("F", bound=Callable[..., object])


class _Bytes:
    """The bytes of a record that has none of its own. Without `__set__`, an entry of the record's `__dict__` wins."""

    def __get__(self, row: "Row", kind: type["Row"]) -> memoryview:
        return cast(memoryview, np.void.data.__get__(row, kind))


class Row(np.void):  # type: ignore[misc]
    """A record with its fields as attributes, like NumPy's own records, but fast to pass to compiled code.

    At each call, compiled code asks each record for its `data`. NumPy would make a buffer and format the whole dtype
    each time. This record keeps its bytes and returns them.
    """

    def __getattr__(self, name: str) -> Any:  # Any: only the class of the record knows which fields exist
        try:
            return self[name]
        except (KeyError, ValueError, IndexError):
            raise AttributeError(f"the record has no field {name!r}") from None

    def __setattr__(self, name: str, value: npt.ArrayLike) -> None:
        self[name] = value

    def __repr__(self) -> str:
        kind = getattr(type(self), "_record", type(self))
        named = (name for name in self.dtype.names or () if not name.startswith("_"))
        said = ", ".join(f"{name} {' '.join(str(self[name]).split())}" for name in named)
        return f"<{kind.__qualname__}: {said if len(said) < _LONG else f'{said[: _LONG - 2]} …'}>"

    data = _Bytes()


def _in_bytes(raw: bytearray, kind: Layout) -> Row:
    """The record in these bytes."""
    row = cast(Row, np.frombuffer(raw, kind)[0])
    row.__dict__["data"] = raw
    return row


@dataclass(frozen=True)
class Field:
    """One field of a record: its numbers, and how they are written as JSON (see `allaboard.layout`)."""

    number: type[np.integer]
    shape: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    per_seat: bool = False
    optional: bool = False
    bits: int | None = None
    trim: bool = False
    secret: bool = False


_Part = tuple[str, np.dtype] | tuple[str, type[np.uint8], tuple[int, ...]]
"""A field as NumPy takes it."""


class Record:
    """The base class of every state. Its fields are declared with `field` and stored in order."""

    dtype: ClassVar[Layout]
    fields: ClassVar[dict[str, Field]] = {}
    Own: ClassVar[type[Row]]
    """The type of this class's records. It differs from that of another class with the same fields."""

    def __init_subclass__(cls) -> None:
        own = {name: value for name, value in vars(cls).items() if isinstance(value, Field)}
        for name in own:
            if hasattr(Row, name) or hasattr(Record, name):  # Python code would get this attribute instead of the field
                raise TypeError(f"the field {name!r} of {cls.__qualname__} needs another name: NumPy's records use it")
        cls.fields = {**cls.fields, **own}
        parts = [(name, field.number, field.shape) for name, field in cls.fields.items()]
        named = {"__module__": cls.__module__, "__qualname__": f"{cls.__qualname__}.Own", "_record": cls}
        cls.Own = type("Own", (Row,), named)
        cls.dtype = np.dtype((cls.Own, np.dtype(_without_holes(np.dtype(parts, align=True)), align=True)))

    @classmethod
    def laid_out(cls, layout: Layout | None) -> bool:
        """Whether a layout is the one of this class, and not that of another class with the same fields.

        NumPy forgets the class when it writes an array to a file. Such a layout is accepted if it has the same fields.
        """
        if layout is cls.dtype:
            return True
        return layout == cls.dtype and getattr(layout.type, "_record", cls) is cls

    def copy(self: R) -> R:
        """An independent record with the same bytes."""
        raise NotImplementedError  # only ever called on NumPy's records, which have their own

    def tobytes(self) -> bytes:
        """The record as bytes. Equal states have equal bytes."""
        raise NotImplementedError


def _without_holes(aligned: Layout) -> list[_Part]:
    """The fields, with padding bytes as fields too, because a copy would leave arbitrary bytes in the padding."""
    parts: list[_Part] = []
    end = 0
    assert aligned.names
    assert aligned.fields
    for name in aligned.names:
        kind, offset = aligned.fields[name][:2]
        if offset > end:
            parts.append((f"_{end}", np.uint8, (offset - end,)))
        parts.append((name, kind))
        end = offset + kind.itemsize
    if aligned.itemsize > end:
        parts.append((f"_{end}", np.uint8, (aligned.itemsize - end,)))
    return parts


def field(
    number: type[np.integer],
    *shape: int,
    names: Sequence[str] = (),
    per_seat: bool = False,
    optional: bool = False,
    bits: int | None = None,
    trim: bool = False,
    secret: bool = False,
) -> Any:  # Any: the class declares the attribute as an int or Cells
    """One field of a record: a number, or an array of numbers. The other parameters say how it is written as JSON:

    names: the number is an index into these words
    per_seat: the first dimension counts seats, and only the seats of this game are written
    optional: the stored number is one more than the value; 0 means None
    bits: a list of the bits that are set; the lowest bit has this number
    trim: zeros at the end are left out
    secret: the field is never written
    """
    return Field(number, shape, tuple(names), per_seat, optional, bits, trim, secret)


def blank(kind: type[R]) -> R:
    """A new record, all zero."""
    return cast(R, _in_bytes(bytearray(kind.dtype.itemsize), kind.dtype))


def copied(state: R) -> R:
    """A copy of a state. All copies are made here, because a row of an array would stay shared with the array."""
    return cast(R, _in_bytes(bytearray(state.data), state.dtype))  # type: ignore[attr-defined]


def read(state: R) -> R:
    """All fields of a record as plain numbers and lists, read at once: NumPy takes two microseconds for each field.

    For `words` modules, which read many fields of records that no longer change. Fields with two or more dimensions
    stay arrays. `row` gives the record itself, for compiled rules. A record that was already read is returned
    unchanged.
    """
    if isinstance(state, tuple):
        return state
    row = cast(Row, state)
    fields = [f.tolist() if isinstance(f, np.ndarray) and f.ndim == 1 else f for f in row.tolist()]
    return cast(R, _reading(row.dtype)([*fields, row]))


def row(state: R) -> R:
    """The record that `read` has read, or the record itself."""
    return cast(R, state[-1]) if isinstance(state, tuple) else state


@cache
def _reading(kind: Layout) -> Callable[[list[object]], object]:
    named = cast(Callable[..., type[NamedTuple]], namedtuple)  # the names are not known before
    return named("Read", [*(kind.names or ()), "row"], rename=True)._make


def rule(function: F) -> F:
    """Compile a function of the rules. The machine code is cached for the next run."""
    if not callable(function):
        raise TypeError(f"a rule must be a function, not {function!r:.60}")
    return _compiled(function, frozenset({function.__module__}))


def _compiled(function: F, modules: frozenset[str], keep: bool = True, bottom_up: bool = False) -> F:
    """Compile a function. Its code is cached under a hash of these modules' sources, unless one of them is a script."""
    if INTERPRETED:
        return function
    written = Path(function.__code__.co_filename).is_file()  # not typed at a prompt
    digest = _digest(modules) if keep and written else None
    folder = compiled_folder(digest) if digest else None
    return cast(F, compiled.compiled(cast(FunctionType, function), folder, bottom_up))


def specialise(function: F, name: str, words: Mapping[str, object], keep: bool = True, bottom_up: bool = False) -> F:
    """Compile a copy of a function in which some global names are bound to other objects: one loop for many games.

    Numba cannot cache closures over compiled functions, so this is not a closure. Cached code is found only by the name
    of the function. If the same name were bound to other objects, the machine code of the first one would be used, so
    this is refused. Code that is bound to functions of a script is not cached and may be bound again; the same is true
    if the caller does not want to cache it. `bottom_up` is for loops of random games (see `compiled`).
    """
    source = cast(FunctionType, function)
    used = {word: words[word] for word in sorted(_names_in(source.__code__) & words.keys())}
    modules = {source.__module__}
    for bound in filter(callable, used.values()):
        modules |= getattr(bound, "made_of", {bound.__module__})
    keep = keep and _digest(frozenset(modules)) is not None
    key = (source.__module__, source.__qualname__, name)
    if keep and key in _specialised:
        earlier, known = _specialised[key]
        if different := [word for word in used if not _same(earlier.get(word), used[word])]:
            raise ValueError(f"{source.__qualname__} named {name!r} is already bound to another {', '.join(different)}")
        return cast(F, known)
    twin = FunctionType(source.__code__, {**source.__globals__, **words}, source.__name__, source.__defaults__)
    twin.__qualname__ = f"{name}.{source.__qualname__}"
    twin.__annotations__ = source.__annotations__
    made = _compiled(twin, frozenset(modules), keep, bottom_up)
    vars(made)["made_of"] = modules
    if keep:
        _specialised[key] = used, made
    return cast(F, made)


_specialised: dict[tuple[str, str, str], tuple[dict[str, object], object]] = {}
"""For each function and name, what was bound to it and the compiled result."""


def _same(one: object, other: object) -> bool:
    return one is other or (isinstance(one, int | np.dtype) and type(one) is type(other) and bool(one == other))


def _names_in(code: CodeType) -> set[str]:
    inner = [_names_in(part) for part in code.co_consts if isinstance(part, CodeType)]
    return set(code.co_names).union(*inner)


@cache
def _digest(modules: frozenset[str]) -> str | None:
    return sources.digest(modules)


def compiled_folder(digest: str) -> Path:
    """The cache folder of code compiled from these sources."""
    checked = "-checked" if os.environ.get("NUMBA_BOUNDSCHECK", "") not in ("", "0") else ""
    return cache_folder.folder(f"rules-{digest}{checked}")
