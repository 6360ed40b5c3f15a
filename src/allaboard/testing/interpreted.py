"""The law that compiled and interpreted code agree: the same games again, in a process that compiles nothing."""

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator

from allaboard.game import Chosen, Game, State, load
from allaboard.plain import random_action
from allaboard.rng import stream
from allaboard.testing.law import Trial


def both_ways_agree(trial: Trial) -> None:
    """Compiled and interpreted rules give the same bytes, without an overflow."""
    name, options = trial.game.name, dict(trial.options)
    code = f"from allaboard.testing.interpreted import tell; tell({name!r}, {options!r})"
    words = [sys.executable, "-W", "error", "-c", code]
    env = {**os.environ, "ALLABOARD_INTERPRETED": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(words, env=env, capture_output=True, text=True, check=False)
    trial.demand(done.returncode == 0, f"interpreted play fails: {done.stderr.strip().splitlines()[-1:]}")
    mine = list(digests(load(name), options))
    for seats, (one, other) in zip(trial.game.seats, zip(mine, done.stdout.split(), strict=True), strict=True):
        trial.demand(one == other, f"with {seats} seats, interpreted play gives other bytes than compiled play")


def digests(game: Game[State], options: Chosen) -> Iterator[str]:
    """For each number of players, a hash over every state, view and event of a random game."""
    for seats in game.seats:
        digest, rng, state = hashlib.sha256(), stream(seats), game.start(seats, options)
        while actors := game.actors(state):
            action = random_action(game, state, actors[0], rng)
            before = game.copy(state)
            game.play(state, actors[0], action)
            digest.update(state.tobytes() + game.view(state, 0).tobytes() + bytes([actors[0]]) + action.to_bytes(2))
            digest.update(repr(game.step_events(before, state, actors[0], action, 0)).encode())
        digest.update(repr((game.scores(state), game.ranks(state))).encode())
        yield digest.hexdigest()


def tell(game: str, options: Chosen) -> None:
    """Print the hashes, for the process that compares them."""
    for line in digests(load(game), options):
        print(line)
