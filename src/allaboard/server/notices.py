"""What workers must learn about a table from outside of it, through the database.

`closed` by the operator and `expired` by age: nobody enters any more. `unreadable`: its events could not be folded; for
the operator to see. `reread`: its events were changed; whoever has it in memory must read it again.
"""

from typing import Literal

from msgspec import Struct
from sqlalchemy import delete, insert, select

from allaboard.server.schema import NOTICES
from allaboard.server.store import Statement, Store, now_ms

What = Literal["closed", "expired", "unreadable", "reread"]
BARRING: tuple[What, ...] = ("closed", "expired")
OVERLAP_MS = 60_000
"""Clocks of different machines differ, and a transaction may take a while: we look back this far."""


class Notice(Struct, frozen=True):
    """One table's notice; a new one takes the place of the old one."""

    table: str
    at: int
    what: What
    why: str


def put(table: str, what: What, why: str) -> list[Statement]:
    """Write a notice."""
    row = {"table_id": table, "at": now_ms(), "what": what, "why": why[:500]}
    return [*take_down(table), (insert(NOTICES), row)]


def take_down(table: str) -> list[Statement]:
    """Remove a table's notice."""
    return [(delete(NOTICES).where(NOTICES.c.table_id == table), None)]


async def about(store: Store, table: str) -> Notice | None:
    """A table's notice."""
    query = select(NOTICES).where(NOTICES.c.table_id == table)
    row = await store.read(lambda connection: connection.execute(query).first())
    return Notice(*row) if row else None


class Board:
    """Reads the notices that are new."""

    def __init__(self, store: Store) -> None:
        self._store, self._latest = store, now_ms()
        self._read: dict[str, Notice] = {}

    async def news(self) -> list[Notice]:
        """Notices that were not read before."""
        query = select(NOTICES).where(NOTICES.c.at > self._latest - OVERLAP_MS).order_by(NOTICES.c.at)
        rows = await self._store.read(lambda connection: connection.execute(query).all())
        found = {row.table_id: Notice(*row) for row in rows}
        fresh = [notice for table, notice in found.items() if self._read.get(table) != notice]
        self._read = found
        self._latest = max([self._latest, *(notice.at for notice in fresh)])
        return fresh
