"""A bot as strong as a person: an estimate of the person's rating from finished games, and a bot with that rating.

Ratings are those of `allaboard ladder`: the chance to win is proportional to 10 ** (rating / 400). A person's rating is
the most likely one, given their games, of which recent ones count more, and a prior that most people play about as well
as medium. Between two levels there are blends: `medium+40` takes 40 of 100 decisions as hard would.
"""

import math
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from allaboard.bots.levels import parts
from allaboard.declaration import LEVELS, Declaration
from allaboard.game import S
from allaboard.registry import declaration

MATCH: Final = "match"
"""The word that is used instead of a level."""
SPREAD: Final = 200.0
"""The standard deviation of the prior: how far people are from medium before anything is known."""
FADING: Final = 0.95
"""The weight of a game relative to the next newer one."""
MOST: Final = 60
"""How many games are considered, the newest first."""
_STEP = 5.0


class Finished(NamedTuple):
    """A finished game: the names of the bots that were opponents, and the person's share of the win."""

    others: Sequence[str]
    share: float


def finished(bots: Sequence[str | None], ranks: Sequence[int], seat: int) -> Finished | None:
    """What a game says about the person at a seat; None if there were other people or no opponents."""
    others = [bot for at, bot in enumerate(bots) if at != seat and bot]
    if not others or len(others) != len(bots) - 1 or any(":" in bot for bot in others):
        return None
    winners = sum(rank == 1 for rank in ranks)
    return Finished(others, 1 / winners if ranks[seat] == 1 else 0.0)


def rating(game: str, bot: str) -> float:
    """The rating of a level on the game's ladder, or of a blend of two levels."""
    said, declared = parts(bot), declaration(game)
    own = _rungs(declared)[said.level]
    return own + (_rungs(declared)[above(declared, said.level)] - own) * said.edge / 100 if said.edge else own


def above(declared: Declaration[S], level: str) -> str:
    """The next stronger level of a game, or the strongest level itself."""
    known = declared.all_levels
    return known[min(known.index(level) + 1, len(known) - 1)]


def strength(game: str, games: Iterable[Finished]) -> float:
    """A person's rating, from their finished games, the newest first."""
    middle = rating(game, declaration(game).nearest_level("medium"))
    told = [
        (FADING**age, one.share, [_weight(rating(game, bot)) for bot in one.others])
        for age, one in zip(range(MOST), games, strict=False)
    ]

    def likely(guess: float) -> float:
        found = -((guess - middle) ** 2) / (2 * SPREAD**2)
        for counts, share, others in told:
            chance = _weight(guess) / (_weight(guess) + sum(others))
            found += counts * (share * math.log(chance) + (1 - share) * math.log(1 - chance))
        return found

    return max((middle + _STEP * step for step in range(-160, 161)), key=likely)


def fitting(game: str, wanted: float) -> str:
    """The bot with about this rating: a level, or a blend of two levels, but never `random`.

    >>> from allaboard.registry import game_names
    >>> fitting(game_names()[0], -1000), fitting(game_names()[0], 5000)
    ('easy', 'expert')
    """
    declared = declaration(game)
    rungs = _rungs(declared)
    levels = [level for level in declared.all_levels if level != "random"] or ["random"]
    for lower in reversed(levels):
        upper = above(declared, lower)
        if wanted >= rungs[lower] or lower == levels[0]:
            step = rungs[upper] - rungs[lower]
            edge = round(100 * (wanted - rungs[lower]) / step) if step > 0 else 0
            if edge >= 100:
                return upper
            return f"{lower}+{edge}" if edge > 0 else lower
    raise AssertionError("the lowest level is used for all lower ratings")


def bot_for(game: str, games: Iterable[Finished]) -> str:
    """The bot that is as strong as the person who played these games."""
    return fitting(game, strength(game, games))


def _rungs(declared: Declaration[S]) -> dict[str, float]:
    usual = {level: 1100.0 + 200 * place for place, level in enumerate(LEVELS)}
    return usual | dict(declared.ratings)


def _weight(points: float) -> float:
    return math.pow(10, points / 400)
