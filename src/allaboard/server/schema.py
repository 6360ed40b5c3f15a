"""The tables of the database. A game table is computed from its events and snapshot. `tables`, `sitters`, `daily`,
`unrated` and `draws` are an index of these.

A change to an existing table needs a step in migrations.py. New tables are created automatically, but need a step if an
earlier release must not use the database any more.
"""

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, MetaData, String, Table, Text

metadata = MetaData()

EVENTS = Table(
    "events",
    metadata,
    Column("table_id", String(23), primary_key=True),
    Column("seq", Integer, primary_key=True),  # two workers cannot both write the same event: the key prevents it
    Column("at", BigInteger, nullable=False),  # milliseconds since 1970
    Column("run", BigInteger, nullable=False),  # the server process that wrote it
    Column("body", Text, nullable=False),
    sqlite_with_rowid=False,  # rows are stored by key: each event writes one page instead of two
)

SNAPSHOTS = Table(
    "snapshots",
    metadata,
    Column("table_id", String(23), primary_key=True),
    Column("seq", Integer, nullable=False),  # the number of the first event that is not in the snapshot
    Column("at", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
)

TABLES = Table(
    "tables",
    metadata,
    Column("id", String(23), primary_key=True),
    Column("game", String(20), nullable=False),
    Column("seats", Integer, nullable=False),
    Column("taken", Integer, nullable=False),
    Column("phase", String(10), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("spectators", Boolean, nullable=False),
    Column("standard", Boolean, nullable=False),  # the game's own board
    Column("clock", Integer, nullable=False),
    Column("host", String(24), nullable=False),
    Column("daily", String(10)),
    Column("created", BigInteger, nullable=False),
    Column("ended", BigInteger),
)
Index("tables_listed", TABLES.c.public, TABLES.c.phase, TABLES.c.created)
Index("tables_finished", TABLES.c.game, TABLES.c.seats, TABLES.c.phase)

SITTERS = Table(
    "sitters",
    metadata,
    Column("table_id", String(23), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("name", String(24), nullable=False),
    Column("bot", String(10)),
    Column("browser", String(64)),
    Column("score", Integer),
    Column("rank", Integer),
)
Index("sitters_browser", SITTERS.c.browser)

DAILY = Table(
    "daily",
    metadata,
    Column("date", String(10), primary_key=True),
    Column("game", String(20), primary_key=True),
    Column("browser", String(64), primary_key=True),  # a browser has one rated try
    Column("table_id", String(23), nullable=False),
)
Index("daily_table", DAILY.c.table_id)

UNRATED = Table(
    "unrated",
    metadata,
    Column("table_id", String(23), primary_key=True),
    Column("why", String(10), nullable=False),  # why a try at the daily challenge is not rated
)

DRAWS = Table(
    "draws",
    metadata,
    Column("table_id", String(23), primary_key=True),
    Column("drawn", String(64), nullable=False),  # the dice of a solo game, see draws.py
    Column("device", Boolean, nullable=False),  # whether it was played on a device, which made the seed itself
)
Index("draws_drawn", DRAWS.c.drawn)

RUNS = Table(
    "runs",
    metadata,
    Column("id", BigInteger, primary_key=True),
    Column("started", BigInteger, nullable=False),
    Column("alive", BigInteger, nullable=False),  # the last heartbeat; after a crash, clocks go on from there
    Column("metrics", Text),  # the metrics of the run, so that any worker can report those of all
    Column("events", Integer),  # the version of table events that the run knows; null: 1
)

SECRETS = Table(
    "secrets",
    metadata,
    Column("name", String(20), primary_key=True),
    Column("value", String(64), nullable=False),
)

NOTICES = Table(
    "notices",
    metadata,
    Column("table_id", String(23), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("what", String(10), nullable=False),  # closed, expired, unreadable or reread, see notices.py
    Column("why", Text, nullable=False),
)
Index("notices_at", NOTICES.c.at)

SUBSCRIPTIONS = Table(
    "subscriptions",
    metadata,
    Column("table_id", String(23), primary_key=True),
    Column("mark", String(64), primary_key=True),  # the hash of the endpoint: a browser has one for each table
    Column("token", String(64), nullable=False),  # the hash of the token of the seat
    Column("endpoint", Text, nullable=False),  # an address at a push service; whoever knows it can send to it
    Column("key", String(87), nullable=False),
    Column("auth", String(22), nullable=False),
    Column("at", BigInteger, nullable=False),  # when the browser registered it last
    Column("told", Integer, nullable=False),  # the ply of the last message, or the last ply that the browser has seen
)
Index("subscriptions_mark", SUBSCRIPTIONS.c.mark)

VERSIONS = Table(
    "schema_versions",
    metadata,
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("release", String(40), nullable=False),  # the version of the program that migrated the database
)
