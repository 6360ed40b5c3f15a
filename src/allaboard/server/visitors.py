"""Who comes from an address, and what they may use up."""

from typing import Final, NamedTuple

from allaboard.server.limits import Budget


class Visitor(NamedTuple):
    """Who pays for what must be looked up or thought out."""

    host: str
    budget: Budget


NOBODY: Final = Visitor("", Budget("nobody", {}))
"""Ourselves: nobody pays."""
