"""What a seat may know, what it can imagine, and how the bot uses it."""

from collections import Counter
from itertools import product

import pytest

from allaboard.bots.levels import policy
from allaboard.game import ALL_SEEING, WATCHER
from allaboard.record import INTERPRETED
from allaboard.rng import below, stream
from games.runaway.journey import runaway, turn
from table import play, playout

medium = policy("runaway", "medium")


@pytest.mark.clause("R6")
def test_hidden_choices_change_no_view_but_their_own() -> None:
    views: dict[int, set[bytes]] = {viewer: set() for viewer in (1, 3, WATCHER)}
    hints = set()
    for one, two in product(("P1", "C7", "PC", "none", "12"), repeat=2):
        state = play(runaway, runaway.start(4), "chance 1", f"s0 cards {one}", f"s2 cards {two}", "s1 cards P3")
        for viewer, seen in views.items():
            seen.add(runaway.view(state, viewer).tobytes())
        view = runaway.view(state, 3)
        hints.add((medium(view, stream(9)), *runaway.legal(view, 3), *runaway.actors(view)))
        assert runaway.legal(view, 3) == runaway.legal(state, 3)
    assert [len(seen) for seen in views.values()] == [1, 1, 1]
    assert len(hints) == 1


@pytest.mark.clause("R6")
def test_a_seat_sees_its_own_choice() -> None:
    state = play(runaway, runaway.start(3), "chance 1", "s0 cards P4")
    assert runaway.view(state, 0).choice[0] == state.choice[0] != 0
    assert not runaway.view(state, 1).choice.any()
    assert not runaway.view(state, WATCHER).choice.any()


@pytest.mark.clause("R6", "R7")
def test_after_the_reveal_all_see_everything() -> None:
    state = turn(runaway.start(3), 1, "P4 C2 none")
    for viewer in (0, 1, 2, WATCHER):
        view = runaway.view(state, viewer)
        view.viewer = ALL_SEEING
        assert view.tobytes() == state.tobytes()


def test_imagined_choices_are_uniform_over_what_the_others_have() -> None:
    state = turn(runaway.start(3), 1, "none P3 none")
    for v in (4, 5, 6, 7):
        play(runaway, state, "s1 stay")
        turn(state, 1, f"none P{v} none")
    play(runaway, state, "s1 stay", "chance 1", "s0 cards P4", "s1 cards 12")
    view = runaway.view(state, 0)
    rng, worlds = stream(4), Counter[str]()
    for _ in range(7000):
        world = runaway.imagine(view, rng)
        assert world.viewer == ALL_SEEING
        assert world.choice[0] == state.choice[0]
        worlds[runaway.say(1, int(world.choice[1]) - 1)] += 1
    assert set(worlds) == {"cards none", "cards P1", "cards P2", "cards C1", "cards C2", "cards PC", "cards 12"}
    assert all(880 < count < 1120 for count in worlds.values())  # 1000 each; four standard deviations


@pytest.mark.parametrize("seats", [3, 6])
def test_an_imagined_world_looks_like_the_view(seats: int) -> None:
    rng = stream(seats)
    for state, _, _ in playout(runaway, seats, seed=seats):
        for viewer in (0, seats - 1, WATCHER):
            view = runaway.view(state, viewer)
            assert runaway.view(runaway.imagine(view, rng), viewer).tobytes() == view.tobytes()
            assert runaway.view(view, viewer).tobytes() == view.tobytes()
            assert runaway.actors(view) == runaway.actors(state)


def test_the_bot_plays_legally_by_its_view_and_its_stream() -> None:
    for state, actor, _ in playout(runaway, 5, seed=1):
        if actor < 5:
            view = runaway.view(state, actor)
            before = view.tobytes()
            action = medium(view, stream(6))
            assert action in runaway.legal(state, actor)
            assert action == medium(view, stream(6))
            assert view.tobytes() == before


def test_the_bot_gets_off_when_the_cliff_is_near() -> None:
    state = play(runaway, turn(runaway.start(3), 1, "P7 none none"), "s0 stay", "chance 1")
    assert medium(runaway.view(state, 0), stream(1)) != runaway.parse(0, "cards PC")
    state.position, state.speed, state.track = 50, 12, 1  # no roll can stop the train any more
    ways_out = {runaway.say(0, medium(runaway.view(state, 0), stream(n))) for n in range(50)}
    assert all("P" in cards for cards in ways_out)
    choices = play(runaway, state, "s0 cards P1", "s1 cards none", "s2 cards none")
    assert medium(runaway.view(choices, 0), stream(1)) == runaway.parse(0, "jump")


def bot_wins(games: int, seats: int) -> float:
    """The share of games that one bot wins against random players."""
    rng, wins = stream(12), 0.0
    for number in range(games):
        bot, state = number % seats, runaway.start(seats)
        while actors := runaway.actors(state):
            menu = runaway.legal(state, actors[0])
            action = medium(runaway.view(state, bot), rng) if actors[0] == bot else menu[below(rng, len(menu))]
            runaway.play(state, actors[0], action)
        ranks = runaway.ranks(state)
        wins += (ranks[bot] == 1) / max(1, ranks.count(1))
    return wins / games


def test_the_bot_wins_far_more_than_its_share() -> None:
    assert bot_wins(10 if INTERPRETED else 200, seats=4) > 0.5
