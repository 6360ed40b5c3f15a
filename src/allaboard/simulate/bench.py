"""How fast games are played, compared with other libraries on the same machine at the same time."""

import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from allaboard.registry import declaration
from allaboard.simulate import peers
from allaboard.simulate.batch import ENDLESS, Rows
from allaboard.simulate.peers import Contender, Slice, clock
from allaboard.simulate.plan import Plan

Tell = Callable[[str], None]

_ROWS = 2048  # rows, which are used again for new games


@dataclass
class Line:
    """One game compared with one contender."""

    game: str
    contender: str
    moves_a_second: float
    chances_a_second: float
    times: float = 1  # our speed divided by that of this contender


@dataclass
class Start:
    """The time until the first game is over, and the time and memory of a million games."""

    game: str
    compiling: float
    cached: float
    megabytes: float = 0
    million: float = 0


@dataclass
class Findings:
    """All results of a benchmark."""

    lines: list[Line] = field(default_factory=list)
    threads: dict[str, float] = field(default_factory=dict)
    starts: list[Start] = field(default_factory=list)
    machine: str = ""


def nearest(game: str) -> list[Contender]:
    """The most similar games of other libraries, if the game's package lists any."""
    own = declaration(game).part("peers")
    return [] if own is None else list(own.contenders())


def seats_of(game: str) -> int:
    """The number of seats of the most similar game of another library."""
    own = declaration(game).part("peers")
    return declaration(game).seats[-1] if own is None else int(own.SEATS)


def ourselves(game: str, seats: int) -> Contender:
    """Our own random play: games are started, played and scored row by row."""
    return Contender(f"All Aboard, {seats} seats", lambda seconds: _play(game, seats, seconds, clock))


def _play(game: str, seats: int, seconds: float, watch: Callable[[], float], first: int = 0) -> Slice:
    plan = Plan(game, seats, ("random",), seed=first)
    moves = chances = 0
    rows = Rows(plan, first, _ROWS, tallying=False)
    began = watch()
    while watch() - began < seconds:
        rows.restart(first)
        rows.advance(ENDLESS)
        first += _ROWS
        moves += int(rows.outcomes["moves"].sum())
        chances += int(rows.outcomes["chances"].sum())
    return Slice(moves, chances, watch() - began)


def alternate(contenders: Sequence[Contender], rounds: int, seconds: float) -> list[tuple[float, float]]:
    """Run all contenders in turn, several times; the medians of moves and chance moves per second."""
    slices: list[list[Slice]] = [[] for _ in contenders]
    for _ in range(rounds):
        for contender, found in zip(contenders, slices, strict=True):
            found.append(contender.play(seconds))
    return [
        (
            statistics.median(part.moves / part.seconds for part in found),
            statistics.median(part.chances / part.seconds for part in found),
        )
        for found in slices
    ]


def compare(game: str, rounds: int, seconds: float, with_peers: bool = True) -> list[Line]:
    """One game compared with other libraries; our own line comes first."""
    us = ourselves(game, seats_of(game))
    us.play(0)  # compile before the measurement
    others = nearest(game) if with_peers else []
    (ours, chances), *theirs = alternate([us, *others], rounds, seconds)
    lines = [Line(game, us.name, ours, chances)]
    for peer, (moves, chances) in zip(others, theirs, strict=True):
        lines.append(Line(game, peer.name, moves, chances, ours / moves))
    return lines


def two_threads(game: str, rounds: int, seconds: float) -> float:
    """How many times as many games two threads play as one, by the wall clock."""
    play = partial(_play, game, seats_of(game), seconds, time.perf_counter)
    play()
    ratios = []
    with ThreadPoolExecutor(2) as pool:
        for _ in range(rounds):
            alone = pool.submit(play).result()
            both = list(pool.map(lambda first: play(first=first), (0, 1 << 20)))
            ratios.append(sum(part.moves / part.seconds for part in both) / (alone.moves / alone.seconds))
    return statistics.median(ratios)


_FIRST_GAME = """
import time
began = time.perf_counter()
from allaboard.simulate import run
run({game!r}, {seats}, 1)
print(time.perf_counter() - began)
"""
_MILLION = """
import sys
from pathlib import Path
from allaboard.simulate import run
batch = run({game!r}, {seats}, {games})
batch.frame
status = Path("/proc/self/status")
if status.exists():  # getrusage would include memory of the process that started this one
    peak = int(status.read_text().split("VmHWM:")[1].split()[0]) / 1024
else:
    import resource
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024 / (1024 if sys.platform == "darwin" else 1)
print(peak, batch.seconds)
"""


