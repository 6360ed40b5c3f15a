"""The origins that may send requests: our own pages, and those that the operator lists."""

from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection

from allaboard.server.config import Config
from allaboard.server.refusal import Refused

Asking = ASGIConnection[Any, Any, Any, Any]  # Any: Litestar's types of handler, user, token and state; not used
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
"""Methods that change nothing. Pages of other sites cannot read the answers."""


def origin_allowed(asking: Asking, config: Config) -> bool:
    """Whether a request may act for its visitor. Pages of other sites may not. Other programs send no Origin."""
    origin = asking.headers.get("origin")
    if origin is None:
        return asking.headers.get("sec-fetch-site", "none") in ("none", "same-origin", "same-site")
    if origin in config.origins or (config.public_url and origin == origin_of(config.public_url)):
        return True
    host = (asking.headers.get("host") or "").lower()
    try:
        return bool(host) and urlsplit(origin).netloc.lower() == host
    except ValueError:  # not an address
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
