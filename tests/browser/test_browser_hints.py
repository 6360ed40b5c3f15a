"""Hints: shown on the options themselves, with the best one marked and named, if the table allows them."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page

from browser.conftest import Sit
from browser.pages import (
    DESKTOP,
    PHONE,
    against_bots,
    open_table,
    overflow,
    play_on,
    standing,
    todays_challenge,
    until,
    violations,
)

GAMES = {"miyajima": 2, "hachi": 3, "runaway": 3}
COMPILING = 400  # seconds: on a new machine expert is compiled first


def advice_to(page: Page) -> list[dict[str, Any]]:
    """All hints that the page receives."""
    heard: list[dict[str, Any]] = []

    def frame(data: str | bytes) -> None:
        message = json.loads(data)
        if message["type"] == "advice":
            heard.append(message)

    page.on("websocket", lambda socket: socket.on("framereceived", frame))
    return heard


def badges(page: Page) -> int:
    return page.locator("main .hint-badge").count()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("game", GAMES)
def test_options_show_what_expert_expects(sit: Sit, game: str, size: tuple[int, int]) -> None:
    page = sit(size, name="Aki", color_scheme="dark" if size == PHONE else "light")
    heard = advice_to(page)
    against_bots(page, game, GAMES[game])
    until(page, "document.querySelector('main [data-action], .slot.up, .cards [aria-disabled=false]')")
    assert badges(page) == 0, "hints are shown on request only"
    page.keyboard.press("?")
    until(page, "document.querySelector('main .hint-badge')", COMPILING)
    first = heard[-1]
    best = max(hint["value"] for hint in first["hints"])
    shown = str(round(best if first["expects"] == "score" else 100 * best))
    starred = page.locator("main .hint-badge.best")
    assert starred.count() >= 1
    for text in starred.evaluate_all("(all) => all.map((one) => one.dataset.hint)"):
        assert text.removesuffix("%") == f"★{shown}", "the best has a star, not a colour alone"
    assert page.locator("main [aria-label*='best: ']").count() >= 1, "and its name says so"
    assert not violations(page)
    assert overflow(page) <= 0

    page.get_by_role("button", name="Hints").click()
    assert badges(page) == 0
    page.get_by_role("button", name="Hints").click()
    until(page, "document.querySelector('main .hint-badge')")
    for seed in range(987_654_321, 987_654_351):
        if heard[-1]["ply"] > first["ply"]:
            return
        play_on([page], game, plies=int(standing(page)["ply"]) + 1, seed=seed)
        page.wait_for_timeout(400)  # give a person time to look at them
    raise AssertionError("while hints are on, every decision is asked about")


def test_friends_have_hints_only_if_their_host_allows_them(sit: Sit) -> None:
    host, friend = sit(name="Aki"), sit(PHONE, name="Bea")
    open_table(host, "miyajima", 2)
    start_together(host, friend)
    for page in (host, friend):
        assert page.get_by_role("button", name="Hints").count() == 0
    host.keyboard.press("?")
    host.wait_for_timeout(300)
    assert badges(host) == 0

    open_table(host, "miyajima", 2, hints=True)
    start_together(host, friend)
    host.get_by_role("button", name="Hints").click()
    until(host, "document.querySelectorAll('main .hint-badge').length === 3", COMPILING)
    assert badges(friend) == 0, "only the player who asked gets hints"


def start_together(host: Page, friend: Page) -> None:
    friend.goto(host.url)
    friend.get_by_role("button", name="Sit down").click()
    host.get_by_text("Bea").wait_for()
    host.get_by_role("button", name="Start").click()
    for page in (host, friend):
        page.wait_for_selector("main[data-ply]")


def test_hints_have_japanese_labels(sit: Sit) -> None:
    page = sit(name="ミカ", locale="ja-JP")
    page.goto("/")
    page.get_by_role("button", name="ひとりで").click()
    page.get_by_role("button", name="ヒント").click()
    until(page, "document.querySelector('main .hint-badge')", COMPILING)
    assert page.locator("main [aria-label*='最善：見込み']").count() >= 1


def test_the_daily_challenge_has_no_hints(sit: Sit) -> None:
    page = sit(name="Aki")
    todays_challenge(page)
    assert page.get_by_role("button", name="Hints").count() == 0
