"""Who the bots are: they have the names of express trains, and nobody else at a table has the same one."""

from collections.abc import Collection
from typing import Final

NAMES: Final = ("Hikari", "Kodama", "Nozomi", "Sakura", "Mizuho", "Hayabusa", "Komachi", "Asama", "Tsubame")


def name_for(seat: int, taken: Collection[str] = ()) -> str:
    """The name of the bot on a seat, other than those that are taken.

    >>> name_for(1), name_for(1, {"Kodama"})
    ('Kodama', 'Nozomi')
    """
    turned = [NAMES[(seat + at) % len(NAMES)] for at in range(len(NAMES))]
    return next(name for name in turned if name not in taken)
