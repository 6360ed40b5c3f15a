"""Networks as players: saved, read, evaluated, and on the ladder as programs. The tasks and their scores."""

import importlib.util
import sys
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from allaboard.bots import programs
from allaboard.cli import app
from allaboard.envs import tasks
from allaboard.envs.encoding import reachable, size
from allaboard.envs.network import Network, main, returns_of
from allaboard.game import GameError
from allaboard.simulate.ladder import run_ladder

SMALL = {"assets": 1, "rounds": 1, "numbers": 4}


def network(game: str, seats: int, board: dict[str, int], compact: bool) -> Network:
    """Two untrained layers."""
    inputs, outputs = size(game, seats, board), len(reachable(game, seats, board)) if compact else 41
    rng = np.random.default_rng(1)
    shapes = ((inputs, 8), (8, outputs))
    layers = [(rng.normal(size=shape).astype(np.float32), np.zeros(shape[1], np.float32)) for shape in shapes]
    return Network(game, seats, layers, board, compact)


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs may take long to start on a busy machine."""
    monkeypatch.setattr(programs, "STARTING_MS", 300_000)


@pytest.mark.parametrize("one", [network("runaway", 3, {}, False), network("hachi", 3, SMALL, True)])
def test_a_network_is_saved_and_plays_on_the_ladder_as_a_program(one: Network, tmp_path: Path) -> None:
    file = tmp_path / "net.npz"
    one.save(file)
    again = Network.read(file)
    assert (again.game, again.seats, dict(again.board), again.compact) == (one.game, 3, dict(one.board), one.compact)
    assert returns_of(again, 20, "random").tolist() == returns_of(one, 20, "random").tolist()
    program = f"exec:{sys.executable} -m allaboard.envs.network {file}"
    found = run_ladder(one.game, 3, ["random", program], 3, seed=1, board=one.board)
    assert found.reports == []
    assert found.games == 3


def test_a_network_chooses_what_it_values_most() -> None:
    """With all weight on one output, that action is played whenever it is legal."""
    inputs, never = size("runaway", 3), 2  # no cards
    layer = np.zeros((inputs, 41), np.float32), np.zeros(41, np.float32)
    layer[1][never] = 5
    returns = returns_of(Network("runaway", 3, [layer]), 60, "medium", seed=2)
    assert returns.mean() < -0.4, "whoever never plays cards gets nothing off the train"


def test_a_network_at_the_wrong_table_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "net.npz"
    network("runaway", 3, {}, False).save(file)
    program = f"exec:{sys.executable} -m allaboard.envs.network {file}"
    assert "exit code 2" in run_ladder("runaway", 4, ["random", program], 1).reports[0]
    assert "exit code 2" in run_ladder("runaway", 3, ["random", program], 1, board={"start_speed": 2}).reports[0]
    assert main([str(tmp_path / "nothing.npz")]) == 2
    assert "cannot read" in capsys.readouterr().err
    file.write_bytes(b"no network")
    assert main([str(file)]) == 2
    assert main([]) == 2
    with pytest.raises(GameError, match="105 inputs and 41 outputs"):
        Network("runaway", 3, [(np.zeros((4, 41), np.float32), np.zeros(41, np.float32))])


def test_a_damaged_file_is_refused_with_a_sentence(tmp_path: Path) -> None:
    file, array = tmp_path / "net.npz", tmp_path / "array.npy"
    network("runaway", 3, {}, False).save(file)
    whole = file.read_bytes()
    changed = bytearray(whole)
    changed[200:400] = bytes(200)
    np.save(array, np.zeros(3))
    for content in (b"", b"no network", whole[:500], bytes(changed), array.read_bytes()):
        file.write_bytes(content)
        with pytest.raises(GameError, match="is damaged, or is not a network"):
            Network.read(file)


def test_the_tasks_are_scored_and_printed(tmp_path: Path) -> None:
    file = tmp_path / "net-RunAway.npz"
    network("runaway", 3, {}, False).save(file)
    scores = tasks.run(["runaway"], ["random", "medium"], [file], 200, 1, lambda said: None)
    found = {score.player: score for score in scores}
    assert [*found] == ["random", "medium", "net"]
    assert found["random"].mean + found["random"].interval < 0
    assert abs(found["medium"].mean) < 2 * found["medium"].interval, "it is average among bots of its level"
    assert "| `allaboard/RunAway-v0` |" in tasks.table(scores, "a command")
    with pytest.raises(GameError, match="not one of these tasks"):
        tasks.run(["miyajima"], ["random"], [file], 2, 1, lambda said: None)


def test_the_command_writes_the_table_between_its_marks(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("before\n<!-- tasks -->\n<!-- /tasks -->\nafter\n")
    words = ["bench", "runaway", "--tasks", "--bots", "random", "--games", "20", "--page", str(page)]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output
    assert "allaboard/RunAway-v0" in page.read_text()
    assert CliRunner().invoke(app, ["bench", "--tasks", "--envs"]).exit_code == 2


@pytest.mark.skipif(importlib.util.find_spec("stable_baselines3") is None, reason="pip install 'allaboard[train]'")
def test_the_adapter_for_stable_baselines() -> None:
    from allaboard.envs.sb3 import Games

    games = Games("hachi", 3, rows=4, bots="random", board=SMALL, compact=True)
    seen = games.reset()
    for _ in range(60):
        masks = games.env_method("action_masks")
        seen, _, over, infos = games.step(np.array([mask.argmax() for mask in masks]))
        assert seen.shape == (4, size("hachi", 3, SMALL))
        assert all(("terminal_observation" in info) == ended for info, ended in zip(infos, over, strict=True))
    assert games.finished
    assert set(games.finished) <= {-1.0, 0.5}
    games.seed(5)
    first = games.reset()
    games.seed(5)
    assert (games.reset() == first).all()
