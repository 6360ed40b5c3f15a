"""Which actions a player may undo.

At a table with other people a player may undo their own last action until another seat or chance acts. One person
against bots, without a clock, may undo several actions, together with the bots' moves, back to the last roll or reveal.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from allaboard.server.moment import Moment

if TYPE_CHECKING:
    from allaboard.server.table import Sitter, Step

MOST_UNDOS = 20
"""The number of undos of one seat in a row, until a roll, a reveal or another person's action. It bounds the events."""


@dataclass
class Mark:
    """Where an undo leads back to: the number of lines before the action, and the position."""

    lines: int
    before: Moment


class Undoing:
    """The actions of one seat that can be undone, the last one at the end."""

    def __init__(self) -> None:
        self.seat: int | None = None
        self.marks: list[Mark] = []
        self.undos = 0  # in a row, of that seat

    def acted(self, done: "Sequence[Step]", played: int, seat: int, *, together: bool) -> None:
        """Record an action at a table with several people or with a clock, after `played` lines."""
        alone = seat if len(done) == 1 and not together else None
        if alone is None or alone != self.seat:
            self.undos = 0
        self.seat = alone
        self.marks = [] if alone is None else [Mark(played, done[0].before)]

    def acted_among_bots(self, done: "Sequence[Step]", played: int, person: int, *, together: bool) -> None:
        """Record an action at a table of one person against bots."""
        self.seat = person
        for number, step in enumerate(done, played):
            if together or (step.actor != person and self.marks and _shows_more(step, person)):
                self.end()
            elif step.actor == person:
                self.marks.append(Mark(number, step.before))

    def end(self) -> None:
        """Allow no more undos."""
        self.marks.clear()
        self.undos = 0

    def back(self) -> Mark:
        """Remove the last of these actions, and return where the undo leads back to."""
        self.undos += 1
        return self.marks.pop()


def _shows_more(step: "Step", viewer: int) -> bool:
    return step.before.game.reveals(step.before.state, step.actor, step.action, viewer)


def only_person(sitters: "Sequence[Sitter | None]") -> int | None:
    """The seat of the only person at a table; None if there are several."""
    people = [seat for seat, sitter in enumerate(sitters) if sitter is None or not sitter.bot]
    return people[0] if len(people) == 1 else None
