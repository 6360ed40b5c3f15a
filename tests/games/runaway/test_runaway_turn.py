"""R1 to R5: the train runs, meets yellow spaces, and brakes."""

import pytest

from allaboard.game import CHANCE, GameError
from games.runaway.journey import aboard, board, choose, coast, ending, hand, phase, points, runaway, turn
from table import play


@pytest.mark.clause("R1")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_everybody_starts_aboard_with_seven_suitcases(seats: int) -> None:
    state = runaway.start(seats)
    assert aboard(state) == list(range(seats))
    assert [hand(state, seat) for seat in range(seats)] == [[1, 2, 3, 4, 5, 6, 7]] * seats
    assert points(state) == [0] * seats
    assert (state.speed, state.position, state.engineer, state.multiplier) == (1, 0, 0, 1)
    assert not any(state.suitcases[seats:])


@pytest.mark.clause("R1")
@pytest.mark.parametrize("seats", [2, 7])
def test_only_three_to_six_can_play(seats: int) -> None:
    with pytest.raises(GameError, match="3 to 6"):
        runaway.start(seats)


@pytest.mark.clause("R1", "R6")
def test_the_passenger_and_the_conductor_are_in_every_hand() -> None:
    state = play(runaway, runaway.start(3), "chance 1")
    menu = runaway.menu(state, 2)
    assert len(menu) == 37  # no cards, and every two of nine cards
    assert {"cards none", "cards P1", "cards C7", "cards PC", "cards 12", "cards 67"} <= set(menu)


@pytest.mark.clause("R2")
@pytest.mark.parametrize(("roll", "speed"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 2), (6, 3)])
def test_the_roll_raises_the_speed_and_the_train_moves_that_far(roll: int, speed: int) -> None:
    state = runaway.start(4)
    assert runaway.actors(state) == [CHANCE]
    play(runaway, state, f"chance {roll}")
    assert (state.speed, state.position) == (speed, speed)
    assert runaway.actors(state) == [0, 1, 2, 3]


@pytest.mark.clause("R2")
def test_the_die_goes_clockwise_and_the_next_turn_begins() -> None:
    state = runaway.start(3)
    for engineer in (0, 1, 2, 0):
        assert state.engineer == engineer
        assert runaway.actors(state) == [CHANCE]
        turn(state, 1, "none none none")
    assert (state.turn, state.position) == (5, 4)


@pytest.mark.clause("R2", "R10")
def test_the_die_passes_over_those_who_are_off() -> None:
    state = turn(runaway.start(4), 1, "none PC none none")
    assert state.engineer == 2
    turn(state, 1, "none none none")
    turn(state, 1, "none none none")
    assert state.engineer == 0
    turn(state, 1, "none none none")
    assert state.engineer == 2


@pytest.mark.clause("R2", "R10")
def test_an_engineer_who_gets_off_hands_the_die_on() -> None:
    state = turn(runaway.start(3), 1, "PC none none")
    assert (aboard(state), state.engineer) == ([1, 2], 1)


FAR = {"main_scores_x2": 901, "main_brake_half": 902, "main_scores_x3": 903, "main_brake_full": 904}
FAR |= {"main_switch": 905, "short_scores_x4": 906, "short_end": 907, "long_scores_x4": 906, "long_end": 907}


@pytest.mark.clause("R3")
def test_the_speed_has_no_upper_bound() -> None:
    state = board(start_speed=9, **FAR)
    for speed in (11, 13, 15, 17):
        before = int(state.position)
        turn(state, 6, "none none none")
        assert (state.speed, state.position) == (speed, before + speed)


@pytest.mark.clause("R4")
@pytest.mark.parametrize(("space", "fold"), [("main_scores_x2", 2), ("main_scores_x3", 3)])
def test_scores_multiply_when_the_space_is_reached(space: str, fold: int) -> None:
    state = turn(board(**{space: 2}), 1, "P1 none none")
    play(runaway, state, "s0 stay")
    assert (points(state)[0], state.multiplier) == (1, 1)
    turn(state, 1, "P2 none none")
    assert (points(state)[0], state.multiplier) == (1 + 2 * fold, fold)


@pytest.mark.clause("R4")
def test_scores_multiply_when_the_space_is_passed() -> None:
    state = turn(board(main_scores_x2=2), 6, "none P4 none")
    assert (state.position, points(state)[1]) == (3, 8)


