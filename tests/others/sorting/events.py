"""Events."""

from typing import ClassVar

from allaboard.events import Event, Log, Reason, Seat, Seats, put
from allaboard.game import CHANCE
from allaboard.record import rule

from .rules import TAKE, State


class Rolled(Event, frozen=True):
    """The die is rolled."""

    cars: int


class Took(Event, frozen=True):
    """A player takes the cars."""

    seat: Seat
    cars: int


class Left(Event, frozen=True):
    """A player leaves the cars to the others."""

    seat: Seat
    others: Seats


EVENTS = (Rolled, Took, Left)
ROLLED, TOOK, LEFT = range(3)


@rule
def sees(state: State, actor: int, action: int, viewer: int) -> bool:
    """Everything is public."""
    return True


@rule
def tell(before: State, after: State, actor: int, action: int, log: Log) -> None:
    """What happened."""
    if actor == CHANCE:
        put(log, ROLLED, after.die)
    elif action == TAKE:
        put(log, TOOK, actor, before.die)
    else:
        put(log, LEFT, actor, ((1 << int(before.seats)) - 1) & ~(1 << actor))


class NotNow(Reason, frozen=True):
    """Not now."""

    CLAUSE: ClassVar[str] = "O1"


REASONS = (NotNow,)
NOT_NOW = 0


@rule
def refuse(state: State, actor: int, action: int, log: Log) -> None:
    """Only the turn can be wrong."""
    put(log, NOT_NOW)
