"""The daily challenge: the same random draws for everyone, one rated try."""

import hmac
from datetime import UTC, datetime, timedelta

from sqlalchemy import insert, select

from allaboard.server.games import declared
from allaboard.server.protocol import Settings
from allaboard.server.schema import DAILY
from allaboard.server.store import Statement, Store
from allaboard.server.table import Table


def today() -> str:
    """The date of the challenge, in UTC."""
    return datetime.now(UTC).date().isoformat()


def until_tomorrow_ms() -> int:
    """Milliseconds until the next challenge."""
    now = datetime.now(UTC)
    tomorrow = (now + timedelta(days=1)).replace(hour=0, minute=0, second=0, microsecond=0)
    return int((tomorrow - now).total_seconds() * 1000)


def seed(secret: bytes, game: str, date: str) -> bytes:
    """The seed of a day. It cannot be known in advance, and the k-th draw is the same for everyone."""
    return hmac.digest(secret, f"daily {game} {date}".encode(), "sha256")


def settings(game: str) -> Settings:
    """The settings of the challenge."""
    known = declared(game)
    return Settings(game, known.seats_against_bots, level=known.nearest_level("medium"), spectators=False)  # type: ignore[arg-type]


async def tried(store: Store, game: str, date: str, browser: str) -> str | None:
    """The table of a browser's try."""
    query = select(DAILY.c.table_id).where(DAILY.c.date == date, DAILY.c.game == game, DAILY.c.browser == browser)
    return await store.read(lambda connection: connection.execute(query).scalar())


def try_row(table: Table, browser: str) -> Statement:
    """The row that prevents a second rated try."""
    return insert(DAILY), {"date": table.daily, "game": table.game.name, "browser": browser, "table_id": table.id}
