"""H8 to H10: passing, clearing the field, passing the lead on."""

import pytest

from allaboard.game import CHANCE, Refusal
from games.hachi.hands import GAME, cards, field, menu, position
from table import play


@pytest.mark.clause("H8")
def test_a_pass_draws_a_card_and_puts_it_anywhere() -> None:
    state = play(GAME, position("8 1", "2 3", "4", stock="1/2 7/8"), "s0 play 8x1@0", "s1 pass")
    assert GAME.actors(state) == [CHANCE]
    assert GAME.menu(state, CHANCE) == ["1/2", "7/8"]
    play(GAME, state, "chance 7/8")
    assert menu(state) == ["insert 0", "insert 1", "insert 2"]
    play(GAME, state, "s1 insert 1")
    assert cards(state, 1) == "2 7/8 3"
    assert state.stock == 1
    assert GAME.actors(state) == [2]


@pytest.mark.clause("H8")
def test_the_drawn_card_must_be_inserted_first() -> None:
    state = play(GAME, position("8 1", "2 3", "4", stock="1/2 7/8"), "s0 play 8x1@0", "s1 pass", "chance 1/2")
    for line in ("s1 pass", "s1 play 2x1@0", "s1 insert 3"):
        with pytest.raises(Refusal) as refused:
            play(GAME, state, line)
        assert refused.value.clause == "H8"


@pytest.mark.clause("H8")
def test_only_what_is_in_the_stock_is_drawn() -> None:
    state = play(GAME, position("8 1", "2 3", "4", stock="1/2 7/8"), "s0 play 8x1@0", "s1 pass")
    with pytest.raises(Refusal, match="no 3/4 is left"):
        play(GAME, state, "chance 3/4")
    with pytest.raises(Refusal, match="only specials"):
        play(GAME, state, "chance 3")


@pytest.mark.clause("H8")
def test_with_an_empty_stock_a_pass_draws_nothing() -> None:
    state = play(GAME, position("8 1", "2 3", "4"), "s0 play 8x1@0", "s1 pass")
    assert cards(state, 1) == "2 3"
    assert GAME.actors(state) == [2]


@pytest.mark.clause("H8")
def test_players_who_passed_may_play_in_their_next_turn() -> None:
    state = position("4 4 1", "6 6 2", "5 8", "5 7")
    play(GAME, state, "s0 play 4x1@0", "s1 pass", "s2 play 5x1@0", "s2 insert 0", "s3 pass", "s0 pass")
    assert menu(state) == ["pass", "play 6x1@0", "play 6x1@1", "play 6x2@0"]
    play(GAME, state, "s1 play 6x1@0", "s1 insert 0")
    assert field(state) == "6x1 of s1: 6"


@pytest.mark.clause("H9")
def test_when_all_others_pass_the_set_is_discarded_and_its_owner_leads() -> None:
    state = play(GAME, position("8 1", "2 3", "4 4"), "s0 play 8x1@0", "s1 pass")
    assert field(state) == "8x1 of s0: 8"
    play(GAME, state, "s2 pass")
    assert field(state) == "empty"
    assert state.discarded[8] == 3
    assert GAME.actors(state) == [0]
    assert menu(state) == ["play 1x1@0"]


@pytest.mark.clause("H9")
def test_passes_count_from_the_last_play() -> None:
    """A pass on an earlier set does not count for a later one."""
    state = position("4 4 1", "6 6 2", "5 8")
    play(GAME, state, "s0 play 4x1@0", "s1 pass", "s2 play 5x1@0", "s2 insert 0", "s0 pass")
    assert field(state) == "5x1 of s2: 5"
    play(GAME, state, "s1 pass")
    assert field(state) == "empty"
    assert GAME.actors(state) == [2]


@pytest.mark.clause("H9", "H8")
def test_a_pass_that_completes_the_clear_still_draws_first() -> None:
    state = play(GAME, position("8 1", "2 3", "4 4", stock="1/2 7/8"), "s0 play 8x1@0")
    play(GAME, state, "s1 pass", "chance 7/8", "s1 insert 0", "s2 pass")
    assert GAME.actors(state) == [CHANCE]
    play(GAME, state, "chance 1/2")
    assert (field(state), GAME.actors(state)) == ("8x1 of s0: 8", [2])
    play(GAME, state, "s2 insert 2")
    assert (field(state), GAME.actors(state)) == ("empty", [0])
    assert cards(state, 2) == "4 4 1/2"


