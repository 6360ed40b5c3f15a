"""Hachi Train in words: text forms, refusals, the story, the table."""

import json
from typing import Any

import pytest

from allaboard.game import CHANCE, WATCHER, GameError
from allaboard.games.hachi import rules, words
from games.hachi.hands import GAME, dealt, position
from table import play, playout


def test_every_action_round_trips() -> None:
    texts = [words.say(0, action) for action in range(rules.ACTIONS)]
    assert len(set(texts)) == rules.ACTIONS
    assert [words.parse(0, text) for text in texts] == list(range(rules.ACTIONS))
    outcomes = [words.say(CHANCE, action) for action in range(rules.OUTCOMES)]
    assert outcomes == ["1", "2", "3", "4", "5", "6", "7", "8", "1/2", "3/4", "5/6", "7/8"]
    assert [words.parse(CHANCE, text) for text in outcomes] == list(range(rules.OUTCOMES))


def test_the_forms_of_the_records() -> None:
    assert words.parse(2, "play 5x2@4") == words.play_action(5, 2, 4)
    assert words.play_parts(words.play_action(8, 7, 47)) == (8, 7, 47)
    assert (words.say(0, rules.PASS), words.say(0, rules.INSERT + 7)) == ("pass", "insert 7")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Pass",
        "pass ",
        "insert",
        "insert 07",
        "insert 49",
        "insert -1",
        "insert ٣",
        "play 9x1@0",
        "play 0x1@0",
        "play 5x0@0",
        "play 5x8@0",
        "play 5x1@48",
        "play 5x1@04",
        "play  5x1@0",
        "play 5x1",
        "play 5x1@0\n",
        "3/4",
    ],
)
def test_anything_else_is_no_action(text: str) -> None:
    with pytest.raises(GameError, match="is no action; there are 'pass', 'insert 7'"):
        words.parse(0, text)


@pytest.mark.parametrize("text", ["", "9", "0", "2/3", "4/3", "pass", " 3"])
def test_anything_else_is_no_card(text: str) -> None:
    with pytest.raises(GameError, match="is no card; the cards are 1, 2"):
        words.parse(CHANCE, text)


@pytest.mark.parametrize("seats", [3, 5])
def test_every_illegal_action_is_refused_with_a_clause(seats: int) -> None:
    """For any actor and any action, at any time."""
    for ply, (state, _, _) in enumerate(playout(GAME, seats, 2)):
        if ply % 97:
            continue
        for actor in range(CHANCE + 1):
            legal = set(GAME.legal(state, actor))
            for action in range(0, rules.OUTCOMES if actor == CHANCE else rules.ACTIONS, 1 if actor == CHANCE else 53):
                if action not in legal:
                    refusal = words.refuse(state, actor, action)
                    assert refusal.clause in {f"H{n}" for n in range(1, 14)}
                    assert not refusal.reason.endswith(".")


LED = "s0 play 3x1@0"
BEATEN = "s1 play 5x1@0"


@pytest.mark.parametrize(
    ("lines", "actor", "text", "clause", "reason"),
    [
        ([], 0, "pass", "H4", "the field is empty, and the leader may not pass"),
        ([], 1, "play 5x1@0", "H4", "it is the turn of seat 0, not of seat 1"),
        ([], 5, "pass", "H4", "there is no seat 5 at this table of 3"),
        ([], CHANCE, "3", "H4", "no card is dealt or drawn now; seat 0 decides"),
        ([], 0, "insert 0", "H6", "there is no card to insert; this is the time to play or to pass"),
        ([], 0, "play 3x2@0", "H5", "the card at place 1, 1, does not show 3"),
        ([], 0, "play 1x1@2", "H5", "the hand has only 2 cards, at the places from 0 to 1"),
        ([LED], 1, "play 2x1@1", "H5", "to beat the single 3 in the field"),
        ([LED, BEATEN], 1, "pass", "H6", "first the collected card must be inserted into the hand"),
        ([LED, BEATEN], 1, "insert 3", "H6", "the hand has 2 cards; a card goes to a place from 0 to 2"),
        ([LED, "s1 pass"], 1, "insert 0", "H8", "a card is being drawn for seat 1; nobody else acts meanwhile"),
        ([LED, "s1 pass"], CHANCE, "5", "H2", "5 is a numbered card; the stock holds only specials"),
        ([LED, "s1 pass"], CHANCE, "3/4", "H1", "no 3/4 is left"),
        ([LED, "s1 pass", "chance 7/8"], 1, "pass", "H8", "first the drawn card must be inserted into the hand"),
    ],
)
def test_refusals_name_the_clause_and_the_reason(
    lines: list[str], actor: int, text: str, clause: str, reason: str
) -> None:
    state = play(GAME, position("3 1", "5 2 8", "6 6", stock="7/8"), *lines)
    refusal = words.refuse(state, actor, words.parse(actor, text))
    assert refusal.clause == clause
    assert reason in refusal.reason


