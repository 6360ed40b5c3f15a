"""Replaces what a seat may not know. Written from the rulebooks, independently of `observe`."""

import random
from typing import cast

from allaboard.game import CHANCE, Game, State
from allaboard.games.hachi import rules as hachi
from allaboard.games.miyajima import rules as miyajima
from allaboard.games.runaway import rules as runaway
from allaboard.record import Cells

Choosing = miyajima.State | runaway.State
"""States in which seats decide at the same time."""


def scramble(game: Game[State], state: State, viewer: int, chooser: random.Random) -> State:
    """A copy of the state in which everything hidden from the viewer is redistributed at random."""
    other = game.copy(state)
    if game.name == "hachi":
        _cards(cast(hachi.State, other), viewer, chooser)
    else:
        _choices(game, other, viewer, chooser)
    return other


def _choices(game: Game[State], world: State, viewer: int, chooser: random.Random) -> None:
    """M4, R6: a choice before the reveal may have been any choice that was possible."""
    state = cast(Choosing, world)
    for seat in range(int(state.seats)):
        if seat != viewer and state.choice[seat] != 0:
            undecided = game.copy(world)
            cast(Choosing, undecided).awaited = int(state.awaited) | 1 << seat
            state.choice[seat] = 1 + chooser.choice(game.legal(undecided, seat))


def _cards(state: hachi.State, viewer: int, chooser: random.Random) -> None:
    """H13: unseen numbered cards are in other hands or not dealt yet; unseen specials may also be in the stock."""
    for faces in (range(1, 9), range(9, 13)):
        places: list[tuple[Cells, int]] = [
            (state.hand[seat], place)
            for seat in range(int(state.seats))
            if seat != viewer
            for place in range(int(state.held[seat]))
            if int(state.hand[seat, place]) in faces
        ]
        if state.turn != viewer and state.phase == hachi.INSERTING and int(state.pending[0]) in faces:
            places.append((state.pending, 0))
        pool = [int(cards[place]) for cards, place in places]
        pool += [face for face in faces for _ in range(int(state.left[face]))]
        chooser.shuffle(pool)
        for cards, place in places:
            cards[place] = pool.pop()
        for face in faces:
            state.left[face] = pool.count(face)


def is_hidden(game: Game[State], state: State, actor: int, viewer: int) -> bool:
    """Whether an action is hidden from a viewer: another player's card or choice."""
    if game.name == "hachi":
        return actor == CHANCE and cast(hachi.State, state).turn != viewer  # H13
    return actor not in (CHANCE, viewer) and _chooses(game, state)


def reveals(game: Game[State], state: State, actor: int, action: int) -> bool:
    """Whether an action reveals hidden information to everybody: played cards, or the last of the choices."""
    if game.name == "hachi":
        return actor != CHANCE and action >= hachi.PLAY  # H13
    return _chooses(game, state) and cast(Choosing, state).awaited == 1 << actor  # M4, R6


def _chooses(game: Game[State], state: State) -> bool:
    return bool(cast(Choosing, state).phase == (miyajima.LOADING if game.name == "miyajima" else runaway.CHOOSING))
