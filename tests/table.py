"""Functions for tests: start a game, play record lines, play random games, get a viewer's events."""

from collections.abc import Iterator, Mapping

from allaboard.events import Event
from allaboard.game import ALL_SEEING, CHANCE, Game, S, Value
from allaboard.plain import random_action
from allaboard.rng import stream


def step(game: Game[S], line: str) -> tuple[int, int]:
    """A record line (`s0 pass`, `chance 3`) as its actor and its action."""
    who, text = line.split(" ", 1)
    actor = CHANCE if who == "chance" else int(who[1:])
    return actor, game.parse(actor, text)


def play(game: Game[S], state: S, *lines: str) -> S:
    """Apply record lines. A string may contain several lines."""
    for block in lines:
        for line in filter(None, (line.strip() for line in block.splitlines())):
            game.play(state, *step(game, line))
    return state


def deal(game: Game[S], seats: int, *lines: str, **options: Value) -> S:
    """A new game with these lines played."""
    return play(game, game.start(seats, options), *lines)


def playout(
    game: Game[S], seats: int, seed: int, options: Mapping[str, Value] | None = None
) -> Iterator[tuple[S, int, int]]:
    """A random game, step by step: the state before, who acts, and the action."""
    rng = stream(seed)
    state = game.start(seats, options)
    while actors := game.actors(state):
        action = random_action(game, state, actors[0], rng)
        yield state, actors[0], action
        game.play(state, actors[0], action)


def told(game: Game[S], state: S, viewer: int, *lines: str) -> list[Event]:
    """Play the lines. Returns the viewer's events of the last one."""
    play(game, state, *lines[:-1])
    actor, action = step(game, lines[-1])
    before = game.copy(state)
    game.play(state, actor, action)
    return game.step_events(before, state, actor, action, viewer)


def said(game: Game[S], state: S, viewer: int, *lines: str, language: str = "en") -> list[str]:
    """The same as sentences."""
    return game.sentences(told(game, state, viewer, *lines), you=viewer, language=language)


def look(game: Game[S], state: S, viewer: int) -> S:
    """What a viewer sees; ALL_SEEING sees the state itself."""
    return state if viewer == ALL_SEEING else game.view(state, viewer)
