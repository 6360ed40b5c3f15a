"""Scoring: adherence, distance points, ranks, the solo ranks and goals."""

import pytest

from allaboard.game import GameError
from allaboard.games.miyajima import GAME, rules
from allaboard.games.miyajima.rules import COLOURS, FAST, HEAVY, State
from games.miyajima.sheets import adhering, fill, game
from table import deal


def sheet(**trains: tuple[int, int]) -> State:
    """A solo table whose sheet is written by hand: red_fast=(cars, sum)."""
    return fill(deal(game, 1), 0, **trains)


def colour_score(state: State, colour: str) -> tuple[int, int]:
    c = COLOURS.index(colour)
    return rules.train_score(state, 0, c, FAST), rules.train_score(state, 0, c, HEAVY)


@pytest.mark.clause("M7", "M8")
def test_an_adhering_pair() -> None:
    assert colour_score(sheet(red_fast=(4, 11), red_heavy=(3, 15)), "red") == (11, 9)


@pytest.mark.clause("M7", "M8")
@pytest.mark.parametrize("heavy_sum", [10, 11])
def test_the_heavy_train_must_carry_more_and_a_tie_is_not_more(heavy_sum: int) -> None:
    assert colour_score(sheet(red_fast=(4, 11), red_heavy=(3, heavy_sum)), "red") == (4, 3)


@pytest.mark.clause("M7", "M8")
def test_the_fast_train_must_be_closer_and_a_tie_is_not_closer() -> None:
    assert colour_score(sheet(red_fast=(3, 11), red_heavy=(3, 15)), "red") == (3, 3)
    assert colour_score(sheet(red_fast=(2, 11), red_heavy=(3, 15)), "red") == (2, 3)


@pytest.mark.clause("M7")
def test_two_heavy_purple_cars_are_closer_than_three_fast_ones() -> None:
    assert colour_score(sheet(purple_fast=(3, 15), purple_heavy=(2, 20)), "purple") == (3, 2)
    assert colour_score(sheet(purple_fast=(4, 15), purple_heavy=(2, 20)), "purple") == (15, 4)


@pytest.mark.clause("M7")
def test_edges_decide_not_the_number_of_cars() -> None:
    closer = {
        (colour, fast, heavy)
        for c, colour in enumerate(COLOURS)
        for fast in range(7)
        for heavy in range(7)
        if rules.adheres(sheet(**{f"{colour}_fast": (fast, 1), f"{colour}_heavy": (heavy, 99)}), 0, c)
    }
    by_edges = set()
    for colour in COLOURS:
        ends = {train: (0, *game.OPTIONS[f"{colour}.{train}"]) for train in ("fast", "heavy")}  # type: ignore[misc]
        by_edges |= {(colour, f, h) for f in range(7) for h in range(7) if ends["fast"][f] > ends["heavy"][h]}
    assert closer == by_edges


@pytest.mark.clause("M7", "M8")
def test_empty_trains() -> None:
    assert colour_score(sheet(), "red") == (0, 0)
    assert colour_score(sheet(red_fast=(3, 9)), "red") == (3, 0), "an empty heavy train carries nothing, not more"
    assert colour_score(sheet(red_heavy=(3, 9)), "red") == (0, 3)


@pytest.mark.clause("M8")
@pytest.mark.parametrize(("cars", "points"), [(1, 1), (2, 4), (3, 9), (4, 16), (5, 25)])
def test_distance_points(cars: int, points: int) -> None:
    assert colour_score(sheet(red_fast=(6, 6), red_heavy=(cars, 30)), "red") == (6, points)


@pytest.mark.clause("M8")
def test_a_full_heavy_train_cannot_adhere() -> None:
    for colour in COLOURS:
        state = sheet(**{f"{colour}_fast": (6, 6), f"{colour}_heavy": (6, 72)})
        assert colour_score(state, colour) == (6, 6)


@pytest.mark.clause("M8")
def test_the_total_is_over_twelve_trains() -> None:
    state = sheet(red_fast=(4, 11), red_heavy=(3, 15), orange_fast=(2, 9), orange_heavy=(3, 30), blue_fast=(1, 2))
    assert game.scores(state) == [11 + 9 + 2 + 3 + 1]


