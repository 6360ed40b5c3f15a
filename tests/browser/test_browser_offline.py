"""Games on the device, without a server. After one visit they also work without a network."""

import http.server
import json
import shutil
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, FilePayload, Page, Route, expect

from allaboard import notation
from allaboard.board import differing
from allaboard.bots.outlook import outlook_of
from allaboard.game import load
from allaboard.registry import declaration
from allaboard.server.pages import STATIC
from allaboard.server.site import write_site
from allaboard.testing import any_board
from browser.conftest import Sit, executable
from browser.pages import PHONE, against_bots, card_of, play_on, results, spoken, standing, table_id, until

BLOCKED = "IDBFactory.prototype.open = () => { throw new Error('blocked') };\n"
SEATS = {"miyajima": 2, "hachi": 3, "runaway": 4}


@pytest.fixture(autouse=True)
def built(client: None) -> None:
    if not list(STATIC.glob("assets/*.wasm")):
        pytest.skip("the client was built without the games' cores: no linker")


def kept_on_the_device(page: Page) -> None:
    """Wait until the pages are stored on the device, and this page comes from there."""
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
    page.get_by_role("link", name="Replay").first.wait_for()  # it is in the list of the player's games


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


@pytest.mark.parametrize("game", SEATS)
def test_all_levels_and_the_printed_sheet_without_a_network(sit: Sit, game: str) -> None:
    page = sit(name="Aki", device=True)
    page.goto("/")
    kept_on_the_device(page)
    page.context.set_offline(True)
    for level in declaration(game).levels:
        page.goto("/")
        card_of(page, game).get_by_label("Bots' strength").select_option(level)
        assert against_bots(page, game, SEATS[game]).startswith("own~")
        play_on([page], game, plies=12)
        settings = page.evaluate("JSON.parse(localStorage['allaboard.settings'])")
        assert settings["level"] == level
    page.goto("/print/miyajima")
    page.get_by_role("heading", name="Fast Train to Miyajima").wait_for()
    assert page.pdf().startswith(b"%PDF")


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
    page.context.add_init_script(BLOCKED)
    page.route("**/worker-*.js", partial(_with_script, BLOCKED))
    against_bots(page, "runaway", 3)
    play_on([page], "runaway", plies=3)
    page.get_by_text("cannot be saved").first.wait_for()


def fill(page: Page, room: int) -> None:
    """Leave the browser so much room for the pages of this origin. It must be called before anything is stored."""
    origin = page.evaluate("location.origin + '/'")
    page.context.new_cdp_session(page).send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": room})


def test_a_game_goes_on_when_the_disk_is_full(sit: Sit) -> None:
    """The first moves are stored. Then there is no room: the page says so, and the game is played to its end."""
    page = sit(name="Aki", device=True)
    full = """const put = IDBObjectStore.prototype.put; let count = 0
      IDBObjectStore.prototype.put = function (...given) {
        return ++count > 3 ? this.transaction.abort() : put.apply(this, given)
      };\n"""
    page.route("**/worker-*.js", partial(_with_script, full))
    against_bots(page, "runaway", 3)
    play_on([page], "runaway", plies=8)
    page.get_by_text("cannot be saved").first.wait_for()
    assert games_kept(page) == 1, "what was stored before is still there"
    play_on([page], "runaway")
    assert results(page)


def test_a_full_disk_from_the_beginning(sit: Sit) -> None:
    page = sit(name="Aki", device=True, complains="QuotaExceeded")
    page.goto("/rules/runaway")
    fill(page, 1)
    assert against_bots(page, "runaway", 3).startswith("own~")
    page.get_by_text("cannot be saved").first.wait_for()
    play_on([page], "runaway")
    assert results(page)


def _with_script(before: str, route: Route) -> None:
    """The worker's script with another one in front of it."""
    answer = route.fetch()
    route.fulfill(response=answer, body=before + answer.text())


