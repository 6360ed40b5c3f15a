"""Without a server: the games are played on the device, after one visit also without a network."""

import http.server
import shutil
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from allaboard import notation
from allaboard.game import load
from allaboard.server.pages import STATIC
from allaboard.server.site import write_site
from browser.conftest import Sit
from browser.pages import PHONE, against_bots, card_of, play_on, results, spoken, standing, until

SEATS = {"miyajima": 2, "hachi": 3, "runaway": 4}


@pytest.fixture(autouse=True)
def built(client: None) -> None:
    if not list(STATIC.glob("assets/*.wasm")):
        pytest.skip("the client was built without the games' cores: no linker")


def kept_on_the_device(page: Page) -> None:
    """Wait until the pages are on the device, and this page comes from there."""
    until(page, "navigator.serviceWorker.controller !== null", 120)


def record_of(page: Page) -> str:
    """The record of the finished game, as the end sheet saves it."""
    page.get_by_text("More …").click()
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save the record").click()
    return Path(saving.value.path()).read_text(encoding="utf-8")


@pytest.mark.parametrize("game", SEATS)
def test_a_whole_game_without_a_network(sit: Sit, game: str) -> None:
    page = sit(PHONE if game == "runaway" else (1280, 800), name="Aki", device=True, accept_downloads=True)
    page.goto("/")
    kept_on_the_device(page)
    page.context.set_offline(True)
    table = against_bots(page, game, SEATS[game])
    assert table.startswith("own~"), "it is on the device"
    play_on([page], game, plies=6)
    before = page.locator("main.table").get_attribute("data-ply")
    page.reload()  # the tab was closed and opened again
    page.wait_for_selector("main[data-ply]")
    assert int(standing(page)["ply"]) >= int(before or 0)
    play_on([page], game)

    shown = results(page)
    text = record_of(page)
    (record,) = notation.read_records(text)
    final = list(notation.replay(record))[-1]
    assert shown == (load(game).scores(final.after), load(game).ranks(final.after))
    assert notation.verify(record) is None, "the record holds, with its seed and every draw"
    page.get_by_role("button", name="Check the dice").click()
    page.get_by_text("Fair: all").first.wait_for()
    page.get_by_role("link", name="Replay").first.click()
    page.wait_for_selector("main")
    expect(page.get_by_text("Aki").first).to_be_visible()
    page.goto("/")
    page.get_by_role("link", name="Replay").first.wait_for()  # it is among one's own games


def test_rules_and_lessons_without_a_network_in_both_languages(sit: Sit) -> None:
    page = sit(name="Aki", device=True)
    page.goto("/")
    kept_on_the_device(page)
    page.context.set_offline(True)
    for locale in ("en", "ja"):
        page.evaluate(
            "(language) => localStorage.setItem('allaboard.settings', JSON.stringify("
            "{ ...JSON.parse(localStorage['allaboard.settings']), language }))",
            locale,
        )
        for game in SEATS:
            page.goto(f"/rules/{game}")
            page.wait_for_selector("[data-clause]")
            page.goto(f"/learn/{game}")
            page.wait_for_selector("main")
            assert spoken(locale)("notfound") not in page.inner_text("body")


def test_hints_come_from_the_device(sit: Sit) -> None:
    page = sit(name="Aki", device=True)
    page.goto("/")
    kept_on_the_device(page)
    page.context.set_offline(True)
    against_bots(page, "miyajima", 2)
    page.get_by_role("button", name="Hints").click()
    page.wait_for_selector(".badge, [data-hint]")


def test_a_browser_that_keeps_nothing_still_plays(sit: Sit) -> None:
    page = sit(name="Aki", device=True)
    page.context.add_init_script("Object.defineProperty(window, 'indexedDB', { value: undefined })")
    page.context.add_init_script("IDBFactory.prototype.open = () => { throw new Error('blocked') }")
    page.route("**/worker-*.js", _without_database)
    against_bots(page, "runaway", 3)
    play_on([page], "runaway", plies=3)
    page.get_by_text("not kept").first.wait_for()


def _without_database(route: Route) -> None:
    answer = route.fetch()
    body = "IDBFactory.prototype.open = () => { throw new Error('blocked') };\n" + answer.text()
    route.fulfill(response=answer, body=body)


def test_a_damaged_core_says_so_and_offers_a_way_on(sit: Sit) -> None:
    page = sit(name="Aki", device=True)
    page.context.route("**/*.wasm", lambda route: route.fulfill(body=b"\0asm damaged", content_type="application/wasm"))
    page.goto("/")
    card_of(page, "runaway").get_by_role("button", name="Play against bots").click()
    page.get_by_text("damaged").first.wait_for()


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A web host that knows nothing but files."""

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def hosted(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """A copy of the pages at a plain web host."""
    folder = tmp_path / "pages"
    shutil.copytree(STATIC, folder)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as host:
        threading.Thread(target=host.serve_forever, daemon=True).start()
        yield folder, f"http://127.0.0.1:{host.server_port}/"
        host.shutdown()


def test_a_site_without_a_server(chromium: Browser, tmp_path: Path) -> None:
    """A folder at a plain web host, under a path: no friends are promised, and everything else is there."""
    write_site(tmp_path / "www" / "games", "/games/")
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path / "www"))) as host:
        threading.Thread(target=host.serve_forever, daemon=True).start()
        context = chromium.new_context(base_url=f"http://127.0.0.1:{host.server_port}", reduced_motion="reduce")
        context.set_default_timeout(90_000)
        asked = '{"name":"Aki","speed":"instant","sound":false}'
        context.add_init_script(f"localStorage['allaboard.settings'] ??= '{asked}'")
        page = context.new_page()
        page.goto("/games/")
        assert page.get_by_role("button", name="Play with friends").count() == 0
        assert page.get_by_role("button", name="Daily challenge").count() == 0
        kept_on_the_device(page)
        card_of(page, "runaway").get_by_role("button", name="Play against bots").click()
        page.wait_for_selector("main[data-ply]")
        assert "/games/table/own~" in page.url
        host.shutdown()
        page.reload()  # the host is gone
        page.wait_for_selector("main[data-ply]")
        play_on([page], "runaway")
        assert results(page)
        context.close()


def test_a_new_version_waits_until_it_is_wanted(chromium: Browser, hosted: tuple[Path, str]) -> None:
    folder, address = hosted
    context: BrowserContext = chromium.new_context()
    context.set_default_timeout(90_000)
    page = context.new_page()
    page.goto(address)
    kept_on_the_device(page)
    first = folder / "index.html"
    first.write_text(first.read_text(encoding="utf-8").replace("<title>", "<title>New "), encoding="utf-8")
    worker = folder / "sw.js"
    worker.write_text(worker.read_text(encoding="utf-8").replace('VERSION = "', 'VERSION = "x'), encoding="utf-8")
    page.reload()
    page.get_by_text("A new version is ready").wait_for()
    assert "New" not in page.content(), "the open page is of the old version"
    page.get_by_role("button", name="Use it now").click()
    until(page, "document.head.innerHTML.includes('New ')", 60)
    context.close()
