"""The database: one thread writes, many tables share a commit, and a future is done only when its change is kept."""

import asyncio
import queue
import secrets
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event, insert, select, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import IntegrityError, ProgrammingError, SQLAlchemyError

from allaboard.server.metrics import METRICS
from allaboard.server.refusal import ServerError
from allaboard.server.schema import EVENTS, RUNS, SECRETS, metadata

MOST_TOGETHER = 1000
"""Changes in one commit."""

T = TypeVar("T")
Statement = tuple[Any, dict[str, Any] | list[dict[str, Any]] | None]


class StoreDown(ServerError):
    """The change could not be kept."""


class Conflict(ServerError):
    """Somebody else has written there first."""


@dataclass
class Change:
    """What must be kept together or not at all."""

    rows: list[dict[str, Any]] = field(default_factory=list)
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
        self.url = make_url(url)
        self.run = secrets.randbits(53)
        self.engine = _engine(url)
        self._queue: queue.SimpleQueue[_Waiting | None] = queue.SimpleQueue()
        self._readers = ThreadPoolExecutor(4, "store-reader")
        self._writer = threading.Thread(target=self._write, name="store-writer", daemon=True)
        self._loop: asyncio.AbstractEventLoop | None = None

    def open(self) -> None:
        """Make the schema and sign in; a database that cannot be reached is an error at once."""
        self._make_schema()
        with self.engine.begin() as connection:
            connection.execute(insert(RUNS), {"id": self.run, "started": now_ms(), "alive": now_ms()})

    def _make_schema(self) -> None:
        """Make what is missing; workers that start at the same moment on a new database may get in each other's way."""
        for patience in (0.2, 0.5, 1.0, None):
            try:
                metadata.create_all(self.engine)
                return
            except (IntegrityError, ProgrammingError):
                if patience is None:
                    raise
                time.sleep(patience)

    async def start(self) -> None:
        """Begin to write, for this event loop."""
        self._loop = asyncio.get_running_loop()
        self._writer.start()

    async def stop(self) -> None:
        """Write what is waiting, then end."""
        self._queue.put(None)
        await asyncio.to_thread(self._writer.join, 8)
        self._readers.shutdown(wait=False, cancel_futures=True)
        self.engine.dispose()

    # ---- writing

    async def append(self, table: str, seq: int, at: int, bodies: Sequence[bytes], *more: Statement) -> None:
        """Keep the next events of a table, and what else belongs to them."""
        rows = [
            {"table_id": table, "seq": seq + i, "at": at, "run": self.run, "body": body.decode()}
            for i, body in enumerate(bodies)
        ]
        await self.keep(Change(rows, list(more)))

    async def keep(self, change: Change) -> None:
        """Return when the change is on disk."""
        assert self._loop is not None
        future: asyncio.Future[None] = self._loop.create_future()
        self._queue.put(_Waiting(change, future, time.perf_counter()))
        await future

    async def beat(self) -> None:
        """Sign that this run is alive."""
        statement = update(RUNS).where(RUNS.c.id == self.run).values(alive=now_ms())
        await self.keep(Change(statements=[(statement, None)]))

    def _write(self) -> None:
        while (first := self._queue.get()) is not None:
            batch, last = [first], False
            while len(batch) < MOST_TOGETHER and not self._queue.empty():
                if (another := self._queue.get()) is None:
                    last = True
                    break
                batch.append(another)
            self._commit(batch)
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
            errors = [StoreDown(type(error).__name__)] * len(batch)
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
            return StoreDown(type(error).__name__)
        return None

    def _transact(self, changes: Sequence[Change]) -> None:
        rows = [row for change in changes for row in change.rows]
        with self.engine.begin() as connection:
            if rows:
                connection.execute(insert(EVENTS), rows)
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
            raise StoreDown(type(error).__name__) from error

    async def events_of(self, table: str, start: int = 0) -> list[tuple[int, bytes]]:
        """A table's events from a number on, each with its time."""
        query = select(EVENTS.c.at, EVENTS.c.body).where(EVENTS.c.table_id == table, EVENTS.c.seq >= start)
        rows = await self.read(lambda connection: connection.execute(query.order_by(EVENTS.c.seq)).all())
        return [(at, body.encode()) for at, body in rows]

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


def _engine(url: str) -> Engine:
    parsed = make_url(url)
    if parsed.get_backend_name() == "sqlite":
        engine = create_engine(parsed, connect_args={"timeout": 10, "check_same_thread": False})
        event.listen(engine, "connect", _durable)
        return engine
    if parsed.get_backend_name() == "postgresql" and parsed.drivername == "postgresql":
        parsed = parsed.set(drivername="postgresql+psycopg")
    return create_engine(parsed, pool_pre_ping=True, pool_size=6, connect_args={"connect_timeout": 3})


def _durable(connection: Any, _: Any) -> None:
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "wal_autocheckpoint=8000"):
        connection.execute(f"PRAGMA {pragma}")
