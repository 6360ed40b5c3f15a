"""The file of an SQLite database: private to its owner, and used by one server process at a time."""

import os
from contextlib import suppress
from pathlib import Path

from sqlalchemy.engine import URL

from allaboard.server.setuperror import SetupError

PRIVATE = 0o600
HEAD = b"SQLite format 3\0"
"""The first bytes of every SQLite database that is not empty."""


def path_of(url: URL) -> Path | None:
    """The file of a URL; None for other databases and for those in memory."""
    if url.get_backend_name() != "sqlite" or url.database in (None, "", ":memory:"):
        return None
    assert url.database is not None
    return None if url.database.startswith("file:") else Path(url.database)


def make_private(path: Path) -> None:
    """Create the file if needed, and make it private. SQLite gives its log the same mode.

    A file that is not a database is not changed.
    """
    if path.exists() and not path.is_file():  # reading a pipe would wait for ever
        raise SetupError(f"{path} is not a file; choose another --db")
    try:
        with os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, PRIVATE), "rb") as file:
            head = file.read(len(HEAD))
    except OSError as error:
        why = f"cannot write the database {path}: {error.strerror}"
        raise SetupError(f"{why}; check the folder, or choose another --db") from None
    if head not in (b"", HEAD):
        raise SetupError(f"{path} is not an SQLite database")
    if path.stat().st_mode & 0o077:
        with suppress(PermissionError):  # a file of another user that we may write: leave its mode alone
            path.chmod(PRIVATE)


class Lock:
    """The lock of a database file. The system releases it when the process ends, also after a crash."""

    def __init__(self, path: Path) -> None:
        path = path.resolve()  # a file has one lock, also if a link leads to it
        self._path = path.with_name(path.name + ".lock")
        self._file: int | None = None

    def take(self) -> None:
        """Take the lock. Raises SetupError with the process that has it."""
        try:
            file = os.open(self._path, os.O_RDWR | os.O_CREAT, PRIVATE)
        except OSError as error:
            why = f"cannot write {self._path}: {error.strerror}"
            raise SetupError(f"{why}; the server needs a folder that it can write to") from None
        try:
            import fcntl
        except ImportError:  # Windows has no such locks
            os.close(file)
            return
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            holder = os.pread(file, 20, 0).decode("ascii", "replace").strip() or "unknown"
            os.close(file)
            database = self._path.with_suffix("")
            raise SetupError(
                f"another server (process {holder}) uses the database {database}; "
                "stop it first, or give this one another --db"
            ) from None
        os.ftruncate(file, 0)
        os.pwrite(file, f"{os.getpid()}\n".encode(), 0)
        self._file = file

    def release(self) -> None:
        """Release the lock. The file stays: without it two processes could lock different files of the same name."""
        if self._file is not None:
            os.close(self._file)
            self._file = None
