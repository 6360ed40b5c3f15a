"""Damaged files, full disks and browsers that store nothing: the page says what is wrong, and the game goes on."""

import json
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from allaboard import notation
from allaboard.server.pages import STATIC
from allaboard.server.site import write_site
from browser.conftest import Sit, executable
from browser.device import Host, fill, games_kept, stored_on_the_device, visit, with_script
from browser.pages import against_bots, card_of, play_on, results, table_id

BLOCKED = "IDBFactory.prototype.open = () => { throw new Error('blocked') };\n"


@pytest.fixture(autouse=True)
def built(client: None) -> None:
    if not list(STATIC.glob("assets/*.wasm")):
        pytest.skip("the client was built without the games' cores: no linker")


def test_a_browser_that_keeps_nothing_still_plays(sit: Sit) -> None:
    page = sit(name="Aki", device=True)
    page.context.add_init_script("Object.defineProperty(window, 'indexedDB', { value: undefined })")
    page.context.add_init_script(BLOCKED)
    page.route("**/worker-*.js", partial(with_script, BLOCKED))
    against_bots(page, "runaway", 3)
    play_on([page], "runaway", plies=3)
    page.get_by_role("alert").get_by_text("cannot be saved").wait_for()


FILL = """async () => {
  const cache = await caches.open('filler')
  for (let n = 0, size = 65536; size >= 16; n++)
    await cache.put(`/filler${n}`, new Response(new Uint8Array(size))).catch(() => (size >>= 1))
}"""
"""Uses all the room that is left for this origin."""


def test_the_disk_becomes_full_in_the_middle_of_a_game(sit: Sit) -> None:
    """The first moves are stored. Then there is no room: the page says so, and the game is played to its end."""
    page = sit(name="Aki", device=True)
    page.goto("/nowhere")
    against_bots(page, "miyajima", 2)
    used = page.evaluate("navigator.storage.estimate().then((found) => found.usageDetails.indexedDB)")
    page.context.close()
    page = sit(name="Aki", device=True, accept_downloads=True, complains="QuotaExceeded")
    page.goto("/nowhere")
    fill(page, used + 12_000)  # Chromium asks how much is left when it has written so much
    against_bots(page, "miyajima", 2)
    play_on([page], "miyajima", plies=6)
    assert page.get_by_role("alert").filter(has_text="cannot be saved").count() == 0
    page.evaluate(FILL)
    play_on([page], "miyajima")
    assert games_kept(page) == 1, "what was stored before is still there"
    sheet = page.get_by_role("dialog").filter(has_text="could not be saved")
    with page.expect_download() as saving:
        sheet.get_by_role("button", name="Save the record").first.click()
    (record,) = notation.read_records(Path(saving.value.path()).read_text(encoding="utf-8"))
    assert notation.verify(record) is None
    page.keyboard.press("Escape")
    page.get_by_role("link", name="All Aboard: to the front page").click()
    page.get_by_role("link", name="Replay").first.wait_for()  # the whole game, as long as the page is open


LOST = """const put = IDBObjectStore.prototype.put; let count = 0
  IDBObjectStore.prototype.put = function (...given) {
    if (given[0].game === 'runaway' && ++count === 4) {
      indexedDB.deleteDatabase('allaboard')
      const again = () => { this.get('').onsuccess = again }
      again()
    }
    return put.apply(this, given)
  };\n"""
"""The fourth write never ends, and the database is deleted: what Chromium does when the disk is full."""


def test_a_database_that_is_lost_is_written_again(chromium: Browser, url: str) -> None:
    context = visit(chromium, url, service_workers="block")
    page = context.new_page()
    page.route("**/worker-*.js", partial(with_script, LOST))
    for game in ("miyajima", "runaway"):
        assert against_bots(page, game, 3).startswith("own~")
    play_on([page], "runaway", plies=12)
    page.get_by_text("This game can be saved again").first.wait_for(state="attached")
    assert games_kept(page) == 2
    context.close()


def test_a_full_disk_from_the_beginning(sit: Sit) -> None:
    page = sit(name="Aki", device=True, complains="QuotaExceeded")
    page.goto("/rules/runaway")
    fill(page, 1)
    assert against_bots(page, "runaway", 3).startswith("own~")
    page.get_by_role("alert").get_by_text("cannot be saved").wait_for()
    play_on([page], "runaway")
    assert results(page)


def test_a_game_that_cannot_be_loaded_is_played_on_the_server(sit: Sit) -> None:
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
"""Changes one bit of the stored files whose address has this ending."""


def test_one_wrong_bit_is_noticed(chromium: Browser, tmp_path: Path) -> None:
    """Online the files come again. Without a network the page says what is wrong, and nothing is played with them."""
    write_site(tmp_path / "www")
    with Host(tmp_path / "www") as host:
        context = visit(chromium, f"http://127.0.0.1:{host.port}")
        page = context.new_page()
        page.goto("/")
        stored_on_the_device(page)
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
    stored_on_the_device(page)
    (worker,) = page.context.service_workers
    worker.evaluate("() => { CacheStorage.prototype.keys = () => Promise.reject(new Error('unreadable')) }")
    table = against_bots(page, "runaway", 3)
    assert table.startswith("own~")


def test_a_browser_that_blocks_all_storage(whole_chromium: Browser, url: str, tmp_path: Path) -> None:
    """A setting of Chromium: no database, no caches, no service worker, no local storage."""
    settings = tmp_path / "Default" / "Preferences"
    settings.parent.mkdir()
    settings.write_text(json.dumps({"profile": {"default_content_setting_values": {"cookies": 2}}}))
    context = whole_chromium.browser_type.launch_persistent_context(
        tmp_path, executable_path=executable(whole=True), args=["--no-sandbox"], base_url=url, reduced_motion="reduce"
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
    page.get_by_role("alert").get_by_text("This game cannot be saved").wait_for()
    play_on([page], "runaway")
    assert results(page)
    page.get_by_role("link", name="Review").click()
    page.locator("[data-part]").first.wait_for()
    context.close()


def test_without_webassembly_games_are_played_on_the_server(sit: Sit) -> None:
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
