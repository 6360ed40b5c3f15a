"""What bots have learned, on disk: compressed arrays with a label that says how and under which rules they were made.

A file is refused if the rules behave differently now. If only the text of the rules has changed, a few random games are
played to see whether they still do the same. What was learned on another board than the game's own is in the user's
data directory, in a file for each board.
"""

import hashlib
import json
import random
from datetime import UTC, datetime
from pathlib import Path
from typing import NotRequired, TypedDict

import numpy as np
import numpy.typing as npt
from numpy.lib.npyio import NpzFile

from allaboard.board import differing
from allaboard.bots.levels import Knowledge
from allaboard.declaration import Declaration
from allaboard.game import CHANCE, Chosen, Game, GameError, S, State, load
from allaboard.registry import declaration

_GAMES = 3  # for each number of players


class Label(TypedDict):
    """How knowledge was made, and under which rules."""

    game: str
    command: str
    seed: int
    date: str
    rules: str
    conduct: str
    board: NotRequired[dict[str, int | list[int]]]  # the options that differ from the game's own board
    curves: NotRequired[dict[str, str]]  # the commands that fitted parts later, such as the curves for 4 players: "4"


def shipped(game: Declaration[S]) -> Path:
    """The file in a game's package with what its bots have learned."""
    return Path(str(game.folder)) / "bots" / "knowledge.npz"


def place_for(game: str, board: Chosen) -> Path:
    """The file with what bots have learned on a board."""
    changed = _told(game, board)
    if not changed:
        return shipped(declaration(game))
    import platformdirs

    digest = hashlib.sha256(json.dumps(changed).encode()).hexdigest()[:12]
    return Path(platformdirs.user_data_dir("allaboard")) / "knowledge" / f"{game}-{digest}.npz"


def _told(game: str, board: Chosen) -> dict[str, int | list[int]]:
    changed = differing(board, load(game).OPTIONS)
    return {name: value if isinstance(value, int) else list(value) for name, value in changed.items()}


def write(
    game: str, knowledge: Knowledge, command: str, seed: int, place: Path | None = None, board: Chosen | None = None
) -> Path:
    """Write what was learned, at half precision, with its label."""
    label = Label(
        game=game,
        command=command,
        seed=seed,
        date=datetime.now(UTC).date().isoformat(),
        rules=source_hash(game),
        conduct=behaviour_hash(load(game), board),
        board=_told(game, board or {}),
    )
    place = place or place_for(game, board or {})
    place.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(place, label=np.array(json.dumps(label)), knowledge=knowledge.astype(np.float16))
    return place


def read(game: str, size: int, place: Path | None = None, board: Chosen | None = None) -> Knowledge:
    """What was learned on a board; a GameError if there is nothing, or if it was learned under other rules."""
    again = f"train it again with `allaboard train {game} hard{' --board FILE' if board else ''}`"
    place = place or place_for(game, board or {})
    if not place.exists():
        raise GameError(f"nothing has been learned about {game} in {place}; {again}")
    with np.load(place, allow_pickle=False) as found:
        label, knowledge = _label(found), found["knowledge"].astype(np.float32)
    if label.get("board", {}) != _told(game, board or {}):
        raise GameError(f"what the bots know about {game} in {place} was learned on another board; {again}")
    if label["rules"] != source_hash(game) and label["conduct"] != behaviour_hash(load(game), board):
        made = f"made on {label['date']} by `{label['command']}`"
        raise GameError(f"what the bots know about {game} ({made}) was learned under other rules; {again}")
    if knowledge.shape != (size,):
        raise GameError(f"what the bots know about {game} does not have the size that they expect; {again}")
    return np.ascontiguousarray(knowledge)


def write_curves(game: str, curves: dict[int, npt.NDArray[np.float64]], commands: dict[str, str]) -> Path:
    """Write curves, or other fitted parts, into the knowledge of a game's package: by their offsets from the end."""
    place = shipped(declaration(game))
    with np.load(place, allow_pickle=False) as found:
        label, knowledge = _label(found), found["knowledge"].copy()
    for begin, knots in curves.items():
        knowledge[len(knowledge) - begin :][: len(knots)] = knots
    label["curves"] = label.get("curves", {}) | commands
    np.savez_compressed(place, label=np.array(json.dumps(label)), knowledge=knowledge)
    return place


def label_of(game: str, place: Path | None = None) -> Label:
    """How a game's knowledge was made."""
    with np.load(place or shipped(declaration(game)), allow_pickle=False) as found:
        return _label(found)


def _label(found: NpzFile) -> Label:
    label: Label = json.loads(str(found["label"]))
    return label


def source_hash(game: str) -> str:
    """A hash of the source text of the rules."""
    parts = [declaration(game).text(name) for name in ("rules.py", "board.toml")]
    return hashlib.sha256("\0".join(part for part in parts if part is not None).encode()).hexdigest()[:16]


def behaviour_hash(game: Game[State], board: Chosen | None = None) -> str:
    """A hash of what the rules do: legal actions, weights and results of random games with every number of players."""
    digest = hashlib.sha256()
    dice = random.Random(0)
    for seats in game.seats:
        for _ in range(_GAMES):
            state = game.start(seats, board)
            while actors := game.actors(state):
                actor = dice.choice(actors)
                menu = game.legal(state, actor)
                odds = game.weights(state) if actor == CHANCE else []
                digest.update(repr((actors, actor, menu, odds)).encode())
                game.rules.apply(state, actor, dice.choice(menu))
            digest.update(repr((game.scores(state), game.ranks(state))).encode())
    return digest.hexdigest()[:16]
