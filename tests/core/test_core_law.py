"""WebAssembly, Numba and plain Python do the same to the last bit: states, views, menus, events, bots, hints."""

from pathlib import Path

import pytest

from allaboard.bots.levels import policy
from allaboard.core.trace import Job
from allaboard.registry import declaration, game_names, is_shipped
from core.cores import bundled, in_node, in_python, interpreted

GAMES = [name for name in game_names() if is_shipped(name)]
SMALL = 300
"""A budget with which every part of a search is reached, many times a second."""


@pytest.fixture(scope="session")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return bundled("node.ts", tmp_path_factory.mktemp("node") / "node.mjs", "node")


def levels(game: str, budget: int) -> dict[str, int]:
    """Every level, with no more than this budget."""
    return {level: min(budget, policy(game, level).budget) for level in declaration(game).all_levels}


def ends(game: str) -> list[int]:
    """The smallest and the largest table."""
    seats = declaration(game).seats
    return sorted({seats[0], seats[-1]})


@pytest.mark.parametrize("game", GAMES)
def test_random_games_at_every_table(game: str, script: Path) -> None:
    job = Job(game, list(declaration(game).seats), games=2)
    found = in_node(script, job)
    assert len(found) == 2 * len(job.seats)
    assert len({line.split()[-1] for line in found}) == len(found), "different games have different hashes"
    assert found == in_python(job)


@pytest.mark.parametrize("game", GAMES)
def test_bots_and_hints(game: str, script: Path) -> None:
    job = Job(game, ends(game), games=1, levels=levels(game, SMALL), styles=True, hints=SMALL, limit=80)
    assert in_node(script, job) == in_python(job)


@pytest.mark.parametrize("game", GAMES)
def test_the_best_bot_at_its_own_budget(game: str, script: Path) -> None:
    best = declaration(game).best_level
    job = Job(game, [declaration(game).usual_seats], games=1, levels={best: policy(game, best).budget}, limit=40)
    assert in_node(script, job) == in_python(job)


@pytest.mark.parametrize("game", GAMES)
def test_plain_python_agrees(game: str) -> None:
    random = Job(game, [declaration(game).seats[0]], games=1, limit=60)
    assert interpreted(random) == in_python(random)
    thought = Job(game, [declaration(game).usual_seats], games=1, levels=levels(game, 4), hints=1, limit=16)
    assert interpreted(thought) == in_python(thought)


@pytest.mark.parametrize("game", GAMES)
def test_the_hashes_see_a_difference(game: str, script: Path) -> None:
    one, other = Job(game, ends(game)[:1], games=1, steps=True), Job(game, ends(game)[:1], games=1, first=1, steps=True)
    found = in_node(script, one)
    assert found == in_python(one)
    assert found != in_node(script, other)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_ten_thousand_random_games(game: str, script: Path, law_games: int) -> None:
    seats = list(declaration(game).seats)
    job = Job(game, seats, games=-(-law_games // len(seats)), first=1000)
    assert in_node(script, job) == in_python(job)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_hundreds_of_games_of_bots(game: str, script: Path) -> None:
    seats = list(declaration(game).seats)
    job = Job(
        game, seats, games=-(-300 // len(seats)), first=1000, levels=levels(game, SMALL), styles=True, hints=SMALL
    )
    assert in_node(script, job) == in_python(job)
