"""Whole games with a real mouse, a finger or only a keyboard. Everything that the server offers can be pressed."""

import pytest
from playwright.sync_api import Page

from browser.conftest import Sit
from browser.hands import Finger, Hands, Keys
from browser.pages import PHONE, against_bots, results, standing, until

SEATS = {"miyajima": 2, "hachi": 3, "runaway": 3}


@pytest.mark.parametrize("game", SEATS)
def test_a_whole_game_with_a_mouse(sit: Sit, game: str) -> None:
    page = sit(name="Aki")
    hands = Hands(page, game)
    against_bots(page, game, SEATS[game])
    assert hands.play_on() > 5
    assert results(page) == (hands.over["scores"], hands.over["ranks"])


@pytest.mark.parametrize("game", SEATS)
def test_a_whole_game_with_a_finger(sit: Sit, game: str) -> None:
    page = sit(PHONE, name="Bea", has_touch=True, is_mobile=True, brief=True)
    hands = Finger(page, game, seed=2)
    against_bots(page, game, SEATS[game])
    assert hands.play_on() > 5
    assert results(page) == (hands.over["scores"], hands.over["ranks"])


@pytest.mark.parametrize("game", SEATS)
def test_a_whole_game_by_keyboard_alone(sit: Sit, game: str) -> None:
    page = sit(name="", brief=True)
    keys = Keys(page, game, seed=3)
    page.goto("/")
    page.get_by_role("button", name="Play against bots").nth(2).wait_for()
    press_to(page, "Solo" if game == "miyajima" else "Play against bots", {"hachi": 1, "runaway": 2}.get(game, 0))
    page.keyboard.press("Enter")
    page.keyboard.type("Kei")
    page.keyboard.press("Enter")
    page.wait_for_selector("main[data-ply]")
    assert keys.play_on() > 5
    results(page)
    press_to(page, "More …")
    page.keyboard.press("Enter")
    press_to(page, "Replay")
    page.keyboard.press("Enter")
    page.get_by_role("region", name="Replay").wait_for()
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    until(page, "/move=[1-9]/.test(location.search)")


def test_the_focus_stays_in_the_game(sit: Sit) -> None:
    page = sit(name="Kei")
    keys = Keys(page, "hachi")
    against_bots(page, "hachi", 3)
    for _ in range(6):
        until(page, "document.querySelector('.hand .gap, .hand .slot.up, .bar [data-action=pass]')")
        ply = keys.position["ply"]
        keys.do(keys.choose([action["text"] for action in keys.position["actions"]]))
        until(page, f"document.querySelector('main.table').dataset.ply !== '{ply}'")
        until(page, "document.querySelector('.bar .act')")
        if standing(page)["phase"] == "playing":
            until(page, "document.activeElement.closest('.hand, .bar')")


def press_to(page: Page, name: str, which: int = 0) -> None:
    """Tab until something of this name has the focus, the first or a later one."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement?.textContent?.trim()") == name:
            if not which:
                return
            which -= 1
    raise AssertionError(f"Tab never comes to {name}")
