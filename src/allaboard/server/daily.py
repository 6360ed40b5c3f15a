"""The daily challenge: for everyone the same chance, one rated try, a result to share."""

import hmac
from datetime import UTC, datetime
from typing import Final

from sqlalchemy import insert, select

from allaboard import game_names
from allaboard.server.protocol import Settings
from allaboard.server.refusal import Refused
from allaboard.server.schema import DAILY
from allaboard.server.store import Statement, Store
from allaboard.server.table import Table

SEATS: Final = {"miyajima": 1}
"""Fast Train to Miyajima is played alone, the others against three bots."""


def today() -> str:
    """The date of the challenge, the same for the whole world."""
    return datetime.now(UTC).date().isoformat()


def seed(secret: bytes, game: str, date: str) -> bytes:
    """The day's chance: nobody can know it before, and the k-th draw is the same for everyone."""
    return hmac.digest(secret, f"daily {game} {date}".encode(), "sha256")


def settings(game: str) -> Settings:
    """How the challenge is played."""
    if game not in game_names():
        raise Refused("not_found", f"there is no game {game!r}; there are {', '.join(game_names())}")
    return Settings(game, SEATS.get(game, 4), level="medium", spectators=False)


async def tried(store: Store, game: str, date: str, browser: str) -> str | None:
    """The table of somebody's try."""
    query = select(DAILY.c.table_id).where(DAILY.c.date == date, DAILY.c.game == game, DAILY.c.browser == browser)
    return await store.read(lambda connection: connection.execute(query).scalar())


def try_row(table: Table, browser: str) -> Statement:
    """The row that makes a second try impossible."""
    return insert(DAILY), {"date": table.daily, "game": table.game.name, "browser": browser, "table_id": table.id}


def share(table: Table, url: str) -> str:
    """A finished game's result as text."""
    if table.phase != "over":
        return ""
    scores, ranks = table.game.scores(table.state), table.game.ranks(table.state)
    title = f"All Aboard: {table.game.title}" + (f", daily challenge {table.daily}" if table.daily else "")
    lines = [title]
    if len(scores) == 1:
        lines.append(f"{scores[0]} points" + (f", {solo_title(scores[0])}" if table.game.name == "miyajima" else ""))
    else:
        people = [(rank, score, sitter) for rank, score, sitter in zip(ranks, scores, table.sitters, strict=True)]
        for rank, score, sitter in sorted(people, key=lambda entry: (entry[0], -entry[1])):
            lines.append(f"{rank}. {sitter.name if sitter else '?'}: {score}")
    if url:
        lines.append(f"{url}/daily/{table.game.name}" if table.daily else f"{url}/replay/{table.id}")
    return "\n".join(lines)


def solo_title(score: int) -> str:
    """Miyajima's rank for a score alone (M10)."""
    from allaboard.games.miyajima.solo import solo_rank

    return solo_rank(score)