@pytest.mark.clause("R4")
@pytest.mark.parametrize(("roll", "drop"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_brake_half_takes_half_the_roll_rounded_down(roll: int, drop: int) -> None:
    state = play(runaway, board(start_speed=9, main_brake_half=5), "chance 1")
    assert (phase(state), state.position) == ("brake", 5)
    play(runaway, state, f"chance {roll}")
    assert state.speed == 9 - drop


@pytest.mark.clause("R4")
@pytest.mark.parametrize("roll", [1, 2, 3, 4, 5, 6])
def test_brake_full_takes_the_whole_roll(roll: int) -> None:
    state = play(runaway, board(start_speed=9, main_brake_full=5), "chance 1", f"chance {roll}")
    assert (state.speed, phase(state)) == (9 - roll, "choosing")


@pytest.mark.clause("R5")
def test_a_brake_does_not_change_the_rest_of_the_move() -> None:
    state = play(runaway, board(start_speed=9, main_brake_full=5), "chance 1", "chance 6")
    assert (state.speed, state.position, state.to_move) == (3, 9, 0)
    choose(state, "none none none")
    play(runaway, state, "chance 1")
    assert state.position == 12


@pytest.mark.clause("R5", "R11", "R12")
@pytest.mark.parametrize(("brake", "speed", "roll"), [("full", 1, 1), ("full", 4, 4), ("full", 2, 6), ("half", 1, 3)])
def test_a_speed_below_1_stops_the_train_before_any_cards(brake: str, speed: int, roll: int) -> None:
    state = play(runaway, board(start_speed=speed, **{f"main_brake_{brake}": 1}), "chance 1", f"chance {roll}")
    assert runaway.over(state)
    assert ending(state) == "stopped"
    assert (state.speed, state.position, state.to_move) == (0, 1, 0)
    assert runaway.scores(state) == [28, 28, 28]  # R12: everybody still has everything


@pytest.mark.clause("R5")
@pytest.mark.parametrize(("brake", "speed", "roll"), [("full", 2, 1), ("full", 7, 6), ("half", 1, 1), ("half", 4, 6)])
def test_a_speed_of_1_still_runs(brake: str, speed: int, roll: int) -> None:
    state = play(runaway, board(start_speed=speed, **{f"main_brake_{brake}": 1}), "chance 1", f"chance {roll}")
    assert (phase(state), state.speed, state.position) == ("choosing", 1, speed)


CLOSE = {"main_scores_x2": 1, "main_brake_half": 2, "main_scores_x3": 3, "main_brake_full": 4, "main_switch": 6}


@pytest.mark.clause("R4")
@pytest.mark.parametrize(("track", "halt"), [("short", 58), ("long", 70)])
def test_the_engineer_chooses_the_track(track: str, halt: int) -> None:
    state = play(runaway, board(start_speed=8, **CLOSE), "chance 1", "chance 1", "chance 1")
    assert (phase(state), state.position, runaway.actors(state)) == ("switch", 6, [0])
    assert runaway.menu(state, 0) == ["track short", "track long"]
    play(runaway, state, f"s0 track {track}")
    assert (phase(state), state.position) == ("choosing", 8)  # the rest of the move
    assert coast(state, track).position == halt


@pytest.mark.clause("R4")
def test_a_switch_reached_exactly_is_set_before_the_cards() -> None:
    state = play(runaway, board(start_speed=6, **CLOSE), "chance 2", "chance 1", "chance 1")
    assert (phase(state), state.position, state.to_move) == ("switch", 6, 0)
    play(runaway, state, "s0 track long")
    assert (phase(state), state.position) == ("choosing", 6)


@pytest.mark.clause("R4")
def test_the_switch_is_set_by_the_engineer_of_that_turn() -> None:
    state = turn(turn(runaway.start(3), 1, "none none none"), 1, "none none none")
    state.position, state.speed = 43, 3
    play(runaway, state, "chance 1")
    assert runaway.actors(state) == [2]


@pytest.mark.clause("R2", "R4")
def test_yellow_spaces_act_in_track_order_in_one_long_move() -> None:
    state = board(start_speed=60)
    steps = []
    for line in ("chance 1", "chance 6", "chance 6", "s0 track short"):
        play(runaway, state, line)
        steps.append((phase(state), int(state.position), int(state.multiplier), int(state.speed)))
    assert steps == [("brake", 24, 2, 60), ("brake", 40, 3, 57), ("switch", 44, 3, 51), ("stopping", 58, 4, 51)]


@pytest.mark.clause("R2", "R4")
def test_a_board_may_have_them_in_any_order() -> None:
    state = board(start_speed=60, main_scores_x2=30, main_scores_x3=12, main_brake_half=40, main_brake_full=24)
    steps = []
    for line in ("chance 1", "chance 6", "chance 6", "s0 track long"):
        play(runaway, state, line)
        steps.append((phase(state), int(state.position), int(state.multiplier), int(state.speed)))
    assert steps == [("brake", 24, 3, 60), ("brake", 40, 2, 54), ("switch", 44, 2, 51), ("choosing", 60, 4, 51)]


@pytest.mark.clause("R4", "R11")
def test_the_end_halts_the_train_whatever_movement_is_left() -> None:
    state = play(runaway, board(start_speed=99), "chance 6", "chance 1", "chance 1", "s0 track long")
    assert (phase(state), state.position, state.to_move) == ("stopping", 70, 0)
    assert runaway.actors(state) == [CHANCE]  # no cards in this turn
