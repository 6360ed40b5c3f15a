"""Values derived from a view of Fast Train to Miyajima: pairs that adhere, points of trains, what can be loaded."""

import numpy as np

from allaboard.games.miyajima import GAME
from allaboard.games.miyajima.rules import (
    DICE,
    LOADING,
    OTHER,
    OVER,
    State,
    adheres,
    cargo_of,
    colours_open,
    destinations,
    dice_rolled,
    goals,
    score,
    train_score,
)
from allaboard.record import Cells, Record, field, rule

assert GAME.solo is not None
RANKS = tuple(name for _, name in GAME.solo.ranks)
RANKS_FROM = np.array([least for least, _ in GAME.solo.ranks], np.int16)


class Standing(Record):
    """Values that the rules derive from a position."""

    seats: int = field(np.int8, secret=True)
    needed: int = field(np.int8)  # M6: how many destinations end the game
    last_round: int = field(np.uint8)  # M6: whether they have been reached, so that this round is the last
    adheres: Cells = field(np.uint8, 8, 6, per_seat=True)  # M7: by seat and colour
    points: Cells = field(np.int16, 8, 6, 2, per_seat=True)  # M8: by seat, colour and train
    cargo_now: Cells = field(np.int8, 6)  # M4: by colour, what the die just rolled makes; 0: nothing
    made_with: Cells = field(np.int8, 6, names=DICE, optional=True)  # M4: the die rolled before that this takes
    next_sum: Cells = field(np.int16, 8, 6, 2, per_seat=True)  # M4: what the next car would show; 0: it takes nothing
    idle: int = field(np.uint8, bits=0)  # M5: the seats that could load nothing of the last roll
    solo_rank: int = field(np.int8, names=RANKS, optional=True)  # M10: alone, the rank that the points earn
    goals: int = field(np.uint8, bits=0)  # M11: alone, the goals met


@rule
def rank_of(points: int) -> int:
    """M10: the rank that a solo total earns, by its place among the ranks."""
    place = 0
    while points < RANKS_FROM[place]:
        place += 1
    return place


@rule
def has_idled(view: State, seat: int) -> bool:
    """M5: whether a seat could load nothing. Seats that can load must load."""
    if view.phase == LOADING:
        return colours_open(view, seat) == 0
    return bool(view.loaded[seat] == 0 and (view.rounds > 1 or dice_rolled(view) != 0))


@rule
def colours_made(view: State) -> int:
    """M4, M5: the colours that the die just rolled makes and that anybody may load, as bits."""
    made = 0
    for seat in range(view.seats):
        made |= colours_open(view, seat)
    return made


@rule
def stand_cargo(view: State, standing: Standing) -> None:
    """M4: what the die just rolled makes, and what each train would then carry."""
    made = colours_made(view)
    for colour in range(6):
        if made >> colour & 1:
            standing.cargo_now[colour] = cargo_of(view, colour)
            if OTHER[view.die, colour] != view.die:
                standing.made_with[colour] = OTHER[view.die, colour] + 1
    for seat in range(view.seats):
        for colour in range(6):
            if colours_open(view, seat) >> colour & 1:
                for train in range(2):
                    standing.next_sum[seat, colour, train] = int(view.cargo[seat, colour, train]) + cargo_of(
                        view, colour
                    )


@rule
def stand(view: State, standing: Standing) -> None:
    """Fill in the record."""
    standing.seats = view.seats
    standing.needed = view.to_end
    standing.last_round = destinations(view) >= standing.needed and view.phase != OVER
    for seat in range(view.seats):
        for colour in range(6):
            standing.adheres[seat, colour] = adheres(view, seat, colour)
            for train in range(2):
                standing.points[seat, colour, train] = train_score(view, seat, colour, train)
    for seat in range(view.seats):
        standing.idle = int(standing.idle) | int(has_idled(view, seat)) << seat
    if view.phase == LOADING:
        stand_cargo(view, standing)
    if view.seats == 1:
        standing.solo_rank = rank_of(score(view, 0)) + 1
        standing.goals = goals(view, 0)
