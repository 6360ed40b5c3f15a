"""Which origins may send requests: our own pages, and those that the operator has listed."""

from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection

from allaboard.server.config import Config
from allaboard.server.refusal import Refused

Asking = ASGIConnection[Any, Any, Any, Any]
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
"""Methods that change nothing. What they answer, a page of another site cannot read."""


def origin_allowed(asking: Asking, config: Config) -> bool:
    """A page of another site may not speak for its visitor. Programs that are no browsers send no Origin."""
    origin = asking.headers.get("origin")
    if origin is None:
        return asking.headers.get("sec-fetch-site", "none") in ("none", "same-origin", "same-site")
    if origin in config.origins or (config.public_url and origin == origin_of(config.public_url)):
        return True
    host = (asking.headers.get("host") or "").lower()
    try:
        return bool(host) and urlsplit(origin).netloc.lower() == host
    except ValueError:  # not an address at all
        return False


def need_own_origin(asking: Asking, config: Config) -> None:
    """Refuse requests from pages of other sites."""
    if asking.scope.get("method") not in SAFE and not origin_allowed(asking, config):
        raise Refused("foreign_origin", "foreign-origin", origin=asking.headers.get("origin", "another site")[:100])


def origin_of(url: str) -> str:
    """The origin of a page.

    >>> origin_of("https://games.example.org/trains/")
    'https://games.example.org'
    """
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}".lower()
