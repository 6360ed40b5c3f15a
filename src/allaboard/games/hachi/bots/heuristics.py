"""Rules of thumb for Hachi Train: keep the hand in few and long sets, and know when the lead is valuable.

Every hand has a burden: the cost of the cheapest way to cut it into playable sets. A single costs most, and long sets
cost almost nothing. An action is judged by the burden that it leaves, minus the value of the played set on the field.
"""

from typing import NamedTuple

import numpy as np

from allaboard.bots.levels import Knowledge
from allaboard.game import Actions
from allaboard.games.hachi.bots.styles import likes
from allaboard.games.hachi.rules import (
    FACE,
    FACES,
    HIGH,
    INSERT,
    INSERTING,
    LONGEST,
    LOW,
    NUMBERS,
    PASS,
    PLAY,
    ROOM,
    State,
    count_unseen,
    legal,
)
from allaboard.record import Cells, rule
from allaboard.rng import Rng, below

# Points, tuned by self-play. The cost of a set in the hand, by its length, and for each number below 8:
COST = np.array([0, 120, 80, 40, 30, 20, 10, 0], np.int64)
COST_STEP = np.array([0, 1, 2, 0, 0, 0, 0, 0], np.int64)
# The value of a set in the field, by its length, and for each number above 1:
GRIP = np.array([0, 0, 5, 25, 25, 25, 25, 25], np.int64)
GRIP_STEP = np.array([0, 1, 3, 0, 0, 0, 0, 0], np.int64)
IDLE = 15  # a pass that draws nothing gains nothing
HOPELESS = 1 << 30
ROUGH = 30  # by how many points medium may misjudge an action
TASTE = 6  # how many points medium adds to actions that its style likes
OVERLOOKED = 5  # a beginner overlooks one play or good place in this many

# The numbers that a card shows, as bits. Adjacent cards can be played as any number that all of them show.
SHOWS = (1 << LOW | 1 << HIGH) & ~1
# The cost of a set in the hand, by the numbers that all its cards show (the highest counts) and by its length:
SHOWN_BY_ALL = (2 << NUMBERS) - 1
TOLL = np.zeros((2 << NUMBERS, LONGEST + 1), np.int16)
for _shown in range(2, 2 << NUMBERS):
    TOLL[_shown] = COST + COST_STEP * (NUMBERS + 1 - _shown.bit_length())


@rule
def easy(view: State, rng: Rng, knowledge: Knowledge, budget: int) -> int:
    """A beginner: plays as many cards as it can, and puts new cards beside equal ones, if it notices them."""
    seat = int(view.viewer)
    if view.phase == INSERTING:
        return INSERT + _beside_its_like(view.hand[seat], int(view.held[seat]), int(view.pending[0]), rng)
    actions = np.empty(1 + 2 * ROOM * LONGEST, np.int16)
    n = legal(view, seat, actions)
    best, most = int(actions[below(rng, n)]) if view.field_count == 0 else PASS, 0
    for i in range(n):
        action = int(actions[i])
        if action != PASS and below(rng, OVERLOOKED) > 0:
            code = action - PLAY
            count, number = code // ROOM % LONGEST + 1, code // (ROOM * LONGEST) + 1
            cards = count * NUMBERS - number  # of plays with equally many cards, the lowest
            if cards > most:
                best, most = action, cards
    return best


@rule
def _beside_its_like(hand: Cells, held: int, card: int, rng: Rng) -> int:
    """The first place beside a card that shows the same number, unless it is overlooked; otherwise any place."""
    face = card & FACE
    for place in range(held):
        other = int(hand[place]) & FACE
        alike = LOW[face] in (LOW[other], HIGH[other]) or HIGH[face] in (LOW[other], HIGH[other])
        if alike and below(rng, OVERLOOKED) > 0:
            return place
    return below(rng, held + 1)


class Workspace(NamedTuple):
    """A working record for one hand: what its cards show, and the cheapest cuts of its first and last cards."""

    hand: Cells
    front: Cells  # the burden of the first n cards of the hand
    back: Cells  # the burden of the others
    rest: Cells  # the same for the hand without the cards of a play
    rest_front: Cells
    rest_back: Cells
    cards: Cells  # to be put into the hand
    joined: Cells
    actions: Actions
    judged: Cells  # the burden that each action leaves
    unseen: Cells
    toll: Cells  # the cost of a set in the hand, by the numbers that all its cards show and by its length