def told(state: Any, viewer: int, *lines: str) -> list[str]:
    """Play the lines and tell the story of the last one to a viewer."""
    play(GAME, state, *lines[:-1])
    who, text = lines[-1].split(" ", 1)
    actor = CHANCE if who == "chance" else int(who[1:])
    action = words.parse(actor, text)
    seen = words.sees(state, actor, action, viewer)
    before = GAME.view(state, viewer)
    GAME.play(state, actor, action)
    return words.narrate(before, GAME.view(state, viewer), actor, action if seen else None)


def test_the_story_of_the_deal() -> None:
    assert told(GAME.start(3), 0, "chance 8") == ["Seat 0 is dealt an 8."]
    assert told(GAME.start(3), 1, "chance 8") == ["Seat 0 is dealt a card."]
    almost = play(GAME, GAME.start(3), *[f"chance {card}" for card in ("12345678" * 3)[:-1]])
    assert told(almost, 0, "chance 8") == ["Seat 2 is dealt a card.", "All cards are dealt; Seat 0 leads round 1."]


@pytest.mark.clause("H13")
def test_the_story_of_a_draw() -> None:
    lines = ["s0 play 8x1@0", "s1 pass", "chance 7/8", "s1 insert 1"]
    start = position("8 1", "2 3", "4", stock="7/8")

    def after(count: int, viewer: int) -> list[str]:
        return told(GAME.copy(start), viewer, *lines[:count])

    assert after(2, 0) == after(2, 1) == ["Seat 1 passes."]
    assert after(3, 1) == ["Seat 1 draws a 7/8 from the stock.", "The stock is empty now."]
    assert after(3, 0) == ["Seat 1 draws a card from the stock.", "The stock is empty now."]
    assert after(4, 1) == ["Seat 1 puts the 7/8 in at place 1."]
    assert after(4, 0) == after(4, WATCHER) == ["Seat 1 puts the drawn card in at place 1."]


def test_the_story_of_a_beaten_set() -> None:
    state = position("3 3/4 1", "5 5 8 7", "6 2")
    assert told(state, 2, "s0 play 3x2@0") == ["Seat 0 plays two 3s (3 3/4)."]
    assert told(state, 2, "s1 play 5x2@0") == ["Seat 1 plays two 5s.", "Seat 1 beats Seat 0 and collects two 3s."]
    assert told(state, 2, "s1 insert 1") == ["Seat 1 slips the 3 in at place 1."]
    assert told(state, 0, "s1 insert 3") == ["Seat 1 slips the 3/4 in at place 3."]


def test_the_story_of_clears() -> None:
    state = position("8 7 6", "1 2 3", "1 2 3")
    assert told(state, 1, "s0 play 8x1@0", "s1 pass", "s2 pass") == [
        "Seat 2 passes; the stock is empty, so no card is drawn.",
        "Everyone else has passed: the single 8 of Seat 0 is discarded.",
        "Seat 0 leads.",
    ]
    assert told(state, 1, "s0 play 7x1@0", "s1 pass", "s2 pass")[-1] == (
        "Seat 0 has cleared the field twice in a row, so Seat 1 leads."
    )
    out = position("8 8", "1 2", "3 4")
    assert told(out, 1, "s0 play 8x2@0", "s1 pass", "s2 pass")[1:] == [
        "Everyone else has passed: the two 8s of Seat 0 are discarded.",
        "Seat 0 is out, so Seat 1 leads.",
    ]


