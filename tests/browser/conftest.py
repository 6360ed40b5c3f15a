"""A built client, a real server and a real Chromium."""

import contextlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, sync_playwright
from playwright.sync_api import Error as PageError

from browser.pages import DESKTOP, RECORD_SOCKETS, ROOT
from server.serving import serving

PAGE = ROOT / "src" / "allaboard" / "server" / "static" / "index.html"
Sit = Callable[..., Page]
BRIEF: dict[str, dict[str, int | list[int]]] = {
    "hachi": {"rounds": 2, "numbers": 5},
    "miyajima": {"destinations_to_end": [1, 1, 1, 1, 1]},
}
"""Boards on which a game still has everything, two rounds and a deal in between, with a third of the steps."""
PAGES = pytest.StashKey[list[Page]]()


@pytest.fixture(scope="session")
def client() -> None:
    """The built pages, rebuilt if they are missing or older than their sources.

    Each command of the client copies the compiled games again, so their times say nothing. A rebuild while tests run
    would remove the pages that other tests use.
    """
    built = ROOT / "client" / "src" / "core" / "built"
    sources = [file for file in (ROOT / "client" / "src").rglob("*") if file.is_file() and built not in file.parents]
    if not PAGE.is_file() or PAGE.stat().st_mtime < max(file.stat().st_mtime for file in sources):
        run = [sys.executable, str(ROOT / "client" / "run.py"), "build"]
        subprocess.run(run, check=True, stdout=subprocess.DEVNULL)


@pytest.fixture(scope="session")
def url(client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    if running := os.environ.get("ALLABOARD_RUNNING"):  # use a server that is already running
        yield running
        return
    with serving(tmp_path_factory.mktemp("browser")) as address:
        yield address


@pytest.fixture(scope="session")
def brief_url(client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with boards on which whole games are short."""
    with serving(tmp_path_factory.mktemp("brief"), boards=BRIEF) as address:
        yield address


def executable(*, whole: bool = False) -> str | None:
    """The path of the system's Chromium.

    Debian also has its engine without the rest of the browser, which needs half of the processor time. The whole
    browser has permissions and preferences.
    """
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    found = map(shutil.which, names if whole else ("chromium-headless-shell", *names))
    return os.environ.get("CHROMIUM") or next(filter(None, found), None)


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as started:
        yield started


def _launched(playwright: Playwright, *, whole: bool) -> Iterator[Browser]:
    found = executable(whole=whole)
    if not found and not Path(playwright.chromium.executable_path).exists():
        pytest.skip("no Chromium: install one, or run `playwright install chromium`")
    browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    """The system's Chromium, or Playwright's own."""
    yield from _launched(playwright, whole=False)


@pytest.fixture(scope="session")
def whole_chromium(playwright: Playwright) -> Iterator[Browser]:
    """A Chromium with permissions and preferences."""
    yield from _launched(playwright, whole=True)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Add the content of all open pages to the report of a failed test: the reason is often there."""
    report = yield
    if call.when == "call" and call.excinfo and not report.skipped:
        for page in item.stash.get(PAGES, ()):
            with contextlib.suppress(PageError):
                shown = page.evaluate("() => [document.querySelector('main.table')?.dataset, document.body.innerText]")
                report.sections.append((f"page {page.url}", f"{shown[0]}\n{shown[1]}"))
    return report


@pytest.fixture
def sit(request: pytest.FixtureRequest, chromium: Browser, url: str) -> Iterator[Sit]:
    """Opens browsers, each with its own storage. The test fails if a page logs an error."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []
    pages = request.node.stash.setdefault(PAGES, [])
    # The browser itself logs closed sockets, refused requests and a missing network.
    expected = ["WebSocket", "status of 4", "ERR_INTERNET_DISCONNECTED"]

    def open_browser(
        size: tuple[int, int] = DESKTOP,
        name: str = "",
        *,
        speed: str = "instant",
        device: bool = False,
        brief: bool = False,
        complains: str = "",
        **settings: Any,
    ) -> Page:
        """A browser with a page. With `device` it plays against bots on the device and may store the pages.

        With `brief` it visits the server whose games are short.
        """
        expected.extend([complains] if complains else [])
        context = chromium.new_context(
            base_url=request.getfixturevalue("brief_url") if brief else url,
            viewport={"width": size[0], "height": size[1]},
            reduced_motion=settings.pop("reduced_motion", "reduce"),
            service_workers="allow" if device else "block",
            **settings,
        )
        contexts.append(context)
        context.set_default_timeout(90_000)
        context.add_init_script(RECORD_SOCKETS)
        kept = json.dumps(
            {"name": name, "speed": speed, "sound": False, "device": device}
        )  # as if the player had answered the question before
        context.add_init_script(f"localStorage['allaboard.settings'] ??= '{kept}'")
        page = context.new_page()
        pages.append(page)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        return page

    yield open_browser
    for context in contexts:
        context.close()
    told = [one for one in complaints if not any(word in one for word in expected)]
    assert not told, told


@pytest.fixture
def chromium_context(chromium: Browser, url: str) -> Iterator[BrowserContext]:
    """A browser on its first visit, without settings."""
    context = chromium.new_context(base_url=url, reduced_motion="reduce", locale="en-GB")
    context.set_default_timeout(90_000)
    yield context
    context.close()
