"""Practice: costly decisions again, games that continue from a position, puzzles, and the player's progress."""

import csv
import json
import re
from collections import Counter
from datetime import date

import httpx
import pytest
from playwright.sync_api import Page, expect

from allaboard import notation
from allaboard.game import load
from allaboard.reviews.findings import Decision
from allaboard.reviews.puzzles import Puzzle, shipped
from allaboard.reviews.review import review
from browser.conftest import Sit
from browser.hands import Hands
from browser.pages import DESKTOP, PHONE, against_bots, budget_of, overflow, play_on, standing, until, violations


def coach(page: Page, right: bool | None) -> None:
    """Wait until the answer on the page is right, or wrong, or not there."""
    what = ":not([data-right])" if right is None else f"[data-right={str(right).lower()}]"
    page.locator(f"section.coach{what}").wait_for()


def is_right(one: Decision, action: str) -> bool:
    option = next(option for option in one.options if option.action == action)
    return one.options[0].value - option.value <= 2 * option.error


def reviewed(page: Page, url: str, game: str, seats: int, seed: int) -> tuple[notation.GameRecord, list[Decision]]:
    """Play a game, open its review, and return the decisions to practise. A slow device may find none."""
    table = against_bots(page, game, seats)
    play_on([page], game, seed=seed)
    (record,) = notation.read_records(httpx.get(f"{url}/api/games/{table}/record").text)
    page.get_by_role("dialog").get_by_role("link", name="Review").click()
    (player,) = review(record, 0, budget=budget_of(page)).players
    return record, player.costliest[:3]


@pytest.mark.parametrize(("game", "seats"), [("runaway", 3), ("hachi", 3)])
def test_the_costliest_decisions_are_practised_without_spoilers(sit: Sit, url: str, game: str, seats: int) -> None:
    page = sit(PHONE if game == "hachi" else DESKTOP, name="Aki")
    for seed in range(5, 11):
        record, costly = reviewed(page, url, game, seats, seed)
        if costly:
            break
    assert costly, "nothing to practise in six games of a careless player"
    steps = list(notation.replay(record))

    page.get_by_role("link", name="Practise the costliest decisions").click()
    hands = Hands(page, game)
    for number, one in enumerate(costly, 1):
        page.get_by_text(f"Position {number} of {len(costly)}").wait_for()
        coach(page, None)
        asked = page.locator("section.coach").inner_text()
        assert "costs" not in asked
        assert "better" not in asked
        assert {option.action for option in one.options} == set(load(game).menu(steps[one.ply].before, 0))
        assert not is_right(one, one.played)
        assert hands.do(one.played)
        coach(page, False)
        page.locator("[data-worlds]").wait_for()
        assert one.played in page.locator("section.coach .bad").inner_text()
        if number == 1:
            assert not violations(page)
            assert overflow(page) <= 0
            if page.get_by_role("button", name="Show a position where your choice does badly").count():
                page.get_by_role("button", name="Show a position where your choice does badly").click()
                page.get_by_text("Here you end with").wait_for()
                page.get_by_role("button", name="Back to the position").click()
        page.get_by_role("button", name="Show what is better").click()
        page.get_by_text(f"The best choice is {one.best}.").wait_for()
        page.get_by_role("button", name="Try again").click()
        coach(page, None)
        assert hands.do(one.best)
        coach(page, True)
        if number < len(costly):
            page.get_by_role("button", name="Next").click()

    page.get_by_role("button", name="Play on from here").click()
    until(page, "location.pathname.startsWith('/table/own~')")
    page.wait_for_selector("main[data-ply]")
    play_on([page], game)
    assert standing(page)["phase"] == "over"


