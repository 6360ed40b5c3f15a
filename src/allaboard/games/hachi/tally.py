"""The columns of Hachi Train: what a batch records about every game."""

from typing import ClassVar, Final

import numpy as np

from allaboard.games.hachi.rules import LONGEST, MOST_ROUNDS, OVER, PASS, PLAY, ROOM, TURN, State
from allaboard.record import Cells, Record, field, rule

LAPS: Final = 24
"""For how many laps the cards held are recorded."""


class Tally(Record):
    """One game; names with a leading underscore are for the tally's own use."""

    BY_OPTION: ClassVar[dict[str, str]] = {"lost_by": "rounds", "turns": "rounds"}

    rounds: int = field(np.int8)
    """Rounds played."""
    lost_by: Cells = field(np.int8, MOST_ROUNDS)
    """By round: 1 + the seat that lost an asset; 0 where the round was not played."""
    turns: Cells = field(np.uint16, MOST_ROUNDS)
    """By round: plays and passes."""
    passes: int = field(np.uint16)
    """Passes in the whole game."""
    leads: int = field(np.uint16)
    """Plays on an empty field."""
    sets: Cells = field(np.uint16, LONGEST)
    """Plays by their number of cards, 1 to 7."""
    kept_lead: int = field(np.uint16)
    """H9: cleared fields whose owner leads again."""
    passed_lead: int = field(np.uint16)
    """H10: second clears in a row, after which the next player leads."""
    out_lead: int = field(np.uint16)
    """H9: cleared fields whose owner is out."""
    held: Cells = field(np.uint16, LAPS)
    """By lap of the round: cards in the hands of the players to move, summed over all rounds."""
    held_by: Cells = field(np.uint8, LAPS)
    """By lap: how many turns were summed in `held`."""
    _round: int = field(np.int8)
    _owner: int = field(np.int8)
    _filled: int = field(np.int8)
    _assets: Cells = field(np.int8, 5)


@rule
def before(state: State, actor: int, action: int, tally: Tally) -> None:
    """Record a turn: what is held and played; and the field, to see afterwards whether it was cleared."""
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
    """Record a lost round, or a cleared field and who leads now."""
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
    """Record how many rounds were played."""
    tally.rounds = state.rounds
