"""R11 to R13: how a journey ends, and who wins."""

from typing import Any

import pytest

from allaboard.game import CHANCE
from games.runaway.journey import aboard, board, choose, coast, ending, runaway, turn
from table import play

# the lowest roll that stops the train, by speed from 1
SHORT = [2, 2, 2, 3, 4, 5, 6, 6, 7, 7, 7]
LONG = [2, 2, 2, 2, 3, 4, 5, 5, 6, 6, 7]
CLOSE = {"main_scores_x2": 1, "main_brake_half": 2, "main_scores_x3": 3, "main_brake_full": 4, "main_switch": 5}
CLOSE |= {"short_scores_x4": 6, "short_end": 7, "long_scores_x4": 7, "long_end": 8}


@pytest.mark.clause("R11")
@pytest.mark.parametrize(("track", "chart"), [("short", SHORT), ("long", LONG)])
@pytest.mark.parametrize("speed", range(1, 15))
def test_the_stop_chart_decides_at_the_end(track: str, chart: list[int], speed: int) -> None:
    state = coast(board(start_speed=speed + 1, **CLOSE), track)  # the brake 1× takes 1
    assert state.speed == speed
    assert runaway.actors(state) == [CHANCE]
    needed = chart[min(speed, 11) - 1]
    for face in range(1, 7):
        fate = ending(play(runaway, runaway.copy(state), f"chance {face}"))
        assert fate == ("stopped" if face >= needed else "plunged")


@pytest.mark.clause("R11")
@pytest.mark.parametrize("speed", [12, 20, 60])
def test_speeds_over_11_use_the_last_entry(speed: int) -> None:
    charts = {"stop.short": [1] * 10 + [4], "stop.long": [1] * 11}
    options = {name.replace("_", ".", 1): at for name, at in CLOSE.items()} | charts
    state = coast(runaway.start(3, {**options, "start_speed": speed + 1}), "short")
    assert ending(play(runaway, runaway.copy(state), "chance 3")) == "plunged"
    assert ending(play(runaway, runaway.copy(state), "chance 4")) == "stopped"


@pytest.mark.clause("R11")
def test_no_cards_are_played_in_the_turn_of_the_end() -> None:
    state = coast(board(start_speed=2, **CLOSE), "short")
    play(runaway, state, "chance 6")
    assert runaway.over(state)
    assert runaway.actors(state) == []


@pytest.mark.clause("R11")
def test_the_game_ends_when_everybody_is_off() -> None:
    state = turn(runaway.start(3), 1, "PC none none")
    turn(state, 1, "PC P2")
    assert not runaway.over(state)  # seat 2 is still to decide
    play(runaway, state, "s2 jump")
    assert (ending(state), aboard(state)) == ("everybody_off", [])
    assert runaway.scores(state) == [0, 0, 2]
    assert runaway.ranks(state) == [2, 2, 1]


@pytest.mark.clause("R11")
def test_the_last_passenger_gets_off_with_the_conductor() -> None:
    state = turn(runaway.start(3), 1, "PC none none")
    turn(state, 1, "PC none")
    turn(state, 1, "PC")
    assert ending(state) == "everybody_off"


@pytest.mark.clause("R12")
def test_on_a_stopped_train_suitcases_kept_score_their_face_value() -> None:
    state = turn(board(main_scores_x3=1, main_brake_full=2), 1, "P7 C5 none")
    play(runaway, state, "s0 stay", "chance 1", "chance 6")
    assert ending(state) == "stopped"
    assert runaway.scores(state) == [21 + 21, 11 + 23, 28]  # no multiplier
    assert runaway.ranks(state) == [1, 2, 3]


@pytest.mark.clause("R12")
def test_the_same_at_the_end_of_the_track() -> None:
    state = coast(turn(board(start_speed=2), 1, "C4 PC none"), "long")
    play(runaway, state, "chance 6")
    assert ending(state) == "stopped"
    assert runaway.scores(state) == [1 + 24, 0, 28]
    assert runaway.ranks(state) == [2, 3, 1]


def over_the_cliff(state: Any) -> Any:
    """Nobody plays cards, the train gets faster, and no roll can stop it."""
    while not runaway.over(state):
        actor = runaway.actors(state)[0]
        at_switch = actor != CHANCE and "track short" in runaway.menu(state, actor)
        roll = "1" if state.position in (24, 40, 58) else "6"
        runaway.play_text(state, actor, roll if actor == CHANCE else "track short" if at_switch else "cards none")
    assert ending(state) == "plunged"
    return state


@pytest.mark.clause("R13")
def test_over_the_cliff_those_aboard_have_lost_whatever_their_points() -> None:
    state = turn(runaway.start(4), 1, "P7 PC C1 none")
    play(runaway, state, "s0 stay")
    turn(state, 1, "none P2 none")
    play(runaway, state, "s2 jump")
    over_the_cliff(state)
    assert runaway.scores(state) == [7, 0, 3, 0]
    assert runaway.ranks(state) == [4, 2, 1, 4]


@pytest.mark.clause("R13")
def test_suitcases_kept_score_nothing_over_the_cliff() -> None:
    assert runaway.scores(over_the_cliff(runaway.start(3))) == [0, 0, 0]


@pytest.mark.clause("R13")
@pytest.mark.parametrize("seats", [3, 6])
def test_if_nobody_got_off_nobody_wins(seats: int) -> None:
    state = turn(runaway.start(seats), 1, " ".join(["C7", *["none"] * (seats - 1)]))
    assert runaway.ranks(over_the_cliff(state)) == [seats] * seats


@pytest.mark.clause("R13")
def test_players_who_are_off_win_even_without_points() -> None:
    state = over_the_cliff(turn(runaway.start(3), 1, "C7 PC none"))
    assert runaway.scores(state) == [1, 0, 0]
    assert runaway.ranks(state) == [3, 1, 3]


@pytest.mark.clause("R13")
def test_a_tie_is_a_shared_win() -> None:
    state = play(runaway, turn(runaway.start(4), 1, "P2 none none PC"), "s0 jump")
    play(runaway, turn(state, 1, "P2 none"), "s1 jump")
    turn(state, 1, "PC")
    assert runaway.scores(state) == [2, 2, 0, 0]
    assert runaway.ranks(state) == [1, 1, 3, 3]


@pytest.mark.clause("R13")
def test_before_the_end_the_rank_is_by_points_so_far() -> None:
    state = choose(play(runaway, runaway.start(3), "chance 1"), "C4 P3 none")
    assert runaway.ranks(state) == [2, 1, 3]
