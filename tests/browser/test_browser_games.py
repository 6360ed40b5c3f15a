"""Whole games in real browsers: a desktop and a phone at one table, a reload, a lost connection, and the record."""

import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page

from allaboard import notation
from allaboard.game import load
from allaboard.games.miyajima import rules
from browser.conftest import Sit
from browser.pages import PHONE, against_bots, card_of, open_table, play_on, results, standing, table_id, until

SEATS = {"miyajima": 3, "hachi": 3, "runaway": 4}


def recorded(url: str, table: str) -> notation.GameRecord:
    text = httpx.get(f"{url}/api/games/{table}/record").raise_for_status().text
    (record,) = notation.read_records(text)
    return record


@pytest.mark.parametrize("game", SEATS)
def test_friends_play_a_whole_game_on_a_desktop_and_a_phone(sit: Sit, brief_url: str, game: str) -> None:
    host, friend = sit(name="Aki", brief=True), sit(PHONE, name="Bea", has_touch=True, brief=True)
    open_table(host, game, SEATS[game])
    link = host.get_by_role("textbox", name="Link to this table").input_value()
    assert host.get_by_role("img", name="QR code").is_visible()

    friend.goto(link)
    friend.get_by_role("button", name="Sit down").click()
    host.get_by_text("Bea").wait_for()
    host.get_by_role("button", name="Start").click()
    for page in (host, friend):
        page.wait_for_selector("main[data-ply]")

    play_on([host, friend], game, plies=8 if game == "runaway" else 30)
    friend.reload()
    friend.wait_for_selector("main[data-ply]")
    assert standing(friend)["phase"] == "playing", "the seat is still theirs after a reload"
    host.evaluate("window.lines.at(-1).close()")
    until(host, "document.querySelector('main.table').dataset.line === 'open' && window.lines.length > 1")
    play_on([host, friend], game)

    record = recorded(brief_url, table_id(host))
    final = list(notation.replay(record))[-1]
    ended = load(game)
    assert results(host) == results(friend) == (ended.scores(final.after), ended.ranks(final.after))
    seat = next(seat for seat, name in record.players.items() if name == "Aki")
    assert last_words(host, seat, final, record) in host.locator(".panel .log").inner_text()
    if game == "miyajima":
        host.get_by_text("More …").click()
        host.get_by_role("button", name="Look at the board").click()
        assert sheet_shown(host) == sheet_told(final.after, seat)


def last_words(page: Page, seat: int, final: notation.Step, record: notation.GameRecord) -> str:
    """The game's last sentence for this seat, with the names on the page."""
    game = load(record.value("game") or "")
    names = page.locator(".people .name").all_inner_texts()
    events = game.step_events(final.before, final.after, final.line.actor, final.action, seat)
    told = [game.catalog().tell(event, names, seat) for event in events]
    return next(said for said in reversed(told) if said)


def sheet_shown(page: Page) -> list[list[int]]:
    """Sums and cars of fast and heavy trains, as the page gives them to a screen reader."""
    pairs = page.get_by_role("group", name="Your sheet").get_by_role("group")
    told = [pair.get_attribute("aria-label") or "" for pair in pairs.all()]
    return [[int(number) for number in re.findall(r"\d+", one)] for one in told]


def sheet_told(state: Any, seat: int) -> list[list[int]]:
    """The same values from the rules: fast sum and cars, heavy sum and cars, points."""
    rows = []
    for colour in range(6):
        trains = [(int(state.cargo[seat, colour, t]), int(state.cars[seat, colour, t])) for t in range(2)]
        points = sum(rules.train_score(state, seat, colour, t) for t in range(2))
        rows.append([*trains[0], *trains[1], points])
    return rows


@pytest.mark.parametrize("game", SEATS)
def test_a_game_against_bots_begins_with_one_tap_and_a_name(sit: Sit, game: str) -> None:
    page = sit(PHONE)
    page.goto("/")
    card = card_of(page, game)
    card.get_by_role("button", name="Play against bots").click()
    page.get_by_role("textbox", name="Your name").fill("Mika")
    page.keyboard.press("Enter")
    page.wait_for_selector("main[data-ply]")
    until(page, "document.title.startsWith('● ')")  # the table waits for the player
    page.get_by_role("link", name="All Aboard").first.click()
    until(page, "document.title === 'All Aboard'")
    page.goto("/")
    assert page.get_by_text("Mika").first.is_visible(), "the name is kept"


def test_a_spectator_sees_the_game_and_may_not_play(sit: Sit) -> None:
    player, watcher = sit(name="Aki"), sit(PHONE, name="Kim")
    open_table(player, "miyajima", 2)
    player.get_by_role("button", name="Start").click()
    player.wait_for_selector("main[data-ply]")
    watcher.goto(player.url)
    watcher.wait_for_selector("main[data-ply]")
    play_on([player], "miyajima", plies=12)
    until(watcher, "Number(document.querySelector('main.table').dataset.ply) >= 12")
    assert watcher.locator("main [data-action]").count() == 0


@pytest.mark.parametrize(("game", "seats"), [("miyajima", 1), ("hachi", 3), ("runaway", 3)])
def test_a_move_shows_in_the_first_frame_after_its_message(sit: Sit, game: str, seats: int) -> None:
    page = sit(name="Aki", reduced_motion="no-preference")
    page.goto("/")
    if seats == 1:
        page.get_by_role("button", name="Solo").click()
        page.wait_for_selector("main[data-ply]")
    else:
        against_bots(page, game, seats)
    page.wait_for_selector(SHOWN[game][0])
    page.evaluate(FRAMES.replace("SHOWN", SHOWN[game][1]))
    play_on([page], game, plies=int(standing(page)["ply"]) + (20 if game == "runaway" else 40), seed=123_456_789)
    frames = page.evaluate("window.frames_taken")
    assert frames
    assert max(frames) == 1, f"frames from a message to what it shows: {frames}"


# Elements of the page, and what a view says about them.
SHOWN = {
    "miyajima": (
        ".room .sheet",
        """(view) => document.querySelectorAll('.room .car:not(.pending)').length
          === view.cars[0].flat().reduce((sum, cars) => sum + cars, 0)""",
    ),
    "hachi": (".hand .slot", "(view) => document.querySelectorAll('.hand .slot').length === view.held[0]"),
    "runaway": (
        ".cards .hold",
        "(view) => document.querySelectorAll('.cards .hold').length === 2 + view.suitcases[0].length",
    ),
}

# Counts the frames from the arrival of a position until the page shows it. A frame's callbacks run right before it is
# painted, so a change that is there in the first one after the message is painted with it.
FRAMES = """() => {
  window.frames_taken = []
  const table = document.querySelector('main.table')
  const line = window.lines.at(-1)
  const heard = line.onmessage
  line.onmessage = (event) => {
    const message = JSON.parse(event.data)
    heard.call(line, event)
    if (message.type !== 'position') return
    let frames = 0
    const look = () => {
      frames += 1
      const ply = Number(table.dataset.ply)
      if (ply > message.ply) return // a newer one came before this frame
      if (ply === message.ply && (SHOWN)(message.view)) window.frames_taken.push(frames)
      else if (frames < 100) requestAnimationFrame(look)
      else window.frames_taken.push(frames)
    }
    requestAnimationFrame(look)
  }
}"""
