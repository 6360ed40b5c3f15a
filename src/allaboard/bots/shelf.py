"""What bots have learned, on disk: compressed arrays that say how they were made and under which rules.

A file is refused if the rules have changed since. A change of the rules' text alone does no harm: if it differs, the
rules are judged by what they do, in a few random games.
"""

import hashlib
import json
import random
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import numpy as np

from allaboard.bots.levels import Knowledge
from allaboard.game import CHANCE, Game, GameError, load

FOLDER: Final = Path(str(files("allaboard.bots"))) / "data"
_GAMES = 3  # for each number of players


def shelf(game: str) -> Path:
    """Where a game's knowledge lies."""
    return FOLDER / f"{game}.npz"


def write(game: str, knowledge: Knowledge, command: str, seed: int, place: Path | None = None) -> Path:
    """Keep what was learned, at half precision, with what is to be said about it."""
    label = {
        "game": game,
        "command": command,
        "seed": seed,
        "date": datetime.now(UTC).date().isoformat(),
        "rules": text_mark(game),
        "conduct": conduct_mark(load(game)),
    }
    place = place or shelf(game)
    place.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(place, label=np.array(json.dumps(label)), knowledge=knowledge.astype(np.float16))
    return place


def read(game: str, size: int, place: Path | None = None) -> Knowledge:
    """What was learned; a GameError if there is nothing, or if it was learned under other rules."""
    again = f"make it anew with `allaboard train {game} hard`"
    place = place or shelf(game)
    if not place.exists():
        raise GameError(f"there is nothing learned about {game} in {place}; {again}")
    with np.load(place, allow_pickle=False) as found:
        label, knowledge = _label(found), found["knowledge"].astype(np.float32)
    if label["rules"] != text_mark(game) and label["conduct"] != conduct_mark(load(game)):
        made = f"made on {label['date']} by `{label['command']}`"
        raise GameError(f"what the bots know about {game} ({made}) was learned under other rules; {again}")
    if knowledge.shape != (size,):
        raise GameError(f"what the bots know about {game} has another form than they expect; {again}")
    return np.ascontiguousarray(knowledge)


def label_of(game: str, place: Path | None = None) -> dict[str, Any]:
    """How a game's knowledge was made."""
    with np.load(place or shelf(game), allow_pickle=False) as found:
        return _label(found)


def _label(found: Any) -> dict[str, Any]:
    label: dict[str, Any] = json.loads(str(found["label"]))
    return label


def text_mark(game: str) -> str:
    """A hash of the rules as they are written."""
    folder = files(f"allaboard.games.{game}")
    parts = [folder / name for name in ("rules.py", "board.toml")]
    return hashlib.sha256(b"\0".join(part.read_bytes() for part in parts if part.is_file())).hexdigest()[:16]


def conduct_mark(game: Game) -> str:
    """A hash of what the rules do: the menus, odds and results of some random games at every number of players."""
    digest = hashlib.sha256()
    dice = random.Random(0)
    for seats in game.seats:
        for _ in range(_GAMES):
            state = game.start(seats)
            while actors := game.actors(state):
                actor = dice.choice(actors)
                menu = game.legal(state, actor)
                odds = game.weights(state) if actor == CHANCE else []
                digest.update(repr((actors, actor, menu, odds)).encode())
                game.rules.apply(state, actor, dice.choice(menu))
            digest.update(repr((game.scores(state), game.ranks(state))).encode())
    return digest.hexdigest()[:16]
