"""The database of a URL: SQLite in a file, or PostgreSQL. Problems are reported in one sentence."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from allaboard.server.setuperror import SetupError, reason, shown
from allaboard.server.sqlitefile import path_of

EXAMPLES = "sqlite:////var/lib/allaboard/tables.db or postgresql://user:password@host/database"


def parsed(url: str) -> URL:
    """Parse the URL of a database and check that it is supported."""
    try:
        found = make_url(url)
    except (ArgumentError, ValueError):  # the text may contain a password, so it is not repeated
        raise SetupError(f"the database's URL cannot be read; it looks like {EXAMPLES}") from None
    if found.get_backend_name() not in ("sqlite", "postgresql"):
        raise SetupError(f"there is no support for {found.get_backend_name()!r} databases; use {EXAMPLES}")
    if found.get_backend_name() == "sqlite" and (path_of(found) is None or found.query):
        raise SetupError("an SQLite database must be a file, without options, such as sqlite:////path/tables.db")
    return found.set(drivername="postgresql+psycopg") if found.drivername == "postgresql" else found


def engine_for(url: str) -> Engine:
    """Make an engine, without connecting. Its errors never contain values, which may be seeds or names."""
    found = parsed(url)
    try:
        if found.get_backend_name() == "sqlite":
            connecting = {"timeout": 10, "check_same_thread": False}
            engine = create_engine(found, connect_args=connecting, hide_parameters=True)
            event.listen(engine, "connect", _durable)
            return engine
        return create_engine(
            found, pool_pre_ping=True, pool_size=6, connect_args={"connect_timeout": 3}, hide_parameters=True
        )
    except (NoSuchModuleError, ImportError):
        needed = f"the driver for {found.drivername} is not installed"
        raise SetupError(f'{needed}; for PostgreSQL: pip install "allaboard[scale]"') from None


def reading_engine(engine: Engine) -> Engine:
    """An engine for queries. With PostgreSQL each query is one exchange: no transaction is begun, ended or tested."""
    if engine.url.get_backend_name() == "sqlite":
        return engine
    connecting = {"connect_timeout": 3}
    return create_engine(
        engine.url, isolation_level="AUTOCOMMIT", pool_size=4, connect_args=connecting, hide_parameters=True
    )


@contextmanager
def reached(url: URL) -> Iterator[None]:
    """Turn the errors of a database inside the block into one sentence."""
    try:
        yield
    except (SQLAlchemyError, OSError) as error:
        file = path_of(url)
        if file is not None and file.exists() and "not a database" in str(error):
            raise SetupError(f"{file} is not an SQLite database") from None
        raise SetupError(f"cannot use the database {shown(url)}: {reason(error)}") from error


def _durable(connection: sqlite3.Connection, _: object) -> None:
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "wal_autocheckpoint=8000"):
        connection.execute(f"PRAGMA {pragma}")
