"""Puzzles from games of the best bot: positions where one action is clearly best, and some bots miss it.

A puzzle is a view, so it contains nothing that its seat could not see. Candidates are found with a small budget:
positions where some level misses the action of the best bot. They are checked with a large budget, and graded by how
often each level misses them. Actions that are too close to call with the best one are right too.

The puzzles of a game are in its package, one JSON object per line, in a gzipped file that browsers read too.
"""

import gzip
import hashlib
from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

import msgspec
import numpy as np
from msgspec import Struct

from allaboard.bots.levels import Policy, policy
from allaboard.bots.outlook import Unit, outlook_of
from allaboard.game import CHANCE, Game, GameError, State, load
from allaboard.plain import random_action
from allaboard.record import copied
from allaboard.reviews.findings import ReviewOption
from allaboard.reviews.parts import BLUNDER
from allaboard.reviews.prices import Price, Pricing, pricing
from allaboard.reviews.reasons import leaves
from allaboard.reviews.review import kind_of
from allaboard.rng import below, stream

FILE: Final = "puzzles.jsonl.gz"
TRIES: Final = 8  # how often each level tries a puzzle
TRIES_OF_BEST: Final = 2  # the same for the best level, which is slow
APART: Final = 25  # how many decisions of a seat lie between two puzzles, so that they differ
EACH: Final = 2  # how many puzzles one game gives at most, so that they differ
SMALLER: Final = 12  # the first look uses the budget of a review divided by this
FIRST_TRIES: Final = 2  # how often each level tries a candidate at the first look
LARGER: Final = 8  # the check uses the budget of a review times this
CLEAR: Final = 3.0  # standard errors between the last right action and the best wrong one
HOPEFUL: Final = 1.0  # standard errors that are enough until it is checked
MISSED: Final = 0.5  # at least one level misses it this often, so that it is not obvious


class Puzzle(Struct, frozen=True):
    """A position, its right actions, and how hard they are to find."""

    id: str
    game: str
    seats: int
    seat: int
    kind: str
    """What kind of decision it is, as in a review."""
    unit: Unit
    view: str
    """The bytes of the view, in base 64."""
    right: list[str]
    """The best action, and those that are too close to call with it."""
    options: list[ReviewOption]
    """Every legal action, best first."""
    missed: dict[str, float]
    """For each level, how often it takes a wrong action."""
    budget: int
    """The budget with which it was checked."""
    number: int
    """The number of the game in which it was found."""

    def position(self) -> State:
        """The view as a record; a GameError if the game's records have changed since."""
        state = load(self.game).rules.State
        data = b64decode(self.view)
        if len(data) != state.dtype.itemsize:
            raise GameError(f"puzzle {self.id} was made for other rules: its view has {len(data)} bytes")
        view: State = copied(np.frombuffer(data, state.dtype)[0])
        return view

    @property
    def grade(self) -> int:
        """The weakest level that is right in at least half of its tries, counted from 1; one more if none is."""
        for grade, missed in enumerate(self.missed.values(), 1):
            if missed <= 0.5:
                return grade
        return len(self.missed) + 1


@cache
def shipped(game: str) -> list[Puzzle]:
    """The puzzles of a game's package, in the order of the days on which they are used."""
    file = load(game).declaration.folder.joinpath(FILE)
    return read(gzip.decompress(file.read_bytes())) if file.is_file() else []


def read(lines: bytes) -> list[Puzzle]:
    """Read puzzles, one per line. An incomplete last line is left out."""
    whole = lines[: lines.rfind(b"\n") + 1]
    return [msgspec.json.decode(line, type=Puzzle) for line in whole.splitlines()]


def packed(puzzles: Iterable[Puzzle]) -> bytes:
    """The file that comes with a game: in a mixed order, and the same puzzles always give the same bytes."""
    mixed = sorted(puzzles, key=lambda one: hashlib.sha256(one.id.encode()).digest())
    return gzip.compress(b"".join(msgspec.json.encode(one) + b"\n" for one in mixed), 9, mtime=0)


@dataclass(frozen=True)
class _Search:
    """The bots and prices that are needed to find puzzles with one number of players."""

    game: Game[State]
    unit: Unit
    levels: dict[str, Policy]
    """All levels except the best one."""
    glance: Pricing
    look: Pricing
    check: Pricing

    @property
    def least(self) -> float:
        """The minimum cost of a wrong action that matters."""
        return BLUNDER[self.unit] / 2


