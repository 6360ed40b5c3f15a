"""What a seat imagines of the others' hidden loads."""

from collections import Counter

import pytest

from allaboard.rng import stream
from games.miyajima.sheets import game
from table import deal


@pytest.mark.clause("M4")
def test_hidden_loads_are_imagined_uniformly() -> None:
    state = deal(
        game,
        3,
        "s0 roll red\nchance 2\ns0 load red fast\ns1 load red fast\ns2 load red fast\ns0 roll blue\nchance 5",
        "s0 load purple heavy\ns2 load blue fast",
    )
    view, rng = game.view(state, 0), stream(5)
    seen = Counter(game.say(2, int(game.imagine(view, rng).choice[2]) - 1) for _ in range(4000))
    assert set(seen) == {"load blue fast", "load blue heavy", "load purple fast", "load purple heavy"}
    assert all(abs(count - 1000) < 150 for count in seen.values())
    world = game.imagine(view, rng)
    assert game.say(0, int(world.choice[0]) - 1) == "load purple heavy", "the seat's own choice is known"
    assert world.choice[1] == 0, "seat 1 has not chosen yet"
