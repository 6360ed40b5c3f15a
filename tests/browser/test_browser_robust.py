"""When something fails: undo, double clicks, missing files, no storage, no clipboard, quick changes of language."""

import json
import re

from playwright.sync_api import BrowserContext, Page, Route

from browser.conftest import Sit
from browser.hands import Hands
from browser.pages import PHONE, against_bots, card_of, open_table, play_on, standing, until

LOG = "() => [...document.querySelectorAll('.panel .log p[data-entry]')].map((p) => [p.dataset.entry, p.textContent])"
OPEN = "document.querySelector('main.table')?.dataset.line === 'open'"


def entries(page: Page) -> list[list[str]]:
    """The lines of the log, each with its number."""
    found: list[list[str]] = page.evaluate(LOG)
    return found


def test_an_undo_removes_its_line_for_everybody_and_after_a_reconnect(sit: Sit) -> None:
    pages = [sit(name=name) for name in ("Aki", "Bea", "Chie")]
    hands = [Hands(page, "hachi") for page in pages]
    open_table(pages[0], "hachi", 3)
    for page in pages[1:]:
        page.goto(pages[0].url)
        page.get_by_role("button", name="Sit down").click()
        page.get_by_role("heading", name="At the table").wait_for()
    pages[0].get_by_text("Chie").wait_for()
    pages[0].get_by_role("button", name="Start").click()
    for page in pages:
        page.wait_for_selector(".hand .slot")
    first = next(at for at, hand in enumerate(hands) if hand.position["actions"])
    actor, watcher = pages[first], pages[(first + 1) % 3]
    before = entries(actor), entries(watcher)
    text = next(one["text"] for one in hands[first].position["actions"] if one["text"].startswith("play"))
    assert hands[first].do(text)
    actor.get_by_role("button", name="Undo").wait_for()
    until(watcher, f"({LOG})().length > {len(before[1])}")
    actor.get_by_role("button", name="Undo").click()
    for page, shown in zip((actor, watcher), before, strict=True):
        until(page, f"({LOG})().length === {len(shown)}")
        assert entries(page) == shown
    assert hands[first].do(text)
    until(watcher, f"({LOG})().length > {len(before[1])}")
    until(actor, f"({LOG})().length > {len(before[0])}")
    told = entries(actor)
    numbers = [entry for entry, _ in told]
    assert len(set(numbers)) == len(numbers), "no line has the number of another"
    actor.evaluate("window.lines.at(-1).close()")
    until(actor, f"{OPEN} && window.lines.length > 1")
    until(actor, f"({LOG})().length === {len(told)}")
    assert entries(actor) == told
    actor.reload()
    actor.wait_for_selector(".hand .slot")
    until(actor, f"({LOG})().length === {len(told)}")
    assert entries(actor) == told


TWICE = """() => {
  const open = document.querySelector('main [data-action]')
  for (let i = 0; i < 2; i++) open.dispatchEvent(new MouseEvent('click', { bubbles: true }))
}"""


def test_a_double_click_sends_one_command(sit: Sit) -> None:
    page = sit(name="Aki")
    sent: list[dict[str, object]] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda data: sent.append(json.loads(data))))
    against_bots(page, "miyajima", 2)
    for turn in range(4):
        page.locator("main [data-action]").first.wait_for()
        ply = standing(page)["ply"]
        page.evaluate(TWICE)
        until(page, f"document.querySelector('main.table').dataset.ply !== '{ply}'")
        assert sum(one["type"] == "act" for one in sent) == turn + 1
        assert page.locator(".messages [role=alert]").count() == 0, "and nothing was refused"


def without(context: BrowserContext, pattern: str) -> None:
    """Make files missing, as after an update of the server."""

    def refuse(route: Route) -> None:
        route.fulfill(status=404, body="")

    context.route(re.compile(pattern), refuse)


def test_a_page_that_an_update_has_removed_says_so_and_offers_a_way_to_continue(sit: Sit) -> None:
    page = sit(PHONE, name="Aki")
    page.goto("/")
    without(page.context, r"/assets/(Learn|Table|Rules)-[^/]+\.js")
    page.locator("article[data-game=miyajima]").get_by_role("link", name="Learn").first.click()
    page.get_by_role("heading", name="This page could not be loaded").wait_for()
    page.context.unroute_all()
    page.get_by_role("button", name="Load again").click()
    page.get_by_role("button", name="Next").wait_for()


def lose_once(page: Page, pattern: str) -> list[str]:
    """The first request for each matching file is lost, as on a bad line. Returns the lost ones."""
    lost: list[str] = []

    def lose(route: Route) -> None:
        if route.request.url in lost:
            return route.fallback()
        lost.append(route.request.url)
        return route.abort("connectionreset")

    page.context.route(re.compile(pattern), lose)
    return lost


