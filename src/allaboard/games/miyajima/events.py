"""What a step of Fast Train to Miyajima tells a viewer, and why an action is refused."""

from typing import ClassVar, Literal

from allaboard.events import HIDDEN, NOTHING, Event, Log, Reason, Seat, Seats, more, put
from allaboard.game import CHANCE
from allaboard.games.miyajima import GAME
from allaboard.games.miyajima.rules import (
    CARS,
    CHOOSE_DIE,
    FAST,
    HEAVY,
    LOAD,
    LOADING,
    OTHER,
    OVER,
    ROLL,
    State,
    actors,
    adheres,
    cargo_of,
    destinations,
    goals,
    has_reached,
    rank,
    score,
    train_score,
)
from allaboard.games.miyajima.standing import colours_made, rank_of
from allaboard.record import rule

Die = Literal["red", "yellow", "blue"]
Colour = Literal["red", "orange", "yellow", "green", "blue", "purple"]
Train = Literal["fast", "heavy"]
Rank = Literal["tycoon", "conductor", "inspector", "engineer", "boilerman", "gandy-dancer"]
Goal = Literal["a", "b", "c", "d", "e"]
Load = Literal[
    "red fast", "red heavy", "orange fast", "orange heavy", "yellow fast", "yellow heavy",
    "green fast", "green heavy", "blue fast", "blue heavy", "purple fast", "purple heavy",
]  # fmt: skip

assert GAME.solo is not None
GOALS = len(GAME.solo.goals)


class Took(Event, frozen=True):
    """M3: the active player takes a die."""

    seat: Seat
    die: Die
    forced: bool
    """Whether it is the third die, which is not a choice."""


class Rolled(Event, frozen=True):
    """M3: the die lands."""

    die: Die
    face: int


class Made(Event, frozen=True):
    """M4: cargo that the die just rolled makes, for players who may load it."""

    silent: ClassVar[bool] = True
    colour: Colour
    cargo: int
    other: Die | None
    """The die rolled before that was added, if one was."""


class CannotLoad(Event, frozen=True):
    """M5: a seat can load nothing of this roll."""

    seat: Seat


class Chose(Event, frozen=True):
    """M4: a seat has chosen its load; the others do not see which."""

    silent: ClassVar[bool] = True
    seat: Seat
    load: Load | None


class Loaded(Event, frozen=True):
    """M4: cargo goes into the next car of a train."""

    seat: Seat
    colour: Colour
    train: Train
    cars: int
    cargo: int
    sum: int
    die: Die
    other: Die | None
    """The die rolled before that was added, if one was."""


class Scored(Event, frozen=True):
    """M7, M8: what the pair just loaded scores now, and the player's total."""

    silent: ClassVar[bool] = True
    seat: Seat
    colour: Colour
    adheres: bool
    fast: int
    heavy: int
    total: int


class Reached(Event, frozen=True):
    """M5: a train's sixth car reaches the destination."""

    seat: Seat
    colour: Colour
    first: bool
    """Whether nobody had been there before this roll."""


class Destinations(Event, frozen=True):
    """M6: how many different destinations have been reached, and how many end the game."""

    count: int
    needed: int


class LastRound(Event, frozen=True):
    """M6: enough destinations are reached; this round is the last."""


class RoundBegan(Event, frozen=True):
    """M3: the dice pass on."""

    round: int
    seat: Seat


class Ended(Event, frozen=True):
    """M8: the totals."""

    totals: list[int]


class Won(Event, frozen=True):
    """M9: the highest total wins; a tie is shared."""

    seats: Seats
    points: int


class Ranked(Event, frozen=True):
    """M10: the rank that the total earns in a solo game."""

    seat: Seat
    rank: Rank
    points: int


class GoalMet(Event, frozen=True):
    """M11: a goal that was met in a solo game."""

    goal: Goal


class NoGoalMet(Event, frozen=True):
    """M11: no goal was met in a solo game."""


