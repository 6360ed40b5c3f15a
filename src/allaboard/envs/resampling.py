"""Another past that a player of Hachi Train may have lived through: the cards that it never saw, dealt otherwise.

Nothing but a player's own knowledge goes into it: the same draw gives the same past in every world that looks the same.
"""

import random
from collections.abc import Iterator, Sequence

from allaboard.game import CHANCE, Game
from allaboard.games.hachi.rules import DEALING, FACES, NUMBERS, PAIR, PLAY
from allaboard.games.hachi.words import play_parts

Step = tuple[int, int]
"""Who acted, and what was done."""
_DYE = 5  # the rules carry a card's byte as it is, and look at its five lowest bits
_SHADES = 3  # bits above those


def another_past(game: Game, seats: int, past: Sequence[Step], player: int, rng: random.Random) -> list[Step]:
    """The same steps, with other outcomes where the player does not know them; every arrangement is as likely."""
    known = _known(game, seats, past, player)
    found = list(past)
    for dealt in _rounds(game, seats, past):
        pool = {True: _numbered(seats), False: _specials()}
        for at, numbered in dealt.items():
            if at in known:
                pool[numbered].remove(past[at][1])
        for kind in pool.values():
            rng.shuffle(kind)
        for at, numbered in dealt.items():
            if at not in known:
                found[at] = CHANCE, pool[numbered].pop()
    return found


def _numbered(seats: int) -> list[int]:
    return [face for face in range(NUMBERS) for _ in range(seats)]


def _specials() -> list[int]:
    return [face for face in range(NUMBERS, FACES) for _ in range(PAIR)]


def _rounds(game: Game, seats: int, past: Sequence[Step]) -> Iterator[dict[int, bool]]:
    """For every round, where in the past a card came, and whether it was a numbered one."""
    state, begun = game.start(seats), 0
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


def _known(game: Game, seats: int, past: Sequence[Step], player: int) -> set[int]:
    """Where in the past a card came whose face the player saw then, or when it was played later."""
    known = set()
    shades = []
    for shade in range(0, len(past).bit_length(), _SHADES):
        state, played = game.start(seats), []
        for at, (actor, action) in enumerate(past):
            if actor == CHANCE and game.words.sees(state, actor, action, player):
                known.add(at)
            if actor != CHANCE and action >= PLAY:
                _, count, place = play_parts(action)
                played += [int(card) >> _DYE << shade for card in state.hand[actor, place : place + count]]
            dealing, seat = state.phase == DEALING, int(state.turn)
            place = int(state.held[seat])
            game.rules.apply(state, actor, action)
            if actor == CHANCE:
                dye = (at >> shade & (1 << _SHADES) - 1) << _DYE
                cards, here = (state.hand[seat], place) if dealing else (state.pending, 0)
                cards[here] = int(cards[here]) | dye
        shades.append(played)
    return known | {sum(parts) for parts in zip(*shades, strict=True)}
