"""What people do in a browser, for tests: sit down, play, and read the page."""

import re
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Error as PageError
from playwright.sync_api import Locator, Page

from allaboard.catalog import Catalog

ROOT = Path(__file__).parents[2]
AXE = (ROOT / "client" / "node_modules" / "axe-core" / "axe.min.js").read_text
DESKTOP, PHONE = (1280, 800), (360, 780)

# Keeps the sockets of the page in `window.lines`, so that a test can close them.
RECORD_SOCKETS = """
  window.lines = []
  const Plain = window.WebSocket
  window.WebSocket = class extends Plain {
    constructor(...given) { super(...given); window.lines.push(this) }
  }
"""

# One decision of one player: a click on anything that the board offers. Returns whether something was done.
PLAY = {
    "miyajima": """async (dice) => {
      const open = [...document.querySelectorAll('main [data-action]')]
      if (!open.length) return false
      open[Math.floor(dice * open.length)].dispatchEvent(new MouseEvent('click', { bubbles: true }))
      return true
    }""",
    "hachi": """async (dice) => {
      const soon = () => new Promise((done) => setTimeout(done, 0))
      const gaps = [...document.querySelectorAll('.hand .gap')]
      if (gaps.length) {
        gaps[Math.floor(dice * gaps.length)].focus()
        await soon()
        const put = document.querySelector('.bar .act')
        if (!put || put.disabled) return false
        put.click()
        return true
      }
      const cards = [...document.querySelectorAll('.hand .slot.up button')]
      if (cards.length) {
        cards[Math.floor(dice * cards.length)].click()
        await soon()
      }
      const act = document.querySelector('.bar .act:not(:disabled)')
      if (!act) return false
      act.click()
      return true
    }""",
    "runaway": """async (dice) => {
      const soon = () => new Promise((done) => setTimeout(done, 0))
      const decide = [...document.querySelectorAll('.decide .button')]
      if (decide.length) { decide[dice < 0.85 ? 0 : decide.length - 1].click(); return true }
      document.querySelector('.reveal')?.click()
      const cards = [...document.querySelectorAll('.cards button[aria-disabled="false"]')]
      if (!cards.length) return false
      for (const card of document.querySelectorAll('.cards button[aria-pressed="true"]')) { card.click(); await soon() }
      const first = Math.floor(dice * cards.length)
      const last = (first + 1 + Math.floor(dice * 97) % (cards.length - 1)) % cards.length
      cards[first].click(); await soon()
      cards[last].click(); await soon()
      const lock = document.querySelector('.hand .line .primary:not(:disabled)')
      if (!lock) return false
      lock.click()
      return true
    }""",
}

STANDING = """() => {
  const table = document.querySelector('main.table')
  return table ? { ...table.dataset } : {}
}"""

TURN = """async (dice) => {
  const stands = (STANDING)()
  const free = stands.phase === 'playing' && stands.line === 'open' && !stands.choice
  return { ...stands, acted: free && await (PLAY)(dice) }
}"""


def spoken(locale: str) -> Callable[..., str]:
    """The messages of the interface in a language, by key."""
    shell = ROOT / "client" / "src" / "messages" / f"{locale[:2]}.ftl"
    return Catalog(locale[:2], [shell.read_text(encoding="utf-8")]).say


def until(page: Page, true: str, seconds: float = 30) -> None:
    """Wait until an expression is true (the pages' content policy forbids Playwright's own way of waiting)."""
    end = time.monotonic() + seconds
    while not _holds(page, true):
        assert time.monotonic() < end, f"never true: {true}"
        page.wait_for_timeout(50)


def _holds(page: Page, true: str) -> bool:
    """Whether an expression is true; False while a page is being replaced."""
    try:
        return bool(page.evaluate(f"() => {true}"))
    except PageError as error:
        if "Execution context was destroyed" not in error.message:
            raise
        return False


def standing(page: Page) -> dict[str, Any]:
    """The table's phase, ply and the player's choice, as the page shows them."""
    found: dict[str, Any] = page.evaluate(STANDING)
    return found