def test_a_damaged_core_says_so_and_offers_a_way_on(sit: Sit) -> None:
    page = sit(name="Aki", device=True)
    page.context.route("**/*.wasm", lambda route: route.fulfill(body=b"\0asm damaged", content_type="application/wasm"))
    page.goto("/")
    card_of(page, "runaway").get_by_role("button", name="Play against bots").click()
    page.get_by_text("damaged").first.wait_for()


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


def visit(browser: Browser, address: str) -> BrowserContext:
    """A browser with a name at a site."""
    context = browser.new_context(base_url=address, reduced_motion="reduce")
    context.set_default_timeout(90_000)
    asked = '{"name":"Aki","speed":"instant","sound":false}'
    context.add_init_script(f"localStorage['allaboard.settings'] ??= '{asked}'")
    return context


@pytest.fixture
def hosted(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """A copy of the pages at a plain web host."""
    folder = tmp_path / "pages"
    shutil.copytree(STATIC, folder)
    with Host(folder) as host:
        yield folder, f"http://127.0.0.1:{host.port}/"


@pytest.fixture
def plain(chromium: Browser) -> Iterator[Browser]:
    """A Chromium that finds this machine as plain.example. It does not trust that name as it trusts 127.0.0.1."""
    mapped = "--host-resolver-rules=MAP plain.example 127.0.0.1"
    browser = chromium.browser_type.launch(executable_path=executable(), args=["--no-sandbox", mapped])
    yield browser
    browser.close()


def test_a_site_without_a_server(chromium: Browser, tmp_path: Path) -> None:
    """A folder on a plain web host, under a path: tables with friends are not offered, everything else is there."""
    write_site(tmp_path / "www" / "games", "/games/")
    with Host(tmp_path / "www") as host:
        context = visit(chromium, f"http://127.0.0.1:{host.port}")
        page = context.new_page()
        page.goto("/games/")
        assert page.get_by_role("button", name="Play with friends").count() == 0
        assert page.get_by_role("button", name="Daily challenge").count() == 0
        kept_on_the_device(page)
        card_of(page, "runaway").get_by_role("button", name="Play against bots").click()
        page.wait_for_selector("main[data-ply]")
        assert "/games/table/own~" in page.url
        host.stop()
        page.reload()  # the host is gone
        page.wait_for_selector("main[data-ply]")
        play_on([page], "runaway")
        assert results(page)
        context.close()


def test_every_page_loads_again_without_a_network(chromium: Browser, tmp_path: Path) -> None:
    """After one visit to the front page of a site, with its host gone. A language can be chosen for the first time."""
    write_site(tmp_path / "www" / "games", "/games/")
    with Host(tmp_path / "www") as host:
        context = visit(chromium, f"http://127.0.0.1:{host.port}")
        page = context.new_page()
        page.goto("/games/")
        kept_on_the_device(page)
        host.stop()
        for locale in ("en", "ja"):
            say = spoken(locale)
            pages = {"puzzles": say("puzzles"), "progress": say("progress"), "print/miyajima": say("print-title")}
            pages |= {f"puzzles/{game}?daily=1": say("practice-ask") for game in SEATS}
            pages |= {f"rules/{game}": say("learn") for game in SEATS}
            pages |= {f"learn/{game}": say("learn-next") for game in SEATS}
            pages |= {"nowhere": say("notfound"), "table/gone": say("no-server"), "replay/gone": say("no-server")}
            for place, said in pages.items():
                page.goto(f"/games/{place}")
                page.reload()
                page.get_by_text(said).first.wait_for()
            page.goto("/games/")
            if locale == "en":
                settings_of(page)
                page.locator("input[name=language][value=ja]").check(force=True)
                page.get_by_text(spoken("ja")("settings-language")).wait_for()
        context.close()


SHORT: dict[str, dict[str, int]] = {"hachi": {"rounds": 1}}
"""Options that make a game short."""


@pytest.mark.parametrize("game", SEATS)
def test_a_site_with_boards_of_its_own_plays_on_them(chromium: Browser, tmp_path: Path, game: str) -> None:
    """Designers pass a board on as a link to a site; everybody plays on it on the device."""
    options = any_board(load(game), 3, share=0.2) | SHORT.get(game, {})
    plain = {name: value if isinstance(value, int) else list(value) for name, value in options.items()}
    write_site(tmp_path, boards={game: plain})
    with Host(tmp_path) as host:
        context = visit(chromium, f"http://127.0.0.1:{host.port}")
        page = context.new_page()
        page.goto("/")
        card_of(page, game).get_by_role("button", name="Play against bots").click()
        page.wait_for_selector("main[data-ply]")
        play_on([page], game)
        (record,) = notation.read_records(record_of(page))
        assert notation.setting(record)[2] == differing(options, load(game).OPTIONS)
        assert notation.verify(record) is None
        page.get_by_role("link", name="Review").click()
        page.locator("[data-part]").first.wait_for()
        learned = outlook_of(load(game), len(record.players), options).learned
        said = "learned from games" if learned else "nothing was learned for this board"
        expect(page.locator("main > p.soft").last).to_contain_text(said)
        context.close()


def new_version(folder: Path) -> None:
    """Another version of the pages: no file has the same name or content, and the old files are gone."""
    names = {file.name: f"z{file.name}" for file in (folder / "assets").iterdir()}
    for file in list((folder / "assets").iterdir()):
        content = file.read_bytes()
        if file.suffix in (".js", ".css"):
            for name, other in names.items():
                content = content.replace(name.encode(), other.encode())
        file.unlink()
        (folder / "assets" / names[file.name]).write_bytes(content)
    for name in ("index.html", "sw.js"):
        text = (folder / name).read_text(encoding="utf-8")
        for old, other in names.items():
            text = text.replace(f"assets/{old}", f"assets/{other}")
        text = text.replace("<head>", '<head><meta name="later">').replace('VERSION = "', 'VERSION = "x')
        (folder / name).write_text(text, encoding="utf-8")


def test_an_open_game_ends_on_the_version_with_which_it_began(chromium: Browser, hosted: tuple[Path, str]) -> None:
    """Also if another tab switches to the new version, and parts of the page are loaded only now."""
    folder, address = hosted
    context = visit(chromium, address)
    page = context.new_page()
    page.goto("/")
    kept_on_the_device(page)
    card_of(page, "runaway").get_by_role("button", name="Play against bots").click()
    page.wait_for_selector("main[data-ply]")
    play_on([page], "runaway", plies=6)
    new_version(folder)
    other = context.new_page()
    other.goto("/")
    other.get_by_text("A new version is ready").wait_for()
    page.get_by_text("A new version is ready").wait_for()
    assert not other.locator("meta[name=later]").count()
    other.get_by_role("button", name="Use it now").click()
    until(other, "document.querySelector('meta[name=later]')", 60)
    play_on([page], "runaway")
    assert results(page)
    page.get_by_role("link", name="Review").click()
    page.locator("[data-part]").first.wait_for()
    loaded = page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name)")
    assert loaded
    assert not [name for name in loaded if "/assets/z" in name], "the page has files of its own version only"
    assert not page.locator("meta[name=later]").count()
    other.reload()
    other.get_by_role("link", name="Replay").first.wait_for()  # the new version knows the game
    context.close()