EVENTS = (
    Took, Rolled, Made, CannotLoad, Chose, Loaded, Scored, Reached, Destinations, LastRound, RoundBegan, Ended, Won,
    Ranked, GoalMet, NoGoalMet,
)  # fmt: skip
(
    TOOK, ROLLED, MADE, CANNOT_LOAD, CHOSE, LOADED, SCORED, REACHED, DESTINATIONS, LAST_ROUND, ROUND_BEGAN, ENDED, WON,
    RANKED, GOAL_MET, NO_GOAL_MET,
) = range(len(EVENTS))  # fmt: skip


@rule
def sees(state: State, actor: int, action: int, viewer: int) -> bool:
    """M4: others do not see a load until all have loaded."""
    return bool(state.phase != LOADING or viewer == actor)


@rule
def tell(before: State, after: State, actor: int, action: int, log: Log) -> None:
    """What happened, in order, from the views of one viewer."""
    if before.phase == CHOOSE_DIE:
        put(log, TOOK, actor, after.die, 0)
    elif before.phase == ROLL:
        put(log, ROLLED, before.die, action + 1)
        loading = int(after.awaited) if after.phase == LOADING else 0
        if loading:
            tell_cargo(after, log)
        for seat in range(after.seats):
            if not loading >> seat & 1:
                put(log, CANNOT_LOAD, seat)
        if loading == 0:
            tell_next(before, after, log)
    else:
        put(log, CHOSE, actor, NOTHING if action == HIDDEN else action - LOAD)
        if before.awaited == 1 << actor:
            tell_loads(before, after, log)
            tell_next(before, after, log)


@rule
def tell_cargo(after: State, log: Log) -> None:
    """M4: what the die just rolled makes."""
    made = colours_made(after)
    for colour in range(6):
        if made >> colour & 1:
            other = int(OTHER[after.die, colour])
            put(log, MADE, colour, cargo_of(after, colour), NOTHING if other == after.die else other)


@rule
def tell_loads(before: State, after: State, log: Log) -> None:
    """M4, M5, M6: everybody's load, what it reaches, and whether that ends the game."""
    for seat in range(after.seats):
        if after.loaded[seat] != 0:
            load = int(after.loaded[seat]) - 1 - LOAD
            colour, train = load >> 1, load & 1
            cars, total = int(after.cars[seat, colour, train]), int(after.cargo[seat, colour, train])
            other = int(OTHER[before.die, colour])
            cargo = total - int(before.cargo[seat, colour, train])
            added = NOTHING if other == before.die else other
            put(log, LOADED, seat, colour, train, cars, cargo, total, before.die, added)
            fast, heavy = train_score(after, seat, colour, FAST), train_score(after, seat, colour, HEAVY)
            put(log, SCORED, seat, colour, adheres(after, seat, colour), fast, heavy, score(after, seat))
            if cars == CARS:
                put(log, REACHED, seat, colour, not int(before.reached) >> colour & 1)
    if after.reached != before.reached:
        count, needed = destinations(after), int(after.to_end)
        put(log, DESTINATIONS, count, needed)
        if count >= needed > destinations(before) and after.phase != OVER:
            put(log, LAST_ROUND)


@rule
def tell_next(before: State, after: State, log: Log) -> None:
    """M3, M6: the last die, the next round, or the end."""
    if after.phase == OVER:
        tell_end(after, log)
    elif after.rounds != before.rounds:
        put(log, ROUND_BEGAN, after.rounds, after.active)
    elif after.phase == ROLL:
        put(log, TOOK, after.active, after.die, 1)


@rule
def tell_end(after: State, log: Log) -> None:
    """M8 to M11: the totals and who wins, or the rank and the goals of a solo game."""
    put(log, ENDED)
    winners, best = 0, 0
    for seat in range(after.seats):
        more(log, 0, score(after, seat))
        if rank(after, seat) == 1:
            winners |= 1 << seat
            best = score(after, seat)
    if after.seats > 1:
        put(log, WON, winners, best)
        return
    put(log, RANKED, 0, rank_of(best), best)
    met = goals(after, 0)
    for goal in range(GOALS):
        if met >> goal & 1:
            put(log, GOAL_MET, goal)
    if met == 0:
        put(log, NO_GOAL_MET)


