"""Observations as numbers: for every game a compiled `encode(view, out, at)` and its `layout`.

The encoder gets a view, never a state, so it cannot reveal anything hidden. A game's own encoder has the seats in the
order of play, the viewer first. A game without an encoder is encoded field by field. All numbers are between -1 and 1.

For networks that value pairs of a state and an action there is `encode_action(view, action, out, at)`, with its own
layout. In a game without it, the features are a one-hot vector of the action's number. `reachable` lists the actions
that can be legal with given options, for learners that want no other outputs.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from math import prod
from typing import Protocol, cast

import numpy as np
import numpy.typing as npt

from allaboard.game import Chosen, State, Value, load
from allaboard.record import Cells, Field, rule, specialise
from allaboard.registry import declaration

Encode = Callable[[State, Cells, int], None]
"""A function that writes a view into an array of numbers, from an offset on."""


EncodeAction = Callable[[State, int, Cells, int], None]
"""A function that writes an action of the viewer into an array of numbers, from an offset on."""
Layout = Callable[[int, Mapping[str, Value]], dict[str, int]]
"""A function of seats and options: the parts in order, and the length of each."""


class Encoder(Protocol):
    """A game's module `encoder`."""

    layout: Layout
    encode: Encode


class FieldByField:
    """The encoder of a game that has none: every number `x` of the view becomes `x / (1 + |x|)`."""

    def __init__(self, game: str) -> None:
        state = load(game).rules.State
        self._fields = {name: one for name, one in state.fields.items() if not one.secret}
        self.encode = _written(self._fields)

    def layout(self, seats: int, options: Mapping[str, Value]) -> dict[str, int]:
        """The fields, which do not depend on the number of seats and the options."""
        return {name: prod(one.shape) for name, one in self._fields.items()}


def _written(fields: dict[str, Field]) -> Encode:
    """A compiled function that writes these fields one after the other."""
    lines = ["def encode(view, out, at):"]
    for name, one in fields.items():
        indent, place = "    ", ""
        for depth, length in enumerate(one.shape):
            lines.append(f"{indent}for i{depth} in range({length}):")
            indent, place = indent + "    ", f"{place}{', ' if place else ''}i{depth}"
        value = f"view.{name}" + (f"[{place}]" if place else "")
        lines += [f"{indent}x = int({value})", f"{indent}out[at] = x / (1 + abs(x))", f"{indent}at += 1"]
    scope: dict[str, object] = {"__name__": f"{__name__}.written"}  # there is no file, so the code is not cached
    exec("\n".join(lines), scope)  # it contains nothing but names of fields
    return rule(cast(Encode, scope["encode"]))


@cache
def encoder(game: str) -> Encoder:
    """The encoder of a game's views."""
    own = declaration(game).part("encoder")
    return cast(Encoder, own or FieldByField(game))


def size(game: str, seats: int, board: Chosen | None = None) -> int:
    """How many numbers an observation has."""
    return sum(encoder(game).layout(seats, _options(game, board)).values())


def parts(game: str, seats: int, board: Chosen | None = None) -> dict[str, slice]:
    """The slice of each part of an observation."""
    return _slices(encoder(game).layout(seats, _options(game, board)))


def action_size(game: str, seats: int, board: Chosen | None = None) -> int:
    """How many features an action has."""
    return sum(_action_layout(game, seats, board).values())


def action_parts(game: str, seats: int, board: Chosen | None = None) -> dict[str, slice]:
    """The slice of each part of an action's features."""
    return _slices(_action_layout(game, seats, board))


def action_encoder(game: str) -> EncodeAction:
    """The encoder of a game's actions."""
    own: EncodeAction | None = getattr(encoder(game), "encode_action", None)
    return own or _one_of_many(game)


def reachable(game: str, seats: int, board: Chosen | None = None) -> npt.NDArray[np.int64]:
    """The actions that can ever be legal with these options, in order."""
    own: Callable[[int, Mapping[str, Value]], Sequence[int]] | None = getattr(encoder(game), "reachable", None)
    return np.arange(load(game).rules.ACTIONS) if own is None else np.array(own(seats, _options(game, board)), np.int64)


def _options(game: str, board: Chosen | None) -> dict[str, Value]:
    chosen = {name: value if isinstance(value, int) else tuple(value) for name, value in (board or {}).items()}
    return {**load(game).OPTIONS, **chosen}


def _action_layout(game: str, seats: int, board: Chosen | None) -> dict[str, int]:
    own: Layout | None = getattr(encoder(game), "action_layout", None)
    return {"action": load(game).rules.ACTIONS} if own is None else own(seats, _options(game, board))


def _slices(layout: dict[str, int]) -> dict[str, slice]:
    found, at = {}, 0
    for name, count in layout.items():
        found[name] = slice(at, at + count)
        at += count
    return found


@cache
def _one_of_many(game: str) -> EncodeAction:
    return specialise(_encode_number, game, {"ACTIONS": load(game).rules.ACTIONS})


ACTIONS = 0  # a placeholder; `specialise` binds the game's own number


def _encode_number(view: State, action: int, out: Cells, at: int) -> None:
    for k in range(ACTIONS):
        out[at + k] = 0
    out[at + action] = 1
