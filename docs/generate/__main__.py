"""Fills in the generated parts of the pages.

    python -m docs.generate              write them
    python -m docs.generate --check      only print which are out of date; exit code 1 if any is
    python -m docs.generate --pictures   also draw the pictures of the environments again

A page has pairs of marks, `<!-- generated NAME ARGUMENT -->` and `<!-- /generated -->`. The text between them is
replaced by the result of the function NAME. Everything outside the marks is written by hand.
"""

import re
import sys
from collections.abc import Callable
from pathlib import Path

from docs.generate import boards, columns, commands, environments, events, http, socket, summary

DOCS = Path(__file__).parents[1]
ROOT = DOCS.parent
MAKERS: dict[str, Callable[[str], str]] = {
    "commands": commands.page,
    "http": http.page,
    "socket": socket.page,
    "events": events.page,
    "board": boards.fields,
    "columns": columns.table,
    "environments": environments.index,
    "environment": environments.page,
    "summary": summary.page,
}
PART = re.compile(r"(<!-- generated ([\w-]+)(?: ([\w/ -]+?))? -->\n).*?(<!-- /generated -->)", re.DOTALL)


def filled(text: str) -> str:
    """A page with its generated parts updated."""

    def part(found: re.Match[str]) -> str:
        made = MAKERS[found[2]](found[3] or "")
        return f"{found[1]}\n{made.strip()}\n\n{found[4]}"

    return PART.sub(part, text)


def main() -> None:
    """Write the pages, or check them."""
    check, stale = "--check" in sys.argv[1:], []
    for page in (ROOT / "README.md", *sorted(DOCS.rglob("*.md"))):
        text = page.read_text(encoding="utf-8")
        if "<!-- generated " not in text:
            continue
        made = filled(text)
        if made != text:
            stale.append(str(page.relative_to(ROOT)))
            if not check:
                page.write_text(made, encoding="utf-8")
    if "--pictures" in sys.argv[1:]:
        environments.draw(DOCS / "pictures" / "environments")
    for name in stale:
        print(f"{name}: {'out of date; run `make reference`' if check else 'written'}")
    sys.exit(1 if check and stale else 0)


if __name__ == "__main__":
    main()