# ---- refusals


class GameOver(Reason, frozen=True):
    """The game has ended."""

    CLAUSE: ClassVar[str] = "M6"


class LoadedAlready(Reason, frozen=True):
    """The seat has chosen its load of this roll."""

    CLAUSE: ClassVar[str] = "M4"
    seat: Seat


class NothingToLoad(Reason, frozen=True):
    """The seat can load nothing of this roll."""

    CLAUSE: ClassVar[str] = "M5"
    seat: Seat


class PlayersLoad(Reason, frozen=True):
    """The players load now, not chance."""

    CLAUSE: ClassVar[str] = "M4"


class DieIsRolled(Reason, frozen=True):
    """The die must be rolled first."""

    CLAUSE: ClassVar[str] = "M3"
    die: Die


class NotTheActivePlayer(Reason, frozen=True):
    """Somebody else chooses the die."""

    CLAUSE: ClassVar[str] = "M3"
    seat: Seat


class FacesAre(Reason, frozen=True):
    """A die has six faces."""

    CLAUSE: ClassVar[str] = "M1"


class ChooseFirst(Reason, frozen=True):
    """The die comes before the loads."""

    CLAUSE: ClassVar[str] = "M3"


class RolledBefore(Reason, frozen=True):
    """That die has been rolled this round."""

    CLAUSE: ClassVar[str] = "M3"
    die: Die


class LoadFirst(Reason, frozen=True):
    """The loads come before the next die."""

    CLAUSE: ClassVar[str] = "M3"


class ReachedBefore(Reason, frozen=True):
    """The destination takes no more cargo from this seat."""

    CLAUSE: ClassVar[str] = "M5"
    seat: Seat
    colour: Colour


class CannotBeMade(Reason, frozen=True):
    """The dice do not make this colour."""

    CLAUSE: ClassVar[str] = "M4"
    colour: Colour
    die: Die


REASONS = (
    GameOver, LoadedAlready, NothingToLoad, PlayersLoad, DieIsRolled, NotTheActivePlayer, FacesAre, ChooseFirst,
    RolledBefore, LoadFirst, ReachedBefore, CannotBeMade,
)  # fmt: skip
(
    GAME_OVER, LOADED_ALREADY, NOTHING_TO_LOAD, PLAYERS_LOAD, DIE_IS_ROLLED, NOT_THE_ACTIVE_PLAYER, FACES_ARE,
    CHOOSE_FIRST, ROLLED_BEFORE, LOAD_FIRST, REACHED_BEFORE, CANNOT_BE_MADE,
) = range(len(REASONS))  # fmt: skip


@rule
def refuse(state: State, actor: int, action: int, log: Log) -> None:
    """Why this action is illegal."""
    if state.phase == OVER:
        put(log, GAME_OVER)
    elif not actors(state) >> actor & 1:
        if state.phase == LOADING:
            if actor == CHANCE:
                put(log, PLAYERS_LOAD)
            else:
                put(log, LOADED_ALREADY if state.choice[actor] != 0 else NOTHING_TO_LOAD, actor)
        elif state.phase == ROLL:
            put(log, DIE_IS_ROLLED, state.die)
        else:
            put(log, NOT_THE_ACTIVE_PLAYER, state.active)
    elif actor == CHANCE:
        put(log, FACES_ARE)
    elif state.phase != LOADING:
        if action >= LOAD:
            put(log, CHOOSE_FIRST)
        else:
            put(log, ROLLED_BEFORE, action)
    elif action < LOAD:
        put(log, LOAD_FIRST)
    else:
        colour = (action - LOAD) >> 1
        if has_reached(state, actor, colour):
            put(log, REACHED_BEFORE, actor, colour)
        else:
            put(log, CANNOT_BE_MADE, colour, state.die)
