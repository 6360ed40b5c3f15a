"""Why one action of Fast Train to Miyajima is better than another: what it leaves on the sheet."""

from allaboard.games.miyajima.rules import (
    COLOURS,
    DICE,
    LOAD,
    LOADING,
    TRAINS,
    State,
    adheres,
    cargo_of,
    load,
    score,
)
from allaboard.record import copied

NAMES = ("adhering", "points", "arrived")
PHRASES = ("roll", "load")


def phrase(view: State, action: int) -> tuple[str, dict[str, int | str]]:
    """What an action is called."""
    if action < LOAD:
        return "roll", {"die": DICE[action]}
    colour, train = COLOURS[action - LOAD >> 1], TRAINS[action - LOAD & 1]
    return "load", {"cargo": cargo_of(view, action - LOAD >> 1), "colour": colour, "train": train}


def reasons(view: State, action: int) -> dict[str, int]:
    """Of a load: the pairs that adhere afterwards, the points so far, and the destinations reached."""
    if view.phase != LOADING:
        return {}
    seat, after = int(view.viewer), copied(view)
    load(after, seat, action - LOAD)
    return {
        "adhering": sum(bool(adheres(after, seat, colour)) for colour in range(6)),
        "points": int(score(after, seat)),
        "arrived": int(after.arrived[seat]).bit_count(),
    }
