"""`allaboard replay`: a recorded game in words."""

from pathlib import Path
from typing import Annotated

import typer

from allaboard.cli.language import Language, language_of


def replay(
    file: Annotated[Path, typer.Argument(help="A record file.")],
    seat: Annotated[int | None, typer.Option("--seat", help="Show only what this seat could see.")] = None,
    number: Annotated[int, typer.Option("--record", min=1, help="Which record of the file.")] = 1,
    language: Language = "",
    table: Annotated[bool, typer.Option("--table", help="Also show the table after every action.")] = False,
) -> None:
    """Show a recorded game move by move, in sentences."""
    from allaboard import notation
    from allaboard.bots.levels import parts
    from allaboard.bots.personas import BOT, names_at
    from allaboard.bots.programs import is_program
    from allaboard.catalog import title_of
    from allaboard.cli.say import fail, read_text
    from allaboard.game import ALL_SEEING, GameError
    from allaboard.tui.words import words

    language = language_of(language)
    said = words(language)
    try:
        records = notation.read_records(read_text(file, language))
        if number > len(records):
            fail(said.say("no-such-record", file=str(file), records=len(records), number=number))
        record = records[number - 1]
        game, seats, _ = notation.setting(record)
    except notation.RecordError as error:
        fail(f"{file}:{error.line}: {error}")
    except GameError as error:
        fail(said.say("cannot-read", path=str(file), why=str(error)))
    if seat is not None and not 0 <= seat < seats:
        fail(said.say("no-such-seat", last=seats - 1, seat=seat))

    viewer = ALL_SEEING if seat is None else seat
    messages = game.catalog(language)
    title = title_of(game.declaration, language)
    if seat is None:
        typer.echo(messages.say("record-title", title=title, seats=seats))
    else:
        typer.echo(messages.say("record-title-seen", title=title, seats=seats, seat=seat))
    names = names_at(record.players)
    for where, player in sorted(record.players.items()):
        bot = player.removeprefix(BOT)
        level = parts(bot).level if player.startswith(BOT) and not is_program(bot) else bot
        known = f"level-{level}"
        named = messages.say(known) + bot.removeprefix(level) if known in messages else bot
        kind = "record-bot" if player.startswith(BOT) else "record-person"
        typer.echo(messages.say(kind, seat=where, name=names[where], level=named))
    by_seat = [names[where] for where in range(seats)] if len(names) == seats else []
    view = None
    try:
        for step in notation.replay(record):
            events = game.step_events(step.before, step.after, step.line.actor, step.action, viewer)
            for sentence in game.sentences(events, by_seat, language=language):
                typer.echo(f"{step.line.number:>5}  {sentence}")
            view = step.after if seat is None else game.view(step.after, seat)
            if table:
                typer.echo("\n" + game.show(view, language) + "\n")
    except notation.RecordError as error:
        fail(f"{file}:{error.line}: {error}")
    if view is not None and not table:
        typer.echo("\n" + game.show(view, language))
    if not record.tail:
        typer.echo(messages.say("record-unfinished"))
