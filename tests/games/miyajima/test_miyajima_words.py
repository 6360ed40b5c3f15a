"""Miyajima in words: refusals name their clause, stories tell what happened and hide what is hidden."""

from typing import Any

import pytest

from allaboard.game import CHANCE, Refusal, load
from allaboard.games.miyajima import words
from table import deal, play, playout

game = load("miyajima")


def refusal(state: Any, actor: int, text: str) -> Refusal:
    with pytest.raises(Refusal) as refused:
        game.play_text(state, actor, text)
    return refused.value


@pytest.mark.clause("M3", "M4")
def test_refusals_name_their_clause() -> None:
    state = deal(game, 2)
    assert refusal(state, 1, "roll red").clause == "M3"
    assert refusal(state, CHANCE, "3").clause == "M3"
    assert refusal(state, 0, "load red fast").clause == "M3"
    play(game, state, "s0 roll red")
    assert refusal(state, 0, "roll blue").clause == "M3"
    play(game, state, "chance 3")
    assert refusal(state, 0, "roll blue").clause == "M3"
    assert refusal(state, 0, "load blue fast").clause == "M4"
    play(game, state, "s0 load red fast")
    assert "already" in refusal(state, 0, "load red fast").reason
    assert refusal(state, 1, "load blue heavy").legal == ["load red fast", "load red heavy"]
    play(game, state, "s1 load red heavy")
    assert "has been rolled" in refusal(state, 0, "roll red").reason


@pytest.mark.clause("M6")
def test_nothing_is_legal_after_the_end() -> None:
    *_, (state, _, _) = playout(game, 2, 5)
    assert refusal(state, 0, "roll red").clause == "M6"


def test_a_story_from_one_seat() -> None:
    state = deal(game, 2, "s0 roll blue", "chance 4")
    before = game.view(state, 1)
    assert not game.words.sees(state, 0, 11, 1)
    play(game, state, "s0 load blue heavy")
    after = game.view(state, 1)
    assert game.words.narrate(before, after, 0, None) == ["Seat 0 has chosen a load."]
    assert words.facts(before, after, 0) == []
    play(game, state, "s1 load blue fast")
    assert game.words.narrate(after, game.view(state, 1), 1, game.words.parse(1, "load blue fast")) == [
        "Seat 0 loads 4 into the heavy blue train, which now carries 4 in 1 car.",
        "Seat 1 loads 4 into the fast blue train, which now carries 4 in 1 car.",
    ]
    assert words.facts(after, game.view(state, 1), 1) == [
        {"do": "load", "seat": 0, "colour": "blue", "train": "heavy", "cars": 1, "sum": 4},
        {"do": "load", "seat": 1, "colour": "blue", "train": "fast", "cars": 1, "sum": 4},
    ]
    assert "heavy #.....   4" in game.words.show(state)
