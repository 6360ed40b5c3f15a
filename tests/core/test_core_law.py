"""WebAssembly, Numba and plain Python give the same results to the last bit, from states to hints."""

from pathlib import Path

import msgspec
import pytest

from allaboard.bots.levels import policy
from allaboard.core.trace import Job
from allaboard.game import load
from allaboard.registry import declaration, game_names, is_shipped
from allaboard.testing import any_board, extreme_board
from core.cores import bundled, in_node, in_python, interpreted

GAMES = [name for name in game_names() if is_shipped(name)]
SMALL = 300
"""A budget that reaches every part of a search many times a second."""
FEW = 60
"""The budget for hundreds of games. The law does not depend on it: a search repeats the same steps."""


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


@pytest.mark.parametrize("game", GAMES)
def test_random_games_hashed_in_compiled_code(game: str, script: Path, law_games: int) -> None:
    """Four games a table, or ten thousand games with `--long`: every view, menu, event and refusal of every step."""
    seats = list(declaration(game).seats)
    job = Job(game, seats, games=max(4, -(-law_games // len(seats))), first=1000, digests=True)
    found = in_node(script, job)
    assert len(set(found)) == len(found) >= law_games
    assert found == in_python(job)
    few = msgspec.structs.replace(job, seats=seats[:2], games=1, limit=12)
    assert interpreted(few) == in_node(script, few) == in_python(few)


@pytest.mark.parametrize("game", GAMES)
def test_other_boards(game: str, script: Path) -> None:
    """Random boards and boards at the ends of the ranges, as the numbers that the rules take."""
    chosen = [any_board(load(game), seed) for seed in range(4)]
    chosen += [extreme_board(load(game), highest=highest) for highest in (False, True)]
    laid = [load(game).options(board).tolist() for board in chosen]
    assert len(set(map(tuple, laid))) == len(laid)
    for board in laid:
        for digests in (True, False):
            job = Job(game, ends(game), games=1, laid=board, digests=digests, limit=200)
            assert in_node(script, job) == in_python(job)


@pytest.mark.parametrize("game", GAMES)
def test_plain_python_plays_random_games(game: str, script: Path, law_games: int) -> None:
    """Two games a table, or ten thousand games with `--long`: every state and menu, and every 16th step a viewer."""
    seats = list(declaration(game).seats)
    job = Job(game, seats, games=max(2, -(-law_games // len(seats))), first=1000, digests=True, every=16)
    found = interpreted(job)
    assert len(set(found)) == len(found) >= law_games
    assert found == in_node(script, job) == in_python(job)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_plain_python_plays_whole_games(game: str, script: Path) -> None:
    """A hundred games, with all viewers at every step."""
    seats = list(declaration(game).seats)
    job = Job(game, seats, games=-(-100 // len(seats)), first=1000, digests=True)
    assert interpreted(job) == in_node(script, job) == in_python(job)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_hundreds_of_random_games_as_json(game: str, script: Path) -> None:
    seats = list(declaration(game).seats)
    job = Job(game, seats, games=-(-300 // len(seats)), first=1000)
    assert in_node(script, job) == in_python(job)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_hundreds_of_games_of_bots(game: str, script: Path) -> None:
    seats = list(declaration(game).seats)
    games = -(-300 // len(seats))
    job = Job(game, seats, games=games, first=1000, levels=levels(game, FEW), styles=True, hints=FEW)
    assert in_node(script, job) == in_python(job)
