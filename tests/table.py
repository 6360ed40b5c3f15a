"""Small words for tests: lay a table, play record lines at it, play random games."""

from collections.abc import Iterator
from typing import Any

from allaboard.game import CHANCE, Game
from allaboard.plain import random_action
from allaboard.rng import stream


def play(game: Game, state: Any, *lines: str) -> Any:
    """Apply record lines (`s0 pass`, `chance 3`), several to a string if they stand on lines of their own."""
    for block in lines:
        for line in filter(None, (line.strip() for line in block.splitlines())):
            who, text = line.split(" ", 1)
            game.play_text(state, CHANCE if who == "chance" else int(who[1:]), text)
    return state


def deal(game: Game, seats: int, *lines: str, **options: Any) -> Any:
    """A new table with these lines played."""
    return play(game, game.start(seats, options), *lines)


def playout(game: Game, seats: int, seed: int) -> Iterator[tuple[Any, int, int]]:
    """A random game, step by step: the state before, who acts, and the action."""
    rng = stream(seed)
    state = game.start(seats)
    while actors := game.actors(state):
        action = random_action(game, state, actors[0], rng)
        yield state, actors[0], action
        game.play(state, actors[0], action)
