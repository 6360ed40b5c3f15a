"""Fast Train to Miyajima, as rules on one record. Clause ids (M1 …) are explained in rulebook.md."""

import numpy as np
import numpy.typing as npt

from allaboard import game
from allaboard.game import ALL_SEEING, CHANCE, Actions, Options
from allaboard.record import Cells, field, rule
from allaboard.rng import Rng, below

ACTIONS = 15  # roll one of 3 dice, or load one of 12 trains
OUTCOMES = 6  # faces 1 to 6

RED, YELLOW, BLUE = 0, 1, 2  # M1: the dice
DICE = ("red", "yellow", "blue")
COLOURS = ("red", "orange", "yellow", "green", "blue", "purple")
TRAINS = ("fast", "heavy")
PHASES = ("choose", "roll", "load", "over")
MIX = np.array([[0, 1, 5], [1, 2, 3], [5, 3, 4]], np.int8)  # M1: the colour of two dice; of one, on the diagonal
FAST, HEAVY = 0, 1
CARS = 6  # M2
LOAD = 3  # the first of the load actions: LOAD + 2 * colour + train
TEXTS = (*(f"roll {die}" for die in DICE), *(f"load {colour} {train}" for colour in COLOURS for train in TRAINS))
CHOOSE_DIE, ROLL, LOADING, OVER = 0, 1, 2, 3
YELLOW_TRAINS, PURPLE_TRAINS = 2, 5
WARM, COLD = 0b000111, 0b111000  # M11: red, orange and yellow; green, blue and purple
ALL_DICE = 0b111  # dice as bits, likewise colours
DESTINATIONS_TO_END = np.array([0, 2, 3, 4, 5, 6, 6, 6, 6], np.int8)  # M6, by players, as the rulebook has it
TO_END = 6 * 2 * CARS  # the offset in the options, after the edges: for 1, 2, 3, 4 and more players
DISTANCE_POINTS = TO_END + 5


def _colours_open() -> npt.NDArray[np.uint8]:
    """M4: for the die just rolled and the dice rolled so far, as bits, the colours that they make, as bits."""
    table = np.zeros((3, 8), np.uint8)
    for die in range(3):
        for dice in range(8):
            table[die, dice] = sum(1 << int(MIX[die, other]) for other in range(3) if dice >> other & 1)
    return table


def _loads() -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int8]]:
    """For the colours open to a player, as bits, the load actions (never more than six), and how many those are."""
    table, count = np.zeros((64, 6), np.int16), np.zeros(64, np.int8)
    for colours in range(64):
        loads = [LOAD + 2 * colour + train for colour in range(6) if colours >> colour & 1 for train in (FAST, HEAVY)]
        table[colours, : len(loads)] = loads[:6]
        count[colours] = min(len(loads), 6)
    return table, count


COLOURS_OPEN = _colours_open()
LOADS, LOADS_COUNT = _loads()
# M1: by the die just rolled and the colour, the other die that makes it; for one die alone, the same die
OTHER = np.array([[list(row).index(c) if c in row else 0 for c in range(6)] for row in MIX], np.int8)


class State(game.State):
    """Everything on the table."""

    phase: int = field(np.int8, names=PHASES)
    active: int = field(np.int8)  # the player who chooses the dice
    die: int = field(np.int8, names=DICE)  # the die chosen or last rolled
    rounds: int = field(np.int8)  # rounds begun
    reached: int = field(np.uint8, bits=0)  # the destinations reached by anybody
    awaited: int = field(np.uint8, bits=0)  # the seats that have yet to load this roll
    faces: Cells = field(np.int8, 3)  # of the dice rolled this round; 0: not yet
    arrived: Cells = field(np.uint8, 8, per_seat=True, bits=0)  # M5: the destinations that each seat has reached
    choice: Cells = field(np.int8, 8, names=TEXTS, per_seat=True, optional=True)  # hidden until all have loaded
    loaded: Cells = field(np.int8, 8, names=TEXTS, per_seat=True, optional=True)  # of the last roll, once revealed
    cars: Cells = field(np.int8, 8, 6, 2, per_seat=True)  # M2: filled cars, by colour, fast and heavy
    cargo: Cells = field(np.int16, 8, 6, 2, per_seat=True)  # M2: the running sum
    edges: Cells = field(np.int16, 6, 2, 7)  # M7: how far a train with n filled cars has come
    distance_points: Cells = field(np.int16, 7)  # M8: what a heavy train of n cars scores in a pair that adheres
    to_end: int = field(np.int8)  # M6: how many destinations end the game


