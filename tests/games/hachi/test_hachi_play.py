"""H4 to H7: plays, what beats what, collecting the beaten set."""

import pytest

from allaboard.game import Refusal
from allaboard.games.hachi.rules import State
from games.hachi.hands import GAME, cards, dealt, field, menu, position
from table import play


def refused(state: State, line: str) -> str:
    """The clause that refuses a line."""
    with pytest.raises(Refusal) as refusal:
        play(GAME, state, line)
    return refusal.value.clause


@pytest.mark.clause("H4")
def test_no_pass_on_an_empty_field() -> None:
    state = position("5 5", "6", "7")
    assert menu(state) == ["play 5x1@0", "play 5x1@1", "play 5x2@0"]
    assert refused(state, "s0 pass") == "H4"


@pytest.mark.clause("H4")
def test_a_turn_is_a_play_or_a_pass() -> None:
    state = play(GAME, position("5 5", "6 6 8", "7"), "s0 play 5x1@0")
    assert menu(state) == ["pass", "play 6x1@0", "play 6x1@1", "play 6x2@0", "play 8x1@2"]
    assert refused(state, "s0 play 5x1@0") == "H4"
    assert refused(state, "s1 insert 0") == "H6"


@pytest.mark.clause("H5")
def test_cards_must_be_adjacent_and_all_show_the_number() -> None:
    state = position("5 3 5 5", "6", "7")
    assert menu(state) == ["play 5x1@0", "play 3x1@1", "play 5x1@2", "play 5x1@3", "play 5x2@2"]
    assert refused(state, "s0 play 5x3@0") == "H5"
    assert refused(state, "s0 play 5x1@1") == "H5"
    assert refused(state, "s0 play 5x2@3") == "H5"


@pytest.mark.clause("H5")
def test_cards_that_become_adjacent_may_be_played_together() -> None:
    state = play(GAME, position("5 3 5 5", "6", "7"), "s0 play 3x1@1", "s1 pass", "s2 pass", "s0 play 5x3@0")
    assert GAME.scores(state)[0] == 2
    assert field(state) == "5x3 of s0: 5 5 5"


@pytest.mark.clause("H5")
def test_two_3s_or_three_4s() -> None:
    """The rulebook's picture: 3, 3/4, 4, 4 holds two 3s or three 4s."""
    state = position("3 3/4 4 4", "6", "7")
    assert sorted(menu(state)) == [
        "play 3x1@0",
        "play 3x1@1",
        "play 3x2@0",
        "play 4x1@1",
        "play 4x1@2",
        "play 4x1@3",
        "play 4x2@1",
        "play 4x2@2",
        "play 4x3@1",
    ]
    threes = play(GAME, GAME.copy(state), "s0 play 3x2@0")
    assert (field(threes), cards(threes, 0)) == ("3x2 of s0: 3 3/4", "4 4")
    fours = play(GAME, GAME.copy(state), "s0 play 4x3@1")
    assert (field(fours), cards(fours, 0)) == ("4x3 of s0: 3/4 4 4", "3")


@pytest.mark.clause("H5", "H8")
def test_drawing_the_special_leads_to_the_picture_of_the_rulebook() -> None:
    state = dealt(3, "15567788", "34412567")
    play(GAME, state, "s0 play 1x1@0", "s1 pass", "chance 3/4", "s1 insert 1", "s2 play 2x1@1", "s2 insert 0")
    play(GAME, state, "s0 pass", "chance 1/2", "s0 insert 0")
    assert cards(state, 1).startswith("3 3/4 4 4")
    assert {"play 3x2@0", "play 4x3@1"} < set(menu(state))


@pytest.mark.clause("H5")
def test_where_both_numbers_fit_the_player_says_which() -> None:
    state = position("5/6 5/6 1", "7 7", "8")
    assert {"play 5x2@0", "play 6x2@0"} < set(menu(state))
    assert field(play(GAME, GAME.copy(state), "s0 play 5x2@0")) == "5x2 of s0: 5/6 5/6"
    assert field(play(GAME, GAME.copy(state), "s0 play 6x2@0")) == "6x2 of s0: 5/6 5/6"


