"""Measures styles of play: whether bots of one level play alike, and whether their styles are equally strong."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from allaboard.bots.levels import policy
from allaboard.game import CHANCE, GameError, load
from allaboard.registry import declaration
from allaboard.rng import stream
from allaboard.simulate.batch import run_plan
from allaboard.simulate.ladder import mean_of
from allaboard.simulate.plan import Plan
from allaboard.simulate.programs import draw

MOST_ALIKE: Final = 100
"""The maximum number of games in which clones are counted."""


@dataclass(frozen=True)
class Styles:
    """The results for a level: the share of pairs that were clones, and the wins of each style (1 is average)."""

    level: str
    alike: float
    games: int
    shares: dict[str, tuple[float, float]]  # with half of the 95% interval


def alike(game: str, seats: int, level: str, games: int, seed: int = 0) -> float:
    """The share of pairs of seats that were clones, in games between bots of one level.

    Clones are two seats whose own fields were equal during a whole game.
    The own fields are those that the state has for each seat: a sheet, points, a hand.
    """
    known, player = load(game), policy(game, level)
    own = [name for name, field in known.rules.State.fields.items() if field.per_seat]
    same, pairs = 0, 0
    for number in range(games):
        deal, think = stream(seed, 2 * number), stream(seed, 2 * number + 1)
        state = known.start(seats)
        apart = np.zeros((seats, seats), bool)
        while actors := known.actors(state):
            actor = actors[0]
            chance = actor == CHANCE
            action = draw(known, state, deal) if chance else player(known.view(state, actor), think)
            known.play(state, actor, action)
            if len(known.actors(state)) < 2 or chance:  # not while some have chosen and others have not
                rows = [
                    b"".join(np.asarray(getattr(state, name)[seat]).tobytes() for name in own) for seat in range(seats)
                ]
                apart |= np.array([[one != other for other in rows] for one in rows])
        same += int((~apart[np.triu_indices(seats, 1)]).sum())
        pairs += seats * (seats - 1) // 2
    return same / max(pairs, 1)


def compare_styles(game: str, seats: int, level: str, games: int, seed: int = 0) -> dict[str, tuple[float, float]]:
    """The wins of each style at tables with all styles of a level, divided by the mean, and half of the interval."""
    styles = list(declaration(game).styles)
    if not styles:
        raise GameError(f"{declaration(game).title} has no styles of play")
    batch = run_plan(Plan(game, seats, (level,), seed), games, threads=1)
    won = batch.columns["rank"] == 1
    shares = won / np.maximum(won.sum(axis=1, keepdims=True), 1)
    number, seat = np.arange(games)[:, None], np.arange(seats)[None, :]
    style = (seat + number // seats) % len(styles)  # as the loop assigns them
    fair = shares.mean()
    return {name: mean_of(shares[style == which] / fair) for which, name in enumerate(styles)}


def measure(game: str, seats: int, bots: tuple[str, ...], games: int, seed: int = 0) -> Iterator[Styles]:
    """Measure several levels. Solo games have no clones."""
    if seats < 2:
        raise GameError("styles are compared at a table of two or more")
    for level in bots:
        least = min(games, MOST_ALIKE)
        yield Styles(
            level, alike(game, seats, level, least, seed), least, compare_styles(game, seats, level, games, seed)
        )
