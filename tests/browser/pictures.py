"""Takes the pictures in docs/pictures: `PYTHONPATH=src:tests python tests/browser/pictures.py [URL]`.

Without the URL of a running server (`allaboard serve --bot-pace 0`) it starts one.
"""

import sys
import tempfile
from contextlib import nullcontext
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from browser.conftest import executable
from browser.pages import DESKTOP, PHONE, RECORD_SOCKETS, ROOT, against_bots, budget_of, play_on
from server.serving import serving

PICTURES = ROOT / "docs" / "pictures"
TABLES = {"miyajima": (3, 150), "hachi": (4, 60), "runaway": (4, 22)}  # players, and how far to play
MINE = ".main [data-action], .hand .slot.up, .cards [aria-disabled=false]"  # the player must choose


def main() -> None:
    """Take pictures of the main pages, on a desktop and on a phone, in light and dark colours."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = nullcontext(sys.argv[1]) if len(sys.argv) > 1 else serving(Path(folder))
        with server as url:
            browser = playwright.chromium.launch(executable_path=executable(), args=["--no-sandbox"])
            for kind, size, scheme in (("desktop", DESKTOP, "light"), ("phone", PHONE, "dark")):
                page = _page(browser, url, size, scheme)
                page.goto("/")
                _take(page, f"front-{kind}")
                page.goto("/learn/miyajima")
                _take(page, f"learn-{kind}")
                for game, (seats, plies) in TABLES.items():
                    for seed in range(987_654_321, 987_654_341):  # until the position is worth a picture
                        table = against_bots(page, game, seats)
                        play_on([page], game, plies=plies, seed=seed)
                        page.wait_for_timeout(6000)  # boards show events one by one
                        if page.locator(MINE).count():
                            break
                    _take(page, f"{game}-{kind}")
                    if game == "miyajima":
                        page.keyboard.press("?")
                        page.wait_for_selector("main .hint-badge")
                        page.wait_for_timeout(5500)
                        _take(page, f"hints-{kind}")
                    if game == "runaway":
                        play_on([page], game)
                        page.wait_for_selector("dialog[open] .results")
                        _take(page, f"end-{kind}")
                        page.goto(f"/review/{table}?seat=0")
                        budget_of(page)  # the review is complete
                        _take(page, f"review-{kind}")
            browser.close()


def _page(browser: Browser, url: str, size: tuple[int, int], scheme: str) -> Page:
    context = browser.new_context(
        base_url=url,
        viewport={"width": size[0], "height": size[1]},
        color_scheme=scheme,  # type: ignore[arg-type]
        reduced_motion="reduce",
        service_workers="block",  # it would load everything that is needed without a network
    )
    context.set_default_timeout(90_000)
    context.add_init_script(RECORD_SOCKETS)
    kept = '{"name": "Mika", "device": false, "sound": false}'  # the server's bots do not wait
    context.add_init_script(f"localStorage['allaboard.settings'] ??= '{kept}'")
    return context.new_page()


def _take(page: Page, name: str) -> None:
    page.wait_for_timeout(2000)  # covers and breakdowns are loaded later than the page
    page.screenshot(path=PICTURES / f"{name}.png")


if __name__ == "__main__":
    main()
