"""Hachi Train's hard and expert: what they see, what they expect of each action, and how they learn."""

from pathlib import Path

import numpy as np
import pytest

from allaboard.bots import knowledge
from allaboard.bots.advice import advise
from allaboard.bots.levels import policy
from allaboard.bots.training import train
from allaboard.game import CHANCE
from allaboard.games.hachi.bots.curves import CURVES
from allaboard.games.hachi.bots.danger import SIZE, chance_to_lose, net_of, new_scratch
from allaboard.games.hachi.bots.guesses import GUESSES, guesses_of
from allaboard.games.hachi.bots.guesses import knowledge as known
from allaboard.games.hachi.bots.heuristics import judge, new_workspace
from allaboard.games.hachi.bots.search import LOOSE, nearly_lightest
from allaboard.games.hachi.rules import State
from allaboard.record import INTERPRETED
from allaboard.rng import stream
from games.hachi.hands import GAME, position
from table import play, playout

BUDGET = 40 if INTERPRETED else 400


def chosen(level: str, state: State, seed: int = 1) -> str:
    """The action of a level in this position."""
    seat = int(state.turn)
    return GAME.say(seat, policy("hachi", level, BUDGET)(GAME.view(state, seat), stream(seed)))


@pytest.mark.parametrize("level", ["hard", "expert"])
def test_they_finish_when_they_can(level: str) -> None:
    assert chosen(level, position("5 5/6 5", "1 1", "2 2")) == "play 5x3@0"
    state = play(GAME, position("4 4 1", "6 6", "2 2"), "s0 play 4x2@0")
    assert chosen(level, state) == "play 6x2@0"


@pytest.mark.parametrize("level", ["hard", "expert"])
def test_they_insert_where_a_set_grows(level: str) -> None:
    state = play(GAME, position("8 8 7", "2 5 5", "2 2", stock="5/6"), "s0 play 8x2@0", "s1 pass", "chance 5/6")
    assert chosen(level, state) in {"insert 1", "insert 2", "insert 3"}


@pytest.mark.clause("H13")
@pytest.mark.parametrize("level", ["hard", "expert"])
def test_they_are_functions_of_their_view(level: str) -> None:
    player, worlds, checked = policy("hachi", level, BUDGET), stream(5), 0
    for ply, (state, actor, _) in enumerate(playout(GAME, 4, 12)):
        if actor != CHANCE and ply % (97 if INTERPRETED else 7) == 0:
            view = GAME.view(state, actor)
            before = view.tobytes()
            choice = player(view, stream(ply))
            assert choice in GAME.legal(state, actor)
            assert view.tobytes() == before, "the view is only read"
            other = GAME.view(GAME.imagine(view, worlds), actor)
            assert player(other, stream(ply)) == choice
            checked += 1
    assert checked > 2


def test_advice_gives_every_action_its_chance_best_first() -> None:
    state = position("1 8 8", "2* 3* 2* 3*", "4* 5* 4* 5*")
    advice = advise(GAME.view(state, 0), budget=BUDGET)
    assert advice.expects == "chance not to lose the round"
    assert sorted(hint.action for hint in advice.hints) == sorted(GAME.legal(state, 0))
    values = [hint.value for hint in advice.hints]
    assert values == sorted(values, reverse=True)
    assert all(0 <= value <= 1 for value in values)
    assert advice.hints[0].value == 1, "the pair of 8s takes the lead, and then the 1 goes out"
    assert advice == advise(GAME.view(state, 0), budget=BUDGET)


def test_advice_on_equal_places_is_equal() -> None:
    state = play(GAME, position("5 1", "6 5 5", "2 2 7"), "s0 play 5x1@0", "s1 play 6x1@0")
    values = {hint.text: hint.value for hint in advise(GAME.view(state, 1), budget=BUDGET).hints}
    assert set(values) == {"insert 0", "insert 1", "insert 2"}
    assert values["insert 0"] == values["insert 1"] == values["insert 2"]


def test_imagined_players_misjudge_a_little() -> None:
    """Imagined players without mistakes would make one line of play look certain."""
    hands = ("3 3 3 3 8 8 8 7", "2 1/2 2 2 2 4 3/4", "6 6 5/6 6 6 5 5", "1/2 1 1 1")
    state, workspace, rng = play(GAME, position(*hands), "s0 play 3x4@0"), new_workspace(), stream(1)
    burdens = {
        int(workspace.actions[i]): int(workspace.judged[i]) for i in range(judge(state, 1, state.left, workspace))
    }
    difference = max(burdens.values()) - min(burdens.values())
    assert [nearly_lightest(state, 1, workspace, rng, difference) for _ in range(9)] == [
        min(burdens, key=burdens.__getitem__)
    ] * 9
    assert difference < LOOSE
    assert {int(nearly_lightest(state, 1, workspace, rng, LOOSE)) for _ in range(99)} == set(burdens)


def test_one_option_has_a_chance_too() -> None:
    (hint,) = advise(GAME.view(position("5", "1 1", "2 2"), 0), budget=BUDGET).hints
    assert (hint.text, hint.value) == ("play 5x1@0", 1)


def test_the_chances_to_lose_add_up_over_players_with_cards() -> None:
    net, scratch = net_of(known()), new_scratch()
    state = position("7 1 6", "2 2", "3 5 8 1 4 2")
    chances = [chance_to_lose(net, scratch, state, seat) for seat in range(3)]
    assert sum(chances) == pytest.approx(1)
    assert chances[2] == max(chances)


@pytest.mark.skipif(INTERPRETED, reason="training takes minutes interpreted")
def test_training_learns_who_will_lose(tmp_path: Path) -> None:
    curve = list(train("hachi", "hard", minutes=0.03, seed=1, place=tmp_path / "new.npz"))
    assert len(curve) >= 3
    assert curve[-1].share == 1
    assert np.mean([lesson.mean for lesson in curve[-3:]]) > 40, "of the losers are predicted; by chance it is 27"
    learned = knowledge.read("hachi", SIZE + GUESSES + CURVES, tmp_path / "new.npz")
    assert guesses_of(learned).any()
