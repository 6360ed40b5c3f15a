"""Visitors: an address and its budget."""

from typing import Final, NamedTuple

from allaboard.server.limits import Budget


class Visitor(NamedTuple):
    """The client that pays for the work it causes."""

    host: str
    budget: Budget


NOBODY: Final = Visitor("", Budget("nobody", {}))
"""The server itself. It does not pay."""
