"""The first page of the client, as a server or a static site sends it, with its path and its boards."""

import hashlib
import re
from collections.abc import Mapping
from html import escape

import msgspec
from msgspec import Struct

from allaboard.game import load
from allaboard.server.protocol import OptionValue

Boards = Mapping[str, Mapping[str, int | list[int]]]
"""By game, the options of a board that differ from the game's own."""


class PageBoard(Struct, frozen=True):
    """A board on which a page plays a game: the options that differ, and all of them as the rules take them."""

    options: dict[str, OptionValue]
    laid: list[int]


def first_page(built: str, root: str, boards: Boards) -> str:
    """The page that was built, with its files under this path. Its meta tags contain the path and the boards."""
    text = built.replace('"./', f'"{root}/')
    told = f'<meta name="root" content="{root}" />'
    if boards:
        found = msgspec.json.encode({game: page_board(game, options) for game, options in boards.items()}).decode()
        told += f'\n    <meta name="boards" content="{escape(found)}" />'
    return text.replace('<meta name="root" content="" />', told)


def page_board(game: str, options: Mapping[str, int | list[int]]) -> PageBoard:
    """A board as a page needs it; a GameError says what is wrong with an option."""
    chosen = {name: value if isinstance(value, int) else tuple(value) for name, value in options.items()}
    return PageBoard(dict(options), load(game).options(chosen).tolist())


def service_worker(built: str, page: str) -> str:
    """The service worker that was built, with a version that depends on this first page."""
    digest = hashlib.sha256(page.encode()).hexdigest()[:6]
    return re.sub(r'(VERSION = "\w+)"', rf'\g<1>{digest}"', built, count=1)
