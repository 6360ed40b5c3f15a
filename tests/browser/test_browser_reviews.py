"""The review of a finished game in the browser: the same numbers as in Python, on the server and on the device."""

import httpx
import pytest
from playwright.sync_api import Page, expect

from allaboard import notation
from allaboard.reviews import words
from allaboard.reviews.findings import Review
from allaboard.reviews.review import review
from browser.conftest import Sit
from browser.device import record_of, stored_on_the_device
from browser.pages import DESKTOP, PHONE, against_bots, budget_of, card_of, overflow, play_on, until, violations


def shown(page: Page) -> dict[str, str]:
    """The numbers of the page by their names."""
    page.locator("[data-part]").first.wait_for()
    found: dict[str, str] = page.evaluate(
        "() => Object.fromEntries([...document.querySelectorAll('[data-part]')].map((e) =>"
        " [e.dataset.part, e.textContent.replace('−', '-')]))"
    )
    return found


def said(value: float, unit: str) -> str:
    """An amount as Python writes it; in the browser, zero has no sign."""
    text = words.number(value, unit)
    return text if any(digit in text for digit in "123456789") else text[1:]


def reviewed(text: str, seat: int, budget: int) -> Review:
    """The review of a record by Python."""
    (record,) = notation.read_records(text)
    return review(record, seat, budget=budget)


def right(found: Review) -> dict[str, str]:
    """The numbers that the page must show of a review."""
    (player,) = found.players
    parts = {"luck": player.luck, "own": player.own, "result": player.result - player.expected}
    parts |= {"others": player.others, "hidden": player.hidden}
    return {name: said(value, found.unit) for name, value in parts.items()}


def test_a_game_at_the_server_is_reviewed_one_tap_from_its_end(sit: Sit, url: str) -> None:
    page = sit(DESKTOP, name="Aki", color_scheme="light")
    table = against_bots(page, "runaway", 3)
    play_on([page], "runaway", seed=5)
    page.get_by_role("dialog").get_by_role("link", name="Review").click()
    text = httpx.get(f"{url}/api/games/{table}/record").text
    found = reviewed(text, 0, budget_of(page))
    assert shown(page) == right(found)
    assert not violations(page)
    assert overflow(page) <= 0
    costly = found.players[0].costliest
    assert page.locator("ol li").count() == min(5, len(costly))
    for one, told in zip(page.locator("ol li").all(), costly, strict=False):
        assert one.get_attribute("data-ply") == str(told.ply)
        options = [words.said_of(told, action) for action in (told.played, told.best)]
        assert options == one.locator(".two dd").all_inner_texts()
        assert told.played not in options, "actions are named in the game's words"

    slider = page.get_by_role("slider")
    slider.focus()
    page.keyboard.press("Home")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.locator("p.here").get_by_role("link").click()
    until(page, f"location.pathname + location.search === '/replay/{table}?seat=0&move=3'")
    page.get_by_text("3 /").wait_for()
    page.get_by_role("link", name="Review").click()
    page.locator("svg[role=img]").click(position={"x": 1, "y": 40})
    expect(page.locator("p.here")).to_contain_text("Move 0 of")

    other = sit(PHONE, locale="ja-JP", color_scheme="dark")
    other.goto(f"/review/{table}?seat=1")
    assert shown(other) == right(reviewed(text, 1, budget_of(other)))
    other.get_by_text("期待値との差").wait_for()
    assert not violations(other)
    assert overflow(other) <= 0
    other.goto(f"/review/{table}?seat=6")
    other.get_by_role("alert").wait_for()


GAMES = {"miyajima": 2, "hachi": 3, "runaway": 3}


def amount_of(text: str) -> float:
    """An amount as a number."""
    return float(text.replace("%", "").replace("+", ""))


@pytest.mark.parametrize("game", GAMES)
def test_a_game_on_the_device_is_reviewed_without_a_network(sit: Sit, game: str) -> None:
    page = sit(PHONE, name="Aki", device=True, accept_downloads=True, brief=True)
    page.goto("/")
    stored_on_the_device(page)
    page.context.set_offline(True)
    table = against_bots(page, game, GAMES[game])
    assert table.startswith("own~")
    play_on([page], game, seed=7)
    text = record_of(page)
    page.get_by_role("dialog").get_by_role("link", name="Review").click()
    told = shown(page)
    by_python = reviewed(text, 0, budget_of(page))
    wanted = right(by_python)
    assert told == {name: wanted[name] for name in told}
    parts = [amount_of(told[name]) for name in told if name != "result"]
    last = 10.0 ** -len(told["luck"].partition(".")[2])  # of the last digit that is written
    assert abs(amount_of(told["result"]) - sum(parts)) <= last * (len(parts) + 1) / 2 + 1e-9
    page.get_by_text("Made on this device").wait_for()
    costly = by_python.players[0].costliest
    assert page.locator("ol li").count() == min(5, len(costly))
    for one, found in zip(page.locator("ol li").all(), costly, strict=False):
        options = [words.said_of(found, action) for action in (found.played, found.best)]
        assert options == one.locator(".two dd").all_inner_texts()
        for reason in found.reasons:
            one.get_by_text(reason).wait_for()
    if costly:
        page.get_by_role("link", name="Practise").click()
        page.wait_for_selector("main[data-at] .board, main[data-at] [data-action], main.board-page")


def test_results_are_shown_as_they_come_and_the_work_ends_with_the_page(sit: Sit) -> None:
    page = sit(name="Aki", device=True)
    against_bots(page, "hachi", 3)
    play_on([page], "hachi", seed=7)
    page.evaluate(
        "window.seen = new Set();"
        "new MutationObserver(() => { const one = document.querySelector('progress'); if (one) seen.add(one.value) })"
        ".observe(document.body, { subtree: true, childList: true, attributes: true })"
    )
    workers = len(page.workers)
    with page.expect_worker():
        page.get_by_role("dialog").get_by_role("link", name="Review").click()
    page.get_by_role("link", name="All Aboard: to the front page").click()
    card_of(page, "hachi").wait_for()
    for _ in range(100):
        if len(page.workers) == workers:
            break
        page.wait_for_timeout(100)
    assert len(page.workers) == workers, "the review has ended with its page"
    page.go_back()
    page.locator("[data-part=result]").wait_for()
    assert page.evaluate("seen.size") > 1
    assert page.locator("progress").count() == 0


def test_a_game_whose_core_is_missing_is_reviewed_by_the_server(sit: Sit, url: str) -> None:
    page = sit(DESKTOP, name="Aki", complains="wasm")
    page.context.route("**/*.wasm", lambda route: route.abort())
    table = against_bots(page, "runaway", 3)
    play_on([page], "runaway", seed=5)
    page.get_by_role("dialog").get_by_role("link", name="Review").click()
    assert shown(page) == right(reviewed(httpx.get(f"{url}/api/games/{table}/record").text, 0, budget_of(page)))
    assert page.get_by_text("Made on this device").count() == 0
