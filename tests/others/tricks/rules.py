"""Siding's rules."""

import numpy as np

from allaboard import game
from allaboard.game import ALL_SEEING, CHANCE, Actions, Options
from allaboard.record import Cells, field, rule
from allaboard.rng import Rng, below

SUITS, RANKS, HAND = 4, 6, 6
CARDS = SUITS * RANKS
ACTIONS = CARDS
OUTCOMES = CARDS


class State(game.State):
    """The hands, the trick on the table and what was won."""

    turn: int = field(np.int8)
    lead: int = field(np.int8)
    dealt: int = field(np.int8)
    tricks: int = field(np.int8)
    held: Cells = field(np.int8, 4, CARDS, per_seat=True)
    left: Cells = field(np.int8, 4, per_seat=True)
    table: Cells = field(np.int8, 4, per_seat=True)
    won: Cells = field(np.int8, 4, per_seat=True)
    gone: Cells = field(np.int8, CARDS)


@rule
def start(state: State, seats: int, options: Options) -> None:
    """Nobody has a card yet."""
    state.seats = seats
    state.viewer = ALL_SEEING


@rule
def actors(state: State) -> int:
    """Chance deals, then one after the other."""
    if state.dealt < HAND * state.seats:
        return 1 << CHANCE
    if state.tricks == HAND:
        return 0
    return 1 << int(state.turn)


@rule
def legal(state: State, seat: int, out: Actions) -> int:
    """T3: follow suit, if you can."""
    n = 0
    if seat == CHANCE:
        for card in range(CARDS):
            taken = 0
            for s in range(state.seats):
                taken += state.held[s, card]
            if taken == 0:
                out[n] = card
                n += 1
        return n
    led = int(state.table[int(state.lead)])
    if led > 0 and state.lead != seat:
        suit = (led - 1) // RANKS
        for card in range(suit * RANKS, suit * RANKS + RANKS):
            if state.held[seat, card]:
                out[n] = card
                n += 1
        if n > 0:
            return n
    for card in range(CARDS):
        if state.held[seat, card]:
            out[n] = card
            n += 1
    return n


@rule
def apply(state: State, actor: int, action: int) -> None:
    """Deal a card, or play one."""
    seats = int(state.seats)
    if actor == CHANCE:
        to = int(state.dealt) % seats
        state.held[to, action] = 1
        state.left[to] += 1
        state.dealt += 1
        return
    state.held[actor, action] = 0
    state.left[actor] -= 1
    state.gone[action] = 1
    state.table[actor] = action + 1
    state.turn = (actor + 1) % seats
    if state.turn == state.lead:
        best = int(state.lead)
        for s in range(seats):
            a = int(state.table[s]) - 1
            b = int(state.table[best]) - 1
            if a // RANKS == b // RANKS and a > b:
                best = s
        state.won[best] += 1
        state.tricks += 1
        for s in range(seats):
            state.table[s] = 0
        state.lead = best
        state.turn = best


@rule
def weight(state: State, action: int) -> int:
    """All cards are equally likely."""
    return 1


@rule
def score(state: State, seat: int) -> int:
    """The tricks."""
    return int(state.won[seat])


@rule
def rank(state: State, seat: int) -> int:
    """By tricks."""
    better = 1
    for s in range(state.seats):
        better += state.won[s] > state.won[seat]
    return better


@rule
def observe(state: State, seat: int, view: State) -> None:
    """A seat sees its own hand; nobody sees the others."""
    view.seats = state.seats
    view.viewer = seat
    view.turn = state.turn
    view.lead = state.lead
    view.dealt = state.dealt
    view.tricks = state.tricks
    view.left = state.left
    view.table = state.table
    view.won = state.won
    view.gone = state.gone
    if 0 <= seat < state.seats:
        for card in range(CARDS):
            view.held[seat, card] = state.held[seat, card]


@rule
def imagine(view: State, rng: Rng, state: State) -> None:
    """The cards that cannot be seen, dealt anew."""
    me = int(view.viewer)
    state.seats = view.seats
    state.viewer = ALL_SEEING
    state.turn = view.turn
    state.lead = view.lead
    state.dealt = view.dealt
    state.tricks = view.tricks
    state.left = view.left
    state.table = view.table
    state.won = view.won
    state.gone = view.gone
    pool = np.zeros(CARDS, np.int16)
    n = 0
    for card in range(CARDS):
        mine = 0 <= me < view.seats and view.held[me, card] == 1
        if mine:
            state.held[me, card] = 1
        elif view.gone[card] == 0:
            pool[n] = card
            n += 1
    for s in range(view.seats):
        if s == me:
            continue
        for _ in range(view.left[s]):
            k = below(rng, n)
            state.held[s, pool[k]] = 1
            n -= 1
            pool[k] = pool[n]
