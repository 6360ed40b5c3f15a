"""Nothing appears or vanishes: cars, cargo, cards and suitcases are counted after every action."""

from collections import Counter

import pytest

from allaboard.game import CHANCE, load
from allaboard.games.hachi import GAME as HACHI
from allaboard.games.hachi import rules as hachi
from allaboard.games.miyajima import GAME as MIYAJIMA
from allaboard.games.miyajima.rules import LOAD
from allaboard.games.runaway import GAME as RUNAWAY
from table import playout


@pytest.mark.clause("M2", "M4")
@pytest.mark.parametrize("seats", MIYAJIMA.seats)
def test_cars_and_cargo(seats: int) -> None:
    """Every revealed load fills exactly one car, with the numbers of one or two dice."""
    game, loads = load(MIYAJIMA), 0
    for state, actor, action in playout(game, seats, seats):
        waiting = int((state.choice != 0).sum())
        assert int(state.cars.sum()) + waiting == loads
        assert ((state.cars <= state.cargo) & (state.cargo <= 12 * state.cars)).all()
        assert state.cars.max() <= 6
        loads += actor != CHANCE and action >= LOAD


def cards_of(state: hachi.State) -> Counter[int]:
    """Every card by face, wherever it is."""
    found: Counter[int] = Counter()
    for face in range(1, hachi.FACES + 1):
        found[face] += int(state.left[face]) + int(state.discarded[face])
    for pile in (*state.hand, state.field_cards, state.pending):
        found.update(int(card) & hachi.FACE for card in pile if card)
    return found


@pytest.mark.clause("H1", "H2")
@pytest.mark.parametrize("seats", HACHI.seats)
def test_cards(seats: int) -> None:
    everything = Counter(dict.fromkeys(range(1, 9), seats)) + Counter(dict.fromkeys(range(9, 13), 2))
    for state, _, _ in playout(load(HACHI), seats, seats):
        assert cards_of(state) == everything
        assert [int((hand != 0).sum()) for hand in state.hand[:seats]] == list(state.held[:seats])


@pytest.mark.clause("R1", "R8")
@pytest.mark.parametrize("seats", RUNAWAY.seats)
def test_suitcases(seats: int) -> None:
    """A suitcase only leaves a hand: one at a time by a throw that scores, or all of them with their passenger."""
    game, before = load(RUNAWAY), None
    for state, _, _ in playout(game, seats, seats):
        hands = [int(hand) for hand in state.suitcases[:seats]]
        points = [int(p) for p in state.points[:seats]]
        for seat in range(seats if before else 0):
            assert before is not None
            gone = before[0][seat] & ~hands[seat]
            assert hands[seat] & ~before[0][seat] == 0
            aboard = int(state.aboard) >> seat & 1
            assert gone.bit_count() <= 1 or not aboard
            assert (points[seat] > before[1][seat]) <= (gone != 0)
        before = hands, points
