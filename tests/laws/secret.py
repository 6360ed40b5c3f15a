"""What a seat may not know, changed for something else: written against the rulebooks, not against `observe`."""

import random
from typing import Any

from allaboard.game import CHANCE, Game
from allaboard.games.hachi import rules as hachi


def scramble(game: Game, state: Any, viewer: int, chooser: random.Random) -> Any:
    """A copy of the state in which everything hidden from the viewer is redistributed at random."""
    other = game.copy(state)
    (_cards if game.name == "hachi" else _choices)(game, other, viewer, chooser)
    return other


def _choices(game: Game, state: Any, viewer: int, chooser: random.Random) -> None:
    """M4, R6: what others have chosen before the reveal may have been anything they could choose."""
    for seat in range(int(state.seats)):
        if seat != viewer and state.choice[seat] != 0:
            undecided = game.copy(state)
            undecided.awaited = int(state.awaited) | 1 << seat
            state.choice[seat] = 1 + chooser.choice(game.legal(undecided, seat))


def _cards(game: Game, state: Any, viewer: int, chooser: random.Random) -> None:
    """H13: unseen numbered cards lie in other hands or are yet to be dealt, unseen specials also in the stock."""
    for faces in (range(1, 9), range(9, 13)):
        places: list[tuple[Any, Any]] = [
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


def hidden_differs(game: Game, one: Any, two: Any) -> bool:
    """Whether two states differ at all."""
    return bool(one.tobytes() != two.tobytes())


def everybody(game: Game, state: Any) -> list[int]:
    """All seats, and the watcher."""
    return [*range(int(state.seats)), CHANCE + 1]
