"""Functions for RunAway Train's tests."""

from allaboard.game import CHANCE, load
from allaboard.games.runaway import GAME, rules
from allaboard.games.runaway.rules import ENDINGS, PHASES, State
from table import play

runaway = load(GAME)


def board(seats: int = 3, **places: int) -> State:
    """A game on another board: `main_scores_x3=1` puts scores ×3 on the first space."""
    options = {name if name == "start_speed" else name.replace("_", ".", 1): at for name, at in places.items()}
    return runaway.start(seats, options)


def aboard(state: State) -> list[int]:
    return [seat for seat in range(state.seats) if int(state.aboard) >> seat & 1]


def choose(state: State, cards: str) -> State:
    """Everybody aboard chooses, in seat order: `P4 C7 none`."""
    seats, chosen = aboard(state), cards.split()
    assert len(seats) == len(chosen)
    return play(runaway, state, *(f"s{seat} cards {pair}" for seat, pair in zip(seats, chosen, strict=True)))


def turn(state: State, roll: int, cards: str) -> State:
    """A turn without a yellow space: the roll for speed, then the cards."""
    play(runaway, state, f"chance {roll}")
    return choose(state, cards)


def coast(state: State, track: str) -> State:
    """Play low rolls and no cards until the roll at the end."""
    while int(state.phase) != rules.STOPPING:
        actor = runaway.actors(state)[0]
        at_switch = actor != CHANCE and "track short" in runaway.menu(state, actor)
        text = "1" if actor == CHANCE else f"track {track}" if at_switch else "cards none"
        runaway.play_text(state, actor, text)
    return state


def points(state: State) -> list[int]:
    return [int(n) for n in state.points[: state.seats]]


def hand(state: State, seat: int) -> list[int]:
    return [v + 1 for v in range(7) if int(state.suitcases[seat]) >> v & 1]


def phase(state: State) -> str:
    return PHASES[state.phase]


def ending(state: State) -> str | None:
    return ENDINGS[state.ending - 1] if state.ending else None