@rule
def start(state: State, seats: int, options: Options) -> None:
    """Lay out empty sheets; the options are the edges, colour by colour, fast then heavy, and the two tables."""
    state.seats = seats
    state.viewer = ALL_SEEING
    state.phase = CHOOSE_DIE
    state.rounds = 1
    for colour in range(6):
        for train in range(2):
            for car in range(CARS):
                state.edges[colour, train, car + 1] = options[(colour * 2 + train) * CARS + car]
    state.to_end = options[TO_END + min(seats, 5) - 1]
    for car in range(CARS):
        state.distance_points[car + 1] = options[DISTANCE_POINTS + car]


@rule
def actors(state: State) -> int:
    """M3, M4: the active player chooses a die, chance rolls it, everybody who can loads at the same time."""
    if state.phase == CHOOSE_DIE:
        return 1 << int(state.active)
    if state.phase == ROLL:
        return 1 << CHANCE
    if state.phase == LOADING:
        return int(state.awaited)
    return 0


@rule
def has_reached(state: State, seat: int, colour: int) -> bool:
    """M5: a train of this colour is full."""
    return bool(int(state.arrived[seat]) >> colour & 1)


@rule
def dice_rolled(state: State) -> int:
    """M3: the dice rolled this round, as bits."""
    return int(state.faces[RED] != 0) | int(state.faces[YELLOW] != 0) << YELLOW | int(state.faces[BLUE] != 0) << BLUE


@rule
def colours_open(state: State, seat: int) -> int:
    """M4, M5: the colours that the die just rolled makes and that the seat has not reached, as bits."""
    return int(COLOURS_OPEN[state.die, dice_rolled(state)]) & ~int(state.arrived[seat])


@rule
def legal(state: State, seat: int, out: Actions) -> int:
    """Writes the legal actions; returns how many."""
    n = 0
    if state.phase == ROLL:
        for face in range(6):
            out[face] = face
        return 6
    if state.phase == CHOOSE_DIE:  # M3: one of the dice not yet rolled
        for die in range(3):
            if state.faces[die] == 0:
                out[n] = die
                n += 1
        return n
    colours = colours_open(state, seat)
    for i in range(6):
        out[i] = LOADS[colours, i]
    return int(LOADS_COUNT[colours])


@rule
def apply(state: State, actor: int, action: int) -> None:
    """Take a legal action."""
    if state.phase == CHOOSE_DIE:
        state.die = action
        state.phase = ROLL
    elif state.phase == ROLL:
        state.faces[state.die] = action + 1
        call_to_load(state)
    else:
        state.choice[actor] = action + 1
        state.awaited = int(state.awaited) & ~(1 << actor)
        if state.awaited == 0:
            reveal(state)


@rule
def call_to_load(state: State) -> None:
    """M5: all who can load must; if nobody can, the round goes on at once."""
    state.phase = LOADING
    awaited = 0
    for seat in range(state.seats):
        state.loaded[seat] = 0
        awaited |= int(colours_open(state, seat) != 0) << seat
    state.awaited = awaited
    if awaited == 0:
        next_die(state)


@rule
def reveal(state: State) -> None:
    """M4: everybody's load is written down at once."""
    for seat in range(state.seats):
        if state.choice[seat] != 0:
            state.loaded[seat] = state.choice[seat]
            load(state, seat, int(state.choice[seat]) - 1 - LOAD)
            state.choice[seat] = 0
    next_die(state)


@rule
def cargo_of(state: State, colour: int) -> int:
    """M4: what the die just rolled makes of this colour, alone or with one rolled before."""
    other = int(OTHER[state.die, colour])
    return int(state.faces[state.die]) + (0 if other == state.die else int(state.faces[other]))


@rule
def load(state: State, seat: int, load: int) -> None:
    """M4, M5: the cargo's sum goes into the next car; a sixth car reaches the destination."""
    colour = load >> 1
    train = load & 1
    cargo = cargo_of(state, colour)
    state.cars[seat, colour, train] += 1
    state.cargo[seat, colour, train] += cargo
    if state.cars[seat, colour, train] == CARS:
        state.arrived[seat] = int(state.arrived[seat]) | 1 << colour
        state.reached = int(state.reached) | 1 << colour


