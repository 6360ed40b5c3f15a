"""Games of other distributions in a browser: a plain board, without client code of their own."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from allaboard.catalog import catalog
from allaboard.game import load
from browser.conftest import Sit
from browser.pages import PHONE, card_of, overflow, results, spoken, standing, table_id, until
from others.offering import offering
from server.serving import get, serving

OFFERED = {"shunting": "shunting:GAME", "tricks": "tricks:GAME", "sorting": "sorting:GAME"}
LANGUAGES = ["en", "ja"]
COMPILING = 400  # seconds: on a new machine the bots are compiled first


@pytest.fixture(scope="module")
def url(client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with two more games."""
    with offering(tmp_path_factory.mktemp("distribution"), **OFFERED), serving(tmp_path_factory.mktemp("plain")) as url:
        yield url


def steps_to(page: Page) -> dict[int, dict[str, Any]]:
    """Every step that the page is told, by its number."""
    told: dict[int, dict[str, Any]] = {}

    def frame(data: str | bytes) -> None:
        message = json.loads(data)
        for ply in message.get("undone", []):
            told.pop(ply, None)
        for step in message.get("steps", []):
            told[step["ply"]] = step

    page.on("websocket", lambda socket: socket.on("framereceived", frame))
    return told


def begin(page: Page, game: str, seats: int, language: str) -> str:
    page.goto("/")
    say = spoken(language)
    card = card_of(page, game)
    card.get_by_label(say("seats")).select_option(str(seats))
    card.get_by_role("button", name=say("play-bots")).click()
    until(page, "document.querySelector('[data-action]')", 120)
    return table_id(page)


def play_to_the_end(page: Page) -> None:
    until(
        page,
        "(document.querySelector('.plain [data-action]:not(:disabled)')?.click(),"
        " document.querySelector('main.table')?.dataset.phase === 'over')",
        150,
    )


def sentences(url: str, table: str, game: str, told: dict[int, dict[str, Any]], language: str) -> list[str]:
    """What Python says of these steps."""
    known = load(game)
    names = [player["name"] for player in get(url, f"/api/games/{table}/replay")["table"]["players"]]
    events = [known.event(event) for _, step in sorted(told.items()) for event in step["events"]]
    return known.sentences(events, names, 0, language)


def logged(page: Page) -> list[str]:
    found: list[str] = page.evaluate("() => [...document.querySelectorAll('.log p')].map((line) => line.innerText)")
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "seats"), [("tricks", 3), ("shunting", 2), ("sorting", 3)])
def test_the_log_is_what_the_events_say(sit: Sit, url: str, game: str, seats: int, language: str) -> None:
    page = sit(name="Aki", locale={"en": "en-GB", "ja": "ja-JP"}[language])
    told = steps_to(page)
    table = begin(page, game, seats, language)
    if game == "tricks":
        shown = page.locator(".plain pre").inner_text()
        assert shown.startswith({"en": "seat 0: played", "ja": "席0：出した札"}[language])
    play_to_the_end(page)
    scores, _ = results(page)
    assert scores == get(url, f"/api/games/{table}/replay")["steps"][-1]["view"]["scores"]
    said = sentences(url, table, game, told, language)
    until(page, f"document.querySelectorAll('.log p').length >= {len(said)}")
    assert logged(page) == said
    assert "Seat 8" not in " ".join(said)
    assert page.locator(".plain .wait").count() == 0, "nobody waits after the end"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_solo_game_ends_with_its_rank_which_can_be_shared(sit: Sit, url: str, language: str) -> None:
    page = sit(name="Aki", locale={"en": "en-GB", "ja": "ja-JP"}[language])
    page.add_init_script(
        "delete Navigator.prototype.share; navigator.clipboard.writeText = async (it) => (window.copied = it)"
    )
    page.goto("/")
    card_of(page, "sorting").get_by_role("button", name=spoken(language)("play-solo")).click()
    until(page, "document.querySelector('.plain [data-action]')", 120)
    table = table_id(page)
    play_to_the_end(page)
    (points,), _ = results(page)
    rank = "Shunter" if points else "Onlooker"
    until(page, f"document.querySelector('.solo-rank')?.innerText === '{rank}'")
    say = spoken(language)
    assert page.locator("#end-title").inner_text() == say("end-alone", points=points)
    page.locator("dialog summary").click()
    page.get_by_role("button", name=say("table-share")).click()
    until(page, "window.copied")
    shared = [say("share-title", game="Sorting"), say("share-alone", points=points, rank=rank)]
    assert page.evaluate("window.copied").splitlines()[:2] == shared
    page.get_by_role("button", name=say("table-rematch"), exact=True).click()
    until(page, f"!location.pathname.endsWith('{table}') && document.querySelector('.plain [data-action]')")
    play_to_the_end(page)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_of_rules_says_that_there_are_none(sit: Sit, language: str) -> None:
    page = sit(name="Aki", locale={"en": "en-GB", "ja": "ja-JP"}[language])
    page.goto("/rules/sorting")
    said = catalog(None, language).say("error-no-rulebook", game="Sorting")
    until(page, f"document.querySelector('article')?.innerText.trim() === '{said}'")


