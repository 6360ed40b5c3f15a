"""The log in the browser: line by line what Python says of the record's events, in every language."""

import httpx
import pytest

from allaboard import notation
from allaboard.game import load
from browser.conftest import Sit
from browser.pages import card_of, play_on, spoken, table_id, until

LOCALES = {"en": "en-GB", "ja": "ja-JP"}
SEATS = {"miyajima": 2, "hachi": 3, "runaway": 3}

# The panel shows the newest lines only, so every line is noted when it appears.
NOTE = """addEventListener('DOMContentLoaded', () => {
  window.noted = new Map()
  new MutationObserver(() => {
    for (const line of document.querySelectorAll('.log p[data-entry]')) noted.set(line.dataset.entry, line.innerText)
  }).observe(document, { subtree: true, childList: true, characterData: true })
})"""


def said_of(record: notation.GameRecord, seat: int, names: list[str], language: str) -> list[str]:
    """What a seat is told of a game, in sentences."""
    game = load(record.value("game") or "")
    said: list[str] = []
    for step in notation.replay(record):
        events = game.step_events(step.before, step.after, step.line.actor, step.action, seat)
        said += game.sentences(events, names, seat, language)
    return said


@pytest.mark.parametrize("language", LOCALES)
@pytest.mark.parametrize("game", SEATS)
def test_every_line_is_what_python_says_of_the_record(sit: Sit, brief_url: str, game: str, language: str) -> None:
    page, say = sit(name="Aki", locale=LOCALES[language], brief=True), spoken(language)
    page.add_init_script(NOTE)
    page.goto("/")
    card = card_of(page, game)
    card.get_by_label(say("seats")).select_option(str(SEATS[game]))
    card.get_by_role("button", name=say("play-bots")).click()
    page.wait_for_selector("main[data-ply]")
    play_on([page], game, seed=7)
    record = httpx.get(f"{brief_url}/api/games/{table_id(page)}/record").raise_for_status().text
    (kept,) = notation.read_records(record)
    seat = next(seat for seat, name in kept.players.items() if name == "Aki")
    said = said_of(kept, seat, page.locator(".people .name").all_inner_texts(), language)
    until(page, f"window.noted.size >= {len(said)}")
    noted: list[tuple[str, str]] = page.evaluate("() => [...noted]")
    lines = sorted((tuple(map(int, entry.split("."))), text) for entry, text in noted)
    assert [text for _, text in lines] == said
