"""Why one action of Hachi Train is better than another: what it leaves in the hand."""

import numpy as np
from msgspec import Struct

from allaboard.events import Log, Phrase, put
from allaboard.games.hachi.events import Face
from allaboard.games.hachi.rules import FACE, HIGH, LONGEST, LOW, ROOM, State, apply
from allaboard.games.hachi.rules import INSERT as FIRST_PLACE
from allaboard.games.hachi.rules import PASS as PASSING
from allaboard.games.hachi.rules import PLAY as FIRST_PLAY
from allaboard.record import Cells, rule


class Pass(Phrase, frozen=True):
    """H8: a pass."""


class Insert(Phrase, frozen=True):
    """H6, H8: a card goes to this place, counted from 1."""

    card: Face
    place: int


class Play(Phrase, frozen=True):
    """H5: this many cards as this number, the leftmost at this place, counted from 1."""

    count: int
    number: int
    place: int


class Leaves(Struct, frozen=True):
    """How many cards the hand has afterwards, and into how few sets it can be cut."""

    cards: int
    sets: int


PHRASES = (Pass, Insert, Play)
PASS, INSERT, PLAY, LEAVES = range(len(PHRASES) + 1)


@rule
def explain(view: State, after: State, action: int, log: Log) -> None:
    """Tell what an action is called, and what it leaves. `after` is a copy of the view."""
    seat = int(view.viewer)
    if action == PASSING:
        put(log, PASS)
    elif action < FIRST_PLAY:
        put(log, INSERT, int(view.pending[0]) & FACE, action - FIRST_PLACE + 1)
    else:
        rest, place = (action - FIRST_PLAY) // ROOM, (action - FIRST_PLAY) % ROOM
        put(log, PLAY, rest % LONGEST + 1, rest // LONGEST + 1, place + 1)
    apply(after, seat, action)
    held = int(after.held[seat])
    faces, n = np.zeros(ROOM, np.int64), 0
    for place in range(held):
        face = int(after.hand[seat, place]) & FACE
        if LOW[face] > 0:
            faces[n] = face
            n += 1
    put(log, LEAVES, held, fewest_sets(faces[:n]))


@rule
def fewest_sets(faces: Cells) -> int:
    """H5: into how few sets of neighbours that show the same number a hand can be cut.

    >>> fewest_sets(np.array([1, 1, 9, 2, 5]))
    3
    """
    fewest = np.zeros(len(faces) + 1, np.int64)
    for end in range(1, len(faces) + 1):
        fewest[end] = end
        low, high = int(LOW[faces[end - 1]]), int(HIGH[faces[end - 1]])  # the numbers that the set may have
        for begin in range(end - 1, max(end - LONGEST, 0) - 1, -1):
            face = int(faces[begin])
            low = low if low in (LOW[face], HIGH[face]) else 0
            high = high if high in (LOW[face], HIGH[face]) else 0
            if low == 0 and high == 0:
                break
            fewest[end] = min(fewest[end], fewest[begin] + 1)
    return int(fewest[len(faces)])
