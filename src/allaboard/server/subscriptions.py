"""Subscriptions to push messages in the database. Each belongs to a browser and to a token of a seat."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from sqlalchemy import Connection, delete, insert, select, update

from allaboard.server.codes import hashed
from allaboard.server.schema import SUBSCRIPTIONS as KEPT
from allaboard.server.store import Statement

MOST_PER_TOKEN: Final = 4
"""The number of browsers that one token can register. The oldest is dropped."""
KEPT_DAYS: Final = 60
"""Days after which a subscription is deleted. The page renews it whenever it is at the table."""


class Subscription(NamedTuple):
    """A browser that wants push messages."""

    endpoint: str
    key: str
    auth: str


def keep(table: str, token: str, one: Subscription, ply: int, now: int) -> list[Statement]:
    """Store the subscription of a browser at a table, or renew it. The browser has seen the position at this ply."""
    mark, here = hashed(one.endpoint), KEPT.c.table_id == table
    newest = select(KEPT.c.mark).where(here, KEPT.c.token == token).order_by(KEPT.c.at.desc(), KEPT.c.mark)
    spare = newest.limit(100).offset(MOST_PER_TOKEN - 1).alias()
    row = {"table_id": table, "mark": mark, "token": token, "at": now, "told": ply}
    return [
        (delete(KEPT).where(here, KEPT.c.mark == mark), None),
        (delete(KEPT).where(here, KEPT.c.mark.in_(select(spare.c.mark))), None),
        (insert(KEPT), row | one._asdict()),
    ]


def claim(connection: Connection, table: str, tokens: Sequence[str], ply: int) -> list[Subscription]:
    """The subscriptions of these tokens that were not told about this ply yet. Marks them as told.

    If several workers ask, only one of them gets each subscription.
    """
    due = (KEPT.c.table_id == table) & KEPT.c.token.in_(tokens) & (KEPT.c.told < ply)
    asked = update(KEPT).where(due).values(told=ply).returning(KEPT.c.endpoint, KEPT.c.key, KEPT.c.auth)
    return [Subscription(*row) for row in connection.execute(asked)]


def end(connection: Connection, endpoint: str) -> int:
    """Delete all subscriptions of a browser. Returns their number."""
    return int(connection.execute(delete(KEPT).where(KEPT.c.mark == hashed(endpoint))).rowcount)
