"""Hachi Train, as rules on one record. Clause ids (H1 …) are explained in rulebook.md."""

import numpy as np

from allaboard import game
from allaboard.game import ALL_SEEING, CHANCE, Actions, Options
from allaboard.record import Cells, field, rule
from allaboard.rng import Rng, below

NUMBERS, SPECIALS = 8, 4  # H1: faces 1 to 8 are numbered, 9 to 12 the specials 1/2, 3/4, 5/6, 7/8
FACES = NUMBERS + SPECIALS
HIDDEN_NUMBERED, HIDDEN_SPECIAL = 13, 14  # in a view: a card whose face the viewer may not know
FACE, SHOWN = 0x0F, 0x10  # H13: the bit marks a card that everyone has seen
LOW = np.array([0, 1, 2, 3, 4, 5, 6, 7, 8, 1, 3, 5, 7, 0, 0], np.int64)  # H5: a face's lower number
HIGH = np.array([0, 1, 2, 3, 4, 5, 6, 7, 8, 2, 4, 6, 8, 0, 0], np.int64)  # and its higher one
SECOND = np.where(HIGH == LOW, 0, HIGH)  # the higher one if there are two, otherwise 0

ROOM = 48  # 40 numbered cards for five players and the stock: no hand can hold more
LONGEST = 7  # five copies and two specials: no set is longer
MOST_ROUNDS = 8
ASSETS, ROUNDS, HIGHEST_NUMBER, SPECIAL_COPIES, COPIES = range(5)  # places in the options; copies for 3, 4, 5 seats
RULEBOOK = np.array([2, 4, 8, 2, 3, 4, 5], np.int64)  # H3, H12, H1

PASS = 0
INSERT = 1  # INSERT + place
PLAY = INSERT + ROOM + 1  # PLAY + ((number - 1) * LONGEST + count - 1) * ROOM + place of the leftmost card
ACTIONS = PLAY + NUMBERS * LONGEST * ROOM
OUTCOMES = FACES  # face - 1

PHASES = ("dealing", "turn", "drawing", "inserting", "over")
DEALING, TURN, DRAWING, INSERTING, OVER = 0, 1, 2, 3, 4


class State(game.State):
    """Everything on the table, and in the hands. A card is its face, and the bit SHOWN if everyone has seen it."""

    phase: int = field(np.int8, names=PHASES)
    turn: int = field(np.int8)  # whose turn it is; in the deal, who gets the next card
    leader: int = field(np.int8)  # who led this round, or will after the deal
    rounds: int = field(np.int8)  # begun
    passes: int = field(np.int8)  # H9: in succession, on the set in the field
    cleared_by: int = field(np.int8, optional=True)  # H10: the owner whose next clear would be the second in a row
    stock: int = field(np.int8)  # cards left in it
    field_owner: int = field(np.int8)
    field_number: int = field(np.int8)  # what the set in the field shows; 0: the field is empty
    field_count: int = field(np.int8)
    pending_count: int = field(np.int8)  # cards that the player at turn has yet to insert
    round_limit: int = field(np.int8)  # H12: the maximum number of rounds
    first_assets: int = field(np.int8)  # H3: what everyone began with
    hand_size: int = field(np.int8)  # H2: cards dealt to each player
    stock_size: int = field(np.int8)  # H2: cards in the stock when a round begins
    deck: Cells = field(np.int8, FACES + 1)  # H1: by face, how many cards there are
    assets: Cells = field(np.int8, 5, per_seat=True)
    held: Cells = field(np.int8, 5, per_seat=True)  # cards in each hand
    left: Cells = field(np.int8, FACES + 1, secret=True)  # by face, cards yet to be dealt and in the stock
    discarded: Cells = field(np.int8, FACES + 1)  # by face, this round
    field_cards: Cells = field(np.uint8, LONGEST, trim=True)
    pending: Cells = field(np.uint8, LONGEST, trim=True)  # H6, H8: the next to insert is the first
    last_set: Cells = field(np.uint8, LONGEST, trim=True)  # the cards that ended the round before, which everyone saw
    hand: Cells = field(np.uint8, 5, ROOM, per_seat=True, trim=True)  # H2: in order


