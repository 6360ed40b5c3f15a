"""A state is one record: a class of fields becomes a NumPy dtype, and a rule becomes compiled code.

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
from allaboard import kept, sources
from allaboard.kept import Dispatcher, Untyped

Cells = npt.NDArray[Any]  # Any: a cell of whatever width is used as an int, which compiled code makes of it
"""A field of several numbers."""
Records = npt.NDArray[np.void]
"""Records in a row: states, views, outcomes."""
Layout = np.dtype[np.void]
"""How a record lies in its bytes."""

INTERPRETED = os.environ.get("ALLABOARD_INTERPRETED", "") not in ("", "0")
"""Run the rules as plain Python, for the law that both ways agree and for debuggers."""


R = TypeVar("R", bound="Record")
F = TypeVar("F", bound=Callable[..., object])


class Row(np.void):  # type: ignore[misc]
    """A record with its fields as attributes, as NumPy's own records have them, but quick to hand to compiled code.

    At each call, compiled code asks each record for its `data`. NumPy would look for that through Python, and then
    spell the whole dtype out; a record that knows its bytes just gives them.
    """

    def __getattr__(self, name: str) -> Any:  # which fields there are is known to the Record's class alone
        try:
            return self[name]
        except (KeyError, ValueError, IndexError):
            raise AttributeError(f"the record has no field {name!r}") from None

    def __setattr__(self, name: str, value: npt.ArrayLike) -> None:
        self[name] = value

    @property
    def data(self) -> memoryview:  # or a bytearray, which serves as well
        """The bytes."""
        return cast(memoryview | None, self.__dict__.get("raw")) or super().data

    @staticmethod
    def over(raw: bytearray, kind: Layout) -> "Row":
        """The record in these bytes."""
        row = cast(Row, np.frombuffer(raw, kind)[0])
        row.__dict__["raw"] = raw
        return row


@dataclass(frozen=True)
class Field:
    """One field of a record: its numbers, and how they read as JSON (see `allaboard.layout`)."""

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
    """The base of every state: fields declared with `field`, laid out once, in order."""

    dtype: ClassVar[Layout]
    fields: ClassVar[dict[str, Field]] = {}

    def __init_subclass__(cls) -> None:
        own = {name: value for name, value in vars(cls).items() if isinstance(value, Field)}
        cls.fields = {**cls.fields, **own}
        parts = [(name, field.number, field.shape) for name, field in cls.fields.items()]
        cls.dtype = np.dtype((Row, np.dtype(_without_holes(np.dtype(parts, align=True)), align=True)))

    def copy(self: R) -> R:
        """An independent record with the same bytes."""
        raise NotImplementedError  # only ever called on NumPy's records, which have their own

    def tobytes(self) -> bytes:
        """The record as bytes: equal states, equal bytes."""
        raise NotImplementedError


def _without_holes(aligned: Layout) -> list[_Part]:
    """The fields, with the bytes that alignment leaves empty as fields too: a copy leaves anything in mere holes."""
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
) -> Any:  # it stands where the class declares an int or Cells
    """One field of a record: a number, or an array of them. The rest says how it reads as JSON:

    names: the number stands for one of these words, counted from 0
    per_seat: the first dimension counts seats, and only those at the table are told
    optional: the number is one more than what it means; 0 means nothing
    bits: the bits that are set, as a list of numbers; the lowest bit is this number
    trim: zeros at the end are left out
    secret: never told to anybody
    """
    return Field(number, shape, tuple(names), per_seat, optional, bits, trim, secret)


def blank(kind: type[R]) -> R:
    """A new record, all zero."""
    return cast(R, Row.over(bytearray(kind.dtype.itemsize), kind.dtype))


def copied(state: R) -> R:
    """The one place where a state is copied: a row of an array is a view of it, and stays shared otherwise."""
    return cast(R, Row.over(bytearray(state.tobytes()), state.dtype))


def read(state: R) -> R:
    """A record's fields all at once, as plain numbers and lists: NumPy takes two microseconds for each of them.

    For words, which look at many fields of records that do not change any more. Fields of two dimensions and more stay
    arrays. `row` gives the record itself, for compiled rules. What has been read already comes back as it is.
    """
    if isinstance(state, tuple):
        return state
    row = cast(Row, state)
    fields = [f.tolist() if isinstance(f, np.ndarray) and f.ndim == 1 else f for f in row.tolist()]
    return cast(R, _reading(row.dtype)([*fields, row]))


def row(state: R) -> R:
    """The record behind what `read` gave, or the record itself."""
    return cast(R, state[-1]) if isinstance(state, tuple) else state


@cache
def _reading(kind: Layout) -> Callable[[list[object]], object]:
    named = cast(Callable[..., type[NamedTuple]], namedtuple)  # the names are not known before
    return named("Read", [*(kind.names or ()), "row"], rename=True)._make


def rule(function: F) -> F:
    """Compile a function of the rules; the machine code is kept for the next run."""
    return _compiled(function, frozenset({function.__module__}))


def _compiled(function: F, modules: frozenset[str], keep: bool = True) -> F:
    """Compiled, and kept by the sources of these modules, unless one of them is a mere script."""
    if INTERPRETED:
        return function
    import numba

    njit = cast(Callable[..., Callable[[F], Dispatcher]], numba.njit)  # its types do not know all of its options
    compiled = njit(no_cfunc_wrapper=True, nogil=True, error_model="numpy")(function)
    written = Path(function.__code__.co_filename).is_file()  # not typed at a prompt
    if keep and written and (digest := _digest(modules)):
        kept.keep(compiled, compiled_folder(digest))
    return cast(F, _once_for_all_integers(compiled))


def _once_for_all_integers(compiled: Dispatcher) -> Dispatcher:
    """Compile a function once for all integers that compiled code calls it with.

    Numba would compile it anew for each constant, and for each of the widths that the fields of a record have.
    """
    from numba.core import types as numba_types

    types: Untyped = numba_types

    def widened(kind: Untyped) -> Untyped:
        plain = types.unliteral(kind)
        return types.int64 if isinstance(plain, types.Integer) and plain != types.uint64 else plain

    resolve = compiled.get_call_template

    def resolve_widened(args: list[Untyped], kws: dict[str, Untyped]) -> Untyped:
        return resolve([widened(arg) for arg in args], {name: widened(arg) for name, arg in kws.items()})

    compiled.get_call_template = resolve_widened
    return compiled


def specialise(function: F, name: str, words: Mapping[str, object], keep: bool = True) -> F:
    """The same function with some of its global names bound anew, compiled: one loop, many games.

    A closure would do, but Numba cannot keep compiled closures over compiled functions from run to run. Numba finds
    kept code by the function's name alone. The same name bound to other things would get the first one's machine code,
    so that is refused. Code that is bound to functions of a script is not kept, and may be bound as often as one likes;
    so is what the caller does not want to keep.
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
    compiled = _compiled(twin, frozenset(modules), keep)
    vars(compiled)["made_of"] = modules
    if keep:
        _specialised[key] = used, compiled
    return cast(F, compiled)


_specialised: dict[tuple[str, str, str], tuple[dict[str, object], object]] = {}
"""What was bound to each function and name, and what came of it."""


def _same(one: object, other: object) -> bool:
    return one is other or (isinstance(one, int | np.dtype) and type(one) is type(other) and bool(one == other))


def _names_in(code: CodeType) -> set[str]:
    inner = [_names_in(part) for part in code.co_consts if isinstance(part, CodeType)]
    return set(code.co_names).union(*inner)


@cache
def _digest(modules: frozenset[str]) -> str | None:
    return sources.digest(modules)


def compiled_folder(digest: str) -> Path:
    """Where code compiled from these sources is kept."""
    checked = "-checked" if os.environ.get("NUMBA_BOUNDSCHECK", "") not in ("", "0") else ""
    return cache_folder.folder(f"rules-{digest}{checked}")
