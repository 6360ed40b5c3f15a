"""The database. One thread writes, and many tables share a commit. A future is done when its change is on disk."""

import asyncio
import queue
import secrets
import threading
import time
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TypeVar

from sqlalchemy import Connection, Executable, func, insert, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError, InterfaceError, OperationalError, SQLAlchemyError

from allaboard.server import tableevents
from allaboard.server.database import engine_for, reached, reading_engine
from allaboard.server.inserting import EventRow, Inserter
from allaboard.server.logs import log, log_fault
from allaboard.server.metrics import METRICS
from allaboard.server.migrations import migrate
from allaboard.server.refusal import ServerError
from allaboard.server.schema import EVENTS, RUNS, SECRETS
from allaboard.server.sqlitefile import Lock, make_private, path_of

ALIVE_MS = 10_000
"""A run whose last heartbeat is more recent than this is running."""
MOST_TOGETHER = 1000
"""The largest number of changes in one commit."""
GATHER = 0.005
"""Seconds between two commits under load. Changes that arrive meanwhile share a commit."""
ENOUGH = 50
"""If so many changes wait, they are committed without waiting for more."""
STOP_SECONDS = 8.0
"""Seconds within which everything that waits must be written when the server stops."""

T = TypeVar("T")
Values = dict[str, object]
"""A row to write, by column."""
Statement = tuple[Executable, Values | Sequence[Values] | None]


class StoreDown(ServerError):
    """The change could not be stored."""


class Conflict(ServerError):
    """Somebody else has already written that row."""


@dataclass(slots=True)
class Change:
    """Events and statements that are stored together or not at all."""

    rows: list[EventRow] = field(default_factory=list)
    statements: list[Statement] = field(default_factory=list)


@dataclass(slots=True)
class _Waiting:
    change: Change
    future: "asyncio.Future[None]"
    since: float


def now_ms() -> int:
    """The wall-clock time in milliseconds, as the database stores it."""
    return time.time_ns() // 1_000_000


