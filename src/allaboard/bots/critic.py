"""A small network that divides one win (or one loss) among the seats, from some numbers that describe each seat.

The chances are the softmax of a logit for each seat, and every seat's logit comes from the same network with one hidden
layer. A game's `outlook` describes the seats; `allaboard.simulate.critics` fits the network to games between bots.
"""

import json
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from allaboard.bots.levels import Knowledge
from allaboard.declaration import Declaration
from allaboard.game import GameError, S
from allaboard.maths import exp
from allaboard.record import Cells, rule

HIDDEN: Final = 24
STEP: Final = 512  # positions in a step of the optimiser
RATE, LAST_RATE = 0.01, 0.0003

Floats = npt.NDArray[np.float64]


def size(signs: int) -> int:
    """How many weights a network has for this many numbers per seat."""
    return (signs + 2) * HIDDEN


@rule
def divide(weights: Knowledge, signs: Cells, seats: int, out: Cells) -> None:
    """Writes the chance of every seat."""
    width, most = signs.shape[1], -1e30
    last = (width + 1) * HIDDEN
    for seat in range(seats):
        logit = 0.0
        for j in range(HIDDEN):
            inner = np.float64(weights[width * HIDDEN + j])
            for k in range(width):
                inner += signs[seat, k] * np.float64(weights[k * HIDDEN + j])
            if inner > 0.0:
                logit += inner * np.float64(weights[last + j])
        out[seat] = logit
        most = max(most, logit)
    total = 0.0
    for seat in range(seats):
        out[seat] = exp(out[seat] - most)
        total += out[seat]
    for seat in range(seats):
        out[seat] /= total


def file_of(game: Declaration[S]) -> Path:
    """The file in a game's package with the weights of its value."""
    return Path(str(game.folder)) / "bots" / "outlook.npz"


def write(game: Declaration[S], name: str, weights: npt.NDArray[np.floating], command: str) -> Path:
    """Write an array of weights at half precision, with the command that made it. Other arrays of the file stay."""
    place, arrays, labels = file_of(game), dict[str, npt.NDArray[np.generic]](), dict[str, str]()
    if place.exists():
        with np.load(place, allow_pickle=False) as found:
            arrays = {key: found[key] for key in found.files}
        labels = json.loads(str(arrays.pop("label")))
    arrays[name], labels[name] = weights.astype(np.float16), command
    np.savez_compressed(place, allow_pickle=False, label=np.array(json.dumps(labels)), **arrays)
    return place


def has(game: Declaration[S], name: str) -> bool:
    """Whether a game's package has these weights."""
    if not file_of(game).exists():
        return False
    with np.load(file_of(game), allow_pickle=False) as found:
        return name in found.files


def read(game: Declaration[S], name: str, wanted: int) -> Knowledge:
    """An array of weights from a game's package."""
    with np.load(file_of(game), allow_pickle=False) as found:
        weights: Knowledge = found[name].astype(np.float32)
        made = json.loads(str(found["label"]))[name]
    if weights.shape != (wanted,):
        raise GameError(f"the {name} of {game.name} do not have the expected size; make them again: {made}")
    return weights


class Fit:
    """A network with its Adam optimiser."""

    def __init__(self, signs: int, seed: int) -> None:
        random = np.random.default_rng(seed)
        self.first = random.normal(0, 0.3, (signs, HIDDEN))
        self.bias = random.normal(0, 0.3, HIDDEN)
        self.last = random.normal(0, 0.1, HIDDEN)
        self._random = random
        self._moments = [np.zeros((2, *part.shape)) for part in self._parts]
        self._steps = 0

    @property
    def _parts(self) -> tuple[Floats, Floats, Floats]:
        return self.first, self.bias, self.last

    @property
    def weights(self) -> Floats:
        """All weights in the order in which `divide` reads them."""
        return np.concatenate([part.ravel() for part in self._parts])

    def chances(self, signs: Floats) -> tuple[Floats, Floats]:
        """The hidden layer and the chances, by position and seat."""
        inner = np.maximum(signs @ self.first + self.bias, 0)
        logits = inner @ self.last
        weights = np.exp(logits - logits.max(axis=1, keepdims=True))
        return inner, weights / weights.sum(axis=1, keepdims=True)

    def batches(self, lengths: list[int]) -> list[tuple[int, npt.NDArray[np.int64]]]:
        """All positions of several tables in mixed batches: the number of the table, and the positions."""
        found = []
        for table, length in enumerate(lengths):
            order = self._random.permutation(length)
            found += [(table, order[begin : begin + STEP]) for begin in range(0, length, STEP)]
        self._random.shuffle(found)
        return found

    def step(self, signs: Floats, shares: Floats, rate: float) -> None:
        """Learn from some positions: the numbers that describe the seats, and the seats' shares of the win."""
        inner, chances = self.chances(signs)
        error = (chances * shares.sum(axis=1, keepdims=True) - shares) / len(signs)
        slope = error[:, :, None] * self.last * (inner > 0)
        gradients = (np.tensordot(signs, slope, ((0, 1), (0, 1))), slope.sum((0, 1)), np.tensordot(error, inner, 2))
        self._steps += 1
        for part, moment, gradient in zip(self._parts, self._moments, gradients, strict=True):
            moment[0] += 0.1 * (gradient - moment[0])
            moment[1] += 0.001 * (gradient * gradient - moment[1])
            mean, square = moment[0] / (1 - 0.9**self._steps), moment[1] / (1 - 0.999**self._steps)
            part[:] = part - rate * mean / (np.sqrt(square) + 1e-8)
