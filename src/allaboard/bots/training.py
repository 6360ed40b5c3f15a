"""Training of bots, for any game: a learning curve while it runs, and a file with the knowledge at the end.

A game declares the module that trains its bots. The module's `train` plays and learns for a number of minutes, yields a
`CurvePoint` from time to time, and returns what was learned.
"""

from collections.abc import Generator
from pathlib import Path
from typing import NamedTuple, Protocol, cast

from allaboard.bots import knowledge as kept
from allaboard.bots.levels import Knowledge
from allaboard.game import Chosen, GameError, Options, load
from allaboard.registry import declaration


class CurvePoint(NamedTuple):
    """A point of the learning curve."""

    seconds: float
    share: float  # how much of the time has passed, from 0 to 1
    games: int
    subject: str  # what was practised, such as "solo"
    mean: float  # how well it went: the mean score, or what the training module measures instead


class Trainer(Protocol):
    """A game's training module."""

    LEARNERS: tuple[str, ...]  # the levels that use what is learned

    def train(self, minutes: float, seed: int, options: Options) -> Generator[CurvePoint, None, Knowledge]:
        """Learn from scratch, on a board."""


def train(
    game: str, level: str, minutes: float, seed: int = 0, place: Path | None = None, board: Chosen | None = None
) -> Generator[CurvePoint, None, Path]:
    """Train a level from scratch; yields the learning curve and returns the file that it wrote.

    What is learned on another board than the game's own is written to the file that bots use on that board.
    """
    trainer = _trainer(game)
    if level not in trainer.LEARNERS:
        raise GameError(f"level {level} of {game} does not learn; these levels do: {', '.join(trainer.LEARNERS)}")
    if not minutes > 0:
        raise GameError(f"the minutes of training must be more than 0, not {minutes:g}")
    knowledge = yield from trainer.train(minutes, seed, load(game).options(board or {}))
    command = f"allaboard train {game} {level} --minutes {minutes:g} --seed {seed}{' --board FILE' if board else ''}"
    return kept.write(game, knowledge, command, seed, place, board)


def _trainer(game: str) -> Trainer:
    declared = declaration(game)
    if declared.trainer is None:
        raise GameError(f"the bots of {declared.title} do not learn")
    return cast(Trainer, declared.need(declared.trainer))
