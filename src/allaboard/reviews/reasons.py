"""What actions are called, and why one is better than another, in the game's words.

A game may have a `reasons` module. Its compiled `explain(view, after, action, log)` gets a copy of the view as `after`
and writes rows as events are written (`allaboard.events`): what the action is called, as one of the classes `PHRASES`,
and perhaps the numbers that describe the position after it, as its class `Leaves`, whose rows have the next number.
The message of a phrase is `option-TAG`. For each number that differs between two actions, the game's messages have a
sentence `reason-NAME`. Its variables are `$played` and `$better`, the two actions as text, and `$had` and `$has`, the
number after each of them. The browser makes the same sentences from the same rows.
"""

from collections.abc import Sequence
from typing import Protocol, cast

import msgspec
from msgspec import Struct

from allaboard.events import Log, Phrase, new_log, read
from allaboard.game import Game, State
from allaboard.record import copied


class Reasons(Protocol):
    """The module of a game."""

    PHRASES: Sequence[type[Phrase]]
    Leaves: type[Struct]

    def explain(self, view: State, after: State, action: int, log: Log) -> None:
        """Write what an action is called, and what it leaves."""


def reasons_of(game: Game[State]) -> Reasons | None:
    """The module of a game, if it has one."""
    return cast(Reasons | None, game.declaration.part("reasons"))


def explained(game: Game[State], view: State, action: int) -> tuple[Phrase | None, dict[str, int]]:
    """What an action is called, and the numbers that describe the position after it, by name."""
    module = reasons_of(game)
    if module is None:
        return None, {}
    log = new_log()
    module.explain(view, copied(view), action, log)
    phrase, *left = read(log, [*module.PHRASES, module.Leaves])
    return cast(Phrase, phrase), {name: value for one in left for name, value in msgspec.structs.asdict(one).items()}


def leaves(game: Game[State], view: State, action: int) -> dict[str, int]:
    """The numbers that describe the position after an action, by name; none if the game has no `reasons` module."""
    return explained(game, view, action)[1]


def phrase(game: Game[State], view: State, action: int, language: str = "en") -> str:
    """An action in the game's words; its text form if the game has no `reasons` module."""
    called = explained(game, view, action)[0]
    if called is None:
        return game.say(int(view.viewer), action)
    return game.catalog(language).say(f"option-{called.__struct_config__.tag}", **msgspec.structs.asdict(called))


def reasons(game: Game[State], view: State, played: int, better: int, language: str = "en") -> list[str]:
    """Sentences that say why one action is better; none if the game has no `reasons` module."""
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
