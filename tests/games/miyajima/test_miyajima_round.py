"""A round of Fast Train to Miyajima: dice, loads, destinations, the end."""

import pytest

from allaboard.game import CHANCE, Refusal
from allaboard.games.miyajima import rules
from allaboard.games.miyajima.rules import COLOURS, FAST, HEAVY, State
from games.miyajima.sheets import fill, game
from table import deal, play, playout

RED, ORANGE, YELLOW, GREEN, BLUE, PURPLE = range(6)


@pytest.mark.clause("M1")
@pytest.mark.parametrize(
    ("dice", "colour"), [(("red", "yellow"), "orange"), (("yellow", "blue"), "green"), (("red", "blue"), "purple")]
)
def test_two_dice_make_a_mixed_colour(dice: tuple[str, str], colour: str) -> None:
    for first, second in (dice, dice[::-1]):
        state = deal(game, 1, f"s0 roll {first}", "chance 3", f"s0 load {first} fast", f"s0 roll {second}", "chance 5")
        assert set(game.menu(state, 0)) == {f"load {c} {t}" for c in (second, colour) for t in ("fast", "heavy")}
        play(game, state, f"s0 load {colour} heavy")
        assert state.cargo[0, COLOURS.index(colour), HEAVY] == 8


@pytest.mark.clause("M1")
def test_a_die_has_six_faces() -> None:
    state = deal(game, 1, "s0 roll red")
    assert game.menu(state, CHANCE) == ["1", "2", "3", "4", "5", "6"]
    assert {weight for _, weight in game.weights(state)} == {1}


@pytest.mark.clause("M2")
def test_cars_fill_from_the_left_with_the_running_sum() -> None:
    state = deal(game, 1, "s0 roll blue", "chance 4", "s0 load blue heavy")
    assert (state.cars[0, BLUE, HEAVY], state.cargo[0, BLUE, HEAVY]) == (1, 4)
    play(game, state, "s0 roll red", "chance 2", "s0 load red fast", "chance 6", "s0 load yellow fast")
    play(game, state, "s0 roll blue", "chance 5", "s0 load blue heavy")
    assert (state.cars[0, BLUE, HEAVY], state.cargo[0, BLUE, HEAVY]) == (2, 9)


@pytest.mark.clause("M3", "M4")
def test_the_example_round() -> None:
    """Blue 4 into heavy blue, red 2 with it as purple 6, yellow 5 with blue as green 9."""
    state = deal(game, 2, "s0 roll blue", "chance 4")
    assert game.menu(state, 1) == ["load blue fast", "load blue heavy"]
    play(game, state, "s0 load blue heavy", "s1 load blue fast", "s0 roll red", "chance 2")
    assert set(game.menu(state, 0)) == {"load red fast", "load red heavy", "load purple fast", "load purple heavy"}
    play(game, state, "s0 load purple fast", "s1 load red heavy", "chance 5")
    assert {text.split()[1] for text in game.menu(state, 0)} == {"yellow", "green", "orange"}
    play(game, state, "s0 load green heavy", "s1 load orange fast")
    assert state.cargo[0, BLUE, HEAVY] == 4
    assert state.cargo[0, PURPLE, FAST] == 6
    assert state.cargo[0, GREEN, HEAVY] == 9
    assert state.cargo[1, ORANGE, FAST] == 7, "red + yellow, though seat 1 had used the red die already"
    assert state.cargo[0].sum() == 4 + 6 + 9


@pytest.mark.clause("M3")
def test_the_third_die_is_no_choice_and_then_the_dice_pass_on() -> None:
    state = deal(game, 3, "s0 roll red", "chance 1", *(f"s{s} load red fast" for s in range(3)))
    assert game.menu(state, 0) == ["roll yellow", "roll blue"]
    play(game, state, "s0 roll blue", "chance 1", *(f"s{s} load blue fast" for s in range(3)))
    assert game.actors(state) == [CHANCE]
    play(game, state, "chance 1", *(f"s{s} load yellow fast" for s in range(3)))
    assert game.actors(state) == [1]
    assert game.menu(state, 1) == ["roll red", "roll yellow", "roll blue"]


@pytest.mark.clause("M4")
def test_loads_are_simultaneous_and_unseen_until_all_are_in() -> None:
    state = deal(game, 3, "s0 roll red", "chance 6")
    assert game.actors(state) == [0, 1, 2]
    play(game, state, "s1 load red fast")
    assert game.actors(state) == [0, 2]
    assert state.cars[1].sum() == 0, "nothing is written down yet"
    assert game.view(state, 1).choice[1] != 0
    assert not game.view(state, 0).choice.any()
    play(game, state, "s0 load red heavy", "s2 load red heavy")
    assert [state.cars[s].sum() for s in range(3)] == [1, 1, 1]


