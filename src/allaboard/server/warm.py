"""Compiles rules and bots in a separate process, because compiling blocks Python for seconds and tables must not wait.

    python -m allaboard.server.warm rules [GAME …]
    python -m allaboard.server.warm bots [GAME …]
    python -m allaboard.server.warm all [GAME …]

The first compiles rules. The second compiles bots, and prints `GAME LEVEL` for each bot that is ready. The third does
both, without loading the rules again for the bots. The server loads the compiled code from the cache.
"""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from allaboard import sources
from allaboard.bots.advice import advise, gives_advice
from allaboard.bots.levels import LEVELS, policy
from allaboard.codecache import locked
from allaboard.declaration import Declaration
from allaboard.game import CHANCE, State, load
from allaboard.plain import play_random
from allaboard.record import INTERPRETED, compiled_folder
from allaboard.registry import available
from allaboard.reviews.review import review
from allaboard.rng import stream

RULES, BOTS = 9, 16
"""About how many seconds a current core needs for the rules of a game, and for its bots."""


def seconds(missing: int) -> int:
    """About how long a server compiles: the missing rules with all cores, then the bots in one process."""
    return RULES * -(-missing // (os.cpu_count() or 1)) + BOTS * len(available())


def marker() -> Path:
    """The file that marks that everything is compiled for exactly these sources."""
    modules = {f"{game.package}.{module}" for game in available() for module in ("rules", *game.levels.values())}
    return compiled_folder(sources.digest(modules) or "scripts") / "bots.ready"


def rules_marker(game: Declaration[State]) -> Path:
    """The file that marks that a game's rules are compiled for exactly these sources."""
    modules = {f"{game.package}.{part}" for part in ("rules", "events", "standing") if game.part(part)}
    return compiled_folder(sources.digest(modules | {"allaboard.server.readiness"}) or "scripts") / "rules.ready"


def has_rules(game: Declaration[State]) -> bool:
    """Whether a game's rules are compiled."""
    return INTERPRETED or rules_marker(game).exists()


def needed() -> bool:
    """Whether some bots are not compiled."""
    return not INTERPRETED and not marker().exists()


def everyone() -> list[tuple[str, str]]:
    """All bots, weaker ones first: they compile quickly."""
    return [(game.name, level) for level in LEVELS for game in available() if level in game.all_levels]


def rules(games: Sequence[str] = ()) -> None:
    """Compile the rules by playing a game of each."""
    from allaboard.server.readiness import warm_up

    for game in available():
        if games and game.name not in games:
            continue
        marked = rules_marker(game)
        with locked(marked.with_suffix(".lock")):  # several servers may start at the same time
            warm_up(game.name)
            marked.touch()


def bots(games: Sequence[str] = ()) -> None:
    """Compile the bots of these games, or of all, by letting each choose once."""
    if hasattr(os, "nice"):
        os.nice(10)
    failed = False
    for name, level in everyone():
        if games and name not in games:
            continue
        try:
            with locked(marker().with_name(f"{name}-{level}.lock")):  # another process may be compiling the same bot
                _ask(name, level)
        except Exception as error:  # go on with the others
            why = " ".join(f"{type(error).__name__}: {error}".split())
            print(f"{name} {level} failed: {why}", file=sys.stderr, flush=True)
            failed = True
            continue
        print(name, level, flush=True)
    if not games and not failed:
        marker().touch()


def _ask(name: str, level: str) -> None:
    """Let a bot choose. The best bot also gives hints and a review."""
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
    for step in {"rules": [rules], "bots": [bots], "all": [rules, bots]}[what]:
        step(chosen)
