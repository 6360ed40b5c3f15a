"""The countdown, 3-2-1-0, of games that have one.

One seat calls it, as the game declares. It begins when everybody has had the time to see what just happened, and leaves
everybody the time to choose. Only at a table with a clock a seat that has not chosen at zero is late.
"""

import random
from typing import Final

from allaboard.server.table import Table

COUNT: Final = 3
READY: Final = 2
"""Seconds between the call and the 3: with the count, nobody has less than five."""
WHOLE: Final = READY + COUNT


def late_choice(table: Table) -> str | None:
    """What a late seat has chosen in the decision under way, if there is a countdown in it."""
    counts = table.game.declaration.countdown
    if counts is None or not table.actors:
        return None
    return counts.late if table.game.parse(0, counts.late) in table.now.legal(table.actors[0]) else None


def binds(table: Table) -> bool:
    """Whether late seats lose their choice. Without a clock nobody loses anything by waiting."""
    return table.settings.clock > 0


def caller(table: Table) -> int | None:
    """The seat that may count in the decision under way."""
    counts = table.game.declaration.countdown
    return None if counts is None or late_choice(table) is None else int(getattr(table.state, counts.caller))


def may_call(table: Table, seat: int) -> bool:
    """Whether a seat may begin the count: its own choice is made, and somebody still thinks."""
    return caller(table) == seat and seat in table.pending and bool(table.undecided())


def story(table: Table) -> float:
    """Seconds after which everybody has seen what led to the decision under way; a clock may leave less."""
    counts = table.game.declaration.countdown
    told = counts.story if counts else 0.0
    return min(told, table.settings.clock - WHOLE) if binds(table) else told


def bot_calls(table: Table) -> bool:
    """Whether a bot is to call: it counts and has chosen, and the table waits only for people, who have a clock."""
    seat = caller(table)
    if seat is None or not binds(table) or not may_call(table, seat):
        return False
    driven = [sitter is not None and bool(sitter.driven) for sitter in table.sitters]
    return driven[seat] and not any(driven[late] for late in table.undecided())


def bot_patience(table: Table) -> float:
    """Seconds from the beginning of a decision until a bot calls: somewhere in the second half of the clock's time."""
    return table.settings.clock * (0.5 + 0.25 * random.random())
