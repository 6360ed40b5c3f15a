"""Compiled code on disk, in folders whose names are hashes of the sources.

Numba names a cache folder after the path of the source file and compares the file's time, so two checkouts of the same
version would compile everything twice. It also keeps an index for each function, and processes overwrite each other's
indexes. Here every function and combination of types has files of its own, which are never changed after they were
written.
"""

import hashlib
import os
import pickle
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FunctionType
from typing import NamedTuple

from allaboard.internals import Codegen, Description, Environment, Kinds, Steps, Untyped


class Part(NamedTuple):
    """The code of one function for compiled callers."""

    name: str
    code: bytes
    needs: tuple[tuple[str, str], ...]  # the files of the parts that it calls, and the names of their functions
    describes: Description
    environment: Environment
    signature: object
    at_load: Steps


class Entry(NamedTuple):
    """The machine code of one function that Python calls, with everything that it needs."""

    machine_code: bytes
    describes: Description
    environment: Environment
    constants: tuple[object, ...]  # of its environment, with those of the wrapper for Python
    environments: tuple[Environment, ...]
    at_load: Steps


class EntryFiles:
    """The files of one function."""

    def __init__(self, folder: Path, function: FunctionType) -> None:
        self._base = folder.parent
        self._place = folder / function.__module__
        self._function = function

    def part(self, args: Kinds, codegen: Codegen) -> str:
        """Where the part for these types is kept."""
        return self._file(args, codegen, "part")

    def entry(self, args: Kinds, codegen: Codegen) -> str:
        """Where the entry for these types is kept."""
        return self._file(args, codegen, "entry")

    def read(self, file: str) -> Untyped:
        """The content of a file; None if there is no such file, or if it cannot be read."""
        try:
            return pickle.loads((self._base / file).read_bytes())
        except FileNotFoundError:
            return None
        except Exception:
            self.drop(file)
            return None

    def write(self, file: str, content: Part | Entry) -> bool:
        """Write a file; False if another process has written it before.

        A full or read-only disk costs only time: the code is used and compiled again by the next process.
        """
        whole = self._base / file
        try:
            whole.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            handle, fresh = tempfile.mkstemp(dir=whole.parent, suffix=".tmp")
            try:
                with os.fdopen(handle, "wb") as stream:
                    stream.write(_dumped(content))
                _place(fresh, whole)
            finally:
                Path(fresh).unlink(missing_ok=True)
        except FileExistsError:
            return False
        except OSError:
            return True
        return True

    def drop(self, file: str) -> None:
        """Delete a file that is of no use."""
        with suppress(OSError):
            (self._base / file).unlink()

    def _file(self, args: Kinds, codegen: Codegen, kind: str) -> str:
        """The name of a file. It contains a hash of everything that the code depends on besides the sources."""
        import llvmlite
        import numba

        config: Untyped = numba.config
        code, cells = self._function.__code__, self._function.__closure__ or ()
        machine = codegen.magic_tuple(), str(config.OPT), numba.__version__, llvmlite.__version__
        parts = repr((machine, sys.implementation.cache_tag, [str(one) for one in args], code.co_code))
        digest = hashlib.sha256(parts.encode() + _dumped(tuple(cell.cell_contents for cell in cells)))
        name = re.sub(r"[^\w.-]", "_", self._function.__qualname__)
        place = self._place / f"{name}-{code.co_firstlineno}-{digest.hexdigest()[:24]}.{kind}"
        return place.relative_to(self._base).as_posix()


def _place(fresh: str, whole: Path) -> None:
    """Give a new file its name, unless there is a file of that name. Some file systems do not support links."""
    try:
        os.link(fresh, whole)
    except FileExistsError:
        raise
    except (AttributeError, OSError):
        Path(fresh).rename(whole)


def _dumped(content: object) -> bytes:
    """A pickle made by Numba, which can also pickle functions."""
    from numba.core import serialize

    dumps: Callable[[object], bytes] = serialize.dumps
    return dumps(content)


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
