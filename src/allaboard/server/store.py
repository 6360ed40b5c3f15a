"""The database: one thread writes, many tables share a commit, and a future is done only when its change is kept."""

import asyncio
import queue
import secrets
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TypeVar

from sqlalchemy import Connection, Executable, func, insert, select, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from allaboard.server import tableevents
from allaboard.server.database import engine_for, reached
from allaboard.server.logs import log, log_fault
from allaboard.server.metrics import METRICS
from allaboard.server.migrations import migrate
from allaboard.server.refusal import ServerError
from allaboard.server.schema import EVENTS, RUNS, SECRETS
from allaboard.server.sqlitefile import Lock, make_private, path_of

ALIVE_MS = 10_000
"""A run that has signed within this time is running."""
MOST_TOGETHER = 1000
"""Changes in one commit."""
GATHER = 0.002
"""Seconds from one commit to the next while there is much to keep: what comes meanwhile shares a commit."""

COLUMNS = [column.name for column in EVENTS.columns]
INSERT = {
    style: f"INSERT INTO {EVENTS.name} ({', '.join(COLUMNS)}) VALUES ({', '.join(map(form.format, COLUMNS))})"
    for style, form in {"qmark": ":{}", "named": ":{}", "pyformat": "%({})s"}.items()
}
"""By the driver's way to write parameters: one more event, without SQLAlchemy's work for each row."""

T = TypeVar("T")
Values = dict[str, object]
"""A row to be written, by column."""
Statement = tuple[Executable, Values | Sequence[Values] | None]


class StoreDown(ServerError):
    """The change could not be kept."""


class Conflict(ServerError):
    """Somebody else has written there first."""


@dataclass
class Change:
    """What must be kept together or not at all."""

    rows: list[Values] = field(default_factory=list)
    statements: list[Statement] = field(default_factory=list)


@dataclass
class _Waiting:
    change: Change
    future: "asyncio.Future[None]"
    since: float


def now_ms() -> int:
    """Wall-clock time as it is kept."""
    return time.time_ns() // 1_000_000


