"""On a phone: every decision is on the screen with its button, and nothing is cut off."""

import json
import re
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, WebSocketRoute

from browser.conftest import Sit
from browser.pages import against_bots, open_table, play_on, until
from server.serving import open_table as seats_at

SMALL, TALL = (360, 640), (390, 844)
WHOLE = 100_000  # plies: to the end
FEWEST = {"miyajima": 2, "hachi": 3, "runaway": 3}
MOST = {"miyajima": 8, "hachi": 5, "runaway": 6}
LONG = "Wilhelmina Montgomery-W"
JsonDict = dict[str, Any]

# The defects of the page: controls of the decision that are outside the screen or covered, and parts of a player's card
# that are outside of it.
WRONG = """() => {
  const found = []
  document.getAnimations()
    .filter((moving) => moving.effect.getComputedTiming().endTime < Infinity)
    .forEach((moving) => moving.finish())
  const say = (what, it) => found.push(`${what}: ${it.outerHTML.replace(/<!--.*?-->/g, '').slice(0, 150)}`)
  const wide = document.documentElement.scrollWidth - innerWidth
  if (wide > 0) found.push(`the page is ${wide} px too wide`)
  const main = document.querySelector('main.table')
  if (!main || document.querySelector('dialog[open]')) return found
  const controls = `[data-action], .hand .slot.up button, .hand .gap, .bar button, .cards button[aria-disabled=false],
    .hand .line button, .decide button`
  for (const one of main.querySelectorAll(controls)) {
    const box = one.getBoundingClientRect()
    if (!box.width) continue
    if (box.left < -1 || box.right > innerWidth + 1 || box.top < -1 || box.bottom > innerHeight + 1) {
      say(`out of sight (${[box.left, box.top, box.right, box.bottom].map(Math.round)})`, one)
      continue
    }
    if (!one.matches('button.button, button.act, button.choice')) continue
    const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
    if (hit && !one.contains(hit) && !hit.closest('.message')) say(`under ${hit.outerHTML.slice(0, 60)}`, one)
  }
  for (const card of main.querySelectorAll('.rival, .traveller, .other, .bench .me, .board > .own')) {
    const room = card.getBoundingClientRect()
    for (const one of card.querySelectorAll('*')) {
      const box = one.getBoundingClientRect()
      if (one.closest('.sr-only, svg > *, .asset > *, .pending, .mini') || box.width <= 1) continue
      if (getComputedStyle(one).clipPath !== 'none') continue // for screen readers
      if (box.left < room.left - 1 || box.right > room.right + 1) say('sticks out', one)
      else if (box.top < room.top - 1 || box.bottom > room.bottom + 1) say('sticks out below or above', one)
    }
  }
  return found
}"""

# Checks every change of the page.
WATCH = """() => {
  window.wrong = new Map()
  const look = () => {
    const { ply } = document.querySelector('main').dataset
    for (const one of (WRONG)()) if (!window.wrong.has(one)) window.wrong.set(one, ply)
  }
  const everything = { subtree: true, childList: true, attributes: true }
  new MutationObserver(look).observe(document.body, everything)
  look()
}"""


def told_wrong(page: Page) -> list[str]:
    """The defects since the checks began."""
    found: list[str] = page.evaluate("() => [...window.wrong].map(([what, ply]) => `ply ${ply}: ${what}`)")
    return found


