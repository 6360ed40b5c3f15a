"""RunAway Train, as rules on one record. Clause ids (R1 …) are explained in rulebook.md."""

import numpy as np
import numpy.typing as npt

from allaboard.game import ALL_SEEING, CHANCE, Actions, Options
from allaboard.record import Cells, Record, field, rule
from allaboard.rng import Rng, below

TITLE = "RunAway Train"
SEATS = range(3, 7)
ACTIONS = 41  # 2 tracks, no cards, 36 pairs of cards, jump or stay
OUTCOMES = 6  # faces 1 to 6

TRACK_SHORT, TRACK_LONG, NO_CARDS = 0, 1, 2
PASSENGER = 3  # PASSENGER + v - 1: the passenger with suitcase v
CONDUCTOR = 10  # CONDUCTOR + v - 1: the conductor with suitcase v
BOTH = 17  # the passenger with the conductor
BLUFF = 18  # the first of the 21 pairs of suitcases: 12, 13 … 67
JUMP, STAY = 39, 40

SPEED, BRAKE, SWITCH, CHOOSING, JUMPING, STOPPING, OVER = range(7)
MAIN, SHORT, LONG = range(3)
STOPPED, PLUNGED, EVERYBODY_OFF = 1, 2, 3
SCORES_X2, BRAKE_HALF, SCORES_X3, BRAKE_FULL, SWITCH_SPACE, SHORT_X4, SHORT_END, LONG_X4, LONG_END = range(9)
START_SPEED = 9  # in the options: behind the yellow spaces, before the stop chart
STOP_CHART = 10
CHART_SPEEDS = 11  # R11: the chart's last entry is for every higher speed
ALL_SUITCASES = 0b1111111  # R1: bit v - 1 is the suitcase of value v

RISE = np.array([0, 0, 1, 1, 1, 2], np.int8)  # R2: by the face rolled
FIRST_SPACE = np.array([SCORES_X2, SHORT_X4, LONG_X4], np.int8)  # R4: the yellow spaces of each track
LAST_SPACE = np.array([SWITCH_SPACE, SHORT_END, LONG_END], np.int8)
SCORES = np.array([2, 0, 3, 0, 0, 4, 0, 4, 0], np.int8)  # R4: what a yellow space multiplies by; 0: another kind


def _pairs() -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int8]]:
    """R6: for every hand, what can be chosen from it, and how many choices those are."""
    open_to = np.zeros((128, JUMP - NO_CARDS), np.int16)
    count = np.zeros(128, np.int8)
    for hand in range(128):
        suitcases = [v for v in range(7) if hand >> v & 1]
        choices = [NO_CARDS, *(PASSENGER + v for v in suitcases), *(CONDUCTOR + v for v in suitcases), BOTH]
        two = [(low, high) for low in range(7) for high in range(low + 1, 7)]
        choices += [BLUFF + i for i, (low, high) in enumerate(two) if low in suitcases and high in suitcases]
        open_to[hand, : len(choices)] = choices
        count[hand] = len(choices)
    return open_to, count


CHOICES, CHOICES_COUNT = _pairs()
FACE_VALUE = np.array([sum(v + 1 for v in range(7) if hand >> v & 1) for hand in range(128)], np.int8)
LOWEST = np.array([(hand & -hand).bit_length() for hand in range(128)], np.int8)  # the suitcase's value; 0: none
HIGHEST = np.array([hand.bit_length() for hand in range(128)], np.int8)


class State(Record):
    """Everything on the table."""

    seats: int = field(np.int8)
    viewer: int = field(np.int8)
    phase: int = field(np.int8)
    ending: int = field(np.int8)  # how it ended: STOPPED, PLUNGED, EVERYBODY_OFF; 0: it has not
    engineer: int = field(np.int8)
    tosser: int = field(np.int8)  # 1 + the seat that decides whether to jump; 0: nobody
    die: int = field(np.int8)  # the face last rolled; 0: none yet
    track: int = field(np.int8)  # MAIN, or the branch taken at the switch
    multiplier: int = field(np.int8)  # R4
    aboard: int = field(np.uint8)  # a bit for each seat whose passenger is aboard
    awaited: int = field(np.uint8)  # a bit for each seat that has yet to choose cards
    turn: int = field(np.int16)  # turns begun
    speed: int = field(np.int16)
    position: int = field(np.int16)
    to_move: int = field(np.int16)  # spaces left in the move under way
    points: Cells = field(np.int16, 6)
    suitcases: Cells = field(np.uint8, 6)  # a bit for each suitcase in the hand
    choice: Cells = field(np.int8, 6)  # hidden until all have chosen: 1 + action; 0: none yet (or hidden)
    revealed: Cells = field(np.int8, 6)  # the cards of the last reveal: 1 + action; 0: took no part
    gained: Cells = field(np.int8, 6)  # the points of the last reveal
    yellow: Cells = field(np.int16, 9)  # R4: where the yellow spaces are, SCORES_X2 … LONG_END
    stop: Cells = field(np.int8, 2, 11)  # R11: the roll that stops the train, on the short and the long track