def test_the_front_page_offers_only_what_the_game_has(sit: Sit) -> None:
    page = sit(name="Aki", locale="ja-JP")
    page.goto("/")
    card = card_of(page, "tricks")
    card.wait_for()
    until(page, "document.querySelector('#title-tricks')?.innerText === 'トリック'")
    assert "トリックを取ります" in card.inner_text()
    levels = "(all) => all.map((one) => one.value)"
    assert card.get_by_label(spoken("ja")("level")).locator("option").evaluate_all(levels) == ["hard"]
    assert card.get_by_role("link", name=spoken("ja")("rules")).count() == 1
    other = card_of(page, "shunting")
    assert other.get_by_label(spoken("ja")("level")).locator("option").evaluate_all(levels) == ["random"]
    assert other.get_by_role("link", name=spoken("ja")("rules")).count() == 0, "its rules are not written"


def test_a_table_for_friends_offers_what_the_game_has(sit: Sit) -> None:
    """The levels of its bots, and no board file for a game without options."""
    page = sit(name="Aki")
    page.goto("/")
    card_of(page, "tricks").get_by_role("button", name=spoken("en")("play-friends")).click()
    page.get_by_role("button", name=spoken("en")("new-open")).wait_for()
    assert page.locator("dialog input[type=file]").count() == 0, "it has no options"
    page.get_by_role("button", name=spoken("en")("new-open")).click()
    until(page, "[...document.querySelectorAll('main select option')].map((one) => one.value).join() === 'hard'")


def test_hints_do_not_name_a_level_that_the_game_does_not_have(sit: Sit) -> None:
    page = sit(name="Aki")
    begin(page, "tricks", 2, "en")
    assert "expert" not in (page.get_by_role("button", name="Hints").get_attribute("title") or "expert").lower()


def test_a_review_has_the_title_of_the_game(sit: Sit) -> None:
    page = sit(name="Aki")
    table = begin(page, "shunting", 2, "en")
    play_to_the_end(page)
    page.goto(f"/review/{table}?seat=0")
    until(page, "document.querySelector('.bar h1')?.innerText === 'Review: Shunting'", COMPILING)
    until(page, "document.querySelector('p.rest')?.innerText.includes('the rest: how far the estimates')")


def test_legal_actions_are_buttons_with_hints_and_an_undo(sit: Sit) -> None:
    page = sit(PHONE, name="Aki")
    begin(page, "tricks", 2, "en")
    assert "cards" in page.locator(".plain pre").inner_text()
    assert overflow(page) == 0
    offered = page.locator(".plain [data-action]").evaluate_all("(all) => all.map((one) => one.dataset.action)")
    assert len(offered) == 6
    page.keyboard.press("?")
    until(page, f"document.querySelectorAll('main .hint-badge').length === {len(offered)}", COMPILING)
    begun = standing(page)["ply"]
    page.locator(".plain [data-action]").first.click()
    until(page, f"document.querySelector('main.table').dataset.ply !== '{begun}'")


def test_a_replay_shows_the_table_as_text_and_tells_every_step(sit: Sit, tmp_path: Path) -> None:
    page = sit(name="Aki")
    table = begin(page, "shunting", 2, "en")
    play_to_the_end(page)
    page.goto(f"/replay/{table}")
    until(page, "document.querySelector('.plain pre')?.innerText.includes('phase: rolling')")
    page.keyboard.press("ArrowRight")
    until(page, "document.body.innerText.includes('Chance: ')")
    until(page, "document.querySelector('.plain pre').innerText.includes('phase: choosing')")
    assert page.locator(".plain .wait").count() == 0
