"""What HTTP requests have in common: their parameters, who asks, and what can be wrong."""

from typing import Annotated, Any

from litestar import Request
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import HeaderParameter, PathParameter, QueryParameter

from allaboard.server import forms
from allaboard.server.codes import hashed
from allaboard.server.limits import need
from allaboard.server.lobby import Lobby
from allaboard.server.refusal import Refused
from allaboard.server.visitors import Visitor

Browser = Annotated[
    str,
    HeaderParameter(
        name="Allaboard-Browser",
        max_length=128,
        description="The browser's own secret: 16 to 128 characters that it made up. Only a hash of it is kept.",
    ),
]
Game = Annotated[str, PathParameter(max_length=20, description="A game's name")]
OneGame = Annotated[str, QueryParameter(max_length=20, description="Only this game")]
TableId = Annotated[str, PathParameter(max_length=40, description="A table's id, which is also its code to read aloud")]
Asked = Request[Any, Any, Any]
TheLobby = NamedDependency[Lobby]
Viewer = Annotated[int, QueryParameter(ge=-1, le=7, description="A seat; -1: all hands open")]
Limit = Annotated[int, QueryParameter(ge=1, le=200)]

PROBLEMS: dict[int, ResponseSpec] = {
    status: ResponseSpec(forms.Problem, generate_examples=False, description=why)
    for status, why in {
        400: "Not a request of this API",
        403: "Not for you: the host has sent you away, or a page of another site asks",
        404: "There is no such thing",
        409: "Not now: the table is in another phase, full, or not over",
        410: "The table was closed, or cannot be read",
        413: "Too big",
        422: "Understood, but no game can be played like that",
        429: "Too fast",
        503: "The server restarts, or cannot reach its database; try again",
    }.items()
}


def browser_of(browser: str) -> str | None:
    """The hash of a browser's secret, if it sent one."""
    if browser and len(browser) < 16:
        raise Refused("bad_request", "browser-secret")
    return hashed(browser) if browser else None


def need_browser(browser: str) -> str:
    """The same, where nothing can be told without it."""
    if (who := browser_of(browser)) is None:
        raise Refused("bad_request", "browser-needed")
    return who


def visitor_of(request: Asked, lobby: Lobby) -> Visitor:
    """Who asks."""
    return lobby.visitor(request.client.host if request.client else "")


def slowly(request: Asked, lobby: Lobby) -> Visitor:
    """Who opens or joins a table, if they may."""
    visitor = visitor_of(request, lobby)
    need("tables", visitor.budget)
    return visitor
