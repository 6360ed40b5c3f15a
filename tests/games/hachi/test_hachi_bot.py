"""Hachi Train's medium bot: it plays from its view alone, and well."""

import pytest

from allaboard.bots.levels import NOTHING_LEARNED
from allaboard.game import CHANCE
from allaboard.games.hachi.bots.heuristics import burden, medium
from allaboard.games.hachi.rules import State
from allaboard.record import INTERPRETED
from allaboard.rng import Rng, below, stream
from games.hachi.hands import GAME, position
from table import play, playout


def chosen(state: State) -> str:
    """The bot's action in this position."""
    seat = int(state.turn)
    return GAME.say(seat, int(medium(GAME.view(state, seat), stream(1), NOTHING_LEARNED, 0, 0)))


def test_it_finishes_when_it_can() -> None:
    assert chosen(position("5 5/6 5", "1 1", "2 2")) == "play 5x3@0"
    state = play(GAME, position("4 4 1", "6 6", "2 2"), "s0 play 4x2@0")
    assert chosen(state) == "play 6x2@0"


def test_it_plays_what_brings_equal_cards_together() -> None:
    assert chosen(position("7 2 7 7", "1 1", "3 3")) == "play 2x1@1"


def test_it_does_not_break_a_set_to_beat_a_single() -> None:
    """The single 8 beats the 3 as well as one of the 6s or 5s would."""
    state = play(GAME, position("3 1", "6 6 6 8 5 5", "2 2 7"), "s0 play 3x1@0")
    assert chosen(state) == "play 8x1@3"


@pytest.mark.parametrize(
    ("hand", "card", "places"),
    [("2 5 5", "5/6", (1, 2, 3)), ("1 3 4 4 8", "3/4", (1, 2, 3, 4)), ("8 6 1", "7/8", (0, 1))],
)
def test_it_inserts_where_a_set_grows(hand: str, card: str, places: tuple[int, ...]) -> None:
    state = play(GAME, position("8 8 7", hand, "2 2", stock=card), "s0 play 8x2@0", "s1 pass", f"chance {card}")
    assert chosen(state) in {f"insert {place}" for place in places}


def test_it_keeps_a_collected_set_together() -> None:
    state = play(GAME, position("3 3 1", "8 7 7 1 2", "6 6"), "s0 play 3x2@0", "s1 play 7x2@1")
    first = chosen(state)
    play(GAME, state, f"s1 {first}")
    second = chosen(state)
    assert abs(int(second.split()[1]) - int(first.split()[1])) <= 1


def test_the_burden_of_a_hand_is_that_of_its_cheapest_partition() -> None:
    def of(hand: str) -> int:
        return int(burden(position(hand, "1", "1").hand[0], len(hand.split())))

    assert of("3 3/4 4 4") == min(of("3") + of("3/4 4 4"), of("3 3/4") + of("4 4"))
    assert of("1 2 2") == of("1") + of("2 2") < of("1 2") + of("2")
    assert of("7 2 7") == 2 * of("7") + of("2")
    assert of("5/6 5/6") == of("6 6") < of("5 5")


@pytest.mark.clause("H13")
def test_it_chooses_legally_and_repeats_its_choice() -> None:
    for ply, (state, actor, _) in enumerate(playout(GAME, 4, 12)):
        if actor != CHANCE and ply % (31 if INTERPRETED else 3) == 0:
            view = GAME.view(state, actor)
            before = view.tobytes()
            action = int(medium(view, stream(ply), NOTHING_LEARNED, 0, 0))
            assert action in GAME.legal(state, actor)
            assert action == int(medium(GAME.view(state, actor), stream(ply), NOTHING_LEARNED, 0, 0))
            assert view.tobytes() == before, "the view is only read"


def rounds_lost(games: int, rng: Rng) -> int:
    """How many assets it loses at seat 1 against three random players."""
    lost = 0
    for _ in range(games):
        state = GAME.start(4)
        while actors := GAME.actors(state):
            (actor,) = actors
            if actor == CHANCE:
                cards = [action for action, copies in GAME.weights(state) for _ in range(copies)]
                action = cards[below(rng, len(cards))]
            elif actor == 1:
                action = int(medium(GAME.view(state, actor), rng, NOTHING_LEARNED, 0, 0))
            else:
                options = GAME.legal(state, actor)
                action = options[below(rng, len(options))]
            GAME.play(state, actor, action)
        lost += 2 - GAME.scores(state)[1]
    return lost


def test_it_hardly_ever_loses_to_random_players() -> None:
    assert rounds_lost(1 if INTERPRETED else 50, stream(4)) == 0
