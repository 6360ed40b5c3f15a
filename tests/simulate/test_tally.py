"""The tallies of a batch, compared with a plain replay of the same games."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Generic, TypeVar, cast

import numpy as np
import pytest

from allaboard import notation
from allaboard.declaration import Declaration
from allaboard.game import CHANCE, State, load
from allaboard.games.hachi import GAME as HACHI
from allaboard.games.hachi import rules as hachi_rules
from allaboard.games.runaway import GAME as RUNAWAY
from allaboard.games.runaway import rules as runaway_rules
from allaboard.games.runaway.tally import CHOICES
from allaboard.simulate import Batch, run
from allaboard.simulate.records import records

GAMES = 12


S = TypeVar("S", bound=State)


@dataclass
class Step(Generic[S]):
    """One action of a replay, with the positions as states of its game."""

    actor: int
    text: str
    before: S
    after: S


Replays = tuple[Batch, list[list[Step[S]]]]


def replays(game: Declaration[S], batch: Batch) -> "Replays[S]":
    assert batch.plan.game == game.name
    return batch, [
        [Step(s.line.actor, s.line.text, cast(S, s.before), cast(S, s.after)) for s in notation.replay(record)]
        for record in (notation.read_records(str(record))[0] for record in records(batch))
    ]


@pytest.fixture(scope="module")
def hachi() -> "Replays[hachi_rules.State]":
    return replays(HACHI, run("hachi", 3, GAMES, seed=1))


@pytest.fixture(scope="module")
def runaway() -> "Replays[runaway_rules.State]":
    return replays(RUNAWAY, run("runaway", 4, GAMES, seed=1))


def test_moves_and_chance_are_counted_separately(runaway: Replays[runaway_rules.State]) -> None:
    batch, games = runaway
    for row, steps in enumerate(games):
        dice = sum(step.actor == CHANCE for step in steps)
        assert batch.columns["chances"][row] == dice
        assert batch.columns["moves"][row] == len(steps) - dice


def test_hachi_plays_passes_and_sets(hachi: Replays[hachi_rules.State]) -> None:
    batch, games = hachi
    for row, steps in enumerate(games):
        texts = [step.text for step in steps if step.actor != CHANCE]
        plays = [text.split("x")[1].split("@")[0] for text in texts if text.startswith("play")]
        sizes = [plays.count(str(size)) for size in range(1, 8)]
        assert batch.columns["sets"][row].tolist() == sizes
        assert batch.columns["passes"][row] == texts.count("pass")
        assert batch.columns["turns"][row].sum() == len(plays) + texts.count("pass")


def test_hachi_rounds_lost_and_leads(hachi: Replays[hachi_rules.State]) -> None:
    batch, games = hachi
    for row, steps in enumerate(games):
        columns = {name: values[row] for name, values in batch.columns.items()}
        lost = [2 - int(score) for score in columns["score"]]
        assert [int((columns["lost_by"] == seat + 1).sum()) for seat in range(3)] == lost
        assert int((columns["lost_by"] > 0).sum()) == columns["rounds"] == sum(lost)
        leads = sum(step.text.startswith("play") and step.before.field_count == 0 for step in steps)
        assert columns["leads"] == leads
        cleared = columns["kept_lead"] + columns["passed_lead"] + columns["out_lead"]
        assert cleared == leads - columns["rounds"], "whoever does not begin a round leads because a field was cleared"
        kept = sum(
            step.before.field_count > 0
            and step.after.field_count == 0
            and step.before.rounds == step.after.rounds
            and step.after.turn == step.before.field_owner
            for step in steps
            if load(HACHI).actors(step.after)
        )
        assert columns["kept_lead"] == kept


def test_hachi_cards_held_by_lap(hachi: Replays[hachi_rules.State]) -> None:
    batch, games = hachi
    for row, steps in enumerate(games):
        held, turns, counted = np.zeros(24, int), np.zeros(24, int), dict.fromkeys(range(1, 5), 0)
        for step in steps:
            if step.text == "pass" or step.text.startswith("play"):
                around = int(step.before.rounds)
                lap = counted[around] // 3
                counted[around] += 1
                if lap < 24:
                    held[lap] += step.before.held[step.actor]
                    turns[lap] += 1
        assert batch.columns["held"][row].tolist() == held.tolist()
        assert batch.columns["held_by"][row].tolist() == turns.tolist()


def test_runaway_run_and_passengers(runaway: Replays[runaway_rules.State]) -> None:
    batch, games = runaway
    for row, steps in enumerate(games):
        columns: dict[str, Any] = {name: values[row] for name, values in batch.columns.items()}
        end = steps[-1].after
        assert (columns["turns"], columns["ending"], columns["track"]) == (end.turn, end.ending, end.track)
        for now, then in pairwise(steps):
            if now.after.turn != then.after.turn:
                assert columns["speed"][now.before.turn - 1] == now.after.speed
                assert columns["position"][now.before.turn - 1] == now.after.position
        for seat in range(4):
            off = [
                step.before.turn
                for step in steps
                if step.before.aboard >> seat & 1 and not step.after.aboard >> seat & 1
            ]
            assert columns["left_turn"][seat] == (off[0] if off else 0)
            assert columns["kept"][seat] == columns["score"][seat] - end.points[seat]


def test_runaway_cards(runaway: Replays[runaway_rules.State]) -> None:
    batch, games = runaway
    for row, steps in enumerate(games):
        texts = [step.text.split()[1] for step in steps if step.text.startswith("cards")]
        names = [text if text in CHOICES else "bluff" for text in texts]
        assert batch.columns["chosen"][row].tolist() == [names.count(name) for name in CHOICES]
        cancelled = batch.columns["cancelled"][row]
        assert cancelled[0] == 0
        assert (cancelled <= batch.columns["chosen"][row]).all()
        assert (batch.columns["tossed"][row] + cancelled <= batch.columns["chosen"][row]).all()
        assert batch.columns["scored"][row].sum() == steps[-1].after.points.sum()


def test_miyajima_sheets() -> None:
    batch = run("miyajima", 3, 20, seed=2)
    columns = batch.columns
    assert (columns["train_score"].sum(axis=(2, 3)) == columns["score"]).all()
    full = (columns["cars"] == 6).any(axis=3)
    assert (columns["reached"] == (full * (1 << np.arange(6))).sum(axis=2)).all()
    adheres = columns["adheres"][:, :, None] >> np.arange(6) & 1
    plain = columns["train_score"] == columns["cars"]
    assert (plain.all(axis=3) | (adheres == 1)).all(), "a pair that does not adhere scores its cars"