@rule
def new_workspace() -> Workspace:
    """A working record for one hand, judged with full care."""
    return workspace_with(TOLL)


@rule
def workspace_with(toll: Cells) -> Workspace:
    """A working record for one hand, with the costs of its sets."""
    return Workspace(
        np.zeros(ROOM, np.int64),
        np.zeros(ROOM + 1, np.int64),
        np.zeros(ROOM + 1, np.int64),
        np.zeros(ROOM, np.int64),
        np.zeros(ROOM + 1, np.int64),
        np.zeros(ROOM + 1, np.int64),
        np.zeros(LONGEST, np.int64),
        np.zeros(LONGEST + 1, np.int64),
        np.zeros(1 + 2 * ROOM * LONGEST, np.int16),
        np.zeros(1 + 2 * ROOM * LONGEST, np.int64),
        np.zeros(FACES + 1, np.int8),
        toll,
    )


@rule
def medium(view: State, rng: Rng, knowledge: Knowledge, budget: int, style: int) -> int:
    """A solid player: about the lightest hand, adjusted to its style."""
    work = new_workspace()
    count_unseen(view, work.unseen)
    best, least = 0, HOPELESS
    for i in range(judge(view, int(view.viewer), work.unseen, work)):
        judged = int(work.judged[i]) + below(rng, ROUGH) - (TASTE if likes(style, int(work.actions[i])) else 0)
        if judged < least:
            best, least = i, judged
    return int(work.actions[best])


@rule
def lightest(table: State, seat: int, unseen: Cells, work: Workspace) -> int:
    """The action of a seat that leaves the lightest burden, given the cards that may be in the stock."""
    n = judge(table, seat, unseen, work)
    best = 0
    for i in range(1, n):
        if work.judged[i] < work.judged[best]:
            best = i
    return int(work.actions[best])


@rule
def judge(table: State, seat: int, unseen: Cells, work: Workspace) -> int:
    """Writes the legal actions and the burden that each leaves; returns how many."""
    n = legal(table, seat, work.actions)
    spread(table, seat, work)
    if table.phase == INSERTING:
        count = take_cards(table.pending, int(table.pending_count), work)
        alone = join(work, work.hand, work.front, 0, count)
        for place in range(n):
            work.judged[place] = place_at(work, work.hand, work.front, work.back, n - 1, place, count, alone)
        return n
    for i in range(n):
        action = int(work.actions[i])
        if action == PASS:
            work.judged[i] = judge_pass(table, seat, unseen, work)
        else:
            work.judged[i] = judge_play(table, seat, action - PLAY, work)
    return n


@rule
def spread(table: State, seat: int, work: Workspace) -> None:
    """Read a hand: what its cards show, and its cheapest cuts."""
    held = int(table.held[seat])
    for i in range(held):
        work.hand[i] = SHOWS[int(table.hand[seat, i]) & FACE]
    cut(work.hand, 0, held, work.front, work.toll)
    cut_back(work.hand, held, held, work.back, work.toll)


@rule
def take_cards(cards: Cells, count: int, work: Workspace) -> int:
    """Read the cards that must be inserted into the hand."""
    for i in range(count):
        work.cards[i] = SHOWS[int(cards[i]) & FACE]
    return count


@rule
def judge_pass(table: State, seat: int, unseen: Cells, work: Workspace) -> int:
    """The burden after a pass: the average over the cards that may be drawn, each at its best place."""
    held = int(table.held[seat])
    if table.stock == 0:
        return int(work.front[held]) + IDLE
    total, cards = 0, 0
    for face in range(NUMBERS + 1, FACES + 1):
        if unseen[face] > 0:
            work.cards[0] = SHOWS[face]
            total += int(unseen[face]) * at_best(work, work.hand, work.front, work.back, held, 1)
            cards += int(unseen[face])
    return total // cards


@rule
def judge_play(table: State, seat: int, code: int, work: Workspace) -> int:
    """The burden after a play, with the beaten set at its best place, minus the value of the set in the field."""
    place, count, number = code % ROOM, code // ROOM % LONGEST + 1, code // (ROOM * LONGEST) + 1
    held = int(table.held[seat]) - count
    if held == 0:
        return -HOPELESS  # out, safe
    for i in range(place):
        work.rest[i] = work.hand[i]
        work.rest_front[i] = work.front[i]
    work.rest_front[place] = work.front[place]
    for i in range(place, held):
        work.rest[i] = work.hand[i + count]
        work.rest_back[i] = work.back[i + count]
    cut(work.rest, place, held, work.rest_front, work.toll)
    grip = int(GRIP[count]) + int(GRIP_STEP[count]) * (number - 1)
    if table.cleared_by == seat + 1:
        grip = -grip // 2  # another clear gives the lead away, so a weak set is good now
    if table.field_count == 0:
        return int(work.rest_front[held]) - grip // 2
    cut_back(work.rest, place, held, work.rest_back, work.toll)
    beaten = take_cards(table.field_cards, int(table.field_count), work)
    return at_best(work, work.rest, work.rest_front, work.rest_back, held, beaten) - grip