@rule
def start(state: State, seats: int, options: Options) -> None:
    """R1: everybody is aboard with all suitcases; the options are the yellow spaces, the first speed and the chart."""
    state.seats = seats
    state.viewer = ALL_SEEING
    state.phase = SPEED
    state.turn = 1
    state.multiplier = 1
    state.speed = options[START_SPEED]
    state.aboard = (1 << seats) - 1
    for seat in range(seats):
        state.suitcases[seat] = ALL_SUITCASES
    for space in range(9):
        state.yellow[space] = options[space]
    for branch in range(2):
        for entry in range(CHART_SPEEDS):
            state.stop[branch, entry] = options[STOP_CHART + branch * CHART_SPEEDS + entry]


@rule
def actors(state: State) -> int:
    """R2: chance rolls the dice, the engineer sets the switch, all aboard choose, a tosser decides on the jump."""
    if state.phase == CHOOSING:
        return int(state.awaited)
    if state.phase == SWITCH:
        return 1 << int(state.engineer)
    if state.phase == JUMPING:
        return 1 << int(state.tosser) - 1
    if state.phase == OVER:
        return 0
    return 1 << CHANCE


@rule
def legal(state: State, seat: int, out: Actions) -> int:
    """Writes the legal actions; returns how many."""
    if state.phase == CHOOSING:  # R6
        hand = state.suitcases[seat]
        n = int(CHOICES_COUNT[hand])
        for i in range(n):
            out[i] = CHOICES[hand, i]
        return n
    if state.phase == SWITCH:  # R4
        out[0], out[1] = TRACK_SHORT, TRACK_LONG
        return 2
    if state.phase == JUMPING:  # R9
        out[0], out[1] = JUMP, STAY
        return 2
    for face in range(6):
        out[face] = face
    return 6


@rule
def apply(state: State, actor: int, action: int) -> None:
    """Take a legal action."""
    if state.phase == CHOOSING:
        state.choice[actor] = action + 1
        state.awaited = int(state.awaited) & ~(1 << actor)
        if state.awaited == 0:
            reveal(state)
    elif state.phase == SWITCH:
        state.track = SHORT if action == TRACK_SHORT else LONG
        move(state)
    elif state.phase == JUMPING:
        state.tosser = 0
        if action == JUMP:
            get_off(state, actor)
        next_turn(state)
    else:
        roll(state, action + 1)


@rule
def roll(state: State, face: int) -> None:
    """R2, R4, R11: a die for speed, for a brake or for the stop."""
    state.die = face
    if state.phase == SPEED:
        state.speed += RISE[face - 1]  # R3: without bound
        state.to_move = state.speed
        move(state)
    elif state.phase == BRAKE:
        half = state.position == state.yellow[BRAKE_HALF]
        state.speed = max(0, int(state.speed) - (face >> 1 if half else face))
        if state.speed < 1:
            end(state, STOPPED)  # R5: at once
        else:
            move(state)
    else:
        end(state, STOPPED if face >= roll_to_stop(state) else PLUNGED)


@rule
def roll_to_stop(state: State) -> int:
    """R11: the lowest roll that stops the train here, by the track taken and the speed."""
    return int(state.stop[state.track - SHORT, min(int(state.speed), CHART_SPEEDS) - 1])


@rule
def next_yellow(state: State) -> int:
    """R4: the first yellow space ahead on the track under way (its last one is always ahead)."""
    nearest = int(LAST_SPACE[state.track])
    for space in range(int(FIRST_SPACE[state.track]), nearest):
        if state.position < state.yellow[space] < state.yellow[nearest]:
            nearest = space
    return nearest


@rule
def move(state: State) -> None:
    """R2, R4: go on with the move until it is done, or a yellow space asks for a die or a decision."""
    while True:
        space = next_yellow(state)
        distance = int(state.yellow[space]) - int(state.position)
        if distance > state.to_move:
            break
        state.position = state.yellow[space]
        state.to_move -= distance
        if SCORES[space] != 0:
            state.multiplier = SCORES[space]
        elif space in (BRAKE_HALF, BRAKE_FULL):
            state.phase = BRAKE
            return
        elif space == SWITCH_SPACE:
            state.phase = SWITCH
            return
        else:
            state.to_move = 0
            state.phase = STOPPING  # R4, R11: the end halts the train; no cards in this turn
            return
    state.position += state.to_move
    state.to_move = 0
    state.phase = CHOOSING  # R6
    state.awaited = state.aboard