class Store:
    """A database behind one writer thread and a few readers."""

    def __init__(self, url: str) -> None:
        self.engine = engine_for(url)
        self._reading = reading_engine(self.engine)
        self.url = self.engine.url
        self.run = secrets.randbits(53)
        self._lock: Lock | None = None
        self._is_away = False
        METRICS.gauges["storage_up"] = lambda: not self._is_away
        self._inserter = Inserter(self.engine)
        self._line: list[_Waiting] = []
        self._handing: asyncio.Handle | None = None
        self._writing = False
        self._committed = 0.0
        self._queue: queue.SimpleQueue[list[_Waiting] | None] = queue.SimpleQueue()
        self._readers = ThreadPoolExecutor(4, "store-reader")
        self._asked: set[object] = set()  # what the readers do now or have queued
        self._writer = threading.Thread(target=self._write, name="store-writer", daemon=True)
        self._loop: asyncio.AbstractEventLoop | None = None

    def open(self) -> None:
        """Lock the file, migrate the schema and register this run. Raises SetupError if that fails."""
        if file := path_of(self.url):
            make_private(file)
            self._lock = Lock(file)
            self._lock.take()
        try:
            with reached(self.url):
                migrate(self.engine)
                with self.engine.begin() as connection:
                    signs = {"id": self.run, "started": now_ms(), "alive": now_ms(), "events": tableevents.VERSION}
                    connection.execute(insert(RUNS), signs)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close the database."""
        self._inserter.forget()
        self.engine.dispose()
        self._reading.dispose()
        if self._lock:
            self._lock.release()

    async def start(self) -> None:
        """Start the writer for this event loop."""
        self._loop = asyncio.get_running_loop()
        self._writer.start()

    async def stop(self) -> None:
        """Write what is queued, then stop."""
        until = time.monotonic() + STOP_SECONDS
        while (self._line or self._writing) and time.monotonic() < until:
            await asyncio.sleep(GATHER)
        self._queue.put(None)
        await asyncio.to_thread(self._writer.join, max(0.0, until - time.monotonic()))
        self._readers.shutdown(wait=False, cancel_futures=True)
        while self._asked and time.monotonic() < until:  # a connection that is in use now would not be closed
            await asyncio.sleep(GATHER)
        self.close()

    # ---- writing

    def append(
        self, table: str, seq: int, at: int, bodies: Sequence[bytes], *more: Statement
    ) -> Coroutine[None, None, None]:
        """Store the next events of a table, with further statements."""
        rows = [self.row(table, seq + i, at, body) for i, body in enumerate(bodies)]
        return self.keep(Change(rows, list(more)))

    def row(self, table: str, seq: int, at: int, body: bytes) -> EventRow:
        """The row of one event."""
        return EventRow(table, seq, at, self.run, body.decode())

    async def keep(self, change: Change) -> None:
        """Store a change. Returns when it is on disk."""
        assert self._loop is not None
        future: asyncio.Future[None] = self._loop.create_future()
        self._line.append(_Waiting(change, future, time.perf_counter()))
        if self._handing and len(self._line) == ENOUGH:
            self._handing.cancel()
            self._handing = None
        self._hand_over_soon()
        await future

    async def heartbeat(self, metrics: str | None = None) -> None:
        """Write a heartbeat of this run, and its metrics for the other workers."""
        signs: dict[str, object] = {"alive": now_ms()} | ({} if metrics is None else {"metrics": metrics})
        statement = update(RUNS).where(RUNS.c.id == self.run).values(signs)
        await self.keep(Change(statements=[(statement, None)]))

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run a function in a transaction of its own, in a thread."""
        return await self._in_reader(self._do, work)

    def _do(self, work: Callable[[Connection], T]) -> T:
        try:
            with self.engine.begin() as connection:
                return work(connection)
        except (SQLAlchemyError, OSError) as error:
            raise self._away(error) from error

    def _hand_over_soon(self, seconds: float = 0.0) -> None:
        """Schedule the hand-over to the writer, after what the event loop does now, so that changes share a commit."""
        if not self._handing and not self._writing:
            assert self._loop is not None
            later = self._loop.call_later
            self._handing = later(seconds, self._hand_over) if seconds else self._loop.call_soon(self._hand_over)

    def _hand_over(self) -> None:
        self._handing = None
        if self._writing or not self._line:
            return
        early = self._committed + GATHER - time.perf_counter()
        if 0 < early <= GATHER and len(self._line) < ENOUGH:  # longer only if the clock was changed, as simulations do
            self._hand_over_soon(early)
            return
        batch, self._line = self._line[:MOST_TOGETHER], self._line[MOST_TOGETHER:]
        self._writing = True
        self._give(batch)

    def _give(self, batch: list[_Waiting]) -> None:
        self._queue.put(batch)

    def _write(self) -> None:
        while (batch := self._queue.get()) is not None:
            self._commit(batch)

    def _commit(self, batch: list[_Waiting]) -> None:
        errors: list[Exception | None] = [None] * len(batch)
        try:
            self._transact([waiting.change for waiting in batch])
        except (OperationalError, InterfaceError, OSError) as error:
            errors = [self._away(error)] * len(batch)
        except Exception:  # something is wrong with one of them: the others are stored
            errors = [self._alone(waiting.change) for waiting in batch]
        else:
            self._back()
        assert self._loop is not None
        METRICS.committed(len(batch), [time.perf_counter() - waiting.since for waiting in batch])
        try:
            self._loop.call_soon_threadsafe(self._tell, batch, errors)
        except RuntimeError:  # the loop has ended, so nobody waits for the result
            return

    def _alone(self, change: Change) -> Exception | None:
        try:
            self._transact([change])
        except IntegrityError:
            return Conflict()
        except Exception as error:  # whatever it is, the writer goes on
            return self._away(error)
        return None

    def _away(self, error: Exception) -> StoreDown:
        """Turn an error of the database into StoreDown. It is logged once for each outage."""
        METRICS.count("faults", "storage")
        if not self._is_away:
            self._is_away = True
            log_fault("storage", error, state="away", database=self.url.get_backend_name())
        return StoreDown(type(error).__name__)

    def _back(self) -> None:
        if self._is_away:
            self._is_away = False
            log("storage", state="back")

    def _transact(self, changes: Sequence[Change]) -> None:
        rows = [row for change in changes for row in change.rows]
        statements = [statement for change in changes for statement in change.statements]
        if not statements:
            self._inserter.insert(rows)
            return
        with self.engine.begin() as connection:
            for sql, values in self._inserter.statements(rows):
                connection.exec_driver_sql(sql, values)
            for statement, more in statements:
                connection.execute(statement, more)

    def _tell(self, batch: list[_Waiting], errors: list[Exception | None]) -> None:
        """Wake everybody whose change was written, or could not be written."""
        self._writing, self._committed = False, time.perf_counter()
        if self._line:
            self._hand_over_soon()
        for waiting, error in zip(batch, errors, strict=True):
            if waiting.future.done():
                continue
            if error is None:
                waiting.future.set_result(None)
            else:
                waiting.future.set_exception(error)

    # ---- reading

    async def read(self, question: Callable[[Connection], T]) -> T:
        """Read from the database, in a thread."""
        return await self._in_reader(self._ask, question)

    def _in_reader(
        self, ask: Callable[[Callable[[Connection], T]], T], work: Callable[[Connection], T]
    ) -> "asyncio.Future[T]":
        future = self._readers.submit(ask, work)
        self._asked.add(future)
        future.add_done_callback(self._asked.discard)
        return asyncio.wrap_future(future)

    def _ask(self, question: Callable[[Connection], T]) -> T:
        try:
            try:
                return self._answer(question)
            except DBAPIError as error:
                if not error.connection_invalidated:
                    raise
                return self._answer(question)  # the connection was stale: the pool has dropped all such connections
        except (SQLAlchemyError, OSError) as error:
            raise self._away(error) from error

    def _answer(self, question: Callable[[Connection], T]) -> T:
        with self._reading.connect() as connection:
            return question(connection)

    async def events_of(self, table: str, start: int = 0) -> list[tuple[int, bytes]]:
        """The events of a table from a number on, each with its time."""
        query = select(EVENTS.c.at, EVENTS.c.body).where(EVENTS.c.table_id == table, EVENTS.c.seq >= start)
        rows = await self.read(lambda connection: connection.execute(query.order_by(EVENTS.c.seq)).all())
        return [(at, body.encode()) for at, body in rows]

    async def latest(self, tables: Sequence[str]) -> dict[str, int]:
        """The number of events of each of these tables."""
        found: dict[str, int] = {}
        for start in range(0, len(tables), 500):
            some = EVENTS.c.table_id.in_(tables[start : start + 500])
            query = select(EVENTS.c.table_id, func.max(EVENTS.c.seq)).where(some).group_by(EVENTS.c.table_id)
            rows = await self.read(lambda connection, query=query: connection.execute(query).all())  # type: ignore[misc]
            found |= {table: int(seq) + 1 for table, seq in rows}
        return found

    async def others_counted(self) -> dict[int, str]:
        """By run: the metrics of the other workers that are alive."""
        alive = RUNS.c.alive > now_ms() - ALIVE_MS
        query = select(RUNS.c.id, RUNS.c.metrics).where(alive, RUNS.c.id != self.run, RUNS.c.metrics.is_not(None))
        rows = await self.read(lambda connection: connection.execute(query.order_by(RUNS.c.id)).all())
        return {row.id: row.metrics for row in rows}

    async def known_events(self) -> int:
        """The newest version of table events that every worker knows. Workers that died a moment ago still count."""
        query = select(func.min(func.coalesce(RUNS.c.events, 1))).where(RUNS.c.alive > now_ms() - ALIVE_MS)
        found = await self.read(lambda connection: connection.execute(query).scalar())
        return tableevents.VERSION if found is None else min(int(found), tableevents.VERSION)

    async def last_seen(self, table: str) -> int | None:
        """The last heartbeat of the run that wrote a table's last event; None if it was this run."""
        last = select(EVENTS.c.run).where(EVENTS.c.table_id == table).order_by(EVENTS.c.seq.desc()).limit(1)
        query = select(RUNS.c.id, RUNS.c.alive).where(RUNS.c.id == last.scalar_subquery())
        row = await self.read(lambda connection: connection.execute(query).first())
        return None if row is None or row.id == self.run else int(row.alive)

    def secret(self, name: str) -> bytes:
        """A secret of this database. It is generated at the first call."""
        query = select(SECRETS.c.value).where(SECRETS.c.name == name)
        with self.engine.begin() as connection:
            kept = connection.execute(query).scalar()
        if kept is None:
            try:
                with self.engine.begin() as connection:
                    connection.execute(insert(SECRETS), {"name": name, "value": secrets.token_hex(32)})
            except IntegrityError:
                pass  # another worker was first
            with self.engine.begin() as connection:
                kept = connection.execute(query).scalar_one()
        return bytes.fromhex(kept)