@pytest.mark.clause("M9")
def test_the_highest_total_wins_and_a_tie_is_shared() -> None:
    state = deal(game, 4)
    for seat, cars in enumerate((3, 5, 5, 1)):
        fill(state, seat, red_heavy=(cars, 9))
    assert game.ranks(state) == [3, 1, 1, 4]


@pytest.mark.clause("M10")
@pytest.mark.parametrize(
    ("total", "rank"),
    [
        (0, "gandy-dancer"),
        (149, "gandy-dancer"),
        (150, "gandy-dancer"),
        (151, "boilerman"),
        (180, "boilerman"),
        (181, "engineer"),
        (210, "engineer"),
        (211, "inspector"),
        (230, "inspector"),
        (231, "conductor"),
        (250, "conductor"),
        (251, "tycoon"),
    ],
)
def test_solo_ranks(total: int, rank: str) -> None:
    assert GAME.solo is not None
    assert GAME.solo.rank(total) == rank


@pytest.mark.clause("M11")
@pytest.mark.parametrize(
    ("points", "met"),
    [
        ({"yellow": 90, "purple": 80, "red": 30}, "a"),
        ({"yellow": 89, "purple": 80, "red": 30}, ""),
        ({"yellow": 85, "purple": 85, "red": 30}, ""),
        ({"purple": 90, "yellow": 80, "red": 30}, ""),
        ({"yellow": 80, "purple": 65, "red": 65}, ""),
        ({"red": 60, "green": 60, "yellow": 55, "purple": 55}, "b"),
        ({"red": 60, "green": 60, "yellow": 55, "purple": 54}, ""),
        ({"red": 80, "orange": 80, "yellow": 70}, "c"),
        ({"red": 80, "orange": 80, "yellow": 69}, ""),
        ({"green": 80, "blue": 80, "purple": 70}, "d"),
        ({"green": 80, "blue": 80, "purple": 69}, ""),
        ({"red": 90, "blue": 90, "green": 81}, "e"),
        ({"red": 90, "blue": 90, "green": 80}, ""),
        ({"yellow": 95, "purple": 90, "red": 38, "orange": 38}, "abce"),
    ],
)
def test_solo_goals(points: dict[str, int], met: str) -> None:
    state = sheet(**adhering(**points))
    assert game.scores(state) == [sum(points.values())]
    assert GAME.solo is not None
    bits = rules.goals(state, 0)
    assert "".join(goal for at, goal in enumerate(GAME.solo.goals) if bits >> at & 1) == met


@pytest.mark.clause("M8", "M11")
def test_derived_values_of_a_sheet_are_in_the_view() -> None:
    told = game.to_json(game.view(sheet(**adhering(yellow=90, purple=80, red=30)), 0))
    assert told["adheres"] == [[1, 0, 1, 0, 0, 1]]
    assert told["points"] == [[[5, 25], [0, 0], [65, 25], [0, 0], [0, 0], [55, 25]]]
    assert (told["scores"], told["goals"], told["needed"]) == ([200], [0], 2)


@pytest.mark.clause("M7")
def test_another_sheet_is_an_option() -> None:
    state = deal(game, 1, **{"red.heavy": (20, 40, 50, 55, 58, 60)})
    fill(state, 0, red_fast=(3, 5), red_heavy=(2, 9))
    assert colour_score(state, "red") == (3, 2)


@pytest.mark.parametrize(
    ("name", "value", "complaint"),
    [
        ("red.fast", (10, 20, 30, 40, 50), "6 numbers"),
        ("red.fast", (10, 20, 20, 40, 50, 60), "further than the one before"),
        ("red.fast", (0, 20, 25, 40, 50, 60), "from 1 to 10000"),
        ("red.fast", (10, 20, 30, 40, 50, 99999), "10000"),
        ("red.fast", 7, "list of 6"),
        ("red.fast", (10, 20, 30, 40, 50, 60.5), "whole numbers"),
        ("pink.fast", (10, 20, 30, 40, 50, 60), "no option 'pink.fast'"),
    ],
)
def test_invalid_sheets_are_refused_with_a_sentence(name: str, value: int | tuple[int, ...], complaint: str) -> None:
    with pytest.raises(GameError, match=complaint):
        game.start(1, {name: value})
