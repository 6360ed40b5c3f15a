"""Bots at a table. They get views, think in threads (their code is compiled) and answer after delays like people's."""

import hashlib
import math
from collections import deque

from allaboard.bots.levels import LEVELS, neighbour, policy, with_percent
from allaboard.declaration import Declaration
from allaboard.game import Game, State
from allaboard.rng import stream
from allaboard.server.logs import log

MOST_SECONDS = 1.0
STEP = 0.25
SPARE = 1.25
"""How much longer than the slowest recent decision a bot may take."""
MOST_THOUGHT = 4.0
"""The longest planned delay of an answer in seconds."""
RECENT = 64
"""The number of recent decisions of a level that the delay is based on."""
READY: set[tuple[str, str]] = set()
"""Games and levels whose code is compiled; see `warm`."""


def stand_in(game: Declaration[State], level: str) -> str | None:
    """The level that plays instead of a bot whose own level is not compiled yet; None if the bot plays itself."""
    if (game.name, level) in READY or level not in game.all_levels:
        return None
    below = LEVELS[: LEVELS.index(level)]
    return next((one for one in reversed(below) if (game.name, one) in READY), LEVELS[0])


def choose(game: Game[State], level: str, view: State, seed: int, style: str | None = None, percent: int = 0) -> int:
    """The action of a bot of this level. If the bot fails, the next lower level plays, so that the table goes on."""
    menu = game.legal(view, int(view.viewer))
    below = LEVELS[: LEVELS.index(level) + 1]
    for known in reversed([one for one in game.declaration.all_levels if one in below]):
        if (game.name, known) not in READY:
            continue
        try:
            bot = with_percent(level, percent) if known == level else known
            if (game.name, neighbour(game.name, bot)) not in READY:
                bot = known
            bot = f"{bot}/{style}" if style else bot
            action = int(policy(game.name, bot)(view, stream(seed)))
        except Exception as error:
            log("error", kind="bot", game=game.name, bot=known, error=f"{type(error).__name__}: {error}")
            continue
        if action in menu:
            return action
        log("error", kind="bot", game=game.name, bot=known, error="illegal")
    return menu[seed % len(menu)]


def seed_for(secret: bytes, ply: int, seat: int) -> int:
    """The seed of a bot's random stream at a ply. It depends on the table's seed, so a retried decision is the same."""
    digest = hashlib.sha256(secret + f" bot {seat} at {ply}".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 1


def natural_delay(commitment: str, ply: int, seat: int, goes_on: bool) -> float:
    """A delay in seconds like a person's, shorter if the same seat continues its turn.

    It depends only on public information: a quick answer must not reveal that the bot had no choice.
    """
    digest = hashlib.sha256(f"{commitment} pause {seat} at {ply}".encode()).digest()
    chance = int.from_bytes(digest[:8], "big") / 2**64
    return min(MOST_SECONDS - 0.1, (0.2 if goes_on else 0.4) + chance * 0.3)


class AnswerTimes:
    """When bots answer in games with hidden hands: at a time that is fixed before they start to think.

    The time that a bot needs depends on how many actions it has. So it answers no earlier than the slowest recent
    decision of its level would be ready, even if it has no choice. A decision that took longer is sent at the next full
    step. Decisions are measured in processor time, so a busy machine does not slow bots down for long.
    """

    def __init__(self) -> None:
        self._durations: dict[tuple[str, str], deque[float]] = {}

    def took(self, game: str, level: str, seconds: float) -> None:
        """Record the processor time of a decision. The first one of a level is ignored, because it loads the code."""
        if (game, level) in self._durations:
            self._durations[game, level].append(seconds)
        else:
            self._durations[game, level] = deque(maxlen=RECENT)

    def answer_after(self, game: Declaration[State], level: str, pause: float) -> float:
        """Seconds after which a bot of this level answers. Call it before the bot thinks."""
        if not (game.chance_hides or game.simultaneous):
            return pause
        slowest = max(self._durations.get((game.name, level), ()), default=MOST_SECONDS / SPARE) * SPARE
        return pause if slowest <= pause else min(MOST_THOUGHT, math.ceil(slowest / STEP) * STEP)


def moment_to_answer(planned: float, passed: float) -> float:
    """Seconds between the start of a decision and its answer: as planned, or the next full step after that.

    >>> moment_to_answer(0.4, 0.1), moment_to_answer(0.4, 0.7)
    (0.4, 0.9)
    """
    return planned if passed <= planned else planned + math.ceil((passed - planned) / STEP) * STEP
