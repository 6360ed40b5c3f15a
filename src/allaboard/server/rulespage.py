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
    markdown = known.rulebook(language)
    if markdown is None:
        raise Refused("not_found", "no-rulebook", game=known.title)
    title, _, rest = markdown.partition("\n")
    rulings = {number for number, text in _clauses(known.rulebook() or "") if "ruling" in text.lower()}
    sections = [_section(part, rulings) for part in _parts(rest)]
    return RulesPage(game, title.lstrip("# ").strip(), markdown, sections)


def _clauses(text: str) -> list[tuple[str, str]]:
    """The clauses of a text, by number."""
    pieces = _CLAUSE.split(text)
    return [(number, clause.strip()) for number, clause in zip(pieces[1::2], pieces[2::2], strict=True)]


def _parts(text: str) -> list[tuple[str, str]]:
    """Sections by heading. The text before the first heading has an empty one."""
    pieces = re.split(r"^## +(.+)$", text, flags=re.MULTILINE)
    parts = [("", pieces[0].strip())] if pieces[0].strip() else []
    return parts + [(title.strip(), body.strip()) for title, body in zip(pieces[1::2], pieces[2::2], strict=True)]


def _section(part: tuple[str, str], rulings: set[str]) -> RuleSection:
    title, body = part
    clauses = [Clause(number, text, number in rulings) for number, text in _clauses(body)]
    return RuleSection(title, _CLAUSE.split(body)[0].strip(), clauses)
