"""Bots at the table: they see views, think in threads (their code is compiled), and answer like people."""

import hashlib
import math
from collections import deque

from allaboard.bots.levels import LEVELS, policy
from allaboard.bots.matching import above
from allaboard.declaration import Declaration
from allaboard.game import Game, State
from allaboard.rng import stream
from allaboard.server.logs import log

MOST_SECONDS = 1.0
STEP = 0.25
SPARE = 1.25
"""How much longer a thought may take than the slowest one before."""
MOST_THOUGHT = 4.0
"""Seconds that nobody waits for longer, whatever the thoughts before have taken."""
RECENT = 64
"""How many thoughts of a level tell how long its thoughts take."""
READY: set[tuple[str, str]] = set()
"""Games and levels whose code is compiled; see `warm`."""


def stand_in(game: Declaration[State], level: str) -> str | None:
    """The level that plays for a bot whose own level is not compiled yet; none if the bot plays itself."""
    if (game.name, level) in READY or level not in game.all_levels:
        return None
    below = LEVELS[: LEVELS.index(level)]
    return next((one for one in reversed(below) if (game.name, one) in READY), LEVELS[0])


def choose(game: Game[State], level: str, view: State, seed: int, style: str | None = None, edge: int = 0) -> int:
    """What a bot of this level does here; where it fails, the next level below plays, so that no table stands still."""
    menu = game.legal(view, int(view.viewer))
    below = LEVELS[: LEVELS.index(level) + 1]
    for known in reversed([one for one in game.declaration.all_levels if one in below]):
        if (game.name, known) not in READY:
            continue
        try:
            blend = (
                f"+{edge}" if edge and known == level and (game.name, above(game.declaration, level)) in READY else ""
            )
            bot = f"{known}{blend}/{style}" if style else f"{known}{blend}"
            action = int(policy(game.name, bot)(view, stream(seed)))
        except Exception as error:
            log("error", kind="bot", game=game.name, bot=known, error=f"{type(error).__name__}: {error}")
            continue
        if action in menu:
            return action
        log("error", kind="bot", game=game.name, bot=known, error="illegal")
    return menu[seed % len(menu)]


def seed_for(secret: bytes, ply: int, seat: int) -> int:
    """A bot's own luck at a ply: fixed by the table's seed, so that a retried thought is the same thought."""
    digest = hashlib.sha256(secret + f" bot {seat} at {ply}".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 1


def natural_delay(commitment: str, ply: int, seat: int, goes_on: bool) -> float:
    """Seconds that a person might take, less where the same seat goes on with its turn.

    It follows from what everybody knows and from nothing else: a quick answer must not tell that there was no choice.
    """
    digest = hashlib.sha256(f"{commitment} pause {seat} at {ply}".encode()).digest()
    chance = int.from_bytes(digest[:8], "big") / 2**64
    return min(MOST_SECONDS - 0.1, (0.2 if goes_on else 0.4) + chance * 0.3)


class Pace:
    """When bots answer, where hands are hidden: at a time that was fixed before they began to think.

    How long a bot thinks depends on how much it has to choose from. So it answers no earlier than the slowest of its
    level's last thoughts would have been ready, whether it has a choice or not, and a thought that took even longer is
    told at the next full step. Thoughts are measured in processor time, so a busy machine makes no bot slow for long.
    """

    def __init__(self) -> None:
        self._thoughts: dict[tuple[str, str], deque[float]] = {}

    def took(self, game: str, level: str, seconds: float) -> None:
        """A bot has used so much processor time; the first time its code is loaded, which tells nothing."""
        if (game, level) in self._thoughts:
            self._thoughts[game, level].append(seconds)
        else:
            self._thoughts[game, level] = deque(maxlen=RECENT)

    def answer_after(self, game: Declaration[State], level: str, pause: float) -> float:
        """Seconds after which a bot of this level answers, to be asked before it thinks."""
        if not (game.chance_hides or game.simultaneous):
            return pause
        slowest = max(self._thoughts.get((game.name, level), ()), default=MOST_SECONDS / SPARE) * SPARE
        return pause if slowest <= pause else min(MOST_THOUGHT, math.ceil(slowest / STEP) * STEP)


def moment_to_answer(planned: float, passed: float) -> float:
    """When to answer, in seconds since the decision began: as planned, or at the next full step after that.

    >>> moment_to_answer(0.4, 0.1), moment_to_answer(0.4, 0.7)
    (0.4, 0.9)
    """
    return planned if passed <= planned else planned + math.ceil((passed - planned) / STEP) * STEP