def test_a_lost_request_for_a_page_or_its_style_is_repeated(sit: Sit) -> None:
    page = sit(name="Aki", complains="ERR_CONNECTION_RESET")
    page.goto("/")
    lost = lose_once(page, r"/assets/(Learn|Board|Stage)-[^/]+\.(js|css)|/assets/lesson-[^/]+\.js")
    page.locator("article[data-game=runaway]").get_by_role("link", name="Learn").first.click()
    page.locator(".layout").wait_for()
    kinds = {re.sub(r".*/assets/(\w+)-.*\.(\w+)$", r"\1.\2", one) for one in lost}
    assert {"Learn.js", "Learn.css", "Stage.js", "Board.js", "Board.css", "lesson.js"} <= kinds
    until(page, "getComputedStyle(document.querySelector('.layout')).display === 'grid'")
    until(page, "getComputedStyle(document.querySelector('.coach .bye, .coach .said')).maxWidth !== 'none'")


def test_a_lesson_that_cannot_be_loaded_says_so(sit: Sit) -> None:
    page = sit(name="Aki")
    without(page.context, r"/assets/lesson-[^/]+\.js")
    page.goto("/learn/hachi")
    page.get_by_role("alert").get_by_text("The server may have been updated").wait_for()
    page.context.unroute_all()
    page.get_by_role("button", name="Load again").click()
    page.get_by_role("button", name="Next").wait_for()


def test_a_board_that_cannot_be_loaded_offers_a_way_to_continue(sit: Sit) -> None:
    page = sit(name="Aki", complains="Failed to fetch dynamically imported module")
    page.goto("/")
    without(page.context, r"/assets/Board-[^/]+\.js")
    page.locator("article[data-game=hachi]").get_by_role("button", name="Play against bots").click()
    page.get_by_text("The board could not be loaded").wait_for()
    page.context.unroute_all()
    page.get_by_role("button", name="Load again").click()
    page.wait_for_selector(".hand .slot")


def test_without_its_script_the_page_is_not_blank(sit: Sit) -> None:
    page = sit(name="Aki")
    without(page.context, r"/assets/index-[^/]+\.js")
    page.goto("/")
    page.get_by_text("All Aboard could not be loaded").wait_for()
    page.context.unroute_all()
    page.get_by_role("link", name="Load again").click()
    page.get_by_role("button", name="Play against bots").first.wait_for()


def test_a_language_that_cannot_be_loaded_leaves_the_one_before(sit: Sit) -> None:
    page = sit(name="Aki", locale="en-GB")
    page.goto("/")
    without(page.context, r"/assets/ja-[^/]+\.js")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("radio", name="日本語").click()
    page.get_by_text("This language could not be loaded").wait_for()
    assert page.locator("html").get_attribute("lang") == "en"
    assert page.get_by_role("radio", name="English").is_checked()


def test_if_the_first_language_cannot_be_loaded_english_is_shown(sit: Sit) -> None:
    page = sit(name="Aki", locale="ja-JP")
    without(page.context, r"/assets/ja-[^/]+\.js")
    page.goto("/")
    page.get_by_text("This language could not be loaded").wait_for()
    page.get_by_role("button", name="Play against bots").first.wait_for()


def test_after_quick_changes_the_last_language_is_shown(sit: Sit) -> None:
    page = sit(name="Aki", locale="en-GB")
    page.goto("/")

    def later(route: Route) -> None:
        page.wait_for_timeout(400)
        route.continue_()

    page.context.route(re.compile(r"/assets/ja-[^/]+\.js"), later)
    page.get_by_role("button", name="Settings").click()
    for name in ("日本語", "English", "日本語", "English"):
        page.get_by_role("radio", name=name).click()
    page.wait_for_timeout(2500)
    assert page.locator("html").get_attribute("lang") == "en"
    page.get_by_role("button", name="Close").first.click()
    assert page.get_by_role("heading", name="Fast Train to Miyajima", exact=True).is_visible()
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("radio", name="日本語").click()
    page.wait_for_selector("html[lang=ja]")
    page.get_by_role("heading", name="宮島").first.wait_for()


NO_STORAGE = """
  Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('denied', 'SecurityError') } })
"""


def test_games_work_without_storage_and_the_player_is_told(chromium_context: BrowserContext) -> None:
    page = chromium_context.new_page()
    page.add_init_script(NO_STORAGE)
    page.goto("/")
    card = page.locator("article[data-game=miyajima]")
    card.get_by_role("button", name="Play against bots").click()
    page.get_by_role("textbox", name="Your name").fill("Aki")
    page.keyboard.press("Enter")
    page.wait_for_selector("main[data-ply]")
    page.get_by_text("This browser does not store anything here").wait_for()
    page.locator("main [data-action]").first.click()
    until(page, "Number(document.querySelector('main.table').dataset.ply) > 1")


