"""The player's face and colour: chosen once, stored on the device, seen by everybody, and used again in a rematch."""

import re

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Sit
from browser.pages import against_bots, open_table, play_on, until

BODY = "path"  # the first path of a face is the front of the train


def painted(page: Page, where: str) -> str | None:
    """The colour of the first face in a place."""
    return page.locator(f"{where} svg {BODY}").first.get_attribute("fill")


def choose(page: Page, colour: str) -> None:
    page.get_by_role("group", name="Colour").get_by_role("radio", name=colour).check()


def test_a_face_is_kept_and_everybody_in_the_lobby_sees_it(sit: Sit) -> None:
    host = sit(name="Aki")
    host.goto("/")
    host.get_by_role("button", name="Settings").click()
    choose(host, "Green")
    host.keyboard.press("Escape")
    open_table(host, "runaway", 3)
    until(host, "document.querySelector('.seats li.you svg path')")
    green = painted(host, ".seats li.you")
    guest = sit(name="Ben")
    guest.goto(host.url)
    guest.get_by_role("button", name=re.compile("Sit down|Join")).click()
    until(guest, "document.querySelectorAll('.seats li svg').length === 2")
    assert painted(guest, ".seats li:nth-child(1)") == green
    given = painted(guest, ".seats li.you")
    guest.get_by_role("button", name="Change your train").first.click()
    choose(guest, "Orange")
    guest.keyboard.press("Escape")
    expect(guest.locator(f".seats li.you svg {BODY}").first).not_to_have_attribute("fill", given or "")
    orange = painted(guest, ".seats li.you")
    assert orange != green
    expect(host.locator(f".seats li:nth-child(2) svg {BODY}").first).to_have_attribute("fill", orange or "")
    guest.reload()
    expect(guest.locator(f".seats li.you svg {BODY}").first).to_have_attribute("fill", orange or "")


@pytest.mark.parametrize("device", [True, False], ids=["on the device", "at the server"])
def test_the_chosen_colour_is_used_on_the_board_and_in_the_rematch(sit: Sit, device: bool) -> None:
    page = sit(name="Aki", device=device)
    page.goto("/")
    page.get_by_role("button", name="Settings").click()
    choose(page, "Purple")
    page.keyboard.press("Escape")
    against_bots(page, "runaway", 3)
    mine = ".traveller:has(.name.you)"
    until(page, f"document.querySelector('{mine}')?.getAttribute('style').includes('purple')")
    others = page.locator(".traveller:not(:has(.name.you))").evaluate_all("all => all.map((one) => one.style.cssText)")
    assert len(others) == 2
    assert not any("purple" in style for style in others)
    play_on([page], "runaway", seed=3)
    page.get_by_role("dialog").get_by_role("button", name="Rematch").click()
    until(page, f"document.querySelector('{mine}')?.dataset.seat === '2'")
    assert "purple" in (page.locator(mine).get_attribute("style") or "")
    again = page.locator(".traveller:not(:has(.name.you))").evaluate_all("all => all.map((one) => one.style.cssText)")
    assert sorted(again) == sorted(others), "everybody has kept their colour"
