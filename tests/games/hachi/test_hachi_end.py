"""H11 and H12, and the lead of H3: how rounds and games end."""

import pytest

from allaboard.game import CHANCE, Refusal
from allaboard.games.hachi import rules
from games.hachi.hands import GAME, cards, field, position
from table import play, playout


@pytest.mark.clause("H11")
def test_the_round_ends_when_one_player_alone_holds_cards() -> None:
    state = play(GAME, position("3", "5 5", "8 8"), "s0 play 3x1@0")
    assert state.rounds == 1, "two still hold cards"
    play(GAME, state, "s1 play 5x2@0")
    assert GAME.scores(state) == [2, 2, 1]
    assert state.rounds == 2


@pytest.mark.clause("H11", "H7")
def test_the_last_play_ends_the_round_at_once() -> None:
    """Nobody may answer, and the beaten set is not collected."""
    state = play(GAME, position("3", "4", "5 5 5", rounds=4), "s0 play 3x1@0", "s1 play 4x1@0")
    assert GAME.over(state)
    assert cards(state, 2) == "5 5 5"
    assert GAME.scores(state) == [2, 2, 1]


@pytest.mark.clause("H3", "H2", "H1")
def test_the_loser_leads_the_next_round() -> None:
    state = play(GAME, position("3", "5 5", "8 8"), "s0 play 3x1@0", "s1 play 5x2@0")
    assert GAME.actors(state) == [CHANCE]
    assert GAME.weights(state) == [(face, 3) for face in range(8)]
    assert (state.stock, field(state), int(state.passes)) == (8, "empty", 0)
    play(GAME, state, *[f"chance {card}" for card in "12345678" * 3])
    assert [cards(state, seat) for seat in range(3)] == ["1 2 3 4 5 6 7 8"] * 3
    assert GAME.actors(state) == [2]
    assert not state.discarded.any()


@pytest.mark.clause("H10")
def test_a_new_round_counts_clears_from_zero() -> None:
    state = play(GAME, position("3", "8 5", "4 4"), "s0 play 3x1@0", "s1 play 8x1@0", "s1 insert 0", "s2 pass")
    assert GAME.actors(state) == [1]
    assert state.cleared_by == 2
    play(GAME, state, "s1 play 3x1@0", "s2 play 4x1@0", "s2 insert 0", "s1 play 5x1@0")
    assert (int(state.rounds), int(state.cleared_by)) == (2, 0)


@pytest.mark.clause("H12")
def test_the_game_ends_when_someone_has_no_assets() -> None:
    state = position("3", "5 5", "8 8", rounds=3, assets=(1, 2, 1))
    play(GAME, state, "s0 play 3x1@0", "s1 play 5x2@0")
    assert GAME.over(state)
    assert GAME.scores(state) == [1, 2, 0]
    assert GAME.ranks(state) == [2, 1, 3]
    with pytest.raises(Refusal) as refused:
        play(GAME, state, "s2 play 8x1@0")
    assert refused.value.clause == "H12"


@pytest.mark.clause("H12")
def test_the_game_ends_after_four_rounds() -> None:
    state = position("3", "5 5", "8 8", "1", "2", rounds=4, assets=(1, 1, 2, 2, 1), turn=0)
    play(GAME, state, "s0 play 3x1@0", "s1 play 5x2@0", "s2 play 8x2@0", "s3 pass", "s4 pass")
    assert not GAME.over(state)
    play(GAME, state, "s3 play 1x1@0")
    assert GAME.over(state)
    assert GAME.scores(state) == [1, 1, 2, 2, 0]
    assert GAME.ranks(state) == [3, 3, 1, 1, 5]


@pytest.mark.clause("H12")
def test_a_third_round_is_not_the_last() -> None:
    state = position("3", "5 5", "8 8", "1", rounds=3, assets=(1, 1, 2, 2))
    play(GAME, state, "s0 play 3x1@0", "s1 play 5x2@0", "s2 play 8x2@0")
    assert not GAME.over(state)
    assert (int(state.rounds), GAME.scores(state)) == (4, [1, 1, 2, 1])


@pytest.mark.clause("H12")
def test_a_draw_when_all_are_equal() -> None:
    state = position("3", "5 5", "8 8", "1", rounds=4, assets=(1, 1, 1, 2))
    play(GAME, state, "s0 play 3x1@0", "s1 play 5x2@0", "s2 play 8x2@0")
    assert GAME.over(state)
    assert GAME.scores(state) == [1, 1, 1, 1]
    assert GAME.ranks(state) == [1, 1, 1, 1]
    assert GAME.show(state).endswith("The game is over.")


@pytest.mark.clause("H11", "H12", "H3")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_random_games_lose_one_asset_a_round_and_end_in_time(seats: int) -> None:
    for seed in range(2):
        rounds, leader = 1, 0
        for state, _, _ in playout(GAME, seats, seed):
            assert sum(GAME.scores(state)) == 2 * seats - (int(state.rounds) - 1)
            if state.rounds > rounds:
                rounds, leader = int(state.rounds), int(state.leader)
            assert state.leader == leader
        lost = 2 * seats - sum(GAME.scores(state))
        assert GAME.over(state)
        assert state.phase == rules.OVER
        assert lost == rounds <= 4
        assert rounds == 4 or min(GAME.scores(state)) == 0
