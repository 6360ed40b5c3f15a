"""Another history that a player of Hachi Train cannot tell from the true one: cards that it never saw are dealt again.

It is made only from what the player knows: the same random numbers give the same history in every world that looks the
same to the player.
"""

import random
from collections.abc import Iterator, Sequence

from allaboard.game import CHANCE, Chosen, Game
from allaboard.games.hachi.rules import DEALING, FACES, NUMBERS, PLAY, State
from allaboard.games.hachi.words import play_parts

Step = tuple[int, int]
"""An actor and an action."""
# The rules copy a card's byte unchanged and use only its five lowest bits. The three bits above them can hold a mark.
_MARK = 5  # the lowest bit of the mark
_MARK_BITS = 3


def another_past(
    game: Game[State], seats: int, past: Sequence[Step], player: int, rng: random.Random, options: Chosen | None = None
) -> list[Step]:
    """The same steps, with other outcomes where the player does not know them, sampled uniformly."""
    table = game.start(seats, options)
    known = _known(game, table, past, player)
    found = list(past)
    for dealt in _rounds(game, table, past):
        pool = {True: _cards(table, 1, NUMBERS), False: _cards(table, NUMBERS + 1, FACES)}
        for at, numbered in dealt.items():
            if at in known:
                pool[numbered].remove(past[at][1])
        for kind in pool.values():
            rng.shuffle(kind)
        for at, numbered in dealt.items():
            if at not in known:
                found[at] = CHANCE, pool[numbered].pop()
    return found


def _cards(table: State, first: int, last: int) -> list[int]:
    """The outcomes of all cards with these faces."""
    return [face - 1 for face in range(first, last + 1) for _ in range(int(table.deck[face]))]


def _rounds(game: Game[State], table: State, past: Sequence[Step]) -> Iterator[dict[int, bool]]:
    """For every round, the steps at which a card was dealt or drawn, and whether it was a numbered card."""
    state, begun = game.copy(table), 0
    dealt: dict[int, bool] = {}
    for at, (actor, action) in enumerate(past):
        if state.rounds != begun:
            begun = int(state.rounds)
            yield dealt
            dealt = {}
        if actor == CHANCE:
            dealt[at] = bool(state.phase == DEALING)
        game.rules.apply(state, actor, action)
    yield dealt


def _known(game: Game[State], table: State, past: Sequence[Step], player: int) -> set[int]:
    """The steps at which cards were dealt or drawn whose faces the player saw, at once or when they were played later.

    To recognise a card when it is played, it is marked with the number of its step. A mark has few bits, so the game is
    played several times, each time with other bits of the number.
    """
    known = set()
    parts = []
    for low in range(0, len(past).bit_length(), _MARK_BITS):
        state, played = game.copy(table), []
        for at, (actor, action) in enumerate(past):
            if actor == CHANCE and game.sees(state, actor, action, player):
                known.add(at)
            if actor != CHANCE and action >= PLAY:
                _, count, place = play_parts(action)
                played += [int(card) >> _MARK << low for card in state.hand[actor, place : place + count]]
            dealing, seat = state.phase == DEALING, int(state.turn)
            place = int(state.held[seat])
            game.rules.apply(state, actor, action)
            if actor == CHANCE:
                mark = (at >> low & (1 << _MARK_BITS) - 1) << _MARK
                cards, here = (state.hand[seat], place) if dealing else (state.pending, 0)
                cards[here] = int(cards[here]) | mark
        parts.append(played)
    return known | {sum(bits) for bits in zip(*parts, strict=True)}