def test_a_new_version_waits_until_it_is_wanted(chromium: Browser, hosted: tuple[Path, str]) -> None:
    folder, address = hosted
    context: BrowserContext = chromium.new_context()
    context.set_default_timeout(90_000)
    page = context.new_page()
    page.goto(address)
    kept_on_the_device(page)
    first = folder / "index.html"
    first.write_text(first.read_text(encoding="utf-8").replace("<head>", '<head><meta name="later">'), encoding="utf-8")
    worker = folder / "sw.js"
    worker.write_text(worker.read_text(encoding="utf-8").replace('VERSION = "', 'VERSION = "x'), encoding="utf-8")
    page.reload()
    page.get_by_text("A new version is ready").wait_for()
    assert not page.locator("meta[name=later]").count(), "the open page is of the old version"
    page.get_by_role("button", name="Use it now").click()
    until(page, "document.querySelector('meta[name=later]')", 60)
    context.close()


def test_a_game_goes_on_where_it_was_left_in_the_same_tab(sit: Sit) -> None:
    page = sit(name="Aki", device=True)
    table = against_bots(page, "miyajima", 2)
    play_on([page], "miyajima", plies=6)
    before = int(standing(page)["ply"])
    page.get_by_role("link", name="All Aboard: to the front page").click()
    page.get_by_role("link", name="Continue").first.click()
    page.wait_for_selector("main[data-ply]")
    assert page.url.endswith(table)
    assert int(standing(page)["ply"]) >= before