def test_a_replay_goes_on_from_any_move(sit: Sit, url: str) -> None:
    page = sit(DESKTOP, name="Aki")
    table = against_bots(page, "runaway", 3)
    play_on([page], "runaway", seed=5)
    replay = httpx.get(f"{url}/api/games/{table}/replay", params={"seat": 1}).json()
    move = next(k for k, step in enumerate(replay["steps"]) if k > 8 and step["view"]["phase"] == "jumping")
    page.goto(f"/replay/{table}?seat=1&move={move + 1}")
    page.get_by_role("button", name="Play on from here").click()
    until(page, "location.pathname.startsWith('/table/own~')")
    page.wait_for_selector("main[data-ply]")
    play_on([page], "runaway")
    page.get_by_role("dialog").get_by_role("link", name="Review").click()
    page.get_by_role("alert").get_by_text("continued from a position").wait_for()


def solve(page: Page, one: Puzzle, action: str) -> None:
    """Answer the puzzle that is on the page."""
    page.locator("section.coach").wait_for()
    assert Hands(page, one.game).do(action)


@pytest.mark.parametrize("game", ["miyajima", "hachi", "runaway"])
def test_the_puzzle_of_the_day_is_the_same_for_all(sit: Sit, game: str) -> None:
    page = sit(PHONE if game == "runaway" else DESKTOP, name="Aki")
    page.clock.set_fixed_time("2030-03-04T09:00:00Z")
    page.goto("/puzzles")
    daily = page.locator(f"li[data-game={game}]").get_by_role("link", name="Puzzle of the day")
    daily.wait_for()
    assert not violations(page)
    assert overflow(page) <= 0
    daily.click()
    all_of_them = shipped(game)
    today = all_of_them[(date(2030, 3, 4) - date(1970, 1, 1)).days % len(all_of_them)]
    solve(page, today, today.right[0])
    coach(page, True)
    assert not re.search(r"\bSeat \d", page.get_by_role("main").inner_text()), "everybody has a name"
    assert overflow(page) <= 0
    page.get_by_role("main").get_by_role("link", name="Puzzles").click()
    page.get_by_text("1 day in a row").wait_for()
    expect(page.locator(f"li[data-game={game}]").get_by_role("link", name="Puzzle of the day")).to_contain_text("✓")

    page.locator(f"li[data-game={game}]").get_by_role("link", name="More puzzles").click()
    other = next(one for one in all_of_them if one != today)
    wrong = next(option.action for option in reversed(other.options) if option.action not in other.right)
    solve(page, other, wrong)
    coach(page, False)
    page.get_by_role("button", name="Next").click()
    coach(page, None)


def test_own_mistakes_come_back_and_progress_is_shown_and_saved(sit: Sit, url: str) -> None:
    page = sit(PHONE, name="Aki", accept_downloads=True)
    table = against_bots(page, "runaway", 3)
    play_on([page], "runaway", seed=5)
    page.goto("/puzzles")
    page.get_by_text("its mistakes come back here").wait_for()
    page.goto("/progress")
    page.get_by_text("No game of yours has been reviewed").wait_for()
    page.get_by_role("button", name="Review one more game").click()
    page.locator("section[data-group=runaway]").wait_for()
    assert not violations(page)
    assert overflow(page) <= 0
    (record,) = notation.read_records(httpx.get(f"{url}/api/games/{table}/record").text)
    (player,) = review(record, 0).players
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as CSV").click()
    (row,) = csv.DictReader(saved.value.path().read_text().splitlines())
    assert row["id"] == table
    assert float(row["without_luck"]) == pytest.approx(player.result - player.expected - player.luck, abs=1e-5)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as JSON").click()
    told = json.loads(saved.value.path().read_text())
    wrong = [one for one in player.costliest if one.verdict != "inaccuracy"][:5]
    assert len(told["mistakes"]) == len(wrong)
    counts = Counter(one.kind for one in player.decisions)
    assert {kind: one["count"] for kind, one in told["reviews"][0]["kinds"].items()} == counts

    page.goto("/puzzles")
    page.get_by_role("link", name="Practise them").click()
    coach(page, None)
    assert Hands(page, "runaway").do(wrong[0].best)
    coach(page, True)
    kept = page.evaluate("() => JSON.parse(localStorage['allaboard.mistakes'])")
    assert sum(one["card"]["reps"] for one in kept) == 1
