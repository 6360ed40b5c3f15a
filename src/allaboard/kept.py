"""A cache for Numba whose keys are hashes of the sources instead of their paths and times.

Numba names a cache folder after the path of the source file and compares the file's time, so two checkouts of the same
version would compile everything twice. Here the folder's name is a hash of all sources, so equal sources share their
code.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any, Protocol, TypeAlias

Untyped: TypeAlias = Any
"""Numba's internal types, which have no declarations."""


class Dispatcher(Protocol):
    """A compiled function of Numba."""

    py_func: FunctionType
    _cache: Untyped
    get_call_template: Callable[[list[Untyped], dict[str, Untyped]], Untyped]


def keep(compiled: Dispatcher, folder: Path) -> None:
    """Cache a compiled function's code in this folder."""
    cache_type, locator_type = _types()
    function = compiled.py_func
    place = folder / function.__module__
    locator_type.place, locator_type.stamp = place, folder.name
    compiled._cache = cache_type(function)
    compiled._cache.save_overload = _alone(compiled._cache.save_overload, place)


@cache
def _types() -> tuple[Untyped, Untyped]:
    """Numba's cache with our own locator. Numba makes the locator itself, so the class has its data as attributes."""
    from numba.core import caching as numba_caching

    caching: Untyped = numba_caching

    class Locator(caching._CacheLocator):  # type: ignore[misc]
        place: Path
        stamp: str

        def __init__(self, function: FunctionType, file: str) -> None:
            self._py_file, self._line = file, function.__code__.co_firstlineno
            self._place, self._stamp = self.place, self.stamp

        def get_cache_path(self) -> str:
            return str(self._place)

        def get_source_stamp(self) -> str:
            return self._stamp

        def get_disambiguator(self) -> str:
            return str(self._line)

        @classmethod
        def from_function(cls, function: FunctionType, file: str) -> "Locator":
            return cls(function, file)

    class Kept(caching.CompileResultCacheImpl):  # type: ignore[misc]
        _locator_classes = (Locator,)

    class KeptCode(caching.FunctionCache):  # type: ignore[misc]
        _impl_class = Kept

    return KeptCode, Locator


def _alone(save: Callable[[Untyped, Untyped], None], place: Path) -> Callable[[Untyped, Untyped], None]:
    """Let one process at a time save code in a folder.

    Numba reads a function's index, adds an entry and writes it back. Two processes that do so at the same time lose an
    entry, or give two entries the same file.
    """

    def save_alone(signature: Untyped, result: Untyped) -> None:
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        with locked(place / "saving.lock"):
            save(signature, result)

    return save_alone


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Lock a file; wait until no other process has locked it. Where files cannot be locked, continue at once."""
    with file.open("ab") as handle:
        try:
            import fcntl
        except ImportError:  # Windows
            yield
            return
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
