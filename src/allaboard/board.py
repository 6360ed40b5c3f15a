r"""Boards as data: named options of a game, read from TOML files and from the header lines of records.

A board file says what differs from the game's own board, and may say which game it is for.

>>> parse_board('game = "coupling"\n[train]\ncars = 12')
('coupling', {'train.cars': 12})
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from typing import Final, TypeGuard

from allaboard.declaration import AnyDeclaration
from allaboard.game import Chosen, Game, GameError, S, Value
from allaboard.layout import Json

GAME: Final = "game"
"""The entry of a board file that names its game. It is not an option."""
MOST_DOTS: Final = 100
"""The most dots in a line of a board file. The time to parse a key grows with the square of the number of its parts."""
Limits = Mapping[str, tuple[int, int]]
"""For each option, its lowest and its highest number."""


def flatten(table: Mapping[str, object], prefix: str = "") -> dict[str, object]:
    """Nested tables as dotted names.

    >>> flatten({"red": {"fast": [1, 2]}})
    {'red.fast': [1, 2]}
    """
    flat: dict[str, object] = {}
    for key, value in table.items():
        if isinstance(value, dict):
            flat.update(flatten(value, f"{prefix}{key}."))
        else:
            flat[prefix + key] = value
    return flat


def shipped_board(game: AnyDeclaration) -> dict[str, Value]:
    """The board that comes with a game."""
    try:
        flat = flatten(tomllib.loads(game.text("board.toml") or ""))
    except ValueError as error:
        raise GameError(f"the board of {game.title} is not valid TOML: {error}") from None
    flat.pop(GAME, None)
    return {name: _shipped(game, name, value) for name, value in flat.items()}


def _shipped(game: AnyDeclaration, name: str, value: object) -> Value:
    if isinstance(value, list) and all(_whole(item) for item in value):
        return tuple(value)
    if _whole(value):
        return value
    raise GameError(f"{name} in the board of {game.title} must be a whole number or a list of them, not {value!r}")


def parse_board(text: str) -> tuple[str | None, dict[str, object]]:
    """The game that a board file names, if it names one, and its other entries, unchanged."""
    if any(line.count(".") > MOST_DOTS for line in text.split("\n")):
        raise GameError(f"a line of the board has more than {MOST_DOTS} dots")
    try:
        flat = flatten(tomllib.loads(text))
    except (ValueError, RecursionError) as error:  # tomllib raises both, for example for very long numbers
        raise GameError(f"the board is not valid TOML: {error}") from None
    name = flat.pop(GAME, None)
    if name is not None and not isinstance(name, str):
        raise GameError(f"the entry `game` of a board must be a game's name, not {name!r}")
    return name, flat


def read_board(text: str, game: Game[S]) -> dict[str, Value]:
    """The options of a board file. Options that it does not mention keep the values of the game's own board."""
    name, flat = parse_board(text)
    if name is not None and name != game.name:
        raise GameError(f"this is a board of {name}, not of {game.name}")
    if not game.OPTIONS:
        raise GameError(f"{game.title} has no board to choose")
    options = {name: check_value(name, value, game.OPTIONS) for name, value in flat.items()}
    game.options(options)
    return options


def differing(chosen: Chosen, form: Mapping[str, Value]) -> dict[str, Value]:
    """The options that differ from the game's own board, in the board's order.

    >>> differing({"cars": 10, "seats": (1, 2)}, {"seats": (1, 3), "cars": 10})
    {'seats': (1, 2)}
    """
    values = {name: value if isinstance(value, int) else tuple(value) for name, value in chosen.items()}
    return {name: values[name] for name in form if name in values and values[name] != form[name]}


def filled_in(chosen: Chosen, form: Mapping[str, Value], limits: Limits) -> dict[str, Value]:
    """All options, checked for type and limits. Those that were not chosen have the values of the game's own board."""
    board = dict(form)
    for name, value in chosen.items():
        found = board[name] = check_value(name, value, form)
        low, high = limits[name]
        for number in found if isinstance(found, tuple) else (found,):
            if not low <= number <= high:
                what = f"the numbers of {name}" if isinstance(found, tuple) else name
                raise GameError(f"{what} must be from {low} to {high}, not {number}")
    return board


