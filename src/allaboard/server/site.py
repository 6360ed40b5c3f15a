"""The client as static files for any web host. Games against bots, solo games and lessons need no server."""

import re
import shutil
from pathlib import Path

from allaboard.game import GameError
from allaboard.server.firstpage import Boards, first_page, service_worker
from allaboard.server.pages import FIRST, POLICY, STATIC

_BASE = re.compile(r"/(?:(?!\.{1,2}/)[A-Za-z0-9._~-]+/)*")
_SERVER = re.compile(r"https?://[^\s\"'<>/?#]+(?:/[^\s\"'<>?#]*)?")


def write_site(folder: Path, base: str = "/", server: str | None = None, boards: Boards | None = None) -> int:
    """Write the site for a base path, and return the number of files. Games with friends need a `server`.

    A game in `boards` is played on that board. Raises GameError with the reason if the site cannot be written. A folder
    with other files is not changed.
    """
    if not _BASE.fullmatch(base):
        raise GameError(f"the base {base!r} must begin and end with a slash, such as / or /games/")
    if server is not None and not _SERVER.fullmatch(server):
        raise GameError(f"the server {server!r} must be an address such as https://games.example.org")
    if not FIRST.is_file():
        raise GameError("the pages are not built; in a checkout, run `python client/run.py build`")
    if not any(STATIC.glob("assets/*.wasm")):
        raise GameError("the pages were built without the games; in a checkout, run `python client/run.py core build`")
    page = _first_page(base, server, boards or {})
    try:
        if not _ours(folder):
            raise GameError(
                f"{folder} contains other files; name a new folder, or one that was written by this command"
            )
        if folder.exists():
            shutil.rmtree(folder)
        return _write(folder, page)
    except OSError as error:
        raise GameError(f"{folder} cannot be written: {error.strerror or error}") from error


def _ours(folder: Path) -> bool:
    """Whether a folder is new, empty, or was written by this command."""
    if not folder.exists():
        return not folder.is_symlink()
    if not folder.is_dir() or folder.is_symlink():
        return False
    if not any(folder.iterdir()):
        return True
    marks = (folder / ".nojekyll", folder / "sw.js", folder / "index.html")
    return all(mark.is_file() for mark in marks) and b'<meta name="root"' in marks[-1].read_bytes()


def _write(folder: Path, page: str) -> int:
    shutil.copytree(STATIC, folder)
    for name in ("index.html", "404.html"):  # many hosts answer with 404.html if there is no file
        (folder / name).write_text(page, encoding="utf-8")
    (folder / ".nojekyll").touch()  # without it GitHub Pages leaves some files out
    worker = (folder / "sw.js").read_text(encoding="utf-8")
    (folder / "sw.js").write_text(service_worker(worker, page), encoding="utf-8")
    return sum(file.is_file() for file in folder.rglob("*"))


def _first_page(base: str, server: str | None, boards: Boards) -> str:
    text = first_page(FIRST.read_text(encoding="utf-8"), base.rstrip("/"), boards)
    policy = POLICY.replace("; frame-ancestors 'none'", "")  # a page cannot set this for itself
    told = (
        f'<meta http-equiv="Content-Security-Policy" content="{policy}" />\n'
        f'    <meta name="server" content="{(server or "none").rstrip("/")}" />\n    '
    )
    return text.replace('<meta name="root"', told + '<meta name="root"', 1)
