"""How well simple fixed strategies do in RunAway Train: one player with such a strategy among bots of one level.

    python -m benchmarks.tricks --against medium --seats 3 4 5 6 --games 4000

For each strategy: its wins divided by those of an average player (1 is as good as the others), with 95% intervals.
"""

import argparse

from benchmarks.shares import shares

from allaboard.bots.levels import NOTHING_LEARNED, Knowledge, Policy
from allaboard.games.runaway.bots.heuristics import choose_jump, end_of
from allaboard.games.runaway.rules import (
    BOTH,
    CHOICES,
    CHOICES_COUNT,
    CHOOSING,
    CONDUCTOR,
    HIGHEST,
    JUMP,
    LOWEST,
    MAIN,
    NO_CARDS,
    PASSENGER,
    STAY,
    SWITCH,
    TRACK_LONG,
    TRACK_SHORT,
    State,
)
from allaboard.record import rule
from allaboard.rng import Rng, below

TRICKS = (
    "undercut",  # the passenger with one less than was last seen to win
    "overbid",  # the conductor with one more than was last seen to win
    "conductor-seven",  # the conductor with the highest
    "passenger-seven",  # the passenger with the highest
    "lowest",  # the passenger with the lowest
    "middle",  # the passenger with the middle one
    "copycat",  # what last won
    "mirror",  # what the leader showed last
    "alternate",  # passenger with the lowest, conductor with the highest, in turn
    "stay-to-the-end",  # the conductor with the highest, and never gets off
    "jump-early",  # the passenger with the lowest, and gets off with the first success from threefold scores on
    "runner",  # waits for fourfold scores, then tries to get off
    "late-sevens",  # nothing until threefold scores, then the passenger with the highest
    "second-lowest",  # the passenger with the second lowest
    "avoid",  # the passenger with one more than was last seen to win
    "random-high",  # passenger or conductor with one of the three highest
    "off-early",  # tries to get off without a suitcase from twofold scores on
    "off-late",  # the passenger with the lowest, and tries to get off without a suitcase when the end is near
    "random",
)
(UNDERCUT, OVERBID, CONDUCTOR_SEVEN, PASSENGER_SEVEN, LOWEST_FIRST, MIDDLE, COPYCAT, MIRROR, ALTERNATE, TO_THE_END,
 EARLY, RUNNER, LATE_SEVENS, SECOND_LOWEST, AVOID, RANDOM_HIGH, OFF_EARLY, OFF_LATE, RANDOM,
) = range(len(TRICKS))  # fmt: skip


@rule
def nearest(hand: int, value: int) -> int:
    """The suitcase of a hand that is nearest to a value, the lower of two."""
    for apart in range(7):
        if value - apart >= 1 and hand >> value - apart - 1 & 1:
            return value - apart
        if value + apart <= 7 and hand >> value + apart - 1 & 1:
            return value + apart
    return 1


@rule
def last_winner(view: State, passenger: bool) -> int:
    """The suitcase that the passenger, or the conductor, got off in the last reveal; 0: none."""
    for seat in range(view.seats):
        action = int(view.revealed[seat]) - 1
        first = PASSENGER if passenger else CONDUCTOR
        if view.gained[seat] > 0 and first <= action < first + 7:
            return action - first + 1
    return 0


@rule
def trick(view: State, rng: Rng, knowledge: Knowledge, number: int) -> int:
    """The fixed strategy with this number. Jumps and tracks follow rules of thumb unless the strategy fixes them."""
    hand = int(view.suitcases[view.viewer])
    near = view.track != MAIN and int(view.position) + int(view.speed) + 1 >= end_of(view, int(view.track))
    if view.phase == SWITCH:
        return TRACK_SHORT if number in (EARLY, RUNNER) else TRACK_LONG
    if view.phase != CHOOSING:
        if number == TO_THE_END:
            return STAY
        if number == EARLY:
            return JUMP if view.multiplier >= 3 else STAY
        return JUMP if near else choose_jump(view)
    if hand == 0:
        return BOTH if view.track != MAIN else NO_CARDS
    low, high = int(LOWEST[hand]), int(HIGHEST[hand])
    if near and number == OFF_LATE:
        return BOTH
    if near and number not in (TO_THE_END, RANDOM):
        return PASSENGER + low - 1
    return play_cards(view, rng, number, hand, low, high)


