"""The games of a batch as records: they are played again from their numbers and recorded."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache

import numpy as np

from allaboard.game import load
from allaboard.notation import GameRecord, Line, Scribe
from allaboard.simulate.batch import ENDLESS, Batch, Rows
from allaboard.simulate.plan import Plan, name_of

_AT_ONCE = 256


def best(batch: Batch) -> GameRecord:
    """The game with the highest score of all, the first if there are several."""
    number = int(batch.columns["score"].max(axis=1).argmax())
    (record,) = records(batch, number, number + 1)
    return record


def records(batch: Batch, begin: int = 0, end: int | None = None) -> Iterator[GameRecord]:
    """The records of a batch, in order: of all games, or of a range of game numbers."""
    say = cache(load(batch.plan.game).say)
    for number, lines in enumerate(actions(batch, begin, end), begin):
        yield _record(batch, number, lines, say)


def actions(batch: Batch, begin: int = 0, end: int | None = None) -> Iterator[Sequence[tuple[int, int]]]:
    """The actions of the same games: who acts, and what."""
    end = batch.games if end is None else end
    if batch.log:
        yield from batch.log[begin:end]
        return
    steps = batch.columns["moves"].astype(np.int64) + batch.columns["chances"]
    for first in range(begin, end, _AT_ONCE):
        lengths = steps[first : min(first + _AT_ONCE, end)]
        rows = Rows(batch.plan, first, len(lengths), tallying=False, logging=True)
        rows.log = np.zeros((int(lengths.sum()), 2), np.int16)
        rows.advance(ENDLESS)
        for row, last in enumerate(np.cumsum(lengths)):
            yield [(actor, action) for actor, action in rows.log[last - lengths[row] : last].tolist()]


def _record(batch: Batch, number: int, lines: Sequence[tuple[int, int]], say: Callable[[int, int], str]) -> GameRecord:
    plan = batch.plan
    record = Scribe(load(plan.game), plan.seats, players(plan, number), dict(plan.board)).record
    record.lines = [Line(0, actor, say(actor, action)) for actor, action in lines]
    record.tail = {key: (0, batch.columns[key][number].tolist()) for key in ("score", "rank")}
    return record


def players(plan: Plan, number: int) -> list[str]:
    """Who sits where in one game of a plan."""
    turned = number if plan.rotate else 0
    return [f"bot:{name_of(plan.seated[(seat + turned) % plan.seats])}" for seat in range(plan.seats)]
