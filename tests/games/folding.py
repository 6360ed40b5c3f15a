"""What the events add up to, for somebody who saw the first position and has only heard events since then."""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from allaboard.events import Event
from allaboard.game import ALL_SEEING, WATCHER, Game, S, Value
from table import look, playout

Facts = dict[str, object]


class Fold(Protocol):
    """What one viewer knows; it is made of the first view, and never looks at another."""

    def take(self, events: Sequence[Event]) -> None:
        """One step of the game, as the viewer is told of it."""

    def known(self) -> Facts:
        """Everything that the viewer knows now."""


def follow(
    game: Game[S],
    begin: Callable[[S], Fold],
    seen: Callable[[S], Facts],
    seats: int,
    seed: int,
    options: Mapping[str, Value] | None = None,
) -> set[type[Event]]:
    """Play a random game; after every step, what each viewer has heard must be what that viewer's view shows.

    Returns the kinds of events that were told, so that a test can ask whether it has met all of them.
    """
    start = game.start(seats, options)
    folds = {viewer: begin(look(game, start, viewer)) for viewer in (*range(seats), WATCHER, ALL_SEEING)}
    met: set[type[Event]] = set()
    for state, actor, action in playout(game, seats, seed, options):
        after = game.copy(state)
        game.play(after, actor, action)
        for viewer, fold in folds.items():
            events = game.step_events(state, after, actor, action, viewer)
            fold.take(events)
            met |= {type(event) for event in events}
            heard, shown = fold.known(), seen(look(game, after, viewer))
            wrong = {name: (heard[name], fact) for name, fact in shown.items() if heard[name] != fact}
            assert not wrong, f"viewer {viewer} after {game.say(actor, action)!r} by {actor}: {wrong} from {events}"
            assert heard.keys() == shown.keys()
    return met
