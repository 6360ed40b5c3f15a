"""Files of the client that contain parts of the games must agree with the games."""

import gzip
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from allaboard.games.miyajima.words import OPTIONS
from allaboard.server.pages import FIRST, STATIC

CLIENT = Path(__file__).parents[2] / "client"


@pytest.mark.parametrize("script", ["lessons.py", "messages.py"])
def test_what_is_made_from_the_rules_and_the_catalogs_is_up_to_date(script: str) -> None:
    check = [sys.executable, str(CLIENT / script), "--check"]
    done = subprocess.run(check, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_a_visit_is_a_small_download() -> None:
    """All that a browser stores to play without a network, compressed: 250 kB, and 150 kB for each game.

    What the bots have learned is not included.
    """
    worker = STATIC / "sw.js"
    if not worker.is_file() or not list(STATIC.glob("assets/*.wasm")):
        pytest.skip("the client is not built, or built without the games")
    listed = re.search(r"FILES = (\[.*?\])", worker.read_text(encoding="utf-8"))
    assert listed
    files = [STATIC / name for name in json.loads(listed[1]) if not name.endswith(".bin")]
    sizes = [min(file.stat().st_size, len(gzip.compress(file.read_bytes(), 4))) for file in files]
    games = sum(file.suffix == ".wasm" for file in files)
    assert sum(sizes) < 250_000 + 150_000 * games
    front = re.findall(r'(?:src|href)="\./(assets/[^"]+)"', FIRST.read_text(encoding="utf-8"))
    assert len(front) > 2
    assert sum(len(gzip.compress((STATIC / name).read_bytes(), 4)) for name in front) < 150_000


def test_the_printed_sheet_has_the_edges_of_the_board() -> None:
    source = (CLIENT / "src" / "games" / "miyajima" / "blank.ts").read_text(encoding="utf-8")
    even = re.search(r"EVEN = (\[.*?\])", source)
    assert even
    found = re.findall(r"(\w+): \{ fast: (EVEN|\[.*?\]), heavy: (EVEN|\[.*?\]) \}", source)
    assert {f"{colour}.{train}" for colour, *_ in found for train in ("fast", "heavy")} == {
        name for name in OPTIONS if "." in name
    }
    for colour, fast, heavy in found:
        for train, edges in (("fast", fast), ("heavy", heavy)):
            listed = even[1] if edges == "EVEN" else edges
            assert tuple(map(int, re.findall(r"\d+", listed))) == OPTIONS[f"{colour}.{train}"]
