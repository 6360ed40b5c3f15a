"""How shipped knowledge is made, for any game: lessons that report how it is going, and the file at the end.

A game's school is the module `bots/learned/GAME_training.py`; its `study` plays and learns for so many minutes, yields
a `Lesson` now and then, and returns what it knows.
"""

import importlib
import importlib.util
from collections.abc import Generator
from pathlib import Path
from typing import NamedTuple, Protocol

from allaboard.bots import shelf
from allaboard.bots.levels import Knowledge
from allaboard.game import GameError


class Lesson(NamedTuple):
    """A point of the learning curve."""

    seconds: float
    share: float  # of the time there is
    games: int
    subject: str  # what was practised, such as "solo"
    mean: float  # how well it went: the mean score, or whatever the school measures


class School(Protocol):
    """A game's training module."""

    LEARNERS: tuple[str, ...]  # the levels that use what is learned

    def study(self, minutes: float, seed: int) -> Generator[Lesson, None, Knowledge]:
        """Learn from nothing."""


def train(
    game: str, level: str, minutes: float, seed: int = 0, place: Path | None = None
) -> Generator[Lesson, None, Path]:
    """Rebuild what a level knows, from nothing; yields the learning curve and returns the file that it wrote."""
    school = _school(game)
    if level not in school.LEARNERS:
        raise GameError(f"level {level} of {game} learns nothing; those who do: {', '.join(school.LEARNERS)}")
    if not minutes > 0:
        raise GameError(f"training takes more than {minutes} minutes")
    knowledge = yield from school.study(minutes, seed)
    command = f"allaboard train {game} {level} --minutes {minutes:g} --seed {seed}"
    return shelf.write(game, knowledge, command, seed, place)


def _school(game: str) -> School:
    name = f"allaboard.bots.learned.{game}_training"
    if importlib.util.find_spec(name) is None:
        raise GameError(f"nobody learns {game} yet")
    school: School = importlib.import_module(name)
    return school
