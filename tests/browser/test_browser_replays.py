"""Lessons to their end, replays with links to a move, the daily challenge, a rematch."""

import json

import pytest

from browser.conftest import Sit
from browser.hands import Hands
from browser.pages import PHONE, ROOT, against_bots, play_on, table_id, todays_challenge, until


@pytest.mark.parametrize("game", ["miyajima", "hachi", "runaway"])
def test_the_lesson_is_played_to_its_end(sit: Sit, game: str) -> None:
    lesson = json.loads((ROOT / "client" / "src" / "games" / game / "lesson.json").read_text(encoding="utf-8"))
    page = sit(PHONE)
    hands = Hands(page, game)
    page.goto(f"/learn/{game}")
    for step in lesson["steps"]:
        page.locator(".said", has_text=step["say"]["en"]).wait_for()
        if step["expect"] is None:
            if step is not lesson["steps"][-1]:
                page.get_by_role("button", name="Next").click()
            continue
        texts = [action["text"] for action in step["actions"]]
        wrong = [text for text in texts if step["expect"] not in (text, "*")]
        if wrong:
            hands.do(wrong[0])
            page.locator(".hint", has_text="Not this one").wait_for()
        assert hands.do(texts[0] if step["expect"] == "*" else step["expect"])
    page.get_by_role("button", name="Play a first game now").click()
    page.wait_for_selector("main[data-ply]")


def test_a_lesson_does_not_tell_the_end_before_the_board_shows_it(sit: Sit) -> None:
    steps = json.loads((ROOT / "client" / "src" / "games" / "runaway" / "lesson.json").read_text("utf-8"))["steps"]
    page = sit(PHONE, name="Aki", speed="normal", reduced_motion="no-preference")
    page.add_init_script(f"localStorage['allaboard.lesson.runaway'] = {len(steps) - 2}")
    page.goto("/learn/runaway")
    page.locator(".said", has_text=steps[-2]["say"]["en"]).wait_for()
    page.locator(".stage").wait_for()
    page.get_by_role("button", name="Next").click()
    page.locator("[data-cliff]").wait_for()
    assert page.locator(".said").inner_text() == steps[-2]["say"]["en"]
    page.locator(".stage").click()  # skips
    page.locator(".said", has_text=steps[-1]["say"]["en"]).wait_for()


def test_a_finished_game_can_be_replayed_from_any_seat_and_a_move_be_shared(sit: Sit) -> None:
    page = sit(name="Aki")
    against_bots(page, "miyajima", 2)
    play_on([page], "miyajima")
    game = table_id(page)
    page.get_by_text("More …").click()
    page.get_by_role("button", name="Check the dice").click()
    page.get_by_text("Fair: all").wait_for()

    other = sit(PHONE)
    other.goto(f"/replay/{game}?seat=1&move=7")
    other.get_by_text("7 /").wait_for()
    told = other.locator(".told").inner_text()
    assert told
    other.get_by_role("button", name="One move forward").click()
    # A choice that others do not see yet is part of the next move.
    until(other, "Number(new URLSearchParams(location.search).get('move')) > 7")
    move = other.locator("main").get_attribute("data-move")
    until(other, f"location.search === '?seat=1&move={move}'")
    other.reload()
    other.get_by_text(f"{move} /").wait_for()
    other.get_by_role("button", name="One move back").click()
    until(other, f"document.querySelector('.told').innerText === {json.dumps(told)}")
    move = other.locator("main").get_attribute("data-move")
    other.get_by_role("button", name="More …").click()
    other.get_by_label("Seen from").select_option("")
    until(other, f"location.search === '?move={move}'")

    other.goto(f"/print/miyajima/{game}?seat=1")
    other.locator(".paper .car").first.wait_for()
    sums = other.locator(".paper .sum").all_text_contents()
    assert len(sums) == other.locator(".paper .car").count()
    assert all(text.strip().isdigit() for text in sums), "every car of the printed sheet shows its sum"

    page.goto("/")
    page.get_by_text("with Kodama (medium)").first.wait_for()


def test_friends_play_again(sit: Sit) -> None:
    page = sit(name="Aki")
    first = against_bots(page, "runaway", 3)
    play_on([page], "runaway")
    page.get_by_role("button", name="Rematch").click()
    until(page, f"!location.pathname.includes({json.dumps(first)})")
    page.wait_for_selector("main")


def test_the_daily_challenge_has_one_try(sit: Sit) -> None:
    page = sit(name="Aki")
    table = todays_challenge(page)
    page.goto("/")
    page.get_by_role("button", name="Daily challenge").first.click()
    page.get_by_role("button", name="See my try").click()
    page.wait_for_selector("main[data-ply]")
    assert table_id(page) == table


def test_a_code_leads_to_the_table_however_it_is_typed(sit: Sit) -> None:
    page, friend = sit(name="Aki"), sit(PHONE, name="Bea")
    page.goto("/")
    page.get_by_role("button", name="Play with friends").first.click()
    page.get_by_role("button", name="Open the table").click()
    code = page.locator(".code").inner_text()
    friend.goto("/")
    friend.get_by_label("Join with a code").fill(code.replace("-", " ").upper())
    friend.get_by_role("button", name="Join").click()
    friend.get_by_role("heading", name="Aki invites you").wait_for()