@pytest.mark.clause("H5")
def test_a_special_counts_as_the_number_said() -> None:
    """A 5/6 lies as a 5: another 6 beats it, and so would a 5/6 said to be a 6, but not one said to be a 5."""
    state = play(GAME, position("5/6 1", "5/6 6 5 2", "8"), "s0 play 5x1@0")
    assert menu(state) == ["pass", "play 6x1@0", "play 6x1@1", "play 6x2@0"]


@pytest.mark.clause("H5")
def test_more_copies_beat_a_higher_number() -> None:
    state = play(GAME, position("8 8 1", "1 1 3", "8 2"), "s0 play 8x1@0")
    assert menu(state) == ["pass", "play 1x2@0"]
    play(GAME, state, "s1 play 1x2@0")
    assert field(state) == "1x2 of s1: 1 1"


@pytest.mark.clause("H5")
def test_of_two_sets_of_equal_size_the_higher_number_is_stronger() -> None:
    state = play(GAME, position("5 5 1", "4 4 5 5/6 6 6 7", "8 2"), "s0 play 5x2@0")
    assert menu(state) == ["pass", "play 6x2@3", "play 6x2@4", "play 6x3@3"]
    assert refused(state, "s1 play 4x2@0") == "H5"
    assert refused(state, "s1 play 5x2@2") == "H5", "as many of the same number are not stronger"
    assert refused(state, "s1 play 7x1@6") == "H5", "fewer cards are not stronger"


@pytest.mark.clause("H6")
def test_the_beaten_set_is_collected_card_by_card_left_to_right() -> None:
    state = play(GAME, position("3 3/4 1", "5 5 8 7", "6 2"), "s0 play 3x2@0", "s1 play 5x2@0")
    assert (field(state), cards(state, 1)) == ("5x2 of s1: 5 5", "8 7")
    assert menu(state) == ["insert 0", "insert 1", "insert 2"]
    play(GAME, state, "s1 insert 1")
    assert cards(state, 1) == "8 3 7"
    assert menu(state) == ["insert 0", "insert 1", "insert 2", "insert 3"]
    play(GAME, state, "s1 insert 3")
    assert cards(state, 1) == "8 3 7 3/4"
    assert GAME.actors(state) == [2]


@pytest.mark.clause("H6")
@pytest.mark.parametrize(("place", "hand"), [(0, "3 8 7 6"), (1, "8 3 7 6"), (3, "8 7 6 3")])
def test_insert_at_both_ends_and_between(place: int, hand: str) -> None:
    state = play(GAME, position("3 1", "5 8 7 6", "6 2"), "s0 play 3x1@0", "s1 play 5x1@0", f"s1 insert {place}")
    assert cards(state, 1) == hand


@pytest.mark.clause("H6")
def test_a_collected_card_must_be_inserted_first() -> None:
    state = play(GAME, position("3 1", "5 8 7 6", "6 2"), "s0 play 3x1@0", "s1 play 5x1@0")
    assert refused(state, "s1 pass") == "H6"
    assert refused(state, "s1 play 8x1@0") == "H6"
    assert refused(state, "s1 insert 4") == "H6"
    assert refused(state, "s2 pass") == "H4"


@pytest.mark.clause("H6")
def test_the_lead_collects_nothing() -> None:
    state = play(GAME, position("3 1", "5 8", "6 2"), "s0 play 3x1@0")
    assert GAME.actors(state) == [1]
    assert cards(state, 0) == "1"


@pytest.mark.clause("H7")
def test_the_emptied_hand_collects_nothing_and_is_out() -> None:
    state = play(GAME, position("3 3/4 1", "5 5", "6 2", "7 8"), "s0 play 3x2@0", "s1 play 5x2@0")
    assert cards(state, 1) == ""
    assert (state.discarded[3], state.discarded[10]) == (4, 2), "the beaten 3 and 3/4 join what was discarded"
    assert GAME.actors(state) == [2]
    play(GAME, state, "s2 pass", "s3 pass", "s0 pass")
    assert refused(state, "s1 pass") == "H7"


@pytest.mark.clause("H7")
def test_players_who_are_out_are_skipped() -> None:
    state = position("1 8", "2", "3 8", "4 8")
    play(GAME, state, "s0 play 1x1@0", "s1 play 2x1@0", "s2 play 3x1@0", "s2 insert 0", "s3 pass", "s0 pass")
    assert GAME.actors(state) == [2], "Seat 1 is out: two passes clear the field"
