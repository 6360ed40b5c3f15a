"""RunAway Train, as rules on one record. Clause ids (R1 …) are explained in rulebook.md."""

from itertools import combinations

import numpy as np
import numpy.typing as npt

from allaboard import game
from allaboard.game import ALL_SEEING, CHANCE, Actions, Options
from allaboard.record import Cells, field, rule
from allaboard.rng import Rng, below

ACTIONS = 41  # 2 tracks, no cards, 36 pairs of cards, jump or stay
OUTCOMES = 6  # faces 1 to 6

TRACK_SHORT, TRACK_LONG, NO_CARDS = 0, 1, 2
PASSENGER = 3  # PASSENGER + v - 1: the passenger with suitcase v
CONDUCTOR = 10  # CONDUCTOR + v - 1: the conductor with suitcase v
BOTH = 17  # the passenger with the conductor
BLUFF = 18  # the first of the 21 pairs of suitcases: 12, 13 … 67
JUMP, STAY = 39, 40

BLUFFS = tuple(combinations(range(1, 8), 2))
TEXTS = (
    *("track short", "track long", "cards none"),
    *(f"cards P{v}" for v in range(1, 8)),
    *(f"cards C{v}" for v in range(1, 8)),
    "cards PC",
    *(f"cards {low}{high}" for low, high in BLUFFS),
    *("jump", "stay"),
)

PHASES = ("speed", "brake", "switch", "choosing", "jumping", "stopping", "over")
TRACKS = ("main", "short", "long")
ENDINGS = ("stopped", "plunged", "everybody_off")
SPEED, BRAKE, SWITCH, CHOOSING, JUMPING, STOPPING, OVER = range(7)
MAIN, SHORT, LONG = range(3)
STOPPED, PLUNGED, EVERYBODY_OFF = 1, 2, 3
SCORES_X2, BRAKE_HALF, SCORES_X3, BRAKE_FULL, SWITCH_SPACE, SHORT_X4, SHORT_END, LONG_X4, LONG_END = range(9)
START_SPEED = 9  # the offset in the options: after the yellow spaces, before the stop chart
STOP_CHART = 10
CHART_SPEEDS = 11  # R11: the chart's last entry is for every higher speed
RISES = STOP_CHART + 2 * CHART_SPEEDS  # after the chart: by the face rolled
TIPS = RISES + 6  # after the rises: by the suitcase
ALL_SUITCASES = 0b1111111  # R1: bit v - 1 is the suitcase of value v

FIRST_SPACE = np.array([SCORES_X2, SHORT_X4, LONG_X4], np.int8)  # R4: the yellow spaces of each track
LAST_SPACE = np.array([SWITCH_SPACE, SHORT_END, LONG_END], np.int8)
SCORES = np.array([2, 0, 3, 0, 0, 4, 0, 4, 0], np.int8)  # R4: what a yellow space multiplies by; 0: another kind


def _pairs() -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int8]]:
    """R6: for every hand, the choices of cards that it allows, and their number."""
    open_to = np.zeros((128, JUMP - NO_CARDS), np.int16)
    count = np.zeros(128, np.int8)
    for hand in range(128):
        suitcases = [v for v in range(7) if hand >> v & 1]
        choices = [NO_CARDS, *(PASSENGER + v for v in suitcases), *(CONDUCTOR + v for v in suitcases), BOTH]
        bluffs = enumerate(BLUFFS)
        choices += [BLUFF + i for i, (low, high) in bluffs if low - 1 in suitcases and high - 1 in suitcases]
        open_to[hand, : len(choices)] = choices
        count[hand] = len(choices)
    return open_to, count


CHOICES, CHOICES_COUNT = _pairs()
FACE_VALUE = np.array([sum(v + 1 for v in range(7) if hand >> v & 1) for hand in range(128)], np.int8)
LOWEST = np.array([(hand & -hand).bit_length() for hand in range(128)], np.int8)  # the suitcase's value; 0: none
HIGHEST = np.array([hand.bit_length() for hand in range(128)], np.int8)


