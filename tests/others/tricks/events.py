"""Events."""

from typing import ClassVar, Literal

from allaboard.events import HIDDEN, NOTHING, Event, Log, Reason, Seat, Seats, put
from allaboard.game import CHANCE
from allaboard.record import rule

from .rules import HAND, RANKS, State, actors

Suit = Literal["red", "green", "blue", "yellow"]


class Dealt(Event, frozen=True):
    """A card is dealt."""

    seat: Seat
    suit: Suit | None
    number: int | None


class Played(Event, frozen=True):
    """A card is played."""

    seat: Seat
    suit: Suit
    number: int


class Took(Event, frozen=True):
    """A trick is won."""

    seat: Seat
    tricks: int


class Finished(Event, frozen=True):
    """The end."""

    winners: Seats


EVENTS = (Dealt, Played, Took, Finished)
DEALT, PLAYED, TOOK, FINISHED = range(4)


@rule
def sees(state: State, actor: int, action: int, viewer: int) -> bool:
    """A dealt card is seen by whoever gets it."""
    if actor == CHANCE:
        return viewer == int(state.dealt) % int(state.seats)
    return True


@rule
def tell(before: State, after: State, actor: int, action: int, log: Log) -> None:
    """What happened."""
    if actor == CHANCE:
        to = int(before.dealt) % int(before.seats)
        if action == HIDDEN:
            put(log, DEALT, to, NOTHING, NOTHING)
        else:
            put(log, DEALT, to, action // RANKS, action % RANKS + 1)
        return
    put(log, PLAYED, actor, action // RANKS, action % RANKS + 1)
    for s in range(before.seats):
        if after.won[s] > before.won[s]:
            put(log, TOOK, s, after.won[s])
    if after.tricks == HAND:
        best = 0
        for s in range(after.seats):
            best = max(best, int(after.won[s]))
        bits = 0
        for s in range(after.seats):
            if after.won[s] == best:
                bits |= 1 << s
        put(log, FINISHED, bits)


class MustFollow(Reason, frozen=True):
    """Follow suit."""

    CLAUSE: ClassVar[str] = "T3"
    suit: Suit


class NotHeld(Reason, frozen=True):
    """Not in hand."""

    CLAUSE: ClassVar[str] = "T3"


class NotNow(Reason, frozen=True):
    """Not now."""

    CLAUSE: ClassVar[str] = "T2"


REASONS = (MustFollow, NotHeld, NotNow)
MUST_FOLLOW, NOT_HELD, NOT_NOW = range(3)


@rule
def refuse(state: State, actor: int, action: int, log: Log) -> None:
    """Why not."""
    if not actors(state) >> actor & 1:
        put(log, NOT_NOW)
    elif actor == CHANCE or not state.held[actor, action]:
        put(log, NOT_HELD)
    else:
        put(log, MUST_FOLLOW, (int(state.table[int(state.lead)]) - 1) // RANKS)
