"""One server for the tests that need nothing special."""

from collections.abc import Iterator

import pytest

from server.serving import serving


@pytest.fixture(scope="session")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("server")) as address:
        yield address
