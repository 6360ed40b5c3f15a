"""Copies of a database. A backup is always an SQLite file, whichever database it was made from.

It can therefore be read anywhere, and restoring it into the other kind of database moves a server there.
"""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy import Connection, Engine, create_engine, insert, select

from allaboard.server.schema import EVENTS, VERSIONS, metadata
from allaboard.server.setuperror import SetupError
from allaboard.server.sqlitefile import PRIVATE, path_of

AT_ONCE = 5000
"""The number of rows that are read and written at a time."""


def copy_sqlite(source: Path, target: Path) -> Path:
    """Make a consistent copy of a database file, even while a server writes. The target appears when it is complete."""
    part = _new_file(target)
    try:
        with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(part)) as new:
            old.backup(new)
            new.execute("PRAGMA journal_mode=DELETE")  # one file, without a separate log
        _settle(part, target)
    except sqlite3.Error as error:
        raise SetupError(f"cannot copy {source} to {target}: {error}") from error
    finally:
        part.unlink(missing_ok=True)
    return target


def back_up(engine: Engine, target: Path) -> Path:
    """Make a consistent copy of any database as an SQLite file."""
    if file := path_of(engine.url):
        if not file.exists():
            raise SetupError(f"there is no database {file}")
        return copy_sqlite(file, target)
    part = _new_file(target)
    try:
        file_engine = create_engine(f"sqlite:///{part}")
        metadata.create_all(file_engine)
        with (
            engine.connect().execution_options(isolation_level="REPEATABLE READ") as old,
            file_engine.begin() as new,
        ):
            _copy_rows(old, new)
        file_engine.dispose()
        _settle(part, target)
    finally:
        part.unlink(missing_ok=True)
    return target


def is_allaboards(file: Path) -> bool:
    """Whether a file is a database of All Aboard, of any version."""
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
            return bool(connection.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (EVENTS.name,)).fetchall())
    except sqlite3.Error:
        return False


def restore(source: Engine, target: Engine) -> int:
    """Copy the rows of another database into an empty one of the newest version. Returns the number of events."""
    with source.connect() as old, target.begin() as new:
        for table in metadata.sorted_tables:
            if table is not VERSIONS and new.execute(select(table).limit(1)).first():
                raise SetupError(f"the database to restore into is not empty: {table.name} has rows")
        return _copy_rows(old, new, but=VERSIONS.name)


def _copy_rows(old: Connection, new: Connection, but: str = "") -> int:
    events = 0
    for table in metadata.sorted_tables:
        if table.name == but:
            continue
        rows = old.execution_options(yield_per=AT_ONCE).execute(select(table).order_by(*table.primary_key))
        for some in rows.mappings().partitions(AT_ONCE):
            new.execute(insert(table), [dict(row) for row in some])
            events += len(some) if table.name == "events" else 0
    return events


def _new_file(target: Path) -> Path:
    """Create a private, empty file next to the target. The target itself must not exist."""
    if target.exists():
        raise SetupError(f"{target} exists; choose another name, or remove it first")
    part = target.with_name(f"{target.name}.part-{os.getpid()}")
    try:
        os.close(os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, PRIVATE))
    except OSError as error:
        raise SetupError(f"cannot write {target}: {error.strerror}") from None
    return part


def _settle(part: Path, target: Path) -> None:
    """Sync the copy to disk before it gets its final name."""
    for path in (part, part.parent):
        file = os.open(path, os.O_RDONLY)
        try:
            os.fsync(file)
        finally:
            os.close(file)
        if path is part:
            os.link(part, target)  # unlike a rename, a link never replaces an existing file
