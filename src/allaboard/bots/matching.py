"""A bot as strong as a person: an estimate of the person's rating from finished games, and a bot with that rating.

Ratings are those of `allaboard ladder`: the chance to win is proportional to 10 ** (rating / 400). A person's rating
begins at that of medium. Every game raises it if the person won more than expected and lowers it otherwise; the first
games change it most. A person who plays bots of their own rating is expected to win a fair share of the games. So the
rating settles where games are even, also if a blend is stronger or weaker than its rating.

Between two levels there are blends: `medium+40` takes 40 of 100 decisions as hard would. Below the lowest level, some
decisions are random, but never most of them.
"""

import math
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Final, NamedTuple

from allaboard.bots.levels import neighbour, parts, with_percent
from allaboard.declaration import LEVELS, Declaration
from allaboard.game import S
from allaboard.registry import declaration

MATCH: Final = "match"
"""The word that is used instead of a level."""
MOST: Final = 60
"""How many games are considered, the newest first."""
FIRST, LAST = 3, 20
"""The weight of a game is 1 / FIRST for the first one, and less for each further one, down to 1 / LAST."""
WEAKEST: Final = 40
"""How many of 100 decisions are random at most."""


class Finished(NamedTuple):
    """A finished game: the names of the bots that were opponents, and the person's share of the win."""

    others: Sequence[str]
    share: float


def finished(bots: Sequence[str | None], ranks: Sequence[int], seat: int) -> Finished | None:
    """The person's result at a seat; None if there were other people, no opponents, or bots with a given budget."""
    others = [bot for at, bot in enumerate(bots) if at != seat and bot]
    if not others or len(others) != len(bots) - 1 or any(":" in bot for bot in others):
        return None
    winners = sum(rank == 1 for rank in ranks)
    return Finished(others, 1 / winners if ranks[seat] == 1 else 0.0)


def rating(game: str, bot: str) -> float:
    """The rating of a level on the game's ladder, or of a blend of two levels."""
    said, ratings = parts(bot), _ratings(declaration(game))
    own = ratings[said.level]
    return own + (ratings[neighbour(game, bot)] - own) * abs(said.percent) / 100


def strength(game: str, games: Iterable[Finished]) -> float:
    """A person's rating, from their finished games, the newest first."""
    found = rating(game, declaration(game).nearest_level("medium"))
    for number, one in enumerate(reversed(list(islice(games, MOST)))):
        others = sum(_weight(rating(game, bot)) for bot in one.others)
        fair = 1 / (1 + len(one.others))
        surprise = one.share - _weight(found) / (_weight(found) + others)
        found += _SCALE * surprise / (fair * (1 - fair)) / min(FIRST + number, LAST)
    return found


def fitting(game: str, wanted: float) -> str:
    """The bot with about this rating: a level or a blend of two levels, and never mostly random.

    >>> from allaboard.registry import game_names
    >>> fitting(game_names()[0], -1000), fitting(game_names()[0], 5000)
    ('easy-40', 'expert')
    """
    declared = declaration(game)
    ratings, levels = _ratings(declared), declared.all_levels
    if len(levels) == 1:
        return levels[0]
    lowest = levels[1]
    if wanted < ratings[lowest]:
        percent = round(100 * (ratings[lowest] - wanted) / (ratings[lowest] - ratings[levels[0]]))
        return with_percent(lowest, -min(percent, WEAKEST))
    lower = max((level for level in levels[1:] if ratings[level] <= wanted), key=levels.index)
    if lower == levels[-1]:
        return lower
    upper = levels[levels.index(lower) + 1]
    percent = round(100 * (wanted - ratings[lower]) / (ratings[upper] - ratings[lower]))
    return upper if percent == 100 else with_percent(lower, percent)


def bot_for(game: str, games: Iterable[Finished]) -> str:
    """The bot that is as strong as the person who played these games."""
    return fitting(game, strength(game, games))


def _ratings(declared: Declaration[S]) -> dict[str, float]:
    usual = {level: 1100.0 + 200 * place for place, level in enumerate(LEVELS)}
    return usual | dict(declared.ratings)


_SCALE = 400 / math.log(10)


def _weight(points: float) -> float:
    return math.exp(points / _SCALE)
