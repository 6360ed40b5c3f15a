"""Which hidden hands are likely in Hachi Train.

`imagine` deals the hidden cards uniformly. But players choose what they play and where they insert a card, so their
hands are in better order than random ones. The probability of a world is proportional to exp(weights . features), with
the features of all hands added up. The features use what everybody has seen and the imagined cards, never the true
ones. The weights depend on how much of the stock was drawn, and on whether the player has passed on the set in the
field. Cards are swapped between hidden places by the Metropolis rule, which samples worlds with these probabilities.
"""

from typing import NamedTuple

import numpy as np

from allaboard.bots import knowledge as kept
from allaboard.bots.levels import Knowledge
from allaboard.games.hachi.bots.curves import CURVES
from allaboard.games.hachi.bots.danger import HAND, SIZE, Scratch, look_at_hand
from allaboard.games.hachi.bots.heuristics import SHOWS
from allaboard.games.hachi.rules import FACE, HIDDEN_NUMBERED, HIDDEN_SPECIAL, INSERTING, NUMBERS, ROOM, State
from allaboard.maths import exp
from allaboard.record import Cells, rule
from allaboard.rng import Rng, below

FEATURES, STAGES = 9, 4
GUESSES = STAGES * 2 * FEATURES
FIRST, NEXT = 8, 3  # how many swaps are tried for each hidden card: at first, and to get from one world to another
CERTAIN = 1 << 30  # stands for a probability of 1


def knowledge() -> Knowledge:
    """What was learned, from its file: the network, the weights of guesses, and the calibration curves."""
    return kept.read("hachi", SIZE + GUESSES + CURVES)


@rule
def guesses_of(knowledge: Knowledge) -> Cells:
    """The weights in the knowledge."""
    return knowledge[SIZE : SIZE + GUESSES]


class Places(NamedTuple):
    """The hidden places of a view: the numbered cards first, then the specials, then the stock."""

    seats: Cells  # -1: the stock
    at: Cells
    kind: Cells  # by seat, which weights are used
    counts: Cells  # places of numbered cards, and all places
    likelihoods: Cells  # by seat, the logarithm of how likely its hand is


@rule
def new_places() -> Places:
    """A working record for one view."""
    return Places(
        np.zeros(5 * ROOM, np.int64),
        np.zeros(5 * ROOM, np.int64),
        np.zeros(5, np.int64),
        np.zeros(2, np.int64),
        np.zeros(5),
    )


@rule
def find_places(view: State, places: Places) -> None:
    """List the places whose cards the viewer does not know, and what is known about the players."""
    n = 0
    for hidden in (HIDDEN_NUMBERED, HIDDEN_SPECIAL):
        for seat in range(view.seats):
            for place in range(view.held[seat]):
                if view.hand[seat, place] == hidden:
                    places.seats[n], places.at[n] = seat, place
                    n += 1
        if hidden == HIDDEN_NUMBERED:
            places.counts[0] = n
    for _ in range(view.stock):
        places.seats[n] = -1
        n += 1
    places.counts[1] = n
    stage = 0
    if view.stock < view.stock_size:
        stage = STAGES - 1 if view.stock == 0 else 1 if 2 * view.stock >= view.stock_size else 2
    for seat in range(view.seats):
        places.kind[seat] = 2 * stage
    mark_passes(view, places)


@rule
def mark_passes(view: State, places: Places) -> None:
    """H9: the last players before the one at turn have passed on the set in the field."""
    left, seat = int(view.passes), int(view.turn)
    if view.phase == INSERTING and left > 0:
        left -= 1  # the player at turn has passed too
    while left > 0:
        seat = seat - 1 if seat > 0 else int(view.seats) - 1
        if seat == view.turn:
            return
        if view.held[seat] > 0:
            places.kind[seat] += 1
            left -= 1


@rule
def log_likelihood(guesses: Cells, scratch: Scratch, table: State, seat: int, kind: int) -> float:
    """The logarithm of how likely a hand is, up to a constant."""
    describe(scratch, table, seat)
    total, begin = 0.0, kind * FEATURES
    for k in range(FEATURES):
        total += np.float64(scratch.signs[seat, HAND + k]) * np.float64(guesses[begin + k])
    return total


@rule
def describe(scratch: Scratch, table: State, seat: int) -> None:
    """The features of a hand. The number of loose specials replaces the number of cards, which everybody knows."""
    look_at_hand(scratch, table, seat)
    held, loose = int(table.held[seat]), 0
    for place in range(held):
        face = int(table.hand[seat, place]) & FACE
        if face > NUMBERS:
            beside = int(SHOWS[int(table.hand[seat, place - 1]) & FACE]) if place > 0 else 0
            if place + 1 < held:
                beside |= int(SHOWS[int(table.hand[seat, place + 1]) & FACE])
            loose += beside & int(SHOWS[face]) == 0
    scratch.signs[seat, HAND + 1] = loose / 2


@rule
def make_likely(guesses: Cells, scratch: Scratch, places: Places, world: State, swaps: int, rng: Rng) -> None:
    """Try this many swaps for each hidden card of a world, so that it becomes a likely one."""
    numbered, count = int(places.counts[0]), int(places.counts[1])
    likelihoods = places.likelihoods
    for seat in range(world.seats):
        if world.held[seat] > 0:
            likelihoods[seat] = log_likelihood(guesses, scratch, world, seat, int(places.kind[seat]))
    for _ in range(swaps * count):
        one = below(rng, count)
        first, size = (0, numbered) if one < numbered else (numbered, count - numbered)
        swap(guesses, scratch, places, world, one, first + below(rng, size), rng)


@rule
def swap(guesses: Cells, scratch: Scratch, places: Places, world: State, one: int, other: int, rng: Rng) -> None:
    """Swap the cards of two places, or leave them, so that likely worlds come up more often."""
    likelihoods, kind = places.likelihoods, places.kind
    if places.seats[one] < 0:
        one, other = other, one
    seat, place = int(places.seats[one]), int(places.at[one])
    if seat < 0:
        return
    partner, far = int(places.seats[other]), int(places.at[other])
    mine = int(world.hand[seat, place])
    theirs = int(world.hand[partner, far]) if partner >= 0 else any_of_stock(world, rng)
    if mine == theirs:
        return
    put(world, seat, place, theirs)
    put(world, partner, far, mine)
    if partner < 0:
        world.left[theirs] -= 1
    now = log_likelihood(guesses, scratch, world, seat, int(kind[seat]))
    gain, then = now - likelihoods[seat], 0.0
    if partner >= 0 and partner != seat:
        then = log_likelihood(guesses, scratch, world, partner, int(kind[partner]))
        gain += then - likelihoods[partner]
    if gain >= 0.0 or below(rng, CERTAIN) < exp(gain) * CERTAIN:
        likelihoods[seat] = now
        if partner >= 0 and partner != seat:
            likelihoods[partner] = then
        return
    put(world, seat, place, mine)
    put(world, partner, far, theirs)
    if partner < 0:
        world.left[mine] -= 1


@rule
def put(world: State, seat: int, place: int, card: int) -> None:
    """Put a card into a hidden place of a hand, or into the stock."""
    if seat < 0:
        world.left[card] += 1
    else:
        world.hand[seat, place] = card


@rule
def any_of_stock(world: State, rng: Rng) -> int:
    """A card of the stock, sampled uniformly."""
    ticket, face = below(rng, int(world.stock)), NUMBERS + 1
    while ticket >= world.left[face]:
        ticket -= int(world.left[face])
        face += 1
    return face
