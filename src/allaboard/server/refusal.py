"""Typed refusals. Every invalid command or request ends as one of these and changes nothing."""

from collections.abc import Sequence
from typing import Final

from allaboard.catalog import Argument, catalog
from allaboard.game import Refusal
from allaboard.server.protocol import Code
from allaboard.server.protocol.messages import Error

MOST_SAID: Final = 300
"""The maximum number of characters of a client's text that an answer repeats."""


def clipped(text: str) -> str:
    """The beginning of a long text.

    >>> clipped("short"), len(clipped("a" * 5000))
    ('short', 300)
    """
    return text if len(text) <= MOST_SAID else text[: MOST_SAID - 1] + "…"


class ServerError(Exception):
    """An error of the table server."""


class Refused(ServerError):
    """A command or request was refused: a code for programs, and a message of the catalogs."""

    def __init__(self, code: Code, key: str, *, legal: Sequence[str] = (), **args: Argument) -> None:
        args = {name: clipped(value) if isinstance(value, str) else value for name, value in args.items()}
        self.code, self.key, self.args_, self.legal = code, f"error-{key}", args, list(legal)
        self.message = catalog().say(self.key, **args)
        self.refusal: Refusal | None = None
        super().__init__(self.message)

    @classmethod
    def by_the_rules(cls, code: Code, refusal: Refusal) -> "Refused":
        """The refusal of an action that the rules of the game forbid."""
        refused = cls(code, "text", text=refusal.reason, legal=refusal.legal)
        refused.refusal = refusal
        return refused

    def told(self, command: str | None) -> Error:
        """The message to the client."""
        refusal = self.refusal
        return Error(
            code=self.code,
            message=self.message,
            key=self.key,
            args=self.args_,
            id=command,
            clause=refusal.clause if refusal else None,
            reason=refusal.why if refusal else None,
            legal=self.legal,
        )


class Gone(Refused):
    """The room was given up while somebody waited to enter. The table itself can be loaded again."""

    def __init__(self) -> None:
        super().__init__("restarting", "restarting")
