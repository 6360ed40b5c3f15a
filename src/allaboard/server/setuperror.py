"""The error of a server that cannot start, in one sentence for the person who started it."""

from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError

from allaboard.server.refusal import ServerError


class SetupError(ServerError):
    """The server cannot start with these settings. The message says why, and what would be right."""


def shown(url: URL) -> str:
    """The URL of a database without its password."""
    return url.render_as_string(hide_password=True)


def reason(error: BaseException) -> str:
    """The message of a library's error in one line, without the SQL statement."""
    cause = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    lines = [line.strip() for line in str(cause).splitlines() if line.strip()]
    return (lines[0] if lines else type(cause).__name__)[:300]