@rule
def reveal(state: State) -> None:
    """R7: equal pairs cancel each other; of the rest the best of each kind gets off."""
    once = 0  # bits by action
    twice = 0
    for seat in range(state.seats):
        state.revealed[seat] = state.choice[seat]
        state.choice[seat] = 0
        state.gained[seat] = 0
        if state.revealed[seat] != 0:
            pair = 1 << int(state.revealed[seat]) - 1
            twice |= once & pair
            once |= pair
    alone = once & ~twice
    by_passenger = int(LOWEST[alone >> PASSENGER & ALL_SUITCASES])
    by_conductor = int(HIGHEST[alone >> CONDUCTOR & ALL_SUITCASES])
    if by_conductor != 0:
        toss(state, who_revealed(state, CONDUCTOR + by_conductor - 1), by_conductor, by_conductor - 1)
    if alone >> BOTH & 1:
        get_off(state, who_revealed(state, BOTH))
    if by_passenger != 0:
        tosser = who_revealed(state, PASSENGER + by_passenger - 1)
        toss(state, tosser, by_passenger, 0)
        state.tosser = tosser + 1
        state.phase = JUMPING  # R9
    else:
        next_turn(state)


@rule
def who_revealed(state: State, action: int) -> int:
    """The seat with this choice (the first of them)."""
    seat = 0
    while state.revealed[seat] != action + 1:
        seat += 1
    return seat


@rule
def toss(state: State, seat: int, value: int, tip: int) -> None:
    """R8: the suitcase scores, less the conductor's tip, and leaves the game."""
    state.gained[seat] = value * int(state.multiplier) - tip
    state.points[seat] += state.gained[seat]
    state.suitcases[seat] = int(state.suitcases[seat]) & ~(1 << value - 1)


@rule
def get_off(state: State, seat: int) -> None:
    """R10: the passenger is off, and the suitcases still aboard are lost."""
    state.aboard = int(state.aboard) & ~(1 << seat)
    state.suitcases[seat] = 0


@rule
def next_turn(state: State) -> None:
    """R2, R11: the die goes to the next player clockwise who is aboard; if nobody is, the game ends."""
    if state.aboard == 0:
        end(state, EVERYBODY_OFF)
        return
    engineer = int(state.engineer)
    while True:
        engineer = engineer + 1 if engineer + 1 < state.seats else 0
        if int(state.aboard) >> engineer & 1:
            break
    state.engineer = engineer
    state.turn += 1
    state.phase = SPEED


@rule
def end(state: State, ending: int) -> None:
    """R11: the game is over."""
    state.phase = OVER
    state.ending = ending
    state.to_move = 0


@rule
def weight(state: State, action: int) -> int:
    """Every face of a die is as likely."""
    return 1


@rule
def score(state: State, seat: int) -> int:
    """R8, R12: points, and on a stopped train the face value of the suitcases still aboard with their player."""
    kept = int(FACE_VALUE[state.suitcases[seat]]) if state.ending == STOPPED else 0  # R10: nobody else has any
    return int(state.points[seat]) + kept


@rule
def lost(state: State, seat: int) -> bool:
    """R13: over the cliff."""
    return bool(state.ending == PLUNGED and int(state.aboard) >> seat & 1)


@rule
def rank(state: State, seat: int) -> int:
    """R13: the lost come last, whatever their points; of the others the most points win, and a tie is shared."""
    if lost(state, seat):
        return int(state.seats)
    mine = score(state, seat)
    better = 0
    for other in range(state.seats):
        better += score(state, other) > mine and not lost(state, other)
    return 1 + better


@rule
def observe(state: State, seat: int, view: State) -> None:
    """R6: everything is public but the cards chosen before all have."""
    view.seats = state.seats
    view.viewer = seat
    view.phase = state.phase
    view.ending = state.ending
    view.engineer = state.engineer
    view.tosser = state.tosser
    view.die = state.die
    view.track = state.track
    view.multiplier = state.multiplier
    view.aboard = state.aboard
    view.awaited = state.awaited
    view.turn = state.turn
    view.speed = state.speed
    view.position = state.position
    view.to_move = state.to_move
    view.points = state.points
    view.suitcases = state.suitcases
    view.revealed = state.revealed
    view.gained = state.gained
    view.yellow = state.yellow
    view.stop = state.stop
    if 0 <= seat < state.seats:
        view.choice[seat] = state.choice[seat]


@rule
def imagine(view: State, rng: Rng, state: State) -> None:
    """The cards that others have already chosen may be any that they have."""
    observe(view, int(view.viewer), state)
    state.viewer = ALL_SEEING
    if view.phase == CHOOSING:
        chosen = int(view.aboard) & ~int(view.awaited)
        for seat in range(view.seats):
            if seat != view.viewer and chosen >> seat & 1:
                hand = view.suitcases[seat]
                state.choice[seat] = 1 + CHOICES[hand, below(rng, int(CHOICES_COUNT[hand]))]
