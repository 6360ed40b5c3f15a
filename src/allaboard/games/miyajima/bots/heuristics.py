"""Rules of thumb for Fast Train to Miyajima: estimate how each pair of trains will end, and load for the best sum.

The estimate assumes that the remaining loads are spread over the cars that are worth filling, that small cargo goes to
the fast train and big cargo to the heavy one, and that a pair that will probably adhere scores as such (M8) and others
by their cars.
"""

import math

import numpy as np

from allaboard.bots.levels import Knowledge
from allaboard.game import Actions
from allaboard.games.miyajima.bots.styles import style_bonus
from allaboard.games.miyajima.rules import (
    ACTIONS,
    CARS,
    DESTINATIONS_TO_END,
    FAST,
    HEAVY,
    LOAD,
    LOADING,
    State,
    destinations,
    legal,
    load,
    observe,
)
from allaboard.maths import exp
from allaboard.record import Cells, rule
from allaboard.rng import Rng, word

# The target of a good sheet: a little more than fifty cars in all, the fast train one ahead of the heavy one.
SHEET, FAST_GOAL, HEAVY_GOAL = 54.0, 5.4, 4.2
# The usual cargo of a car of the fast and of the heavy train, divided by the average cargo of the colour.
SMALL, BIG = 0.85, 1.24
# Which lead (in cars) and surplus (in average cargos) are safe, and how uncertainty grows with the loads to come.
SAFE_LEAD, LEAD_DOUBT, SAFE_SURPLUS, SURPLUS_DOUBT = 0.2, 0.35, 0.05, 0.24
# The end (M6): how many loads remain at least for each destination that is still needed, how many remain at most if one
# is needed, and how many points each needed destination is worth, up to two.
FEWEST, MOST, OPEN_END = 4.4, 11.0, 3.0

CAR = 10.0  # the length of an ordinary car on the sheet
TASTE = 1.5  # how many points medium adds to loads that its style likes
SLIP = 14.0  # by how many points easy may misjudge a load

STATE = State.dtype
BASE, TRIAL = 0, 1


@rule
def easy(view: State, rng: Rng, knowledge: Knowledge, budget: int) -> int:
    """A beginner: rolls any die, and loads by the rules of thumb, but misjudges the loads."""
    tables = np.zeros(2, STATE)
    observe(view, int(view.viewer), tables[BASE])
    if view.phase != LOADING:
        return _any_die(view, rng)
    menu = np.empty(ACTIONS, np.int16)
    best, choice = -math.inf, 0
    for i in range(legal(view, int(view.viewer), menu)):
        value = _after_load(tables, int(menu[i])) + SLIP * _misjudgement(rng)
        if value > best:
            best, choice = value, int(menu[i])
    return choice


@rule
def rules_of_thumb(view: State, rng: Rng, knowledge: Knowledge, budget: int) -> int:
    """The load with the best estimate, or the die with the best estimate on average."""
    tables = np.zeros(2, STATE)
    observe(view, int(view.viewer), tables[BASE])
    menu = np.empty(ACTIONS, np.int16)
    if view.phase == LOADING:
        return _best_load(tables, menu)[0]
    table = tables[BASE]
    table.phase = LOADING
    best, choice = -math.inf, 0
    for die in range(3):
        if view.faces[die] == 0:
            table.die = die
            total = 0.0
            for face in range(1, 7):
                table.faces[die] = face
                total += _best_load(tables, menu)[1]
            table.faces[die] = 0
            if total > best:
                best, choice = total, die
    return choice


@rule
def medium(view: State, rng: Rng, knowledge: Knowledge, budget: int, style: int) -> int:
    """A solid player: the load with the best estimate, adjusted to its style, or the die with the best estimate."""
    if view.phase != LOADING or view.seats == 1:
        return rules_of_thumb(view, rng, knowledge, budget)
    tables, menu = np.zeros(2, STATE), np.empty(ACTIONS, np.int16)
    observe(view, int(view.viewer), tables[BASE])
    best, choice = -math.inf, 0
    for i in range(legal(view, int(view.viewer), menu)):
        value = _after_load(tables, int(menu[i])) + style_bonus(view, rng, style, int(menu[i]), TASTE)
        if value > best:
            best, choice = value, int(menu[i])
    return choice


