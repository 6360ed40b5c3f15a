"""Why one action is better than another, as sentences of the game.

A game may have a `reasons` module. Its `reasons(view, action)` describes the position after an action by a few numbers,
each with one of the names in `NAMES`. For each number that differs between two actions, the game's messages have a
sentence `reason-NAME`. Its variables are `$played` and `$better`, the two actions as text, and `$had` and `$has`, the
number after each of them.
"""

from collections.abc import Callable, Mapping

from allaboard.game import Game, State


def leaves(game: Game[State], view: State, action: int) -> dict[str, int]:
    """The numbers that describe the position after an action, by name; none if the game has no `reasons` module."""
    module = game.declaration.part("reasons")
    if module is None:
        return {}
    told: Callable[[State, int], Mapping[str, int]] = module.reasons
    return dict(told(view, action))


def reasons(game: Game[State], view: State, played: int, better: int, language: str = "en") -> list[str]:
    """The sentences; none if the game has no `reasons` module."""
    if played == better:
        return []
    seat, catalog = int(view.viewer), game.catalog(language)
    had, has = leaves(game, view, played), leaves(game, view, better)
    words = {"played": game.say(seat, played), "better": game.say(seat, better)}
    return [
        catalog.say(f"reason-{name}", **words, had=had[name], has=has[name])
        for name in has
        if name in had and had[name] != has[name]
    ]