def test_one_of_two_tabs_plays_a_game(sit: Sit) -> None:
    first = sit(name="Aki", device=True)
    table = against_bots(first, "miyajima", 2)
    play_on([first], "miyajima", plies=4)
    before = int(standing(first)["ply"])
    second = first.context.new_page()
    second.goto(f"/table/{table}")
    second.get_by_text("open in another tab").wait_for()
    assert second.locator("main.table").count() == 0
    second.get_by_role("button", name="Play here").click()
    second.wait_for_selector("main[data-ply]")
    assert int(standing(second)["ply"]) >= before, "every move is there"
    first.get_by_text("open in another tab").wait_for()
    play_on([second], "miyajima", plies=4)
    after = int(standing(second)["ply"])
    first.get_by_role("button", name="Play here").click()
    first.wait_for_selector("main[data-ply]")
    assert int(standing(first)["ply"]) >= after
    second.get_by_text("open in another tab").wait_for()


def test_without_https_a_tab_notices_that_another_has_played_on(tmp_path: Path, plain: Browser) -> None:
    """Without Web Locks two tabs can open a game. The later one to store a move is told, and nothing is overwritten."""
    write_site(tmp_path / "www", "/")
    with Host(tmp_path / "www") as host:
        context = visit(plain, f"http://plain.example:{host.port}")
        first = context.new_page()
        first.goto("/")
        assert first.evaluate("!isSecureContext && navigator.locks === undefined")
        card_of(first, "miyajima").get_by_role("button", name="Solo").click()
        first.wait_for_selector("main[data-ply]")
        second = context.new_page()
        second.goto("/")  # this host finds no page by a longer address
        second.get_by_role("link", name="Continue").click()
        second.wait_for_selector("main[data-ply]")
        play_on([first], "miyajima", plies=4)
        decision = "document.querySelector('main [data-action]') !== null"
        until(second, decision, 60)
        early = int(standing(second)["ply"])
        second.locator("main [data-action]").first.dispatch_event("click")
        second.get_by_text("open in another tab").wait_for()
        second.get_by_role("button", name="Play here").click()
        second.wait_for_selector("main[data-ply]")
        kept = int(standing(first)["ply"])  # asked late, because a roll after the last move has its own ply
        assert int(standing(second)["ply"]) == kept > early, "the moves of the other tab"
        context.close()


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


def test_everything_goes_to_another_device_as_one_file(sit: Sit) -> None:
    """A finished game, an unfinished one and the settings. Other files change nothing."""
    old = sit(name="Aki", device=True, accept_downloads=True)
    against_bots(old, "runaway", 3)
    play_on([old], "runaway")
    scores = results(old)
    unfinished = against_bots(old, "miyajima", 2)
    play_on([old], "miyajima", plies=4)
    ply = int(standing(old)["ply"])
    settings_of(old)
    text = saved_file(old)

    new = sit(name="Beate", device=True)
    new.goto("/")
    settings_of(new)
    everything = json.loads(text)
    changed = json.loads(text)
    changed["games"][0]["seed"] = changed["games"][1]["seed"]
    for content, sentence in (
        ("{}", "was not saved here"),
        (text[:-20], "is damaged. Nothing"),
        (json.dumps({**everything, "format": 2}), "by a newer version"),
        (json.dumps(changed), "its game number 1 does not follow the rules"),
    ):
        load_file(new, content)
        new.get_by_role("dialog").get_by_role("alert").filter(has_text=sentence).wait_for()
    assert games_kept(new) == 0
    load_file(new, text)
    new.get_by_text("Your settings and 2 games were loaded.").wait_for()
    assert new.get_by_role("textbox", name="Your name").input_value() == "Aki"
    load_file(new, text)
    new.get_by_text("All games of the file were already here").wait_for()
    new.keyboard.press("Escape")
    new.get_by_role("link", name="Continue").click()
    new.wait_for_selector("main[data-ply]")
    assert new.url.endswith(unfinished)
    assert int(standing(new)["ply"]) >= ply
    new.goto("/")
    new.get_by_role("link", name="Replay").first.click()
    new.wait_for_selector("main")
    assert scores


