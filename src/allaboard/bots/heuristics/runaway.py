"""RunAway Train by rules of thumb: toss what pays, seldom what everybody tosses, and be off before the cliff."""

import numpy as np

from allaboard.games.runaway.rules import (
    BOTH,
    BRAKE_FULL,
    BRAKE_HALF,
    CHART_SPEEDS,
    CHOICES,
    CHOICES_COUNT,
    CHOOSING,
    CONDUCTOR,
    FACE_VALUE,
    JUMP,
    LONG,
    LONG_END,
    MAIN,
    NO_CARDS,
    PASSENGER,
    RISE,
    SHORT,
    SHORT_END,
    STAY,
    SWITCH,
    TRACK_LONG,
    TRACK_SHORT,
    State,
)
from allaboard.record import rule
from allaboard.rng import Rng, below

HAND_SIZE = np.array([bin(hand).count("1") for hand in range(128)], np.int8)
EAGERNESS = 0.25  # how often others are thought to play their passenger, or their conductor, with a suitcase
KEEP = np.array([0.0, 0.8, 0.7, 0.5, 0.1])  # by multiplier: what a suitcase is good for later, per point of its value
RUSH = 0.5  # how often others are thought to make for the door when the cliff is certain
WAY_OUT = 0.85  # the chance to get off in a turn when one wants to
GAIN = 1.5  # what another turn aboard brings, times the multiplier
BEHIND = 0.3  # what being off is worth to those who have fewer points than somebody who is off
TASTE = 0.2  # choices worth less than this share of the best are left out of the draw


@rule
def choose(view: State, rng: Rng) -> int:
    """The action of the seat whose view this is."""
    seat = int(view.viewer)
    if view.phase == CHOOSING:
        return choose_cards(view, seat, rng)
    if view.phase == SWITCH:
        return choose_track(view, seat)
    points = int(view.points[seat])
    return JUMP if worth_off(view, seat, points) > worth_aboard(view, seat, points) else STAY


@rule
def choose_track(view: State, seat: int) -> int:
    """The track that promises more; whoever leads is content with the short one."""
    points = int(view.points[seat])
    leads = True
    for other in range(view.seats):
        leads = leads and view.points[other] <= points
    position = int(view.position) + int(view.to_move)
    short = worth_at(view, seat, position, int(view.speed), SHORT, points)
    long = worth_at(view, seat, position, int(view.speed), LONG, points)
    if leads:
        return TRACK_LONG if long > short * 1.25 else TRACK_SHORT
    return TRACK_SHORT if short > long * 1.25 else TRACK_LONG


@rule
def choose_cards(view: State, seat: int, rng: Rng) -> int:
    """Weigh every pair, then mix between the good ones, so that nobody can count on a cancellation."""
    hand = view.suitcases[seat]
    n = int(CHOICES_COUNT[hand])
    worths = np.empty(n)
    best = 0.0
    stay = worth_aboard(view, seat, int(view.points[seat]))
    for i in range(n):
        worths[i] = worth_of(view, seat, int(CHOICES[hand, i]), stay) - stay
        best = max(best, worths[i])
    if best <= 0.0:
        return NO_CARDS
    total = 0
    for i in range(n):
        total += ticket_share(worths[i], best)
    ticket = below(rng, total)
    for i in range(n):
        ticket -= ticket_share(worths[i], best)
        if ticket < 0:
            return int(CHOICES[hand, i])
    return NO_CARDS


@rule
def ticket_share(worth: float, best: float) -> int:
    """How many tickets in the draw a choice gets: the best has most, those far below it none."""
    above = worth / best - TASTE
    return int(1000.0 * above * above) if above > 0.0 else 0


@rule
def worth_of(view: State, seat: int, action: int, stay: float) -> float:
    """What a choice of cards is worth: points that it may bring, less what the suitcase is good for later."""
    points = int(view.points[seat])
    if action == BOTH:
        out = chance_alone(view, seat, BOTH)
        return out * worth_off(view, seat, points) + (1.0 - out) * stay
    if not PASSENGER <= action < BOTH:
        return stay
    value = (action - PASSENGER) % 7 + 1
    gain = value * int(view.multiplier)
    if action >= CONDUCTOR:
        gain -= value - 1  # R8: the tip
    success = chance_alone(view, seat, action)
    later = worth_aboard(view, seat, points + gain) - float(KEEP[view.multiplier]) * value
    if action < CONDUCTOR:  # R9: a way out as well
        later = max(later, worth_off(view, seat, points + gain))
    return success * later + (1.0 - success) * stay