@rule
def _any_die(view: State, rng: Rng) -> int:
    die = word(rng) % 3
    while view.faces[die] != 0:
        die = (die + 1) % 3
    return die


@rule
def _misjudgement(rng: Rng) -> float:
    """From -1 to 1, mostly near 0."""
    return (word(rng) - word(rng)) / 4294967296.0


@rule
def _best_load(tables: Cells, menu: Actions) -> tuple[int, float]:
    """The load with the best estimate, and that estimate; if nothing is open (M5), the estimate without a load."""
    table = tables[BASE]
    n = legal(table, int(table.viewer), menu)
    if n == 0:
        return 0, outlook(table, int(table.viewer))
    best, choice = -math.inf, 0
    for i in range(n):
        value = _after_load(tables, int(menu[i]))
        if value > best:
            best, choice = value, int(menu[i])
    return choice, best


@rule
def _after_load(tables: Cells, action: int) -> float:
    tables[TRIAL] = tables[BASE]
    table = tables[TRIAL]
    load(table, int(table.viewer), action - LOAD)
    return outlook(table, int(table.viewer))


@rule
def outlook(table: State, seat: int) -> float:
    """The estimated final points of a seat's sheet."""
    filled, open_cars, dice_left = 0.0, 0.0, 0.0
    for colour in range(6):
        fast, heavy = int(table.cars[seat, colour, FAST]), int(table.cars[seat, colour, HEAVY])
        filled += fast + heavy
        if fast < CARS and heavy < CARS:
            open_cars += max(FAST_GOAL - fast, 0.0) + max(HEAVY_GOAL - heavy, 0.0)
    for die in range(3):
        dice_left += table.faces[die] == 0
    to_end = max(int(DESTINATIONS_TO_END[table.seats]) - destinations(table), 0)
    loads = dice_left
    if to_end > 0:
        loads = max(SHEET - filled, FEWEST * to_end + dice_left)
    if to_end == 1:
        loads = min(loads, MOST + dice_left)
    share = min(loads / open_cars, 1.0) if open_cars > 0 else 0.0
    total = OPEN_END * min(to_end, 2)
    for colour in range(6):
        total += _pair(table, seat, colour, share)
    return total


@rule
def _pair(table: State, seat: int, colour: int, share: float) -> float:
    """The estimated score of a colour if a share of the cars worth filling is filled."""
    fast, heavy = float(table.cars[seat, colour, FAST]), float(table.cars[seat, colour, HEAVY])
    light, weight = float(table.cargo[seat, colour, FAST]), float(table.cargo[seat, colour, HEAVY])
    usual = 3.5 if colour % 2 == 0 else 7.0
    more_fast, more_heavy = 0.0, 0.0
    if fast < CARS and heavy < CARS:
        more_fast, more_heavy = share * max(FAST_GOAL - fast, 0.0), share * max(HEAVY_GOAL - heavy, 0.0)
    fast, heavy = fast + more_fast, heavy + more_heavy
    light, weight = light + more_fast * usual * SMALL, weight + more_heavy * usual * BIG
    lead = (_edge(table, colour, FAST, fast) - _edge(table, colour, HEAVY, heavy)) / CAR
    surplus = (weight - light) / usual
    doubt = math.sqrt(more_fast + more_heavy)
    if doubt < 0.01:  # nothing more will change
        adheres = 1.0 if lead > 0 and surplus > 0 else 0.0
    else:
        adheres = _likely((lead - SAFE_LEAD) / (LEAD_DOUBT * doubt + 0.05)) * _likely(
            (surplus - SAFE_SURPLUS) / (SURPLUS_DOUBT * doubt + 0.05)
        )
    return adheres * (light + heavy * heavy) + (1.0 - adheres) * (fast + heavy)


@rule
def _edge(table: State, colour: int, train: int, cars: float) -> float:
    """How far a train comes with this many cars; fractions of a car are interpolated."""
    whole = min(int(cars), CARS - 1)
    near, far = float(table.edges[colour, train, whole]), float(table.edges[colour, train, whole + 1])
    return near + (cars - whole) * (far - near)


@rule
def _likely(x: float) -> float:
    return 1.0 / (1.0 + exp(-x))
