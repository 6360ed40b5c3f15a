"""Error messages with exit code 2, and checks of input that several commands share."""

from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import typer

from allaboard import game_names

if TYPE_CHECKING:
    from allaboard.catalog import Catalog


def fail(sentence: str) -> NoReturn:
    """Tell the user what is wrong and what would be right, and exit with code 2. Nothing has been written."""
    typer.echo(f"allaboard: {sentence}", err=True)
    raise typer.Exit(2)


def _words(language: str) -> "Catalog":
    from allaboard.tui.words import words  # imported when something is wrong

    return words(language)


def counted(number: int, what: str) -> str:
    """A number of things in words.

    >>> counted(1, "seat"), counted(2000, "game")
    ('1 seat', '2,000 games')
    """
    return f"{number:,} {what}{'s' if number != 1 else ''}"


def need_game(name: str, language: str = "en") -> str:
    """Check that a game exists. Exits with an error that lists the games if it does not."""
    if name not in game_names():
        fail(_words(language).say("no-such-game", game=name, games=", ".join(game_names())))
    return name


def need_polars() -> None:
    """Stop with a message, before anything is played, if Polars is not installed."""
    import importlib.util

    if importlib.util.find_spec("polars") is None:
        fail("tables and reports of games need Polars: pip install 'allaboard[simulate]'")


def read_text(path: Path, language: str = "en") -> str:
    """A text file's content."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        fail(_words(language).say("cannot-read", path=str(path), why=error.strerror or str(error)))
    except UnicodeDecodeError:
        fail(_words(language).say("not-text", path=str(path)))


def need_writable(path: Path, language: str = "en") -> Path:
    """Check that a file can be written before any work is done. An existing file keeps its content."""
    try:
        existed = path.exists()
        with path.open("ab"):
            pass
        if not existed:
            path.unlink()
    except OSError as error:
        fail(_words(language).say("cannot-write", path=str(path), why=error.strerror or str(error)))
    return path


def need_marks(page: Path, mark: str) -> None:
    """Check that a page has these marks and can be written, before any work is done."""
    from allaboard.simulate.bench import write_between_marks

    need_writable(page)
    try:
        write_between_marks(read_text(page), "", mark)
    except ValueError as error:
        fail(f"{page}: {error}")
