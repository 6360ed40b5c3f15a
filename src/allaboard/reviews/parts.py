"""The arithmetic of a review, compiled: how the value of a game changes step by step, and for which reasons.

Python and the browser call the same functions, so a review has the same numbers in both.
"""

from typing import Final

from allaboard.bots.outlook import Unit
from allaboard.game import CHANCE
from allaboard.record import Cells, rule
from allaboard.reviews.findings import Verdict

LUCK, OWN, OTHERS, HIDDEN = range(4)
PARTS: Final = 4
VERDICTS: Final[tuple[Verdict, ...]] = ("best", "close", "inaccuracy", "mistake", "blunder")
BEST, CLOSE, INACCURACY, MISTAKE, BLUNDERED = range(5)
BLUNDER: Final[dict[Unit, float]] = {"points": 12.0, "wins": 0.1, "rounds": 0.1}
"""What a blunder costs; a mistake costs at least half of that."""


@rule
def decompose(
    actors: Cells, waiting: Cells, values: Cells, costs: Cells, seat: int, shown: Cells, parts: Cells
) -> None:
    """Split the changes of a seat's value into luck, own decisions, decisions of the others and hidden information.

    For each step: who took it (`actors`), and what the decision cost (`costs`, 0 for other seats). Before the first
    step and after each: the seats that must act, as bits (`waiting`), and the value (`values`). Writes the parts of
    each step, and into `shown` the value that is shown before the first step and after each: it does not change while
    others still choose. Simultaneous decisions are one block of steps. The last steps of an unfinished game may be
    part of a block that is not complete; their parts are zero.
    """
    begin = 0
    shown[0] = values[0]
    for ply in range(len(actors)):
        before, after = int(waiting[ply]), int(waiting[ply + 1])
        parts[ply, :] = 0.0
        shown[ply + 1] = shown[begin]
        if actors[ply] != CHANCE and after not in (0, before) and after & ~before == 0:
            continue  # others still choose
        change = values[ply + 1] - values[begin]
        mine = -1
        for k in range(begin, ply + 1):
            if actors[k] == seat and mine < 0:
                mine = k
        if actors[begin] == CHANCE:
            parts[begin, LUCK] = change
        elif mine >= 0:
            parts[mine, OWN] = -costs[mine]
            parts[ply, HIDDEN] = change + costs[mine]
        else:
            parts[ply, OTHERS] = change
        for k in range(begin, ply + 1):
            total = shown[k]
            for part in range(PARTS):
                total += parts[k, part]
            shown[k + 1] = total
        begin = ply + 1


@rule
def verdict(values: Cells, errors: Cells, at: int, blunder: float) -> int:
    """The verdict on one of the actions of a decision, whose values and errors are given, best first."""
    cost = values[0] - values[at]
    if cost <= 0:
        return BEST
    if cost <= 2 * errors[at]:
        return CLOSE
    return BLUNDERED if cost >= blunder else MISTAKE if cost >= blunder / 2 else INACCURACY
