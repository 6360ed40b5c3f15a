"""`allaboard board`: a game's board as a file to change, and board files for the other commands."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from allaboard import game_names

if TYPE_CHECKING:
    from allaboard.declaration import Chosen, Value
    from allaboard.simulate.plan import Bot


def board(
    game: Annotated[str, typer.Argument(help=f"One of {', '.join(game_names())}.")],
    as_schema: Annotated[
        bool, typer.Option("--schema", help="Print a JSON Schema of the game's board files, for editors.")
    ] = False,
) -> None:
    """Print a game's board and rule parameters, with comments: `allaboard board GAME > mine.toml`.

    Change what you like and delete the rest: a board file contains only what differs. Give it to play, simulate,
    ladder, train, serve or site with `--board mine.toml`. `allaboard compare` compares two boards.
    """
    from allaboard.board import board_text, schema
    from allaboard.cli.say import fail, need_game
    from allaboard.game import load

    known = load(need_game(game))
    if not known.OPTIONS:
        fail(f"{known.title} has no board to choose")
    text = known.declaration.text("board.toml") or board_text(known)
    typer.echo(json.dumps(schema(known), indent=2, ensure_ascii=False) if as_schema else text.rstrip("\n"))


def chosen_board(game: str, board: Path | None, language: str = "en") -> "dict[str, Value]":
    """The options of a board file that differ from the game's own. Exits with an error if the file is not valid."""
    from allaboard.board import differing, read_board
    from allaboard.cli.say import fail, read_text
    from allaboard.game import GameError, load
    from allaboard.tui.words import words

    if board is None:
        return {}
    known = load(game)
    try:
        return dict(differing(read_board(read_text(board, language), known), known.OPTIONS))
    except GameError as error:
        why = str(error) if language == "en" else words(language).say("error-board", why=str(error))
        fail(f"{board}: {why}")


def boards_of(files: "Sequence[Path]") -> "dict[str, dict[str, int | list[int]]]":
    """For each game that board files are for, the options that differ from its own board."""
    from allaboard.cli.say import fail

    found: dict[str, dict[str, int | list[int]]] = {}
    for file in files:
        game = game_of(file)
        if game in found:
            fail(f"{file}: there is a board of {game} already, and a game can have only one")
        options = chosen_board(game, file)
        found[game] = {name: value if isinstance(value, int) else list(value) for name, value in options.items()}
    return found


def game_of(*boards: Path) -> str:
    """The game that board files name, or the only one that has all their options."""
    from allaboard.board import parse_board
    from allaboard.cli.say import fail, need_game, read_text
    from allaboard.game import GameError, load

    entries: set[str] = set()
    for board in boards:
        try:
            name, options = parse_board(read_text(board))
        except GameError as error:
            fail(f"{board}: {error}")
        if name is not None:
            return need_game(name)
        entries |= options.keys()
    fitting = [name for name in game_names() if entries <= load(name).OPTIONS.keys()]
    if len(fitting) == 1:
        return fitting[0]
    files = " and ".join(map(str, boards))
    if not fitting:
        fail(f'{files}: no game has all these options; name the game with `game = "NAME"` in the file')
    several = " or ".join(fitting)
    return fail(f'{files}: this could be a board of {several}; name the game with `game = "NAME"` in the file')


def warn_of_bots(game: str, bots: "Sequence[Bot]", board: "Chosen") -> None:
    """Warn about bots that were not trained on this board."""
    from allaboard.bots.boards import learned_elsewhere, lesson
    from allaboard.bots.programs import is_program
    from allaboard.simulate.plan import policy
    from allaboard.tui.words import words

    known = [policy(game, bot) for bot in bots if not (isinstance(bot, str) and is_program(bot))]
    for bot in learned_elsewhere(known, board):
        typer.echo(words().say("learned-elsewhere", level=bot.level, command=lesson(bot)), err=True)
