"""Accessibility: keyboard, screen readers, small screens, both themes, both languages, and small downloads."""

import json
from pathlib import Path

import pytest

from browser.conftest import Sit
from browser.pages import (
    DESKTOP,
    PHONE,
    ROOT,
    against_bots,
    card_of,
    overflow,
    play_on,
    spoken,
    table_id,
    until,
    violations,
)

GAMES = {"miyajima": 3, "hachi": 4, "runaway": 4}


LOOKS = {
    "desktop by day": {"size": DESKTOP, "color_scheme": "light", "locale": "en-GB"},
    "phone by night": {"size": PHONE, "color_scheme": "dark", "locale": "en-GB"},
    "desktop by night, Japanese": {"size": DESKTOP, "color_scheme": "dark", "locale": "ja-JP"},
    "phone by day, Japanese": {"size": PHONE, "color_scheme": "light", "locale": "ja-JP"},
}


@pytest.mark.parametrize("look", LOOKS)
def test_pages_have_no_violations_and_fit(sit: Sit, look: str) -> None:
    page = sit(name="Aki", **LOOKS[look])
    say = spoken(str(LOOKS[look]["locale"]))

    def check(where: str) -> None:
        assert not violations(page), where
        assert overflow(page) <= 0, where

    for address in ("/", "/rules/hachi", *(f"/learn/{game}" for game in GAMES), "/print/miyajima", "/nowhere"):
        page.goto(address)
        page.wait_for_load_state("networkidle")
        check(address)
    page.goto("/learn/runaway")
    page.get_by_role("button", name=say("rules"), exact=True).click()
    page.locator("dialog [data-clause]").first.wait_for()
    check("the rules, beside the board")
    page.goto("/")
    page.get_by_role("button", name=say("settings")).click()
    check("settings")
    page.keyboard.press("Escape")
    page.get_by_role("button", name=say("play-daily")).first.click()
    page.get_by_role("button", name=say("daily-start")).or_(
        page.get_by_role("button", name=say("daily-goon"))
    ).wait_for()
    check("the daily challenge")
    page.keyboard.press("Escape")
    page.get_by_role("button", name=say("play-friends")).nth(1).click()
    check("a new table")
    page.get_by_role("button", name=say("new-open")).click()
    page.get_by_role("textbox", name=say("lobby-link")).wait_for()
    check("lobby")


IN_SIGHT = """(selector) => {
  const { top, bottom } = document.querySelector(selector).getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight
}"""


@pytest.mark.parametrize("look", ["phone by night", "desktop by night, Japanese"])
@pytest.mark.parametrize("game", GAMES)
def test_the_end_and_the_replay_have_no_violations_and_fit(sit: Sit, game: str, look: str) -> None:
    page = sit(name="Aki", brief=True, **LOOKS[look])
    page.goto("/")
    say = spoken(str(LOOKS[look]["locale"]))
    card_of(page, game).get_by_role("button", name=say("play-bots")).click()
    page.wait_for_selector("main[data-ply]")
    play_on([page], game, seed=99_999_999)
    page.wait_for_selector(".results li")
    assert not violations(page), "the end"
    assert overflow(page) <= 0
    assert page.evaluate(IN_SIGHT, "dialog[open] .primary"), "a rematch is one tap away"
    page.goto(f"/replay/{table_id(page)}?move=9")
    page.get_by_text("9 /").wait_for()
    assert not violations(page), "the replay"
    assert overflow(page) <= 0
    page.goto("/")
    page.get_by_role("heading", name=say("history")).wait_for()
    assert not violations(page), "the player's games"
    assert overflow(page) <= 0


# The parts of a board that are outside the screen. Parts of a picture may be: its frame cuts them off.
OUTSIDE = """() => {
  document.getAnimations()
    .filter((moving) => moving.effect.getComputedTiming().endTime < Infinity)
    .forEach((moving) => moving.finish())
  return [...document.querySelectorAll('.hachi *')]
    .filter((one) => !one.closest('svg') || one.matches('.slot svg'))
    .filter((one) => {
      const box = one.getBoundingClientRect()
      return box.width && (box.left < -1 || box.right > innerWidth + 1)
    })
    .map((one) => one.outerHTML.slice(0, 120))
}"""


def test_five_hands_with_the_memory_aid_fit_on_a_phone(sit: Sit) -> None:
    page = sit(PHONE, name="Aki")
    against_bots(page, "hachi", 5)
    play_on([page], "hachi", plies=120, seed=31_415_926)
    assert overflow(page) <= 0
    outside = page.evaluate(OUTSIDE)
    assert not outside, outside
    assert not violations(page)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("game", GAMES)
def test_boards_have_no_violations_and_fit(sit: Sit, game: str, size: tuple[int, int]) -> None:
    page = sit(size, name="Aki", color_scheme="dark" if size == PHONE else "light")
    against_bots(page, game, GAMES[game])
    play_on([page], game, plies=44 if game == "hachi" else 20)
    assert not violations(page)
    assert overflow(page) <= 0


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


def test_all_pages_are_japanese(sit: Sit) -> None:
    page = sit(PHONE, locale="ja-JP")
    page.goto("/")
    page.wait_for_selector("html[lang=ja]")
    page.get_by_role("button", name="ボットと遊ぶ").first.click()
    page.get_by_role("textbox", name="お名前").fill("ミカ")
    page.keyboard.press("Enter")
    page.wait_for_selector("main[data-ply]")
    play_on([page], "miyajima", plies=8)
    page.get_by_role("button", name="流れとチャット").click()
    told = page.locator(".panel .log").inner_text()
    assert "サイコロ" in told
    assert "loads" not in told


