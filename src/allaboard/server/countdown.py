"""The countdown, 3-2-1-0, of games that have one: a seat that has not chosen at zero is late."""

from typing import Final

from allaboard.server.table import Table

COUNT: Final = 3


def late_choice(table: Table) -> str | None:
    """What a late seat has chosen in the decision under way, if there is a countdown in it."""
    counts = table.game.declaration.countdown
    if counts is None or not table.actors:
        return None
    return counts.late if table.game.parse(0, counts.late) in table.now.legal(table.actors[0]) else None


def may_call(table: Table, seat: int) -> bool:
    """Whether a seat may begin the count: its own choice is made, and somebody still thinks."""
    counts = table.game.declaration.countdown
    if counts is None or late_choice(table) is None or seat not in table.pending or not table.undecided():
        return False
    return int(getattr(table.state, counts.caller)) == seat


def begins(table: Table) -> bool:
    """Whether it begins by itself: all people but one have chosen, and they wait for that one."""
    if late_choice(table) is None:
        return False
    people = [seat for seat in table.actors if (sitter := table.sitters[seat]) and not sitter.driven]
    waiting = [seat for seat in people if seat not in table.pending]
    return len(people) > 1 and len(waiting) == 1 and len(table.undecided()) == 1
