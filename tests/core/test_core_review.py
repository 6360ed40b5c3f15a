"""A review by WebAssembly is the review by Python: the same numbers, verdicts, options, phrases and reasons."""

import json
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from allaboard import notation
from allaboard.bots.outlook import outlook_of
from allaboard.bots.personas import names_at
from allaboard.catalog import Catalog, catalog
from allaboard.core.build import kept_core
from allaboard.core.speed import node
from allaboard.game import load
from allaboard.notation import GameRecord
from allaboard.registry import declaration, game_names, is_shipped
from allaboard.reviews.review import review
from allaboard.simulate import run
from allaboard.simulate.records import records
from allaboard.testing import any_board
from core.cores import bundled

GAMES = [name for name in game_names() if is_shipped(name)]
SMALL = {"miyajima": 12, "hachi": 200, "runaway": 40}
"""Budgets for one decision with which a game is reviewed in a second."""
SHORT: dict[str, dict[str, int]] = {"hachi": {"rounds": 1}}
"""Options that make a game short."""
ROUNDING = 1e-9

Told = Any
"""A review as JSON."""


@pytest.fixture(scope="session")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return bundled("nodereviews.ts", tmp_path_factory.mktemp("node") / "nodereviews.mjs", "node")


def in_node(script: Path, record: GameRecord, wanted: list[int], budget: int | None) -> Iterator[Told]:
    """The reviews of a record by WebAssembly, one for each seat."""
    loaded, seats, board = notation.setting(record)
    name = loaded.name
    game = {
        "game": name,
        "seats": seats,
        "lines": [[line.actor, line.text] for line in record.lines],
        "names": [names_at(record.players)[seat] for seat in range(seats)],
        "wanted": wanted,
        **({"budget": budget} if budget else {}),
        **({"laid": loaded.options(board).tolist()} if board else {}),
    }
    words = [node(), str(script), str(kept_core(name))]
    done = subprocess.run(words, input=json.dumps([game]).encode(), capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    yield from map(json.loads, done.stdout.splitlines())


def worded(found: Told) -> Told:
    """The review with the sentences that a page makes of its phrases."""
    game = catalog(found["game"], "en")
    for player in found["players"]:
        for one in player["decisions"]:
            for option in one["options"]:
                option["said"] = phrase(game, option.pop("phrase"))
            played = next(option for option in one["options"] if option["action"] == one["played"])
            sure = one["verdict"] not in ("best", "close")
            one["reasons"] = [*reasons(game, played, one["options"][0])] if sure else []
    return found


def phrase(game: Catalog, told: Mapping[str, Any]) -> str:
    variables = {name: value for name, value in told.items() if name != "phrase"}
    return game.say(f"option-{told['phrase']}", **variables)


def reasons(game: Catalog, played: Told, better: Told) -> Iterator[str]:
    for name, has in better["leaves"].items():
        if (had := played["leaves"].get(name)) not in (None, has):
            yield game.say(f"reason-{name}", played=played["said"], better=better["said"], had=had, has=has)


def same(one: Told, other: Told, where: str = "review") -> None:
    """The same up to rounding."""
    if isinstance(one, dict):
        assert one.keys() == other.keys(), where
        for name in one:
            same(one[name], other[name], f"{where}.{name}")
    elif isinstance(one, list):
        assert len(one) == len(other), where
        for at, (mine, its) in enumerate(zip(one, other, strict=True)):
            same(mine, its, f"{where}[{at}]")
    elif isinstance(one, float):
        assert one == pytest.approx(other, abs=ROUNDING), where
    else:
        assert one == other, where


def check(
    script: Path,
    game: str,
    seats: int,
    budget: int | None,
    wanted: list[int],
    seed: int = 3,
    board: dict[str, int | tuple[int, ...]] | None = None,
) -> Told:
    record = next(records(run(game, seats, 1, ("medium",), seed, board=board)))
    found = list(in_node(script, record, wanted, budget))
    assert len(found) == len(wanted)
    for seat, one in zip(wanted, found, strict=True):
        assert one["identity"] < ROUNDING, "the equation also holds in unfinished reviews"
        same(msgspec.to_builtins(review(record, seat, budget=budget)), worded(one["review"]))
    return found[0]["review"]


def usual(game: str) -> int:
    return declaration(game).usual_seats


@pytest.mark.parametrize("game", GAMES)
def test_every_seat_of_a_game(game: str, script: Path) -> None:
    found = check(script, game, usual(game), SMALL[game], list(range(usual(game))))
    decisions = found["players"][0]["decisions"]
    assert len({option["said"] for one in decisions for option in one["options"]}) > 3


@pytest.mark.parametrize("game", GAMES)
def test_the_smallest_table_at_the_budget_of_a_review(game: str, script: Path) -> None:
    check(script, game, declaration(game).seats[0], None, [0], seed=4)


@pytest.mark.parametrize("game", GAMES)
def test_another_board(game: str, script: Path) -> None:
    """What was learned is adapted to the board, or positions are played out, as in Python; the review says which."""
    board = dict(any_board(load(game), 3, share=0.2)) | SHORT.get(game, {})
    seats = declaration(game).seats[0]
    found = check(script, game, seats, SMALL[game], [0], board=board)
    assert found["method"] == ("learned" if outlook_of(load(game), seats, board).learned else "played_out")


@pytest.mark.long
@pytest.mark.parametrize(("game", "seats"), [(name, seats) for name in GAMES for seats in declaration(name).seats])
def test_every_seat_at_every_table(game: str, seats: int, script: Path) -> None:
    for seed in range(3):
        check(script, game, seats, SMALL[game], list(range(seats)), seed)