def start(game: str, games: int = 0) -> Start:
    """A first run in a new process and with an empty cache, a second one, and (if asked) many games as a frame."""
    with tempfile.TemporaryDirectory() as cache:
        code = _FIRST_GAME.format(game=game, seats=seats_of(game))
        compiling, cached = (float(_run(code, cache)) for _ in range(2))
    found = Start(game, compiling, cached)
    if games:
        said = _run(_MILLION.format(game=game, seats=seats_of(game), games=games)).split()
        found.megabytes, found.million = float(said[0]), float(said[1])
    return found


def _run(code: str, cache: str | None = None) -> str:
    home = {"XDG_CACHE_HOME": cache, "HOME": cache} if cache else {}
    done = subprocess.run([sys.executable, "-c", code], env={**os.environ, **home}, capture_output=True, check=True)
    return done.stdout.decode()


def run(games: Sequence[str], rounds: int, seconds: float, with_peers: bool, tell: Tell) -> Findings:
    """The whole benchmark."""
    if with_peers and any(declaration(game).part("peers") for game in games):
        peers.need_peers()
    found = Findings(machine=machine())
    for game in games:
        tell(f"{game}: random play" + (" and its peers" if with_peers else ""))
        found.lines += compare(game, rounds, seconds, with_peers)
        tell(f"{game}: two threads")
        found.threads[game] = two_threads(game, rounds, seconds)
        tell(f"{game}: a first run, a second run, a million games")
        found.starts.append(start(game, 1_000_000))
    return found


def machine() -> str:
    """The name of the processor."""
    info = Path("/proc/cpuinfo")
    if info.exists():
        for row in info.read_text(encoding="utf-8").splitlines():
            if row.startswith("model name"):
                return row.split(":", 1)[1].strip()
    return platform.processor() or platform.machine()


# ---- the table of the page of measurements


def table(found: Findings, command: str) -> str:
    """The results as Markdown."""
    rows = list(_rows(found))
    return "\n".join(
        [
            "| game | random legal play, one thread | moves a second | All Aboard is |",
            "| --- | --- | ---: | ---: |",
            *rows,
            "",
            *_starts(found),
            "",
            f"Measured by `{command}` on {found.machine}: medians of runs that take turns, in processor time. "
            "A move is a decision of a player; dice and cards dealt are played but not counted.",
        ]
    )


def _rows(found: Findings) -> Iterator[str]:
    for line in found.lines:
        if not line.contender.startswith("All Aboard"):
            yield f"| | {line.contender} | {human(line.moves_a_second)} | {human(line.times)} times as fast |"
        else:
            yield f"| **{line.game}** | **{line.contender}** | **{human(line.moves_a_second)}** | |"


def _starts(found: Findings) -> Iterator[str]:
    yield "| game | two threads | first run, compiling | from the cache | a million games |"
    yield "| --- | ---: | ---: | ---: | ---: |"
    for one in found.starts:
        million = f"{one.million:.0f} s, {one.megabytes:.0f} MB" if one.million else "not measured"
        timing = f"{one.compiling:.1f} s | {one.cached:.1f} s | {million}"
        yield f"| {one.game} | {found.threads[one.game]:.2f} times one | {timing} |"


def human(number: float) -> str:
    """A number as short text.

    >>> human(13_460_000), human(32_100), human(7.26), human(310.4)
    ('13.5 million', '32 thousand', '7.3', '310')
    """
    if number >= 1e6:
        return f"{number / 1e6:.1f} million"
    if number >= 1e4:
        return f"{number / 1e3:.0f} thousand"
    if number >= 1e3:
        return f"{number / 1e3:.1f} thousand"
    return f"{number:.1f}" if number < 100 else f"{number:.0f}"


def write_between_marks(text: str, table: str, mark: str = "bench") -> str:
    """A page with the text between its marks replaced by the table.

    >>> write_between_marks("a <!-- bench -->old<!-- /bench --> z", "new").split()
    ['a', '<!--', 'bench', '-->', 'new', '<!--', '/bench', '-->', 'z']
    """
    begin, end = f"<!-- {mark} -->", f"<!-- /{mark} -->"
    head, found, rest = text.partition(begin)
    _, closed, tail = rest.partition(end)
    if not found or not closed:
        raise ValueError(f"no {begin} … {end} to write between")
    return f"{head}{begin}\n{table}\n{end}{tail}"
