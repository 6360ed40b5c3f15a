"""Notices about tables in the database, for all workers.

`closed` (by the operator) and `expired`: nobody may enter any more. `unreadable`: its events cannot be read; for the
operator. `reread`: its events were changed, so workers must load the table again.
"""

from typing import Final, Literal

from msgspec import Struct
from sqlalchemy import Connection, bindparam, delete, insert, select

from allaboard.server.schema import NOTICES
from allaboard.server.store import Statement, Store, now_ms

What = Literal["closed", "expired", "unreadable", "reread"]
BARRING: tuple[What, ...] = ("closed", "expired")
OVERLAP_MS = 60_000
"""How far back notices are read: clocks of machines differ, and transactions take time."""


class Notice(Struct, frozen=True):
    """The notice about a table. A table has at most one."""

    table: str
    at: int
    what: What
    why: str


def put(table: str, what: What, why: str) -> list[Statement]:
    """The statements that write a notice."""
    row = {"table_id": table, "at": now_ms(), "what": what, "why": why[:500]}
    return [*take_down(table), (insert(NOTICES), row)]


def take_down(table: str) -> list[Statement]:
    """The statements that remove the notice of a table."""
    return [(delete(NOTICES).where(NOTICES.c.table_id == table), None)]


_ABOUT: Final = select(NOTICES).where(NOTICES.c.table_id == bindparam("table"))


def about(connection: Connection, table: str) -> Notice | None:
    """The notice about a table."""
    row = connection.execute(_ABOUT, {"table": table}).first()
    return Notice(*row) if row else None


class Board:
    """Reads new notices."""

    def __init__(self, store: Store) -> None:
        self._store, self._latest = store, now_ms()
        self._read: dict[str, Notice] = {}

    async def news(self) -> list[Notice]:
        """The notices that were not read before."""
        query = select(NOTICES).where(NOTICES.c.at > self._latest - OVERLAP_MS).order_by(NOTICES.c.at)
        rows = await self._store.read(lambda connection: connection.execute(query).all())
        found = {row.table_id: Notice(*row) for row in rows}
        fresh = [notice for table, notice in found.items() if self._read.get(table) != notice]
        self._read = found
        self._latest = max([self._latest, *(notice.at for notice in fresh)])
        return fresh
