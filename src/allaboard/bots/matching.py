"""A bot that fits: how strong somebody is, from finished games, and a bot with whom the next game is even.

Ratings are those of `allaboard ladder`: of several players, each wins as often as ten to the power of a four-hundredth
of the rating says. Somebody's rating is the likeliest one, given games in which recent ones count more, and that most
people play about as well as medium. Between two levels there are blends: `medium+40` takes 40 of 100 decisions as hard.
"""

import math
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from allaboard.bots.levels import parts
from allaboard.declaration import LEVELS, Declaration
from allaboard.game import S
from allaboard.registry import declaration

MATCH: Final = "match"
"""What is said instead of a level."""
SPREAD: Final = 200.0
"""How far people are from medium, before anything is known (a standard deviation)."""
FADING: Final = 0.95
"""How much less each older game counts."""
MOST: Final = 60
"""Older games than so many tell nothing."""
_STEP = 5.0


class Finished(NamedTuple):
    """A finished game: who the others were, bots by their names, and what of the win was one's own."""

    others: Sequence[str]
    share: float


def finished(bots: Sequence[str | None], ranks: Sequence[int], seat: int) -> Finished | None:
    """What a game tells about the person on a seat; None if other people played, or nobody."""
    others = [bot for at, bot in enumerate(bots) if at != seat and bot]
    if not others or len(others) != len(bots) - 1 or any(":" in bot for bot in others):
        return None
    winners = sum(rank == 1 for rank in ranks)
    return Finished(others, 1 / winners if ranks[seat] == 1 else 0.0)


def rating(game: str, bot: str) -> float:
    """A level's rating on the game's ladder, or a blend's between two levels."""
    said, declared = parts(bot), declaration(game)
    own = _rungs(declared)[said.level]
    return own + (_rungs(declared)[above(declared, said.level)] - own) * said.edge / 100 if said.edge else own


def above(declared: Declaration[S], level: str) -> str:
    """The next level that a game has; the best one's own."""
    known = declared.all_levels
    return known[min(known.index(level) + 1, len(known) - 1)]


def strength(game: str, games: Iterable[Finished]) -> float:
    """Somebody's rating, from their finished games, the newest first."""
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
    """The bot of about this rating: a level, or a blend of two; nobody plays at random.

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
    raise AssertionError("the lowest level fits everybody below it")


def bot_for(game: str, games: Iterable[Finished]) -> str:
    """The bot with whom the next game is even."""
    return fitting(game, strength(game, games))


def _rungs(declared: Declaration[S]) -> dict[str, float]:
    usual = {level: 1100.0 + 200 * place for place, level in enumerate(LEVELS)}
    return usual | dict(declared.ratings)


def _weight(points: float) -> float:
    return math.pow(10, points / 400)
