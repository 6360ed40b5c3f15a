"""Personas of bots: each has the name of an express train, a face and a temper. No two bots at a table share one.

A persona's temper picks one of the styles that a game declares. Kodama is bold in every game whose second style is
bold.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Final, Literal, NamedTuple

from msgspec import Struct

Nose = Literal["round", "pointed", "flat", "duck"]
Eyes = Literal["wide", "calm", "sharp"]
Colour = Literal["white", "blue", "green", "red", "pink", "yellow", "silver", "purple", "orange"]


class Face(Struct, frozen=True):
    """How to draw a face: the front of a train, seen from the platform."""

    body: Colour
    stripe: Colour
    nose: Nose
    eyes: Eyes


class Persona(NamedTuple):
    """A bot's name, face and temper."""

    name: str
    temper: int
    face: Face

    def style(self, styles: Sequence[str]) -> str | None:
        """The persona's style in a game with these styles; None if the game has none.

        >>> PERSONAS[1].style(("careful", "bold", "collector"))
        'bold'
        """
        return styles[self.temper % len(styles)] if styles else None


PERSONAS: Final = (
    Persona("Hikari", 0, Face("white", "blue", "round", "wide")),
    Persona("Kodama", 1, Face("blue", "yellow", "round", "sharp")),
    Persona("Nozomi", 2, Face("white", "purple", "duck", "calm")),
    Persona("Sakura", 0, Face("pink", "white", "pointed", "wide")),
    Persona("Mizuho", 1, Face("silver", "orange", "duck", "sharp")),
    Persona("Hayabusa", 2, Face("green", "pink", "pointed", "calm")),
    Persona("Komachi", 0, Face("red", "white", "pointed", "wide")),
    Persona("Asama", 1, Face("white", "red", "flat", "sharp")),
    Persona("Tsubame", 2, Face("silver", "green", "flat", "calm")),
)
BOT: Final = "bot:"
"""In a record, the name of a bot begins with this."""
NAMES: Final = tuple(one.name for one in PERSONAS)


def persona(name: str) -> Persona | None:
    """The persona of this name, if there is one."""
    return next((one for one in PERSONAS if one.name == name), None)


def name_for(seat: int, taken: Collection[str] = ()) -> str:
    """A name for the bot at a seat that is not taken yet.

    >>> name_for(1), name_for(1, {"Kodama"})
    ('Kodama', 'Nozomi')
    """
    turned = [NAMES[(seat + at) % len(NAMES)] for at in range(len(NAMES))]
    return next(name for name in turned if name not in taken)


def names_at(players: Mapping[int, str]) -> dict[int, str]:
    """The names of a record's players, by seat: bots have those of their personas.

    >>> names_at({0: "Ann", 1: "bot:medium", 2: "bot:hard+40"})
    {0: 'Ann', 1: 'Kodama', 2: 'Nozomi'}
    """
    people = {player for player in players.values() if not player.startswith(BOT)}
    return {seat: name_for(seat, people) if player.startswith(BOT) else player for seat, player in players.items()}


def style_of(name: str, styles: Sequence[str]) -> str | None:
    """The style of the persona with this name; None if there is no such persona, or the game has no styles."""
    known = persona(name)
    return known.style(styles) if known else None
