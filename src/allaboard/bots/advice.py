"""Hints: what the best bot expects of every legal action.

The module with a game's best bot may have a compiled `evaluate(view, rng, knowledge, budget, actions, values) -> n`
that writes the legal actions and the expected result of each; its `expects(seats)` says what kind of result that is:
"score", "chance to win" or "chance not to lose the round".
"""

from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np

from allaboard.bots.levels import module_of, policy
from allaboard.declaration import Declaration
from allaboard.game import GameError, State, game_of
from allaboard.rng import stream

EXPECTED: Final = ("score", "chance to win", "chance not to lose the round")
"""What the values of hints can be."""


class Hint(NamedTuple):
    """An action with its text and its expected result."""

    action: int
    text: str
    value: float


class Advice(NamedTuple):
    """Every legal action, best first, and what the values are: one of `EXPECTED`."""

    expects: str
    hints: list[Hint]


def gives_advice(declared: Declaration[State]) -> bool:
    """Whether a game's best bot can value actions."""
    return declared.best_level != "random" and hasattr(module_of(declared, declared.best_level), "evaluate")


def expects(declared: Declaration[State], seats: int) -> str:
    """What the values of a game's hints are, for this number of players."""
    module = module_of(declared, declared.best_level)
    own: Callable[[int], str] | None = getattr(module, "expects", None)
    said = None if own is None else own(seats)
    if said not in EXPECTED:
        known = ", ".join(f"{one!r}" for one in EXPECTED)
        raise GameError(f"`expects` of {module.__name__} must say what the values of `evaluate` are: {known}")
    return str(said)


def advise(view: State, *, seed: int = 0, budget: int | None = None) -> Advice:
    """Every legal action of the view's own seat, best first; the same view and seed give the same numbers.

    Raises a GameError if it is not the seat's turn, or if the game has no hints.
    """
    game = game_of(view)
    seat = int(view.viewer)
    if seat not in game.actors(view):
        raise GameError("there is nothing to advise: it is not this seat's turn to act")
    declared = game.declaration
    if not gives_advice(declared):
        raise GameError(f"there are no hints for {game.title}: none of its bots can value actions")
    best = policy(game.name, declared.best_level, budget)
    module = module_of(declared, declared.best_level)
    evaluate: Callable[..., int] = module.evaluate
    actions = np.zeros(game.rules.ACTIONS, np.int16)
    values = np.zeros(game.rules.ACTIONS, np.float64)
    n = evaluate(view, stream(seed), best.knowledge, best.budget, actions, values)
    hints = [Hint(int(a), game.say(seat, int(a)), float(v)) for a, v in zip(actions[:n], values[:n], strict=True)]
    return Advice(expects(declared, int(view.seats)), sorted(hints, key=lambda hint: (-hint.value, hint.action)))
