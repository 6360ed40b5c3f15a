"""A typed no: every wrong command ends as one of these, and changes nothing."""

from collections.abc import Sequence

from allaboard.server.protocol import Code, Error


class ServerError(Exception):
    """What can go wrong at a table server."""


class Refused(ServerError):
    """Why a command or a request was not carried out."""

    def __init__(self, code: Code, message: str, clause: str | None = None, legal: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.code, self.message, self.clause, self.legal = code, message, clause, list(legal)

    def told(self, command: str | None) -> Error:
        """The message that says so."""
        return Error(self.code, self.message, command, self.clause, self.legal)
