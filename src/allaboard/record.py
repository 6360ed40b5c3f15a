"""A state is one record: a class of fields becomes a NumPy dtype, and a rule becomes compiled code.

>>> class Cart(Record):
...     wheels: int = field(np.int8)
...     crates: Cells = field(np.uint8, 2, 3)
>>> blank(Cart).crates.shape
(2, 3)
>>> read(blank(Cart)).wheels
0
"""

import hashlib
import os
from collections import namedtuple
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, ClassVar, TypeVar, cast

import numpy as np
import numpy.typing as npt

from allaboard import cache as cache_folder

Cells = npt.NDArray[Any]
"""A field of several numbers."""

INTERPRETED = os.environ.get("ALLABOARD_INTERPRETED", "") not in ("", "0")
"""Run the rules as plain Python, for the law that both ways agree and for debuggers."""

_PACKAGE = Path(__file__).parent
_CORE = ("record.py", "rng.py", "game.py", "games/**/*.py")
_PLAYERS = ("bots/**/*.py", "simulate/**/*.py", "envs/**/*.py")


class Row(np.void):  # type: ignore[misc]
    """A record with its fields as attributes, as NumPy's own records have them, but quick to hand to compiled code.

    At each call, compiled code asks each record for its `data`. NumPy would look for that through Python, and then
    spell the whole dtype out; a record that knows its bytes just gives them.
    """

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except (KeyError, ValueError, IndexError):
            raise AttributeError(f"the record has no field {name!r}") from None

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value

    @property
    def data(self) -> Any:
        """The bytes."""
        return self.__dict__.get("raw") or super().data

    @staticmethod
    def over(raw: bytearray, kind: np.dtype[Any]) -> "Row":
        """The record in these bytes."""
        row = cast(Row, np.frombuffer(raw, kind)[0])
        row.__dict__["raw"] = raw
        return row


class Record:
    """The base of every state: fields declared with `field`, laid out once, in order."""

    dtype: ClassVar[np.dtype[Any]]

    def __init_subclass__(cls) -> None:
        parts = [(name, *vars(cls)[name]) for name in cls.__annotations__ if name != "dtype"]
        cls.dtype = np.dtype((Row, np.dtype(_without_holes(np.dtype(parts, align=True)), align=True)))

    def copy(self) -> Any:
        """An independent record with the same bytes."""
        raise NotImplementedError  # only ever called on NumPy's records, which have their own

    def tobytes(self) -> bytes:
        """The record as bytes: equal states, equal bytes."""
        raise NotImplementedError


def _without_holes(aligned: np.dtype[Any]) -> list[Any]:
    """The fields, with the bytes that alignment leaves empty as fields too: a copy leaves anything in mere holes."""
    parts: list[Any] = []
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


R = TypeVar("R", bound=Record)
F = TypeVar("F", bound=Callable[..., Any])


def field(number: type[np.integer[Any]], *shape: int) -> Any:
    """One field of a record: a number, or an array of them."""
    return (number, shape) if shape else (number,)


def blank(kind: type[R]) -> R:
    """A new record, all zero."""
    return cast(R, Row.over(bytearray(kind.dtype.itemsize), kind.dtype))


def copied(state: R) -> R:
    """The one place where a state is copied: a row of an array is a view of it, and stays shared otherwise."""
    return cast(R, Row.over(bytearray(state.tobytes()), state.dtype))


def read(state: Any) -> Any:
    """A record's fields all at once, as plain numbers and lists: NumPy takes two microseconds for each of them.

    For words, which look at many fields of records that do not change any more. Fields of two dimensions and more stay
    arrays. `record` is the record itself, for compiled rules. What has been read already comes back as it is.
    """
    if isinstance(state, tuple):
        return state
    fields = [f.tolist() if isinstance(f, np.ndarray) and f.ndim == 1 else f for f in state.tolist()]
    return _reading(state.dtype)([*fields, state])


@cache
def _reading(kind: np.dtype[Any]) -> Callable[[list[Any]], Any]:
    named: Any = namedtuple
    return cast(Callable[[list[Any]], Any], named("Read", [*(kind.names or ()), "record"], rename=True)._make)


def rule(function: F, keep: bool = True) -> F:
    """Compile a function of the rules; the machine code is kept for the next run."""
    if INTERPRETED:
        return function
    import numba

    config: Any = numba.config

    ours = keep and Path(function.__code__.co_filename).is_relative_to(_PACKAGE)
    before = config.CACHE_DIR
    try:
        if ours:  # numba looks at the folder when it decorates; everybody else's setting stays
            config.CACHE_DIR = str(compiled_folder(_sources_of(function)))
        return cast(F, numba.njit(cache=ours, nogil=True, error_model="numpy")(function))
    finally:
        config.CACHE_DIR = before


def specialise(function: F, name: str, words: Mapping[str, Any], keep: bool = True) -> F:
    """The same function with some of its global names bound anew, compiled: one loop, many games.

    A closure would do, but Numba cannot keep compiled closures over compiled functions from run to run. Numba finds
    kept code by the function's name alone. The same name bound to other things would get the first one's machine code,
    so that is refused. Do not keep what calls somebody else's code: a change there would go unnoticed.
    """
    source = cast(FunctionType, function)
    used = {word: words[word] for word in sorted(_names_in(source.__code__) & words.keys())}
    key = (source.__module__, source.__qualname__, name)
    if keep and key in _specialised:
        earlier, compiled = _specialised[key]
        if different := [word for word in used if not _same(earlier.get(word), used[word])]:
            raise ValueError(f"{source.__qualname__} named {name!r} is already bound to another {', '.join(different)}")
        return cast(F, compiled)
    bound = FunctionType(source.__code__, {**source.__globals__, **words}, source.__name__, source.__defaults__)
    bound.__qualname__ = f"{name}.{source.__qualname__}"
    bound.__annotations__ = source.__annotations__
    compiled = rule(cast(F, bound), keep)
    if keep:
        _specialised[key] = used, compiled
    return compiled


_specialised: dict[tuple[str, str, str], tuple[dict[str, Any], Any]] = {}
"""What was bound to each function and name, and what came of it."""


def _same(one: Any, other: Any) -> bool:
    return one is other or (isinstance(one, int | np.dtype) and type(one) is type(other) and bool(one == other))


def _names_in(code: CodeType) -> set[str]:
    inner = [_names_in(part) for part in code.co_consts if isinstance(part, CodeType)]
    return set(code.co_names).union(*inner)


def _sources_of(function: Callable[..., Any]) -> tuple[str, ...]:
    """The files that a compiled function may call into: a rule the core alone, a bot or a loop everything."""
    where = Path(function.__code__.co_filename).relative_to(_PACKAGE)
    return _CORE if len(where.parts) == 1 or where.parts[0] == "games" else _CORE + _PLAYERS


@cache
def sources_hash(sources: tuple[str, ...] = _CORE) -> str:
    """A hash over the files that hold rules; the default is the version of the rules themselves."""
    digest = hashlib.sha256()
    for file in sorted(file for pattern in sources for file in _PACKAGE.glob(pattern)):
        digest.update(str(file.relative_to(_PACKAGE)).encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def compiled_folder(sources: tuple[str, ...] = _CORE) -> Path:
    """Where compiled rules are kept: named by their sources, for Numba notices no edit in another file."""
    checked = "-checked" if os.environ.get("NUMBA_BOUNDSCHECK", "") not in ("", "0") else ""
    return cache_folder.folder(f"rules-{sources_hash(sources)}{checked}")
