"""Rules of thumb for RunAway Train: toss what scores, avoid what everybody tosses, and get off before the cliff."""

import numpy as np

from allaboard.bots.levels import Knowledge
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
    HIGHEST,
    JUMP,
    LONG,
    LONG_END,
    LOWEST,
    MAIN,
    NO_CARDS,
    PASSENGER,
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
EAGERNESS = 0.25  # the assumed probability that others play their passenger, or their conductor, with a suitcase
KEEP = np.array([0.0, 0.8, 0.7, 0.5, 0.1])  # by multiplier: the later value of a suitcase, per point
RUSH = 0.5  # the assumed probability that others try to get off when the cliff is near
WAYS_OUT = 1.6  # R7: about how many players can get off in a turn; rarely more than two
GAIN = 2.0  # the points of another turn aboard, times the multiplier
BEHIND = 0.3  # the value of being off for players with fewer points than somebody who is off
TASTE = 0.2  # choices with less than this share of the best value are never drawn
TURNS_AHEAD = 4
PATHS = 3**TURNS_AHEAD  # R2: a roll for speed adds 0, 1 or 2
ODDS = np.array([np.prod([(2, 3, 1)[path // 3**turn % 3] for turn in range(TURNS_AHEAD)]) for path in range(PATHS)])
ODDS = ODDS / ODDS.sum()


@rule
def easy(view: State, rng: Rng, knowledge: Knowledge, budget: int) -> int:
    """A beginner: chooses almost at random, and tries to get off only when the end is near."""
    seat = int(view.viewer)
    end = end_of(view, int(view.track))
    in_sight = view.track != MAIN and int(view.position) + int(view.speed) + 1 >= end
    if view.phase == SWITCH:
        return TRACK_SHORT if below(rng, 2) == 0 else TRACK_LONG
    if view.phase != CHOOSING:
        return JUMP if in_sight or (view.track != MAIN and below(rng, 4) == 0) else STAY
    hand = int(view.suitcases[seat])
    if hand == 0 or (in_sight and below(rng, 2) == 0):
        return BOTH if view.track != MAIN else NO_CARDS
    if in_sight:
        return PASSENGER + int(LOWEST[hand]) - 1
    fancy = below(rng, 10)
    if fancy < 2:
        return CONDUCTOR + int(HIGHEST[hand]) - 1
    if fancy < 4:
        return PASSENGER + int(LOWEST[hand]) - 1
    return int(CHOICES[hand, 1 + below(rng, 2 * int(HAND_SIZE[hand]))])


@rule
def rules_of_thumb(view: State, rng: Rng, knowledge: Knowledge, budget: int) -> int:
    """Weigh points against the chance to get off in time, with some randomness."""
    if view.phase == CHOOSING:
        return choose_cards(view, int(view.viewer), rng)
    return choose_track(view) if view.phase == SWITCH else choose_jump(view)


@rule
def choose_jump(view: State) -> int:
    """Whether getting off is worth more than staying aboard."""
    seat = int(view.viewer)
    points = int(view.points[seat])
    return JUMP if value_off(view, points) > value_aboard(view, seat, points, safety(view)) else STAY


@rule
def choose_track(view: State) -> int:
    """The short track for a player in the lead who has time to get off; otherwise the long track."""
    position = int(view.position) + int(view.to_move)
    short = safety_at(view, position, int(view.speed), SHORT)
    long = safety_at(view, position, int(view.speed), LONG)
    points = int(view.points[view.viewer])
    for other in range(view.seats):
        if view.points[other] > points:
            return TRACK_LONG
    return TRACK_LONG if long > 1.25 * short else TRACK_SHORT


@rule
def choose_cards(view: State, seat: int, rng: Rng) -> int:
    """Value every pair, then draw one of the good ones, so that others cannot predict it."""
    hand = view.suitcases[seat]
    n = int(CHOICES_COUNT[hand])
    values = np.empty(n)
    best = 0.0
    safe = safety(view)
    stay = value_aboard(view, seat, int(view.points[seat]), safe)
    for i in range(n):
        values[i] = cards_value(view, seat, int(CHOICES[hand, i]), safe, stay) - stay
        best = max(best, values[i])
    if best <= 0.0:
        return NO_CARDS
    total = 0
    for i in range(n):
        total += draw_weight(values[i], best)
    ticket = below(rng, total)
    for i in range(n):
        ticket -= draw_weight(values[i], best)
        if ticket < 0:
            return int(CHOICES[hand, i])
    return NO_CARDS


@rule
def draw_weight(value: float, best: float) -> int:
    """The weight of a choice in the draw: the best has the most, and much worse ones have none."""
    above = value / best - TASTE
    return int(1000.0 * above * above) if above > 0.0 else 0


@rule
def cards_value(view: State, seat: int, action: int, safe: float, stay: float) -> float:
    """The value of a choice of cards: the points that it may score, minus the later value of the suitcase."""
    points = int(view.points[seat])
    if action == BOTH:
        out = chance_alone(view, seat, BOTH, safe)
        return out * value_off(view, points) + (1.0 - out) * stay
    if not PASSENGER <= action < BOTH:
        return stay
    value = (action - PASSENGER) % 7 + 1
    gain = value * int(view.multiplier)
    if action >= CONDUCTOR:
        gain -= value - 1  # R8: the tip
    success = chance_alone(view, seat, action, safe)
    later = value_aboard(view, seat, points + gain, safe) - safe * float(KEEP[view.multiplier]) * value
    if action < CONDUCTOR:  # R9: it is also a chance to get off
        later = max(later, value_off(view, points + gain))
    return success * later + (1.0 - success) * stay


@rule
def chance_alone(view: State, seat: int, action: int, safe: float) -> float:
    """The chance that no other player's cards beat or cancel these, by the suitcases that the others still have."""
    chance = 1.0
    for other in range(view.seats):
        if other == seat or not int(view.aboard) >> other & 1:
            continue
        hand = int(view.suitcases[other])
        if action == BOTH:
            chance *= 1.0 - RUSH * (1.0 - safe)
        elif hand != 0:
            lower_or_equal = (2 << (action - PASSENGER) % 7) - 1
            rivals = hand & (lower_or_equal if action < CONDUCTOR else ~(lower_or_equal >> 1))  # R7
            chance *= 1.0 - EAGERNESS * float(HAND_SIZE[rivals]) / float(HAND_SIZE[hand])
    return chance


@rule
def value_off(view: State, points: int) -> float:
    """The value of being off the train: the points, if they can still win."""
    for other in range(view.seats):
        if not int(view.aboard) >> other & 1 and view.points[other] > points:
            return BEHIND * points
    return float(points)


@rule
def value_aboard(view: State, seat: int, points: int, safe: float) -> float:
    """The value of staying aboard: some more points, times the chance to get off with them."""
    left = min(GAIN * float(view.multiplier), float(FACE_VALUE[view.suitcases[seat]]) * float(view.multiplier))
    return safe * (points + left)


@rule
def safety(view: State) -> float:
    """The chance to survive one more roll and then to get off, or to see the train stop."""
    return safety_at(view, int(view.position), int(view.speed), int(view.track))


@rule
def safety_at(view: State, position: int, speed: int, track: int) -> float:
    """The same as `safety`, from any space. The player tries to get off after every roll from the next one on."""
    aboard = 0
    for seat in range(view.seats):
        aboard += int(view.aboard) >> seat & 1
    barred = 1.0 - min(1.0, WAYS_OUT / (1.0 + aboard)) if aboard > 1 else 0.0
    total = 0.0
    for path in range(PATHS):
        inside, safe = 1.0, 0.0
        at, pace, left = position, speed, path
        for _ in range(TURNS_AHEAD):
            pace += left % 3
            left //= 3
            there = at + pace
            if there >= end_of(view, track):
                safe += inside * chance_to_stop(view, pace, track)
                inside = 0.0
                break
            pace -= brake(view, at, there, track)
            if pace < 1:
                break  # R5: the train stands, and players aboard are safe
            at = there
            safe += inside * (1.0 - barred)
            inside *= barred
        total += float(ODDS[path]) * (safe + inside)
    return total


@rule
def end_of(view: State, track: int) -> int:
    """The end of the track; before the switch, the end of the short track, to be safe."""
    return int(view.yellow[LONG_END if track == LONG else SHORT_END])


@rule
def chance_to_stop(view: State, speed: int, track: int) -> float:
    """R11: by the stop chart."""
    branch = 1 if track == LONG else 0
    return float(7 - view.stop[branch, max(1, min(speed, CHART_SPEEDS)) - 1]) / 6.0


@rule
def brake(view: State, position: int, there: int, track: int) -> int:
    """R4: the expected reduction of the speed by a brake on the way."""
    drop = 0
    if track == MAIN:
        if position < view.yellow[BRAKE_HALF] <= there:
            drop += 1
        if position < view.yellow[BRAKE_FULL] <= there:
            drop += 3
    return drop