def test_the_story_of_the_end() -> None:
    state = position("3", "5 5", "8 8")
    assert told(state, 2, "s0 play 3x1@0") == [
        "Seat 0 plays a single 3.",
        "Seat 0 has no cards left and is safe for this round.",
    ]
    assert told(state, 2, "s1 play 5x2@0") == [
        "Seat 1 plays two 5s.",
        "The beaten single 3 of Seat 0 is discarded.",
        "Seat 1 has no cards left and is safe for this round.",
        "Seat 2 alone holds cards and loses an asset: $100m left.",
        "Round 1 is over; Seat 2 will lead round 2.",
    ]
    last = position("3", "5 5", "8 8", rounds=2, assets=(2, 2, 1))
    assert told(last, 2, "s0 play 3x1@0", "s1 play 5x2@0")[-3:] == [
        "Seat 2 alone holds cards and loses an asset: $0 left.",
        "The game is over: Seat 2 has no assets.",
        "Seat 2 loses; Seats 0 and 1 win.",
    ]
    fourth = position("3", "5 5", "8 8", "1", rounds=4, assets=(1, 1, 1, 2))
    assert told(fourth, 2, "s0 play 3x1@0", "s1 play 5x2@0", "s2 play 8x2@0")[-2:] == [
        "The game is over: all four rounds are played.",
        "Everyone has $100m: a draw.",
    ]


@pytest.mark.parametrize("seats", [3, 5])
def test_every_step_has_a_story_and_a_table_for_everyone(seats: int) -> None:
    steps = playout(GAME, seats, 9)
    for ply, (state, actor, action) in enumerate(steps):
        for viewer in (0, seats - 1, WATCHER, -1)[: 4 if ply % 5 == 0 else 0]:
            before = GAME.view(state, viewer) if viewer >= 0 else GAME.copy(state)
            after = GAME.copy(state)
            GAME.play(after, actor, action)
            seen = words.sees(state, actor, action, viewer)
            story = words.narrate(
                before, GAME.view(after, viewer) if viewer >= 0 else after, actor, action if seen else None
            )
            assert story
            assert all(sentence[0].isupper() and sentence.endswith(".") for sentence in story)
            assert all(len(line) <= 80 for line in words.show(before).splitlines())
            json.dumps(words.to_json(before))


@pytest.mark.clause("H13")
def test_the_table_shows_what_the_viewer_knows() -> None:
    state = play(GAME, position("3 3/4 1", "5 5 8 7", "6 2", stock="1/2"), "s0 play 3x2@0", "s1 play 5x2@0")
    play(GAME, state, "s1 insert 1", "s1 insert 0", "s2 pass", "chance 1/2")
    assert words.show(GAME.view(state, 1)) == "\n".join(
        [
            "Hachi Train   round 1 of 4   stock 0",
            "Field: two 5s of Seat 1 [5 5], passes: 1",
            "",
            "  Seat 0   $200m   1 card",
            "    cards    ?",
            "    place    0",
            "",
            "  Seat 1 (you)   $200m   4 cards",
            "    cards 3/4*    8   3*    7",
            "    place    0    1    2    3",
            "",
            "> Seat 2   $200m   2 cards   to insert: ?/?",
            "    cards    ?    ?",
            "    place    0    1",
        ]
    )


def test_the_view_for_other_programs() -> None:
    state = play(GAME, position("3 3/4 1", "5 5 8 7", "6 2"), "s0 play 3x2@0", "s1 play 5x2@0", "s1 insert 1")
    view = words.to_json(GAME.view(state, 2))
    assert view["phase"] == "inserting"
    assert view["viewer"] == 2
    assert view["field"] == {
        "owner": 1,
        "number": 5,
        "count": 2,
        "cards": [{"face": "5", "kind": "numbered", "numbers": [5], "shown": True}] * 2,
    }
    assert view["pending"] == [{"face": "3/4", "kind": "special", "numbers": [3, 4], "shown": True}]
    assert [card["face"] for card in view["players"][1]["hand"]] == [None, "3", None]
    assert words.to_json(GAME.view(state, WATCHER))["viewer"] is None


def test_a_dealt_table_in_json_names_no_hidden_face() -> None:
    view = words.to_json(GAME.view(dealt(3), 1))
    for player in view["players"]:
        known = [card["face"] is not None for card in player["hand"]]
        assert known == [player["seat"] == 1] * 8
