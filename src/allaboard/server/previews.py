"""Link previews: the title and description of a shared link."""

import re
from html import escape
from typing import Final

from allaboard.game import GameError
from allaboard.registry import declaration
from allaboard.server.codes import normal_code
from allaboard.server.lobby import Lobby
from allaboard.server.refusal import Refused
from allaboard.server.store import StoreDown
from allaboard.server.table import Table
from allaboard.server.visitors import Visitor

SITE_NAME: Final = "All Aboard"
LINE: Final = "Three train games for one table: play with friends or bots, no sign-up."
TABLE: Final = re.compile(r"(table|replay)/([a-z-]{1,40})")
GAME: Final = re.compile(r"(rules|learn)/([a-z_]{1,20})")


async def preview(path: str, lobby: Lobby, visitor: Visitor, origin: str) -> str:
    """The tags for the head of a page. For a table they contain only what everybody with the link may know.

    Addresses are absolute, because programs that read the tags do not resolve relative ones. `origin` is the origin of
    the request.
    """
    title, line = SITE_NAME, LINE
    if found := TABLE.fullmatch(path):
        title, line = await _of_table(found[1], found[2], lobby, visitor)
    elif found := GAME.fullmatch(path):
        title = _title(found[2], "The rules of {}" if found[1] == "rules" else "Learn {}")
    url = lobby.config.public_url or origin + lobby.config.root_path
    return _tags(title, line, f"{url}/{path}", f"{url}/preview.png")


async def _of_table(kind: str, table_id: str, lobby: Lobby, visitor: Visitor) -> tuple[str, str]:
    """The preview of a table. Loading a table costs the visitor's budget, so nobody can probe ids for free."""
    try:
        table = await lobby.look(normal_code(table_id), visitor)
    except (Refused, StoreDown):
        return SITE_NAME, LINE
    people = [sitter.name for sitter in table.sitters if sitter and not sitter.bot]
    title = f"{table.game.title} · {SITE_NAME}"
    if kind == "replay" or table.phase == "over":
        return title, _result(table)
    host = table.sitters[table.host]
    name = host.name if host else ""
    if table.phase == "gathering":
        return title, f"{name} invites you. {_count(sum(sitter is None for sitter in table.sitters), 'open seat')}."
    return title, f"A game of {', '.join(people)}, under way." if table.settings.spectators else "A game under way."


def _result(table: Table) -> str:
    """The result of a game, but not of a daily challenge, because others may still play it."""
    if table.phase != "over" or table.daily:
        return f"A game of {table.game.title}."
    scores, ranks = table.game.scores(table.state), table.game.ranks(table.state)
    lines = sorted(zip(ranks, scores, table.sitters, strict=True), key=lambda entry: entry[:2])
    return ", ".join(f"{rank}. {sitter.name if sitter else '?'} ({score})" for rank, score, sitter in lines)


def _title(game: str, form: str) -> str:
    try:
        return f"{form.format(declaration(game).title)} · {SITE_NAME}"
    except GameError:
        return SITE_NAME


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _tags(title: str, line: str, url: str, picture: str) -> str:
    told = {
        "og:type": "website",
        "og:site_name": SITE_NAME,
        "og:title": title,
        "og:description": line,
        "og:image": picture,
        "og:url": url,
    }
    tags = [f'<meta property="{name}" content="{escape(value)}" />' for name, value in told.items() if value]
    return "\n    ".join([*tags, '<meta name="twitter:card" content="summary_large_image" />'])