@rule
def chance_alone(view: State, seat: int, action: int) -> float:
    """The chance that no other player's cards beat or cancel these, by the suitcases that the others still have."""
    chance = 1.0
    for other in range(view.seats):
        if other == seat or not int(view.aboard) >> other & 1:
            continue
        hand = int(view.suitcases[other])
        if action == BOTH:
            chance *= 1.0 - RUSH * urgency(view)
        elif hand != 0:
            lower_or_equal = (2 << (action - PASSENGER) % 7) - 1
            rivals = hand & (lower_or_equal if action < CONDUCTOR else ~(lower_or_equal >> 1))  # R7
            chance *= 1.0 - EAGERNESS * float(HAND_SIZE[rivals]) / float(HAND_SIZE[hand])
    return chance


@rule
def urgency(view: State) -> float:
    """The chance that the coming turn takes the train over the cliff."""
    danger = 0.0
    for face in range(6):
        speed = int(view.speed) + int(RISE[face])
        if int(view.position) + speed >= end_of(view, int(view.track)):
            danger += (1.0 - chance_to_stop(view, speed, int(view.track))) / 6.0
    return danger


@rule
def end_of(view: State, track: int) -> int:
    """Where the track ends; before the switch one had better reckon with the short one."""
    return int(view.yellow[LONG_END if track == LONG else SHORT_END])


@rule
def chance_to_stop(view: State, speed: int, track: int) -> float:
    """R11: by the stop chart."""
    branch = 1 if track == LONG else 0
    return float(7 - view.stop[branch, max(1, min(speed, CHART_SPEEDS)) - 1]) / 6.0


@rule
def worth_off(view: State, seat: int, points: int) -> float:
    """What it is worth to be off the train: the points, if they can still win."""
    for other in range(view.seats):
        if not int(view.aboard) >> other & 1 and view.points[other] > points:
            return BEHIND * points
    return float(points)


@rule
def worth_aboard(view: State, seat: int, points: int) -> float:
    """What it is worth to ride on, with so many points."""
    return worth_at(view, seat, int(view.position), int(view.speed), int(view.track), points)


@rule
def worth_at(view: State, seat: int, position: int, speed: int, track: int, points: int) -> float:
    """The same from any place: two turns are looked ahead, with a way out between them that may be barred."""
    kept = points + int(FACE_VALUE[view.suitcases[seat]])
    if position >= end_of(view, track):
        return chance_to_stop(view, speed, track) * kept
    gain = GAIN * float(view.multiplier)
    alone = int(view.aboard) == 1 << seat
    way_out = 1.0 if alone else WAY_OUT
    worth = 0.0
    for face in range(6):
        faster = speed + int(RISE[face])
        there = position + faster
        if there >= end_of(view, track):
            worth += chance_to_stop(view, faster, track) * kept
            continue
        braked = faster - brake(view, position, there, track)
        if braked < 1:
            worth += kept
            continue
        ride = 0.0
        for second in range(6):
            last = braked + int(RISE[second])
            if there + last >= end_of(view, track):
                ride += chance_to_stop(view, last, track) * kept / 6.0
            else:
                ride += (points + 2.0 * gain) / 6.0
        off = worth_off(view, seat, points) + gain
        worth += max(ride, way_out * off + (1.0 - way_out) * ride)
    return worth / 6.0


@rule
def brake(view: State, position: int, there: int, track: int) -> int:
    """R4: how much a brake on the way may be expected to take off the speed."""
    drop = 0
    if track == MAIN:
        if position < view.yellow[BRAKE_HALF] <= there:
            drop += 1
        if position < view.yellow[BRAKE_FULL] <= there:
            drop += 3
    return drop
