"""Why one action of RunAway Train is better than another: what it would score, and what it would keep."""

from typing import Literal

import numpy as np
from msgspec import Struct

from allaboard.events import Log, Phrase, put
from allaboard.games.runaway.rules import BLUFF as FIRST_BLUFF
from allaboard.games.runaway.rules import (
    BLUFFS,
    CHOOSING,
    FACE_VALUE,
    NO_CARDS,
    TRACK_LONG,
    State,
    tip,
)
from allaboard.games.runaway.rules import BOTH as GETTING_OFF
from allaboard.games.runaway.rules import CONDUCTOR as FIRST_CONDUCTOR
from allaboard.games.runaway.rules import JUMP as JUMPING_OFF
from allaboard.games.runaway.rules import PASSENGER as FIRST_PASSENGER
from allaboard.record import rule


class NoCards(Phrase, frozen=True, tag="none"):
    """R6: no cards."""


class Passenger(Phrase, frozen=True):
    """R6: the passenger with a suitcase."""

    suitcase: int


class Conductor(Phrase, frozen=True):
    """R6: the conductor with a suitcase."""

    suitcase: int


class Both(Phrase, frozen=True):
    """R6: passenger and conductor, to get off."""


class Bluff(Phrase, frozen=True):
    """R6: two suitcases."""

    low: int
    high: int


class Track(Phrase, frozen=True):
    """R4: the track after the switch."""

    track: Literal["short", "long"]


class Jump(Phrase, frozen=True):
    """R9: a jump."""


class Stay(Phrase, frozen=True):
    """R9: no jump."""


class Leaves(Struct, frozen=True):
    """For a choice of cards: the points that the suitcase scores if nobody prevents it, and the value left aboard."""

    scores: int
    keeps: int


PHRASES = (NoCards, Passenger, Conductor, Both, Bluff, Track, Jump, Stay)
NONE, PASSENGER, CONDUCTOR, BOTH, BLUFF, TRACK, JUMP, STAY, LEAVES = range(len(PHRASES) + 1)
PAIRS = np.array(BLUFFS, np.int64)


@rule
def explain(view: State, after: State, action: int, log: Log) -> None:
    """Tell what an action is called, what it would score, and what it keeps. `after` is not used."""
    if action <= TRACK_LONG:
        put(log, TRACK, action)
    elif action == NO_CARDS:
        put(log, NONE)
    elif action < FIRST_CONDUCTOR:
        put(log, PASSENGER, action - FIRST_PASSENGER + 1)
    elif action < GETTING_OFF:
        put(log, CONDUCTOR, action - FIRST_CONDUCTOR + 1)
    elif action == GETTING_OFF:
        put(log, BOTH)
    elif action < JUMPING_OFF:
        put(log, BLUFF, int(PAIRS[action - FIRST_BLUFF, 0]), int(PAIRS[action - FIRST_BLUFF, 1]))
    else:
        put(log, JUMP if action == JUMPING_OFF else STAY)
    if view.phase != CHOOSING:
        return
    kept, scores = int(FACE_VALUE[view.suitcases[int(view.viewer)]]), 0
    if FIRST_PASSENGER <= action < GETTING_OFF:
        conductor = action >= FIRST_CONDUCTOR
        suitcase = action - (FIRST_CONDUCTOR if conductor else FIRST_PASSENGER) + 1
        scores = suitcase * int(view.multiplier) - (tip(view, suitcase) if conductor else 0)
        kept -= suitcase
    elif action == GETTING_OFF:
        kept = 0
    put(log, LEAVES, scores, kept)
