"""What all tests share: the long ones are asked for, and the clauses that have a test are counted."""

import os

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("house", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="run the tests that take minutes, too")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--long"):
        for item in items:
            if item.get_closest_marker("long"):
                item.add_marker(pytest.mark.skip(reason="long: run with `make long`"))


@pytest.fixture(scope="session")
def law_games(request: pytest.FixtureRequest) -> int:
    """How many random games a law looks at."""
    return int(os.environ.get("ALLABOARD_LAW_GAMES", "10000" if request.config.getoption("--long") else "4"))