def change_messages(page: Page, change: Callable[[JsonDict], list[JsonDict] | None]) -> None:
    """Change the messages of the server, and add some: it would take many games until such tables appear."""

    def connect(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def pass_on(data: str | bytes) -> None:
            message = json.loads(data)
            more = change(message) or []
            for one in (message, *more):
                line.send(json.dumps(one))

        server.on_message(pass_on)

    page.route_web_socket(re.compile("/socket"), connect)


def crowd(game: str, message: JsonDict) -> None:
    """Give everybody a long name and all possible marks."""
    if message["type"] in ("table", "welcome"):
        for seat, player in enumerate(message["table"]["players"]):
            if player:
                player["name"] = f"{LONG}{seat}"
    if message["type"] == "position":
        message |= {"undo": True, "clock_ms": 600_000}  # everything that the bar above the board can contain
        MARK[game](message, message["view"])


def mark_miyajima(message: JsonDict, view: JsonDict) -> None:
    others = [seat for seat in range(view["seats"]) if seat != view["viewer"]]
    view["scores"] = [score + 100 for score in view["scores"]]
    view["idle"] = others[::2]
    message["decided"] = others


def mark_hachi(message: JsonDict, view: JsonDict) -> None:
    """All have passed, and one player after the other leads the round and has cleared the field."""
    if view["phase"] == "over":
        return
    view["passes"] = view["seats"]
    view["leader"] = view["cleared_by"] = message["ply"] // 5 % view["seats"]
    if message["ply"] % 7 == 0:
        view["held"] = [held if seat == view["viewer"] else 0 for seat, held in enumerate(view["held"])]


def mark_runaway(message: JsonDict, view: JsonDict) -> None:
    view["scores"] = [score + 180 for score in view["scores"]]
    view["gained"] = [24] * view["seats"]
    view["cancelled"] = list(range(0, view["seats"], 2))
    message["may_call"] = True


MARK = {"miyajima": mark_miyajima, "hachi": mark_hachi, "runaway": mark_runaway}


@pytest.mark.parametrize(
    ("size", "seats", "plies"),
    [
        pytest.param(SMALL, MOST, WHOLE, id="small, many"),
        pytest.param(SMALL, FEWEST, WHOLE, id="small, few"),
        pytest.param(TALL, MOST, 60, id="tall, many"),  # there is more room
        pytest.param(TALL, MOST, WHOLE, id="tall, many, to the end", marks=pytest.mark.long),
    ],
)
@pytest.mark.parametrize("game", FEWEST)
def test_every_decision_is_on_the_screen(
    sit: Sit, game: str, size: tuple[int, int], seats: dict[str, int], plies: int
) -> None:
    """A game, checked at every change of the page."""
    page = sit(size, name="Aki", has_touch=True, color_scheme="dark", brief=True)
    change_messages(page, partial(crowd, game))
    against_bots(page, game, seats[game])
    page.evaluate(WATCH.replace("WRONG", WRONG))
    play_on([page], game, plies=plies, seed=size[1] * 1_000 + 7)
    if plies == WHOLE:
        page.wait_for_selector("dialog[open] footer")
        tops = "new Set([...document.querySelectorAll('dialog[open] footer > *')].map((one) => one.offsetTop)).size"
        assert page.evaluate(tops) == 1, "what to do next takes one line"
    wrong = told_wrong(page)
    assert not wrong, f"{len(wrong)}: {wrong[:8]}"


# Names that are too wide, or have more lines than there is room for. The height of a font does not matter.
CUT_OFF = """() => [...document.querySelectorAll('.traveller .name, .reveal .who, .other .name')]
  .filter((name) => {
    const text = document.createRange()
    text.selectNodeContents(name)
    const lines = new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size
    const high = lines * parseFloat(getComputedStyle(name).lineHeight)
    return name.scrollWidth > name.clientWidth + 1 || high > name.clientHeight + 1
  })
  .map((name) => name.textContent)"""
# Names of up to eight letters that have more than one line.
BROKEN = """() => [...document.querySelectorAll('.traveller .name')]
  .filter((name) => {
    const text = document.createRange()
    text.selectNodeContents(name)
    return name.textContent.length <= 8 && text.getClientRects().length > 1
  })
  .map((name) => name.textContent)"""
NAMES = ["Alexandra", "Maximilian", "Kodama", "Sebastian", "Hayabusa", "Bernadette", "Mizuho", "Wolfgang"]


def named(message: JsonDict) -> None:
    if message["type"] in ("table", "welcome"):
        for player, name in zip(message["table"]["players"], NAMES, strict=False):
            if player:
                player["name"] = name


def at_the_switch(message: JsonDict) -> list[JsonDict]:
    """The player is the engineer at the switch, and the others vote when they are asked. Further messages follow."""
    named(message)
    if message["type"] == "position":
        message["view"] |= {"phase": "switch", "engineer": message["view"]["viewer"], "speed": 5}
        message["view"]["scores"] = [45] * message["view"]["seats"]
        tracks = [{"do": "track", "track": track} for track in ("short", "long")]
        message["actions"] = [{"text": f"track {parts['track']}", "parts": parts} for parts in tracks]
    if message["type"] == "chat" and "\N{NORTH EAST ARROW}\N{SOUTH EAST ARROW}" in message["text"]:
        return [{**message, "seat": seat, "text": "\N{NORTH EAST ARROW} Short"} for seat in (1, 2)]
    return []


def test_the_switch_and_the_names_of_six_fit_on_a_small_screen(sit: Sit, url: str) -> None:
    page = sit(SMALL, has_touch=True)
    table, tokens = seats_at(url, "runaway", 6, people=2)
    page.add_init_script(f"localStorage['allaboard.seats'] = '{json.dumps({table: tokens[0]})}'")
    change_messages(page, at_the_switch)
    page.goto(f"/table/{table}")
    page.get_by_role("button", name="Start the game").click()
    page.get_by_role("button", name="Ask the table").click()
    page.get_by_text("2 votes").wait_for()
    page.get_by_role("button", name="Toss a coin").click()
    page.get_by_text("The coin says").first.wait_for()
    assert page.evaluate(WRONG) == []
    assert page.evaluate(CUT_OFF) == []
    assert page.evaluate(BROKEN) == []
    room, inside = page.locator(".decide").bounding_box(), page.locator(".decide .ask").bounding_box()
    assert room
    assert inside
    assert inside["y"] >= room["y"]
    assert inside["y"] + inside["height"] <= room["y"] + room["height"] <= SMALL[1]


def after_a_reveal(message: JsonDict) -> list[JsonDict]:
    """Two players have cancelled each other out, two get a suitcase off, and the player may jump."""
    named(message)
    if message["type"] == "position":
        view = message["view"]
        revealed = ["P1", "C6", "P5", "C7", "C7", "PC"]
        view |= {"phase": "jumping", "tosser": view["viewer"], "revealed": revealed, "cancelled": [3, 4]}
        view["gained"] = [1, 6, 0, 0, 0, 0]
        message["actions"] = [{"text": text, "parts": {"do": text}} for text in ("jump", "stay")]
    return []


# Neighbours in a reveal whose cards or names touch each other, or the edge of the panel.
TOUCHING = """() => {
  const panel = document.querySelector('.reveal')
  const ones = [...panel.querySelectorAll('.one')]
  const { left, right } = panel.getBoundingClientRect()
  const edges = (selector) => {
    const boxes = ones.map((one) => one.querySelector(selector).getBoundingClientRect())
    return boxes.flatMap((box, at) => {
      const [before, after] = [boxes[at - 1]?.right ?? left, boxes[at + 1]?.left ?? right]
      return box.left < before - 0.5 || box.right > after + 0.5 ? [`${selector} of ${at}`] : []
    })
  }
  return [ones.length === 6 ? [] : ['not six'], edges('.pair'), edges('.who')].flat()
}"""


def test_the_cards_of_six_do_not_touch_in_a_reveal(sit: Sit, url: str) -> None:
    page = sit(SMALL, has_touch=True)
    table, tokens = seats_at(url, "runaway", 6, people=2)
    page.add_init_script(f"localStorage['allaboard.seats'] = '{json.dumps({table: tokens[0]})}'")
    change_messages(page, after_a_reveal)
    page.goto(f"/table/{table}")
    page.get_by_role("button", name="Start the game").click()
    page.get_by_role("button", name="Stay aboard").wait_for()
    for width, height in (SMALL, TALL, (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(100)
        assert page.evaluate(TOUCHING) == [], width
        assert page.evaluate(CUT_OFF) == [], width


def test_the_names_of_eight_fit_on_a_small_screen(sit: Sit) -> None:
    page = sit(SMALL, name="Aki", has_touch=True)
    change_messages(page, named)
    against_bots(page, "miyajima", 8)
    page.locator(".other").first.wait_for()
    assert page.locator(".other").count() == 7
    assert page.evaluate(CUT_OFF) == []


def test_the_question_where_a_card_goes_is_not_cut_off_in_japanese(sit: Sit) -> None:
    page = sit(SMALL, name="Aki", has_touch=True, locale="ja-JP")
    page.add_init_script("localStorage['allaboard.lesson.hachi'] = 3")
    page.goto("/learn/hachi")
    question = page.locator(".bar").get_by_text("どこに入れますか")
    question.wait_for()
    assert question.evaluate("""(question) => {
      const text = document.createRange()
      text.selectNodeContents(question)
      const bar = question.closest('.bar')
      return text.getBoundingClientRect().bottom <= bar.getBoundingClientRect().bottom - 6
        && question.scrollHeight <= question.clientHeight + 1
    }""")


def test_the_statistics_fit_with_their_average(sit: Sit) -> None:
    page = sit(SMALL, name="Aki", has_touch=True)
    figures = {"game": "miyajima", "seats": 1, "played": 120, "won": 44, "best": 132, "mean": 101.4, "place": 1}
    page.route("**/api/figures*", lambda route: route.fulfill(json=[figures]))
    page.goto("/")
    average = page.get_by_role("cell", name="101.4")
    average.wait_for()
    box, table = (
        average.bounding_box(),
        average.evaluate("(cell) => cell.closest('section').getBoundingClientRect().right"),
    )
    assert box
    assert box["x"] + box["width"] <= table + 0.5


def test_the_log_opens_at_its_end(sit: Sit) -> None:
    page = sit(SMALL, name="Aki", has_touch=True)
    against_bots(page, "hachi", 3)
    play_on([page], "hachi", plies=70, seed=5)
    page.locator(".panel-button").click()
    log = "document.querySelector('dialog[open] .log')"
    until(page, f"{log}?.scrollHeight > {log}?.clientHeight + 50")
    until(page, f"{log}.scrollHeight - {log}.scrollTop - {log}.clientHeight < 24", 5)


@pytest.mark.parametrize("size", [SMALL, TALL], ids=["small", "tall"])
def test_the_bar_of_a_replay_leaves_room_for_the_board(sit: Sit, size: tuple[int, int]) -> None:
    """Stepping and playing are at hand; the rest is behind one button."""
    page = sit(size, name="Aki", has_touch=True)
    table = against_bots(page, "runaway", 3)
    play_on([page], "runaway", seed=5)
    page.goto(f"/replay/{table}?seat=0&move=12")
    bar = page.get_by_role("region", name="Replay")
    bar.wait_for()
    assert height(bar) <= 130
    seen = page.get_by_label("Seen from")
    assert not seen.is_visible()
    for name in ("To the beginning", "One move back", "Play", "One move forward", "To the end"):
        box = bar.get_by_role("button", name=name, exact=True).bounding_box()
        assert box, name
        assert box["y"] + box["height"] <= size[1], name
        assert min(box["width"], box["height"]) >= 40, name
    more = bar.get_by_role("button", name="More …")
    more.click()
    seen.wait_for()
    assert more.get_attribute("aria-expanded") == "true"
    more.click()
    assert height(bar) <= 130


def height(of: Locator) -> float:
    box = of.bounding_box()
    assert box
    return box["height"]


def test_a_lobby_on_a_phone_has_seats_then_talk_then_the_invitation(sit: Sit) -> None:
    host, guest = sit((390, 844), "Aki"), sit((390, 844), "Bea")
    open_table(host, "runaway", 3)
    guest.goto(host.url)
    guest.get_by_role("button", name="Sit down").click()
    guest.get_by_role("textbox", name="Say something").fill("Hello!")
    guest.keyboard.press("Enter")
    host.locator(".talk").get_by_text("Hello!").wait_for()
    parts = [host.locator(f".lobby .{one}").bounding_box() for one in ("seats", "talk", "invite")]
    tops = [box["y"] for box in parts if box]
    assert tops == sorted(tops)
    card, title = host.locator(".talk").bounding_box(), host.locator(".talk h2").bounding_box()
    assert card
    assert title
    assert title["x"] - card["x"] >= 8
    host.get_by_role("button", name="Start, bots on open seats").click()
    host.wait_for_selector("main[data-ply]")
    assert not host.locator(".unread").count(), "what was read in the lobby is not new"


def test_a_panel_keeps_its_close_button_and_its_boxes_are_large(chromium_context: BrowserContext) -> None:
    page = chromium_context.new_page()
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto("/")
    page.get_by_role("button", name="Your name").click()
    box = page.get_by_label("Play sounds").bounding_box()
    assert box
    assert box["width"] >= 18
    page.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Load from a file").scroll_into_view_if_needed()
    top = page.get_by_role("button", name="Close").bounding_box()
    assert top
    assert top["y"] >= 0
