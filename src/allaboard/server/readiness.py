"""Compiles games in the background. The server starts at once; missing code is compiled in separate processes.

Compiling blocks Python for seconds, and pages must not wait for it. A table opens as soon as the rules of its game are
compiled. The next lower level plays for a bot that is not compiled yet.
"""

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from allaboard.game import CHANCE, load
from allaboard.plain import touch
from allaboard.registry import available, broken
from allaboard.server import bots_at_table, warm
from allaboard.server.eventtext import events_text
from allaboard.server.garbage import settle
from allaboard.server.logs import log, log_fault
from allaboard.server.moment import Moment
from allaboard.server.movetext import move_texts
from allaboard.server.viewtext import view_text

LOADED: set[str] = set()
"""The games whose rules are loaded in this process."""


def is_compiled() -> bool:
    """Whether tables of all games open without a wait."""
    return all(game.name in LOADED for game in available())


async def rules_of(game: str | None = None) -> None:
    """Wait until the rules of a game, or of all games, are compiled."""
    needed = {declared.name for declared in available() if game in (None, declared.name)}
    while not needed <= LOADED:
        await asyncio.sleep(0.05)


def warm_up(*games: str) -> None:
    """Compile the rules of these games, or of all, or load them from the cache."""
    for declared in available():
        if declared.name in LOADED or (games and declared.name not in games):
            continue
        game = load(declared)
        touch(game)
        start = game.start(game.seats.start)
        Moment(game, start)
        view = game.view(start, 0)
        view_text(game, view)
        if game.told is not None:
            events_text(game, view, view, CHANCE, 0)
            move_texts(game, [], start, [0], aid=True)
        LOADED.add(declared.name)


class Preparation:
    """The compilation in the background."""

    def __init__(self) -> None:
        self._processes: list[subprocess.Popen[str]] = []
        self._ended = False
        self._began = time.monotonic()

    def start(self) -> None:
        """Load what is compiled, and compile the rest in the background."""
        for name, why in broken().items():
            log("error", kind="game", game=name, error=why)
        missing = [game.name for game in available() if game.name not in LOADED and not warm.has_rules(game)]
        if not missing:
            with at_once():
                warm_up()
            settle()
        if not missing and not warm.needed():
            bots_at_table.READY.update(warm.everyone())
            return
        log("compiling", games=missing, bots=len(warm.everyone()), about_seconds=warm.seconds(len(missing)))
        threading.Thread(target=self._prepare, args=(missing,), name="warm", daemon=True).start()

    def stop(self) -> None:
        """Stop the compilation."""
        self._ended = True
        for process in self._processes:
            process.terminate()

    def _prepare(self, missing: list[str]) -> None:
        if missing:
            with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
                list(pool.map(self._rules, missing))
            warm_up(*{game.name for game in available()} - LOADED)
            settle()
        for line in self._told("bots", errors=subprocess.STDOUT):
            hear(line)
        if not self._ended:
            log("compiled", seconds=self._passed())

    def _rules(self, game: str) -> None:
        for _ in self._told("rules", game):
            pass
        if self._ended:
            return
        try:
            warm_up(game)
            log("compiled", game=game, seconds=self._passed())
        except Exception as error:  # tables of this game report the error; the other games can be played
            LOADED.add(game)
            log_fault("compiling", error, game=game)

    def _passed(self) -> float:
        return round(time.monotonic() - self._began, 1)

    def _told(self, *words: str, errors: int | None = None) -> Iterator[str]:
        """The lines that a compiling process prints."""
        if self._ended:
            return
        process = subprocess.Popen(
            [sys.executable, "-m", "allaboard.server.warm", *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            start_new_session=True,  # Ctrl-C goes to the server, which ends this process
        )
        self._processes.append(process)
        with process:
            yield from process.stdout or ()


def hear(line: str) -> None:
    """Handle a line of the process that compiles bots: `GAME LEVEL` if a bot is ready, or `GAME LEVEL failed: WHY`."""
    game, level, why = (*line.split(maxsplit=2), "", "", "")[:3]
    if (game, level) not in warm.everyone():
        print(line, end="", file=sys.stderr)  # a warning of a library
    elif why:
        log("error", kind="bot", game=game, bot=level, error=why.strip())
    else:
        bots_at_table.READY.add((game, level))


@contextmanager
def at_once() -> Iterator[None]:
    """In this block Ctrl-C and SIGTERM end the process at once: no client is connected while rules are loaded."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    handlers = {one: signal.signal(one, signal.SIG_DFL) for one in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for one, handler in handlers.items():
            signal.signal(one, handler)
