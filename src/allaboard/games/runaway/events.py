"""What a step of RunAway Train tells a viewer, and why an action is refused."""

from typing import ClassVar, Literal

from allaboard.events import HIDDEN, NOTHING, Event, Log, Reason, Seat, Seats, more, put
from allaboard.game import CHANCE
from allaboard.games.runaway.rules import (
    BLUFF,
    BOTH,
    BRAKE,
    BRAKE_HALF,
    CHOOSING,
    CONDUCTOR,
    JUMP,
    JUMPING,
    NO_CARDS,
    OVER,
    PASSENGER,
    PLUNGED,
    SCORES,
    SPEED,
    STOPPED,
    STOPPING,
    SWITCH,
    TRACK_LONG,
    State,
    actors,
    next_yellow,
    rank,
    roll_to_stop,
    score,
    tip,
)
from allaboard.record import rule

Track = Literal["main", "short", "long"]
Space = Literal[
    "scores_x2",
    "brake_half",
    "scores_x3",
    "brake_full",
    "switch",
    "short_scores_x4",
    "short_end",
    "long_scores_x4",
    "long_end",
]
Doing = Literal["speed", "brake", "switch", "choosing", "jumping", "stopping", "over"]
Cards = Literal[
    "none", "P1", "P2", "P3", "P4", "P5", "P6", "P7", "C1", "C2", "C3", "C4", "C5", "C6", "C7", "PC",
    "12", "13", "14", "15", "16", "17", "23", "24", "25", "26", "27", "34", "35", "36", "37", "45", "46", "47", "56",
    "57", "67",
]  # fmt: skip


class Rolled(Event, frozen=True):
    """R2, R4, R11: the engineer rolls the die."""

    seat: Seat
    why: Literal["speed", "brake_half", "brake_full", "stop"]
    face: int
    speed_before: int
    speed: int
    needed: int | None
    """For the stop: the lowest roll that stops the train; 7 cannot be rolled."""


class AllAboard(Event, frozen=True):
    """R1: the first engineer calls "All aboard!", and the train leaves."""

    seat: Seat
    speed: int


class Moved(Event, frozen=True):
    """R2: the train goes one stretch, to the next yellow space or to the end of its move."""

    track: Track
    start: int
    end: int


class Passed(Event, frozen=True):
    """R4: a yellow space acts."""

    space: Space
    at: int
    multiplier: int | None
    """The multiplier of suitcases from here on, if it changes."""
    halts: bool
    """Whether the train waits here for a die or a decision."""


class Switched(Event, frozen=True):
    """R4: the engineer chooses the track."""

    seat: Seat
    track: Track


class AtTheEnd(Event, frozen=True):
    """R11: the train is at the end, and the engineer must roll."""

    seat: Seat
    speed: int
    needed: int


class Chose(Event, frozen=True):
    """R6: a seat has chosen cards; the others do not see which."""

    silent: ClassVar[bool] = True
    seat: Seat
    cards: Cards | None


class Revealed(Event, frozen=True):
    """R7: a seat's cards are turned over."""

    seat: Seat
    cards: Cards


class Cancelled(Event, frozen=True):
    """R7: seats with the same two cards cancel each other out."""

    seats: Seats
    cards: Cards


class Tossed(Event, frozen=True):
    """R8: a suitcase gets off."""

    seat: Seat
    who: Literal["passenger", "conductor"]
    suitcase: int
    multiplier: int
    tip: int
    points: int
    total: int


class NothingGotOff(Event, frozen=True):
    """R7: the reveal changes nothing."""


class GotOff(Event, frozen=True):
    """R7, R9, R10: a passenger leaves the train; the suitcases still aboard are lost."""

    seat: Seat
    how: Literal["with_conductor", "jumped"]
    lost: list[int]


class Stayed(Event, frozen=True):
    """R9: the passenger stays aboard."""

    seat: Seat


class NewEngineer(Event, frozen=True):
    """R2: the die goes to the next player aboard."""

    seat: Seat
    turn: int


class Ended(Event, frozen=True):
    """R11: the game is over."""

    how: Literal["stopped", "plunged", "everybody_off"]


class Kept(Event, frozen=True):
    """R12: a player on a stopped train scores the suitcases that are left."""

    seat: Seat
    points: int
    total: int


class Lost(Event, frozen=True):
    """R13: these players went over the cliff and have lost."""

    seats: Seats


class Won(Event, frozen=True):
    """R13: the most points of those who are not lost."""

    seats: Seats
    points: int


class NobodyWon(Event, frozen=True):
    """R13: nobody got off."""


EVENTS = (
    Rolled, Moved, Passed, Switched, AtTheEnd, Chose, Revealed, Cancelled, Tossed, NothingGotOff, GotOff, Stayed,
    NewEngineer, Ended, Kept, Lost, Won, NobodyWon, AllAboard,
)  # fmt: skip
(
    ROLLED, MOVED, PASSED, SWITCHED, AT_THE_END, CHOSE, REVEALED, CANCELLED, TOSSED, NOTHING_GOT_OFF, GOT_OFF, STAYED,
    NEW_ENGINEER, ENDED, KEPT, LOST, WON, NOBODY_WON, ALL_ABOARD,
) = range(len(EVENTS))  # fmt: skip

