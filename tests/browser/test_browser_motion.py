"""With motion on: what a board shows, frame by frame, is what happened."""

import time
from typing import Any

import pytest
from playwright.sync_api import Page

from browser.conftest import BRIEF, Sit
from browser.frames import FACTS, Game, chapters, check, logged, noted, watch
from browser.pages import card_of, until

SEATS = {"runaway": 4, "miyajima": 2, "hachi": 3}
PATIENCE = 240


def watching(sit: Sit, url: str, kind: str) -> tuple[Page, Game]:
    """A spectator with motion on, at a table where one player plays against bots."""
    page = sit((1400, 900), speed="brisk", reduced_motion="no-preference")
    game = Game(url, kind, SEATS[kind], **BRIEF.get(kind, {}))
    page.goto(f"/table/{game.table}")
    page.get_by_text("Seat zero").first.wait_for()
    game.begin()
    page.wait_for_selector("main[data-ply]")
    until(page, "document.querySelector('.layout, .board .sheet') !== null", PATIENCE)
    watch(page, kind)
    return page, game


def to_the_end(page: Page, game: Game) -> None:
    """Wait until everything has happened and has been shown."""
    end = time.monotonic() + PATIENCE
    while not (game.over.is_set() and page.evaluate("() => document.querySelector('dialog[open] .results') !== null")):
        assert time.monotonic() < end, "the game did not end"
        page.wait_for_timeout(50)


def assert_log(page: Page, story: Any) -> None:
    wanted = [chapter.key for chapter in story if not chapter.silent]
    found = logged(page)
    assert found == wanted[-len(found) :]
    assert len(found) > 20


@pytest.mark.parametrize("kind", SEATS)
def test_a_whole_game_is_shown_event_by_event(sit: Sit, url: str, kind: str) -> None:
    page, game = watching(sit, url, kind)
    for _ in range(2):  # at the pace of the board
        until(page, "document.querySelector('main').dataset.busy === 'false'", PATIENCE)
        game.allow(1)
        page.wait_for_timeout(100)
    game.allow(10_000)  # and then faster than it can be shown
    to_the_end(page, game)
    story = list(chapters(url, game.table))
    check(kind, story, noted(page))
    assert_log(page, story)
    go_back_in_the_replay(page, kind, game.table, story)


def go_back_in_the_replay(page: Page, kind: str, table: str, story: Any) -> None:
    """A step back in the middle of a story shows the table as it was, and nothing changes afterwards."""
    after = {int(chapter.key.split(".")[0]): chapter.after for chapter in story}
    told = sorted({int(chapter.key.split(".")[0]) for chapter in story if not chapter.silent})
    page.goto(f"/replay/{table}?move=0")
    until(page, "document.querySelector('.layout, .board .sheet') !== null", PATIENCE)
    page.keyboard.press("ArrowRight")  # a deal, which has no line in the log, is part of the first move
    until(page, f"document.querySelector('main').dataset.move === '{told[0]}'")
    until(page, IDLE, PATIENCE)
    assert page.evaluate(FACTS[kind]) == after[told[0]]
    page.keyboard.press("ArrowLeft")
    until(page, "document.querySelector('main').dataset.move === '0'")
    for move in (told[len(told) // 3], told[len(told) // 2], told[-3]):
        page.goto(f"/replay/{table}?move={move}")
        until(page, "document.querySelector('main')?.dataset.busy === 'false'", PATIENCE)
        until(page, "document.querySelector('.layout, .board .sheet') !== null", PATIENCE)
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(200)
        page.keyboard.press("ArrowLeft")
        for _ in range(8):
            assert page.evaluate("() => document.querySelector('main').dataset.move") == str(move)
            assert page.evaluate(FACTS[kind]) == after[move], f"after step {move}"
            page.wait_for_timeout(80)


@pytest.mark.parametrize("kind", ["runaway", "hachi"])
def test_a_game_on_the_device_begins_with_its_first_event(sit: Sit, kind: str) -> None:
    page = sit((1400, 900), name="Aki", speed="brisk", reduced_motion="no-preference", device=True)
    page.goto("/")
    watch(page, kind)
    card_of(page, kind).get_by_role("button", name="Play against bots").click()
    until(page, "document.querySelector('main[data-ply]')?.dataset.busy === 'true'", PATIENCE)
    until(page, IDLE, PATIENCE)
    notes, log = noted(page), logged(page)
    assert log
    assert not page.get_by_label("Say something").count(), "nobody there could read it"
    assert sorted({note["log"][0] for note in notes}) == list(range(len(log) + 1)), "one event after the other"
    if kind == "runaway":
        assert any(scene.startswith("roll speed") for note in notes for scene in note["scene"])
        assert len(log) > 2
    else:
        sizes = {sum(note["facts"]["hands"]) for note in notes}
        assert {0, 8, 16, 24} <= sizes, "the cards are dealt one by one"


HIDE = """(hidden) => {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden })
  document.dispatchEvent(new Event('visibilitychange'))
}"""


BUSY = "document.querySelector('main').dataset.busy === 'true'"
IDLE = "document.querySelector('main').dataset.busy === 'false'"


@pytest.mark.parametrize("kind", SEATS)
def test_nothing_is_lost_or_repeated_in_a_hidden_tab_or_after_a_lost_connection(sit: Sit, url: str, kind: str) -> None:
    page, game = watching(sit, url, kind)
    game.allow(2)
    until(page, BUSY, PATIENCE)
    page.evaluate(HIDE, True)
    until(page, IDLE, PATIENCE)
    page.evaluate(HIDE, False)
    lines = page.evaluate("window.lines.length")
    page.context.set_offline(True)  # no new connection, so what happens meanwhile is missed
    page.evaluate("window.lines.at(-1).close()")
    game.allow(2)
    page.wait_for_timeout(1500)
    page.context.set_offline(False)
    game.allow(10_000)  # the missed steps are requested while the game goes on
    until(page, f"window.lines.length > {lines} && document.querySelector('main').dataset.line === 'open'", PATIENCE)
    page.wait_for_timeout(1500)
    page.evaluate(HIDE, True)
    to_the_end(page, game)
    story = list(chapters(url, game.table))
    check(kind, story, noted(page), whole=False)
    assert_log(page, story)
    assert page.evaluate(FACTS[kind]) == story[-1].after