@rule
def start(state: State, seats: int, options: Options) -> None:
    """H3: everyone has the same assets, seat 0 leads round 1. Without options, the rulebook's."""
    given = options if options.size > 0 else RULEBOOK
    state.seats = seats
    state.viewer = ALL_SEEING
    state.round_limit = given[ROUNDS]
    state.first_assets = given[ASSETS]
    state.assets[:seats] = given[ASSETS]
    make_deck(state, int(given[HIGHEST_NUMBER]), int(given[COPIES + seats - 3]), int(given[SPECIAL_COPIES]))
    begin_round(state, 0)


@rule
def make_deck(state: State, highest: int, copies: int, specials: int) -> None:
    """H1, H2: copies of each number, and of each special if both of its numbers exist; equally many cards for all."""
    for number in range(1, highest + 1):
        state.deck[number] = copies
    for pair in range(highest // 2):
        state.deck[NUMBERS + 1 + pair] = specials
    state.hand_size = highest * copies // int(state.seats)
    state.stock_size = highest // 2 * specials


@rule
def begin_round(state: State, leader: int) -> None:
    """H1, H2: all cards are gathered, the numbered ones to be dealt, the specials to be the stock."""
    state.phase = DEALING
    state.turn = 0
    state.leader = leader
    state.rounds += 1
    state.cleared_by = 0
    state.stock = state.stock_size
    take_field(state)
    for face in range(1, FACES + 1):
        state.left[face] = state.deck[face]
        state.discarded[face] = 0
    state.held[:] = 0
    state.hand[:] = 0


@rule
def actors(state: State) -> int:
    """Chance deals and draws; everything else is the decision of the player at turn."""
    if state.phase == OVER:
        return 0
    return 1 << (int(state.turn) if state.phase in (TURN, INSERTING) else CHANCE)


@rule
def legal(state: State, seat: int, out: Actions) -> int:
    """Writes the legal actions; returns how many."""
    if state.phase == TURN:
        return legal_turn(state, seat, out)
    if state.phase == INSERTING:  # H6, H8: at any place
        places = int(state.held[seat]) + 1
        for place in range(places):
            out[place] = INSERT + place
        return places
    n = 0
    first, last = (1, NUMBERS) if state.phase == DEALING else (NUMBERS + 1, FACES)  # H2
    for face in range(first, last + 1):
        out[n] = face - 1
        n += state.left[face] > 0
    return n


@rule
def legal_turn(state: State, seat: int, out: Actions) -> int:
    """H4, H5: a pass unless the field is empty, and every play, in the order of their last cards' places."""
    to_beat, field_number = int(state.field_count), int(state.field_number)
    out[0] = PASS
    n = int(to_beat > 0)  # on an empty field the first play takes the place of the pass
    least = max(1, to_beat)  # cards of a number above the field's
    low, low_run, high, high_run = 0, 0, 0, 0  # what the card before shows, and how many in a row up to it do
    for last in range(state.held[seat]):
        face = int(state.hand[seat, last]) & FACE
        a, b = int(LOW[face]), int(SECOND[face])
        # arithmetic instead of branches, which would be mispredicted
        a_run = (1 + low_run * (a == low) + high_run * (a == high)) * (a != 0)  # 0: hidden from the viewer of a view
        b_run = (1 + low_run * (b == low) + high_run * (b == high)) * (b != 0)
        n = write_plays(a, least + (a <= field_number), a_run, last, out, n)
        n = write_plays(b, least + (b <= field_number), b_run, last, out, n)
        low, low_run, high, high_run = a, a_run, b, b_run
    return n


@rule
def write_plays(number: int, least: int, run: int, last: int, out: Actions, n: int) -> int:
    """H5: the sets of this number that end at the last place, with `least` to `run` cards.

    Two are always written, even if there are fewer, and then overwritten: a store costs less than a misprediction.
    """
    action = PLAY + ((number - 1) * LONGEST + least - 1) * ROOM + last - (least - 1)
    longer = ROOM - 1  # one card more, and it starts one place before
    out[n] = action
    n += least <= run
    out[n] = action + longer
    n += least < run
    for more in range(2, run - least + 1):
        out[n] = action + more * longer
        n += 1
    return n


@rule
def weight(state: State, action: int) -> int:
    """Every card is equally likely, so the weight of a face is its number of copies left."""
    return int(state.left[action + 1])


@rule
def apply(state: State, actor: int, action: int) -> None:
    """Take a legal action."""
    if state.phase == INSERTING:
        insert(state, actor, action - INSERT)
    elif state.phase == DEALING:
        deal(state, action + 1)
    elif state.phase == DRAWING:
        draw(state, action + 1)
    elif action == PASS:
        state.passes += 1
        if state.stock > 0:  # H8
            state.phase = DRAWING
        else:
            next_turn(state)
    else:
        play(state, actor, action - PLAY)


@rule
def deal(state: State, face: int) -> None:
    """H2: each player gets the same number of cards; after the last card the leader begins (H3)."""
    seat = int(state.turn)
    state.left[face] -= 1
    state.hand[seat, state.held[seat]] = face
    state.held[seat] += 1
    if state.held[seat] == state.hand_size:
        state.turn += 1
        if state.turn == state.seats:
            state.turn = state.leader
            state.phase = TURN


@rule
def draw(state: State, face: int) -> None:
    """H8: a card is drawn from the stock. Only its owner sees it."""
    state.left[face] -= 1
    state.stock -= 1
    state.pending[0] = face
    state.pending_count = 1
    state.phase = INSERTING


@rule
def insert(state: State, seat: int, place: int) -> None:
    """H6, H8: the next card goes to this place; the cards from there on move to the right."""
    held = int(state.held[seat])
    for i in range(held, place, -1):
        state.hand[seat, i] = state.hand[seat, i - 1]
    state.hand[seat, place] = state.pending[0]
    state.held[seat] = held + 1
    count = int(state.pending_count) - 1
    for i in range(count):
        state.pending[i] = state.pending[i + 1]
    state.pending[count] = 0
    state.pending_count = count
    if count == 0:
        state.phase = TURN
        next_turn(state)


@rule
def play(state: State, seat: int, code: int) -> None:
    """H5 to H7: cards go from the hand to the field; the player collects the beaten set unless the hand is empty."""
    place = code % ROOM
    count = code // ROOM % LONGEST + 1
    held = int(state.held[seat]) - count
    if held == 0:
        take_field(state)
    else:
        for i in range(state.field_count):
            state.pending[i] = state.field_cards[i]
        state.pending_count = state.field_count
    for i in range(count):  # a stronger set has no fewer cards, so this covers the beaten one
        state.field_cards[i] = int(state.hand[seat, place + i]) | SHOWN
    for i in range(place, held):
        state.hand[seat, i] = state.hand[seat, i + count]
    for i in range(held, held + count):
        state.hand[seat, i] = 0
    state.held[seat] = held
    state.field_owner = seat
    state.field_number = code // (ROOM * LONGEST) + 1
    state.field_count = count
    state.passes = 0
    if state.pending_count > 0:
        state.phase = INSERTING
    elif held == 0 and holders(state) == 1:
        end_round(state)  # H11
    else:
        next_turn(state)


@rule
def take_field(state: State) -> None:
    """H7, H9: the set in the field, if any, is discarded."""
    for i in range(state.field_count):
        state.discarded[int(state.field_cards[i]) & FACE] += 1
        state.field_cards[i] = 0
    state.field_owner = 0
    state.field_number = 0
    state.field_count = 0
    state.passes = 0


@rule
def next_turn(state: State) -> None:
    """H9: the turn goes clockwise, unless everyone else has passed."""
    passes = int(state.passes)
    if passes > 0 and passes == holders(state) - (state.held[state.field_owner] > 0):
        clear_field(state)
    else:
        state.turn = next_holder(state, int(state.turn))


@rule
def clear_field(state: State) -> None:
    """H9, H10: the owner of the set leads, unless the owner is out or this is the second clear in a row."""
    owner = int(state.field_owner)
    take_field(state)
    if state.cleared_by == owner + 1 or state.held[owner] == 0:
        state.cleared_by = 0
        state.turn = next_holder(state, owner)
    else:
        state.cleared_by = owner + 1
        state.turn = owner


@rule
def holders(state: State) -> int:
    """How many players still hold cards."""
    count = 0
    for seat in range(state.seats):
        count += state.held[seat] > 0
    return count


@rule
def next_holder(state: State, seat: int) -> int:
    """The next player clockwise who still holds cards."""
    while True:
        seat = seat + 1 if seat + 1 < state.seats else 0
        if state.held[seat] > 0:
            return seat


@rule
def end_round(state: State) -> None:
    """H11, H12: the only player with cards loses an asset, and leads the next round if there is one (H3)."""
    loser = next_holder(state, int(state.turn))
    state.assets[loser] -= 1
    if state.assets[loser] == 0 or state.rounds == state.round_limit:
        state.phase = OVER
    else:
        for i in range(LONGEST):
            state.last_set[i] = state.field_cards[i]
        begin_round(state, loser)


@rule
def score(state: State, seat: int) -> int:
    """H12: the assets left."""
    return int(state.assets[seat])


@rule
def rank(state: State, seat: int) -> int:
    """H12: one more than the number of players with more assets."""
    better = 0
    for other in range(state.seats):
        better += state.assets[other] > state.assets[seat]
    return 1 + better


@rule
def known(card: int) -> int:
    """H13: a card as everyone knows it: its face if it was ever shown, else only whether it is a special."""
    face = card & FACE
    if card & SHOWN or face == 0:
        return card
    return HIDDEN_NUMBERED if face <= NUMBERS or face == HIDDEN_NUMBERED else HIDDEN_SPECIAL


@rule
def observe(state: State, seat: int, view: State) -> None:
    """H13: the viewer's own cards, and other cards only if everyone has seen them; never cards that are yet to come."""
    view.seats = state.seats
    view.viewer = seat
    view.phase = state.phase
    view.turn = state.turn
    view.leader = state.leader
    view.rounds = state.rounds
    view.passes = state.passes
    view.cleared_by = state.cleared_by
    view.stock = state.stock
    view.field_owner = state.field_owner
    view.field_number = state.field_number
    view.field_count = state.field_count
    view.pending_count = state.pending_count
    view.round_limit = state.round_limit
    view.first_assets = state.first_assets
    view.hand_size = state.hand_size
    view.stock_size = state.stock_size
    view.deck = state.deck
    view.assets = state.assets
    view.held = state.held
    view.discarded = state.discarded
    view.field_cards = state.field_cards
    view.last_set = state.last_set
    for i in range(state.pending_count):
        card = int(state.pending[i])
        view.pending[i] = card if state.turn == seat else known(card)
    for other in range(state.seats):
        for place in range(state.held[other]):
            card = int(state.hand[other, place])
            view.hand[other, place] = card if other == seat else known(card)


@rule
def forget(view: State) -> None:
    """H13: removes the memory aid from a view: what everyone has seen but must remember.

    The viewer's own cards and the field stay. Of other hands and of the discards only the numbers of cards stay.
    """
    for seat in range(view.seats):
        for place in range(view.held[seat]):
            card = int(view.hand[seat, place]) & FACE
            view.hand[seat, place] = card if seat == view.viewer else known(card)
    for face in range(1, FACES + 1):
        view.discarded[face] = 0


@rule
def imagine(view: State, rng: Rng, state: State) -> None:
    """H13: the cards that the viewer has not seen may lie in any order in the hidden places and in the stock."""
    observe(view, int(view.viewer), state)
    state.viewer = ALL_SEEING
    count_unseen(view, state.left)
    for seat in range(view.seats):
        for place in range(view.held[seat]):
            if view.hand[seat, place] == HIDDEN_NUMBERED:
                state.hand[seat, place] = take_unseen(state.left, 1, NUMBERS, rng)
            elif view.hand[seat, place] == HIDDEN_SPECIAL:
                state.hand[seat, place] = take_unseen(state.left, NUMBERS + 1, FACES, rng)
    if view.pending[0] == HIDDEN_SPECIAL:
        state.pending[0] = take_unseen(state.left, NUMBERS + 1, FACES, rng)


@rule
def count_unseen(view: State, unseen: Cells) -> None:
    """For each face, the cards whose place the viewer does not know: all except those that it sees or saw discarded."""
    for face in range(1, FACES + 1):
        unseen[face] = int(view.deck[face]) - int(view.discarded[face])
    for i in range(LONGEST):
        for face in (int(view.field_cards[i]) & FACE, int(view.pending[i]) & FACE):
            if 0 < face <= FACES:
                unseen[face] -= 1
    for seat in range(view.seats):
        for place in range(view.held[seat]):
            face = int(view.hand[seat, place]) & FACE
            if face <= FACES:
                unseen[face] -= 1


@rule
def take_unseen(unseen: Cells, first: int, last: int, rng: Rng) -> int:
    """Take one of the unseen cards with these faces, sampled uniformly."""
    ticket = below(rng, int(unseen[first : last + 1].sum()))
    face = first
    while ticket >= unseen[face]:
        ticket -= int(unseen[face])
        face += 1
    unseen[face] -= 1
    return face
