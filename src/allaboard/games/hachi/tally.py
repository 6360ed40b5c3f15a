"""What a batch of Hachi Train writes down about every game."""

from typing import ClassVar, Final

import numpy as np

from allaboard.games.hachi.rules import LONGEST, MOST_ROUNDS, OVER, PASS, PLAY, ROOM, TURN, State
from allaboard.record import Cells, Record, field, rule

LAPS: Final = 24
"""For so many times round the table the cards held are written down."""


class Tally(Record):
    """One game; names with a leading underscore are for the tally's own use."""

    BY_OPTION: ClassVar[dict[str, str]] = {"lost_by": "rounds", "turns": "rounds"}

    rounds: int = field(np.int8)
    lost_by: Cells = field(np.int8, MOST_ROUNDS)  # 1 + the seat that lost an asset in each round; 0: not played
    turns: Cells = field(np.uint16, MOST_ROUNDS)  # plays and passes in each round
    passes: int = field(np.uint16)
    leads: int = field(np.uint16)  # plays on an empty field
    sets: Cells = field(np.uint16, LONGEST)  # plays by their number of cards, from 1
    kept_lead: int = field(np.uint16)  # H9: a cleared field whose owner leads again
    passed_lead: int = field(np.uint16)  # H10: a second clear in a row, so the next player leads
    out_lead: int = field(np.uint16)  # H9: a cleared field whose owner is out
    held: Cells = field(np.uint16, LAPS)  # cards in the hands of those at turn, all together, by lap of the round
    held_by: Cells = field(np.uint8, LAPS)  # how many turns that were
    _round: int = field(np.int8)
    _owner: int = field(np.int8)
    _filled: int = field(np.int8)
    _assets: Cells = field(np.int8, 5)


@rule
def before(state: State, actor: int, action: int, tally: Tally) -> None:
    """A turn: what is held, what is played; and what is in the field, to see afterwards whether it was cleared."""
    tally._round, tally._owner, tally._filled = state.rounds, state.field_owner, state.field_count
    if state.phase != TURN:
        return
    at = int(state.rounds) - 1
    lap = int(tally.turns[at]) // int(state.seats)
    if lap < LAPS:
        tally.held[lap] += state.held[actor]
        tally.held_by[lap] += 1
    tally.turns[at] += 1
    tally.leads += int(state.field_count == 0)
    if action == PASS:
        tally.passes += 1
    else:
        tally.sets[(action - PLAY) // ROOM % LONGEST] += 1
    for seat in range(state.seats):
        tally._assets[seat] = state.assets[seat]


@rule
def after(state: State, actor: int, action: int, tally: Tally) -> None:
    """A round lost, or a field cleared and who leads now."""
    if state.phase == OVER or state.rounds != tally._round:
        for seat in range(state.seats):
            if state.assets[seat] < tally._assets[seat]:
                tally.lost_by[tally._round - 1] = seat + 1
    elif tally._filled > 0 and state.field_count == 0:
        if state.held[tally._owner] == 0:
            tally.out_lead += 1
        elif state.turn == tally._owner:
            tally.kept_lead += 1
        else:
            tally.passed_lead += 1


@rule
def finish(state: State, tally: Tally) -> None:
    """How many rounds it took."""
    tally.rounds = state.rounds
