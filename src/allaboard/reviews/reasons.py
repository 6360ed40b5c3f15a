"""What actions are called, and why one is better than another, in the game's words.

A game may have a `reasons` module. Its `reasons(view, action)` describes the position after an action by a few numbers,
each with one of the names in `NAMES`. For each number that differs between two actions, the game's messages have a
sentence `reason-NAME`. Its variables are `$played` and `$better`, the two actions as text, and `$had` and `$has`, the
number after each of them. Its `phrase(view, action)` names an action: the name of a message `option-NAME`, one of
`PHRASES`, and the variables of that message.
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


def phrase(game: Game[State], view: State, action: int, language: str = "en") -> str:
    """An action in the game's words; its text form if the game has no `reasons` module."""
    module = game.declaration.part("reasons")
    if module is None:
        return game.say(int(view.viewer), action)
    name, variables = module.phrase(view, action)
    return game.catalog(language).say(f"option-{name}", **variables)


def reasons(game: Game[State], view: State, played: int, better: int, language: str = "en") -> list[str]:
    """The sentences; none if the game has no `reasons` module."""
    if played == better:
        return []
    catalog = game.catalog(language)
    had, has = leaves(game, view, played), leaves(game, view, better)
    words = {"played": phrase(game, view, played, language), "better": phrase(game, view, better, language)}
    return [
        catalog.say(f"reason-{name}", **words, had=had[name], has=has[name])
        for name in has
        if name in had and had[name] != has[name]
    ]
