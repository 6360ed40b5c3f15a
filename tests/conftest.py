"""Shared by all tests: long tests run only on request, and clauses with a test are counted."""

import asyncio
import inspect
import os
import signal
import ssl
from collections.abc import Iterator
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, settings

from allaboard import registry

_INSTALLED = set(entry_points(group=registry.GROUP))


def _later(group: str) -> list[EntryPoint]:
    """The tests run with the games of this package and those that a test offers, whatever else is installed."""
    return [point for point in entry_points(group=group) if point not in _INSTALLED]


registry.entry_points = _later  # type: ignore[attr-defined, assignment]
settings.register_profile("tests", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("tests")


if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell starts background jobs like this, and programs that tests start would ignore Ctrl-C, too.
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="run the tests that take minutes, too")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--long"):
        for item in items:
            if item.get_closest_marker("long"):
                item.add_marker(pytest.mark.skip(reason="long: run with `make long`"))


@pytest.fixture(scope="session")
def law_games(request: pytest.FixtureRequest) -> int:
    """The number of random games for a law."""
    return int(os.environ.get("ALLABOARD_LAW_GAMES", "10000" if request.config.getoption("--long") else "4"))


@pytest.fixture(scope="session", autouse=True)
def requests() -> Iterator[None]:
    """Make requests with httpx quick and patient. By default, httpx reads all root certificates again for each request,
    which takes 26 ms, and gives up after 5 s, which is too short on a busy machine.
    """
    limits = inspect.signature(httpx.get).parameters["timeout"].default
    create = ssl.create_default_context

    @cache
    def created(_authorities: str | None, *arguments: Any, **options: Any) -> ssl.SSLContext:
        return create(*arguments, **options)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ssl, "create_default_context", lambda *a, **o: created(os.environ.get("SSL_CERT_FILE"), *a, **o))
        for part in ("connect", "read", "write", "pool"):
            patch.setattr(limits, part, 60.0)
        yield


@pytest.fixture(autouse=True)
def own_loop(request: pytest.FixtureRequest) -> Iterator[None]:
    """Playwright leaves its event loop marked as running between browser tests; other tests use their own loops."""
    if "browser" in request.node.path.parts:
        yield
        return
    running = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(running)
