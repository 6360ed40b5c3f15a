"""Inserts events with the database's driver directly, because under load SQLAlchemy's overhead took longer."""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any, Final, NamedTuple

from sqlalchemy import Engine, PoolProxiedConnection
from sqlalchemy.exc import IntegrityError, OperationalError

from allaboard.server.schema import EVENTS

TOGETHER: Final = (64, 16, 4, 1)
"""The numbers of rows that a statement can insert. Python's lock is released once for each statement, not each row."""


class EventRow(NamedTuple):
    """One event of a table as it is stored."""

    table_id: str
    seq: int
    at: int
    run: int
    body: str


class Inserter:
    """Inserts rows over a connection of its own, which one thread uses."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._kept: PoolProxiedConnection | None = None
        mark = "?" if engine.dialect.paramstyle == "qmark" else "%s"
        row = f"({', '.join([mark] * len(EventRow._fields))})"
        head = f"INSERT INTO {EVENTS.name} ({', '.join(EventRow._fields)}) VALUES "
        self._sql = {count: head + ", ".join([row] * count) for count in TOGETHER}

    def statements(self, rows: Sequence[EventRow]) -> Iterator[tuple[str, tuple[object, ...]]]:
        """The statements that insert these rows, each with its values."""
        at = 0
        for count in TOGETHER:
            while len(rows) - at >= count:
                yield self._sql[count], tuple(chain.from_iterable(rows[at : at + count]))
                at += count

    def insert(self, rows: Sequence[EventRow]) -> None:
        """Insert these rows and commit. Raises what SQLAlchemy would raise."""
        driver: Any = self._engine.dialect.dbapi  # Any: the module of whichever driver is used
        outage = driver.OperationalError, driver.InterfaceError
        try:
            self._insert(rows, outage)
        except driver.IntegrityError as error:
            self._undo()
            raise IntegrityError("insert events", None, error, hide_parameters=True) from error
        except outage as error:
            self.forget()
            raise OperationalError("insert events", None, error, hide_parameters=True) from error
        except BaseException:
            self._undo()  # otherwise the next commit would store some of these rows
            raise

    def _insert(self, rows: Sequence[EventRow], outage: tuple[type[Exception], ...]) -> None:
        may_be_cut = self._kept is not None and self._engine.dialect.name != "sqlite"
        try:
            connection = self._execute(rows)
        except outage:
            if not may_be_cut:
                raise
            self.forget()  # the database may have been restarted since the last commit
            connection = self._execute(rows)
        connection.commit()

    def _undo(self) -> None:
        if self._kept is not None:
            self._kept.rollback()

    def _execute(self, rows: Sequence[EventRow]) -> PoolProxiedConnection:
        self._kept = connection = self._kept or self._engine.raw_connection()
        cursor = connection.cursor()
        for sql, values in self.statements(rows):
            cursor.execute(sql, values)
        cursor.close()
        return connection

    def forget(self) -> None:
        """Close the connection, whatever state it is in; the next rows get a new one."""
        if self._kept is not None:
            self._kept.invalidate()
            self._kept = None
