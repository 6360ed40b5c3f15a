"""Hachi Train by rules of thumb: keep the hand in few and long sets, and know when the lead is worth having.

Every hand has a burden: the cheapest way to cut it into playable sets, where a single costs most and long sets next to
nothing. Each action is judged by the burden that it leaves, less what the played set is worth on the field.
"""

from typing import Any

import numpy as np

from allaboard.games.hachi.rules import (
    FACE,
    FACES,
    HIGH,
    INSERT,
    INSERTING,
    LONGEST,
    LOW,
    NUMBERS,
    PASS,
    PLAY,
    ROOM,
    State,
    count_unseen,
    legal,
)
from allaboard.record import Cells, rule
from allaboard.rng import Rng, below

# Points, tuned by play against itself. Of a set still in the hand, by its length, and for each number below 8:
COST = np.array([0, 120, 80, 40, 30, 20, 10, 0], np.int64)
COST_STEP = np.array([0, 1, 2, 0, 0, 0, 0, 0], np.int64)
# Of a set in the field, by its length, and for each number above 1:
GRIP = np.array([0, 0, 5, 25, 25, 25, 25, 25], np.int64)
GRIP_STEP = np.array([0, 1, 3, 0, 0, 0, 0, 0], np.int64)
IDLE = 15  # a pass that draws nothing gains nothing
HOPELESS = 1 << 30
OVERLOOKED = 5  # a beginner does not see one play or good place in so many


@rule
def easy(view: State, rng: Rng, knowledge: Any, budget: int) -> int:
    """A beginner: gets rid of as many cards as it can now, and puts new cards beside their like, where it sees them."""
    seat = int(view.viewer)
    if view.phase == INSERTING:
        return INSERT + _beside_its_like(view.hand[seat], int(view.held[seat]), int(view.pending[0]), rng)
    actions = np.empty(1 + 2 * ROOM * LONGEST, np.int16)
    n = legal(view, seat, actions)
    best, most = int(actions[below(rng, n)]) if view.field_count == 0 else PASS, 0
    for i in range(n):
        action = int(actions[i])
        if action != PASS and below(rng, OVERLOOKED) > 0:
            code = action - PLAY
            count, number = code // ROOM % LONGEST + 1, code // (ROOM * LONGEST) + 1
            cards = count * NUMBERS - number  # of as many cards, the lowest
            if cards > most:
                best, most = action, cards
    return best


@rule
def _beside_its_like(hand: Cells, held: int, card: int, rng: Rng) -> int:
    """The first place beside a card that shows the same number, unless overlooked; else anywhere."""
    face = card & FACE
    for place in range(held):
        other = int(hand[place]) & FACE
        alike = LOW[face] in (LOW[other], HIGH[other]) or HIGH[face] in (LOW[other], HIGH[other])
        if alike and below(rng, OVERLOOKED) > 0:
            return place
    return below(rng, held + 1)


@rule
def medium(view: State, rng: Rng, knowledge: Any, budget: int) -> int:
    """A sound player: the action that leaves the lightest burden; the first of equals."""
    seat = int(view.viewer)
    hand = view.hand[seat]
    held = int(view.held[seat])
    if view.phase == INSERTING:
        return INSERT + best_place(hand, held, view.pending, int(view.pending_count))[1]
    actions = np.empty(1 + 2 * ROOM * LONGEST, np.int16)
    best, least = PASS, HOPELESS
    for i in range(legal(view, seat, actions)):
        action = int(actions[i])
        judged = judge_pass(view, hand, held) if action == PASS else judge_play(view, hand, held, action - PLAY)
        if judged < least:
            best, least = action, judged
    return best


@rule
def judge_pass(view: State, hand: Cells, held: int) -> int:
    """The burden after a pass: on average over the cards that the stock may hold, each at its best place."""
    if view.stock == 0:
        return burden(hand, held) + IDLE
    unseen = np.zeros(FACES + 1, np.int8)
    count_unseen(view, unseen)
    card = np.empty(1, np.uint8)
    total, cards = 0, 0
    for face in range(NUMBERS + 1, FACES + 1):
        if unseen[face] > 0:
            card[0] = face
            total += int(unseen[face]) * best_place(hand, held, card, 1)[0]
            cards += int(unseen[face])
    return total // cards


@rule
def judge_play(view: State, hand: Cells, held: int, code: int) -> int:
    """The burden after a play, the beaten set put at its best place, less the grip of the set in the field."""
    place, count, number = code % ROOM, code // ROOM % LONGEST + 1, code // (ROOM * LONGEST) + 1
    if count == held:
        return -HOPELESS  # out, safe
    rest = np.empty(ROOM, np.uint8)
    for i in range(held - count):
        rest[i] = hand[i if i < place else i + count]
    grip = int(GRIP[count]) + int(GRIP_STEP[count]) * (number - 1)
    if view.cleared_by == int(view.viewer) + 1:
        grip = -grip // 2  # another clear gives the lead away, so now is the time for a weak set
    if view.field_count == 0:
        return burden(rest, held - count) - grip // 2
    return best_place(rest, held - count, view.field_cards, int(view.field_count))[0] - grip


@rule
def best_place(hand: Cells, held: int, cards: Cells, count: int) -> tuple[int, int]:
    """Where these cards, side by side, make the lightest burden; returns it and the place."""
    trial = np.empty(ROOM, np.uint8)
    least, best = HOPELESS, 0
    for place in range(held + 1):
        for i in range(held):
            trial[i if i < place else i + count] = hand[i]
        for i in range(count):
            trial[place + i] = cards[i]
        judged = burden(trial, held + count)
        if judged < least:
            least, best = judged, place
    return least, best


@rule
def burden(hand: Cells, held: int) -> int:
    """The cheapest way to cut a hand into playable sets, found from the left: a small dynamic programme."""
    cheapest = np.empty(ROOM + 1, np.int64)  # for the first cards of the hand, by how many
    cheapest[0] = 0
    for end in range(1, held + 1):
        face = int(hand[end - 1]) & FACE
        cheapest[end] = HOPELESS
        for number in range(int(LOW[face]), int(HIGH[face]) + 1):
            for count in range(1, min(end, LONGEST) + 1):
                other = int(hand[end - count]) & FACE
                if number != LOW[other] and number != HIGH[other]:
                    break
                cost = int(cheapest[end - count]) + int(COST[count]) + int(COST_STEP[count]) * (NUMBERS - number)
                cheapest[end] = min(int(cheapest[end]), cost)
    return int(cheapest[held])