def test_a_file_is_taken_whole_or_not_at_all(sit: Sit) -> None:
    old = sit(name="Aki", device=True, accept_downloads=True)
    for _ in range(2):
        against_bots(old, "runaway", 3)
    settings_of(old)
    text = saved_file(old)
    new = sit(name="Beate", device=True)
    full = """const put = IDBObjectStore.prototype.put; let count = 0
      IDBObjectStore.prototype.put = function (...given) {
        return ++count > 1 ? this.transaction.abort() : put.apply(this, given)
      };\n"""
    new.route("**/worker-*.js", partial(_with_script, full))
    new.goto("/")
    settings_of(new)
    load_file(new, text)
    new.get_by_text("The browser has no space for these games").wait_for()
    assert games_kept(new) == 0
    assert new.get_by_role("textbox", name="Your name").input_value() == "Beate"


def test_a_solo_game_of_the_device_enters_the_leaderboard(sit: Sit) -> None:
    page = sit(name="Solveig", device=True)
    page.goto("/")
    kept_on_the_device(page)
    page.context.set_offline(True)
    card_of(page, "miyajima").get_by_role("button", name="Solo").click()
    page.wait_for_selector("main[data-ply]")
    play_on([page], "miyajima")
    enter = page.get_by_role("button", name="Enter the leaderboard")
    enter.click()
    page.get_by_text("The server cannot be reached").wait_for()
    page.context.set_offline(False)
    enter.click()
    page.get_by_text("This game is in the leaderboard.").wait_for()
    page.goto("/")
    best = page.locator("section", has_text="Best solo games")
    best.locator("li", has_text="Solveig").get_by_text("on a device").wait_for()
    assert best.get_by_text("Nobody can know how often the player started again").is_visible()
    mine = page.locator("section", has=page.get_by_role("heading", name="Your games"))
    expect(mine.locator("li")).to_have_count(1)  # once, and not again from the server
    mine.get_by_role("link", name="Replay").click()
    page.wait_for_selector("main")


def test_where_a_game_cannot_be_loaded_the_server_plays(sit: Sit) -> None:
    page = sit(name="Aki", device=True)
    page.context.route("**/*.wasm", lambda route: route.fulfill(body=b"\0asm damaged", content_type="application/wasm"))
    page.goto("/")
    card_of(page, "runaway").get_by_role("button", name="Play against bots").click()
    page.get_by_text("damaged").first.wait_for()
    page.get_by_role("button", name="Play on the server").click()
    page.wait_for_selector("main[data-ply]")
    assert "own~" not in page.url


SPOIL = """async (part) => {
  let count = 0
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    for (const request of await cache.keys()) {
      if (!new URL(request.url).pathname.endsWith(part)) continue
      const found = await cache.match(request)
      const bytes = new Uint8Array(await found.arrayBuffer())
      bytes[bytes.length >> 1] ^= 1
      await cache.put(request, new Response(bytes, { headers: found.headers }))
      count++
    }
  }
  return count
}"""
"""Changes one bit of the stored files whose address ends so."""


