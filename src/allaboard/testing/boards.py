"""Boards that a game accepts: random ones, and those at the ends of the ranges. The laws must hold on all of them."""

import random
from collections.abc import Iterator, Sequence

from allaboard.game import Game, GameError, S, Value

_TRIES = 20  # for each option
_PASSES = 4  # over all options: moving one makes room for another


def any_board(game: Game[S], seed: int, share: float = 0.5) -> dict[str, Value]:
    """A random board within the limits. About this share of its options differs from the game's own."""
    dice, board = random.Random(seed), dict[str, Value]()
    for name, default in game.OPTIONS.items():
        if dice.random() >= share:
            continue
        for _ in range(_TRIES):
            proposed = {**board, name: _another(default, game.LIMITS.get(name, (0, 9)), dice)}
            if _is_accepted(game, proposed):
                board = proposed
                break
    return board


def extreme_board(game: Game[S], *, highest: bool) -> dict[str, Value]:
    """A board with every option at the lower or at the upper end of its range, or as near as the others permit."""
    board = dict[str, Value]()
    for _ in range(_PASSES):
        for name, default in game.OPTIONS.items():
            for value in _from_the_end(default, game.LIMITS.get(name, (0, 9)), highest):
                if value == board.get(name, default):
                    break
                proposed = {**board, name: value}
                if _is_accepted(game, proposed):
                    board = proposed
                    break
    return board


def _is_accepted(game: Game[S], board: dict[str, Value]) -> bool:
    try:
        game.options(board)
    except GameError:
        return False
    return True


def _from_the_end(default: Value, limits: tuple[int, int], highest: bool) -> Iterator[Value]:
    """Values from an end of the range inwards. A list has the same number everywhere, or numbers in a row."""
    low, high = limits
    for away in range(min(_TRIES, high - low)):
        end = high - away if highest else low + away
        if isinstance(default, int):
            yield end
        else:
            first = end - len(default) + 1 if highest else end
            yield (end,) * len(default)
            yield tuple(range(first, first + len(default)))


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
