"""Compile the bots in a process of their own: compiling holds Python's lock for seconds, and tables must not wait.

    python -m allaboard.server.warm

Says `GAME LEVEL` for each bot that is ready; the compiled code stays in the cache, from where the server takes it.
"""

import os
from pathlib import Path

from allaboard import game_names
from allaboard.bots import advise
from allaboard.bots.levels import LEVELS, policy
from allaboard.game import CHANCE, GameError, load
from allaboard.record import INTERPRETED, compiled_folder, sources_hash
from allaboard.rng import stream

SOURCES = ("record.py", "rng.py", "game.py", "games/**/*.py", "bots/**/*.py", "simulate/**/*.py", "envs/**/*.py")


def marker() -> Path:
    """The file that says that everything is compiled, for exactly these sources."""
    return compiled_folder() / f"bots-{sources_hash(SOURCES)}.ready"


def needed() -> bool:
    """Whether there is anything to compile."""
    return not INTERPRETED and not marker().exists()


def everyone() -> list[tuple[str, str]]:
    """Every bot, the weaker ones first: they are compiled in a moment."""
    return [(game, level) for level in LEVELS for game in game_names()]


def main() -> None:
    """Let every bot choose once."""
    os.nice(10)
    for name, level in everyone():
        game = load(name)
        state = game.start(game.seats.start)
        while (actors := game.actors(state)) == [CHANCE]:
            game.play(state, CHANCE, game.legal(state, CHANCE)[0])
        view = game.view(state, actors[0])
        try:
            policy(name, level)(view, stream(1))
            if level == "expert":
                advise(view, budget=1)
        except GameError:
            continue  # nobody plays this level yet
        print(name, level, flush=True)
    marker().touch()


if __name__ == "__main__":
    main()
