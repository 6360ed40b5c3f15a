"""A batch as a Polars frame and as a Parquet file: a row for each game, with what is needed to play it again."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import polars as pl

from allaboard import __version__
from allaboard.game import GameError
from allaboard.simulate.batch import Batch, Columns

_KEY = "allaboard"


@dataclass(frozen=True)
class About:
    """The metadata of a frame: everything that determines its games."""

    game: str
    seats: int
    bots: tuple[str, ...]  # by seat, in game 0
    seed: int
    games: int
    wanted: int
    rotate: bool
    board: dict[str, int | Sequence[int]]
    version: str = __version__

    @property
    def kinds(self) -> list[str]:
        """The different bots, each once."""
        return list(dict.fromkeys(self.bots))


def about(batch: Batch) -> About:
    """The metadata of a batch."""
    plan = batch.plan
    names = plan.names * plan.seats if len(plan.names) == 1 else plan.names
    return About(plan.game, plan.seats, names, plan.seed, batch.games, batch.wanted, plan.rotate, dict(plan.board))


def to_frame(batch: Batch) -> pl.DataFrame:
    """A row for each game. Columns by seat are arrays."""
    return frame_of(batch.columns, about(batch))


def frame_of(columns: Columns, told: About) -> pl.DataFrame:
    """The columns, with the game's number and the number of the bot at each seat."""
    games = len(columns["moves"])
    numbers = np.arange(games, dtype=np.uint32)
    kinds = np.array([told.kinds.index(bot) for bot in told.bots], np.uint8)
    turned = numbers[:, None] if told.rotate else np.zeros((games, 1), np.uint32)
    seated = kinds[(np.arange(told.seats, dtype=np.uint32) + turned) % told.seats]
    series = [pl.Series("game", numbers), pl.Series("bot", seated)]
    return pl.DataFrame(series + [pl.Series(name, values) for name, values in columns.items()])


def write_parquet(batch: Batch, file: Path) -> None:
    """Write the frame to a file, with the plan in its metadata."""
    told = about(batch)
    frame = to_frame(batch)
    frame.write_parquet(file, metadata={_KEY: json.dumps(told.__dict__)}, row_group_size=1 << 17)


def read_parquet(file: Path) -> tuple[pl.DataFrame, About]:
    """A frame that `write_parquet` has written, and its metadata."""
    try:
        told = json.loads(pl.read_parquet_metadata(file)[_KEY])
        frame = pl.read_parquet(file)
    except (KeyError, OSError, pl.exceptions.PolarsError) as error:
        raise GameError(f"{file} is not a file of simulated games: {error}") from None
    return frame, About(**{**told, "bots": tuple(told["bots"])})
