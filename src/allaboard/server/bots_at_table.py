"""Bots at the table: they see views, think in threads (their code is compiled), and answer like people."""

import hashlib
import random
from typing import Any

from allaboard.bots.levels import LEVELS, policy
from allaboard.game import Game, GameError
from allaboard.rng import stream
from allaboard.server.logs import log

MOST_SECONDS = 1.0
READY: set[tuple[str, str]] = set()
"""Games and levels whose code is compiled; see `warm`."""


def choose(game: Game, level: str, view: Any, seed: int) -> int:
    """What a bot of this level does here; where it fails, the next level below plays, so that no table stands still."""
    menu = game.legal(view, int(view.viewer))
    for known in reversed(LEVELS[: LEVELS.index(level) + 1]):
        if (game.name, known) not in READY:
            continue
        try:
            action = int(policy(game.name, known)(view, stream(seed)))
        except Exception as error:
            if not isinstance(error, GameError):  # a GameError: nobody plays this level yet
                log("error", kind="bot", game=game.name, bot=known, error=type(error).__name__)
            continue
        if action in menu:
            return action
        log("error", kind="bot", game=game.name, bot=known, error="illegal")
    return menu[seed % len(menu)]


def seed_for(secret: bytes, ply: int, seat: int) -> int:
    """A bot's own luck at a ply: fixed by the table's seed, so that a retried thought is the same thought."""
    digest = hashlib.sha256(secret + f" bot {seat} at {ply}".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 1


def natural_delay(options: int, small: bool) -> float:
    """Seconds that a person might take: hardly any for what is forced or small, never more than a second."""
    if options <= 1:
        return 0.15
    base = 0.2 if small else 0.35 + 0.02 * min(options, 15)
    return min(MOST_SECONDS - 0.1, base + random.random() * 0.25)
