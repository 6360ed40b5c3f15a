"""Functions for Miyajima's tests: sheets with given trains."""

from allaboard.game import load
from allaboard.games.miyajima import GAME
from allaboard.games.miyajima.rules import CARS, COLOURS, FAST, HEAVY, State

game = load(GAME)


def fill(state: State, seat: int, **trains: tuple[int, int]) -> State:
    """Write trains on a sheet: red_fast=(cars, sum)."""
    for name, (cars, total) in trains.items():
        colour, train = name.split("_")
        at = COLOURS.index(colour)
        where = seat, at, HEAVY if train == "heavy" else FAST
        state.cars[where], state.cargo[where] = cars, total
        if cars == CARS:
            state.reached = int(state.reached) | 1 << at
            state.arrived[seat] = int(state.arrived[seat]) | 1 << at
    return state


def adhering(**points: int) -> dict[str, tuple[int, int]]:
    """Trains that score so many points for a colour with a fast train of six cars and a heavy one of five (25)."""
    sheet: dict[str, tuple[int, int]] = {}
    for colour, total in points.items():
        sheet |= {f"{colour}_fast": (6, total - 25), f"{colour}_heavy": (5, 72)}
    return sheet