def play_on(pages: Sequence[Page], game: str, *, plies: int = 100_000, seed: int = 1) -> None:
    """Let everybody play until the game is over, or until a ply."""
    dice, turn = seed, TURN.replace("STANDING", STANDING).replace("PLAY", PLAY[game])
    end = time.monotonic() + 150
    while time.monotonic() < end:
        states = []
        for page in pages:
            dice = (dice * 16807) % 2147483647
            states.append(page.evaluate(turn, dice / 2147483647))
        if all(state.get("phase") == "over" for state in states):
            return
        if min(int(state.get("ply") or 0) for state in states) >= plies:
            return
        pages[0].wait_for_timeout(5 if any(state.get("acted") for state in states) else 40)
    raise AssertionError(f"the game did not end: {[standing(page) for page in pages]}")


def open_table(page: Page, game: str, seats: int, *, hints: bool = False) -> None:
    """Open a table for friends, from the front page to the lobby."""
    page.goto("/")
    card_of(page, game).get_by_role("button", name="Play with friends").click()
    page.get_by_role("dialog").get_by_label("Players").select_option(str(seats))
    page.get_by_label("Allow hints").set_checked(hints)
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("textbox", name="Link to this table").wait_for()


def card_of(page: Page, game: str) -> Locator:
    """A game's card on the front page."""
    return page.locator(f"article[data-game={game}]")


def against_bots(page: Page, game: str, seats: int) -> str:
    """Start a game against bots from the front page. Returns the table's id."""
    page.goto("/")
    card = card_of(page, game)
    card.get_by_label("Players").select_option(str(seats))
    card.get_by_role("button", name="Play against bots").click()
    page.wait_for_selector("main[data-ply]")
    return table_id(page)


def todays_challenge(page: Page) -> str:
    """Start the first game's daily challenge from the front page. Returns the table's id."""
    page.goto("/")
    page.get_by_role("button", name="Daily challenge").first.click()
    page.get_by_role("button", name="Start today's challenge").click()
    page.wait_for_selector("main[data-ply]")
    return table_id(page)


def table_id(page: Page) -> str:
    """The id in the address."""
    return page.url.split("/table/")[1].split("?")[0]


def results(page: Page) -> tuple[list[int], list[int]]:
    """Scores and ranks by seat, as the page shows them at the end."""
    page.wait_for_selector(".results li")
    found: list[list[int]] = page.evaluate(
        "() => [...document.querySelectorAll('.results li')].map((li) =>"
        " [Number(li.dataset.seat), Number(li.querySelector('b').textContent), Number(li.dataset.rank)])"
    )
    ordered = sorted(found)
    return [score for _, score, _ in ordered], [rank for _, _, rank in ordered]


def violations(page: Page) -> list[str]:
    """The violations that axe-core finds on the page, once its content has come."""
    page.locator("main").first.wait_for()
    page.evaluate(SETTLED)
    page.evaluate(AXE(encoding="utf-8"))
    found = page.evaluate("async () => (await axe.run(document, { resultTypes: ['violations'] })).violations")
    return [f"{one['id']}: {[node['html'][:160] for node in one['nodes'][:3]]}" for one in found]


# Waits until elements have faded in. A transition may begin with the next frame, and one may follow another.
SETTLED = """async () => {
  for (let still = 0; still < 3; still++) {
    await new Promise((done) => requestAnimationFrame(done))
    const moving = document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime < Infinity)
    const running = moving.filter((one) => one.playState === 'running')
    if (running.length) still = -1
    await Promise.all(running.map((one) => one.finished.catch(() => undefined)))
  }
}"""


def overflow(page: Page) -> int:
    found: int = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    return found


def budget_of(page: Page) -> int:
    """The budget of a review, as its page says when the review is complete."""
    page.locator("[data-part]").first.wait_for()
    told = re.search(r"(?:budget |探索量は)([0-9,]+)", page.locator("main > p.soft").first.inner_text())
    assert told is not None
    return int(told[1].replace(",", ""))
