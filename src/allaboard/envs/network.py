"""Trained networks as bots: a file that NumPy alone can run, and a program that plays wherever programs can play.

    allaboard ladder GAME --seats 3 --bots "medium,exec:python -m allaboard.envs.network ppo.npz"

The file has the layers of a simple network (linear, tanh, linear, …) with one output for each action, and the game,
seats and board that it was trained for. `examples/train_ppo.py` writes such files.
"""

import json
import sys
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, TypedDict
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from allaboard.board import differing
from allaboard.envs.decisions import SAME_STEP, Decisions
from allaboard.envs.encoding import encoder, reachable, size
from allaboard.game import Chosen, GameError, State, load
from allaboard.record import Cells
from allaboard.simulate.plan import Bot

Floats = npt.NDArray[np.float32]
_FORM = "allaboard network 1"
_DAMAGES = (AttributeError, EOFError, KeyError, TypeError, ValueError, BadZipFile, zlib.error)
"""The exceptions for a file that was not written by `Network.save`, or that was changed since."""


class Start(TypedDict):
    """The message at the start of a game (docs/reference/programs.md)."""

    game: str
    seats: int
    options: Chosen


@dataclass(frozen=True)
class Network:
    """A network for one game, one number of seats and one board."""

    game: str
    seats: int
    layers: Sequence[tuple[Floats, Floats]]
    """The weights (by input and output) and the bias of each layer."""
    board: Chosen = field(default_factory=dict)
    compact: bool = False
    """Whether its outputs leave out the actions that can never be legal."""

    def __post_init__(self) -> None:
        inputs, actions = size(self.game, self.seats, self.board), len(self.actions)
        wide = [inputs, *(len(added) for _, added in self.layers)]
        fits = all(weights.shape == (wide[k], wide[k + 1]) for k, (weights, _) in enumerate(self.layers))
        if not fits or wide[-1] != actions:
            table = f"{self.game} with {self.seats} seats on this board"
            raise GameError(f"a network for {table} has {inputs} inputs and {actions} outputs; this one does not fit")

    @property
    def actions(self) -> npt.NDArray[np.int64]:
        """The rules' number of each output."""
        if self.compact:
            return reachable(self.game, self.seats, self.board)
        return np.arange(load(self.game).rules.ACTIONS)

    def outputs(self, observations: Floats) -> Floats:
        """A number for each action; higher is better."""
        found = observations
        for k, (weights, added) in enumerate(self.layers):
            found = (np.tanh(found) if k else found) @ weights + added
        return found

    def choose(self, view: State) -> int:
        """The best legal action for the viewer."""
        seen = np.zeros(size(self.game, self.seats, self.board), np.float32)
        encoder(self.game).encode(view, seen, 0)
        actions = self.actions
        values = dict(zip(actions.tolist(), self.outputs(seen).tolist(), strict=True))
        return max(load(self.game).legal(view, int(view.viewer)), key=lambda action: values[action])

    def save(self, file: Path) -> None:
        """Write it to a file."""
        board = {name: value if isinstance(value, int) else list(value) for name, value in self.board.items()}
        label = {"form": _FORM, "game": self.game, "seats": self.seats, "board": board, "compact": self.compact}
        arrays: dict[str, Cells] = {"label": np.array(json.dumps(label))}
        for k, (weights, added) in enumerate(self.layers):
            arrays |= {f"layer{k}_w": weights, f"layer{k}_b": added}
        with file.open("wb") as out:
            np.savez_compressed(out, allow_pickle=False, **arrays)

    @classmethod
    def read(cls, file: Path) -> "Network":
        """Read a network from a file; a GameError says what is wrong with the file."""
        try:
            with file.open("rb") as opened, np.load(opened, allow_pickle=False) as found:
                label = json.loads(str(found["label"]))
                count = sum(name.endswith("_w") for name in found.files)
                layers = [(found[f"layer{k}_w"], found[f"layer{k}_b"]) for k in range(count)]
            if label.pop("form") != _FORM:
                raise KeyError("form")
            return cls(layers=layers, **label)
        except OSError as error:
            raise GameError(f"cannot read {file}: {error.strerror or error}") from None
        except GameError:
            raise
        except _DAMAGES:
            raise GameError(f"{file} is damaged, or is not a network that `Network.save` has written") from None


def returns_of(network: Network, games: int, bots: Bot = "medium", seed: int = 0) -> npt.NDArray[np.float64]:
    """The returns of the network in a number of games against bots: the sum of rewards of each game."""
    rows = Decisions(
        network.game, network.seats, games, bots=bots, seed=seed, when=SAME_STEP, board=network.board, threads=1
    )
    actions = network.actions
    totals, waiting = np.zeros(games), np.ones(games, bool)
    while waiting.any():
        me = rows.me()
        outputs = np.where(rows.masks[:, actions], network.outputs(rows.observations), -np.inf)
        rows.step(actions[outputs.argmax(axis=1)])
        totals[waiting] += rows.rewards[np.arange(games), me][waiting]
        waiting &= rows.over == 0  # only the first game of a row counts
    rows.close()
    return totals


def play(network: Network, lines: IO[str], out: IO[str]) -> None:
    """Play over standard input and output (docs/reference/programs.md)."""
    game = load(network.game)
    for line in lines:
        message = json.loads(line)
        if message["type"] == "start":
            _need_same(network, message)
        elif message["type"] == "act":
            action = network.choose(game.from_json(message["view"]))
            print(json.dumps({"action": game.say(0, action)}), file=out, flush=True)


def _need_same(network: Network, start: Start) -> None:
    """Raise an error if the network was trained for another game, number of seats or board."""
    own = load(network.game)
    if start["game"] != network.game or start["seats"] != network.seats:
        asked = f"{start['game']} with {start['seats']} seats"
        raise GameError(f"this network plays {network.game} with {network.seats} seats, not {asked}")
    if differing(start["options"], own.OPTIONS) != differing(network.board, own.OPTIONS):
        raise GameError(f"this network was trained on another board of {own.title}")


def main(words: Sequence[str]) -> int:
    """The program: `python -m allaboard.envs.network FILE`."""
    if len(words) != 1:
        print("usage: python -m allaboard.envs.network FILE", file=sys.stderr)
        return 2
    try:
        play(Network.read(Path(words[0])), sys.stdin, sys.stdout)
    except GameError as error:
        print(f"allaboard.envs.network: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
