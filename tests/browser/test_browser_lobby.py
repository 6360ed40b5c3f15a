"""The lobby: getting up and coming back, chat, and a narrow phone."""

from browser.conftest import Sit
from browser.pages import open_table, until

NARROW = (360, 640)


def test_a_player_who_got_up_can_sit_down_again(sit: Sit) -> None:
    host, guest = sit(name="Aki"), sit(name="Bea")
    open_table(host, "hachi", 3)
    guest.goto(host.url)
    guest.get_by_role("button", name="Sit down").click()
    guest.get_by_role("button", name="Leave your seat").click()
    host.locator(".seats").get_by_text("Bea").wait_for(state="detached")
    guest.goto(host.url)
    guest.get_by_role("button", name="Sit down").click()
    guest.get_by_role("heading", name="At the table").wait_for()
    host.locator(".seats").get_by_text("Bea").wait_for()


def test_a_seat_that_was_lost_meanwhile_leads_to_the_invitation(sit: Sit) -> None:
    host, guest = sit(name="Aki"), sit(name="Bea")
    open_table(host, "hachi", 3)
    guest.goto(host.url)
    guest.get_by_role("button", name="Sit down").click()
    guest.get_by_role("heading", name="At the table").wait_for()
    guest.goto("/")
    host.get_by_role("button", name="Bea").click()
    host.locator(".seats").get_by_text("Bea").wait_for(state="detached")
    guest.goto(host.url)
    guest.get_by_role("button", name="Sit down").wait_for()


def test_the_chat_of_the_lobby_stays_in_its_card(sit: Sit) -> None:
    host, guest = sit(name="Aki"), sit(NARROW, name="Bea")
    open_table(host, "hachi", 3)
    guest.goto(host.url)
    guest.get_by_role("button", name="Sit down").click()
    guest.get_by_label("Say something").wait_for()
    until(
        guest,
        """(() => {
      const [card, send] = ['.talk', '.talk form button:last-child'].map((one) => document.querySelector(one))
      return send.getBoundingClientRect().right < card.getBoundingClientRect().right
    })()""",
    )


def test_chat_is_still_there_after_a_reload_and_a_lost_line(sit: Sit) -> None:
    host, guest = sit(name="Aki"), sit(name="Bea")
    open_table(host, "hachi", 3)
    guest.goto(host.url)
    guest.get_by_role("button", name="Sit down").click()
    for page, text in ((host, "Hello"), (guest, "Good evening")):
        page.get_by_label("Say something").fill(text)
        page.keyboard.press("Enter")
        host.locator(".said").get_by_text(text).wait_for()
    wanted = host.locator(".said").inner_text()
    guest.reload()
    guest.locator(".said").get_by_text("Good evening").wait_for()
    host.evaluate("window.lines.at(-1).close()")
    until(host, "window.lines.length > 1 && window.lines.at(-1).readyState === 1")
    host.get_by_label("Say something").fill("Ready?")
    host.keyboard.press("Enter")
    for page in (host, guest):
        page.locator(".said").get_by_text("Ready?").wait_for()
        assert page.locator(".said").inner_text().startswith(wanted)
        assert page.locator(".said p").count() == 3
