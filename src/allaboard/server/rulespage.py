"""A game's rulebook for the browser: as Markdown, and by section and clause."""

import re
from functools import cache

from allaboard.server.forms import Clause, RuleSection, RulesPage
from allaboard.server.games import declared
from allaboard.server.refusal import Refused

_CLAUSE = re.compile(r"^\*\*([A-Z]+[0-9]+)\*\*\s*", re.MULTILINE)


@cache
def rules_page(game: str, language: str = "en") -> RulesPage:
    """The rules of a game. They are in English if there is no translation."""
    known = declared(game)
    markdown = known.text(f"rulebook.{language}.md") or known.text("rulebook.md")
    if markdown is None:
        raise Refused("not_found", "no-rulebook", game=known.title)
    title, _, rest = markdown.partition("\n")
    return RulesPage(game, title.lstrip("# ").strip(), markdown, [_section(part) for part in _parts(rest)])


def _parts(text: str) -> list[tuple[str, str]]:
    """Sections by heading. The text before the first heading has an empty one."""
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