def _search(game: Game[State], seats: int) -> _Search:
    declared, unit = game.declaration, outlook_of(game, seats).unit
    look = pricing(game, seats, {}, unit=unit)
    return _Search(
        game,
        unit,
        {level: policy(game.name, level) for level in declared.levels if level != declared.best_level},
        pricing(game, seats, {}, max(4, look.budget // SMALLER), unit),
        look,
        pricing(game, seats, {}, look.budget * LARGER, unit),
    )


def puzzles(game: Game[State], tables: list[int], seed: int, first: int = 0) -> Iterator[Puzzle | None]:
    """An endless stream of puzzles, game by game; yields None after each game, so that the caller can stop there.

    The numbers of players in `tables` are used in turn.
    """
    searches = {seats: _search(game, seats) for seats in tables}
    number = first
    while True:
        seats = tables[number % len(tables)]
        # how many decisions of a seat are skipped: some at first, so that puzzles come from all parts of games
        start = stream(seed + 1, number)
        waits, given = [below(start, APART) for _ in range(seats)], 0
        for view, glance in _choices(searches[seats], seats, seed, number):
            seat = int(view.viewer)
            waits[seat] -= 1
            if waits[seat] < 0 and (found := _puzzle(searches[seats], view, glance, number)):
                waits[seat], given = APART, given + 1
                yield found
                if given == EACH:
                    break
        number += 1
        yield None


def _choices(search: _Search, seats: int, seed: int, number: int) -> Iterator[tuple[State, Price]]:
    """Every decision of a game with its prices from a small budget; the best action is then played.

    Views of simultaneous decisions are those from before anybody has chosen.
    """
    game, deal = search.game, stream(seed, number)
    state = game.start(seats)
    while actors := game.actors(state):
        if actors == [CHANCE]:
            game.play(state, CHANCE, random_action(game, state, CHANCE, deal))
            continue
        chosen = []
        for actor in actors:
            menu, view = game.legal(state, actor), game.view(state, actor)
            if len(menu) == 1:
                chosen.append(menu[0])
                continue
            glance = search.glance.price(view)
            chosen.append(glance.actions[0])
            yield view, glance
        for actor, action in zip(actors, chosen, strict=True):
            game.play(state, actor, action)


def _puzzle(search: _Search, view: State, glance: Price, number: int) -> Puzzle | None:
    game, seat, least = search.game, int(view.viewer), search.least
    quick = [_tried(player, view, FIRST_TRIES) for player in search.levels.values()]
    if all(glance.cost(action)[0] < least for actions in quick for action in actions):
        return None  # obvious, or unimportant
    look = search.look.price(view)
    tried = {level: _tried(player, view, TRIES) for level, player in search.levels.items()}
    right = _right(look, least, HOPEFUL)
    if right is None or not _hard(tried, look, right, least):
        return None
    price = search.check.price(view)
    right = _right(price, least, CLEAR)
    if right is None or not _hard(tried, price, right, least):
        return None
    best = game.declaration.best_level
    tried[best] = _tried(policy(game.name, best), view, TRIES_OF_BEST)
    options = [
        ReviewOption(game.say(seat, action), round(value, 4), round(error, 4), leaves(game, view, action))
        for action, value, error in zip(price.actions, price.values, price.errors, strict=True)
    ]
    return Puzzle(
        id=hashlib.sha256(view.tobytes()).hexdigest()[:12],
        game=game.name,
        seats=int(view.seats),
        seat=seat,
        kind=kind_of(game, view),
        unit=search.unit,
        view=b64encode(view.tobytes()).decode(),
        right=[game.say(seat, action) for action in price.actions[:right]],
        options=options,
        missed=_missed(tried, price, right),
        budget=search.check.budget,
        number=number,
    )


def _right(price: Price, least: float, clear: float) -> int | None:
    """How many of the first actions are right; None if that is not clear, or if most are right.

    Right actions are too close to call with the best or cost almost nothing. All others are clearly worse.
    """
    costs = [price.values[0] - value for value in price.values]
    right = 1
    while right < len(costs) and costs[right] <= max(2 * price.errors[right], least / 4):
        right += 1
    if right == len(costs) or right > max(1, len(costs) // 2):
        return None
    wrong = zip(costs[right:], price.errors[right:], strict=True)
    return right if all(cost >= max(least / 2, clear * error) for cost, error in wrong) else None


def _tried(player: Policy, view: State, tries: int) -> list[int]:
    return [player(view, stream(number)) for number in range(tries)]


def _missed(tried: dict[str, list[int]], price: Price, right: int) -> dict[str, float]:
    found = set(price.actions[:right])
    return {level: sum(one not in found for one in actions) / len(actions) for level, actions in tried.items()}


def _hard(tried: dict[str, list[int]], price: Price, right: int, least: float) -> bool:
    """Whether some level misses it often enough, and its mistakes cost enough."""
    for level, missed in _missed(tried, price, right).items():
        wrong = [price.cost(one)[0] for one in tried[level] if one not in price.actions[:right]]
        if missed >= MISSED and sum(wrong) >= least * len(wrong):
            return True
    return False
