"""Fast Train to Miyajima in words: options and actions as text, the table as plain text."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Literal, cast

import numpy as np
from msgspec import Struct

from allaboard.board import filled_in, shipped_board
from allaboard.catalog import Catalog, columns, padded
from allaboard.game import CHANCE, Chosen, GameError, Options, Value
from allaboard.games.miyajima import GAME, rules
from allaboard.games.miyajima.rules import COLOURS, DICE, LOAD, TEXTS, TRAINS, State

CITIES = ("Miyajima", "Rio", "London", "New York", "Paris", "Sydney")
OPTIONS = shipped_board(GAME)
LIMITS = {
    **{f"{colour}.{train}": (1, 10_000) for colour in COLOURS for train in TRAINS},
    "destinations_to_end": (1, len(COLOURS)),
    "distance_points": (0, 999),
}

_ACTIONS = {text: action for action, text in enumerate(TEXTS)}
_FACES = {str(face + 1): face for face in range(6)}


def options(chosen: Chosen) -> Options:
    """M7: a sheet's edges must lie between the left margin (0) and the icon, each car further than the one before."""
    sheet = filled_in(chosen, OPTIONS, LIMITS)
    edges: list[int] = []
    for colour in COLOURS:
        for train in TRAINS:
            name = f"{colour}.{train}"
            cars = sheet[name]
            assert isinstance(cars, tuple)
            if not all(a < b for a, b in pairwise(cars)):
                found = ", ".join(map(str, cars))
                raise GameError(f"{name}: each car's edge must be further than the one before, not {found}")
            edges.extend(cars)
    tables = (sheet["destinations_to_end"], sheet["distance_points"])
    return np.array([*edges, *(number for table in tables for number in cast(tuple[int, ...], table))], np.int64)


def highest_score(options: Mapping[str, Value]) -> int:
    """M8: an upper bound of the score: a fast train carries at most six twelves."""
    distance = cast(tuple[int, ...], options["distance_points"])
    return len(COLOURS) * (12 * rules.CARS + max(*distance, rules.CARS))


def say(actor: int, action: int) -> str:
    """An action's text form."""
    return str(action + 1) if actor == CHANCE else TEXTS[action]


class Roll(Struct, frozen=True, tag_field="do", tag="roll"):
    """The active player's choice of die."""

    die: Literal["red", "yellow", "blue"]


class Face(Struct, frozen=True, tag_field="do", tag="face"):
    """Chance: the face of the die."""

    face: int


class Load(Struct, frozen=True, tag_field="do", tag="load"):
    """A colour and a train; the dice used follow from the colour."""

    colour: Literal["red", "orange", "yellow", "green", "blue", "purple"]
    train: Literal["fast", "heavy"]


Parts = Roll | Face | Load


def parts(actor: int, action: int) -> Parts:
    """The parts of an action.

    >>> parts(0, 10)
    Load(colour='green', train='heavy')
    """
    if actor == CHANCE:
        return Face(action + 1)
    if action < LOAD:
        return Roll(cast(Literal["red", "yellow", "blue"], DICE[action]))
    colour, train = divmod(action - LOAD, 2)
    return Load(*cast(tuple[Literal["red"], Literal["fast"]], (COLOURS[colour], TRAINS[train])))


def parse(actor: int, text: str) -> int:
    """The action of a text form."""
    table = _FACES if actor == CHANCE else _ACTIONS
    if text not in table:
        form = (
            "a face from 1 to 6" if actor == CHANCE else "`roll DIE` or `load COLOUR TRAIN`, such as `load green heavy`"
        )
        raise GameError(f"{text!r} is not an action of this game: expected {form}")
    return table[text]


def show(view: State, messages: Catalog) -> str:
    """Every sheet as a small table."""
    faces = [(die, int(face)) for die, face in zip(DICE, view.faces, strict=True) if face]
    rolled = [messages.say("text-die", die=die, face=face) for die, face in faces] or [messages.say("text-no-die")]
    reached = [messages.say(f"city-{colour}") for c, colour in enumerate(COLOURS) if int(view.reached) >> c & 1]
    cities, needed = messages.row(reached or [messages.say("text-none")]), int(view.to_end)
    lines = [
        messages.say("text-round", round=int(view.rounds), seat=int(view.active), dice=messages.row(rolled)),
        messages.say("text-reached", cities=cities, count=len(reached), needed=needed),
    ]
    names = [messages.say(f"colour-{colour}") for colour in COLOURS]
    trains, adheres = [messages.say(f"train-{train}") for train in TRAINS], messages.say("text-adheres")
    width = 1 + max(map(columns, names))
    for seat in range(view.seats):
        lines.append(messages.say("text-seat", seat=seat, points=int(rules.score(view, seat))))
        for colour, name in enumerate(names):
            halves = [
                f"{train} {'#' * view.cars[seat, colour, t]:.<6} {view.cargo[seat, colour, t]:>3}"
                for t, train in enumerate(trains)
            ]
            mark = adheres if rules.adheres(view, seat, colour) else ""
            lines.append(f"  {padded(name, width)}{halves[0]}   {halves[1]}   {mark}".rstrip())
    return "\n".join(lines)