@pytest.mark.clause("M4")
def test_old_dice_alone_cannot_be_loaded() -> None:
    state = deal(game, 1, "s0 roll red", "chance 6", "s0 load red fast", "s0 roll blue", "chance 1")
    with pytest.raises(Refusal) as refused:
        play(game, state, "s0 load red fast")
    assert refused.value.clause == "M4"


@pytest.mark.clause("M5")
def test_a_reached_destination_takes_no_more_cargo_in_either_train() -> None:
    state = fill(deal(game, 2), 0, blue_fast=(6, 20))
    play(game, state, "s0 roll blue", "chance 3")
    assert game.actors(state) == [1], "Paris is reached: seat 0 loads nothing, seat 1 is not affected"
    play(game, state, "s1 load blue heavy")


@pytest.mark.clause("M5")
def test_paris_reached_and_blue_after_red_must_be_purple() -> None:
    state = fill(deal(game, 1), 0, blue_heavy=(6, 20))
    play(game, state, "s0 roll red", "chance 2", "s0 load red fast", "s0 roll blue", "chance 3")
    assert game.menu(state, 0) == ["load purple fast", "load purple heavy"]
    with pytest.raises(Refusal) as refused:
        play(game, state, "s0 load blue fast")
    assert refused.value.clause == "M5"
    assert "Paris" in refused.value.reason


@pytest.mark.clause("M5")
def test_paris_and_sydney_already_reached() -> None:
    state = fill(deal(game, 3), 0, blue_fast=(6, 20), purple_heavy=(6, 40))
    play(game, state, "s0 roll red", "chance 2", "s0 load red fast", "s1 load red fast", "s2 load red fast")
    play(game, state, "s0 roll blue", "chance 3")
    assert game.actors(state) == [1, 2]


@pytest.mark.clause("M5")
def test_when_nobody_can_load_the_round_goes_on_at_once() -> None:
    state = fill(deal(game, 1), 0, blue_fast=(6, 20))
    play(game, state, "s0 roll blue", "chance 3")
    assert game.menu(state, 0) == ["roll red", "roll yellow"]


@pytest.mark.clause("M6")
@pytest.mark.parametrize(("seats", "needed"), [(1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (6, 6), (7, 6), (8, 6)])
def test_destinations_that_end_the_game(seats: int, needed: int) -> None:
    def round_of_reds(already: int) -> State:
        """A whole round in which seat 0 reaches one more city, red, after `already` others."""
        state = deal(game, seats)
        for number, colour in enumerate(COLOURS[1 : 1 + already]):
            fill(state, number % seats, **{f"{colour}_fast": (6, 30)})
        fill(state, 0, red_heavy=(5, 9))
        play(game, state, "s0 roll red", "chance 1")
        while game.actors(state):
            seat = game.actors(state)[0]
            if seat != CHANCE and state.phase == rules.CHOOSE_DIE and state.rounds == 2:
                break
            heavy_red = "load red heavy" in game.menu(state, seat)
            play(
                game,
                state,
                f"{'chance' if seat == CHANCE else f's{seat}'} "
                + ("load red heavy" if heavy_red and seat == 0 else game.menu(state, seat)[0]),
            )
        return state

    assert game.over(round_of_reds(needed - 1))
    assert not game.over(round_of_reds(needed - 2))


@pytest.mark.clause("M6")
def test_the_round_is_played_to_its_end_and_only_different_destinations_count() -> None:
    state = deal(game, 2)
    for seat in (0, 1):
        fill(state, seat, blue_fast=(6, 20), green_fast=(6, 50))
    fill(state, 0, red_fast=(5, 20))
    assert rules.destinations(state) == 2, "the same two cities, reached twice"
    play(game, state, "s0 roll red", "chance 1", "s0 load red fast", "s1 load red fast")
    assert rules.destinations(state) == 3
    assert not game.over(state)
    play(game, state, "s0 roll blue", "chance 1", "s0 load purple fast", "s1 load purple fast")
    assert game.actors(state) == [CHANCE]
    play(game, state, "chance 1", "s0 load yellow fast", "s1 load yellow fast")
    assert game.over(state)


@pytest.mark.clause("M6")
@pytest.mark.parametrize("seats", game.seats)
def test_random_games_end_with_exactly_enough_destinations_or_more(seats: int) -> None:
    for seed in range(3):
        *_, (state, _, _) = playout(game, seats, seed)
        assert game.over(state)
        assert rules.destinations(state) >= rules.DESTINATIONS_TO_END[seats]
