"""Why a server cannot start, in one sentence for the person who started it."""

from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError

from allaboard.server.refusal import ServerError


class Unfit(ServerError):
    """The server cannot start as it was asked to; the message says why and what would be right."""


def shown(url: URL) -> str:
    """A database's URL without its password."""
    return url.render_as_string(hide_password=True)


def reason(error: BaseException) -> str:
    """What the layer below said, as one line and without the statement that it was about."""
    cause = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    lines = [line.strip() for line in str(cause).splitlines() if line.strip()]
    return (lines[0] if lines else type(cause).__name__)[:300]
