"""Small words for journeys on the runaway train."""

from typing import Any

from allaboard.game import CHANCE, load
from table import play

runaway = load("runaway")


def board(seats: int = 3, **places: int) -> Any:
    """A table on a board of our own: `main_scores_x3=1` puts scores ×3 on the first space."""
    options = {name if name == "start_speed" else name.replace("_", ".", 1): at for name, at in places.items()}
    return runaway.start(seats, options)


def aboard(state: Any) -> list[int]:
    return [seat for seat in range(state.seats) if int(state.aboard) >> seat & 1]


def choose(state: Any, cards: str) -> Any:
    """Everybody aboard chooses, in seat order: `P4 C7 none`."""
    seats, chosen = aboard(state), cards.split()
    assert len(seats) == len(chosen)
    return play(runaway, state, *(f"s{seat} cards {pair}" for seat, pair in zip(seats, chosen, strict=True)))


def turn(state: Any, roll: int, cards: str) -> Any:
    """A turn in which the train meets nothing that asks for a die: the roll for speed, then the cards."""
    play(runaway, state, f"chance {roll}")
    return choose(state, cards)


def coast(state: Any, track: str) -> Any:
    """Ride with low rolls (they take 1 off the speed, on the brake 1×) and no cards until the roll at the end."""
    while int(state.phase) != runaway.rules.STOPPING:  # type: ignore[attr-defined]
        actor = runaway.actors(state)[0]
        at_switch = actor != CHANCE and "track short" in runaway.menu(state, actor)
        text = "1" if actor == CHANCE else f"track {track}" if at_switch else "cards none"
        runaway.play_text(state, actor, text)
    return state


def points(state: Any) -> list[int]:
    return [int(n) for n in state.points[: state.seats]]


def hand(state: Any, seat: int) -> list[int]:
    return [v + 1 for v in range(7) if int(state.suitcases[seat]) >> v & 1]


def phase(state: Any) -> str:
    return str(runaway.words.to_json(state)["phase"])


def ending(state: Any) -> str | None:
    return runaway.words.to_json(state)["ending"]  # type: ignore[no-any-return]


def tell(state: Any, viewer: int, line: str) -> list[str]:
    """Play one line, and what a viewer is told about it."""
    who, text = line.split(" ", 1)
    actor = CHANCE if who == "chance" else int(who[1:])
    action = runaway.words.parse(actor, text)
    before, seen = runaway.view(state, viewer), runaway.words.sees(state, actor, action, viewer)
    runaway.play(state, actor, action)
    return runaway.words.narrate(before, runaway.view(state, viewer), actor, action if seen else None)
