"""Boards of tables: the server's own one, options of the host, and board files."""

import json
import re
from html import unescape
from pathlib import Path
from urllib.request import urlopen

import httpx
import pytest

from allaboard.game import load
from allaboard.server.config import Config
from allaboard.server.pages import FIRST
from server.serving import get, post, serving


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


def test_a_table_is_opened_with_a_board_file(tmp_path: Path) -> None:
    with serving(tmp_path, boards={"runaway": {"start_speed": 4}}) as url:

        def opened(board: str) -> httpx.Response:
            body = {"settings": {"game": "runaway", "seats": 4}, "name": "Ada", "board": board}
            return httpx.post(f"{url}/api/tables", json=body, timeout=30)

        def options(board: str) -> object:
            return get(url, f"/api/tables/{opened(board).json()['table']}")["settings"]["options"]

        assert options('game = "runaway"\nstart_speed = 2\n[long]\nend = 64\n') == {"start_speed": 2, "long.end": 64}
        assert options("start_speed = 1\n") == {}
        for board, why in (
            ("start_speed = ", "not valid TOML"),
            ("start_speed = 100", "start_speed must be from 1 to 99"),
            ("slow = 1", "there is no option 'slow'"),
            ('game = "hachi"', "a board of hachi, not of runaway"),
            (f"start_speed = {'9' * 5000}", "not valid TOML"),
            (f"{'a.' * 2000}a = 1", "more than 100 dots"),
            (("a." * 90 + '"\u2028".') * 20 + "a = 1", "more than 100 dots"),  # that is one line in TOML
        ):
            refused = opened(board)
            assert refused.status_code == 422
            assert why in refused.json()["message"]


def test_pages_are_told_of_the_servers_board(tmp_path: Path) -> None:
    if not FIRST.is_file():
        pytest.skip("the pages are not built")

    def read(url: str, path: str) -> str:
        with urlopen(url + path, timeout=30) as answer:
            return str(answer.read().decode())

    for name in ("own", "other"):
        (tmp_path / name).mkdir()
    with serving(tmp_path / "own") as url:
        assert 'name="boards"' not in read(url, "/")
        plain = read(url, "/sw.js")
    with serving(tmp_path / "other", boards={"runaway": {"start_speed": 4}}) as url:
        told = re.search(r'<meta name="boards" content="(.*?)" />', read(url, "/"))
        assert told
        laid = load("runaway").options({"start_speed": 4}).tolist()
        assert json.loads(unescape(told[1])) == {"runaway": {"options": {"start_speed": 4}, "laid": laid}}
        assert read(url, "/sw.js") != plain, "browsers that were here before get the new page"


def test_workers_get_the_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALLABOARD_CONFIG", "")
    config = Config(boards={"runaway": {"start_speed": 4, "tip": [0] * 7}})
    config.to_environment()
    assert Config.from_environment() == config