def test_a_message_above_the_board_leaves_the_buttons_in_sight(chromium_context: BrowserContext) -> None:
    page = chromium_context.new_page()
    page.set_viewport_size({"width": 360, "height": 640})
    page.add_init_script(NO_STORAGE)
    page.goto("/")
    card_of(page, "runaway").get_by_role("button", name="Play against bots").click()
    page.get_by_role("textbox", name="Your name").fill("Aki")
    page.keyboard.press("Enter")
    page.locator(".hand .line .primary").wait_for()
    page.get_by_text("This browser does not store anything here").wait_for()
    until(page, "document.querySelector('.hand .line .primary').getBoundingClientRect().bottom <= innerHeight")


def test_without_a_clipboard_the_link_is_selected(sit: Sit) -> None:
    page = sit(name="Aki")
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    open_table(page, "hachi", 3)
    page.get_by_role("button", name="Copy link").click()
    page.get_by_text("Copy the marked link by hand").first.wait_for()
    assert page.evaluate("getSelection().toString() || document.activeElement.value").startswith("http")


def test_a_browser_that_refuses_to_change_its_address_goes_on(sit: Sit) -> None:
    page = sit(name="Aki")
    page.goto("/")
    page.evaluate(
        """() => { history.pushState = () => { throw new DOMException('too often', 'SecurityError') }
                  history.replaceState = history.pushState }"""
    )
    page.locator("article[data-game=miyajima]").get_by_role("link", name="Rules").click()
    page.get_by_role("heading", name="Fast Train to Miyajima").first.wait_for()
    page.locator("[data-clause]").first.wait_for()


def test_the_log_follows_the_game_and_leaves_a_reader_alone(sit: Sit) -> None:
    page = sit((1280, 640), name="Aki")
    against_bots(page, "hachi", 3)
    log = "document.querySelector('.log')"
    play_on([page], "hachi", plies=70, seed=5)
    until(page, f"{log}.scrollHeight > {log}.clientHeight + 200")
    # Another line above makes the log smaller, and the browser reports a scroll.
    page.evaluate(f"document.querySelector('.people').style.height = '120px'; {log}.dispatchEvent(new Event('scroll'))")
    play_on([page], "hachi", plies=90, seed=5)
    until(page, f"{log}.scrollHeight - {log}.scrollTop - {log}.clientHeight < 24")
    page.locator(".log").hover()
    page.mouse.wheel(0, -300)
    until(page, f"{log}.scrollHeight - {log}.scrollTop - {log}.clientHeight > 200")
    lines = len(entries(page))
    play_on([page], "hachi", plies=110, seed=5)
    until(page, f"({LOG})().length > {lines}")
    page.wait_for_timeout(100)
    assert page.evaluate(f"{log}.scrollHeight - {log}.scrollTop - {log}.clientHeight > 200")


def test_a_move_is_confirmed_in_the_players_words(sit: Sit) -> None:
    page = sit((390, 844), locale="ja-JP", device=True)
    page.goto("/")
    page.evaluate("localStorage['allaboard.settings'] = JSON.stringify({ name: 'ミカ', sound: false, confirm: true })")
    page.goto("/")
    card_of(page, "runaway").locator(".ways .primary").click()
    lock = page.locator(".hand .line .primary")
    lock.wait_for()
    # A button that can do nothing looks like it.
    look = "(one) => getComputedStyle(one).backgroundColor"
    assert lock.is_disabled()
    closed = lock.evaluate(look)
    for card in ("P", "3"):
        page.locator(f".cards [data-card='{card}']").click()
    page.locator(".hand .line .primary:enabled").wait_for()
    until(page, f"({look})(document.querySelector('.hand .line .primary')) !== '{closed}'")
    lock.dblclick()  # the second click is not an answer
    question = page.locator(".message[role=alert]")
    question.wait_for()
    assert "荷物3" in question.inner_text()
    assert "P3" not in question.inner_text()
    both = "(one) => [...one.querySelectorAll('button')].map((button) => button.getBoundingClientRect().y)"
    first, second = question.evaluate(both)  # at one moment, because the message slides in
    assert abs(first - second) < 2, "the answers are side by side"
    question.get_by_role("button").last.click()
    question.wait_for(state="detached")
    # With a keyboard, the question gets the focus. A key that is held down is no answer, and cancelling leads back.
    focused = "document.activeElement.textContent"
    locking = lock.inner_text()
    lock.focus()
    for _ in range(3):
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    until(page, f"{focused} === document.querySelector('.message[role=alert] button').textContent")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    question.wait_for(state="detached")
    until(page, f"{focused}.trim() === '{locking}'")
    page.keyboard.press("Enter")
    question.wait_for()
    page.keyboard.press("Enter")
    question.wait_for(state="detached")
    until(
        page,
        "document.querySelector('main.table').dataset.choice || document.querySelector('main.table').dataset.ply > 2",
    )
