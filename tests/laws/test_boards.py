"""Boards: the laws hold for all values in the ranges, and records list the options that differ."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from allaboard import game_names, notation
from allaboard.envs.decisions import Decisions
from allaboard.envs.encoding import reachable
from allaboard.game import Game, GameError, State, Value, load
from allaboard.plain import play_random
from allaboard.simulate import run
from allaboard.testing import Law, any_board, extreme_board, laws

BOARDS = 3
SLOW = ("both_ways_agree", "texts_round_trip", "catalogs_are_complete")
"""Laws that do not depend on the board, or that start a process; tried on one board."""


def laws_on_boards() -> list[Law]:
    found = []
    for name in game_names():
        game = load(name)
        for number in range(BOARDS if game.OPTIONS else 0):
            seats = [game.seats[-1 - number % len(game.seats)]]
            on_board = laws(name, games=1, seed=number, seats=seats, options=any_board(game, 100 + number))
            found += [law for law in on_board if number == 0 or law.check.__name__ not in SLOW]
    return found


def extremes(name: str) -> list[dict[str, Value]]:
    """Boards with all options, and with each alone, at the ends of the ranges."""
    game = load(name)
    found = []
    for highest in (False, True):
        board = extreme_board(game, highest=highest)
        found += [board, *({option: value} for option, value in board.items() if allows(game, {option: value}))]
    return found


def allows(game: Game[State], board: dict[str, Value]) -> bool:
    try:
        game.options(board)
    except GameError:
        return False
    return True


@pytest.mark.parametrize("law", laws_on_boards(), ids=str)
def test_law_on_a_random_board(law: Law) -> None:
    law()


@pytest.mark.parametrize("highest", [False, True])
@pytest.mark.parametrize("name", game_names())
def test_the_ends_of_the_ranges_are_reached(name: str, highest: bool) -> None:
    game = load(name)
    board = extreme_board(game, highest=highest)
    game.options(board)
    for option, default in game.OPTIONS.items():
        found, end = np.ravel(board.get(option, default)), game.LIMITS[option][highest]
        assert abs(found - end).min() <= 8, f"{option}: the spaces of a track need room for each other"


@pytest.mark.parametrize("highest", [False, True])
@pytest.mark.parametrize("name", game_names())
def test_laws_at_the_ends_of_the_ranges(name: str, highest: bool) -> None:
    game = load(name)
    for law in laws(name, games=1, seats=[game.seats[-1]], options=extreme_board(game, highest=highest)):
        if law.check.__name__ not in SLOW:
            law()


@pytest.mark.parametrize("name", game_names())
def test_games_at_the_end_of_any_range_are_simulated_and_observed(name: str) -> None:
    game = load(name)
    for number, board in enumerate(extremes(name)):
        seats = game.seats[-(number % 2)]
        record = play_random(game, seats, number, 0, board)
        assert notation.verify(record) is None
        if len(board) == 1:
            continue
        batch = run(name, seats=seats, games=2, bots=["medium"], seed=number, board=board, threads=1)
        assert batch.frame.height == 2
        rows = Decisions(name, seats, 2, seed=number, board=board, threads=1)
        for _ in range(40):
            rows.step(rows.any_legal())
            assert abs(rows.observations).max() <= 1
            assert abs(rows.legal_actions().features).max(initial=0) <= 1


@pytest.mark.parametrize("name", game_names())
@given(seed=st.integers(0, 2**32), seats=st.integers(0, 7))
@settings(max_examples=25, deadline=None)
def test_games_on_any_board_end_and_their_records_are_valid(name: str, seed: int, seats: int) -> None:
    game = load(name)
    count, board = game.seats[seats % len(game.seats)], any_board(game, seed)
    record = play_random(game, count, seed, 0, board)
    (again,) = notation.read_records(str(record))
    assert notation.verify(again) is None
    told = {line.split()[1] for line in str(record).splitlines() if line.startswith("option ")}
    assert told == {option for option, value in board.items() if value != game.OPTIONS[option]}
    bound = game.length(count, board)
    assert bound is not None
    assert len(record.lines) <= sum(bound)


@pytest.mark.parametrize("name", game_names())
@pytest.mark.parametrize("seed", range(4))
def test_environments_on_any_board_stay_in_their_spaces(name: str, seed: int) -> None:
    """Observations and features are between -1 and 1, and only reachable actions are ever legal."""
    game = load(name)
    count, board = game.seats[-1 - seed % len(game.seats)], any_board(game, seed)
    rows = Decisions(name, count, 4, seed=seed, board=board, threads=1)
    known = set(reachable(name, count, board).tolist())
    for _ in range(150):
        rows.step(rows.any_legal())
        assert abs(rows.observations).max() <= 1
        legal = rows.legal_actions()
        assert abs(legal.features).max(initial=0) <= 1
        assert known.issuperset(legal.actions.tolist())


def test_random_boards_are_many_and_reach_every_option() -> None:
    for name in game_names():
        game = load(name)
        boards = [any_board(game, seed) for seed in range(60)]
        changed = {option for board in boards for option, value in board.items() if value != game.OPTIONS[option]}
        assert changed == set(game.OPTIONS)
