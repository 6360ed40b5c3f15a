"""The value of a position of RunAway Train for every seat: the learned chance to win.

It assumes that the engineer at the switch and a player who may jump do what is best for them. A choice of cards changes
the value when it is revealed.
"""

from allaboard.bots.levels import Knowledge
from allaboard.bots.outlook import Unit, share_out
from allaboard.games.runaway.bots.choice import REVEALED, STUDY, Study, settled
from allaboard.games.runaway.bots.choice import outlook as hope
from allaboard.games.runaway.bots.value import knowledge as shipped
from allaboard.games.runaway.bots.value import knows, value
from allaboard.games.runaway.rules import CHOOSING, JUMP, JUMPING, OVER, STAY, SWITCH, State, apply
from allaboard.record import Cells, Records, rule

ROOM = STUDY


def expects(seats: int) -> Unit:
    """The unit of the values."""
    return "wins"


def learned() -> Knowledge:
    """What the bots have learned."""
    return shipped()


@rule
def fit(tables: Records, knowledge: Knowledge) -> bool:
    """Whether it was learned on this board."""
    return knows(knowledge, tables[0])


@rule
def outlook(table: State, knowledge: Knowledge, room: Study, out: Cells) -> bool:
    """Writes every seat's chance to win. Returns False before a roll, so that all faces are valued."""
    if table.phase not in (CHOOSING, SWITCH, JUMPING, OVER):
        return False
    jumps = table.phase == JUMPING and better_below(knowledge, room, table)
    for seat in range(table.seats):
        if table.phase == SWITCH:
            room.tables[REVEALED] = table
            out[seat] = settled(knowledge, room, room.tables[REVEALED], seat)
        elif table.phase == JUMPING:
            out[seat] = after_the_jump(knowledge, room, table, seat, jumps)
        else:
            out[seat] = value(knowledge, room.scratch, table, seat)
    share_out(out, int(table.seats))
    return True


@rule
def better_below(knowledge: Knowledge, room: Study, table: State) -> bool:
    """R9: whether the tosser is better off after jumping."""
    tosser = int(table.tosser) - 1
    jumping = after_the_jump(knowledge, room, table, tosser, True)
    return jumping >= after_the_jump(knowledge, room, table, tosser, False)


@rule
def after_the_jump(knowledge: Knowledge, room: Study, table: State, seat: int, jumps: bool) -> float:
    """What a seat can expect once the tosser has jumped, or stayed."""
    room.tables[REVEALED] = table
    after = room.tables[REVEALED]
    apply(after, int(table.tosser) - 1, JUMP if jumps else STAY)
    return hope(knowledge, room, after, seat, True)
