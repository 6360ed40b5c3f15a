"""Fast Train to Miyajima in words and as data: refusals name their clause, the table can be shown."""

import pytest

from allaboard.game import CHANCE, Refusal
from allaboard.games.miyajima.rules import State
from games.miyajima.sheets import adhering, fill, game
from table import deal, play, playout


def refusal(state: State, actor: int, text: str) -> tuple[str, str]:
    with pytest.raises(Refusal) as refused:
        game.play_text(state, actor, text)
    return refused.value.clause, refused.value.reason


@pytest.mark.clause("M3", "M4")
def test_refusals_name_their_clause_and_the_reason() -> None:
    state = deal(game, 2)
    assert refusal(state, 1, "roll red") == ("M3", "Seat 0 is the active player and chooses the die now")
    assert refusal(state, CHANCE, "3") == ("M3", "Seat 0 is the active player and chooses the die now")
    assert refusal(state, 0, "load red fast") == ("M3", "the next die must be chosen before anybody loads")
    play(game, state, "s0 roll red")
    assert refusal(state, 0, "roll blue") == ("M3", "the red die must be rolled now")
    play(game, state, "chance 3")
    assert refusal(state, 0, "roll blue") == (
        "M3",
        "all players must load the die that was rolled before the next one is chosen",
    )
    assert refusal(state, CHANCE, "3") == ("M4", "the players load now")
    assert refusal(state, 0, "load blue fast") == (
        "M4",
        "blue cargo cannot be made with the red die and one rolled before",
    )
    play(game, state, "s0 load red fast")
    assert refusal(state, 0, "load red fast") == ("M4", "Seat 0 has loaded this roll already")
    play(game, state, "s1 load red heavy")
    assert refusal(state, 0, "roll red") == ("M3", "the red die has already been rolled in this round")


@pytest.mark.clause("M5")
def test_the_refusal_of_a_reached_destination_says_so() -> None:
    state = play(game, fill(deal(game, 2), 0, blue_fast=(6, 20)), "s0 roll blue", "chance 3")
    assert refusal(state, 0, "load blue fast") == ("M5", "Seat 0 can load nothing of this roll")
    play(game, state, "s1 load blue fast", "s0 roll red", "chance 1")
    assert refusal(state, 0, "load blue heavy") == (
        "M5",
        "Seat 0 has reached Paris; their blue trains take no more cargo",
    )


def test_a_refusal_says_what_would_be_legal() -> None:
    state = deal(game, 2, "s0 roll red", "chance 3")
    with pytest.raises(Refusal) as refused:
        game.play_text(state, 1, "load blue heavy")
    assert refused.value.legal == ["load red fast", "load red heavy"]


@pytest.mark.clause("M6")
def test_nothing_is_legal_after_the_end() -> None:
    *_, (state, _, _) = playout(game, 2, 5)
    assert refusal(state, 0, "roll red") == ("M6", "the game is over")


def test_the_table_can_be_shown() -> None:
    state = deal(game, 2, "s0 roll blue", "chance 4", "s0 load blue heavy", "s1 load blue fast")
    lines = game.show(game.view(state, 1)).splitlines()
    assert lines[:3] == [
        "Round 1, seat 0 has the dice (blue 4)",
        "Destinations reached: none (0 of 3)",
        "Seat 0: 1 point",
    ]
    assert "  blue   fast ......   0   heavy #.....   4" in lines


@pytest.mark.clause("M4")
def test_the_view_as_data_says_what_can_be_made_of_the_dice() -> None:
    state = deal(game, 1, "s0 roll red", "chance 2", "s0 load red fast", "s0 roll blue", "chance 5")
    told = game.to_json(game.view(state, 0))
    assert (told["phase"], told["die"], told["faces"]) == ("load", "blue", [2, 0, 5])
    assert told["cargo_now"] == [0, 0, 0, 0, 5, 7]
    assert told["made_with"] == [None, None, None, None, None, "red"]
    assert told["loaded"] == [None], "the loads of this roll are not in yet"
    assert told["awaited"] == [0]
    assert told["next_sum"] == [[[0, 0], [0, 0], [0, 0], [0, 0], [5, 5], [7, 7]]]


@pytest.mark.clause("M5")
def test_the_view_as_data_says_who_could_load_nothing() -> None:
    state = fill(deal(game, 2), 0, blue_fast=(6, 20))
    assert game.to_json(game.view(state, 1))["idle"] == [], "nothing has been rolled"
    play(game, state, "s0 roll blue", "chance 3")
    assert game.to_json(game.view(state, 1))["idle"] == [0], "while the others load"
    play(game, state, "s1 load blue fast")
    assert game.to_json(game.view(state, 1))["idle"] == [0], "and until the next roll"
    play(game, state, "s0 roll red", "chance 3")
    assert game.to_json(game.view(state, 1))["idle"] == []


@pytest.mark.clause("M6", "M10")
def test_the_view_as_data_has_the_last_round_and_the_solo_rank() -> None:
    state = fill(deal(game, 1), 0, blue_fast=(6, 20), red_fast=(5, 20))
    play(game, state, "s0 roll red", "chance 3")
    told = game.to_json(game.view(state, 0))
    assert (told["last_round"], told["solo_rank"]) == (0, "gandy-dancer")
    play(game, state, "s0 load red fast")
    assert game.to_json(game.view(state, 0))["last_round"] == 1
    rich = fill(deal(game, 1), 0, **adhering(yellow=90, purple=80, red=30))
    assert game.to_json(game.view(rich, 0))["solo_rank"] == "engineer"
    assert game.to_json(game.view(deal(game, 2), 0))["solo_rank"] is None, "ranks are for those who play alone"
