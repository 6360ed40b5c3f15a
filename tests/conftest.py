"""Shared by all tests: long tests run only on request, and clauses with a test are counted."""

import asyncio
import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("tests", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("tests")


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
