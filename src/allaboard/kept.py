"""Numba's cache, kept by what the code is made of, not by where its source file lies and when it was written.

Numba names a folder by the path of the source file and compares its time. Two checkouts of the same version would then
compile everything twice, although one of them has said that everything is ready. Here the folder's name is a hash over
all sources, so whoever has the same sources finds the same code.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any


def keep(compiled: Any, folder: Path) -> None:
    """Keep a compiled function's code in a folder, and look for it there."""
    cache_type, locator_type = _types()
    function = compiled.py_func
    place = folder / function.__module__
    locator_type.place, locator_type.stamp = place, folder.name
    compiled._cache = cache_type(function)
    compiled._cache.save_overload = _alone(compiled._cache.save_overload, place)


@cache
def _types() -> tuple[Any, Any]:
    """Numba's cache with a locator of ours. Numba makes the locator itself, so the class carries what it needs."""
    from numba.core import caching as numba_caching

    caching: Any = numba_caching  # it is not typed

    class Locator(caching._CacheLocator):  # type: ignore[misc]
        place: Path
        stamp: str

        def __init__(self, function: Callable[..., Any], file: str) -> None:
            self._py_file, self._line = file, function.__code__.co_firstlineno
            self._place, self._stamp = self.place, self.stamp

        def get_cache_path(self) -> str:
            return str(self._place)

        def get_source_stamp(self) -> str:
            return self._stamp

        def get_disambiguator(self) -> str:
            return str(self._line)

        @classmethod
        def from_function(cls, function: Callable[..., Any], file: str) -> "Locator":
            return cls(function, file)

    class Kept(caching.CompileResultCacheImpl):  # type: ignore[misc]
        _locator_classes = (Locator,)

    class KeptCode(caching.FunctionCache):  # type: ignore[misc]
        _impl_class = Kept

    return KeptCode, Locator


def _alone(save: Callable[[Any, Any], None], place: Path) -> Callable[[Any, Any], None]:
    """Let one process at a time save code in a folder.

    Numba reads a function's index, adds an entry and writes it back. Two processes that do so at the same time lose an
    entry, or give two entries the same file.
    """

    def save_alone(signature: Any, result: Any) -> None:
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
