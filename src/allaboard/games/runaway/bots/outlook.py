"""The value of a position of RunAway Train for every seat: the learned chance to win.

It assumes that the engineer at the switch and a player who may jump do what is best for them. A choice of cards changes
the value when it is revealed.
"""

from allaboard.bots.levels import Knowledge
from allaboard.bots.outlook import Unit, share_out
from allaboard.games.runaway.bots.choice import CHOICE_WORKSPACE, REVEALED, Workspace, settled
from allaboard.games.runaway.bots.choice import outlook as expected
from allaboard.games.runaway.bots.value import knowledge as shipped
from allaboard.games.runaway.bots.value import knows, value
from allaboard.games.runaway.rules import CHOOSING, JUMP, JUMPING, OVER, STAY, SWITCH, State, apply
from allaboard.record import Cells, Records, rule

WORKSPACE = CHOICE_WORKSPACE


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
def outlook(table: State, knowledge: Knowledge, work: Workspace, out: Cells) -> bool:
    """Writes every seat's chance to win. Returns False before a roll, so that all faces are valued."""
    if table.phase not in (CHOOSING, SWITCH, JUMPING, OVER):
        return False
    jumps = table.phase == JUMPING and better_below(knowledge, work, table)
    for seat in range(table.seats):
        if table.phase == SWITCH:
            work.tables[REVEALED] = table
            out[seat] = settled(knowledge, work, work.tables[REVEALED], seat)
        elif table.phase == JUMPING:
            out[seat] = after_the_jump(knowledge, work, table, seat, jumps)
        else:
            out[seat] = value(knowledge, work.scratch, table, seat)
    if somebody_wins(table, out):
        share_out(out, int(table.seats))
    return True


@rule
def somebody_wins(table: State, chances: Cells) -> bool:
    """Whether the chances must add up to one. While nobody has got off, it is possible that nobody wins (R13)."""
    total = 0.0
    for seat in range(table.seats):
        total += chances[seat]
    return total > 1.0 or table.aboard != (1 << int(table.seats)) - 1


@rule
def better_below(knowledge: Knowledge, work: Workspace, table: State) -> bool:
    """R9: whether the tosser is better off after jumping."""
    tosser = int(table.tosser) - 1
    jumping = after_the_jump(knowledge, work, table, tosser, True)
    return jumping >= after_the_jump(knowledge, work, table, tosser, False)


@rule
def after_the_jump(knowledge: Knowledge, work: Workspace, table: State, seat: int, jumps: bool) -> float:
    """What a seat can expect once the tosser has jumped, or stayed."""
    work.tables[REVEALED] = table
    after = work.tables[REVEALED]
    apply(after, int(table.tosser) - 1, JUMP if jumps else STAY)
    return expected(knowledge, work, after, seat, True)
