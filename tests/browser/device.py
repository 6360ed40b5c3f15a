"""What people do with games on the device, for tests: pages that are stored, plain web hosts, files."""

import http.server
import threading
from functools import partial
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, BrowserContext, FilePayload, Page, Route

from browser.pages import until

SEATS = {"miyajima": 2, "hachi": 3, "runaway": 4}


def stored_on_the_device(page: Page) -> None:
    """Wait until the pages are stored on the device, and this page comes from there."""
    until(page, "navigator.serviceWorker.controller !== null", 120)


def record_of(page: Page) -> str:
    """The record of the finished game, as the end sheet saves it."""
    page.get_by_text("More …").click()
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save the record").click()
    return Path(saving.value.path()).read_text(encoding="utf-8")


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A web host that serves only files."""

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


class Host:
    """A plain web host; `port` is where it listens."""

    def __init__(self, folder: Path) -> None:
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
        self.port = self._server.server_port

    def __enter__(self) -> "Host":
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def visit(browser: Browser, address: str, service_workers: Literal["allow", "block"] = "allow") -> BrowserContext:
    """A browser with a name at a site."""
    context = browser.new_context(base_url=address, reduced_motion="reduce", service_workers=service_workers)
    context.set_default_timeout(90_000)
    asked = '{"name":"Aki","speed":"instant","sound":false}'
    context.add_init_script(f"localStorage['allaboard.settings'] ??= '{asked}'")
    return context


def settings_of(page: Page) -> None:
    page.get_by_role("button", name="Settings").click()


def load_file(page: Page, content: str) -> None:
    file: FilePayload = {"name": "all.json", "mimeType": "application/json", "buffer": content.encode()}
    page.set_input_files("dialog input[type=file]", file)


def saved_file(page: Page) -> str:
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save to a file").click()
    return Path(saving.value.path()).read_text(encoding="utf-8")


def games_kept(page: Page) -> int:
    found = page.evaluate("""() => new Promise((resolve) => {
      const asked = indexedDB.open('allaboard')
      asked.onsuccess = () => {
        const games = asked.result.transaction('games').objectStore('games').getAll()
        games.onsuccess = () => resolve(games.result.length)
      }
    })""")
    return int(found)


def fill(page: Page, room: int) -> None:
    """Leave the browser so much room for the pages of this origin. It must be called before anything is stored."""
    origin = page.evaluate("location.origin + '/'")
    page.context.new_cdp_session(page).send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": room})


def with_script(before: str, route: Route) -> None:
    """The worker's script with another one in front of it."""
    answer = route.fetch()
    route.fulfill(response=answer, body=before + answer.text())
