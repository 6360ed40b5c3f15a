"""The countdown 3, 2, 1, 0 of games that declare one.

One seat calls it, as the game declares. It starts when those who must choose have seen the last turn, and leaves time
to choose. A seat without a choice at zero is late, but only at a table with a clock.
"""

import random
from typing import Final

from allaboard.server.table import Table

COUNT: Final = 3
READY: Final = 2
"""Seconds between the call and the 3. Together with the count that is at least five seconds."""
WHOLE: Final = READY + COUNT


def late_choice(table: Table) -> str | None:
    """The choice of a late seat in the current decision, if the decision has a countdown."""
    counts = table.game.declaration.countdown
    if counts is None or not table.actors:
        return None
    return counts.late if table.game.parse(0, counts.late) in table.now.legal(table.actors[0]) else None


def binds(table: Table) -> bool:
    """Whether late seats lose their choice. Without a clock they do not."""
    return table.settings.clock > 0


def caller(table: Table) -> int | None:
    """The seat that may call the countdown of the current decision."""
    counts = table.game.declaration.countdown
    return None if counts is None or late_choice(table) is None else int(getattr(table.state, counts.caller))


def may_call(table: Table, seat: int) -> bool:
    """Whether a seat may call the countdown: it has chosen, and others have not."""
    return seat in table.pending and caller(table) == seat and bool(table.undecided())


def story(table: Table) -> float:
    """The maximum time in seconds for showing people what led to the current decision. A clock may leave less."""
    counts = table.game.declaration.countdown
    told = counts.story if counts else 0.0
    return min(told, table.settings.clock - WHOLE) if binds(table) else told


def bot_calls(table: Table) -> bool:
    """Whether a bot should call: it may, it has chosen, the table has a clock, and it waits only for people."""
    seat = caller(table)
    if seat is None or not binds(table) or not may_call(table, seat):
        return False
    driven = [sitter is not None and bool(sitter.driven) for sitter in table.sitters]
    return driven[seat] and not any(driven[late] for late in table.undecided())


def bot_patience(table: Table) -> float:
    """Seconds from the start of a decision until a bot calls, within the second half of the clock's time."""
    return table.settings.clock * (0.5 + 0.25 * random.random())