@pytest.mark.parametrize("game", GAMES)
def test_the_first_page_is_a_small_download(sit: Sit, game: str) -> None:
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
    page.goto("/print/miyajima")
    page.get_by_role("heading", name="Fast Train to Miyajima").wait_for()
    paper = page.pdf(prefer_css_page_size=True, print_background=True)
    assert paper.count(b"/Type /Page\n") + paper.count(b"/Type /Page ") + paper.count(b"/Type/Page/") == 1
    page.emulate_media(media="print")
    assert not page.get_by_role("button", name="Print").is_visible()
    until(page, "getComputedStyle(document.documentElement).backgroundColor === 'rgb(255, 255, 255)'")


# What a lesson asks for, and the buttons for it, that are not completely between the coach and the end of the screen.
HIDDEN = """(name) => {
  const top = document.querySelector('section.coach').getBoundingClientRect().bottom
  const marked = [...document.querySelectorAll(`main [aria-label*="${name}"]`)]
  const buttons = [...document.querySelectorAll('.board-room .hand .button, .board-room .bar .act')]
  return [...marked, ...buttons].filter((one) => {
    const box = one.getBoundingClientRect()
    return box.width && (box.top < top || Math.min(box.bottom, box.top + 60) > innerHeight)
  }).map((one) => one.outerHTML.slice(0, 120))
}"""


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_marks_what_to_tap_and_shows_it(sit: Sit, game: str) -> None:
    page = sit((360, 640), name="Aki", has_touch=True)
    page.goto(f"/learn/{game}")
    page.get_by_role("button", name="Back").wait_for()
    marked, after = page.get_by_role("button", name="choose this now"), page.get_by_role("button", name="Next")
    for _ in range(40):
        marked.or_(after).first.wait_for()  # the board may be loaded later than the coach
        if marked.count():
            break
        if after.count():  # not while the board shows the events before this step
            after.click()
    else:
        raise AssertionError("nothing was marked")
    until(page, f"({HIDDEN})('choose this now').length === 0")


CUT_OFF = """() => [...document.querySelectorAll('.traveller .name, .other .name')]
  .filter((name) => name.clientWidth && name.scrollWidth > name.clientWidth + 1)
  .map((name) => name.textContent)"""


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_ends_with_an_offer_to_play(sit: Sit, game: str) -> None:
    page, say = sit((360, 640), name="Aki", has_touch=True, locale="ja-JP"), spoken("ja")
    steps = len(json.loads((ROOT / "client" / "src" / "games" / game / "lesson.json").read_text())["steps"])
    page.add_init_script(f"localStorage['allaboard.lesson.{game}'] = {steps - 1}")
    page.goto(f"/learn/{game}")
    page.locator(".bye").wait_for()
    assert overflow(page) <= 0
    page.locator("main .layout, main .board").first.wait_for()
    assert page.evaluate(CUT_OFF) == []
    begin = page.get_by_role("button", name=say("learn-play"))
    box = begin.bounding_box()
    assert box
    assert box["height"] < 60, "on one line"
    begin.click()
    page.wait_for_selector("main[data-ply]")


@pytest.mark.parametrize("size", [(1280, 800), (360, 640)], ids=["desktop", "phone"])
def test_a_lesson_that_is_opened_again_shows_what_it_asks_for(sit: Sit, size: tuple[int, int]) -> None:
    page = sit(size, name="Aki")
    lesson = json.loads((ROOT / "client" / "src" / "games" / "runaway" / "lesson.json").read_text())
    asked = [step["expect"] for step in lesson["steps"]]
    for wanted in ("cards none", "stay"):
        page.goto("/rules/runaway")
        page.evaluate(f"localStorage['allaboard.lesson.runaway'] = {asked.index(wanted, 3)}")
        page.goto("/learn/runaway")
        page.locator(f"[data-wanted='{wanted}'] .hint-badge.best").wait_for()
        until(page, f"({HIDDEN})('choose this now').length === 0", 5)
    # The question whether to jump covers the hand, and not the board.
    question, players = page.locator(".decide").bounding_box(), page.locator(".travellers").bounding_box()
    assert question
    assert players
    assert question["y"] >= players["y"] + players["height"] - 4


def test_the_board_of_a_lesson_is_never_behind_its_coach(sit: Sit) -> None:
    page = sit(name="Aki", speed="normal", reduced_motion="no-preference")
    steps = json.loads((ROOT / "client" / "src" / "games" / "runaway" / "lesson.json").read_text())["steps"]
    page.add_init_script("localStorage['allaboard.lesson.runaway'] ??= 13")
    page.goto("/learn/runaway")
    page.locator(".layout[data-position]").wait_for()
    for at in (13, 14):
        shown = steps[at]["view"]["scores"]
        page.get_by_role("button", name="Next").click()
        points = "[...document.querySelectorAll('.traveller')].map(({ dataset }) => +dataset.points).join()"
        until(page, f"{points} === '{','.join(map(str, shown))}'", 1.5)


def test_no_line_of_the_rules_is_wider_than_a_phone(sit: Sit) -> None:
    page = sit((360, 640), name="Aki")
    for game in GAMES:
        page.goto(f"/rules/{game}")
        page.locator("[data-clause]").first.wait_for()
        assert overflow(page) <= 0, game
