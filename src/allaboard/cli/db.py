"""`allaboard db`: backups, checks and maintenance of a server's database."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from sqlalchemy import Engine

app = typer.Typer(
    name="db",
    help="Back up, restore, check and tidy a server's database.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
Db = Annotated[
    str,
    typer.Option("--db", envvar="ALLABOARD_DB", help="A database URL. [default: SQLite in the data directory]"),
]


@contextmanager
def _opened(db: str, alone: bool = False, fresh: bool = False, current: bool = False) -> "Iterator[Engine]":
    """The database for a command. `alone` refuses a file that a server uses; `current` requires the newest schema."""
    from allaboard.cli.say import fail
    from allaboard.server.config import Config
    from allaboard.server.database import engine_for, reached
    from allaboard.server.logs import configure
    from allaboard.server.migrations import VERSION, version_of
    from allaboard.server.setuperror import SetupError
    from allaboard.server.sqlitefile import Lock, make_private, path_of

    configure("error")
    lock = None
    try:
        engine = engine_for(Config(db=db).database())
        if file := path_of(engine.url):
            if not fresh and not file.exists():
                raise SetupError(f"there is no database {file}; name another one with --db")
            make_private(file)
            if alone:
                lock = Lock(file)
                lock.take()
        with reached(engine.url):
            if current:
                with engine.connect() as connection:
                    if (found := version_of(connection)) != VERSION:
                        raise SetupError(
                            f"the schema has version {found}, not {VERSION}; run `allaboard db upgrade` first"
                        )
            yield engine
        engine.dispose()
    except SetupError as error:
        fail(str(error))
    finally:
        if lock:
            lock.release()


@app.command()
def upgrade(
    db: Db = "", backup: Annotated[bool, typer.Option(help="Copy an SQLite file before it is changed.")] = True
) -> None:
    """Upgrade the schema to the version of this program. A server does the same when it starts."""
    from allaboard.server.migrations import migrate

    with _opened(db, alone=True) as engine:
        before, after = migrate(engine, keep_backup=backup)
    typer.echo(f"the schema has version {after}" + ("" if before == after else f", it had version {before}"))


@app.command()
def backup(file: Annotated[Path, typer.Argument(help="The new SQLite file.")], db: Db = "") -> None:
    """Copy the whole database, SQLite or PostgreSQL, to an SQLite file. The server may be running."""
    from allaboard.server.backup import back_up

    with _opened(db) as engine:
        back_up(engine, file)
    typer.echo(f"backed up to {file}, {file.stat().st_size:,} bytes")


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(help="A backup.")],
    db: Db = "",
) -> None:
    """Fill a new database with a backup; the server must not run.

    A backup of SQLite can be restored into PostgreSQL, and the other way round.
    """
    import shutil
    import tempfile

    from allaboard.cli.say import fail
    from allaboard.server.backup import is_allaboards
    from allaboard.server.backup import restore as fill
    from allaboard.server.database import engine_for
    from allaboard.server.migrations import migrate

    if not file.is_file():
        fail(f"there is no backup {file}")
    if not is_allaboards(file):
        fail(f"{file} is not a backup of an All Aboard database")
    with tempfile.TemporaryDirectory() as folder, _opened(db, alone=True, fresh=True) as engine:
        copy = Path(folder) / "backup.db"  # a copy, because an old backup must be migrated first
        shutil.copyfile(file, copy)
        source = engine_for(f"sqlite:///{copy}")
        migrate(source, keep_backup=False)
        migrate(engine)
        events = fill(source, engine)
        source.dispose()
    typer.echo(f"restored {events:,} events from {file}")


@app.command()
def check(db: Db = "") -> None:
    """Check the database by replaying the events of every table. Exit code 1 if anything is wrong."""
    from allaboard.server.check import check as findings

    wrong = 0
    with _opened(db) as engine, engine.connect() as connection:
        for finding in findings(connection):
            wrong += 1
            typer.echo(finding)
    if wrong:
        raise typer.Exit(1)
    typer.echo("no problems found")


@app.command()
def prune(
    db: Db = "",
    keep_unstarted: Annotated[
        float,
        typer.Option(
            min=0, envvar="ALLABOARD_KEEP_UNSTARTED", help="Days to keep tables that never began; 0: for ever."
        ),
    ] = 7.0,
    keep_abandoned: Annotated[
        float,
        typer.Option(min=0, envvar="ALLABOARD_KEEP_ABANDONED", help="Days to keep unfinished games; 0: for ever."),
    ] = 90.0,
    keep_finished: Annotated[
        float,
        typer.Option(min=0, envvar="ALLABOARD_KEEP_FINISHED", help="Days to keep finished games; 0: for ever."),
    ] = 0.0,
) -> None:
    """Remove tables that have expired. A running server does the same every ten minutes.

    While a server runs, tables are only marked; they are removed a minute later, when the server no longer uses them.
    """
    from allaboard.server.retention import Retention
    from allaboard.server.retention import prune as pruned

    expired = removed = 0
    with _opened(db, current=True) as engine:
        while True:
            with engine.begin() as connection:
                done = pruned(connection, Retention(keep_unstarted, keep_abandoned, keep_finished))
            expired, removed = expired + done.expired, removed + done.removed
            if not done.more:
                break
    typer.echo(f"tables that have expired: {expired}, removed: {removed}")


@app.command()
def forget(
    browser: Annotated[
        str,
        typer.Option(
            "--browser", help="The browser's secret (`allaboard.browser` in its local storage), or its SHA-256."
        ),
    ] = "",
    table: Annotated[str, typer.Option("--table", help="A table at which the player sat.")] = "",
    seat: Annotated[int, typer.Option("--seat", min=0, max=7, help="The player's seat there.")] = 0,
    db: Db = "",
) -> None:
    """Delete a player's data: name, browser, tokens, push messages and daily tries. The games themselves stay.

    Name the player by the browser's secret, or by a table and a seat. While a server runs this takes some seconds.
    """
    import re
    import time

    from allaboard.cli.say import fail
    from allaboard.server.codes import hashed, normal_code
    from allaboard.server.retention import NOTICED_SECONDS, mark_at, running
    from allaboard.server.retention import forget as forgotten
    from allaboard.server.store import now_ms

    if bool(browser) == bool(table):
        fail("name the player by --browser SECRET, or by --table CODE and --seat NUMBER")
    with _opened(db, current=True) as engine:
        with engine.begin() as connection:
            who = browser if re.fullmatch("[0-9a-f]{64}", browser) else hashed(browser) if browser else None
            who = who or mark_at(connection, normal_code(table), seat)
            tables = forgotten(connection, who) if who else 0
            serving = running(connection, now_ms())
        if who and tables and serving:
            time.sleep(NOTICED_SECONDS)  # until then a server may write what it has in memory
            with engine.begin() as connection:
                forgotten(connection, who)
    if not tables:
        fail("there is no data of this player")
    typer.echo(f"deleted the player's data at {tables} table{'s' if tables > 1 else ''}")


@app.command()
def close(
    table: Annotated[str, typer.Argument(help="The table's code.")],
    why: Annotated[str, typer.Option("--why", help="The reason that visitors are told.")] = "no reason was given",
    db: Db = "",
) -> None:
    """Close a table: everybody is disconnected within two seconds and nobody can join again."""
    from allaboard.cli.say import fail
    from allaboard.server.codes import normal_code
    from allaboard.server.retention import close as shut

    with _opened(db, current=True) as engine, engine.begin() as connection:
        found = shut(connection, normal_code(table), why)
    if not found:
        fail(f"there is no table {normal_code(table)}")
    typer.echo(f"closed {normal_code(table)}")