FOR_SPEED, FOR_HALF, FOR_FULL, FOR_STOP = range(4)  # Rolled.why
BY_PASSENGER, BY_CONDUCTOR = range(2)  # Tossed.who
WITH_CONDUCTOR, JUMPED = range(2)  # GotOff.how


@rule
def sees(state: State, actor: int, action: int, viewer: int) -> bool:
    """R6: cards are chosen in secret; everything else happens on the table."""
    return actor in (viewer, CHANCE) or not NO_CARDS <= action < JUMP


@rule
def tell(before: State, after: State, actor: int, action: int, log: Log) -> None:
    """What happened, in order, from the views of one viewer."""
    phase, engineer = int(before.phase), int(before.engineer)
    if phase == SPEED:
        if before.turn == 1:
            put(log, ALL_ABOARD, engineer, before.speed)
        face = int(after.die)
        speed = int(before.speed) + int(before.rise[face - 1])
        put(log, ROLLED, engineer, FOR_SPEED, face, before.speed, speed, NOTHING)
        tell_move(before, after, log)
    elif phase == BRAKE:
        why = FOR_HALF if before.position == before.yellow[BRAKE_HALF] else FOR_FULL
        put(log, ROLLED, engineer, why, after.die, before.speed, after.speed, NOTHING)
        if after.phase == OVER:
            tell_end(after, log)
        else:
            tell_move(before, after, log)
    elif phase == STOPPING:
        put(log, ROLLED, engineer, FOR_STOP, after.die, before.speed, after.speed, roll_to_stop(before))
        tell_end(after, log)
    elif phase == SWITCH:
        put(log, SWITCHED, actor, after.track)
        tell_move(before, after, log)
    elif phase == CHOOSING:
        put(log, CHOSE, actor, NOTHING if action == HIDDEN else action - NO_CARDS)
        if after.phase != CHOOSING:
            tell_reveal(before, after, log)
    else:
        if before.aboard == after.aboard:
            put(log, STAYED, actor)
        else:
            tell_departure(before, actor, JUMPED, log)
        tell_next(after, log)


@rule
def tell_move(before: State, after: State, log: Log) -> None:
    """R2, R4: the way, stretch by stretch, with every yellow space on it."""
    track, at = int(after.track), int(before.position)
    while True:
        space = next_yellow(after, track, at)
        place = int(after.yellow[space])
        if place > after.position:
            break
        put(log, MOVED, track, at, place)
        at = place
        scores = int(SCORES[space])
        put(log, PASSED, space, place, scores if scores else NOTHING, scores == 0)
        if scores == 0:
            break
    if at < after.position:
        put(log, MOVED, track, at, after.position)
    if after.phase == STOPPING:
        put(log, AT_THE_END, after.engineer, after.speed, roll_to_stop(after))


@rule
def tell_reveal(before: State, after: State, log: Log) -> None:
    """R7, R8: the cards, who cancel each other, and what gets off."""
    for seat in range(after.seats):
        if after.revealed[seat] != 0:
            put(log, REVEALED, seat, int(after.revealed[seat]) - 1 - NO_CARDS)
    told = 0
    for seat in range(after.seats):
        if after.revealed[seat] > NO_CARDS + 1:
            same = 0
            for other in range(after.seats):
                if after.revealed[other] == after.revealed[seat]:
                    same |= 1 << other
            if same != 1 << seat and not told & same:
                put(log, CANCELLED, same, int(after.revealed[seat]) - 1 - NO_CARDS)
                told |= same
    off = 0
    for by_passenger in range(2):  # R7: in the order in which the rules resolve it
        for seat in range(after.seats):
            action = int(after.revealed[seat]) - 1
            if after.gained[seat] > 0 and (PASSENGER <= action < CONDUCTOR) == bool(by_passenger):
                tell_toss(after, seat, action, log)
                off += 1
        if not by_passenger:
            gone = int(before.aboard) & ~int(after.aboard)
            for seat in range(after.seats):
                if gone >> seat & 1:
                    tell_departure(before, seat, WITH_CONDUCTOR, log)
                    off += 1
    if off == 0:
        put(log, NOTHING_GOT_OFF)
    if after.phase != JUMPING:
        tell_next(after, log)


@rule
def tell_toss(after: State, seat: int, action: int, log: Log) -> None:
    """R8: who got which suitcase off, and what it brought."""
    passenger = action < CONDUCTOR
    value = 1 + action - (PASSENGER if passenger else CONDUCTOR)
    who, less = (BY_PASSENGER, 0) if passenger else (BY_CONDUCTOR, tip(after, value))
    put(log, TOSSED, seat, who, value, after.multiplier, less, after.gained[seat], after.points[seat])


