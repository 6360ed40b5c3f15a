"""H1 to H3: the cards, the deal, the assets."""

from collections import Counter

import pytest

from allaboard.game import CHANCE, GameError, Refusal
from allaboard.rng import below, stream
from games.hachi.hands import GAME, cards, dealt, menu
from table import play


@pytest.mark.clause("H1")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_as_many_copies_of_each_number_as_players(seats: int) -> None:
    state = GAME.start(seats)
    assert GAME.weights(state) == [(face, seats) for face in range(8)]


@pytest.mark.clause("H1", "H2")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_stock_is_two_of_each_special_whatever_the_number_of_players(seats: int) -> None:
    state = dealt(seats)
    assert state.stock == 8
    text = menu(state)[0]
    play(GAME, state, f"s0 {text}", "s1 pass")
    assert [(GAME.say(CHANCE, action), weight) for action, weight in GAME.weights(state)] == [
        ("1/2", 2),
        ("3/4", 2),
        ("5/6", 2),
        ("7/8", 2),
    ]


@pytest.mark.parametrize("seats", [0, 1, 2, 6])
def test_three_to_five_players(seats: int) -> None:
    with pytest.raises(GameError, match="3 to 5 players"):
        GAME.start(seats)


def test_the_stock_is_not_an_option() -> None:
    with pytest.raises(GameError, match="no option 'stock'"):
        GAME.start(3, {"stock": 7})


@pytest.mark.clause("H2")
def test_eight_cards_to_each_in_the_order_of_the_deal() -> None:
    state = dealt(3, "31415265", "12837468")
    assert cards(state, 0) == "3 1 4 1 5 2 6 5"
    assert cards(state, 1) == "1 2 8 3 7 4 6 8"
    assert [int(held) for held in state.held] == [8, 8, 8, 0, 0]
    assert not state.left[1:9].any(), "all numbered cards are dealt"


@pytest.mark.clause("H2")
def test_only_numbered_cards_are_dealt() -> None:
    with pytest.raises(Refusal, match="only numbered cards are dealt") as refused:
        play(GAME, GAME.start(3), "chance 3/4")
    assert refused.value.clause == "H2"


@pytest.mark.clause("H1", "H2")
def test_no_more_copies_than_there_are() -> None:
    state = play(GAME, GAME.start(3), *["chance 7"] * 3)
    with pytest.raises(Refusal, match="no 7 is left") as refused:
        play(GAME, state, "chance 7")
    assert refused.value.clause == "H1"


@pytest.mark.clause("H2")
def test_all_cards_are_equally_likely_so_faces_are_weighted_by_their_copies() -> None:
    state = play(GAME, GAME.start(4), "chance 2", "chance 2", "chance 8")
    assert [weight for _, weight in GAME.weights(state)] == [4, 2, 4, 4, 4, 4, 4, 3]


@pytest.mark.clause("H2")
def test_a_hand_keeps_its_order() -> None:
    """Whatever is played and inserted, the other cards keep their order."""
    rng = stream(8)
    state = dealt(3, "31415265", "12837468")
    for _ in range(200):
        if GAME.over(state) or state.rounds > 1:
            break
        (actor,) = GAME.actors(state)
        options = GAME.legal(state, actor)
        before = [cards(state, seat).split() for seat in range(3)]
        GAME.play(state, actor, options[below(rng, len(options))])
        if state.rounds == 1:
            for seat in range(3):
                after = cards(state, seat).split()
                fewer, more = sorted((before[seat], after), key=len)
                remaining = iter(more)
                assert all(card in remaining for card in fewer), "the other cards keep their order"


@pytest.mark.clause("H3")
def test_everyone_starts_with_two_assets_and_seat_0_leads() -> None:
    state = dealt(4)
    assert GAME.scores(state) == [2, 2, 2, 2]
    assert GAME.actors(state) == [0]
    assert state.rounds == 1


@pytest.mark.clause("H2")
def test_nobody_plays_before_all_cards_are_dealt() -> None:
    state = play(GAME, GAME.start(3), *["chance 7"] * 3)
    assert GAME.actors(state) == [CHANCE]
    with pytest.raises(Refusal) as refused:
        play(GAME, state, "s0 play 7x3@0")
    assert refused.value.clause == "H2"


@pytest.mark.clause("H1")
def test_the_whole_deck_is_dealt() -> None:
    state = dealt(5, "12345678", "88776655")
    everything = Counter(" ".join(cards(state, seat) for seat in range(5)).split())
    assert everything == dict.fromkeys("12345678", 5)
