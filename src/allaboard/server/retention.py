"""Removes expired tables: unstarted, abandoned and, if configured, finished ones. Deletes a player's data on request.

Chat and emotes are never stored, so they need not expire.
"""

import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass

from msgspec.structs import replace
from sqlalchemy import ColumnElement, Connection, and_, delete, func, insert, or_, select, text, update

from allaboard.server import snapshots, tableevents
from allaboard.server.schema import (
    DAILY,
    EVENTS,
    NOTICES,
    RUNS,
    SITTERS,
    SNAPSHOTS,
    SUBSCRIPTIONS,
    TABLES,
    metadata,
)
from allaboard.server.store import ALIVE_MS
from allaboard.server.subscriptions import KEPT_DAYS

DAY_MS = 86_400_000
SETTLED_MS = 60_000
"""The time within which every worker has removed a table from memory after a notice."""
NOTICED_SECONDS = 3.0
"""Seconds within which every worker reads a notice."""
RUNS_DAYS = 30
"""Days after which the rows of a run are removed."""
FORGOTTEN = "—"
"""The name of a player whose data were deleted."""
MOST_DAYS = 36_500
"""Further back the database's numbers would end; `inf` is a possible setting."""
AT_ONCE = 200
"""The number of tables in one transaction. Actions at other tables wait for it."""


@dataclass(frozen=True)
class Retention:
    """The number of days for which tables are kept after their last use; 0: for ever."""

    unstarted: float = 7.0
    abandoned: float = 90.0
    finished: float = 0.0


@dataclass(frozen=True)
class Pruned:
    """The number of tables that expired, the number that were removed, and whether more are left."""

    expired: int
    removed: int
    more: bool


def running(connection: Connection, now: int) -> int:
    """The number of server processes that use the database now."""
    query = select(func.count()).select_from(RUNS).where(RUNS.c.alive > now - ALIVE_MS)
    return int(connection.execute(query).scalar_one())


def prune(connection: Connection, keep: Retention, now: int | None = None) -> Pruned:
    """Remove expired tables.

    Workers may have such a table in memory. So it first gets a notice, and is removed when every worker has read that.
    """
    now = _now() if now is None else now
    old = _expired(connection, keep, now)
    if old:
        connection.execute(delete(NOTICES).where(NOTICES.c.table_id.in_(old)))
        rows = [{"table_id": table, "at": now, "what": "expired", "why": "not used for long"} for table in old]
        connection.execute(insert(NOTICES), rows)
    wait = SETTLED_MS if running(connection, now) else -1
    ready = select(NOTICES.c.table_id).where(NOTICES.c.what == "expired", NOTICES.c.at < now - wait).limit(AT_ONCE)
    gone = [row.table_id for row in connection.execute(ready)]
    remove(connection, gone)
    connection.execute(delete(RUNS).where(RUNS.c.alive < now - RUNS_DAYS * DAY_MS))
    connection.execute(delete(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.at < now - KEPT_DAYS * DAY_MS))
    return Pruned(len(old), len(gone), AT_ONCE in (len(old), len(gone)))


def _expired(connection: Connection, keep: Retention, now: int) -> list[str]:
    last = select(EVENTS.c.at).where(EVENTS.c.table_id == TABLES.c.id).order_by(EVENTS.c.seq.desc()).limit(1)
    used = last.correlate(TABLES).scalar_subquery()
    ages: list[ColumnElement[bool]] = []
    for phase, days in (("gathering", keep.unstarted), ("playing", keep.abandoned), ("over", keep.finished)):
        if days > 0:
            until = now - round(min(days, MOST_DAYS) * DAY_MS)
            # Tables created later cannot have expired. That condition can use the index.
            ages.append(and_(TABLES.c.phase == phase, TABLES.c.created < until, used < until))
    if not ages:
        return []
    noticed = select(NOTICES.c.table_id).where(NOTICES.c.what == "expired")
    query = select(TABLES.c.id).where(or_(*ages), TABLES.c.id.not_in(noticed)).limit(AT_ONCE)
    return [row.id for row in connection.execute(query)]


def remove(connection: Connection, tables: Sequence[str]) -> None:
    """Remove tables and everything that belongs to them."""
    for table in metadata.sorted_tables:
        column = table.c.id if table is TABLES else table.c.get("table_id")
        if column is not None:
            connection.execute(delete(table).where(column.in_(tables)))


# ---- a player's data


def mark_at(connection: Connection, table: str, seat: int) -> str | None:
    """What the data of the person on a seat are found by: the hash of their browser's secret.

    People who play without a browser have none. They are known at this table alone, by the token they joined with.
    """
    query = select(SITTERS.c.browser, SITTERS.c.bot).where(SITTERS.c.table_id == table, SITTERS.c.seat == seat)
    row = connection.execute(query).first()
    if row is None or row.bot or row.browser:
        return row.browser if row else None
    sitter = snapshots.fold(table, *snapshots.ask(connection, table)).sitters[seat]
    return sitter.who if sitter else None


