"""Compile the bots in a process of their own: compiling holds Python's lock for seconds, and tables must not wait.

    python -m allaboard.server.warm rules [GAME …]
    python -m allaboard.server.warm bots [GAME …]

The first compiles rules. The second says `GAME LEVEL` for each bot that is ready. The compiled code stays in the cache,
from where the server takes it.
"""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from allaboard import sources
from allaboard.bots.advice import advise, gives_advice
from allaboard.bots.levels import LEVELS, policy
from allaboard.declaration import Declaration
from allaboard.game import CHANCE, State, load
from allaboard.kept import locked
from allaboard.plain import play_random
from allaboard.record import INTERPRETED, compiled_folder
from allaboard.registry import available
from allaboard.reviews.review import review
from allaboard.rng import stream

SECONDS = 90
"""About as long takes everything on two cores of today; `allaboard warm` measures it."""


def marker() -> Path:
    """The file that says that everything is compiled, for exactly these sources."""
    modules = {f"{game.package}.{module}" for game in available() for module in ("rules", *game.levels.values())}
    return compiled_folder(sources.digest(modules) or "scripts") / "bots.ready"


def rules_marker(game: Declaration[State]) -> Path:
    """The file that says that a game's rules are compiled, for exactly these sources."""
    modules = {f"{game.package}.{part}" for part in ("rules", "events", "standing") if game.part(part)}
    return compiled_folder(sources.digest(modules | {"allaboard.server.readiness"}) or "scripts") / "rules.ready"


def has_rules(game: Declaration[State]) -> bool:
    """Whether a game's rules are compiled."""
    return INTERPRETED or rules_marker(game).exists()


def needed() -> bool:
    """Whether there are bots to compile."""
    return not INTERPRETED and not marker().exists()


def everyone() -> list[tuple[str, str]]:
    """Every bot, the weaker ones first: they are compiled in a moment."""
    return [(game.name, level) for level in LEVELS for game in available() if level in game.all_levels]


def rules(games: Sequence[str] = ()) -> None:
    """Play a game of each."""
    from allaboard.server.readiness import warm_up

    for game in available():
        if games and game.name not in games:
            continue
        marked = rules_marker(game)
        with locked(marked.with_suffix(".lock")):  # several servers may start at the same time
            warm_up(game.name)
            marked.touch()


def bots(games: Sequence[str] = ()) -> None:
    """Let every bot choose once: those of some games, or all."""
    if hasattr(os, "nice"):
        os.nice(10)
    for name, level in everyone():
        if games and name not in games:
            continue
        try:
            with locked(marker().with_name(f"{name}-{level}.lock")):  # another process may compile the same just now
                _ask(name, level)
        except Exception as error:  # the others must still be compiled; the server says what is wrong with this one
            print(f"{name} {level} failed: {type(error).__name__}: {error}", file=sys.stderr, flush=True)
            continue
        print(name, level, flush=True)
    if not games:
        marker().touch()


def _ask(name: str, level: str) -> None:
    """Let a bot choose, and if it is the best one, advise and review."""
    game = load(name)
    state = game.start(game.seats.start)
    while (actors := game.actors(state)) == [CHANCE]:
        game.play(state, CHANCE, game.legal(state, CHANCE)[0])
    view = game.view(state, actors[0])
    policy(name, level)(view, stream(1))
    if level == game.declaration.best_level and gives_advice(game.declaration):
        advise(view, budget=1)
        review(play_random(game, game.seats.start, 0, 0, {}), 0, budget=1)


if __name__ == "__main__":
    what, *chosen = sys.argv[1:]
    {"rules": rules, "bots": bots}[what](chosen)