def test_one_wrong_bit_is_noticed(chromium: Browser, tmp_path: Path) -> None:
    """Online the files come again. Without a network the page says what is wrong, and nothing is played with them."""
    write_site(tmp_path / "www")
    with Host(tmp_path / "www") as host:
        context = visit(chromium, f"http://127.0.0.1:{host.port}")
        page = context.new_page()
        page.goto("/")
        kept_on_the_device(page)
        for part in (".wasm", ".bin", ".js", "/"):
            assert page.evaluate(SPOIL, part) > 0
        page.goto("/")
        card_of(page, "runaway").get_by_label("Bots' strength").select_option("hard")
        card_of(page, "runaway").get_by_role("button", name="Play against bots").click()
        page.wait_for_selector("main[data-ply]")
        play_on([page], "runaway", plies=8)
        host.stop()
        page.goto("/")  # the page itself was repaired, too
        page.get_by_role("link", name="Continue").click()
        page.wait_for_selector("main[data-ply]")
        page.evaluate(SPOIL, ".wasm")
        page.goto("/")
        card_of(page, "runaway").get_by_role("button", name="Play against bots").click()
        page.get_by_role("alert").get_by_text("is damaged, and it could not be fetched again").wait_for()
        page.evaluate(SPOIL, "/")
        page.goto("/")
        page.get_by_text("All Aboard is damaged on this device").wait_for()
        context.close()


def test_stored_files_that_cannot_be_read_come_from_the_network(sit: Sit) -> None:
    page = sit(name="Aki", device=True)
    page.goto("/")
    kept_on_the_device(page)
    (worker,) = page.context.service_workers
    worker.evaluate("() => { CacheStorage.prototype.keys = () => Promise.reject(new Error('unreadable')) }")
    table = against_bots(page, "runaway", 3)
    assert table.startswith("own~")


def test_a_browser_that_blocks_all_storage(chromium: Browser, url: str, tmp_path: Path) -> None:
    """A setting of Chromium: no database, no caches, no service worker, no local storage."""
    settings = tmp_path / "Default" / "Preferences"
    settings.parent.mkdir()
    settings.write_text(json.dumps({"profile": {"default_content_setting_values": {"cookies": 2}}}))
    context = chromium.browser_type.launch_persistent_context(
        tmp_path, executable_path=executable(), args=["--no-sandbox"], base_url=url, reduced_motion="reduce"
    )
    context.set_default_timeout(90_000)
    page = context.new_page()
    page.goto("/")
    page.get_by_text("This browser does not store anything here").wait_for()
    card_of(page, "runaway").get_by_role("button", name="Play against bots").click()
    page.get_by_role("dialog").get_by_role("textbox").fill("Aki")
    page.keyboard.press("Enter")
    page.wait_for_selector("main[data-ply]")
    assert table_id(page).startswith("own~")
    page.get_by_text("This game cannot be saved").first.wait_for()
    play_on([page], "runaway")
    assert results(page)
    page.get_by_role("link", name="Review").click()
    page.locator("[data-part]").first.wait_for()
    context.close()


def test_a_file_that_is_damaged_on_the_device_comes_again(sit: Sit) -> None:
    page = sit(name="Aki", device=True)
    page.goto("/")
    kept_on_the_device(page)
    damaged = page.evaluate("""async () => {
      let count = 0
      for (const name of await caches.keys()) {
        const cache = await caches.open(name)
        for (const request of await cache.keys())
          if (request.url.endsWith('.wasm')) { await cache.put(request, new Response('damaged')); count++ }
      }
      return count
    }""")
    assert damaged == len(SEATS)
    table = against_bots(page, "runaway", 3)
    assert table.startswith("own~")
    page.context.set_offline(True)
    page.reload()  # the new file was stored
    page.wait_for_selector("main[data-ply]")


def test_without_webassembly_the_server_plays(sit: Sit) -> None:
    page = sit(name="Aki", device=True)
    page.context.add_init_script("delete globalThis.WebAssembly")
    page.goto("/")
    assert page.evaluate("typeof WebAssembly") == "undefined"
    card_of(page, "runaway").get_by_role("button", name="Play against bots").click()
    page.wait_for_selector("main[data-ply]")
    assert "own~" not in page.url
    page.get_by_text("so you play on the server").wait_for()
    page.goto("/puzzles")
    page.get_by_text("This browser cannot run the games").wait_for()