class State(game.State):
    """Everything on the table."""

    phase: int = field(np.int8, names=PHASES)
    ending: int = field(np.int8, names=ENDINGS, optional=True)
    engineer: int = field(np.int8)
    tosser: int = field(np.int8, optional=True)  # the seat that decides whether to jump
    die: int = field(np.int8)  # the face last rolled; 0: none yet
    track: int = field(np.int8, names=TRACKS)
    multiplier: int = field(np.int8)  # R4
    aboard: int = field(np.uint8, bits=0)  # the seats whose passenger is aboard
    awaited: int = field(np.uint8, bits=0)  # the seats that have yet to choose cards
    turn: int = field(np.int16)  # turns begun
    speed: int = field(np.int16)
    position: int = field(np.int16)
    to_move: int = field(np.int16)  # spaces left in the move under way
    points: Cells = field(np.int16, 6, per_seat=True)
    suitcases: Cells = field(np.uint8, 6, per_seat=True, bits=1)  # in each hand
    choice: Cells = field(np.int8, 6, names=TEXTS, per_seat=True, optional=True)  # hidden until all have chosen
    revealed: Cells = field(np.int8, 6, names=TEXTS, per_seat=True, optional=True)  # the cards of the last reveal
    gained: Cells = field(np.int8, 6, per_seat=True)  # the points of the last reveal
    yellow: Cells = field(np.int16, 9)  # R4: where the yellow spaces are, SCORES_X2 … LONG_END
    stop: Cells = field(np.int8, 2, 11)  # R11: the roll that stops the train, on the short and the long track
    rise: Cells = field(np.int8, 6)  # R2: what the speed gains, by the face rolled
    tips: Cells = field(np.int8, 7)  # R8: what the conductor keeps of each suitcase


@rule
def start(state: State, seats: int, options: Options) -> None:
    """R1: everybody is aboard with all suitcases; the options are the board, the chart, the rises and the tips."""
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
    for face in range(6):
        state.rise[face] = options[RISES + face]
    for suitcase in range(7):
        state.tips[suitcase] = options[TIPS + suitcase]


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
        state.speed += state.rise[face - 1]  # R3: without bound
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
    return stops(state, int(state.track))


@rule
def stops(state: State, track: int) -> int:
    """R11: the lowest roll that would stop the train at the end of a branch with the present speed."""
    return int(state.stop[track - SHORT, min(int(state.speed), CHART_SPEEDS) - 1])


@rule
def next_yellow(state: State, track: int, position: int) -> int:
    """R4: the first yellow space of a track after a position (the last one is always ahead)."""
    nearest = int(LAST_SPACE[track])
    for space in range(int(FIRST_SPACE[track]), nearest):
        if position < state.yellow[space] < state.yellow[nearest]:
            nearest = space
    return nearest


@rule
def move(state: State) -> None:
    """R2, R4: go on with the move until it is done, or a yellow space asks for a die or a decision."""
    while True:
        space = next_yellow(state, int(state.track), int(state.position))
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
        toss(state, who_revealed(state, CONDUCTOR + by_conductor - 1), by_conductor, tip(state, by_conductor))
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
def tip(state: State, value: int) -> int:
    """R8: what the conductor keeps of a suitcase."""
    return int(state.tips[value - 1])


@rule
def toss(state: State, seat: int, value: int, less: int) -> None:
    """R8: the suitcase scores, less the conductor's tip, and leaves the game."""
    state.gained[seat] = value * int(state.multiplier) - less
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
    """Every face of a die is equally likely."""
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
    """R13: lost players come last, whatever their points; of the others the most points win; a tie is shared."""
    if lost(state, seat):
        return int(state.seats)
    mine = score(state, seat)
    better = 0
    for other in range(state.seats):
        better += score(state, other) > mine and not lost(state, other)
    return 1 + better


@rule
def observe(state: State, seat: int, view: State) -> None:
    """R6: everything is public except cards that are chosen before all have chosen."""
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
    view.rise = state.rise
    view.tips = state.tips
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