class Store:
    """A database behind one writer thread and a few readers."""

    def __init__(self, url: str) -> None:
        self.engine = engine_for(url)
        self.url = self.engine.url
        self.run = secrets.randbits(53)
        self._lock: Lock | None = None
        self._is_away = False
        METRICS.gauges["storage_up"] = lambda: not self._is_away
        self._queue: queue.SimpleQueue[_Waiting | None] = queue.SimpleQueue()
        self._readers = ThreadPoolExecutor(4, "store-reader")
        self._writer = threading.Thread(target=self._write, name="store-writer", daemon=True)
        self._loop: asyncio.AbstractEventLoop | None = None

    def open(self) -> None:
        """Take the file, bring the schema up to date and sign in; what does not work is Unfit, in one sentence."""
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
        """Let go of the database."""
        self.engine.dispose()
        if self._lock:
            self._lock.release()

    async def start(self) -> None:
        """Begin to write, for this event loop."""
        self._loop = asyncio.get_running_loop()
        self._writer.start()

    async def stop(self) -> None:
        """Write what is waiting, then end."""
        self._queue.put(None)
        await asyncio.to_thread(self._writer.join, 8)
        self._readers.shutdown(wait=False, cancel_futures=True)
        self.close()

    # ---- writing

    async def append(self, table: str, seq: int, at: int, bodies: Sequence[bytes], *more: Statement) -> None:
        """Keep the next events of a table, and what else belongs to them."""
        rows = [self.row(table, seq + i, at, body) for i, body in enumerate(bodies)]
        await self.keep(Change(rows, list(more)))

    def row(self, table: str, seq: int, at: int, body: bytes) -> Values:
        """One event of a table, to be kept."""
        return {"table_id": table, "seq": seq, "at": at, "run": self.run, "body": body.decode()}

    async def keep(self, change: Change) -> None:
        """Return when the change is on disk."""
        assert self._loop is not None
        future: asyncio.Future[None] = self._loop.create_future()
        self._queue.put(_Waiting(change, future, time.perf_counter()))
        await future

    async def beat(self, metrics: str | None = None) -> None:
        """Sign that this run is alive, and tell the other workers what it has counted."""
        signs: dict[str, object] = {"alive": now_ms()} | ({} if metrics is None else {"metrics": metrics})
        statement = update(RUNS).where(RUNS.c.id == self.run).values(signs)
        await self.keep(Change(statements=[(statement, None)]))

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Do something in a transaction of its own, off the loop."""
        assert self._loop is not None
        return await self._loop.run_in_executor(self._readers, self._do, work)

    def _do(self, work: Callable[[Connection], T]) -> T:
        try:
            with self.engine.begin() as connection:
                return work(connection)
        except (SQLAlchemyError, OSError) as error:
            raise self._away(error) from error

    def _write(self) -> None:
        committed = 0.0
        while (first := self._queue.get()) is not None:
            if (early := committed + GATHER - time.perf_counter()) > 0:
                time.sleep(early)
            batch, last = [first], False
            while len(batch) < MOST_TOGETHER and not self._queue.empty():
                if (another := self._queue.get()) is None:
                    last = True
                    break
                batch.append(another)
            self._commit(batch)
            committed = time.perf_counter()
            if last:
                return

    def _commit(self, batch: list[_Waiting]) -> None:
        errors: list[Exception | None] = [None] * len(batch)
        try:
            self._transact([waiting.change for waiting in batch])
        except IntegrityError:
            if len(batch) == 1:
                errors = [Conflict()]
            else:
                for number, waiting in enumerate(batch):
                    errors[number] = self._alone(waiting.change)
        except (SQLAlchemyError, OSError) as error:
            errors = [self._away(error)] * len(batch)
        else:
            self._back()
        assert self._loop is not None
        METRICS.committed(len(batch), [time.perf_counter() - waiting.since for waiting in batch])
        try:
            self._loop.call_soon_threadsafe(_tell, batch, errors)
        except RuntimeError:  # the loop has ended: nobody waits any more
            return

    def _alone(self, change: Change) -> Exception | None:
        try:
            self._transact([change])
        except IntegrityError:
            return Conflict()
        except (SQLAlchemyError, OSError) as error:
            return self._away(error)
        return None

    def _away(self, error: Exception) -> StoreDown:
        """The database did not do what it was asked to: once for each outage this goes to the log."""
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
        with self.engine.begin() as connection:
            if rows:
                connection.exec_driver_sql(INSERT[connection.dialect.paramstyle], rows)
            for change in changes:
                for statement, values in change.statements:
                    connection.execute(statement, values)

    # ---- reading

    async def read(self, question: Callable[[Connection], T]) -> T:
        """Ask the database something, off the loop."""
        assert self._loop is not None
        return await self._loop.run_in_executor(self._readers, self._ask, question)

    def _ask(self, question: Callable[[Connection], T]) -> T:
        try:
            with self.engine.connect() as connection:
                return question(connection)
        except (SQLAlchemyError, OSError) as error:
            raise self._away(error) from error

    async def events_of(self, table: str, start: int = 0) -> list[tuple[int, bytes]]:
        """A table's events from a number on, each with its time."""
        query = select(EVENTS.c.at, EVENTS.c.body).where(EVENTS.c.table_id == table, EVENTS.c.seq >= start)
        rows = await self.read(lambda connection: connection.execute(query.order_by(EVENTS.c.seq)).all())
        return [(at, body.encode()) for at, body in rows]

    async def latest(self, tables: Sequence[str]) -> dict[str, int]:
        """How many events each of these tables has."""
        found: dict[str, int] = {}
        for start in range(0, len(tables), 500):
            some = EVENTS.c.table_id.in_(tables[start : start + 500])
            query = select(EVENTS.c.table_id, func.max(EVENTS.c.seq)).where(some).group_by(EVENTS.c.table_id)
            rows = await self.read(lambda connection, query=query: connection.execute(query).all())  # type: ignore[misc]
            found |= {table: int(seq) + 1 for table, seq in rows}
        return found

    async def others_counted(self) -> dict[int, str]:
        """By run: what the other workers that are alive have counted."""
        alive = RUNS.c.alive > now_ms() - ALIVE_MS
        query = select(RUNS.c.id, RUNS.c.metrics).where(alive, RUNS.c.id != self.run, RUNS.c.metrics.is_not(None))
        rows = await self.read(lambda connection: connection.execute(query.order_by(RUNS.c.id)).all())
        return {row.id: row.metrics for row in rows}

    async def known_events(self) -> int:
        """The version of the tables' events that every worker knows that is alive, or was a moment ago."""
        query = select(func.min(func.coalesce(RUNS.c.events, 1))).where(RUNS.c.alive > now_ms() - ALIVE_MS)
        found = await self.read(lambda connection: connection.execute(query).scalar())
        return tableevents.VERSION if found is None else min(int(found), tableevents.VERSION)

    async def last_seen(self, table: str) -> int | None:
        """When the run that wrote a table's last event was last alive; None if it was this one."""
        last = select(EVENTS.c.run).where(EVENTS.c.table_id == table).order_by(EVENTS.c.seq.desc()).limit(1)
        query = select(RUNS.c.id, RUNS.c.alive).where(RUNS.c.id == last.scalar_subquery())
        row = await self.read(lambda connection: connection.execute(query).first())
        return None if row is None or row.id == self.run else int(row.alive)

    def secret(self, name: str) -> bytes:
        """A secret of this database, made when it is first asked for."""
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


def _tell(batch: list[_Waiting], errors: list[Exception | None]) -> None:
    for waiting, error in zip(batch, errors, strict=True):
        if waiting.future.done():
            continue
        if error is None:
            waiting.future.set_result(None)
        else:
            waiting.future.set_exception(error)