@rule
def play_cards(view: State, rng: Rng, number: int, hand: int, low: int, high: int) -> int:
    """The cards of a strategy before the end is near."""
    if number == UNDERCUT:
        seen = last_winner(view, True)
        return PASSENGER + (nearest(hand, max(seen - 1, 1)) if seen else low) - 1
    if number == OVERBID:
        seen = last_winner(view, False)
        return CONDUCTOR + (nearest(hand, min(seen + 1, 7)) if seen else high) - 1
    if number in (CONDUCTOR_SEVEN, TO_THE_END):
        return CONDUCTOR + high - 1
    if number == PASSENGER_SEVEN:
        return PASSENGER + high - 1
    if number == MIDDLE:
        return PASSENGER + nearest(hand, 4) - 1
    if number == COPYCAT:
        seen = last_winner(view, True)
        return PASSENGER + nearest(hand, seen) - 1 if seen else CONDUCTOR + high - 1
    if number == MIRROR:
        return mirror(view, hand, low)
    if number == ALTERNATE:
        return PASSENGER + low - 1 if view.turn % 2 == 0 else CONDUCTOR + high - 1
    if number == RUNNER:
        return (BOTH if below(rng, 2) == 0 else PASSENGER + high - 1) if view.multiplier >= 4 else CONDUCTOR + high - 1
    if number == LATE_SEVENS:
        return PASSENGER + high - 1 if view.multiplier >= 3 else NO_CARDS
    if number == SECOND_LOWEST:
        rest = hand & ~(1 << low - 1)
        return PASSENGER + (int(LOWEST[rest]) if rest else low) - 1
    if number == AVOID:
        seen = last_winner(view, True)
        return PASSENGER + (nearest(hand, min(seen + 1, 7)) if seen else low) - 1
    if number == RANDOM_HIGH:
        return (PASSENGER if below(rng, 2) == 0 else CONDUCTOR) + nearest(hand, high - below(rng, 3)) - 1
    if number == OFF_EARLY and view.multiplier >= 2:
        return BOTH
    if number == RANDOM:
        return int(CHOICES[hand, below(rng, int(CHOICES_COUNT[hand]))])
    return PASSENGER + low - 1


@rule
def mirror(view: State, hand: int, low: int) -> int:
    """The cards that the leader showed last, if the hand allows it."""
    best, leader = -1, 0
    for seat in range(view.seats):
        if seat != view.viewer and int(view.points[seat]) > best:
            best, leader = int(view.points[seat]), seat
    action = int(view.revealed[leader]) - 1
    if PASSENGER <= action < BOTH:
        value = nearest(hand, (action - PASSENGER) % 7 + 1)
        return (PASSENGER if action < CONDUCTOR else CONDUCTOR) + value - 1
    return PASSENGER + low - 1


def shares_of(number: int, against: str, seats: int, games: int, seed: int) -> tuple[float, float]:
    """A strategy's wins among bots of one level, divided by the average, and half of the 95% interval."""
    one = Policy("runaway", TRICKS[number], trick, NOTHING_LEARNED, number)
    return shares("runaway", one, against, seats, games, seed)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--against", nargs="+", default=["medium"], help="levels, such as medium or expert:200")
    parser.add_argument("--seats", nargs="+", type=int, default=[3, 4, 5, 6], choices=range(3, 7))
    parser.add_argument("--only", nargs="+", default=TRICKS, choices=TRICKS, metavar="STRATEGY", help="Default: all.")
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    for against in args.against:
        print(f"{args.games} games each; fair shares of a strategy among {against}")
        print("".join(f"{seats} players".rjust(18) for seats in args.seats).rjust(18 + 18 * len(args.seats)))
        worst = 0.0
        for name in args.only:
            found = [shares_of(TRICKS.index(name), against, seats, args.games, args.seed) for seats in args.seats]
            worst = max(worst, *[mean for mean, _ in found])
            cells = [f"{mean:.2f} ± {about:.2f}".rjust(18) for mean, about in found]
            print(f"{name:18}{''.join(cells)}", flush=True)
        print(f"the most is {worst:.2f}", flush=True)


if __name__ == "__main__":
    main()
