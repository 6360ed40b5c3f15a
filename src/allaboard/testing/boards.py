"""Random boards that a game accepts. The laws must hold on all of them."""

import random
from collections.abc import Sequence

from allaboard.game import Game, GameError, S, Value

_TRIES = 20  # for each option


def any_board(game: Game[S], seed: int, share: float = 0.5) -> dict[str, Value]:
    """A random board within the limits. About this share of its options differs from the game's own."""
    dice, board = random.Random(seed), dict[str, Value]()
    for name, default in game.OPTIONS.items():
        if dice.random() >= share:
            continue
        for _ in range(_TRIES):
            proposed = {**board, name: _another(default, game.LIMITS.get(name, (0, 9)), dice)}
            try:
                game.options(proposed)
            except GameError:
                continue
            board = proposed
            break
    return board


def _another(default: Value, limits: tuple[int, int], dice: random.Random) -> Value:
    """Another value of the same type: a number near the default or anywhere. Increasing lists stay increasing."""
    if isinstance(default, int):
        return _number(default, limits, dice)
    numbers = [_number(number, limits, dice) for number in default]
    return tuple(sorted(numbers)) if _rises(default) else tuple(numbers)


def _number(default: int, limits: tuple[int, int], dice: random.Random) -> int:
    low, high = limits
    if dice.random() < 0.5:
        return dice.randint(low, high)
    near = max(2, default // 4)
    return min(max(default + dice.randint(-near, near), low), high)


def _rises(numbers: Sequence[int]) -> bool:
    return list(numbers) == sorted(numbers)
