"""Who the bots are: they have the names of express trains, faces and tempers that stay, and no two at a table are one.

A persona's temper picks one of the styles that a game declares. Kodama is bold wherever the second style is bold.
"""

from collections.abc import Collection, Sequence
from typing import Final, Literal, NamedTuple

from msgspec import Struct

Nose = Literal["round", "pointed", "flat", "duck"]
Eyes = Literal["wide", "calm", "sharp"]
Colour = Literal["white", "blue", "green", "red", "pink", "yellow", "silver", "purple", "orange"]


class Face(Struct, frozen=True):
    """A face to be drawn: the front of a train, seen by somebody on the platform."""

    body: Colour
    stripe: Colour
    nose: Nose
    eyes: Eyes


class Persona(NamedTuple):
    """Somebody to play against."""

    name: str
    temper: int
    face: Face

    def style(self, styles: Sequence[str]) -> str | None:
        """How they play a game with these styles; None where there are none.

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
NAMES: Final = tuple(one.name for one in PERSONAS)


def persona(name: str) -> Persona | None:
    """The persona of this name, if there is one."""
    return next((one for one in PERSONAS if one.name == name), None)


def name_for(seat: int, taken: Collection[str] = ()) -> str:
    """The name of the bot on a seat, other than those that are taken.

    >>> name_for(1), name_for(1, {"Kodama"})
    ('Kodama', 'Nozomi')
    """
    turned = [NAMES[(seat + at) % len(NAMES)] for at in range(len(NAMES))]
    return next(name for name in turned if name not in taken)


def style_of(name: str, styles: Sequence[str]) -> str | None:
    """How somebody of this name plays; None for those who are no persona, and where there are no styles."""
    known = persona(name)
    return known.style(styles) if known else None
