"""Boards as data: a TOML file becomes named options of a game, and back to header lines of a record."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any

from allaboard.game import GameError

Value = int | tuple[int, ...]


def flatten(table: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Nested tables as dotted names.

    >>> flatten({"red": {"fast": [1, 2]}})
    {'red.fast': [1, 2]}
    """
    flat: dict[str, Any] = {}
    for key, value in table.items():
        if isinstance(value, dict):
            flat.update(flatten(value, f"{prefix}{key}."))
        else:
            flat[prefix + key] = value
    return flat


def shipped_board(package: str) -> dict[str, Value]:
    """The board that comes with a game."""
    table = tomllib.loads(files(package).joinpath("board.toml").read_text(encoding="utf-8"))
    return {name: tuple(value) if isinstance(value, list) else value for name, value in flatten(table).items()}


def read_board(text: str, form: Mapping[str, Value]) -> dict[str, Value]:
    """A board file's entries; it must have exactly the entries of the form, each of the same kind."""
    try:
        flat = flatten(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise GameError(f"the board is not valid TOML: {error}") from None
    if not form:
        raise GameError("this game has no board to choose")
    if missing := [name for name in form if name not in flat]:
        raise GameError(f"the board lacks {', '.join(missing)}")
    return {name: check_value(name, value, form) for name, value in flat.items()}


def check_value(name: str, value: Any, form: Mapping[str, Value]) -> Value:
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
    return int(value)


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**31


def option_text(value: int | Sequence[int]) -> str:
    """An option's value as it stands in a record's header."""
    return str(value) if isinstance(value, int) else " ".join(map(str, value))


def parse_option(name: str, text: str, form: Mapping[str, Value]) -> Value:
    """The value of a header line `option NAME VALUE`."""
    words = text.split(" ")
    if not all(re.fullmatch(r"-?[0-9]{1,9}", word) for word in words):
        raise GameError(f"{name} must be whole numbers with a space between them, not {text!r}")
    numbers = [int(word) for word in words]
    like = form.get(name)
    return check_value(name, numbers if isinstance(like, tuple) or len(numbers) != 1 else numbers[0], form)
