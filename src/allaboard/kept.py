"""Numba's cache, kept by what the code is made of, not by where its source file lies and when it was written.

Numba names a folder by the path of the source file and compares its time. Two checkouts of the same version would then
compile everything twice, although one of them has said that everything is ready. Here the folder's name is a hash over
all sources, so whoever has the same sources finds the same code.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any, Protocol, TypeAlias

Untyped: TypeAlias = Any
"""What Numba's inner parts take and give: types of its own, which it does not declare."""


class Dispatcher(Protocol):
    """A compiled function, as Numba keeps it."""

    py_func: FunctionType
    _cache: Untyped
    get_call_template: Callable[[list[Untyped], dict[str, Untyped]], Untyped]


def keep(compiled: Dispatcher, folder: Path) -> None:
    """Keep a compiled function's code in a folder, and look for it there."""
    cache_type, locator_type = _types()
    function = compiled.py_func
    place = folder / function.__module__
    locator_type.place, locator_type.stamp = place, folder.name
    compiled._cache = cache_type(function)
    compiled._cache.save_overload = _alone(compiled._cache.save_overload, place)


@cache
def _types() -> tuple[Untyped, Untyped]:
    """Numba's cache with a locator of ours. Numba makes the locator itself, so the class carries what it needs."""
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
    """Wait until no other process holds this file. Where files cannot be locked, go on at once."""
    with file.open("ab") as handle:
        try:
            import fcntl
        except ImportError:  # Windows
            yield
            return
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
