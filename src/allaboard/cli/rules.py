"""`allaboard rules`: a game's rules in our own prose."""

from typing import Annotated

import typer

from allaboard import game_names


def rules(
    game: Annotated[str, typer.Argument(help=f"One of {', '.join(game_names())}.")],
    plain: Annotated[bool, typer.Option("--plain", help="The Markdown as it is, without colours.")] = False,
) -> None:
    """Show a game's rules, with our rulings marked."""
    from importlib.resources import files

    from rich.console import Console
    from rich.markdown import Markdown

    from allaboard.cli.say import need_game

    text = files(f"allaboard.games.{need_game(game)}").joinpath("rulebook.md").read_text(encoding="utf-8")
    console = Console(width=min(Console().width, 100))
    if plain or not console.is_terminal:
        typer.echo(text)
    else:
        with console.pager(styles=True):
            console.print(Markdown(text))
