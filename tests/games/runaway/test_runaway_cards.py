"""R6 to R10: what everybody chooses, what gets off, and who jumps."""

import pytest

from allaboard.game import Refusal
from games.runaway.journey import aboard, board, choose, ending, hand, phase, points, runaway, turn
from table import play


@pytest.mark.clause("R6")
def test_all_aboard_choose_at_the_same_time_in_any_order() -> None:
    one = play(runaway, runaway.start(3), "chance 1", "s0 cards P4", "s1 cards C2", "s2 cards 37")
    other = play(runaway, runaway.start(3), "chance 1", "s2 cards 37", "s0 cards P4", "s1 cards C2")
    assert one.tobytes() == other.tobytes()


@pytest.mark.clause("R6")
def test_nothing_happens_before_the_last_has_chosen() -> None:
    state = play(runaway, runaway.start(3), "chance 1", "s0 cards P4", "s1 cards C2")
    assert runaway.actors(state) == [2]
    assert points(state) == [0, 0, 0]
    play(runaway, state, "s2 cards none")
    assert points(state) == [4, 1, 0]


@pytest.mark.clause("R6")
def test_late_players_have_chosen_no_cards() -> None:
    state = play(runaway, runaway.start(3), "chance 1")
    assert all("cards none" in runaway.menu(state, seat) for seat in range(3))
    choose(state, "none none none")
    assert points(state) == [0, 0, 0]
    assert aboard(state) == [0, 1, 2]


@pytest.mark.clause("R6", "R8")
def test_only_suitcases_still_in_the_hand_can_be_chosen() -> None:
    state = runaway.start(3)
    for v in range(1, 8):
        turn(state, 1, f"P{v} none none")
        play(runaway, state, "s0 stay")
        left = 7 - v
        menu = runaway.menu(play(runaway, runaway.copy(state), "chance 1"), 0)
        assert len(menu) == 2 + 2 * left + left * (left - 1) // 2
        assert not [text for text in menu if str(v) in text]
    assert menu == ["cards none", "cards PC"]
    assert points(state)[0] == 28


@pytest.mark.clause("R7")
def test_the_lowest_suitcase_with_a_passenger_gets_off() -> None:
    state = turn(runaway.start(4), 1, "P5 P3 P4 P7")
    assert points(state) == [0, 3, 0, 0]
    assert hand(state, 1) == [1, 2, 4, 5, 6, 7]
    assert [len(hand(state, seat)) for seat in (0, 2, 3)] == [7, 7, 7]


@pytest.mark.clause("R7", "R8")
def test_the_highest_suitcase_with_a_conductor_gets_off() -> None:
    state = turn(board(4, main_scores_x2=1), 1, "C5 C3 C6 C1")
    assert points(state) == [0, 0, 12 - 5, 0]
    assert hand(state, 2) == [1, 2, 3, 4, 5, 7]


@pytest.mark.clause("R7")
def test_equal_pairs_cancel_each_other() -> None:
    state = turn(runaway.start(3), 1, "P3 P3 none")
    assert points(state) == [0, 0, 0]
    assert hand(state, 0) == hand(state, 1) == [1, 2, 3, 4, 5, 6, 7]
    assert phase(state) == "speed"  # nobody has got a suitcase off, nobody may jump


@pytest.mark.clause("R7")
def test_three_equal_pairs_cancel_as_well() -> None:
    state = turn(runaway.start(4), 1, "C6 C6 C6 C2")
    assert points(state) == [0, 0, 0, 1]


@pytest.mark.clause("R7")
def test_passenger_with_3_and_conductor_with_3_are_not_the_same_two_cards() -> None:
    state = turn(board(main_scores_x3=1), 1, "P3 C3 none")
    assert points(state) == [9, 7, 0]


@pytest.mark.clause("R7")
def test_when_the_lowest_cancel_the_next_lowest_gets_off() -> None:
    state = turn(runaway.start(5), 1, "P1 P4 P1 P6 P2")
    assert points(state) == [0, 0, 0, 0, 2]
    state = turn(runaway.start(6), 1, "P1 P2 P1 P2 P6 P5")
    assert points(state) == [0, 0, 0, 0, 0, 5]


@pytest.mark.clause("R7")
def test_when_the_highest_cancel_the_next_highest_gets_off() -> None:
    state = turn(board(5, main_scores_x2=1), 1, "C7 C4 C7 C6 C5")
    assert points(state) == [0, 0, 0, 7, 0]
    state = turn(board(6, main_scores_x2=1), 1, "C7 C6 C7 C6 C1 C2")
    assert points(state) == [0, 0, 0, 0, 0, 3]


@pytest.mark.clause("R7")
def test_passenger_with_conductor_gets_the_passenger_off() -> None:
    state = turn(runaway.start(3), 1, "none PC none")
    assert aboard(state) == [0, 2]
    assert points(state) == [0, 0, 0]  # no points for the passenger


@pytest.mark.clause("R7")
def test_two_passengers_with_conductors_stay_aboard() -> None:
    state = turn(runaway.start(3), 1, "PC PC P2")
    assert aboard(state) == [0, 1, 2]
    assert points(state) == [0, 0, 2]