@rule
def at_best(work: Workspace, hand: Cells, front: Cells, back: Cells, held: int, count: int) -> int:
    """The lightest burden of a hand with `work.cards` inserted side by side at the best place."""
    alone = join(work, hand, front, 0, count)
    least = HOPELESS
    for place in range(held + 1):
        least = min(least, place_at(work, hand, front, back, held, place, count, alone))
    return least


@rule
def place_at(
    work: Workspace, hand: Cells, front: Cells, back: Cells, held: int, place: int, count: int, alone: int
) -> int:
    """The burden of a hand with `work.cards` inserted at this place; `alone` is the burden of these cards alone."""
    joins_left = place > 0 and int(hand[place - 1]) & int(work.cards[0]) != 0
    joins_right = place < held and int(hand[place]) & int(work.cards[count - 1]) != 0
    if not joins_left and not joins_right:
        return int(front[place]) + alone + int(back[place])
    least = join(work, hand, front, place, count) + int(back[place])
    shown = SHOWN_BY_ALL
    # sets that extend beyond the inserted cards, by how many cards before them
    for own in range(1, min(count + place, LONGEST - 1) + 1):
        begin = count - own
        shown &= int(work.cards[begin] if begin >= 0 else hand[place + begin])
        if shown == 0:
            break
        before = int(work.joined[begin] if begin >= 0 else front[place + begin])
        with_next = shown
        for after in range(1, min(held - place, LONGEST - own) + 1):
            with_next &= int(hand[place + after - 1])
            if with_next == 0:
                break
            least = min(least, before + int(work.toll[with_next, own + after]) + int(back[place + after]))
    return least


@rule
def join(work: Workspace, hand: Cells, front: Cells, place: int, count: int) -> int:
    """The burden of the first cards of a hand with `work.cards` after them."""
    joined = work.joined
    joined[0] = front[place]
    for end in range(1, count + 1):
        shown, least = SHOWN_BY_ALL, HOPELESS
        for length in range(1, min(end + place, LONGEST) + 1):
            begin = end - length
            shown &= int(work.cards[begin] if begin >= 0 else hand[place + begin])
            if shown == 0:
                break
            least = min(
                least, int(joined[begin] if begin >= 0 else front[place + begin]) + int(work.toll[shown, length])
            )
        joined[end] = least
    return int(joined[count])


@rule
def cut(hand: Cells, begun: int, held: int, front: Cells, toll: Cells) -> None:
    """The cheapest cuts of the first n cards of a hand into playable sets, continued from those that are known."""
    front[0] = 0
    for end in range(begun + 1, held + 1):
        shown, least = SHOWN_BY_ALL, HOPELESS
        for length in range(1, min(end, LONGEST) + 1):
            shown &= int(hand[end - length])
            if shown == 0:
                break
            least = min(least, int(front[end - length]) + int(toll[shown, length]))
        front[end] = least


@rule
def cut_back(hand: Cells, begun: int, held: int, back: Cells, toll: Cells) -> None:
    """The same for the last cards of a hand, continued from those that are known."""
    back[held] = 0
    for begin in range(begun - 1, -1, -1):
        shown, least = SHOWN_BY_ALL, HOPELESS
        for length in range(1, min(held - begin, LONGEST) + 1):
            shown &= int(hand[begin + length - 1])
            if shown == 0:
                break
            least = min(least, int(back[begin + length]) + int(toll[shown, length]))
        back[begin] = least


@rule
def burden(hand: Cells, held: int) -> int:
    """The cost of the cheapest way to cut a hand into playable sets."""
    shows, front = np.zeros(ROOM, np.int64), np.zeros(ROOM + 1, np.int64)
    for i in range(held):
        shows[i] = SHOWS[int(hand[i]) & FACE]
    cut(shows, 0, held, front, TOLL)
    return int(front[held])
