"""Programs as bots: `exec:COMMAND` reads and writes one JSON object per line (docs/reference/programs.md).

A program that exits, does not answer in time, writes something else or plays illegally is reported and stopped. The
rest of its game is played by the level `random`. It is started again for its next game, but not after its third fault.
"""

import json
import queue
import shlex
import subprocess
import threading
from contextlib import suppress
from typing import Final, NamedTuple

from allaboard.catalog import catalog
from allaboard.game import Chosen, Game, GameError, State
from allaboard.layout import Json
from allaboard.rng import Rng, below

PREFIX: Final = "exec:"
FALLBACK: Final = "random"
"""The level that plays on after a program has forfeited."""
DEADLINE_MS: Final = 1000
STARTING_MS: Final = 10_000
"""The first answer of a new process may take longer: it has to start."""
MOST_FAULTS: Final = 3
"""After this many faults a program is not started again."""
_LONGEST_LINE = 1 << 16


def is_program(bot: str) -> bool:
    """Whether a bot's name is that of a program.

    >>> is_program("exec:python mybot.py"), is_program("medium")
    (True, False)
    """
    return bot.startswith(PREFIX)


class Fault(Exception):
    """What a program did wrong: the message `fault-…` of the catalogs, and its variables."""

    def __init__(self, what: str = "", **args: str) -> None:
        self.what, self.args_ = what, args
        super().__init__(what)


class Report(NamedTuple):
    """A fault of a program at a seat."""

    program: str
    seat: int
    fault: Fault
    last: bool
    """Whether it was the last fault: the program is not started again."""

    def said(self, language: str = "en") -> str:
        """The report in words."""
        messages = catalog(None, language)
        fault = messages.say(f"fault-{self.fault.what}", **self.fault.args_)
        key, level = "program-given-up" if self.last else "program-failed", messages.say(f"level-{FALLBACK}")
        return messages.say(key, program=self.program, seat=self.seat, fault=fault, level=level)


class _Process:
    """A running program: lines to it, and lines from it with a time limit."""

    def __init__(self, words: list[str]) -> None:
        try:
            self._process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        except OSError as error:
            raise Fault("start", why=error.strerror or str(error)) from error
        self._said: queue.Queue[str] = queue.Queue()
        self._fresh = True
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self._process.stdout
        with suppress(ValueError, OSError, UnicodeDecodeError):
            while line := self._process.stdout.readline(_LONGEST_LINE):
                self._said.put(line)
        self._said.put("")  # the program has exited

    def tell(self, message: Json) -> None:
        """Send a message."""
        assert self._process.stdin
        try:
            self._process.stdin.write(json.dumps(message) + "\n")
            self._process.stdin.flush()
        except OSError as error:
            raise self._death() from error

    def ask(self, message: Json, deadline_ms: int) -> str:
        """Send a message and wait for the line that answers it."""
        while not self._said.empty():
            raise Fault("unasked") if self._said.get() else self._death()
        self.tell(message)
        limit = max(deadline_ms, STARTING_MS) if self._fresh else deadline_ms
        try:
            line = self._said.get(timeout=limit / 1000)
        except queue.Empty as error:
            raise Fault("late", limit=str(limit)) from error
        if not line:
            raise self._death()
        self._fresh = False
        return line

    def _death(self) -> Fault:
        with suppress(subprocess.TimeoutExpired):
            return Fault("ended", code=str(self._process.wait(1)))
        return Fault("closed")

    def stop(self) -> None:
        """Stop it: first with SIGTERM, then with SIGKILL."""
        with suppress(OSError):
            if self._process.stdin:
                self._process.stdin.close()
        try:
            self._process.wait(2)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._process.stdout:
            self._process.stdout.close()


class Program:
    """A program as a bot. It may play at several seats and in many games, with one process for each seat at a time."""

    def __init__(self, name: str, deadline_ms: int = DEADLINE_MS) -> None:
        if not is_program(name):
            raise GameError(f"a program is named {PREFIX}COMMAND, not {name!r}")
        try:
            self._words = shlex.split(name.removeprefix(PREFIX))
        except ValueError as error:
            raise GameError(f"{name}: {error}") from error
        if not self._words:
            raise GameError(f"{PREFIX} needs a command after it")
        self.name, self.deadline_ms = name, deadline_ms
        self.reports: list[Report] = []
        self._started: list[_Process] = []
        self._idle: list[_Process] = []

    def sit(self, game: str, seat: int, seats: int, options: Chosen | None = None) -> "ProgramSeat":
        """Take a seat in a new game."""
        return ProgramSeat(self, game, seat, seats, options or {})

    def _take_process(self) -> _Process:
        if self._idle:
            return self._idle.pop()
        if len(self.reports) >= MOST_FAULTS:
            raise Fault
        self._started.append(_Process(self._words))
        return self._started[-1]

    def close(self) -> None:
        """End all processes, also those in the middle of a game."""
        self._idle.clear()
        while self._started:
            self._started.pop().stop()


class ProgramSeat:
    """A program at one seat in one game."""

    def __init__(self, program: Program, game: str, seat: int, seats: int, options: Chosen) -> None:
        self._program, self._seat = program, seat
        self._process: _Process | None = None
        self.forfeited = False
        try:
            self._process = program._take_process()
            start = {"type": "start", "game": game, "seat": seat, "seats": seats, "options": options}
            self._process.tell(start)
        except Fault as fault:
            self._forfeit(fault)

    def choose(self, game: Game[State], view: State, rng: Rng) -> int:
        """The program's action, or the fallback's once it has forfeited."""
        menu = game.legal(view, self._seat)
        texts = [game.say(self._seat, action) for action in menu]
        return menu[self.answer(game.to_json(view), texts, rng)]

    def answer(self, view: Json, texts: list[str], rng: Rng) -> int:
        """Which of these actions the program takes, or the fallback once it has forfeited."""
        if self._process:
            try:
                return self._asked(self._process, view, texts)
            except Fault as fault:
                self._forfeit(fault)
        return below(rng, len(texts))

    def _asked(self, process: _Process, view: Json, texts: list[str]) -> int:
        deadline = self._program.deadline_ms
        line = process.ask({"type": "act", "view": view, "actions": texts, "deadline_ms": deadline}, deadline)
        try:
            said = json.loads(line)
            text = said["action"]
        except (ValueError, TypeError, KeyError) as error:
            raise Fault("answer", line=repr(line.strip()[:80]), form='{"action": text}') from error
        if text not in texts:
            raise Fault("illegal", action=repr(str(text)[:80]), legal=", ".join(texts[:12]))
        return texts.index(text)

    def end(self, score: int, rank: int) -> None:
        """Tell the program how the game ended."""
        if self._process:
            try:
                self._process.tell({"type": "end", "score": score, "rank": rank})
                self._program._idle.append(self._process)
                self._process = None
            except Fault as fault:
                self._forfeit(fault)

    def leave(self) -> None:
        """Leave the seat in the middle of a game."""
        if self._process:
            self._process.stop()
            self._process = None

    def _forfeit(self, fault: Fault) -> None:
        self.forfeited = True
        reports = self._program.reports
        if fault.what:
            reports.append(Report(self._program.name, self._seat, fault, len(reports) + 1 >= MOST_FAULTS))
        self.leave()
