"""One draw of chance: the probability of each outcome is proportional to its weight. All draws are made this way."""

from collections.abc import Callable, Sequence

from allaboard.game import CHANCE, Actions, Game, S, State
from allaboard.record import specialise
from allaboard.rng import Rng, below

Draw = Callable[[State, Rng, Actions], int]


def drawer(game: Game[S]) -> Draw:
    """A compiled draw for a game: `draw(state, rng, room) -> action`. `room` is an array for the possible outcomes."""
    return specialise(_draw, game.name, {"legal": game.rules.legal, "weight": game.rules.weight})


def picked(weights: Sequence[tuple[int, int]], ticket: int) -> int:
    """The outcome that a ticket selects. A ticket is a number below the sum of the weights.

    >>> [picked([(3, 1), (5, 2)], ticket) for ticket in range(3)]
    [3, 5, 5]
    """
    for action, weight in weights:
        ticket -= weight
        if ticket < 0:
            return action
    raise ValueError("the ticket must be below the sum of the weights")


def legal(state: State, actor: int, out: Actions) -> int:
    """A placeholder; `specialise` binds the game's own function."""
    raise NotImplementedError


def weight(state: State, action: int) -> int:
    """A placeholder; `specialise` binds the game's own function."""
    raise NotImplementedError


def _draw(state: State, rng: Rng, room: Actions) -> int:
    n = legal(state, CHANCE, room)
    total = 0
    for k in range(n):
        total += weight(state, int(room[k]))
    ticket = below(rng, total)
    for k in range(n):
        ticket -= weight(state, int(room[k]))
        if ticket < 0:
            return int(room[k])
    return -1
