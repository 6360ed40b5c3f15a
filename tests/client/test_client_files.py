"""What the client keeps of the games in files of its own must agree with the games."""

import re
import subprocess
import sys
from pathlib import Path

from allaboard.games.miyajima.words import OPTIONS

CLIENT = Path(__file__).parents[2] / "client"


def test_lessons_are_what_the_rules_make_of_their_scripts() -> None:
    check = [sys.executable, str(CLIENT / "lessons" / "make.py"), "--check"]
    done = subprocess.run(check, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_every_kind_of_sentence_is_known_to_the_translations() -> None:
    check = [sys.executable, str(CLIENT / "sentences" / "make.py"), "--check"]
    done = subprocess.run(check, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_printed_sheet_has_the_edges_of_the_board() -> None:
    source = (CLIENT / "src" / "boards" / "miyajima" / "blank.ts").read_text(encoding="utf-8")
    even = re.search(r"EVEN = (\[.*?\])", source)
    assert even
    for colour, fast, heavy in re.findall(r"(\w+): \{ fast: (EVEN|\[.*?\]), heavy: (EVEN|\[.*?\]) \}", source):
        for train, edges in (("fast", fast), ("heavy", heavy)):
            listed = even[1] if edges == "EVEN" else edges
            assert tuple(map(int, re.findall(r"\d+", listed))) == OPTIONS[f"{colour}.{train}"]
