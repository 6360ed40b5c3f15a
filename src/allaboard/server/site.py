"""The client as static files for any web host. Games against bots, solo games and lessons need no server."""

import re
import shutil
from pathlib import Path
from urllib.parse import urlsplit

from allaboard.game import GameError
from allaboard.server.firstpage import Boards, first_page, service_worker
from allaboard.server.pages import FIRST, POLICY, STATIC

_BASE = re.compile(r"/(?:[A-Za-z0-9._~-]+/)*")


def write_site(folder: Path, base: str = "/", server: str | None = None, boards: Boards | None = None) -> int:
    """Write the site for a base path. Tables with friends use another server, or are not offered. Returns the files.

    A game in `boards` is played on that board. Raises GameError with the reason if the site cannot be written. A folder
    with other files is not changed.
    """
    if not _BASE.fullmatch(base):
        raise GameError(f"the base {base!r} must begin and end with a slash, such as / or /games/")
    if server is not None and (urlsplit(server).scheme not in ("http", "https") or not urlsplit(server).netloc):
        raise GameError(f"the server {server!r} must be an address such as https://games.example.org")
    if not FIRST.is_file():
        raise GameError("the pages are not built; in a checkout, run `python client/run.py build`")
    if not any(STATIC.glob("assets/*.wasm")):
        raise GameError("the pages were built without the games; in a checkout, run `python client/run.py core build`")
    if folder.exists() and (not folder.is_dir() or (any(folder.iterdir()) and not (folder / "sw.js").is_file())):
        raise GameError(f"{folder} holds something else; name a new folder, or one that was written by this command")
    if folder.exists():
        shutil.rmtree(folder)
    shutil.copytree(STATIC, folder)
    page = _first_page(base, server, boards or {})
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
