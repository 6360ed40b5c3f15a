"""Addresses of push services, and requests to them.

The address comes from the browser, so anybody can make the server send a request. Therefore only https to public
addresses is allowed. The server connects to the address that it has checked, so a name cannot point elsewhere later.
Redirects are not followed, and only the head of the answer is read.
"""

import asyncio
import ipaddress
import re
import socket
import ssl
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from allaboard.server.refusal import ServerError

SECONDS: Final = 15.0
"""Seconds for a whole request."""
MOST_HEAD: Final = 16 * 1024
"""The longest head of an answer in bytes."""
MOST_URL: Final = 1024
"""The longest address of a subscription."""
USUAL_PORT: Final = 443
MOST_TRIED: Final = 3
"""The number of addresses of one name that are tried."""
_HOST = re.compile(r"(?=.{1,253}$)([a-z0-9_]([a-z0-9_-]{0,62})\.)*[a-z]([a-z0-9-]{0,62})")
_TARGET = re.compile(r"/[!-~]*")

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
_UNICAST = ipaddress.IPv6Network("2000::/3")


class Forbidden(ServerError):
    """The server does not send requests to this address."""


class Unreachable(ServerError):
    """The push service did not answer, or its answer cannot be read."""


class Endpoint(NamedTuple):
    """Where a push message is sent."""

    host: str
    port: int
    target: str

    @property
    def origin(self) -> str:
        """The origin of the push service."""
        return f"https://{self.host}" + ("" if self.port == USUAL_PORT else f":{self.port}")


class Answer(NamedTuple):
    """The answer of a push service."""

    status: int
    wait: float
    """Seconds after which to try again; 0 if the service names none."""


def read(url: str) -> Endpoint:
    """Parse an address. Raises Forbidden unless it is https with a host name.

    >>> read("https://push.example.org/send/abc?x=1")
    Endpoint(host='push.example.org', port=443, target='/send/abc?x=1')
    """
    try:
        parts = urlsplit(url)
        host, port = (parts.hostname or "").lower(), parts.port or USUAL_PORT
    except ValueError:
        raise Forbidden(url) from None
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    plain = parts.username is None and parts.password is None and not parts.fragment and len(url) <= MOST_URL
    if parts.scheme != "https" or not plain or not _HOST.fullmatch(host) or not _TARGET.fullmatch(target):
        raise Forbidden(url)
    return Endpoint(host, port, target)


def networks(texts: Sequence[str]) -> tuple[Network, ...]:
    """Parse networks. Raises ValueError if one of them is not a network."""
    return tuple(ipaddress.ip_network(text) for text in texts)


def is_public(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    """Whether an address is one of the public Internet. Addresses that contain another address are not.

    >>> [is_public(ipaddress.ip_address(one)) for one in ("8.8.8.8", "10.0.0.1", "::ffff:8.8.8.8", "2002:808:808::1")]
    [True, False, False, False]
    """
    if not address.is_global or address.is_multicast or address.is_reserved:
        return False
    if isinstance(address, ipaddress.IPv4Address):
        return True
    return address in _UNICAST and not address.sixtofour and not address.teredo


async def resolve(endpoint: Endpoint, allowed: Sequence[Network]) -> list[str]:
    """The addresses of a push service. Raises Forbidden if one of them is neither public nor in an allowed network."""
    loop = asyncio.get_running_loop()
    try:
        async with asyncio.timeout(SECONDS):
            found = await loop.getaddrinfo(endpoint.host, endpoint.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError, TimeoutError):
        raise Unreachable(endpoint.host) from None
    addresses = list(dict.fromkeys(str(entry[4][0]) for entry in found))
    for text in addresses:
        address = ipaddress.ip_address(text.partition("%")[0])
        within = any(address in network for network in allowed)
        if not within and (endpoint.port != USUAL_PORT or not is_public(address)):
            raise Forbidden(endpoint.host)
    return addresses[:MOST_TRIED]


async def post(
    endpoint: Endpoint, headers: Mapping[str, str], body: bytes, allowed: Sequence[Network], context: ssl.SSLContext
) -> Answer:
    """Send a request. Raises Forbidden or Unreachable."""
    addresses = await resolve(endpoint, allowed)
    try:
        async with asyncio.timeout(SECONDS):
            for number, address in enumerate(addresses, 1):
                try:
                    return await _post(address, endpoint, headers, body, context)
                except OSError:
                    if number == len(addresses):
                        raise
    except (OSError, TimeoutError, ValueError, asyncio.IncompleteReadError, asyncio.LimitOverrunError) as error:
        raise Unreachable(type(error).__name__) from None
    raise Unreachable(endpoint.host)


async def _post(
    address: str, endpoint: Endpoint, headers: Mapping[str, str], body: bytes, context: ssl.SSLContext
) -> Answer:
    reader, writer = await asyncio.open_connection(
        address, endpoint.port, ssl=context, server_hostname=endpoint.host, limit=MOST_HEAD
    )
    try:
        named = {"Host": endpoint.origin.removeprefix("https://"), **headers}
        named |= {"Content-Length": str(len(body)), "Connection": "close"}
        head = "".join(f"{name}: {value}\r\n" for name, value in named.items())
        writer.write(f"POST {endpoint.target} HTTP/1.1\r\n{head}\r\n".encode("ascii") + body)
        await writer.drain()
        return answer_in(await reader.readuntil(b"\r\n\r\n"))
    finally:
        with suppress(Exception):
            writer.transport.abort()


def answer_in(head: bytes) -> Answer:
    """Read the head of an HTTP answer. Raises ValueError if it is not one.

    >>> answer_in(b"HTTP/1.1 429 Slow down\\r\\nRetry-After: 30\\r\\n\\r\\n")
    Answer(status=429, wait=30.0)
    """
    first, *lines = head.decode("latin-1").split("\r\n")
    found = re.fullmatch(r"HTTP/1\.[01] ([1-5][0-9]{2})( .*)?", first)
    if not found:
        raise ValueError("not an answer")
    waits = [line.partition(":")[2].strip() for line in lines if line.lower().startswith("retry-after:")]
    wait = float(waits[0]) if waits and re.fullmatch("[0-9]{1,6}", waits[0]) else 0.0
    return Answer(int(found[1]), wait)
