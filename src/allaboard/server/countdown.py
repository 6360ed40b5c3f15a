"""RunAway's countdown, 3-2-1-0: who has not chosen at zero has chosen none (R6)."""

from typing import Final

from allaboard.server.table import Table

COUNT: Final = 3
LATE: Final = {"runaway": "cards none"}
"""What it means to be late, by game; in the others there is no countdown."""


def late_choice(table: Table) -> str | None:
    """What a late seat has chosen in the decision under way, if there is a countdown in it."""
    none = LATE.get(table.game.name)
    if none is None or not table.actors:
        return None
    return none if table.game.words.parse(0, none) in table.now.legal(table.actors[0]) else None


def may_call(table: Table, seat: int) -> bool:
    """R2: the engineer, once ready, while somebody still thinks."""
    if late_choice(table) is None or seat not in table.pending or not table.undecided():
        return False
    return int(getattr(table.state, "engineer", -1)) == seat


def begins(table: Table) -> bool:
    """Whether it begins by itself: all people but one have chosen, and they wait for that one."""
    if late_choice(table) is None:
        return False
    people = [seat for seat in table.actors if (sitter := table.sitters[seat]) and not sitter.driven]
    waiting = [seat for seat in people if seat not in table.pending]
    return len(people) > 1 and len(waiting) == 1 and len(table.undecided()) == 1
