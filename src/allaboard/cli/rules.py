"""`allaboard rules`: a game's rules in our own words."""

from typing import Annotated

import typer

from allaboard import game_names
from allaboard.cli.language import Language, language_of


def rules(
    game: Annotated[str, typer.Argument(help=f"One of {', '.join(game_names())}.")],
    language: Language = "",
    plain: Annotated[bool, typer.Option("--plain", help="Print plain Markdown without colours.")] = False,
) -> None:
    """Show a game's rules, with our rulings marked."""
    from rich.console import Console
    from rich.markdown import Markdown

    from allaboard.catalog import title_of
    from allaboard.cli.say import fail, need_game
    from allaboard.registry import declaration
    from allaboard.tui.words import words

    language = language_of(language)
    declared = declaration(need_game(game, language))
    text = declared.rulebook(language)
    if text is None:
        title = title_of(declared, language)
        fail(words(language).say("error-no-rulebook", game=title))
    console = Console(width=min(Console().width, 100))
    if plain or not console.is_terminal:
        typer.echo(text)
    else:
        with console.pager(styles=True):
            console.print(Markdown(text))