def forget(connection: Connection, mark: str) -> int:
    """Delete the data of a player: names, the hash of the browser's secret, tokens, subscriptions, daily tries.

    The mark is the hash of the browser's secret, or what `mark_at` found.

    The games stay, because other people played in them. Returns the number of tables that were changed.
    """
    if connection.dialect.name == "sqlite":
        connection.execute(text("PRAGMA secure_delete=ON"))  # overwrite deleted data in the file
    tables: set[str] = set()
    for kept in (EVENTS, SNAPSHOTS):
        mentions = select(kept.c.table_id).where(kept.c.body.contains(mark, autoescape=True)).distinct()
        tables.update(row.table_id for row in connection.execute(mentions))
    listed = select(SITTERS.c.table_id).where(SITTERS.c.browser == mark)
    tables.update(row.table_id for row in connection.execute(listed))
    for table in sorted(tables):
        _forget_at(connection, table, mark)
    connection.execute(delete(DAILY).where(DAILY.c.browser == mark))
    return len(tables)


def _forget_at(connection: Connection, table: str, mark: str) -> None:
    """Delete a player's data at one table. The player cannot come back to it."""
    seat, tokens = _forget_in_snapshot(connection, table, mark)  # the player's seat and its tokens
    query = select(EVENTS.c.seq, EVENTS.c.body).where(EVENTS.c.table_id == table).order_by(EVENTS.c.seq)
    for seq, body in connection.execute(query).all():
        event = tableevents.decode(body.encode())
        blank: tableevents.TableEvent | None = None
        match event:
            case tableevents.Joined() if mark in (event.browser, *event.tokens):
                seat, blank = event.seat, replace(event, name=FORGOTTEN, tokens=[_unusable_hash()], browser=None)
                tokens += event.tokens
            case tableevents.TokenAdded() if event.seat == seat:
                blank = replace(event, token=_unusable_hash())
                tokens.append(event.token)
            case tableevents.Shuffled(order=order) if seat in order:
                seat = order.index(seat)
            case tableevents.SeatFreed() if event.seat == seat:
                seat = -1
        if blank:
            which = and_(EVENTS.c.table_id == table, EVENTS.c.seq == seq)
            connection.execute(update(EVENTS).where(which).values(body=tableevents.encode(blank).decode()))
    subscribed = and_(SUBSCRIPTIONS.c.table_id == table, SUBSCRIPTIONS.c.token.in_(tokens))
    connection.execute(delete(SUBSCRIPTIONS).where(subscribed))
    without = and_(SITTERS.c.seat == seat, SITTERS.c.browser.is_(None))  # who plays without a browser
    seated = and_(SITTERS.c.table_id == table, or_(SITTERS.c.browser == mark, without))
    host = select(SITTERS.c.name).where(seated)
    connection.execute(update(TABLES).where(TABLES.c.id == table, TABLES.c.host.in_(host)).values(host=FORGOTTEN))
    connection.execute(update(SITTERS).where(seated).values(name=FORGOTTEN, browser=None))
    notice = {"table_id": table, "at": _now(), "what": "reread", "why": "a player's data were deleted"}
    barred = select(NOTICES.c.what).where(NOTICES.c.table_id == table)
    if connection.execute(barred).scalar() in (None, "reread", "unreadable"):
        connection.execute(delete(NOTICES).where(NOTICES.c.table_id == table))
        connection.execute(insert(NOTICES), notice)


def _forget_in_snapshot(connection: Connection, table: str, mark: str) -> tuple[int, list[str]]:
    """Delete a player's data in a snapshot. Returns the player's seat, or -1, and its tokens."""
    which = SNAPSHOTS.c.table_id == table
    body = connection.execute(select(SNAPSHOTS.c.body).where(which)).scalar()
    if body is None:
        return -1, []
    kept = snapshots.decode(body.encode())
    theirs = {number: one for number, one in enumerate(kept.seats) if one and mark in (one.browser, one.who)}
    seats = [
        replace(one, name=FORGOTTEN, tokens=[_unusable_hash()], browser=None, who=_unusable_hash())
        if one and number in theirs
        else one
        for number, one in enumerate(kept.seats)
    ]
    answered = [entry for entry in kept.answered if entry[0] not in {one.who for one in theirs.values()}]
    kicked = [None if one == mark else one for one in kept.kicked]
    blank = replace(kept, seats=seats, kicked=kicked, answered=answered)
    connection.execute(update(SNAPSHOTS).where(which).values(body=snapshots.encode(blank).decode()))
    return next(iter(theirs), -1), [token for one in theirs.values() for token in one.tokens]


def _unusable_hash() -> str:
    """A random replacement for the hash of a token. No token has this hash."""
    return secrets.token_hex(32)


def close(connection: Connection, table: str, why: str) -> bool:
    """Close a table. Workers close its sockets within two seconds. Returns False if there is no such table."""
    if connection.execute(select(TABLES.c.id).where(TABLES.c.id == table)).first() is None:
        return False
    connection.execute(delete(NOTICES).where(NOTICES.c.table_id == table))
    connection.execute(insert(NOTICES), {"table_id": table, "at": _now(), "what": "closed", "why": why[:500]})
    connection.execute(update(TABLES).where(TABLES.c.id == table).values(public=False))
    return True


def _now() -> int:
    return time.time_ns() // 1_000_000