@pytest.mark.clause("H9")
def test_the_clear_by_an_owner_who_is_out() -> None:
    """Ruling: the next player clockwise who holds cards leads."""
    state = position("3", "1 2", "8", "4 4 4")
    play(GAME, state, "s0 play 3x1@0", "s1 pass", "s2 play 8x1@0", "s3 pass")
    assert field(state) == "8x1 of s2: 8"
    assert GAME.actors(state) == [1], "Seat 0 is out"
    play(GAME, state, "s1 pass")
    assert field(state) == "empty"
    assert GAME.actors(state) == [3], "both who hold cards have passed; Seat 3 follows Seat 2"


@pytest.mark.clause("H9", "H7")
def test_the_leader_after_an_owner_who_is_out_must_hold_cards() -> None:
    state = position("3", "1 2", "8", "4 4 4")
    play(GAME, state, "s0 play 3x1@0", "s1 pass", "s2 pass", "s3 pass")
    assert GAME.actors(state) == [1]
    state = position("8 8", "5", "6 1", "7", turn=1)
    play(GAME, state, "s1 play 5x1@0", "s2 play 6x1@0", "s2 insert 0", "s3 play 7x1@0", "s0 pass", "s2 pass")
    assert (field(state), GAME.actors(state)) == ("empty", [0])


TWO_CLEARS = """
    s0 play 8x1@0
    s1 pass
    s2 pass
    s0 play 7x1@0
    s1 pass
    s2 pass
"""


@pytest.mark.clause("H10")
def test_after_two_clears_in_a_row_the_lead_passes_on() -> None:
    state = play(GAME, position("8 7 6 5 4", "1 2 3", "1 2 3"), TWO_CLEARS)
    assert field(state) == "empty"
    assert GAME.actors(state) == [1]


@pytest.mark.clause("H10")
def test_after_one_clear_the_owner_leads() -> None:
    state = play(GAME, position("8 7 6 5 4", "1 2 3", "1 2 3"), "s0 play 8x1@0", "s1 pass", "s2 pass")
    assert GAME.actors(state) == [0]


@pytest.mark.clause("H10")
def test_the_count_starts_again_after_the_lead_passed_on() -> None:
    state = play(GAME, position("8 7 6 5 4 4", "1 2 3 3", "1 2 3"), TWO_CLEARS, "s1 play 1x1@0", "s2 pass")
    play(GAME, state, "s0 play 6x1@0", "s0 insert 0", "s1 pass", "s2 pass")
    assert GAME.actors(state) == [0], "the third clear by Seat 0 is the first of a new count"
    play(GAME, state, "s0 play 5x1@1", "s1 pass", "s2 pass")
    assert GAME.actors(state) == [1], "and the fourth is the second"


@pytest.mark.clause("H10")
def test_a_clear_by_somebody_else_breaks_the_row() -> None:
    state = position("7 6 5 6", "8 1 2 3", "1 2 3")
    play(GAME, state, "s0 play 7x1@0", "s1 pass", "s2 pass", "s0 play 6x1@0", "s1 play 8x1@0", "s1 insert 0")
    play(GAME, state, "s2 pass", "s0 pass")
    assert GAME.actors(state) == [1], "a first clear by Seat 1"
    play(GAME, state, "s1 play 1x1@1", "s2 pass", "s0 play 6x1@1", "s0 insert 0", "s1 pass", "s2 pass")
    assert GAME.actors(state) == [0], "again a first clear by Seat 0"


@pytest.mark.clause("H10")
def test_plays_between_do_not_break_the_row() -> None:
    """It only matters who owns the sets that are cleared, not whether they were led."""
    state = position("6 5 8 4", "7 1 2 3", "1 2 3")
    play(GAME, state, "s0 play 6x1@0", "s1 pass", "s2 pass", "s0 play 5x1@0", "s1 play 7x1@0", "s1 insert 3", "s2 pass")
    play(GAME, state, "s0 play 8x1@0", "s0 insert 0", "s1 pass", "s2 pass")
    assert GAME.actors(state) == [1]


@pytest.mark.clause("H10", "H9")
def test_the_lead_skips_players_who_are_out() -> None:
    state = position("8 7 6 5", "3", "1 2 3", "1 2", turn=1)
    play(GAME, state, "s1 play 3x1@0", "s2 pass", "s3 pass", "s0 play 8x1@0", "s0 insert 0")
    assert state.held[1] == 0, "Seat 1 is out"
    play(GAME, state, "s2 pass", "s3 pass", "s0 play 7x1@1", "s2 pass", "s3 pass")
    assert GAME.actors(state) == [2]
