"""The law that compiled and interpreted code agree: the same games again, in a process that compiles nothing."""

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import zip_longest

import msgspec

from allaboard.game import Chosen, Game, State, load
from allaboard.notation import actor_text
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
    theirs = (msgspec.json.decode(line, type=Step) for line in done.stdout.splitlines())
    for mine, other in zip_longest(played(load(name), options), theirs):
        if mine != other:
            seats, trial.past, found = mine or other or (trial.seats, [], {})
            differ = [what for what in found if not (mine and other and mine[2].get(what) == other[2].get(what))]
            what = f"another {differ[0]}" if differ else "other actions"
            trial.demand(False, f"with {seats} seats, interpreted play gives {what} than compiled play")


Step = tuple[int, list[str], dict[str, str]]
"""A step of a random game: the number of seats, the actions so far, and what the step gave, as hashes."""


def played(game: Game[State], options: Chosen) -> Iterator[Step]:
    """For each number of players, the steps of a random game."""
    for seats in game.seats:
        rng, state, past = stream(seats), game.start(seats, options), list[str]()
        while actors := game.actors(state):
            action = random_action(game, state, actors[0], rng)
            before = game.copy(state)
            game.play(state, actors[0], action)
            past = [*past[-11:], f"{actor_text(actors[0])} {game.say(actors[0], action)}"]
            told = repr(game.step_events(before, state, actors[0], action, 0)).encode()
            parts = {"state": state.tobytes(), "view": game.view(state, 0).tobytes(), "event": told}
            yield seats, past, {name: hashlib.sha256(part).hexdigest()[:16] for name, part in parts.items()}
        yield seats, past, {"score": str(game.scores(state)), "rank": str(game.ranks(state))}


def tell(game: str, options: Chosen) -> None:
    """Print the steps, for the process that compares them."""
    for step in played(load(game), options):
        print(msgspec.json.encode(step).decode())
