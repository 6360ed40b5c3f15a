"""`allaboard site`: a folder for any web host."""

import json
import re
from html import unescape
from pathlib import Path

import pytest
from typer.testing import CliRunner

from allaboard.cli import app
from allaboard.game import GameError, load
from allaboard.server import site

run = CliRunner().invoke


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The pages as a build leaves them."""
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "assets" / "hachi-x.wasm").write_bytes(b"\0asm")
    page = '<head>\n    <meta name="root" content="" />\n    <script src="./assets/index.js"></script></head>'
    (static / "index.html").write_text(page)
    (static / "sw.js").write_text('const VERSION = "abc"\n')
    monkeypatch.setattr(site, "STATIC", static)
    monkeypatch.setattr(site, "FIRST", static / "index.html")
    return static


def test_the_pages_have_the_path_and_the_server(built: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = run(app, ["site", str(out), "--base", "/games/", "--server", "https://play.example.org/"])
    assert done.exit_code == 0, done.output
    page = (out / "index.html").read_text()
    assert 'src="/games/assets/index.js"' in page
    assert '<meta name="root" content="/games" />' in page
    assert '<meta name="server" content="https://play.example.org" />' in page
    assert "'wasm-unsafe-eval'" in page
    assert (out / "404.html").read_text() == page
    assert re.fullmatch(r'const VERSION = "abc[0-9a-f]{6}"\n', (out / "sw.js").read_text()), "another version"


def test_a_site_plays_on_the_board_of_a_file(built: Path, tmp_path: Path) -> None:
    board, out = tmp_path / "mine.toml", tmp_path / "out"
    board.write_text('game = "runaway"\nstart_speed = 4\n[main]\nscores_x2 = 12\n')
    done = run(app, ["site", str(out), "--board", str(board)])
    assert done.exit_code == 0, done.output
    told = re.search(r'<meta name="boards" content="(.*?)" />', (out / "index.html").read_text())
    assert told
    laid = load("runaway").options({"start_speed": 4}).tolist()
    assert json.loads(unescape(told[1])) == {"runaway": {"options": {"start_speed": 4}, "laid": laid}}
    first = (out / "sw.js").read_text()
    board.write_text('game = "runaway"\nstart_speed = 5\n')
    assert run(app, ["site", str(out), "--board", str(board)]).exit_code == 0
    assert (out / "sw.js").read_text() != first, "another board is another version"
    board.write_text('game = "runaway"\nstart_speed = 500\n')
    done = run(app, ["site", str(out), "--board", str(board)])
    assert done.exit_code == 2
    assert "start_speed" in done.output


@pytest.mark.parametrize("number", range(20))
def test_every_version_can_be_written(built: Path, tmp_path: Path, number: int) -> None:
    site.write_site(tmp_path / "out", f"/{number}/")
    assert re.fullmatch(r'const VERSION = "abc[0-9a-f]{6}"\n', (tmp_path / "out" / "sw.js").read_text())


def test_a_site_can_be_written_again_and_other_folders_are_not_changed(built: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert site.write_site(out) == site.write_site(out)
    other = tmp_path / "letters"
    other.mkdir()
    (other / "letter.txt").write_text("Dear")
    for name in ("letter.txt", "sw.js", "index.html", ".nojekyll"):  # another site is not ours, either
        (other / name).write_text("Dear")
        with pytest.raises(GameError, match="contains other files"):
            site.write_site(other)
        assert (other / "letter.txt").read_text() == "Dear"
    (tmp_path / "link").symlink_to(out)
    with pytest.raises(GameError, match="contains other files"):
        site.write_site(tmp_path / "link")


def test_a_folder_that_cannot_be_written_gives_one_sentence(built: Path, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear")
    for place in (tmp_path / "letter.txt", tmp_path / "letter.txt" / "in", Path("/proc/nowhere")):
        with pytest.raises(GameError, match=r"contains other files|cannot be written"):
            site.write_site(place)
    assert (tmp_path / "letter.txt").read_text() == "Dear"


@pytest.mark.parametrize(
    ("base", "server", "said"),
    [
        ("games", None, "must begin and end with a slash"),
        ('/"><script>/', None, "must begin and end with a slash"),
        ("/../", None, "must begin and end with a slash"),
        ("", None, "must begin and end with a slash"),
        ("/", "play.example.org", "must be an address"),
        ("/", "javascript://play.example.org", "must be an address"),
        ("/", 'https://play.example.org/"><script>', "must be an address"),
    ],
)
def test_wrong_arguments_give_one_sentence(
    built: Path, tmp_path: Path, base: str, server: str | None, said: str
) -> None:
    with pytest.raises(GameError, match=said):
        site.write_site(tmp_path / "out", base, server)


def test_without_the_games_there_is_no_site(built: Path, tmp_path: Path) -> None:
    (built / "assets" / "hachi-x.wasm").unlink()
    with pytest.raises(GameError, match="without the games"):
        site.write_site(tmp_path / "out")
