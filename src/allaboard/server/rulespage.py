"""A game's rulebook for the browser: its Markdown, and the same by section and clause."""

import re
from functools import cache
from importlib.resources import files

from allaboard import game_names
from allaboard.server.forms import Clause, RuleSection, RulesPage
from allaboard.server.refusal import Refused

_CLAUSE = re.compile(r"^\*\*([MHR][0-9]+)\*\*\s*", re.MULTILINE)


@cache
def rules_page(game: str) -> RulesPage:
    """The rules of a game."""
    if game not in game_names():
        raise Refused("not_found", f"there is no game {game!r}; there are {', '.join(game_names())}")
    try:
        markdown = files(f"allaboard.games.{game}").joinpath("rulebook.md").read_text(encoding="utf-8")
    except FileNotFoundError:
        raise Refused("not_found", f"the rules of {game} are not written yet") from None
    title, _, rest = markdown.partition("\n")
    return RulesPage(game, title.lstrip("# ").strip(), markdown, [_section(part) for part in _parts(rest)])


def _parts(text: str) -> list[tuple[str, str]]:
    """Sections by their headings; what stands before the first has none."""
    pieces = re.split(r"^## +(.+)$", text, flags=re.MULTILINE)
    parts = [("", pieces[0].strip())] if pieces[0].strip() else []
    return parts + [(title.strip(), body.strip()) for title, body in zip(pieces[1::2], pieces[2::2], strict=True)]


def _section(part: tuple[str, str]) -> RuleSection:
    title, body = part
    pieces = _CLAUSE.split(body)
    clauses = [
        Clause(clause, text.strip(), "ruling" in text.lower())
        for clause, text in zip(pieces[1::2], pieces[2::2], strict=True)
    ]
    return RuleSection(title, pieces[0].strip(), clauses)
