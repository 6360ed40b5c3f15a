"""The same games on a Ray cluster, which is started on this machine."""

import numpy as np
import pytest

from allaboard.game import GameError
from allaboard.simulate import run

pytest.importorskip("ray")


@pytest.mark.filterwarnings("ignore")
def test_a_cluster_plays_the_same_games() -> None:
    here = run("runaway", 3, 500, ("random",), seed=9)
    there = run("runaway", 3, 500, ("random",), seed=9, cluster="local")
    assert here.columns.keys() == there.columns.keys()
    assert all(np.array_equal(values, there.columns[name]) for name, values in here.columns.items())


@pytest.mark.filterwarnings("ignore")
def test_a_missing_cluster_gives_one_sentence() -> None:
    with pytest.raises(GameError, match="there is no Ray cluster at"):
        run("runaway", 3, 5, cluster="127.0.0.1:1")
    with pytest.raises(GameError, match="HOST:PORT"):
        run("runaway", 3, 5, cluster="nowhere")
