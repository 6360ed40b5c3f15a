"""Carry out actions on a board with a real mouse, finger or keyboard, as a person would.

The legal actions are read from the page's own socket, so everything that is offered must be there to press.
"""

import json
import random
import re
import time
from typing import Any

from playwright.sync_api import Locator, Page

from browser.pages import standing


class Hands:
    """A player with a mouse. Make it before the page opens its table."""

    def __init__(self, page: Page, game: str, seed: int = 1) -> None:
        self.page, self.game, self.luck = page, game, random.Random(seed)
        self.position: dict[str, Any] = {}
        self.over: dict[str, Any] = {}
        page.on("websocket", lambda socket: socket.on("framereceived", self._hear))

    def _hear(self, data: str | bytes) -> None:
        message = json.loads(data)
        if message["type"] == "position":
            self.position = message
        elif message["type"] == "over":
            self.over = message

    # ---- a whole game

    def play_on(self, seconds: float = 400) -> int:
        """Play until the game is over. Returns the number of decisions."""
        end, taken = time.monotonic() + seconds, 0
        while time.monotonic() < end:
            stands = standing(self.page)
            if stands["phase"] == "over":
                return taken
            texts = [action["text"] for action in self.position.get("actions", ())]
            if texts and not stands.get("choice") and int(stands.get("ply") or -1) == self.position["ply"]:
                ply = self.position["ply"]
                text = self.choose(texts)
                assert self.do(text), f"there was no way to {text}, of {texts}"
                taken += 1
                self._until_past(ply)
            else:
                self.page.wait_for_timeout(20)
        raise AssertionError(f"the game did not end: {standing(self.page)}")

    def _until_past(self, ply: int) -> None:
        end = time.monotonic() + 60
        while (stands := standing(self.page)).get("ply") == str(ply) and not stands.get("choice"):
            assert time.monotonic() < end, f"nothing happened at ply {ply}"
            self.page.wait_for_timeout(10)

    def choose(self, texts: list[str]) -> str:
        """A random action. In RunAway, one that does not end the game for the player, if there is one."""
        if self.game == "runaway":
            texts = [text for text in texts if text not in ("cards PC", "jump")] or texts
        return self.luck.choice(texts)

    # ---- one action

    def do(self, text: str) -> bool:
        """Carry out an action. Returns False if the board does not offer it."""
        word, _, rest = text.partition(" ")
        if word == "play":
            return self.play(text, *map(int, re.findall(r"\d+", rest)))
        if word == "insert":
            return self.insert(int(rest))
        if word == "cards" and rest != "none":
            return self.cards(text, list(rest))
        return self.press(self.page.locator(f"main [data-action='{text}']"))

    def press(self, what: Locator, **how: Any) -> bool:
        """Click on an element, where a mouse can hit it."""
        what.click(**how)
        return True

    def play(self, text: str, number: int, count: int, place: int) -> bool:
        """Hachi: tap a card, choose how to play it, play. Equal neighbours are one choice, the leftmost."""
        self.press(self.page.locator(".hand .slot .hold").nth(place), position={"x": 9, "y": 40})
        for end in (f"$=' {number}x{count}@{place}'", f"*=' {number}x{count}@'"):  # this one, or the one equal to it
            choice = self.page.locator(f".bar .choice[data-action{end}]")
            if choice.count():
                self.press(choice.first)
                break
        act = self.page.locator(f".bar .act[data-action^='play {number}x{count}@']")
        return act.count() == 1 and self.press(act)

    def insert(self, place: int) -> bool:
        """Hachi: click into the gap."""
        return self.press(self.page.locator(".hand .gap").nth(place))

    def cards(self, text: str, cards: list[str]) -> bool:
        """RunAway: two cards, lock in."""
        for picked in self.page.locator(".cards [aria-pressed=true]").all():
            self.press(picked)
        for card in cards:
            self.press(self.page.locator(f".cards [data-card='{card}']"))
        return self.press(self.page.locator(f".hand [data-action='{text}']"))


class Finger(Hands):
    """A player with a touch screen."""

    def press(self, what: Locator, **how: Any) -> bool:
        what.tap(**how)
        return True

    def insert(self, place: int) -> bool:
        """The first tap opens the gap; the button inserts the card."""
        self.press(self.page.locator(".hand .gap").nth(place))
        return self.press(self.page.locator(f".bar .act[data-action='insert {place}']"))


class Keys(Hands):
    """Key presses only."""

    def go_to(self, selector: str) -> None:
        """Tab until the focus is there."""
        for _ in range(80):
            if self.page.evaluate("(it) => document.activeElement?.matches(it) ?? false", selector):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab never comes to {selector}")

    def press(self, what: Locator, **how: Any) -> bool:
        self.go_to(f"[data-action='{what.get_attribute('data-action')}']")
        self.page.keyboard.press("Enter")
        return True

    def _walk(self, place: int) -> None:
        self.page.keyboard.press("Home")
        for _ in range(place):
            self.page.keyboard.press("ArrowRight")
        self.page.wait_for_timeout(30)

    def play(self, text: str, number: int, count: int, place: int) -> bool:
        self.go_to(".hand .hold")
        self._walk(place)
        for _ in range(8):
            if self.page.locator(f".bar .act[data-action^='play {number}x{count}@']").count():
                self.page.keyboard.press("Enter")
                return True
            self.page.keyboard.press("ArrowDown")
        return False

    def insert(self, place: int) -> bool:
        self.go_to(".hand .gap")
        self._walk(place)
        self.page.keyboard.press("Enter")
        return True

    def cards(self, text: str, cards: list[str]) -> bool:
        self.go_to(".cards .hold")
        self.page.keyboard.press("Escape")
        for card in cards:
            for _ in range(9):
                if self.page.evaluate("(card) => document.activeElement?.dataset.card === card", card):
                    break
                self.page.keyboard.press("ArrowRight")
                self.page.wait_for_timeout(30)
            self.page.keyboard.press("Space")
        self.page.keyboard.press("Enter")
        return True