def check_value(name: str, value: object, form: Mapping[str, Value]) -> Value:
    """One option's value, if the game has such an option and it is of the right kind."""
    if name not in form:
        known = ", ".join(form) if form else "none"
        raise GameError(f"there is no option {name!r}; this game's options: {known}")
    like = form[name]
    if isinstance(like, tuple):
        if not isinstance(value, Sequence) or isinstance(value, str) or not all(_whole(item) for item in value):
            raise GameError(f"{name} must be a list of {len(like)} whole numbers, not {value!r}")
        if len(value) != len(like):
            raise GameError(f"{name} must have {len(like)} numbers, not {len(value)}")
        return tuple(value)
    if not _whole(value):
        raise GameError(f"{name} must be a whole number, not {value!r}")
    return value


def _whole(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**31


def option_text(value: int | Sequence[int]) -> str:
    """An option's value as written in a record's header."""
    return str(value) if isinstance(value, int) else " ".join(map(str, value))


def parse_option(name: str, text: str, form: Mapping[str, Value]) -> Value:
    """The value of a header line `option NAME VALUE`."""
    words = text.split(" ")
    if not all(re.fullmatch(r"-?[0-9]{1,9}", word) for word in words):
        raise GameError(f"{name} must be whole numbers with a space between them, not {text!r}")
    numbers = [int(word) for word in words]
    like = form.get(name)
    return check_value(name, numbers if isinstance(like, tuple) or len(numbers) != 1 else numbers[0], form)


def board_text(game: Game[S]) -> str:
    """A game's own board as a board file, for games without a `board.toml`."""
    lines = [f'game = "{game.name}"']
    for name, value in game.OPTIONS.items():
        lines.append(f"{name} = {value if isinstance(value, int) else list(value)}")
    return "\n".join(lines)


def descriptions(text: str) -> dict[str, str]:
    r"""For each option, the comment after it in a board file.

    >>> descriptions("[train]\ncars = 10  # how long it is\n")
    {'train.cars': 'how long it is'}
    """
    found, table = {}, ""
    for line in text.splitlines():
        if header := re.match(r"\s*\[([\w.]+)\]", line):
            table = header[1] + "."
        elif entry := re.match(r"\s*([\w-]+)\s*=[^#\"]*#\s*(.*\S)", line):
            found[table + entry[1]] = entry[2]
    return found


def schema(game: Game[S]) -> Json:
    """A JSON Schema of the game's board files, for editors."""
    told = descriptions(game.declaration.text("board.toml") or "")
    tables: dict[str, Json] = {"": {GAME: {"const": game.name, "description": "The game that this board is for."}}}
    for name, default in game.OPTIONS.items():
        table, _, last = name.rpartition(".")
        _entries(tables, table)[last] = _entry(default, game.LIMITS.get(name), told.get(name))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"A board of {game.title}",
        **_table(tables[""]),
    }


def _table(entries: Json) -> Json:
    return {"type": "object", "additionalProperties": False, "properties": entries}


def _entries(tables: dict[str, Json], name: str) -> Json:
    """The entries of a table of the file, put into the schema of the enclosing table."""
    if name not in tables:
        outer, _, last = name.rpartition(".")
        tables[name] = {}
        _entries(tables, outer)[last] = _table(tables[name])
    return tables[name]


def _entry(default: Value, limits: tuple[int, int] | None, description: str | None) -> Json:
    number: Json = {"type": "integer"}
    if limits is not None:
        number |= {"minimum": limits[0], "maximum": limits[1]}
    entry = number
    if isinstance(default, tuple):
        entry = {"type": "array", "items": number, "minItems": len(default), "maxItems": len(default)}
    entry = entry | {"default": list(default) if isinstance(default, tuple) else default}
    return entry | ({"description": description} if description else {})
