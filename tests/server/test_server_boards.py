"""A server's own board: new tables have it, unless their host chose options."""

from pathlib import Path

import pytest

from allaboard.server.config import Config
from server.house import get, post, serving


def test_new_tables_have_the_servers_board(tmp_path: Path) -> None:
    board: dict[str, int | list[int]] = {"start_speed": 4, "tip": [0] * 7}
    with serving(tmp_path, boards={"runaway": board}) as url:

        def options_of(settings: dict[str, object]) -> object:
            seated = post(url, "/api/tables", {"settings": settings, "name": "Ada"})
            return get(url, f"/api/tables/{seated['table']}")["settings"]["options"]

        assert options_of({"game": "runaway", "seats": 4}) == board
        assert options_of({"game": "runaway", "seats": 4, "options": {"start_speed": 2}}) == {"start_speed": 2}
        assert options_of({"game": "hachi", "seats": 4}) == {}
        solo = post(url, "/api/solo", {"game": "runaway", "name": "Ada", "level": "easy"})
        assert get(url, f"/api/tables/{solo['table']}")["settings"]["options"] == board


def test_workers_are_told_of_the_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALLABOARD_CONFIG", "")
    config = Config(boards={"runaway": {"start_speed": 4, "tip": [0] * 7}})
    config.to_environment()
    assert Config.from_environment() == config
