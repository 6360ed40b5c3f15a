"""The player's games on the device: left and continued, in two tabs, saved to a file, in the leaderboard."""

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from allaboard.server.pages import STATIC
from allaboard.server.site import write_site
from browser.conftest import Sit, executable
from browser.device import (
    Host,
    games_kept,
    load_file,
    saved_file,
    settings_of,
    stored_on_the_device,
    visit,
    with_script,
)
from browser.pages import against_bots, card_of, play_on, results, standing, until


@pytest.fixture(autouse=True)
def built(client: None) -> None:
    if not list(STATIC.glob("assets/*.wasm")):
        pytest.skip("the client was built without the games' cores: no linker")


@pytest.fixture
def plain(chromium: Browser) -> Iterator[Browser]:
    """A Chromium that finds this machine as plain.example. It does not trust that name as it trusts 127.0.0.1."""
    mapped = "--host-resolver-rules=MAP plain.example 127.0.0.1"
    browser = chromium.browser_type.launch(executable_path=executable(), args=["--no-sandbox", mapped])
    yield browser
    browser.close()


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
        kept = int(standing(first)["ply"])  # read at the end, because a roll after the last move has its own ply
        assert int(standing(second)["ply"]) == kept > early, "the moves of the other tab"
        context.close()


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
    changed["games"][0]["lines"][0][1] = "fly"
    for content, sentence in (
        ("{}", "is not a file of saved games"),
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
    new.get_by_text("All games in the file were already here").wait_for()
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
    new.route("**/worker-*.js", partial(with_script, full))
    new.goto("/")
    settings_of(new)
    load_file(new, text)
    new.get_by_text("The browser has no space for these games").wait_for()
    assert games_kept(new) == 0
    assert new.get_by_role("textbox", name="Your name").input_value() == "Beate"


def test_a_solo_game_of_the_device_enters_the_leaderboard(sit: Sit) -> None:
    page = sit(name="Solveig", device=True)
    page.goto("/")
    stored_on_the_device(page)
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
