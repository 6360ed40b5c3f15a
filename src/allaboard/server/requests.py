"""What HTTP handlers share: parameters, the visitor, and possible errors."""

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
        description="The browser's secret: 16 to 128 random characters. Only a hash of it is stored.",
    ),
]
Game = Annotated[str, PathParameter(max_length=20, description="A game's name")]
OneGame = Annotated[str, QueryParameter(max_length=20, description="Only this game")]
TableId = Annotated[str, PathParameter(max_length=40, description="A table's id, which is also its code to read aloud")]
Asked = Request[Any, Any, Any]  # Any: Litestar's types of user, token and state, which are not used
TheLobby = NamedDependency[Lobby]
Viewer = Annotated[int, QueryParameter(ge=-1, le=7, description="A seat; -1: all hands open")]
Limit = Annotated[int, QueryParameter(ge=1, le=200)]

PROBLEMS: dict[int, ResponseSpec] = {
    status: ResponseSpec(forms.Problem, generate_examples=False, description=why)
    for status, why in {
        400: "Not a valid request",
        403: "Forbidden: the host removed you, or the request comes from a page of another site",
        404: "There is no such thing",
        409: "Not possible now: the table is in another phase, full or not finished",
        410: "The table was closed, or cannot be read",
        413: "Too big",
        422: "Valid, but no game can be played with these values",
        429: "Too fast",
        503: "The server is restarting or cannot reach its database; try again",
    }.items()
}


def browser_of(browser: str) -> str | None:
    """The hash of a browser's secret; None if the browser sent none."""
    if browser and len(browser) < 16:
        raise Refused("bad_request", "browser-secret")
    return hashed(browser) if browser else None


def need_browser(browser: str) -> str:
    """The hash of a browser's secret. Raises Refused if the browser sent none."""
    if (who := browser_of(browser)) is None:
        raise Refused("bad_request", "browser-needed")
    return who


def visitor_of(request: Asked, lobby: Lobby) -> Visitor:
    """The visitor who sent a request."""
    return lobby.visitor(request.client.host if request.client else "")


def limited_visitor(request: Asked, lobby: Lobby) -> Visitor:
    """The visitor who opens or joins a table. Raises Refused if the visitor has opened or joined too many."""
    visitor = visitor_of(request, lobby)
    need("tables", visitor.budget)
    return visitor
