"""A player with a screen reader: whole games with nothing but the accessibility tree, the live region and the keyboard.

Elements are found only by roles, names and states, and by announcements.
"""

import re
import time
from contextlib import suppress

import pytest
from playwright.sync_api import Locator, Page
from playwright.sync_api import TimeoutError as Gone

from browser.conftest import Sit

TITLES = {"miyajima": "Fast Train to Miyajima", "hachi": "Hachi Train", "runaway": "RunAway Train"}
SITUATION = {
    "miyajima": r"you have the dice: roll|Load \d|load",
    "hachi": r"Your turn: ",
    "runaway": r"(?i)cards|choose|pick",
}
DRAWN = r"You draw|You drew"
"""What a player of Hachi must hear about a drawn card: which one it is."""


class Reader:
    """A screen reader and its user."""

    def __init__(self, page: Page, game: str) -> None:
        self.page, self.game, self.turn, self.drew = page, game, 0, False
        self.main = page.get_by_role("main")
        self.heard: list[str] = []

    def begin(self) -> None:
        self.page.goto("/")
        card = self.page.get_by_role("article", name=TITLES[self.game])
        card.get_by_role("button", name="Play against bots").press("Enter")

    def listen(self) -> None:
        """Collect the sentences of the live region that were not there before. It keeps a sentence for some seconds."""
        for region in self.page.get_by_role("log").all():
            if region.get_attribute("aria-live") == "polite":
                said = [line for line in region.all_inner_texts()[0].split("\n") if line]
                self.heard += [line for line in said if line not in self.heard[-40:]]

    def open(self, name: str) -> list[Locator]:
        """The buttons of a name that can be pressed."""
        found = []
        for button in self.main.get_by_role("button", name=re.compile(name), disabled=False).all():
            with suppress(Gone):  # it may disappear meanwhile
                if button.get_attribute("aria-disabled", timeout=2_000) != "true":
                    found.append(button)
        return found

    def press(self, button: Locator) -> None:
        """Press a button by keyboard. A button that has disappeared meanwhile is no longer needed."""
        with suppress(Gone):
            button.press("Enter", timeout=5_000)
            self.turn += 1

    def over(self) -> bool:
        return self.page.get_by_role("dialog").get_by_role("button", name="Rematch").count() > 0

    def decide(self) -> bool:
        """One decision, if there is one to make."""
        return {"miyajima": self.load, "hachi": self.play, "runaway": self.choose}[self.game]()

    def any(self, *names: str) -> bool:
        for name in names:
            if found := self.open(name):
                self.press(found[self.turn % len(found)])
                return True
        return False

    def load(self) -> bool:
        return self.any("^(Roll|Load) ")

    def play(self) -> bool:
        if self.any("^Continue$", "^(Between |First, before|Last, after)"):
            self.any("^Put it here$")
            return True
        if not self.drew and self.any("^Pass and draw$"):  # the stock may be empty before the next chance
            self.drew = True
            return True
        cards = self.open("can be played$")
        if cards:
            with suppress(Gone):
                cards[self.turn % len(cards)].press("Enter", timeout=5_000)
            if not self.open("^Play "):
                self.any(r"^(one|two|three|four|five|six|seven|eight|a|\d)\b.*(?<!played)$")
            return self.any("^Play ")
        return self.any("^Pass")

    def choose(self) -> bool:
        if self.any("^Stay aboard", "^(The )?(Short|Long|short|long)"):
            return True
        if not self.open("^No cards$"):
            return False
        suitcases, people = self.open("^suitcase"), self.open("^(passenger|conductor)$")
        if not suitcases or not people:
            return self.any("^No cards$")
        for button in (people[self.turn % len(people)], suitcases[self.turn % len(suitcases)]):
            with suppress(Gone):
                button.press("Space", timeout=5_000)
        return self.any("^Lock in$")


@pytest.mark.parametrize("game", TITLES)
def test_a_whole_game_with_a_screen_reader(sit: Sit, game: str) -> None:
    page = sit(name="Aki", locale="en-GB", brief=True)
    reader = Reader(page, game)
    reader.begin()
    page.get_by_role("main").wait_for()
    lost, end = 0, time.monotonic() + 400
    while not reader.over():
        assert time.monotonic() < end, f"the game did not end; heard last: {reader.heard[-5:]}"
        reader.listen()
        if not reader.decide():
            page.wait_for_timeout(60)
        elif page.evaluate("document.activeElement === document.body"):
            lost += 1
    reader.listen()
    assert reader.turn > 5
    assert any(re.search(SITUATION[game], line) for line in reader.heard), reader.heard
    if reader.drew:
        assert any(re.search(DRAWN, line) and re.search(r"\d", line) for line in reader.heard), reader.heard
    headline = page.get_by_role("dialog").get_by_role("heading").first.inner_text()
    assert re.search(r"win|share|over", headline), headline
