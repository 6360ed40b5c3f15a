"""`allaboard review`: the luck and the quality of the decisions in a recorded game."""

from pathlib import Path
from typing import Annotated

import typer

from allaboard.cli.language import Language, language_of


def review(
    file: Annotated[Path, typer.Argument(help="A record file.")],
    seat: Annotated[int | None, typer.Option("--seat", help="Review only this seat, which is faster.")] = None,
    number: Annotated[int, typer.Option("--record", min=1, help="Which record of the file.")] = 1,
    html: Annotated[Path | None, typer.Option("--html", help="Write the review as a page to this file.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the review as JSON.")] = False,
    budget: Annotated[int | None, typer.Option("--budget", min=1, help="The search budget for each decision.")] = None,
    language: Language = "",
) -> None:
    """Analyse a finished game: luck, decisions, and what would have been better."""
    import msgspec
    from rich.console import Console

    from allaboard import notation
    from allaboard.cli.say import fail, need_writable, read_text
    from allaboard.game import GameError
    from allaboard.reviews import page, words
    from allaboard.reviews.review import review as reviewed
    from allaboard.tui.words import words as terminal

    language = language_of(language)
    said = terminal(language)
    if html:
        need_writable(html, language)
    try:
        records = notation.read_records(read_text(file, language))
        if number > len(records):
            fail(said.say("no-such-record", file=str(file), records=len(records), number=number))
        record = records[number - 1]
        if wrong := notation.verify(record):
            raise wrong
        with Console(stderr=True).status("") as status:
            found = reviewed(
                record,
                seat,
                budget=budget,
                language=language,
                tell=lambda done, of: status.update(said.say("reviewed-so-far", done=done, of=of)),
            )
    except notation.RecordError as error:
        fail(f"{file}:{error.line}: {error}")
    except GameError as error:
        fail(said.say("cannot-review", file=str(file), why=str(error)))
    if html:
        html.write_text(page.page(record, found, language), encoding="utf-8")
    if as_json:
        typer.echo(msgspec.json.encode(found).decode())
    elif not html:
        typer.echo(words.text(found, language))