@rule
def next_die(state: State) -> None:
    """M3: the second die is chosen, the third is what is left; after it the dice pass on, or the game ends (M6)."""
    left = ALL_DICE & ~dice_rolled(state)
    if left & (left - 1):
        state.phase = CHOOSE_DIE
    elif left:
        state.die = left >> 1  # the bit's place: 1, 2, 4 are red, yellow, blue
        state.phase = ROLL
    elif destinations(state) >= state.to_end:
        state.phase = OVER
    else:
        state.faces[:] = 0
        state.active = (int(state.active) + 1) % int(state.seats)
        state.rounds += 1
        state.phase = CHOOSE_DIE


@rule
def destinations(state: State) -> int:
    """M6: how many different destinations all players together have reached."""
    count = 0
    for colour in range(6):
        count += int(state.reached) >> colour & 1
    return count


@rule
def weight(state: State, action: int) -> int:
    """Every face of a die is equally likely."""
    return 1


@rule
def adheres(state: State, seat: int, colour: int) -> bool:
    """M7: the fast train is closer AND the heavy one carries more; a tie in either is not enough."""
    fast, heavy = state.cars[seat, colour, FAST], state.cars[seat, colour, HEAVY]
    closer = state.edges[colour, FAST, fast] > state.edges[colour, HEAVY, heavy]
    heavier = state.cargo[seat, colour, HEAVY] > state.cargo[seat, colour, FAST]
    return bool(closer and heavier)


@rule
def train_score(state: State, seat: int, colour: int, train: int) -> int:
    """M8: an adhering pair scores the fast train's sum and the heavy one's distance; any other its filled cars."""
    cars, cargo = int(state.cars[seat, colour, train]), int(state.cargo[seat, colour, train])
    joined = cargo if train == FAST else int(state.distance_points[cars])
    return joined if adheres(state, seat, colour) else cars


@rule
def score(state: State, seat: int) -> int:
    """M8: the total over the twelve trains, so far or at the end."""
    total = 0
    for colour in range(6):
        total += train_score(state, seat, colour, FAST) + train_score(state, seat, colour, HEAVY)
    return total


@rule
def goals(state: State, seat: int) -> int:
    """M11: the solo goals that a seat has met, as bits."""
    total, first, second, others = score(state, seat), 0, 0, 0
    for colour in range(6):
        points = train_score(state, seat, colour, FAST) + train_score(state, seat, colour, HEAVY)
        if colour == YELLOW_TRAINS:
            first = points
        elif colour == PURPLE_TRAINS:
            second = points
        else:
            others = max(others, points)
    arrived, count = int(state.arrived[seat]), 0
    for colour in range(6):
        count += arrived >> colour & 1
    a = total >= 200 and first > second > others
    b = total >= 230 and count >= 4
    c = total >= 230 and arrived & WARM == WARM
    d = total >= 230 and arrived & COLD == COLD
    return int(a) | int(b) << 1 | int(c) << 2 | int(d) << 3 | int(total > 260) << 4


@rule
def rank(state: State, seat: int) -> int:
    """M9: one more than the number of players with a higher total, so a tie is shared."""
    mine = score(state, seat)
    better = 0
    for other in range(state.seats):
        better += score(state, other) > mine
    return 1 + better


@rule
def observe(state: State, seat: int, view: State) -> None:
    """M4: everything is public except loads that are chosen before all have chosen."""
    view.seats = state.seats
    view.viewer = seat
    view.phase = state.phase
    view.active = state.active
    view.die = state.die
    view.rounds = state.rounds
    view.reached = state.reached
    view.awaited = state.awaited
    view.faces = state.faces
    view.arrived = state.arrived
    view.loaded = state.loaded
    view.cars = state.cars
    view.cargo = state.cargo
    view.edges = state.edges
    view.distance_points = state.distance_points
    view.to_end = state.to_end
    if seat < state.seats:
        view.choice[seat] = state.choice[seat]


@rule
def imagine(view: State, rng: Rng, state: State) -> None:
    """The loads that others have already chosen may be any that were open to them."""
    observe(view, int(view.viewer), state)
    state.viewer = ALL_SEEING
    if view.phase == LOADING:
        open_loads = np.empty(ACTIONS, np.int16)
        for seat in range(view.seats):
            if seat != view.viewer and not int(view.awaited) >> seat & 1:
                n = legal(view, seat, open_loads)
                if n > 0:
                    state.choice[seat] = 1 + open_loads[below(rng, n)]
