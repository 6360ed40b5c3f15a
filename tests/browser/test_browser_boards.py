"""Board files in the browser, and positions of the rules that can be played."""

from playwright.sync_api import expect

from browser.conftest import Sit
from browser.pages import card_of

SHORTER = 'game = "runaway"\nstart_speed = 3\n[long]\nend = 64\n'


def test_a_table_has_the_board_of_a_file_for_everybody_with_its_link(sit: Sit) -> None:
    ada, bob = sit(name="Ada"), sit(name="Bob")
    ada.goto("/")
    card_of(ada, "runaway").get_by_role("button", name="Play with friends").click()
    chosen = ada.get_by_label("Board file (optional)")

    chosen.set_input_files({"name": "mine.toml", "mimeType": "text/plain", "buffer": b"[long]\nstart = 64\n"})
    ada.get_by_role("button", name="Open the table").click()
    expect(ada.get_by_role("alert")).to_contain_text("there is no option 'long.start'")

    chosen.set_input_files({"name": "mine.toml", "mimeType": "text/plain", "buffer": SHORTER.encode()})
    ada.get_by_role("button", name="Open the table").click()
    told = "This table has its own board: start_speed = 3, long.end = 64."
    expect(ada.get_by_text(told)).to_be_visible()

    bob.goto(ada.get_by_role("textbox", name="Link to this table").input_value())
    bob.get_by_role("button", name="Sit down").click()
    expect(bob.get_by_text(told)).to_be_visible()
    ada.get_by_role("button", name="Start, bots on open seats").click()
    expect(bob.locator("main[data-ply]")).to_be_visible()


def test_a_clause_of_the_rules_leads_to_a_position_in_which_it_can_be_played(sit: Sit) -> None:
    page = sit(name="Ada")
    page.goto("/rules/hachi")
    page.get_by_role("link", name="Try it: clause H6 in a position").click()
    expect(page).to_have_url("/learn/hachi?clause=H6")
    expect(page.get_by_role("button", name="Rule H6")).to_be_visible()
    expect(page.locator("[data-wanted]")).to_have_attribute("data-wanted", "insert 2")
