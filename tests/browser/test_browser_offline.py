"""Games on the device, without a server. After one visit they also work without a network."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from allaboard import notation
from allaboard.board import differing
from allaboard.bots.outlook import outlook_of
from allaboard.game import load
from allaboard.registry import declaration
from allaboard.server.pages import STATIC
from allaboard.server.site import write_site
from allaboard.testing import any_board
from browser.conftest import Sit
from browser.device import SEATS, Host, record_of, settings_of, stored_on_the_device, visit
from browser.pages import DESKTOP, PHONE, ROOT, against_bots, card_of, play_on, results, spoken, standing


@pytest.fixture(autouse=True)
def built(client: None) -> None:
    if not list(STATIC.glob("assets/*.wasm")):
        pytest.skip("the client was built without the games' cores: no linker")


@pytest.mark.parametrize("game", SEATS)
def test_a_whole_game_without_a_network(sit: Sit, game: str) -> None:
    size = PHONE if game == "runaway" else DESKTOP
    page = sit(size, name="Aki", device=True, accept_downloads=True, brief=True)
    page.goto("/")
    stored_on_the_device(page)
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
    assert notation.verify(record) is None, "the record is valid, with its seed and every draw"
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
    stored_on_the_device(page)
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
    stored_on_the_device(page)
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
    stored_on_the_device(page)
    page.context.set_offline(True)
    against_bots(page, "miyajima", 2)
    page.get_by_role("button", name="Hints").click()
    page.wait_for_selector(".badge, [data-hint]")


SIZES = """() => [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  .map(({ name, transferSize }) => [name, transferSize])"""


def test_the_first_game_is_a_small_download(chromium: Browser, url: str) -> None:
    """What is downloaded: 250 kB, and 150 kB for a game, without what its bots have learned."""
    for game in SEATS:
        context = visit(chromium, url, service_workers="block")
        page = context.new_page()
        page.goto("/")
        card_of(page, game).get_by_role("button", name="Play against bots").click()
        page.wait_for_selector("main[data-ply]")
        (worker,) = page.workers
        loaded = [(name, size) for place in (page, worker) for name, size in place.evaluate(SIZES)]
        (core,) = [size for name, size in loaded if name.endswith(".wasm")]
        assert 20_000 < core < 100_000
        assert sum(size for name, size in loaded if not name.endswith(".bin")) < 250_000 + 150_000
        context.close()


def test_a_site_without_a_server(chromium: Browser, tmp_path: Path) -> None:
    """A folder on a plain web host, under a path: tables with friends are not offered, everything else is there."""
    write_site(tmp_path / "www" / "games", "/games/")
    with Host(tmp_path / "www") as host:
        context = visit(chromium, f"http://127.0.0.1:{host.port}")
        page = context.new_page()
        page.goto("/games/")
        assert page.get_by_role("button", name="Play with friends").count() == 0
        assert page.get_by_role("button", name="Daily challenge").count() == 0
        stored_on_the_device(page)
        card_of(page, "runaway").get_by_role("button", name="Play against bots").click()
        page.wait_for_selector("main[data-ply]")
        assert "/games/table/own~" in page.url
        steps = len(json.loads((ROOT / "client" / "src" / "games" / "runaway" / "lesson.json").read_text())["steps"])
        page.evaluate(f"localStorage['allaboard.lesson.runaway'] = {steps - 1}")
        page.goto("/games/learn/runaway")
        page.get_by_role("button", name="Play a first game now").click()
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
        stored_on_the_device(page)
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
                page.locator("input[name=language][value=ja]").check()
                page.get_by_text(spoken("ja")("settings-language")).wait_for()
        context.close()


SHORT: dict[str, dict[str, int | tuple[int, ...]]] = {
    "hachi": {"rounds": 1},
    "miyajima": {"destinations_to_end": (1, 1, 1, 1, 1)},
}
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
