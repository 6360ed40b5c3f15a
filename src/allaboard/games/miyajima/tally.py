"""The columns of Fast Train to Miyajima: what a batch records about every game."""

import numpy as np

from allaboard.games.miyajima import rules
from allaboard.games.miyajima.rules import State
from allaboard.record import Cells, Record, field, rule


class Tally(Record):
    """One game."""

    BY_SEAT = ("train_score", "cars", "adheres", "reached", "goals")

    rounds: int = field(np.int8)
    """Rounds played."""
    train_score: Cells = field(np.uint8, 8, 6, 2)
    """By seat, colour and train (fast, heavy): the points of M8."""
    cars: Cells = field(np.uint8, 8, 6, 2)
    """By seat, colour and train: cars filled at the end."""
    adheres: Cells = field(np.uint8, 8)
    """By seat: M7, a bit for each colour whose pair adheres."""
    reached: Cells = field(np.uint8, 8)
    """By seat: M5, a bit for each destination."""
    goals: Cells = field(np.uint8, 8)
    """By seat: M11, a bit for each goal that would be met in a solo game."""


@rule
def finish(state: State, tally: Tally) -> None:
    """Read everything from the sheets at the end."""
    tally.rounds = state.rounds
    for seat in range(state.seats):
        adhering, reached = 0, 0
        for colour in range(6):
            adhering |= int(rules.adheres(state, seat, colour)) << colour
            reached |= int(rules.has_reached(state, seat, colour)) << colour
            for train in range(2):
                tally.train_score[seat, colour, train] = rules.train_score(state, seat, colour, train)
                tally.cars[seat, colour, train] = state.cars[seat, colour, train]
        tally.adheres[seat], tally.reached[seat], tally.goals[seat] = adhering, reached, rules.goals(state, seat)
