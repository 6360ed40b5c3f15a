"""The position as somebody knows it who saw the first position and then only the events."""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from allaboard.events import Event
from allaboard.game import ALL_SEEING, WATCHER, Game, S, Value
from table import look, playout

Facts = dict[str, object]


class Fold(Protocol):
    """What one viewer knows. It is made from the first view and never sees another one."""

    def take(self, events: Sequence[Event]) -> None:
        """Take in the events of one step, as the viewer gets them."""

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
    """Play a random game. After every step, the events of each viewer must lead to what that viewer's view shows.

    Returns the kinds of events that occurred, so that a test can check that all of them did.
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
