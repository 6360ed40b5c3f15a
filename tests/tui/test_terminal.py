"""Whole games in a real terminal of 80 by 24, driven by tmux: keys in, screens out."""

import itertools
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from allaboard import notation

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")


_numbers = itertools.count()


class Terminal:
    """A terminal with one command in it."""

    def __init__(self, home: Path, command: str, colour: bool) -> None:
        # a separate socket: a tmux server that is ending still answers on its socket, and then is gone
        self._socket = str(home / f"tmux-{next(_numbers)}")
        plain = "" if colour else "env NO_COLOR=1 "
        start = ["new-session", "-d", "-x", "80", "-y", "24", f"exec {plain}{command}"]
        self._run("-f", os.devnull, *start, ";", "set-option", "-g", "remain-on-exit", "on")

    def _run(self, *words: str) -> str:
        done = subprocess.run(["tmux", "-S", self._socket, *words], capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"tmux {' '.join(words)}: {done.stderr}"
        return done.stdout

    def press(self, *keys: str) -> None:
        self._run("send-keys", *keys)

    def screen(self, escapes: bool = False) -> str:
        return self._run("capture-pane", "-p", *(["-e"] if escapes else []))

    def wait_for(self, *texts: str, seconds: float = 120) -> str:
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            seen = self.screen()
            if any(text in seen for text in texts):
                return seen
            time.sleep(0.1)
        raise AssertionError(f"never saw {texts}:\n{self.screen()}")

    def wait_for_rest(self, before: str, *texts: str) -> str:
        """The screen once it has changed, shows one of the texts, and has been stable for a second."""
        seen, still = before, 0
        while still < 10:
            now = self.wait_for(*texts)
            still = still + 1 if now == seen != before else 0
            seen = now
            time.sleep(0.1)
        return seen

    def wait_for_the_end(self, seconds: float = 120) -> None:
        until = time.monotonic() + seconds
        while self._run("list-panes", "-F", "#{pane_dead}").strip() != "1":
            assert time.monotonic() < until, f"it is still running:\n{self.screen()}"
            time.sleep(0.1)

    def close(self) -> None:
        self._run("kill-server")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ALLABOARD_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    monkeypatch.setenv("TERM", "xterm-256color")
    return tmp_path


GAMES = [
    ("runaway", "--seats 3", "Choose two cards"),
    pytest.param("miyajima", "", "Choose a die", marks=pytest.mark.long),
    pytest.param("hachi", "--seats 3", "Play a set", marks=pytest.mark.long),
]


@pytest.mark.parametrize(("game", "more", "first"), GAMES)
def test_a_whole_game_without_colour(game: str, more: str, first: str, home: Path) -> None:
    command = f"{sys.executable} -m allaboard play {game} {more} --bots random --seed 5 --pace 0"
    terminal = Terminal(home, command, colour=False)
    try:
        terminal.wait_for(first, "Beat the field")
        coloured = [
            part for part in terminal.screen(escapes=True).split("\x1b[")[1:] if part.startswith(("38;5;1", "31"))
        ]
        assert not coloured, "NO_COLOR is grey"
        until = time.monotonic() + 240
        while "The game is over" not in terminal.screen() and time.monotonic() < until:
            terminal.press("2", "1")
        terminal.wait_for("The game is over")
        terminal.press("q")
        terminal.wait_for_the_end()
    finally:
        terminal.close()
    (file,) = (home / "state" / "records").glob("*.txt")
    (record,) = notation.read_records(file.read_text())
    assert notation.verify(record) is None


def test_leave_and_come_back(home: Path) -> None:
    play = f"{sys.executable} -m allaboard play"
    terminal = Terminal(home, f"{play} runaway --seats 4 --bots random --seed 7 --pace 0", colour=True)
    try:
        seen = terminal.wait_for("Choose two cards")
        assert "\x1b[" in terminal.screen(escapes=True)
        terminal.press("4")
        seen = terminal.wait_for_rest(seen, "Choose two cards", "jump")
        terminal.press("q")
        terminal.wait_for_the_end()
    finally:
        terminal.close()
    again = Terminal(home, f"{play} --resume --pace 0", colour=True)
    try:
        table = again.wait_for("Choose two cards", "jump").splitlines()
        assert table[1:14] == seen.splitlines()[1:14], "the same table"
    finally:
        again.close()