@pytest.mark.clause("R7")
def test_all_three_can_happen_in_one_turn() -> None:
    state = turn(board(4, main_scores_x2=1), 1, "P2 C7 PC 12")
    assert points(state) == [4, 8, 0, 0]
    assert aboard(state) == [0, 1, 3]
    assert runaway.actors(state) == [0]


@pytest.mark.clause("R7")
def test_a_bluff_does_nothing() -> None:
    before = play(runaway, runaway.start(3), "chance 1")
    state = choose(runaway.copy(before), "12 67 12")
    assert points(state) == [0, 0, 0]
    assert bytes(state.suitcases) == bytes(before.suitcases)
    assert aboard(state) == [0, 1, 2]


@pytest.mark.clause("R7")
def test_no_cards_never_cancel_anything() -> None:
    assert points(turn(runaway.start(4), 1, "none none P7 none")) == [0, 0, 7, 0]


@pytest.mark.clause("R8")
def test_a_7_at_threefold_scores_15_by_the_conductor() -> None:
    assert points(turn(board(main_scores_x3=1), 1, "C7 none none")) == [15, 0, 0]


@pytest.mark.clause("R8")
@pytest.mark.parametrize(("fold", "places"), [(1, {}), (2, {"main_scores_x2": 1}), (3, {"main_scores_x3": 1})])
@pytest.mark.parametrize("v", range(1, 8))
def test_points_for_every_suitcase(fold: int, places: dict[str, int], v: int) -> None:
    assert points(turn(board(**places), 1, f"P{v} none none"))[0] == v * fold
    assert points(turn(board(**places), 1, f"C{v} none none"))[0] == v * fold - (v - 1)


@pytest.mark.clause("R8")
def test_fourfold_scores() -> None:
    start = {"main_scores_x2": 1, "main_brake_half": 2, "main_scores_x3": 3, "main_brake_full": 4, "main_switch": 5}
    state = board(start_speed=8, **start, short_scores_x4=6)
    play(runaway, state, "chance 1", "chance 1", "chance 1", "s0 track short")
    assert points(choose(state, "P6 C7 none")) == [24, 22, 0]


@pytest.mark.clause("R8")
def test_a_suitcase_got_off_leaves_the_game_and_the_others_go_back() -> None:
    state = turn(runaway.start(3), 1, "P4 P5 C6")
    play(runaway, state, "s0 stay")
    assert [hand(state, seat) for seat in range(3)] == [
        [1, 2, 3, 5, 6, 7],
        [1, 2, 3, 4, 5, 6, 7],
        [1, 2, 3, 4, 5, 7],
    ]
    with pytest.raises(Refusal, match="does not have suitcase 4 any more"):
        turn(state, 1, "P4 P5 C5")


@pytest.mark.clause("R9")
def test_after_a_toss_the_passenger_may_jump() -> None:
    state = turn(runaway.start(3), 1, "P4 C6 none")
    assert runaway.actors(state) == [0]
    assert runaway.menu(state, 0) == ["jump", "stay"]
    play(runaway, state, "s0 jump")
    assert aboard(state) == [1, 2]
    assert points(state) == [4, 1, 0]
    assert state.engineer == 1


@pytest.mark.clause("R9")
def test_after_a_toss_the_passenger_may_stay() -> None:
    state = play(runaway, turn(runaway.start(3), 1, "P4 C6 none"), "s0 stay")
    assert aboard(state) == [0, 1, 2]
    assert hand(state, 0) == [1, 2, 3, 5, 6, 7]
    assert runaway.to_json(state)["tosser"] is None
    turn(state, 1, "P5 none none")  # and the passenger card is back in the hand
    assert points(state) == [9, 1, 0]


@pytest.mark.clause("R9")
def test_a_conductor_gives_no_chance_to_jump() -> None:
    assert phase(turn(runaway.start(3), 1, "C6 none none")) == "speed"


@pytest.mark.clause("R10")
@pytest.mark.parametrize("how", ["jump", "PC"])
def test_players_who_are_off_take_no_part(how: str) -> None:
    if how == "jump":
        state = play(runaway, turn(runaway.start(3), 1, "P4 none none"), "s0 jump")
    else:
        state = turn(runaway.start(3), 1, "PC none none")
    assert hand(state, 0) == []  # the suitcases still aboard are lost
    play(runaway, state, "chance 1")
    assert runaway.actors(state) == [1, 2]
    with pytest.raises(Refusal, match="R10"):
        play(runaway, state, "s0 cards none")


@pytest.mark.clause("R10", "R12")
def test_the_lost_suitcases_score_nothing_when_the_train_stops() -> None:
    state = play(runaway, turn(board(main_brake_full=2), 1, "PC none none"), "chance 1", "chance 6")
    assert ending(state) == "stopped"
    assert runaway.scores(state) == [0, 28, 28]


@pytest.mark.clause("R10", "R7")
def test_those_who_are_off_cancel_nobody() -> None:
    state = turn(runaway.start(3), 1, "PC none none")
    turn(state, 1, "PC none")
    assert aboard(state) == [2]
    assert list(state.revealed[:3]) == [0, 18, 3]
