"""Why one action of Fast Train to Miyajima is better than another: what it leaves on the sheet."""

from msgspec import Struct

from allaboard.events import Log, Phrase, put
from allaboard.games.miyajima.events import Colour, Die, Train
from allaboard.games.miyajima.rules import LOAD as FIRST_LOAD
from allaboard.games.miyajima.rules import State, adheres, cargo_of, load, score
from allaboard.record import rule


class Roll(Phrase, frozen=True):
    """M3: the die that is rolled next."""

    die: Die


class Load(Phrase, frozen=True):
    """M4: this much cargo for this train."""

    cargo: int
    colour: Colour
    train: Train


class Leaves(Struct, frozen=True):
    """After a load: the pairs that adhere, the points so far, and the destinations reached."""

    adhering: int
    points: int
    arrived: int


PHRASES = (Roll, Load)
ROLL, LOAD, LEAVES = range(len(PHRASES) + 1)


@rule
def explain(view: State, after: State, action: int, log: Log) -> None:
    """Tell what an action is called, and what it leaves. `after` is a copy of the view."""
    if action < FIRST_LOAD:
        put(log, ROLL, action)
        return
    seat, choice = int(view.viewer), action - FIRST_LOAD
    put(log, LOAD, cargo_of(view, choice >> 1), choice >> 1, choice & 1)
    load(after, seat, choice)
    adhering, arrived = 0, 0
    for colour in range(6):
        adhering += 1 if adheres(after, seat, colour) else 0
        arrived += int(after.arrived[seat]) >> colour & 1
    put(log, LEAVES, adhering, int(score(after, seat)), arrived)
