"""Lists of tables: public tables, the history of a browser, leaderboards, the best results of a day."""

from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any, cast

from msgspec.structs import replace
from sqlalchemy import BigInteger, Connection, Row, case, func, literal, select

from allaboard.bots.levels import parts
from allaboard.bots.matching import Finished, finished
from allaboard.declaration import Declaration
from allaboard.game import State
from allaboard.server.forms import Listed, OwnFigures, Place, Played
from allaboard.server.protocol import Level
from allaboard.server.schema import DAILY, DRAWS, EVENTS, SITTERS, TABLES, UNRATED
from allaboard.server.store import Store, now_ms
from allaboard.server.table import SLOW

Found = Row[Any]  # Any: the columns of a row depend on the query


def date_text(at: int) -> str:
    """A stored time as a date."""
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="seconds")


async def public_tables(store: Store, game: str | None, limit: int) -> list[Listed]:
    """Public tables to join or to watch, newest first."""
    query = select(TABLES).where(TABLES.c.public.is_(True), TABLES.c.phase != "over")
    if game:
        query = query.where(TABLES.c.game == game)
    query = query.order_by(TABLES.c.phase, TABLES.c.created.desc()).limit(limit)
    rows = await store.read(lambda connection: connection.execute(query).all())
    return [
        Listed(r.id, r.game, r.seats, r.taken, r.phase, r.spectators, r.clock, r.host, date_text(r.created))
        for r in rows
    ]


async def overdue(store: Store, second: float, limit: int = 50) -> Sequence[str]:
    """Slow tables on which nothing has happened for longer than a decision may take. `second` is a second's length."""
    last = select(func.max(EVENTS.c.at)).where(EVENTS.c.table_id == TABLES.c.id).scalar_subquery()
    now, length = literal(now_ms(), BigInteger), literal(round(1000 * second), BigInteger)
    query = (
        select(TABLES.c.id)
        .where(TABLES.c.phase == "playing", TABLES.c.clock >= SLOW)
        .where(last < now - TABLES.c.clock * length)
        .limit(limit)
    )
    return await store.read(lambda connection: connection.execute(query).scalars().all())


async def history(store: Store, browser: str, limit: int) -> list[Played]:
    """The games of one browser, newest first. Unfinished games come first, because they may take many days."""
    mine = select(SITTERS.c.table_id, SITTERS.c.seat).where(SITTERS.c.browser == browser).subquery()
    query = (
        select(TABLES, mine.c.seat.label("seat"))
        .join(mine, mine.c.table_id == TABLES.c.id)
        .order_by(TABLES.c.phase == "over", TABLES.c.created.desc())
        .limit(limit)
    )

    def ask(connection: Connection) -> list[Played]:
        rows = connection.execute(query).all()
        ids = [row.id for row in rows]
        seated = select(SITTERS).where(SITTERS.c.table_id.in_(ids)).order_by(SITTERS.c.table_id, SITTERS.c.seat)
        sitters: dict[str, list[Found]] = {}
        for row in connection.execute(seated).all() if ids else []:
            sitters.setdefault(row.table_id, []).append(row)
        return [_played(row, sitters.get(row.id, [])) for row in rows]

    return await store.read(ask)


async def against_bots(store: Store, game: str, browser: str, limit: int) -> list[Finished]:
    """The finished games of one browser against bots on the game's own board, newest first."""
    mine = select(SITTERS.c.table_id, SITTERS.c.seat).where(SITTERS.c.browser == browser).subquery()
    played = TABLES.c.game == game, TABLES.c.phase == "over", TABLES.c.standard
    query = (
        select(TABLES.c.id, mine.c.seat)
        .join(mine, mine.c.table_id == TABLES.c.id)
        .where(*played)
        .order_by(TABLES.c.ended.desc())
        .limit(limit)
    )

    def ask(connection: Connection) -> list[Finished]:
        found = []
        for table, seat in connection.execute(query).all():
            seated = select(SITTERS.c.bot, SITTERS.c.rank).where(SITTERS.c.table_id == table).order_by(SITTERS.c.seat)
            sitters = connection.execute(seated).all()
            found.append(finished([s.bot for s in sitters], [s.rank for s in sitters], seat))
        return [one for one in found if one]

    return await store.read(ask)


def _played(row: Found, sitters: list[Found]) -> Played:
    over = row.phase == "over"
    return Played(
        id=row.id,
        game=row.game,
        date=date_text(row.created),
        phase=row.phase,
        seat=row.seat,
        name=next((s.name for s in sitters if s.seat == row.seat), ""),
        players=[s.name for s in sitters],
        bots=[cast(Level, parts(s.bot).level) if s.bot else None for s in sitters],
        scores=[s.score for s in sitters] if over else None,
        ranks=[s.rank for s in sitters] if over else None,
        daily=row.daily,
    )


