"""What the client keeps of the games in files of its own must agree with the games."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from allaboard.games.miyajima.words import OPTIONS

CLIENT = Path(__file__).parents[2] / "client"


@pytest.mark.parametrize("script", ["lessons.py", "messages.py"])
def test_what_is_made_from_the_rules_and_the_catalogs_is_up_to_date(script: str) -> None:
    check = [sys.executable, str(CLIENT / script), "--check"]
    done = subprocess.run(check, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


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
