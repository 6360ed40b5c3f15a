"""Plays random games with the real rules and writes what viewers are sent, for the client's tests.

python client/fixtures.py            # every game at every table size
python client/fixtures.py --missing  # the same, but only if they are missing or older than the rules
python client/fixtures.py NAME 4 7   # one game, seats, seed

A recording has, for one viewer, the first view and every step: its events and the view after it. For a game with a
memory aid there is also a recording without it.
"""

import sys
from pathlib import Path

import msgspec

from allaboard.game import WATCHER, Game, State, load
from allaboard.plain import random_action
from allaboard.registry import available, is_shipped
from allaboard.rng import stream
from allaboard.server.forms import ReplayStep

HERE = Path(__file__).parent / "fixtures"
RULES = Path(__file__).parent.parent / "src" / "allaboard"


class Recording(msgspec.Struct):
    """One game as one viewer saw it."""

    game: str
    seats: int
    viewer: int
    memory: bool
    """Whether the memory aid is on."""
    first: dict[str, object]
    steps: list[ReplayStep]


def record(game: Game[State], seats: int, seed: int, viewer: int, memory: bool = True) -> Recording:
    """A random game, seen by one viewer."""
    rng, state = stream(seed), game.start(seats)
    recording = Recording(game.name, seats, viewer, memory, seen(game, state, viewer, memory), [])
    while actors := game.actors(state):
        action = random_action(game, state, actors[0], rng)
        before = game.copy(state)
        game.play(state, actors[0], action)
        events = game.step_events(before, state, actors[0], action, viewer)
        text = game.say(actors[0], action) if game.sees(before, actors[0], action, viewer) else None
        view = seen(game, state, viewer, memory)
        recording.steps.append(ReplayStep(len(recording.steps) + 1, actors[0], text, events, view))
    return recording


def seen(game: Game[State], state: State, viewer: int, memory: bool) -> dict[str, object]:
    """What a viewer is sent."""
    view = game.view(state, viewer)
    if not memory:
        game.forget(view)
    return game.to_json(view)


def up_to_date() -> bool:
    """Whether the recordings are newer than the files that they are made from."""
    made = [path.stat().st_mtime for path in HERE.glob("*.json")]
    sources = [Path(__file__), *RULES.rglob("*.py")]
    return bool(made) and min(made) > max(path.stat().st_mtime for path in sources)


def main(words: list[str]) -> None:
    """Write the recordings."""
    if words == ["--missing"] and up_to_date():
        return
    HERE.mkdir(exist_ok=True)
    if len(words) > 1:
        tables = [(words[0], int(words[1]), int(words[2]) if len(words) > 2 else 1)]
    else:
        names = [game for game in available() if is_shipped(game.name)]
        tables = [(game.name, seats, seats) for game in names for seats in game.seats]
    for name, seats, seed in tables:
        game = load(name)
        recordings = [record(game, seats, seed, viewer) for viewer in (0, seats - 1, WATCHER)]
        if game.declaration.aid:
            recordings.append(record(game, seats, seed, 0, memory=False))
        path = HERE / f"{name}-{seats}.json"
        path.write_bytes(msgspec.json.encode(recordings))
        print(f"{path.name}: {len(recordings[0].steps)} steps, {path.stat().st_size // 1024} kB")


if __name__ == "__main__":
    main(sys.argv[1:])