@rule
def tell_departure(before: State, seat: int, how: int, log: Log) -> None:
    """R10: a passenger is off, and what is left aboard is lost."""
    put(log, GOT_OFF, seat, how)
    for value in range(1, 8):
        if int(before.suitcases[seat]) >> value - 1 & 1:
            more(log, 2, value)


@rule
def tell_next(after: State, log: Log) -> None:
    """R2: the next engineer, or the end."""
    if after.phase == OVER:
        tell_end(after, log)
    else:
        put(log, NEW_ENGINEER, after.engineer, after.turn)


@rule
def tell_end(after: State, log: Log) -> None:
    """R11 to R13: how it ended, what that means for those aboard, and who wins."""
    put(log, ENDED, int(after.ending) - 1)
    if after.ending == STOPPED:
        for seat in range(after.seats):
            kept = score(after, seat) - int(after.points[seat])
            if kept > 0:
                put(log, KEPT, seat, kept, score(after, seat))
    elif after.ending == PLUNGED:
        put(log, LOST, after.aboard)
    winners, points = 0, 0
    for seat in range(after.seats):
        if rank(after, seat) == 1:
            winners |= 1 << seat
            points = score(after, seat)
    if winners:
        put(log, WON, winners, points)
    else:
        put(log, NOBODY_WON)


# ---- refusals


class GameOver(Reason, frozen=True):
    """The game has ended."""

    CLAUSE: ClassVar[str] = "R11"


class NoDie(Reason, frozen=True):
    """Chance has nothing to do now."""

    CLAUSE: ClassVar[str] = "R2"
    doing: Doing
    who: Seat


class OffTheTrain(Reason, frozen=True):
    """The passenger is off."""

    CLAUSE: ClassVar[str] = "R10"
    seat: Seat


class ChosenAlready(Reason, frozen=True):
    """The seat's cards lie on the table."""

    CLAUSE: ClassVar[str] = "R6"
    seat: Seat


class NotForThisSeat(Reason, frozen=True):
    """Somebody else must act."""

    seat: Seat
    doing: Doing
    who: Seat

    @property
    def clause(self) -> str:
        """The clause depends on the phase."""
        return {"switch": "R4", "jumping": "R9", "stopping": "R11"}.get(self.doing, "R2")


class SuitcasesGone(Reason, frozen=True):
    """The seat does not have these suitcases any more."""

    CLAUSE: ClassVar[str] = "R8"
    seat: Seat
    suitcases: list[int]


class NoSwitchHere(Reason, frozen=True):
    """A track can only be chosen at the switch."""

    CLAUSE: ClassVar[str] = "R4"


class NoJumpNow(Reason, frozen=True):
    """A passenger can only jump after a toss."""

    CLAUSE: ClassVar[str] = "R9"


class NoCardsNow(Reason, frozen=True):
    """Cards are chosen later."""

    CLAUSE: ClassVar[str] = "R2"
    doing: Doing
    who: Seat


REASONS = (
    GameOver, NoDie, OffTheTrain, ChosenAlready, NotForThisSeat, SuitcasesGone, NoSwitchHere, NoJumpNow, NoCardsNow,
)  # fmt: skip
(
    GAME_OVER, NO_DIE, OFF_THE_TRAIN, CHOSEN_ALREADY, NOT_FOR_THIS_SEAT, SUITCASES_GONE, NO_SWITCH_HERE, NO_JUMP_NOW,
    NO_CARDS_NOW,
) = range(len(REASONS))  # fmt: skip


@rule
def refuse(state: State, actor: int, action: int, log: Log) -> None:
    """Why this action is illegal."""
    phase = int(state.phase)
    who = int(state.tosser) - 1 if phase == JUMPING else int(state.engineer)
    if phase == OVER:
        put(log, GAME_OVER)
    elif actor == CHANCE:
        put(log, NO_DIE, phase, who)
    elif not int(state.aboard) >> actor & 1:
        put(log, OFF_THE_TRAIN, actor)
    elif not actors(state) >> actor & 1:
        if phase == CHOOSING:
            put(log, CHOSEN_ALREADY, actor)
        else:
            put(log, NOT_FOR_THIS_SEAT, actor, phase, who)
    elif phase == CHOOSING and NO_CARDS <= action < JUMP:
        put(log, SUITCASES_GONE, actor)
        for value in range(1, 8):
            if holds(action, value) and not int(state.suitcases[actor]) >> value - 1 & 1:
                more(log, 1, value)
    elif action <= TRACK_LONG:
        put(log, NO_SWITCH_HERE)
    elif action >= JUMP:
        put(log, NO_JUMP_NOW)
    else:
        put(log, NO_CARDS_NOW, phase, who)


@rule
def holds(action: int, value: int) -> bool:
    """Whether a choice of cards has the suitcase of this value in it."""
    if PASSENGER <= action < BOTH:
        return (action - PASSENGER) % 7 + 1 == value
    if BLUFF <= action < JUMP:
        pair = BLUFF
        for low in range(1, 8):
            for high in range(low + 1, 8):
                if pair == action:
                    return value in (low, high)
                pair += 1
    return False
