"""The value of a position for every seat, as reviews use it."""

from typing import cast

import numpy as np
import pytest

from allaboard import notation
from allaboard.bots.outlook import outlook_of
from allaboard.game import load
from allaboard.games.runaway.rules import State
from allaboard.simulate import run
from allaboard.simulate.records import records

EVERYBODY = 0b1111


@pytest.mark.clause("R13")
def test_chances_may_add_up_to_less_than_one_only_while_everybody_is_aboard() -> None:
    known, sums = load("runaway"), {True: [1.0], False: [1.0]}
    for record in records(run("runaway", 4, 20, ("hard",), 6)):
        steps = list(notation.replay(record))
        values = outlook_of(known, 4).along(known.start(4), [(step.line.actor, step.action) for step in steps])
        for chances, step in zip(values, steps, strict=False):
            sums[cast(State, step.before).aboard == EVERYBODY].append(float(chances.sum()))
    assert np.allclose(sums[False], 1)
    assert min(sums[True]) < 0.9
    assert max(sums[True]) < 1 + 1e-9
