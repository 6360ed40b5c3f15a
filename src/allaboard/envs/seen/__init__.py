"""What a seat sees, as numbers: for every game a compiled `encode(view, out, at)` and its `layout`.

A view goes in, never a state, so nothing else can come out. Seats stand in the order of play, the viewer first; all
numbers lie between -1 and 1.
"""

import importlib
import importlib.util
from collections.abc import Callable
from typing import Any, Protocol, cast

from allaboard.game import GameError


class Seen(Protocol):
    """A game's module here."""

    layout: Callable[[int], dict[str, int]]  # by seats: the parts of an observation in order, and how long each is
    encode: Callable[[Any, Any, int], None]  # writes an observation into a row of numbers, from a place on


def seen(game: str) -> Seen:
    """How a game's views become numbers."""
    name = f"allaboard.envs.seen.{game}"
    if importlib.util.find_spec(name) is None:
        raise GameError(f"{game} has no numbers for learners yet: envs/seen/{game}.py is missing")
    found: Any = importlib.import_module(name)
    return cast(Seen, found)


def size(game: str, seats: int) -> int:
    """How many numbers an observation has.

    >>> size("miyajima", 1)
    83
    """
    return sum(seen(game).layout(seats).values())


def parts(game: str, seats: int) -> dict[str, slice]:
    """Where each part of an observation is.

    >>> parts("runaway", 3)["speed"]
    slice(21, 22, None)
    """
    found, at = {}, 0
    for name, count in seen(game).layout(seats).items():
        found[name] = slice(at, at + count)
        at += count
    return found
