"""Hachi Train in words and as data: text forms, refusals, the table."""

import pytest

from allaboard.game import CHANCE, WATCHER, GameError, Refusal
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
def test_other_texts_are_not_actions(text: str) -> None:
    with pytest.raises(GameError, match="is not an action; there are 'pass', 'insert 7'"):
        words.parse(0, text)


@pytest.mark.parametrize("text", ["", "9", "0", "2/3", "4/3", "pass", " 3"])
def test_other_texts_are_not_cards(text: str) -> None:
    with pytest.raises(GameError, match="is not a card; the cards are 1, 2"):
        words.parse(CHANCE, text)


LED = "s0 play 3x1@0"
BEATEN = "s1 play 5x1@0"


@pytest.mark.parametrize(
    ("lines", "actor", "text", "clause", "reason"),
    [
        ([], 0, "pass", "H4", "the field is empty, and the leader may not pass"),
        ([], 1, "play 5x1@0", "H4", "it is the turn of Seat 0, not of Seat 1"),
        ([], CHANCE, "3", "H4", "no card is dealt or drawn now; Seat 0 decides"),
        ([], 0, "insert 0", "H6", "there is no card to insert; play or pass"),
        ([], 0, "play 3x2@0", "H5", "the card at place 2, 1, does not show 3"),
        ([], 0, "play 1x1@2", "H5", "the hand’s last card is at place 2"),
        ([LED], 1, "play 2x1@1", "H5", "to beat a single 3, play more cards, or as many cards of a higher number"),
        ([LED, BEATEN], 1, "pass", "H6", "put the collected card into the hand first"),
        ([LED, BEATEN], 1, "insert 3", "H6", "a card can be inserted at places 1 to 3"),
        ([LED, "s1 pass"], 1, "insert 0", "H8", "a card is being drawn for Seat 1; nobody acts meanwhile"),
        ([LED, "s1 pass"], CHANCE, "5", "H2", "5 is a numbered card; the stock holds only specials"),
        ([LED, "s1 pass"], CHANCE, "3/4", "H1", "no 3/4 is left"),
        ([LED, "s1 pass", "chance 7/8"], 1, "pass", "H8", "put the drawn card into the hand first"),
    ],
)
def test_refusals_name_the_clause_and_the_reason(
    lines: list[str], actor: int, text: str, clause: str, reason: str
) -> None:
    state = play(GAME, position("3 1", "5 2 8", "6 6", stock="7/8"), *lines)
    before = state.tobytes()
    with pytest.raises(Refusal) as refused:
        GAME.play_text(state, actor, text)
    assert (refused.value.clause, refused.value.reason) == (clause, reason)
    assert state.tobytes() == before


@pytest.mark.clause("H7")
def test_players_who_are_out_are_refused_for_that_reason() -> None:
    state = play(GAME, position("3", "5 2 8", "6 6", "1 1"), "s0 play 3x1@0")
    with pytest.raises(Refusal, match="Seat 0 has no cards left and is out of this round") as refused:
        GAME.play_text(state, 0, "pass")
    assert refused.value.clause == "H7"


@pytest.mark.parametrize("seats", [3, 5])
def test_every_table_fits_eighty_columns(seats: int) -> None:
    for ply, (state, _, _) in enumerate(playout(GAME, seats, 9)):
        for viewer in (0, WATCHER) if ply % 5 == 0 else ():
            assert all(len(line) <= 80 for line in GAME.show(GAME.view(state, viewer)).splitlines())


@pytest.mark.clause("H13")
def test_the_table_shows_what_the_viewer_knows() -> None:
    state = play(GAME, position("3 3/4 1", "5 5 8 7", "6 2", stock="1/2"), "s0 play 3x2@0", "s1 play 5x2@0")
    play(GAME, state, "s1 insert 1", "s1 insert 0", "s2 pass", "chance 1/2")
    assert GAME.show(GAME.view(state, 1)) == "\n".join(
        [
            "Hachi Train   round 1 of 4   stock 0",
            "Field: 2 × 5 of Seat 1 [5 5], passes: 1",
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


@pytest.mark.clause("H13")
def test_the_view_for_other_programs() -> None:
    """A card is its face, with 16 added if everybody has seen it; 13 and 14 are a hidden one and a hidden special."""
    state = play(GAME, position("3 3/4 1", "5 5 8 7", "6 2"), "s0 play 3x2@0", "s1 play 5x2@0", "s1 insert 1")
    view = GAME.to_json(GAME.view(state, 2))
    expected = {
        "phase": "inserting",
        "viewer": 2,
        "turn": 1,
        "field_owner": 1,
        "field_number": 5,
        "field_count": 2,
        "field_cards": [5 + 16, 5 + 16],
        "pending": [10 + 16],
        "hand": [[13], [13, 3 + 16, 13], [6, 2]],
        "held": [1, 3, 2],
        "assets": [2, 2, 2],
        "scores": [2, 2, 2],
        "ranks": [1, 1, 1],
        "cleared_by": None,
    }
    assert {name: view[name] for name in expected} == expected
    assert "left" not in view, "nobody may know what is in the stock"


@pytest.mark.clause("H13")
def test_a_dealt_table_as_data_names_no_hidden_face() -> None:
    hands = GAME.to_json(GAME.view(dealt(3), 1))["hand"]
    assert hands == [[13] * 8, [3, 4, 4, 4, 5, 5, 5, 6], [13] * 8]