async def solo_best(store: Store, game: Declaration[State], limit: int) -> list[Place]:
    """The best solo games on the game's own board."""
    query = (
        select(SITTERS.c.name, SITTERS.c.score, TABLES.c.ended, TABLES.c.id, DRAWS.c.device, TABLES.c.daily)
        .join(TABLES, TABLES.c.id == SITTERS.c.table_id)
        .outerjoin(DRAWS, DRAWS.c.table_id == TABLES.c.id)
        .where(TABLES.c.game == game.name, TABLES.c.seats == 1, TABLES.c.phase == "over", TABLES.c.standard.is_(True))
        .order_by(SITTERS.c.score.desc(), TABLES.c.ended)
        .limit(limit)
    )
    rows = await store.read(lambda connection: connection.execute(query).all())
    places = _places(game, [tuple(row)[:4] for row in rows])
    return [replace(place, daily=row.daily, device=bool(row.device)) for place, row in zip(places, rows, strict=True)]


async def daily_wins(store: Store, game: Declaration[State], today: str, limit: int) -> list[Place]:
    """The players with the most daily challenges won against the bots in the last 30 days, for games without solo play.

    A person is a browser, shown with one of the names that it has won under.
    """
    since = (date.fromisoformat(today) - timedelta(days=30)).isoformat()
    query = (
        select(
            func.max(SITTERS.c.name).label("name"),
            func.count().label("score"),
            func.max(TABLES.c.ended).label("ended"),
            func.max(TABLES.c.id).label("id"),
        )
        .join(TABLES, TABLES.c.id == SITTERS.c.table_id)
        .join(DAILY, DAILY.c.table_id == TABLES.c.id)
        .outerjoin(UNRATED, UNRATED.c.table_id == TABLES.c.id)
        .where(DAILY.c.game == game.name, DAILY.c.date > since, TABLES.c.phase == "over")
        .where(SITTERS.c.seat == 0, SITTERS.c.rank == 1, UNRATED.c.table_id.is_(None))
        .group_by(DAILY.c.browser)
        .order_by(func.count().desc(), func.max(TABLES.c.ended))
        .limit(limit)
    )
    rows = await store.read(lambda connection: connection.execute(query).all())
    return [Place(n, r.name, r.score, "", date_text(r.ended), r.id) for n, r in enumerate(rows, 1)]


async def own_figures(store: Store, browser: str) -> list[OwnFigures]:
    """The finished games of one browser, summarised by game and number of seats."""
    query = (
        select(
            TABLES.c.game,
            TABLES.c.seats,
            func.count().label("played"),
            func.sum(case((SITTERS.c.rank == 1, 1), else_=0)).label("won"),
            func.max(SITTERS.c.score).label("best"),
            func.avg(SITTERS.c.score).label("mean"),
            func.avg(SITTERS.c.rank).label("place"),
        )
        .join(TABLES, TABLES.c.id == SITTERS.c.table_id)
        .where(SITTERS.c.browser == browser, TABLES.c.phase == "over", SITTERS.c.rank.is_not(None))
        .group_by(TABLES.c.game, TABLES.c.seats)
        .order_by(TABLES.c.game, TABLES.c.seats)
    )
    rows = await store.read(lambda connection: connection.execute(query).all())
    return [
        OwnFigures(r.game, r.seats, r.played, int(r.won), r.best, round(float(r.mean), 1), round(float(r.place), 2))
        for r in rows
    ]


async def streak(store: Store, game: str, browser: str, today: str) -> int:
    """The number of days in a row, up to today or yesterday, on which this browser has finished the challenge."""
    query = (
        select(DAILY.c.date)
        .join(TABLES, TABLES.c.id == DAILY.c.table_id)
        .where(DAILY.c.game == game, DAILY.c.browser == browser, TABLES.c.phase == "over")
        .order_by(DAILY.c.date.desc())
        .limit(400)
    )
    done = set(await store.read(lambda connection: connection.execute(query).scalars().all()))
    day, days = date.fromisoformat(today), 0
    if day.isoformat() not in done:
        day -= timedelta(days=1)
    while day.isoformat() in done:
        days, day = days + 1, day - timedelta(days=1)
    return days


async def daily_best(store: Store, game: Declaration[State], date: str, limit: int = 20) -> list[Place]:
    """The best tries of a day, by rank among the bots and then by score."""
    query = (
        select(SITTERS.c.name, SITTERS.c.score, TABLES.c.ended, TABLES.c.id)
        .join(TABLES, TABLES.c.id == SITTERS.c.table_id)
        .join(DAILY, DAILY.c.table_id == TABLES.c.id)
        .outerjoin(UNRATED, UNRATED.c.table_id == TABLES.c.id)
        .where(DAILY.c.game == game.name, DAILY.c.date == date, TABLES.c.phase == "over", SITTERS.c.seat == 0)
        .where(UNRATED.c.table_id.is_(None))
        .order_by(SITTERS.c.rank, SITTERS.c.score.desc(), TABLES.c.ended)
        .limit(limit)
    )
    return _places(game, await store.read(lambda connection: connection.execute(query).all()))


def _places(game: Declaration[State], rows: Iterable[Sequence[Any]]) -> list[Place]:  # Any: the values of a row
    return [
        Place(n, name, score, game.solo.rank(score) if game.solo else "", date_text(ended), table)
        for n, (name, score, ended, table) in enumerate(rows, 1)
    ]
