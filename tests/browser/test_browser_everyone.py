"""For everyone: keyboard alone, screen readers, small screens, both themes, both languages; and light to load."""

from pathlib import Path

import pytest
from playwright.sync_api import Page

from browser.conftest import Sit
from browser.pages import DESKTOP, PHONE, against_bots, open_table, overflow, play_on, standing, until, violations

GAMES = {"miyajima": 3, "hachi": 4, "runaway": 4}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_pages_have_no_violations_and_fit(sit: Sit, size: tuple[int, int], scheme: str) -> None:
    page = sit(size, name="Aki", color_scheme=scheme)
    for address in ("/", "/rules/hachi", "/learn/miyajima", "/print", "/nowhere"):
        page.goto(address)
        page.wait_for_load_state("networkidle")
        assert not violations(page), address
        assert overflow(page) <= 0, address
    page.goto("/")
    page.get_by_role("button", name="Settings").click()
    assert not violations(page), "settings"
    page.keyboard.press("Escape")
    open_table(page, "hachi", 4)
    assert not violations(page), "lobby"
    assert overflow(page) <= 0, "lobby"


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("game", GAMES)
def test_boards_have_no_violations_and_fit(sit: Sit, game: str, size: tuple[int, int]) -> None:
    page = sit(size, name="Aki", color_scheme="dark" if size == PHONE else "light")
    against_bots(page, game, GAMES[game])
    play_on([page], game, plies=44 if game == "hachi" else 20)
    assert not violations(page)
    assert overflow(page) <= 0


def test_a_whole_game_by_keyboard_alone(sit: Sit) -> None:
    page = sit(name="")
    page.goto("/")
    press_to(page, "Solo")
    page.keyboard.press("Enter")
    page.keyboard.type("Kei")
    page.keyboard.press("Enter")
    page.wait_for_selector("main[data-ply]")
    for _ in range(400):
        if standing(page)["phase"] == "over":
            break
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        page.wait_for_timeout(30)
    assert standing(page)["phase"] == "over"
    page.get_by_role("dialog").get_by_role("heading", name="points").wait_for()
    page.keyboard.press("Escape")
    press_to(page, "Replay")
    page.keyboard.press("Enter")
    page.get_by_role("region", name="Replay").wait_for()
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    until(page, "/move=[1-9]/.test(location.search)")


def press_to(page: Page, name: str) -> None:
    """Tab until something of this name has the focus."""
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement.textContent.trim()") == name:
            return
    raise AssertionError(f"{name} cannot be reached by Tab")


def test_what_happens_is_announced(sit: Sit) -> None:
    page = sit(name="Aki")
    against_bots(page, "miyajima", 2)
    play_on([page], "miyajima", plies=6)
    until(page, "document.querySelector('[data-announcer]')?.textContent.length > 10")
    assert page.locator("[data-announcer]").get_attribute("aria-live") == "polite"


def test_an_unavailable_option_is_explained_with_its_clause(sit: Sit) -> None:
    page = sit(name="Aki")
    page.goto("/")
    page.get_by_role("button", name="Solo").click()
    page.get_by_role("button", name="Roll the red die").click()
    page.locator("[data-action^='load red']").first.wait_for()
    page.locator("path.empty[data-train='blue fast']").first.click()
    page.get_by_role("button", name="Rule M4").click()
    page.locator("[data-clause=M4].wanted").wait_for()


def test_japanese_is_spoken_everywhere(sit: Sit) -> None:
    page = sit(PHONE, locale="ja-JP")
    page.goto("/")
    assert page.locator("html").get_attribute("lang") == "ja"
    page.get_by_role("button", name="ボットと遊ぶ").first.click()
    page.get_by_role("textbox", name="お名前").fill("ミカ")
    page.keyboard.press("Enter")
    page.wait_for_selector("main[data-ply]")
    play_on([page], "miyajima", plies=8)
    page.get_by_role("button", name="流れとチャット").click()
    told = page.get_by_role("log").inner_text()
    assert "サイコロ" in told
    assert "loads" not in told


@pytest.mark.parametrize("game", GAMES)
def test_the_first_load_is_light(sit: Sit, game: str) -> None:
    page = sit(name="Aki")
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    sizes: list[float] = []
    line.on("Network.loadingFinished", lambda said: sizes.append(said["encodedDataLength"]))
    page.goto("/")
    page.wait_for_load_state("networkidle")
    front = sum(sizes)
    assert 10_000 < front < 250_000, f"the front page takes {front:.0f} bytes"
    against_bots(page, game, GAMES[game])
    page.wait_for_load_state("networkidle")
    assert sum(sizes) < 250_000, f"the front page and a table of {game} take {sum(sizes):.0f} bytes"


def test_the_sheet_prints_on_one_page(sit: Sit, tmp_path: Path) -> None:
    page = sit(name="Aki", color_scheme="dark")
    page.goto("/print")
    page.get_by_role("heading", name="Fast Train to Miyajima").wait_for()
    paper = page.pdf(prefer_css_page_size=True, print_background=True)
    assert paper.count(b"/Type /Page\n") + paper.count(b"/Type /Page ") + paper.count(b"/Type/Page/") == 1
    page.emulate_media(media="print")
    assert not page.get_by_role("button", name="Print").is_visible()
    assert page.evaluate("() => getComputedStyle(document.documentElement).backgroundColor") == "rgb(255, 255, 255)"
